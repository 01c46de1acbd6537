import * as z from 'zod';
import { type Incident, incidentState } from '../../../core/incident/incident.ts';
import type { IncidentNote } from '../../../core/incident/observe-lines.ts';
import { linesLane } from '../../../delivery/lines-lane.ts';
import type { RecordChange } from '../../../store/store.ts';
import type { Outgoing, StoredRecord } from '../../../store/stored-types.ts';

/** The kind of the records that incidents are stored as; each has the incident's id. */
export const incidentKind = 'incident';

/** Where the message of an incident is in Slack, and which version of it is shown. */
export const PostedIncident = z.object({
  ts: z.string(),
  shown: z.number(),
  at: z.number(),
  /** The picture that it shows, what it says for those who don't see it, and when it was drawn. */
  chart: z.object({ file: z.string(), alt: z.string(), at: z.number() }).optional(),
});
export type PostedIncident = z.infer<typeof PostedIncident>;
export const postedIncidentKind = 'incident-posted';

/** The kind of rows for what is posted in the thread of an incident. */
export const noteKind = 'incident-note';

/** A note as its row carries it. */
export const StoredNote = z.object({
  incident: z.string(),
  what: z.enum(['reopened', 'joined', 'reminder', 'still-firing']),
  at: z.number(),
  keys: z.array(z.string()),
  mention: z.array(z.string()),
});

/** The kind of rows that draw the chart of an incident. */
export const chartKind = 'incident-chart';

/** How long after it began to fire the chart is drawn again, in ms; then every four hours. */
export const drawnAfter = [0, 10 * 60_000, 3_600_000, 4 * 3_600_000] as const;

/** The row that draws the chart. It has a lane of its own: no message waits for a picture. */
function chartRow(incident: string, at: number): Outgoing {
  const lane = `${chartKind}:${incident}`;
  return { id: `${lane}:${at}`, kind: chartKind, at, body: { incident } };
}

/** When its chart is drawn: as it begins, some times later, and when its state has changed. */
export function chartRows(before: Incident | undefined, incident: Incident, now: number): readonly Outgoing[] {
  const isNew = !before || incident.times > before.times;
  if (isNew && incident.ended === undefined) return drawnAfter.map((after) => chartRow(incident.id, now + after));
  const hasChanged = !before || incidentState(before) !== incidentState(incident);
  return hasChanged ? [chartRow(incident.id, now)] : [];
}

/** Saves an incident. @param version the one that it had; undefined for a new one */
export function incidentRecord(
  incident: Incident,
  version: number | undefined,
  row: Pick<StoredRecord, 'placeKey' | 'isOpen' | 'at'>,
): RecordChange {
  const { id, channel } = incident;
  return { next: { kind: incidentKind, id, channel, ...row, body: incident }, expect: version ?? 'new' };
}

/** The lane of an incident's message. */
function laneOf(incident: string): string {
  return `${incidentKind}:${incident}`;
}

/** The row that shows the newest version of an incident. @param version the one that it is put for */
export function incidentRow(incident: string, version: number, now: number): Outgoing {
  const lane = laneOf(incident);
  return { id: `${lane}:${version}`, kind: incidentKind, lane, at: now, body: { incident } };
}

/** The row that posts a note. */
export function noteRow(note: IncidentNote, now: number): Outgoing {
  const { incident, what, at } = note;
  const id = `${noteKind}:${incident}:${what}:${at}:${note.keys[0] ?? ''}`;
  return { id, kind: noteKind, lane: linesLane(laneOf(incident)), at: now, body: note };
}
