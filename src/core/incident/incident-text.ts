import { mentionOf } from '../command/read-person.ts';
import { isSameJson, present } from '../defined.ts';
import { durationText, roughDurationText } from '../text/duration-messages.ts';
import { momentNear, sameDay, spanNear } from '../text/instant-text.ts';
import { inOneText, join, type Text, type Value, verbatim } from '../text/text.ts';
import { minuteOf, sampleEvery } from '../watch/watch-state.ts';
import {
  begunLine,
  type Incident,
  type IncidentAction,
  type IncidentChange,
  type IncidentFiring,
  type IncidentLine,
  incidentState,
  isDiedBefore,
  isDiedBeside,
  isFound,
  isOfCrash,
  isOngoing,
  isStartKnown,
  type LineBegin,
  type LineState,
  pastSilence,
  pauseOf,
  presentFiring,
  presentKill,
  presentLines,
  reasonOf,
  type Silence,
  silenceOf,
  silenceOfLine,
  type Unread,
} from './incident.ts';
import { incidentMsg } from './incident-messages.ts';
import type { IncidentNote } from './observe-lines.ts';
import { type StateMark, stateMarks } from './state-marks.ts';

const maxShown = 10;

/** Names the firing conditions; if none fires, the recovering ones; of an ended incident, all of them. */
export function incidentTitle({ title, lines: all, more = 0 }: Pick<Incident, 'title' | 'lines' | 'more'>): Text {
  if (title) return title;
  const state = incidentState({ lines: all });
  const lines = all.some(isOngoing) ? all.filter((line) => line.state === state) : all;
  const [first] = lines;
  if (!first) return verbatim('–');
  const components = new Set(lines.map(({ component }) => component?.id));
  if (components.size > 1) {
    const isOne = lines.every(({ what }) => JSON.stringify(what) === JSON.stringify(first.what));
    return incidentMsg.titleMany({ count: components.size, what: isOne ? first.what : incidentMsg.severalProblems() });
  }
  const own = lineTitle(first);
  const count = lines.length - 1 + more;
  const [other] = areBothNamed({ lines, more }) ? lines.filter((line) => line !== first) : [];
  const isOfItem = other?.limit && other.item === first.item;
  if (other) return incidentMsg.titleBoth({ title: own, other: (isOfItem && other.limit) || other.what });
  return count === 0 ? own : incidentMsg.titleMore({ title: own, count });
}

/** Returns the title, or if another incident of the channel has the same one, a title with more of its watch. */
export function titleBeside(incident: Incident, others: readonly Incident[]): Text {
  const title = incidentTitle(incident);
  const isAlike = (other: Incident) =>
    other.id !== incident.id && other.channel === incident.channel && isSameJson(incidentTitle(other), title);
  return others.some(isAlike) ? incidentTitle({ ...incident, lines: incident.lines.map(asWatched) }) : title;
}

function asWatched(line: IncidentLine): IncidentLine {
  return { ...line, what: line.watched ?? line.what };
}

/** Checks whether a title names all conditions: two of one component with different texts. */
function areBothNamed({ lines, more = 0 }: Pick<Incident, 'lines' | 'more'>): boolean {
  const [one, other] = lines;
  if (!one?.component || lines.length + more !== 2) return false;
  return one.component.id === other?.component?.id && JSON.stringify(one.what) !== JSON.stringify(other?.what);
}

function lineTitle({ component, what, item }: IncidentLine): Text {
  return component && item !== 'exposure' ? incidentMsg.titleOf({ name: verbatim(component.name), what }) : what;
}

const stateNames: Readonly<Record<LineState, { readonly name: Text; readonly kind: StateMark }>> = {
  firing: { name: incidentMsg.firing(), kind: 'bad' },
  recovering: { name: incidentMsg.recovering(), kind: 'pending' },
  resolved: { name: incidentMsg.resolved(), kind: 'good' },
  deleted: { name: incidentMsg.deleted(), kind: 'good' },
  moved: { name: incidentMsg.moved(), kind: 'unclear' },
  unreported: { name: incidentMsg.unreported(), kind: 'unclear' },
  unwatched: { name: incidentMsg.unwatched(), kind: 'unclear' },
};
/** Returns the title of an incident's message with its state: `▲ Firing · web: response time above 500 ms`. */
export function incidentHeadline(incident: Incident): Text {
  const { name, kind } = shownState(incident);
  return incidentMsg.titled({
    mark: incidentMsg.marked({ mark: stateMarks[kind], state: name }),
    title: incidentTitle(incident),
  });
}

