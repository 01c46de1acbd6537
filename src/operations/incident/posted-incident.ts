import type { Incident } from '../../core/incident/incident.ts';
import type { LivePosted } from '../../delivery/live-records.ts';
import type { Line } from '../../delivery/poster.ts';

export type IncidentDrawn =
  | { readonly shows: 'incident'; readonly incident: Incident; readonly chart?: LivePosted['chart'] }
  | Line;
