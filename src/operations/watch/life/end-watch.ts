import { placeKey } from '../../../core/command/context.ts';
import { present } from '../../../core/defined.ts';
import { endLines, Incident, type Silence, withSilencedWatch } from '../../../core/incident/incident.ts';
import { changedRecord } from '../../../store/kept/changed-record.ts';
import type { Commit, Store } from '../../../store/store.ts';
import { chartRows, incidentKind, incidentRow } from '../../shared/incident/incident-rows.ts';
import { evaluationKind, trackKey, type Watch, WatchEvaluation } from '../stored-watch.ts';

/**
 * An incident whose conditions of one watch are watched no longer. Pure.
 * @returns undefined where none of them went on
 */
export function withoutWatch(incident: Incident, watch: string, now: number): Incident | undefined {
  if (incident.ended !== undefined) return undefined;
  return endLines(incident, (line) => (line.watch === watch ? 'unwatched' : undefined), now);
}

/**
 * What goes with the end of a watch, or with its condition: what its samples came to is forgotten, and open incidents
 * say that it is watched no longer. Without it, those of the last watch of an app would never end.
 */
export async function endingOf(
  { records }: Pick<Store, 'records'>,
  { id, context }: Watch,
  now: number,
): Promise<IncidentChanges> {
  const key = placeKey(context);
  const stored = await records.get(evaluationKind, key);
  const evaluation = WatchEvaluation.safeParse(stored?.body).data;
  const ended = await changedIncidents({ records }, key, (incident) => withoutWatch(incident, id, now), now);
  const others = Object.entries(evaluation?.tracks ?? {}).filter(([key]) => !key.startsWith(trackKey(id, '')));
  return {
    records: present([
      stored && evaluation && changedRecord(stored, { body: { ...evaluation, tracks: Object.fromEntries(others) } }),
      ...ended.records,
    ]),
    outbox: ended.outbox,
  };
}

/** What goes with the silence of a watch: its open incidents show it. */
export async function silencingOf(
  { records }: Pick<Store, 'records'>,
  { id, context }: Watch,
  silenced: Silence,
): Promise<IncidentChanges> {
  const silence = (incident: Incident) => withSilencedWatch(incident, id, silenced);
  return changedIncidents({ records }, placeKey(context), silence, silenced.at);
}

type IncidentChanges = Required<Pick<Commit, 'records' | 'outbox'>>;

/** The open incidents of a place with what becomes of each, and their messages. @param next undefined: it stays */
async function changedIncidents(
  { records }: Pick<Store, 'records'>,
  placeKey: string,
  next: (incident: Incident) => Incident | undefined,
  now: number,
): Promise<IncidentChanges> {
  const open = await records.list(incidentKind, { placeKey, isOpen: true });
  const changed = open.flatMap((record) => {
    const before = Incident.safeParse(record.body).data;
    const incident = before && next(before);
    return before && incident ? [{ record, before, incident }] : [];
  });
  return {
    records: changed.map(({ record, incident }) => changedRecord(record, { body: incident })),
    outbox: changed.flatMap(({ record, before, incident }) => [
      incidentRow(incident.id, record.version + 1, now),
      ...chartRows(before, incident, now),
    ]),
  };
}
