import { placeKey } from '../../../core/command/context.ts';
import {
  continueLines,
  endLines,
  type Incident,
  type IncidentAction,
  type IncidentLine,
  isEndedByLimit,
  isIncidentOver,
  isOngoing,
  type Silence,
  settled,
  silenceAt,
  withoutSilence,
  withSilencedWatch,
} from '../../../core/incident/incident.ts';
import { tellEnd } from '../../../core/incident/observe-lines.ts';
import { positionOf } from '../../../core/watch/watch-condition.ts';
import { isFiring, isLastOld, trackKey, type WatchTrack } from '../../../core/watch/watch-state.ts';
import type { HasRecords } from '../../../store/kept/record-kind.ts';
import type { Commit } from '../../../store/store.ts';
import type { Outgoing } from '../../../store/stored-types.ts';
import { chartRows, incidentRecords, incidentRow, noteRow } from '../../shared/incident/incident-rows.ts';
import { evaluationRecords, type Watch } from '../../shared/watch/stored-watch.ts';
import { conditionOfLine } from '../evaluation/evaluate-watches.ts';
import { limitAlone } from '../watched-items.ts';

/** Why the conditions of a watch end: it is watched no longer, its condition was changed, or a person paused it. */
type WatchEnd = 'unwatched' | 'changed' | IncidentAction;

