import { placeKey } from '../../../core/command/context.ts';
import {
  continueLines,
  endLines,
  type Incident,
  type IncidentAction,
  type IncidentLine,
  isIncidentOver,
  type Silence,
  settled,
  silenceAt,
  withoutSilence,
  withSilencedWatch,
} from '../../../core/incident/incident.ts';
import type { NotedIncident } from '../../../core/incident/observe-lines.ts';
import { trackKey, type WatchTrack } from '../../../core/watch/watch-state.ts';
import type { HasRecords } from '../../../store/kept/record-kind.ts';
import type { Commit } from '../../../store/store.ts';
import { chartRows, incidentRecords, incidentRow, noteRow } from '../../shared/incident/incident-rows.ts';
import { evaluationRecords, type Watch } from '../../shared/watch/stored-watch.ts';

/** Why the conditions of a watch end: it is watched no longer, its condition was changed, or a person paused it. */
type WatchEnd = 'unwatched' | 'changed' | IncidentAction;

/** Ends an incident's conditions of one watch, also those that its pause left open. Returns undefined without any. */
export function withoutWatch(
  incident: Incident,
  isOfWatch: (line: IncidentLine) => boolean,
  why: WatchEnd,
  now: number,
): Incident | undefined {
  const ended =
    incident.ended === undefined
      ? endLines(incident, (line) => (isOfWatch(line) ? 'unwatched' : undefined), now)
      : undefined;
  const before = new Set(incident.lines);
  const lines = (ended ?? incident).lines.map((line) => {
    const isPaused = isOfWatch(line) && line.paused !== undefined && typeof why === 'string';
    if (before.has(line) && !isPaused) return line;
    const { paused: _paused, ...rest } = line;
    if (why === 'unwatched') return rest;
    return why === 'changed' ? { ...rest, isChanged: true as const } : { ...rest, paused: why };
  });
  return lines.every((line) => before.has(line)) ? undefined : { ...(ended ?? incident), lines: settled(lines) };
}

/**
 * Returns the changes that end a watch's conditions, because nothing evaluates them anymore. Removes its tracks, unless
 * a person paused the watch.
 */
export async function endingOf(store: HasRecords, watch: Watch, why: WatchEnd, now: number): Promise<IncidentChanges> {
  const { id, context, paused } = watch;
  const end = (incident: Incident) => alone(withoutWatch(incident, ({ watch }) => watch === id, why, now));
  const ended = await changedIncidents(store, placeKey(context), end, now, paused === undefined ? onlyOpen : {});
  const forgotten = typeof why === 'string' ? await withoutTracks(store, watch) : [];
  return { records: [...forgotten, ...ended.records], outbox: ended.outbox };
}

async function withoutTracks(store: HasRecords, { id, context }: Watch): Promise<IncidentChanges['records']> {
  return withTracksOfWatch(await evaluationRecords.get(store, placeKey(context)), id, new Map());
}

/** Returns an app's evaluation with other tracks of one watch. */
export function withTracksOfWatch(
  stored: Awaited<ReturnType<typeof evaluationRecords.get>>,
  watch: string,
  tracks: ReadonlyMap<string, WatchTrack>,
): IncidentChanges['records'] {
  if (!stored) return [];
  const others = Object.entries(stored.body.tracks).filter(([key]) => !key.startsWith(trackKey(watch, '')));
  const saved = { ...stored.body, tracks: Object.fromEntries([...others, ...tracks]) };
  return [evaluationRecords.save(saved, stored, stored.version)];
}

/** Time after a pause within which the conditions of a watch go on when it is resumed, in ms. Later they begin anew. */
const continuedWithin = 24 * 3_600_000;

/** Returns the changes that continue the conditions of a watch that a person had paused. */
export async function resumingOf(store: HasRecords, watch: Watch, now: number): Promise<IncidentChanges> {
  const { id, context, pausedBy } = watch;
  const since = now - continuedWithin;
  if (!pausedBy || pausedBy.at < since) return { records: await withoutTracks(store, watch), outbox: [] };
  const key = placeKey(context);
  const tracks = (await evaluationRecords.get(store, key))?.body.tracks ?? {};
  const stateBefore = (line: IncidentLine) => {
    const state = tracks[line.key]?.state;
    return state === 'firing' || state === 'recovering' ? state : undefined;
  };
  return changedIncidents(store, key, (incident) => alone(continueLines(incident, id, stateBefore)), now, { since });
}

export async function silencingOf(
  store: HasRecords,
  { id, context }: Watch,
  silenced: Silence,
  by: IncidentAction,
): Promise<ChangedIncidents> {
  const silence = (incident: Incident) => alone(withSilencedWatch(incident, id, silenced, by));
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
        !isIncidentOver(incident, by.at) && endsOwn(incident) && silenceAt(incident.silenced, by.at) !== undefined;
      if (ends) own.push(incident);
      return alone(withoutSilence(incident, { watches, own: ends }, by));
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

export type IncidentChanges = Required<Pick<Commit, 'records' | 'outbox'>>;

interface ChangedIncidents extends IncidentChanges {
  readonly before: readonly Incident[];
  readonly after: readonly Incident[];
}

export const onlyOpen = { isOpen: true } as const;

const alone = (incident: Incident | undefined): NotedIncident | undefined => incident && { incident };

/** Returns records and messages for the incidents that `next` changes. @param next returns undefined for no change */
export async function changedIncidents(
  store: HasRecords,
  placeKey: string,
  next: (incident: Incident) => NotedIncident | undefined,
  now: number,
  filter: { readonly isOpen?: true; readonly since?: number } = onlyOpen,
): Promise<ChangedIncidents> {
  const stored = await incidentRecords.list(store, { placeKey, ...filter });
  const changed = stored.flatMap((record) => {
    const step = next(record.body);
    return step ? [{ record, before: record.body, ...step }] : [];
  });
  return {
    records: changed.map(({ record, incident }) => {
      // The record of a continued incident may have been closed.
      const isOpen = record.isOpen || incident.ended === undefined;
      return incidentRecords.save(incident, { ...record, isOpen }, record.version);
    }),
    outbox: changed.flatMap(({ record, before, incident, note }) => [
      incidentRow(incident.id, record.version + 1, now),
      ...chartRows(before, incident, now),
      ...(note ? [noteRow(note, now)] : []),
    ]),
    before: changed.map(({ before }) => before),
    after: changed.map(({ incident }) => incident),
  };
}
