import * as z from 'zod';
import { isSameJson } from '../../../core/defined.ts';
import { Incident, incidentState } from '../../../core/incident/incident.ts';
import type { IncidentNote } from '../../../core/incident/observe-lines.ts';
import { linesLane } from '../../../delivery/lines-lane.ts';
import { type LiveKind, liveKind, liveRow } from '../../../delivery/live-records.ts';
import { recordKind } from '../../../store/kept/record-kind.ts';
import type { RecordChange } from '../../../store/store.ts';
import type { Outgoing, StoredRecord } from '../../../store/stored-types.ts';

export const incidentRecords = recordKind('incident', Incident);
export const liveIncidents = liveKind(incidentRecords, 'incident');

export const noteKind = 'incident-note';

export const StoredNote = z.object({
  incident: z.string(),
  what: z.enum(['reopened', 'joined', 'reminder', 'still-firing', 'unsilenced', 'ended']),
  at: z.number(),
  keys: z.array(z.string()),
  mention: z.array(z.string()),
});

export const chartKind = 'incident-chart';

/** `goesOnIn`: number of the firing in which this row draws the chart again and again. */
export const ChartRow = z.object({ incident: z.string(), goesOnIn: z.number().optional() });
type ChartRow = z.infer<typeof ChartRow>;

/** Delays after the start of firing at which the chart is drawn, in ms. Later, it is drawn every four hours. */
const drawnAfter = [0, 3 * 60_000, 10 * 60_000, 30 * 60_000, 3_600_000, 2 * 3_600_000, 4 * 3_600_000] as const;
const lastDrawn = Math.max(...drawnAfter);

/** Returns the row that draws the chart. It has no lane, so that no message waits for a picture. */
function chartRow(incident: string, at: number, more: Partial<ChartRow> = {}): Outgoing {
  return { id: `${chartKind}:${incident}:${at}`, kind: chartKind, at, body: { incident, ...more } };
}

export function chartRows(before: Incident | undefined, incident: Incident, now: number): readonly Outgoing[] {
  const isNew = !before || incident.times > before.times;
  if (isNew && incident.ended === undefined)
    return drawnAfter.map((after) =>
      chartRow(incident.id, now + after, after === lastDrawn ? { goesOnIn: incident.times } : {}),
    );
  const hasChanged = !before || !isSameJson(drawnOf(before), drawnOf(incident));
  // Charts weren't drawn while nothing could be read.
  const isReadAgain = before !== undefined && isUnread(before) && !isUnread(incident);
  return hasChanged || isReadAgain ? [chartRow(incident.id, now)] : [];
}

/** Returns the state, and since when the limits apply. If they change, the chart is drawn again. */
function drawnOf(incident: Incident) {
  return [incidentState(incident), Math.max(0, ...incident.lines.map(({ limited }) => limited?.at ?? 0))];
}

function isUnread({ lines }: Incident): boolean {
  return lines.some(({ unread }) => unread !== undefined);
}

/** @param version stored version of the incident; undefined for a new incident */
export function incidentRecord(
  incident: Incident,
  version: number | undefined,
  row: Pick<StoredRecord, 'placeKey' | 'isOpen' | 'at'>,
): RecordChange {
  const { id, channel } = incident;
  return incidentRecords.save(incident, { id, channel, ...row }, version);
}

/** @param version version of the incident for which the row is created */
export function incidentRow(incident: string, version: number, now: number): Outgoing {
  return liveRow(liveIncidents, incident, version, now);
}

export function noteRow(note: IncidentNote, now: number): Outgoing {
  const { incident, what, at } = note;
  const id = `${noteKind}:${incident}:${what}:${at}:${note.keys[0] ?? ''}`;
  return { id, kind: noteKind, lane: liveLinesLane(liveIncidents, incident), at: now, body: note };
}

export function liveLinesLane<T>({ kind: { kind } }: LiveKind<T>, id: string): string {
  return linesLane(`${kind}:${id}`);
}