/** Ends an incident's conditions of one watch, also those that its pause left open. Returns undefined without any. */
function withoutWatch(
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
 * Returns the changes of an edited watch, and whether conditions of its incidents end or go on. A condition goes on if
 * its value is beyond the new limit too, or isn't known.
 */
export async function editingOf(
  store: HasRecords,
  before: Watch,
  after: Watch,
  by: IncidentAction,
): Promise<IncidentChanges & { readonly ends: boolean; readonly goesOn: boolean }> {
  const { id, context, paused, condition } = before;
  const stored = await evaluationRecords.get(store, placeKey(context));
  const tracks = Object.entries(stored?.body.tracks ?? {});
  const isLimited = condition.threshold !== after.condition.threshold;
  const kept = new Map(
    tracks.flatMap(([key, track]) => {
      const isMeasured = paused === undefined && isStillMeasured(before, after, key) && isFiring(track);
      const next = isMeasured && isLimited ? withOtherLimit(after, track, by.at) : isMeasured ? track : undefined;
      return next ? [[key, next] as const] : [];
    }),
  );
  const isEnded = (line: IncidentLine) => line.watch === id && !kept.has(line.key);
  const isKept = (line: IncidentLine) => line.watch === id && isOngoing(line) && kept.has(line.key);
  const limited = isLimited ? { limited: { ...by, was: limitAlone(condition), to: limitAlone(after.condition) } } : {};
  const edited = (line: IncidentLine): IncidentLine => {
    if (line.isChanged && line.ended === by.at && isStillMeasured(before, after, line.key))
      return { ...line, ...limited };
    const track = isKept(line) ? kept.get(line.key) : undefined;
    if (!track) return line;
    // A value that isn't known was maybe never beyond the new limit.
    if (track.isUnchecked) return { ...line, ...limited, isUnchecked: true };
    const { recovering: _recovering, endsAt: _endsAt, ...rest } = line;
    const present: IncidentLine = track.state === 'firing' ? { ...rest, state: track.state } : line;
    return { ...present, ...conditionOfLine(after), ...limited };
  };
  const notes: Outgoing[] = [];
  const next = (incident: Incident) => {
    const ended = withoutWatch(incident, isEnded, 'changed', by.at);
    const { lines } = ended ?? incident;
    if (!ended && !lines.some(isKept)) return undefined;
    const changed = { ...(ended ?? incident), lines: lines.map(edited) };
    const told = isEndedByLimit(changed) && incident.ended === undefined ? tellEnd(changed, by.at) : undefined;
    if (!told?.note) return changed;
    // The person who edits the watch reads its answer.
    const mention = told.note.mention.filter((who) => who !== by.id);
    notes.push(noteRow({ ...told.note, mention }, by.at));
    return told.incident;
  };
  const {
    records,
    outbox,
    after: incidents,
  } = await changedIncidents(store, placeKey(context), next, by.at, paused === undefined ? onlyOpen : {});
  const lines = incidents.flatMap((incident) => incident.lines);
  return {
    records: [...withTracksOfWatch(stored, id, kept), ...records],
    outbox: [...outbox, ...notes],
    ends: lines.some((line) => isEnded(line) && line.ended === by.at),
    goesOn: lines.some(isKept),
  };
}

/** Checks whether an edited watch still measures the same of a thing, maybe with another limit. */
function isStillMeasured({ condition }: Watch, after: Watch, key: string): boolean {
  const { item, side } = after.condition;
  if (item !== condition.item || side !== condition.side) return false;
  return after.components?.some((each) => trackKey(after.id, each.id) === key) ?? true;
}

/** Returns the track of a condition that goes on with another limit; undefined if its value isn't beyond that limit. */
function withOtherLimit({ condition }: Watch, track: WatchTrack, now: number): WatchTrack | undefined {
  const { last, recovering: _recovering, ...rest } = track;
  if (!last || isLastOld(track, now)) return { ...track, isUnchecked: true };
  return positionOf(condition, last.value) === 'beyond' ? { ...rest, last, state: 'firing', lasted: 0 } : undefined;
}

/**
 * Returns the changes that end a watch's conditions, because nothing evaluates them anymore. Removes its tracks, unless
 * a person paused the watch.
 */
export async function endingOf(store: HasRecords, watch: Watch, why: WatchEnd, now: number): Promise<IncidentChanges> {
  const { id, context, paused } = watch;
  const end = (incident: Incident) => withoutWatch(incident, ({ watch }) => watch === id, why, now);
  const ended = await changedIncidents(store, placeKey(context), end, now, paused === undefined ? onlyOpen : {});
  const forgotten = typeof why === 'string' ? await withoutTracks(store, watch) : [];
  return { records: [...forgotten, ...ended.records], outbox: ended.outbox };
}

async function withoutTracks(store: HasRecords, { id, context }: Watch): Promise<IncidentChanges['records']> {
  return withTracksOfWatch(await evaluationRecords.get(store, placeKey(context)), id, new Map());
}

/** Returns an app's evaluation with other tracks of one watch. */
function withTracksOfWatch(
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
  return changedIncidents(store, key, (incident) => continueLines(incident, id, stateBefore), now, { since });
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
        !isIncidentOver(incident, by.at) && endsOwn(incident) && silenceAt(incident.silenced, by.at) !== undefined;
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

const onlyOpen = { isOpen: true } as const;

/** Returns records and messages for the incidents that `next` changes. @param next returns undefined for no change */
async function changedIncidents(
  store: HasRecords,
  placeKey: string,
  next: (incident: Incident) => Incident | undefined,
  now: number,
  filter: { readonly isOpen?: true; readonly since?: number } = onlyOpen,
): Promise<ChangedIncidents> {
  const stored = await incidentRecords.list(store, { placeKey, ...filter });
  const changed = stored.flatMap((record) => {
    const incident = next(record.body);
    return incident ? [{ record, before: record.body, incident }] : [];
  });
  return {
    records: changed.map(({ record, incident }) => {
      // The record of a continued incident may have been closed.
      const isOpen = record.isOpen || incident.ended === undefined;
      return incidentRecords.save(incident, { ...record, isOpen }, record.version);
    }),
    outbox: changed.flatMap(({ record, before, incident }) => [
      incidentRow(incident.id, record.version + 1, now),
      ...chartRows(before, incident, now),
    ]),
    before: changed.map(({ before }) => before),
    after: changed.map(({ incident }) => incident),
  };
}
