import type { Incident } from '../../core/incident/incident.ts';
import type { LivePosted } from '../../delivery/live-message.ts';
import type { Line } from '../../delivery/poster.ts';

/** What is posted about incidents, and beside them. */
export type IncidentDrawn =
  | { readonly shows: 'incident'; readonly incident: Incident; readonly chart?: LivePosted['chart'] }
  | Line;

/** How often rows that other replicas put are looked for, in ms; what this one puts is looked at once. */
export const pollMs = 1_000;
