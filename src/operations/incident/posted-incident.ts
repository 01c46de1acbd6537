import * as z from 'zod';
import { Incident } from '../../core/incident/incident.ts';
import type { Line } from '../../delivery/poster.ts';
import type { Committed, Store } from '../../store/store.ts';
import type { StoredRecord } from '../../store/stored-types.ts';
import { incidentKind, PostedIncident, postedIncidentKind } from '../shared/incident/incident-rows.ts';

/** What is posted about incidents, and beside them. */
export type IncidentDrawn =
  | { readonly shows: 'incident'; readonly incident: Incident; readonly chart?: PostedIncident['chart'] }
  | Line;

/** What the rows of an incident contain. */
export const IncidentRow = z.object({ incident: z.string() });

/** How often rows that other replicas put are looked for, in ms; what this one puts is looked at once. */
export const pollMs = 1_000;

/** An incident as it is stored, and what its message shows; undefined where it isn't stored. */
export async function loadIncident(store: Store, id: string | undefined) {
  const stored = id === undefined ? undefined : await store.records.get(incidentKind, id);
  const incident = Incident.safeParse(stored?.body).data;
  if (!stored || !incident) return undefined;
  const record = await store.records.get(postedIncidentKind, incident.id);
  return { stored, incident, record, posted: PostedIncident.safeParse(record?.body).data };
}

/** Stores what a message shows, unless it was stored meanwhile. @param record as it was loaded */
export async function keepPosted(
  store: Store,
  { id, channel }: Incident,
  record: StoredRecord | undefined,
  body: PostedIncident,
): Promise<Committed> {
  const next = { kind: postedIncidentKind, id, placeKey: '', channel, isOpen: false, at: body.at, body };
  return store.commit({ at: body.at, records: [{ next, expect: record?.version ?? 'new' }] });
}
