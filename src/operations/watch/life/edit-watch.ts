import { placeKey } from '../../../core/command/context.ts';
import { defined } from '../../../core/defined.ts';
import {
  type Incident,
  type IncidentAction,
  type IncidentLine,
  isEndedByLimit,
  isOngoing,
} from '../../../core/incident/incident.ts';
import { type NotedIncident, tellEnd } from '../../../core/incident/observe-lines.ts';
import { positionOf } from '../../../core/watch/watch-condition.ts';
import { isFiring, isLastOld, trackKey, type WatchTrack } from '../../../core/watch/watch-state.ts';
import type { HasRecords } from '../../../store/kept/record-kind.ts';
import { evaluationRecords, type Watch } from '../../shared/watch/stored-watch.ts';
import { conditionOfLine } from '../evaluation/evaluate-watches.ts';
import { limitAlone } from '../watched-items.ts';
import { changedIncidents, type IncidentChanges, onlyOpen, withoutWatch, withTracksOfWatch } from './end-watch.ts';

interface WatchEdit {
  readonly before: Watch;
  readonly after: Watch;
  readonly by: IncidentAction;
}

/** An edit, and the tracks of the conditions that go on after it, by key. */
interface TrackedEdit extends WatchEdit {
  readonly kept: ReadonlyMap<string, WatchTrack>;
}

/**
 * Returns the changes of an edited watch, and whether conditions of its incidents end or go on. A condition goes on if
 * its value is beyond the new limit too, or isn't known.
 */
export async function editingOf(
  store: HasRecords,
  given: WatchEdit,
): Promise<IncidentChanges & { readonly ends: boolean; readonly goesOn: boolean }> {
  const { before, by } = given;
  const place = placeKey(before.context);
  const stored = await evaluationRecords.get(store, place);
  const edit = { ...given, kept: keptTracks(given, stored?.body.tracks ?? {}) };
  const next = (incident: Incident) => editedIncident(edit, incident);
  const changed = await changedIncidents(store, place, next, by.at, before.paused === undefined ? onlyOpen : {});
  const lines = changed.after.flatMap((incident) => incident.lines);
  return {
    records: [...withTracksOfWatch(stored, before.id, edit.kept), ...changed.records],
    outbox: changed.outbox,
    ends: lines.some((line) => isEnded(edit, line) && line.ended === by.at),
    goesOn: lines.some((line) => goesOn(edit, line)),
  };
}

/** Returns the tracks of the firing conditions that an edit doesn't end. */
function keptTracks(edit: WatchEdit, tracks: Readonly<Record<string, WatchTrack>>): ReadonlyMap<string, WatchTrack> {
  const { before, after, by } = edit;
  return new Map(
    Object.entries(tracks).flatMap(([key, track]) => {
      if (before.paused !== undefined || !isStillMeasured(edit, key) || !isFiring(track)) return [];
      const next = isLimited(edit) ? withOtherLimit(after, track, by.at) : track;
      return next ? [[key, next] as const] : [];
    }),
  );
}

/** Returns an incident after an edit of a watch, with the note of its end; undefined if nothing changes. */
function editedIncident(edit: TrackedEdit, incident: Incident): NotedIncident | undefined {
  const { at, id } = edit.by;
  const ended = withoutWatch(incident, (line) => isEnded(edit, line), 'changed', at);
  const { lines } = ended ?? incident;
  if (!ended && !lines.some((line) => goesOn(edit, line))) return undefined;
  const changed = { ...(ended ?? incident), lines: lines.map((line) => editedLine(edit, line)) };
  const isOver = isEndedByLimit(changed) && incident.ended === undefined;
  const told = isOver ? tellEnd(changed, at) : { incident: changed };
  // The person who edits the watch reads its answer.
  const mention = told.note?.mention.filter((who) => who !== id);
  return told.note && mention ? { ...told, note: { ...told.note, mention } } : told;
}

function editedLine(edit: TrackedEdit, line: IncidentLine): IncidentLine {
  const { before, after, by, kept } = edit;
  const limits = { was: limitAlone(before.condition), to: limitAlone(after.condition) };
  const first = line.limited?.first ?? line.limited?.was;
  const limited = isLimited(edit) ? { limited: { ...by, ...limits, ...defined({ first }) } } : {};
  if (line.isChanged && line.ended === by.at && isStillMeasured(edit, line.key)) return { ...line, ...limited };
  const track = goesOn(edit, line) ? kept.get(line.key) : undefined;
  if (!track) return line;
  // A value that isn't known was maybe never beyond the new limit.
  if (track.isUnchecked) return { ...line, ...limited, isUnchecked: true };
  const { recovering: _recovering, endsAt: _endsAt, ...rest } = line;
  const present: IncidentLine = track.state === 'firing' ? { ...rest, state: track.state } : line;
  return { ...present, ...conditionOfLine(after), ...limited };
}

const isEnded = ({ before, kept }: TrackedEdit, line: IncidentLine) => line.watch === before.id && !kept.has(line.key);

const goesOn = ({ before, kept }: TrackedEdit, line: IncidentLine) =>
  line.watch === before.id && isOngoing(line) && kept.has(line.key);

const isLimited = ({ before, after }: WatchEdit) => before.condition.threshold !== after.condition.threshold;

/** Checks whether an edited watch still measures the same of a thing, maybe with another limit. */
function isStillMeasured({ before, after }: WatchEdit, key: string): boolean {
  const { item, side } = after.condition;
  if (item !== before.condition.item || side !== before.condition.side) return false;
  return after.components?.some((each) => trackKey(after.id, each.id) === key) ?? true;
}

/** Returns the track of a condition that goes on with another limit; undefined if its value isn't beyond that limit. */
function withOtherLimit({ condition }: Watch, track: WatchTrack, now: number): WatchTrack | undefined {
  const { last, recovering: _recovering, ...rest } = track;
  if (!last || isLastOld(track, now)) return { ...track, isUnchecked: true };
  return positionOf(condition, last.value) === 'beyond' ? { ...rest, last, state: 'firing', lasted: 0 } : undefined;
}
