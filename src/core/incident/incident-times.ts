import { isSameJson, present } from '../defined.ts';
import { durationText } from '../text/duration-messages.ts';
import { momentNear, sameDay } from '../text/instant-text.ts';
import { join, type Text } from '../text/text.ts';
import { minuteOf, sampleEvery } from '../watch/watch-state.ts';
import {
  type Incident,
  type IncidentFiring,
  type IncidentLine,
  incidentState,
  isFound,
  isOngoing,
  type LineBegin,
  presentFiring,
  presentKill,
  presentLines,
} from './incident.ts';
import { incidentMsg } from './incident-messages.ts';
import { hasNoData, shownState, stateAlone, type stateOf } from './incident-state-text.ts';

export function exactLength(incident: Incident, now: number): Text | undefined {
  const length = lengthOf(incident, now);
  if (length === undefined || length < sampleEvery) return undefined;
  return incidentMsg.lastingExactly({ length: durationText(minuteOf(length)) });
}

/** Returns how long an ongoing incident has lasted, in ms. */
export function lengthOf(incident: Incident, now: number): number | undefined {
  return incident.ended === undefined ? now - presentFiring(incident, now).from : undefined;
}

/** Returns since when all conditions recovered as their watch was edited or deleted, so that nobody saw their end. */
export function recoveryThen({ lines, ended }: Incident): readonly Text[] {
  const began = lines.map(({ recovering }) => recovering);
  const isLast = ended !== undefined && lines.every(({ state }) => state === 'unwatched');
  if (!isLast || began.includes(undefined)) return [];
  return [incidentMsg.recoveringSince({ at: momentNear(Math.max(...present(began)), ended) })];
}

/** Returns when all conditions were without data, or weren't met, after which they went on. */
export function sharedGap(incident: Incident): Text | undefined {
  const [first, ...others] = presentLines(incident).map(gapText);
  return others.every((other) => isSameJson(other, first)) ? first : undefined;
}

/** Minimum length of a lull that is worth a word, in ms. A restart alone makes a shorter one. */
export const shortestLull = 3 * 60_000;

/** Returns when a condition was without data, or wasn't met, after which it went on. */
export function gapText({ gap, lull, item }: IncidentLine): Text | undefined {
  // Memory that ran out is over at once. Its kills say when it happened.
  const recovered =
    lull && item !== 'oom' && lull.to - lull.from >= shortestLull ? [incidentMsg.lull(spanOf(lull.from, lull.to))] : [];
  const all = [...dataGap(gap), ...recovered];
  return all.length > 0 ? join(all, ',') : undefined;
}

function dataGap(gap: IncidentLine['gap']): readonly Text[] {
  if (!gap) return [];
  // The last minute without data is over as the next one begins.
  const span = spanOf(gap.from, gap.to + sampleEvery);
  const isOne = gap.to - gap.from + sampleEvery === gap.lasted;
  return [isOne ? incidentMsg.gap(span) : incidentMsg.gaps({ ...span, length: durationText(gap.lasted) })];
}

/** Returns when a certificate expires, in place of the time since it is due. */
export function expiryTexts({ lines: [line, ...others] }: Incident): readonly [Text] | undefined {
  if (!line?.value || others.length > 0 || line.item !== 'certificates' || !isOngoing(line)) return undefined;
  return [incidentMsg.capital({ says: line.value })];
}

/** Returns when memory ran out, in place of the time since the incident lasts, and of a record, until when it didn't. */
export function killTexts(incident: Incident, now: number): readonly [Text, ...Text[]] | undefined {
  const { ended } = incident;
  const killed = hasNoData(incident) ? undefined : presentKill(incident);
  if (!killed) return undefined;
  const isResolved = ended !== undefined && shownState(incident).is === 'resolved';
  return [
    incidentMsg.killedIn({ killed: killText(killed, ended ?? now), pod: killed.pod }),
    ...(isResolved ? [incidentMsg.notAgainBy({ at: momentNear(ended, ended) })] : []),
  ];
}

/** Returns when an incident of memory that ran out ends. */
export function killEnd(incident: Incident, now: number): readonly Text[] {
  return killTexts(incident, now) ? endTexts(incident, now) : [];
}