function shownState(incident: Pick<Incident, 'ended' | 'lines' | 'unsent'>): ReturnType<typeof stateOf> {
  const state = stateOf(incident.lines);
  if (hasNoData(incident)) return { ...state, ...noDataState };
  const { unsent: count } = incident;
  if (!count || state.is !== 'resolved') return state;
  return { ...state, name: incidentMsg.resolvedOfSent({ count }), kind: 'unclear' };
}

const noDataState = { name: incidentMsg.noData(), kind: 'unclear' } as const;

/** Checks whether an ongoing condition has no data or can't be read, and none is known to be firing. */
export function hasNoData({ ended, lines }: Pick<Incident, 'ended' | 'lines'>): boolean {
  const isBlind = ({ noData, unread }: IncidentLine) => noData || unread !== undefined;
  if (ended !== undefined || lines.some((line) => line.state === 'firing' && !isBlind(line))) return false;
  return lines.some((line) => isOngoing(line) && isBlind(line));
}

export function incidentStatus(incident: Incident, now: number): readonly Text[] {
  const people = lookedAfter(incident, now);
  const isUnnoticed = people.length === 0 && (lengthOf(incident, now) ?? 0) >= unnoticedAfter;
  const unnoticed = isUnnoticed ? [incidentMsg.unacknowledged()] : [];
  const since = sinceFacts(incident, now);
  // The end of an incident beside the name of a pod would seem to be that of the pod.
  const more = present([...killEnd(incident, now), ...recoveryTexts(incident, now), repeatedText(incident, now)]);
  return present([
    join(more.length > 0 ? since : [...since, ...unnoticed], ','),
    more.length > 0 && incidentMsg.capital({ says: join([...more, ...unnoticed], ',') }),
    unreadText(incident, now),
    inOneText(people, ' · '),
    besideText(incident),
  ]);
}

/** Returns why the present state of an ongoing incident isn't known. */
function unreadText(incident: Incident, now: number): Text | undefined {
  const { lines, context, source } = incident;
  const unread = lines.find((line) => isOngoing(line) && line.unread)?.unread;
  if (unread) return silentText(unread, context?.region ?? '–', now);
  return hasNoData(incident) && source.kind !== 'alerts' ? incidentMsg.nothingNewer() : undefined;
}

export function silentText({ since, by }: Unread, region: string, now: number): Text {
  const at = momentNear(since, now);
  return by === 'platform' ? incidentMsg.platformSilent({ at }) : incidentMsg.regionSilent({ region, at });
}

/** Returns the links to the incident before with the same problem, and to the one after it. */
function besideText({ past, later, ended }: Incident): Text | undefined {
  const earlier = past?.earlier?.link;
  const after = ended === undefined ? undefined : later?.link;
  return inOneText(
    present([
      earlier !== undefined && { link: earlier, label: incidentMsg.earlierIncident() },
      after !== undefined && { link: after, label: incidentMsg.laterIncident() },
    ]).map((what) => incidentMsg.linked({ what })),
    ' · ',
  );
}

/** Returns why the incident fires, and what is known about the time before it. */
export function incidentReasons(incident: Incident, now: number): readonly Text[] {
  return present([whyText(incident, now), inOneText(historyTexts(incident, now), ' · ')]);
}

function whyText(incident: Incident, now: number): Text | undefined {
  const { why, died, repeats } = incident;
  if (!why) return lacksReason(incident, now) ? incidentMsg.noReason() : undefined;
  // The title says that memory ran out, and the line below it when and in which pod.
  if (!hasNoData(incident) && presentKill(incident)) return undefined;
  const inPod = died && incidentMsg.inPod({ pod: died.pod, at: momentNear(died.at, now) });
  if (isDiedBeside(incident)) {
    const before = isStartKnown(incident) ? incidentMsg.diedBefore : incidentMsg.diedBeforeCheck;
    const says = isDiedBefore(incident) ? before : incidentMsg.diedDuring;
    return says({ what: join(present([why, inPod]), ',') });
  }
  return incidentMsg.why({ why: join(present([why, inPod, repeats]), ',') });
}

/** Minimum time before a firing without the same problem that is news, in ms. */
const knownFor = 24 * 3_600_000;

