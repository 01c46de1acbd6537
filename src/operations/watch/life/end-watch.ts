import { placeKey } from '../../../core/command/context.ts';
import { present } from '../../../core/defined.ts';
import {
  endLines,
  type Incident,
  type IncidentAction,
  type Silence,
  silenceAt,
  withoutSilence,
  withSilencedWatch,
} from '../../../core/incident/incident.ts';
import { trackKey } from '../../../core/watch/watch-state.ts';
import type { HasRecords } from '../../../store/kept/record-kind.ts';
import type { Commit } from '../../../store/store.ts';
import { chartRows, incidentRecords, incidentRow } from '../../shared/incident/incident-rows.ts';
import { evaluationRecords, type Watch } from '../../shared/watch/stored-watch.ts';

/** Why the conditions of a watch end: it is watched no longer, or its condition was changed. */
type WatchEnd = 'unwatched' | 'changed';

/** Ends an incident's conditions of one watch, or returns undefined if none was ongoing. */
function withoutWatch(incident: Incident, watch: string, why: WatchEnd, now: number): Incident | undefined {
  if (incident.ended !== undefined) return undefined;
  const ended = endLines(incident, (line) => (line.watch === watch ? 'unwatched' : undefined), now);
  if (!ended || why === 'unwatched') return ended;
  const before = new Set(incident.lines);
  return { ...ended, lines: ended.lines.map((line) => (before.has(line) ? line : { ...line, isChanged: true })) };
}

/** Returns the changes that remove a watch's tracks and end its conditions. Without them, an incident may never end. */
export async function endingOf(
  store: HasRecords,
  { id, context }: Watch,
  why: WatchEnd,
  now: number,
): Promise<IncidentChanges> {
  const key = placeKey(context);
  const stored = await evaluationRecords.get(store, key);
  const ended = await changedIncidents(store, key, (incident) => withoutWatch(incident, id, why, now), now);
  const others = Object.entries(stored?.body.tracks ?? {}).filter(([key]) => !key.startsWith(trackKey(id, '')));
  return {
    records: present([
      stored && evaluationRecords.save({ ...stored.body, tracks: Object.fromEntries(others) }, stored, stored.version),
      ...ended.records,
    ]),
    outbox: ended.outbox,
  };
}

export async function silencingOf(
  store: HasRecords,
  { id, context }: Watch,
  silenced: Silence,
  by: IncidentAction,
): Promise<ChangedIncidents> {
  const silence = (incident: Incident) => withSilencedWatch(incident, id, silenced, by);
  return changedIncidents(store, placeKey(context), silence, by.at);
}

/**
 * Returns the changes that end the silence of some watches in their incidents. @param place `placeKey` of the incidents
 * @param endsOwn whether an incident's own silence ends too
 */
export async function endingSilence(
  store: HasRecords,
  { place, watches, endsOwn }: EndedSilence,
  by: IncidentAction,
): Promise<ChangedIncidents & { readonly own: readonly Incident[] }> {
  const own: Incident[] = [];
  const changes = await changedIncidents(
    store,
    place,
    (incident) => {
      const ends =
        incident.ended === undefined && endsOwn(incident) && silenceAt(incident.silenced, by.at) !== undefined;
      if (ends) own.push(incident);
      return withoutSilence(incident, { watches, own: ends }, by);
    },
    by.at,
  );
  return { ...changes, own };
}

interface EndedSilence {
  readonly place: string;
  readonly watches: readonly string[];
  endsOwn(incident: Incident): boolean;
}

/** Ends the silence of a watch itself. */
export function unsilenced({ silencedUntil: _until, silencedBy: _by, ...watch }: Watch): Watch {
  return watch;
}

type IncidentChanges = Required<Pick<Commit, 'records' | 'outbox'>>;

interface ChangedIncidents extends IncidentChanges {
  readonly before: readonly Incident[];
  readonly after: readonly Incident[];
}

/** Returns records and messages for the incidents that `next` changes. @param next returns undefined for no change */
async function changedIncidents(
  store: HasRecords,
  placeKey: string,
  next: (incident: Incident) => Incident | undefined,
  now: number,
): Promise<ChangedIncidents> {
  const open = await incidentRecords.list(store, { placeKey, isOpen: true });
  const changed = open.flatMap((record) => {
    const incident = next(record.body);
    return incident ? [{ record, before: record.body, incident }] : [];
  });
  return {
    records: changed.map(({ record, incident }) => incidentRecords.save(incident, record, record.version)),
    outbox: changed.flatMap(({ record, before, incident }) => [
      incidentRow(incident.id, record.version + 1, now),
      ...chartRows(before, incident, now),
    ]),
    before: changed.map(({ before }) => before),
    after: changed.map(({ incident }) => incident),
  };
}