/** Returns since when a recovering incident recovers, and when it ends. */
export function recoveryTexts(incident: Incident, now: number): readonly Text[] {
  if (incidentState(incident) !== 'recovering' || killTexts(incident, now) || expiryTexts(incident)) return [];
  const ongoing = incident.lines.filter(isOngoing);
  const began = ongoing.map(({ recovering }) => recovering);
  if (hasNoData(incident) || ongoing.length === 0 || began.includes(undefined)) return [];
  return [
    incidentMsg.recoveringSince({ at: momentNear(Math.max(...present(began)), now) }),
    ...endTexts(incident, now),
  ];
}

/** Returns when the incident ends, if all its ongoing conditions recover. */
function endTexts({ lines }: Incident, now: number): readonly Text[] {
  const ends = lines.filter(isOngoing).map(({ endsAt }) => endsAt);
  if (ends.length === 0 || ends.includes(undefined)) return [];
  return [incidentMsg.endsUnless({ at: momentNear(Math.max(...present(ends)), now) })];
}

type Killed = NonNullable<Incident['died']>;

export function killText({ at, times: count = 1 }: Killed, now: number): Text {
  const moment = momentNear(at, now);
  return count > 1 ? incidentMsg.killedTimes({ count, at: moment }) : incidentMsg.killed({ at: moment });
}

export function killedState(killed: Killed, shown: ReturnType<typeof stateOf> | undefined, now: number): Text {
  const what = killText(killed, now);
  return shown ? incidentMsg.inState({ state: stateAlone(shown), what }) : what;
}

export function stateSince(
  { name, kind }: ReturnType<typeof stateOf>,
  line: LineBegin,
  ended: number | undefined,
  now: number,
): Text {
  const state = stateAlone({ name, kind });
  if (ended !== undefined) return withEarlier(incidentMsg.after({ state, length: knownLength(line, ended) }), line);
  if (isSameJson(name, incidentMsg.noData())) return incidentMsg.inState({ state, what: sinceBlind(line, now) });
  const says = isFound(line) ? incidentMsg.foundBegan : line.earlier ? incidentMsg.beganAgain : incidentMsg.began;
  return withEarlier(says({ state, at: momentNear(line.since, now) }), line);
}

/** Same as `stateSince`, for use below a title that shows the state. */
export function sinceAlone(line: LineBegin, ended: number | undefined, now: number): Text {
  const { since } = line;
  if (ended !== undefined) {
    const span = spanOf(since, ended);
    const isShort = minuteOf(since) === minuteOf(ended);
    const length = knownLength(line, ended);
    return withEarlier(
      isShort ? incidentMsg.withinAlone({ at: span.from }) : incidentMsg.spanAlone({ ...span, length }),
      line,
    );
  }
  const at = momentNear(since, now);
  if (isFound(line)) return incidentMsg.foundAlone({ at });
  return withEarlier(line.earlier ? incidentMsg.beganAgainAlone({ at }) : incidentMsg.beganAlone({ at }), line);
}

/** Adds the last time before in which the condition was met, while the incident's others went on. */
function withEarlier(says: Text, { earlier }: LineBegin): Text {
  return earlier ? incidentMsg.withEarlier({ says, ...spanOf(earlier.from, earlier.to) }) : says;
}

/** Same as `sinceAlone`, of an ongoing condition without data: says that the problem began then, not the lack of data. */
export function sinceBlind(line: LineBegin, now: number): Text {
  const at = momentNear(line.since, now);
  return isFound(line) ? incidentMsg.foundBlind({ at }) : incidentMsg.beganBlind({ at });
}

export function spanOf(from: number, to: number) {
  const show = to - from < sameDay ? 'time' : 'stamp';
  return { from: { at: from, show }, to: { at: to, show } } as const;
}

/** Returns how long a condition lasted: a minimum, if it was met when its watch looked first. */
export function knownLength(line: LineBegin, ended: number): Text {
  const length = firingLength(line.since, ended);
  return isFound(line) ? incidentMsg.atLeast({ length }) : length;
}

/** Returns how long a firing of an incident lasted: a minimum, if its watch found it at its first look. */
export function lengthOfFiring(
  { lines: [line] }: Pick<Incident, 'lines'>,
  { from, to }: Pick<IncidentFiring, 'from' | 'to'>,
) {
  return knownLength({ ...line, since: from }, to);
}

/** Returns a length in whole minutes that fits the two times as they are shown, which are cut to minutes. */
export function firingLength(from: number, to: number): Text {
  const length = minuteOf(to) - minuteOf(from);
  return length > 0 ? durationText(length) : incidentMsg.underMinute();
}