/** Returns that an ongoing incident is the first one of its problem, and that nothing was changed before it. */
function historyTexts(incident: Incident, now: number): readonly Text[] {
  const { ended, past, before, elsewhere, repeats, times } = incident;
  if (ended !== undefined) return [];
  const isFirst = past?.times === times && past.count === 1 && !repeats;
  const knownUntil = presentFiring(incident, now).from - knownFor;
  const since = past?.since !== undefined && past.since <= knownUntil ? past.since : undefined;
  return present([
    before.length === 0 && elsewhere?.times === times && isStartKnown(incident) && incidentMsg.noChange(),
    isFirst && since !== undefined && firstText(incident, since, now),
  ]);
}

function firstText({ lines, source }: Incident, since: number, now: number): Text {
  const isOfWatch = lines.some(({ watchedSince }) => watchedSince === since);
  if (isOfWatch) return incidentMsg.firstSince({ at: momentNear(since, now) });
  const length = roughDurationText(now - since, Math.floor);
  return source.kind === 'alerts' ? incidentMsg.firstAlert({ length }) : incidentMsg.firstWithin({ length });
}

/** Time from which on the message says that nobody acknowledged the incident, in ms. */
const unnoticedAfter = 10 * 60_000;

function exactLength(incident: Incident, now: number): Text | undefined {
  const length = lengthOf(incident, now);
  if (length === undefined || length < sampleEvery) return undefined;
  return incidentMsg.lastingExactly({ length: durationText(minuteOf(length)) });
}

/** Returns how long an ongoing incident has lasted, in ms. */
function lengthOf(incident: Incident, now: number): number | undefined {
  return incident.ended === undefined ? now - presentFiring(incident, now).from : undefined;
}

/** Returns the number of firings with this problem, and when the first of them began. */
function repeatedText({ times, past, ended }: Incident, now: number): Text | undefined {
  if (past?.times === times && past.count > 1 && past.since !== undefined)
    return incidentMsg.repeated({ count: past.count, at: momentNear(past.since, ended ?? now) });
  return times > 1 ? incidentMsg.times({ count: times }) : undefined;
}

/** Time from which on a missing reason isn't news, in ms. */
const awaitedFor = 30 * 60_000;

/** Checks whether the platform's events were just read for why a component's containers end, without finding it. */
function lacksReason(incident: Incident, now: number): boolean {
  const { component, elsewhere, ended, lines } = incident;
  if (now - presentFiring(incident, now).from >= awaitedFor) return false;
  return component !== undefined && elsewhere !== undefined && ended === undefined && lines.some(isOfCrash);
}

function lookedAfter(incident: Incident, now: number): readonly Text[] {
  const { acknowledged, ended, source } = incident;
  const silence = ended === undefined ? silenceOf(incident, now) : undefined;
  const past = ended === undefined ? undefined : pastSilence(incident, ended);
  return present([
    acknowledged &&
      incidentMsg.acknowledged({ who: { user: acknowledged.id }, at: momentNear(acknowledged.at, ended ?? now) }),
    silence && silencedText(incident, silence, now),
    silence && source.kind === 'alerts' && incidentMsg.silencedHere(),
    past &&
      (past.until > now
        ? silencedText(incident, past, now)
        : incidentMsg.silencedBefore({ who: { user: past.id }, ...spanOf(past.at, past.until) })),
  ]);
}

export function incidentMark(incident: Incident): string {
  return stateMarks[shownState(incident).kind];
}

/** Returns since when the incident lasts, for use below a title with its mark, in an answer that isn't edited. */
export function incidentSince(incident: Incident, now: number): Text {
  const isFiring = shownState(incident).name === stateNames.firing.name;
  const since = sinceFacts(incident, now, isFiring ? exactLength(incident, now) : undefined);
  const says = join(present([...since, ...killEnd(incident, now), repeatedText(incident, now)]), ',');
  const recovery = recoveryTexts(incident, now);
  return recovery.length === 0 ? says : join([says, incidentMsg.capital({ says: join(recovery, ',') })], ' · ');
}

/** @param lasting for how long it fires. A message doesn't say that, because it isn't edited every minute. */
function sinceFacts(incident: Incident, now: number, lasting?: Text): readonly Text[] {
  const killed = killTexts(incident, now);
  const { from, to } = presentFiring(incident, incident.ended ?? now);
  const { ended } = incident;
  const paused = pauseOf(incident);
  const since = killed ??
    expiryTexts(incident) ?? [
      sinceAlone(begunLine(incident, from), paused ? undefined : ended && to, paused ? (ended ?? now) : now),
      ...present([lasting]),
    ];
  return incidentFacts(incident, [...since, ...pausedTexts(incident), ...recoveryThen(incident)], now);
}

