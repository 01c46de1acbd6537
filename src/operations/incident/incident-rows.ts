import * as z from 'zod';
import type { IncidentNote } from '../../core/incident/observe-lines.ts';
import type { Outgoing } from '../../store/stored-types.ts';
import { incidentKind } from './stored-incident.ts';

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

/** What goes out for one incident goes in one order: first its message, then its thread. */
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
  return { id, kind: noteKind, lane: laneOf(incident), at: now, body: note };
}