/** Returns since when all conditions recovered as their watch was edited or deleted, so that nobody saw their end. */
function recoveryThen({ lines, ended }: Incident): readonly Text[] {
  const began = lines.map(({ recovering }) => recovering);
  const isLast = ended !== undefined && lines.every(({ state }) => state === 'unwatched');
  if (!isLast || began.includes(undefined)) return [];
  return [incidentMsg.recoveringSince({ at: momentNear(Math.max(...present(began)), ended) })];
}

/** Returns who paused the watch and when, because nobody knows whether the problem went on. */
function pausedTexts(incident: Incident): readonly Text[] {
  const paused = pauseOf(incident);
  return paused ? [incidentMsg.pausedBy(pauseFacts(paused))] : [];
}

function pauseFacts({ id, at }: IncidentAction) {
  return { who: { user: id }, at: momentNear(at, at) };
}

export function incidentSummary(incident: Incident, now: number): Text {
  const state = shownState(incident);
  const [instead] = killTexts(incident, now) ?? expiryTexts(incident) ?? [];
  const { from, to } = presentFiring(incident, incident.ended ?? now);
  const since = instead
    ? incidentMsg.inState({ state: stateAlone(state), what: instead })
    : stateSince(state, begunLine(incident, from), pauseOf(incident) ? undefined : incident.ended && to, now);
  const facts = present([
    ...incidentFacts(incident, [since, ...pausedTexts(incident)], now),
    repeatedText(incident, now),
  ]);
  return join(present([join(facts, ','), unreadText(incident, now), ...lookedAfter(incident, now)]), ' · ');
}

function incidentFacts(incident: Incident, since: readonly Text[], now: number): readonly Text[] {
  const { lines, severity } = incident;
  return present([
    ...since,
    sharedGap(incident),
    severity !== undefined && incidentMsg.severity({ severity }),
    ...(areValuesShared(lines, now) && !expiryTexts(incident) ? lines.slice(0, 1).flatMap(valuesAt(now)) : []),
  ]);
}

/** Returns when all conditions were without data, after which they went on. */
function sharedGap(incident: Incident): Text | undefined {
  const [first, ...others] = presentLines(incident);
  return first && others.every(({ gap }) => isSameJson(gap, first.gap)) ? gapText(first) : undefined;
}

function gapText({ gap }: IncidentLine): Text | undefined {
  if (!gap) return undefined;
  const span = spanOf(gap.from, gap.to);
  const isOne = gap.to - gap.from + sampleEvery === gap.lasted;
  return isOne ? incidentMsg.gap(span) : incidentMsg.gaps({ ...span, length: durationText(gap.lasted) });
}

/** Returns when a certificate expires, in place of the time since it is due. */
function expiryTexts({ lines: [line, ...others] }: Incident): readonly [Text] | undefined {
  if (!line?.value || others.length > 0 || line.item !== 'certificates' || !isOngoing(line)) return undefined;
  return [incidentMsg.capital({ says: line.value })];
}

/** Returns when memory ran out, in place of the time since the incident lasts, and of a record, until when it didn't. */
function killTexts(incident: Incident, now: number): readonly [Text, ...Text[]] | undefined {
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
function killEnd(incident: Incident, now: number): readonly Text[] {
  return killTexts(incident, now) ? endTexts(incident, now) : [];
}

/** Returns since when a recovering incident recovers, and when it ends. */
function recoveryTexts(incident: Incident, now: number): readonly Text[] {
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

function killText({ at, times: count = 1 }: Killed, now: number): Text {
  const moment = momentNear(at, now);
  return count > 1 ? incidentMsg.killedTimes({ count, at: moment }) : incidentMsg.killed({ at: moment });
}

function killedState(killed: Killed, shown: ReturnType<typeof stateOf> | undefined, now: number): Text {
  const what = killText(killed, now);
  return shown ? incidentMsg.inState({ state: stateAlone(shown), what }) : what;
}

/** Returns the common state of some conditions. If all moved to one app, the state's name contains the app. */
function stateOf(lines: Incident['lines']): { readonly is: LineState; readonly name: Text; readonly kind: StateMark } {
  const is = incidentState({ lines });
  const named = { is, ...stateNames[is] };
  const unwatched = lines.filter(({ state }) => state === 'unwatched');
  if (is === 'unwatched' && unwatched.every(({ isChanged }) => isChanged))
    return { ...named, name: incidentMsg.watchChanged() };
  if (pauseOf({ lines })) return { ...named, name: incidentMsg.watchPaused() };
  const apps = new Set(lines.flatMap(({ state, movedTo }) => (state === 'moved' ? [movedTo] : [])));
  const [app] = apps;
  if (is !== 'moved' || app === undefined || apps.size > 1) return named;
  return { ...named, name: incidentMsg.movedTo({ app }) };
}

function silencedText({ silenced, source }: Incident, silence: Silence, now: number): Text {
  const { id, until, recovered } = silence;
  const who = { user: id };
  if (recovered) return incidentMsg.silencedUntilOver({ who });
  const says = incidentMsg.silenced({ who, until: momentNear(until, now) });
  if (source.kind === 'alerts') return says;
  return silence === silenced ? incidentMsg.silencedAlone({ says }) : incidentMsg.silencedWatch({ says });
}

function stateSince(
  { name, kind }: ReturnType<typeof stateOf>,
  line: LineBegin,
  ended: number | undefined,
  now: number,
): Text {
  const state = stateAlone({ name, kind });
  if (ended !== undefined) return incidentMsg.after({ state, length: knownLength(line, ended) });
  return (isFound(line) ? incidentMsg.foundBegan : incidentMsg.began)({ state, at: momentNear(line.since, now) });
}

function stateAlone({ name, kind }: Pick<ReturnType<typeof stateOf>, 'name' | 'kind'>): Text {
  return incidentMsg.markedBold({ mark: stateMarks[kind], state: name });
}

/** Same as `stateSince`, for use below a title that shows the state. */
function sinceAlone(line: LineBegin, ended: number | undefined, now: number): Text {
  const { since } = line;
  if (ended !== undefined) {
    const span = spanOf(since, ended);
    return minuteOf(since) === minuteOf(ended)
      ? incidentMsg.withinAlone({ at: span.from })
      : incidentMsg.spanAlone({ ...span, length: knownLength(line, ended) });
  }
  const at = momentNear(since, now);
  return isFound(line) ? incidentMsg.foundAlone({ at }) : incidentMsg.beganAlone({ at });
}

function spanOf(from: number, to: number) {
  const show = to - from < sameDay ? 'time' : 'stamp';
  return { from: { at: from, show }, to: { at: to, show } } as const;
}

/** Returns how long a condition lasted: a minimum, if it was met when its watch looked first. */
function knownLength(line: LineBegin, ended: number): Text {
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

type ShownValues = Pick<
  IncidentLine,
  'value' | 'furthest' | 'isLowest' | 'state' | 'noData' | 'seen' | 'item' | 'unread'
>;

/** Returns a condition's most extreme value, and its present one, or without data the last one with its time. */
export function valueTexts(line: ShownValues, now: number): readonly Text[] {
  const { value, furthest, isLowest, noData, unread, item } = line;
  // A certificate's expiry date isn't a current value.
  if (item === 'certificates') return value && isOngoing(line) ? [value] : [];
  return present([
    isOngoing(line) && (noData || unread ? unseenText(line, now) : value && incidentMsg.now({ value })),
    furthest && (isLowest ? incidentMsg.lowest({ value: furthest }) : incidentMsg.furthest({ value: furthest })),
  ]);
}

function unseenText({ value, seen, unread }: ShownValues, now: number): Text | undefined {
  const at = seen === undefined ? undefined : momentNear(seen, now);
  if (value) return at ? incidentMsg.lastAt({ value, at }) : incidentMsg.last({ value });
  // Why it can't be read is said with a time of its own.
  return at && !unread ? incidentMsg.unknownSince({ at }) : undefined;
}

function valuesAt(now: number): (line: ShownValues) => readonly Text[] {
  return (line) => valueTexts(line, now);
}

/** Returns one line for each condition if there are several, then the number of omitted ones. @param now epoch ms */
export function incidentLines(incident: Incident, now: number): readonly Text[] {
  const { lines, more: unshown = 0, component, title } = incident;
  // If the incident has its own title, a single condition's text isn't shown elsewhere, so it is shown here.
  const [only] = title ? lines : [];
  if (lines.length + unshown < 2 && !incident.unsent) return only && !hasText(title, only.what) ? [only.what] : [];
  if (!title && areBothNamed(incident) && lines.every((line) => isAsFirst(line, lines, now))) return [];
  const isAllSilenced = silenceOf(incident, now) !== undefined;
  const isShared = areValuesShared(lines, now);
  const isGapShared = sharedGap(incident) !== undefined;
  const titleIn = (line: IncidentLine) => (component?.id === line.component?.id ? line.what : lineTitle(line));
  const alike = Map.groupBy(lines, (line) => JSON.stringify(titleIn(line)));
  const states = new Set(lines.map(({ state, noData, movedTo }) => JSON.stringify([state, noData, movedTo])));
  const isAlike = states.size === 1;
  const shownTimes = ({ since, ended = 0, recovered = ended }: Pick<IncidentLine, 'since' | 'ended' | 'recovered'>) =>
    [since, recovered].map(minuteOf).join();
  const { from, to } = presentFiring(incident, incident.ended ?? now);
  const ofIncident = shownTimes({ since: from, ended: incident.ended && to });
  // Unless all conditions are lack of memory, the line below the title doesn't say when it ran out.
  const isKillSaid = presentKill(incident) !== undefined;
  const shown = lines.slice(0, maxShown).map((line) => {
    const own = titleIn(line);
    // Two watches may have the same text, because they may differ only in duration or in components.
    const { watch } = line;
    const isOne = watch === undefined || alike.get(JSON.stringify(own))?.length === 1;
    const named = line.watched ? titleIn(asWatched(line)) : incidentMsg.ofWatch({ line: own, watch: watch ?? '–' });
    const title = isOne ? own : named;
    // The title shows a common state, and the line below it the incident's times.
    const isSame = shownTimes(line) === ofIncident;
    const kill = isKillSaid || line.noData ? undefined : presentKill({ ...incident, lines: [line] });
    // A later end of a pod is that of a later firing.
    const killed = kill && kill.at <= (line.ended ?? now) ? kill : undefined;
    const shown = shownState({ lines: [line] });
    const ended = line.recovered ?? line.ended;
    const unsent = line.state === 'unreported' ? line.lastSent : undefined;
    const state =
      unsent !== undefined
        ? incidentMsg.notSent({ mark: stateMarks.unclear, at: momentNear(unsent, now) })
        : line.paused
          ? incidentMsg.linePaused({ mark: stateMarks.unclear, ...pauseFacts(line.paused) })
          : killed
            ? killedState(killed, isAlike ? undefined : shown, line.ended ?? now)
            : isAlike
              ? sinceAlone(line, ended, now)
              : isSame
                ? stateAlone(shown)
                : stateSince(shown, line, ended, now);
    const silence = isAllSilenced || !isOngoing(line) ? undefined : silenceOfLine(incident, line, now);
    // An open address's text already contains the time when it was first seen, so omit the state.
    const more = [
      ...(isGapShared ? [] : present([gapText(line)])),
      ...(isShared ? [] : valueTexts(line, now)),
      ...(silence ? [silencedText(incident, silence, now)] : []),
    ];
    const isSaid =
      isAlike && !killed && !line.paused && (isSame || (line.item === 'exposure' && line.state === 'firing'));
    const texts = [...(isSaid ? [] : [state]), ...more];
    return texts.length === 0
      ? incidentMsg.lineAlone({ line: title })
      : incidentMsg.lineState({ line: title, state: join(texts, ',') });
  });
  const left = lines.length + unshown - shown.length;
  return present([...shown, left > 0 && incidentMsg.moreLines({ count: left }), unsentText(incident)]);
}

/** Checks whether a title contains a text as a value. In JSON, only a value can have unescaped quotation marks. */
function hasText(title: Text | undefined, text: Text): boolean {
  return JSON.stringify(title ?? '').includes(JSON.stringify(text));
}

/** Returns how many alerts Alertmanager didn't send, and where their states are shown. */
export function unsentText({ unsent: count = 0, source }: Incident): Text | undefined {
  return count === 0 ? undefined : incidentMsg.unsent({ count, source: alertmanager(source) });
}

/** Returns Alertmanager's name, linked to the alerts of the incident. Names the host, because the sender chooses it. */
export function alertmanager(source: Incident['source']): Value {
  const link = source.kind === 'alerts' ? URL.parse(source.link ?? '') : undefined;
  return link ? { link: link.href, label: incidentMsg.alertmanagerAt({ host: link.host }) } : verbatim('Alertmanager');
}

/** Checks whether all conditions have the same values, because they are of one item of one component. */
function areValuesShared(lines: Incident['lines'], now: number): boolean {
  const [first, ...others] = lines;
  const isShared = (line: IncidentLine) =>
    line.item !== undefined && line.item === first?.item && line.component?.id === first.component?.id;
  return others.every((line) => isShared(line) && isSameJson(valueTexts(line, now), first && valueTexts(first, now)));
}

/** Checks whether a condition has no value of its own, and the same state as the first one since the same minute. */
function isAsFirst(line: IncidentLine, lines: Incident['lines'], now: number): boolean {
  const [first = line] = lines;
  const told = ({ state, noData, since, ended = 0, silenced }: IncidentLine) =>
    JSON.stringify([state, noData, minuteOf(since), minuteOf(ended), silenced]);
  const hasOwn = valueTexts(line, now).length > 0 && !areValuesShared(lines, now);
  return !hasOwn && told(line) === told(first);
}

/** Returns texts about earlier changes, then later changes, then each earlier firing, the newest firing first. */
export function incidentChanges(incident: Incident, now: number): readonly Text[] {
  const { before, done, firings = [] } = incident;
  // A record isn't edited anymore, so its times stay relative to its end.
  const base = incident.ended ?? now;
  const since = firings.at(-1)?.to ?? Number.NEGATIVE_INFINITY;
  return [
    ...changeLines(before, incidentMsg.before, incidentMsg.beforeAll(), base),
    ...changeLines(
      done.filter(({ at }) => at > since),
      incidentMsg.done,
      incidentMsg.doneAll(),
      base,
    ),
    ...firings
      .map((firing, index) => firingText(withoutTold(firing, incident), incident, doneIn(done, firings, index), base))
      .reverse()
      .slice(0, maxShown),
  ];
}

/** A single change is on the same line as the label; several changes are below the label. */
function changeLines(
  changes: readonly IncidentChange[],
  only: (given: { readonly change: Text }) => Text,
  label: Text,
  now: number,
): readonly Text[] {
  const texts = changes.map((change) => changeText(change, now));
  const [first] = texts;
  if (texts.length < 2) return first ? [only({ change: first })] : [];
  return [label, ...texts.map((change) => incidentMsg.changeItem({ change }))];
}

/** Returns the changes during a firing, and between the previous firing and this one. */
function doneIn(done: Incident['done'], firings: readonly IncidentFiring[], index: number): Incident['done'] {
  const after = firings[index - 1]?.to ?? Number.NEGATIVE_INFINITY;
  const until = firings[index]?.to ?? 0;
  return done.filter(({ at }) => at > after && at <= until);
}

/** Leaves out the silence of an earlier firing that goes on, because the message says that once. */
function withoutTold(firing: IncidentFiring, { silenced, lines }: Incident): IncidentFiring {
  const going = [silenced, ...lines.map((line) => line.silenced)];
  const isTold = going.some((each) => each && each.id === firing.silenced?.id && each.at === firing.silenced.at);
  return isTold ? { ...firing, silenced: undefined } : firing;
}

function firingText(
  firing: IncidentFiring,
  incident: Pick<Incident, 'lines'>,
  done: Incident['done'],
  now: number,
): Text {
  const { from, to, acknowledged, silenced, peaks, died } = firing;
  const at = momentNear(from, now);
  const span = died
    ? killText(died, now)
    : minuteOf(from) === minuteOf(to)
      ? incidentMsg.firingWithin({ at })
      : incidentMsg.firingSpan({ ...spanNear(from, to, now), length: lengthOfFiring(incident, firing) });
  // Two watches of one item may differ only in their limits.
  const isOne = peaks.every((peak) => isSameJson(peakTexts(peak), peaks.slice(0, 1).flatMap(peakTexts)));
  const values = (isOne ? peaks.slice(0, 1) : peaks).map((peak) => {
    const [value] = peakTexts(peak);
    return isOne || !value ? value : incidentMsg.titleOf({ name: peak.what, what: value });
  });
  const taken = acknowledged && incidentMsg.firingAcknowledged({ who: { user: acknowledged.id } });
  // A silence that was on at the end of the firing may have lasted longer.
  const quiet =
    silenced &&
    (silenced.until < to
      ? incidentMsg.firingSilenced({ who: { user: silenced.id }, ...spanOf(silenced.at, silenced.until) })
      : incidentMsg.firingSilencedFrom({ who: { user: silenced.id }, from: spanOf(silenced.at, to).from }));
  const says = join(present([span, ...values, taken, quiet]), ',');
  const changesOf = (some: Incident['done']) =>
    inOneText(
      some.map((change) => changeText(change, now)),
      '; ',
    );
  const before = changesOf(done.filter((change) => change.at < from));
  const since = changesOf(done.filter((change) => change.at >= from));
  const changed = [
    before && incidentMsg.firingBefore({ changes: before }),
    since && incidentMsg.firingDone({ changes: since }),
  ];
  return join(present([says, ...changed]), '; ');
}

function peakTexts(peak: IncidentFiring['peaks'][number]): readonly Text[] {
  return valueTexts({ ...peak, state: 'resolved' }, 0);
}

function changeText({ what, by, at, link }: IncidentChange, now: number): Text {
  const moment = momentNear(at, now);
  const linked = link === undefined ? what : { link, label: what };
  return by === undefined
    ? incidentMsg.changeAlone({ what: linked, at: moment })
    : incidentMsg.change({ what: linked, by, at: moment });
}

/** Returns which other incident of the component is ongoing, or was when this one ended. */
export function alsoOngoing({ also, ended }: Pick<Incident, 'also' | 'ended'>): Text | undefined {
  if (!also) return undefined;
  const { title, link, recovering, noData } = also;
  const isPast = ended !== undefined;
  const says = isPast
    ? incidentMsg.alsoThen
    : noData
      ? incidentMsg.alsoWithoutData
      : recovering
        ? incidentMsg.alsoRecovering
        : incidentMsg.joined;
  return says({ title: link === undefined ? title : { link, label: title } });
}

export function mentionsText(who: readonly string[]): Text {
  return join(who.map((id) => incidentMsg.mentioned({ who: mentionOf(id) })));
}

/** @param link link of the incident's message, for a note that is also shown in the channel */
export function noteText(note: IncidentNote, incident: Incident, link?: string): Text {
  const text = noteAlone(note, incident, link);
  if (note.mention.length === 0) return text;
  const who = mentionsText(note.mention);
  // The state of an end would seem to be that of the people, if it came after them, and a name part of theirs.
  if (note.what === 'ended') return incidentMsg.endedFor({ text, who });
  return note.what === 'unsilenced' ? incidentMsg.overFor({ text, who }) : incidentMsg.withMentions({ who, text });
}

function noteAlone({ what, keys, at }: IncidentNote, incident: Incident, link: string | undefined): Text {
  const lines = incident.lines.filter(({ key }) => keys.includes(key));
  const title = lines.length === 0 ? incidentTitle(incident) : incidentTitle({ ...incident, lines, more: 0 });
  switch (what) {
    case 'reopened': {
      const before = incident.firings?.at(-1);
      const length = firingLength(before?.to ?? at, presentFiring(incident, at).from);
      const says = before?.unreported ? incidentMsg.reopenedUnreported : incidentMsg.reopened;
      const linked = link === undefined ? title : { link, label: title };
      const why = reasonOf(incident);
      const values = lines.length === 1 ? lines.flatMap(valuesAt(at)).slice(0, 1) : [];
      const facts = [...values, ...(why ? [incidentMsg.why({ why })] : [])];
      return join([says({ title: linked, count: incident.times, length }), ...facts], ' · ');
    }
    case 'ended': {
      // The incident may have fired again before this text is posted.
      const last = incident.ended === undefined ? incident.firings?.at(-1) : undefined;
      const { from, to, died } = last ?? presentFiring(incident, incident.ended ?? at);
      const state = last ? incidentMsg.resolved() : shownState(incident).name;
      const begun = last ? { ...incident.lines[0], since: from } : begunLine(incident, from);
      const isResolved = died && (last !== undefined || shownState(incident).is === 'resolved');
      const says = isResolved
        ? incidentMsg.notAgainFor({ state, length: firingLength(died.at, at) })
        : incidentMsg.after({ state, length: knownLength(begun, to) });
      const gap = last ? undefined : sharedGap(incident);
      return incidentMsg.over({ title, state: join(present([says, gap]), ',') });
    }
    case 'joined':
      return incidentMsg.joined({ title });
    case 'reminder': {
      const began = Math.min(...incident.lines.filter(isOngoing).map(({ since }) => since), at);
      return incidentMsg.reminder({ title, length: durationText(Math.round((at - began) / 3_600_000) * 3_600_000) });
    }
    case 'still-firing':
      return incidentMsg.stillFiring({ title });
    case 'unsilenced': {
      const by = incident.history.find((step) => step.what === 'unsilenced' && step.at === at)?.by;
      return incidentMsg.unsilenced({ who: by?.name ?? '–', title });
    }
  }
}
