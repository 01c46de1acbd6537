import { present } from '../defined.ts';
import { roughDurationText } from '../text/duration-messages.ts';
import { momentNear } from '../text/instant-text.ts';
import { listText } from '../text/joined.ts';
import { inOneText, join, type Text, type Value, verbatim } from '../text/text.ts';
import { minuteOf } from '../watch/watch-state.ts';
import {
  begunLine,
  type Incident,
  type IncidentAction,
  type IncidentLine,
  isDiedBefore,
  isDiedBeside,
  isOfCrash,
  isOngoing,
  isStartKnown,
  knownAt,
  pastSilence,
  pauseOf,
  presentFiring,
  presentKill,
  presentLines,
  reopenedWithin,
  type Silence,
  silenceGoingOn,
  silenceOf,
  silenceOfLine,
  type Unread,
} from './incident.ts';
import { incidentMsg } from './incident-messages.ts';
import { hasNoData, shownState, stateAlone, stateNames } from './incident-state-text.ts';
import {
  exactLength,
  expiryTexts,
  gapText,
  killEnd,
  killedState,
  killTexts,
  recoveryTexts,
  recoveryThen,
  sharedGap,
  sinceAlone,
  sinceBlind,
  spanOf,
  stateSince,
} from './incident-times.ts';
import { areBothNamed, asWatched, hasText, lineTitle, titledLines } from './incident-title.ts';
import { areValuesShared, valuesAt, valueTexts } from './incident-values.ts';
import { stateMarks } from './state-marks.ts';

export const maxShown = 10;

/** Checks whether the message says that nobody acknowledged the incident. @param now epoch ms */
export function isUnnoticed(incident: Incident, now: number): boolean {
  return (
    lookedAfter(incident, now).length === 0 && incident.ended === undefined && now - knownAt(incident) >= unnoticedAfter
  );
}

export function incidentStatus(incident: Incident, now: number): readonly Text[] {
  const people = lookedAfter(incident, now);
  const unnoticed = isUnnoticed(incident, now) ? [incidentMsg.unacknowledged()] : [];
  const since = sinceFacts(incident, now);
  // The end of an incident beside the name of a pod would seem to be that of the pod.
  const more = present([...killEnd(incident, now), ...recoveryTexts(incident, now), repeatedText(incident, now)]);
  // Beside the date on which a certificate expires, it would seem to be about the certificate.
  const isApart = more.length > 0 || expiryTexts(incident) !== undefined;
  const apart = isApart ? inOneText([...more, ...unnoticed], ',') : undefined;
  return present([
    join(isApart ? since : [...since, ...unnoticed], ','),
    apart && incidentMsg.capital({ says: apart }),
    unreadText(incident, now),
    inOneText(people, ' · '),
    limitedText(incident, now),
    besideText(incident),
  ]);
}

/**
 * Returns the last change of a limit during the incident, because its beginning may be within the present limit. Says
 * the value that ended the condition, or that it isn't known. @param isPosted a new message, which mentions nobody for this
 */
export function limitedText(incident: Incident, now: number, isPosted = false): Text | undefined {
  const [last] = presentLines(incident)
    .flatMap(({ limited, ...line }) => (limited ? [{ limited, line }] : []))
    .toSorted((one, other) => other.limited.at - one.limited.at);
  if (!last) return undefined;
  const { id, name, at, was, to } = last.limited;
  const { isChanged, isUnchecked, value, item } = last.line;
  const says = incidentMsg.limited({
    who: isPosted ? name : { user: id },
    at: momentNear(at, incident.ended ?? now),
    was,
    to,
  });
  if (isUnchecked) return incidentMsg.limitUnchecked({ says });
  return isChanged && value && item !== 'certificates' ? incidentMsg.limitedAt({ says, value }) : says;
}

/** Returns the limit with which an ongoing condition began, if it has another one now: it may have reached that later. */
export function limitThenText({ limited, isChanged }: IncidentLine): Text | undefined {
  return limited && !isChanged ? incidentMsg.limitThen({ was: limited.first ?? limited.was }) : undefined;
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

/** Time after its first post from which on the message says that nobody acknowledged the incident, in ms. */
const unnoticedAfter = 10 * 60_000;

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
  // The platform runs no containers of a third-party component.
  const isRun = component !== undefined && !component.thirdParty;
  return isRun && elsewhere !== undefined && ended === undefined && lines.some(isOfCrash);
}

function lookedAfter(incident: Incident, now: number): readonly Text[] {
  const { acknowledged, ended, source } = incident;
  const silence = ended === undefined ? silenceOf(incident, now) : undefined;
  const goesOn = silenceGoingOn(incident, now);
  const past = ended === undefined || goesOn ? undefined : pastSilence(incident, ended);
  return present([
    acknowledged &&
      incidentMsg.acknowledged({ who: { user: acknowledged.id }, at: momentNear(acknowledged.at, ended ?? now) }),
    silence && silencedText(incident, silence, now),
    silence && source.kind === 'alerts' && incidentMsg.silencedHere(),
    goesOn && silencedAgainText(incident, goesOn, now),
    past &&
      (past.until > now && past !== incident.silenced
        ? silencedText(incident, past, now)
        : incidentMsg.silencedBefore({
            who: { user: past.id },
            ...spanOf(past.at, Math.min(past.until, ended ?? past.until)),
          })),
  ]);
}

/** Returns an incident with the conditions that its title names, so that the time beside it is theirs. */
function asTitled(incident: Incident): Incident {
  return incident.ended === undefined ? { ...incident, lines: titledLines(incident.lines) } : incident;
}

/** Returns since when the incident lasts, for use below a title with its mark, in an answer that isn't edited. */
export function incidentSince(incident: Incident, now: number): Text {
  const isFiring = shownState(incident).name === stateNames.firing.name;
  const since = sinceFacts(incident, now, isFiring ? exactLength(asTitled(incident), now) : undefined);
  const says = join(present([...since, ...killEnd(incident, now), repeatedText(incident, now)]), ',');
  const recovery = recoveryTexts(incident, now);
  return recovery.length === 0 ? says : join([says, incidentMsg.capital({ says: join(recovery, ',') })], ' · ');
}

/** @param lasting for how long it fires. A message doesn't say that, because it isn't edited every minute. */
function sinceFacts(incident: Incident, now: number, lasting?: Text): readonly Text[] {
  const about = asTitled(incident);
  const killed = killTexts(about, now);
  const { from, to } = presentFiring(about, incident.ended ?? now);
  const { ended } = incident;
  const paused = pauseOf(incident);
  const since = killed ??
    expiryTexts(incident) ?? [
      hasNoData(incident)
        ? sinceBlind(begunLine(about, from), now)
        : sinceAlone(begunLine(about, from), paused ? undefined : ended && to, paused ? (ended ?? now) : now),
      ...present([lasting]),
    ];
  return incidentFacts(incident, [...since, ...pausedTexts(incident), ...recoveryThen(incident)], now);
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
  const about = asTitled(incident);
  const [instead] = killTexts(about, now) ?? expiryTexts(incident) ?? [];
  const { from, to } = presentFiring(about, incident.ended ?? now);
  const since = instead
    ? incidentMsg.inState({ state: stateAlone(state), what: instead })
    : stateSince(state, begunLine(about, from), pauseOf(incident) ? undefined : incident.ended && to, now);
  const begun = incident.ended === undefined ? about.lines.find((line) => line.since === from) : undefined;
  const limitThen = begun && limitThenText(begun);
  const facts = present([
    ...incidentFacts(incident, [since, ...present([limitThen]), ...pausedTexts(incident)], now),
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

function silencedText({ silenced, source }: Incident, silence: Silence, now: number): Text {
  const { id, until, recovered } = silence;
  const who = { user: id };
  if (recovered) return incidentMsg.silencedUntilOver({ who });
  const says = incidentMsg.silenced({ who, until: momentNear(until, now) });
  if (source.kind === 'alerts') return says;
  return silence === silenced ? incidentMsg.silencedAlone({ says }) : incidentMsg.silencedWatch({ says });
}

/** The incident has ended: the silence only matters if it fires again in time. */
function silencedAgainText(incident: Incident, silence: Silence, now: number): Text {
  const says = silencedText(incident, silence, now);
  const by = (incident.ended ?? now) + reopenedWithin;
  return silence.until <= by
    ? incidentMsg.silencedAgain({ says })
    : incidentMsg.silencedAgainBy({ says, by: momentNear(by, now) });
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

/** Returns how many alerts Alertmanager didn't send, and where their states are shown. */
export function unsentText({ unsent: count = 0, source }: Incident): Text | undefined {
  return count === 0 ? undefined : incidentMsg.unsent({ count, source: alertmanager(source) });
}

/** Returns Alertmanager's name, linked to the alerts of the incident. Names the host, because the sender chooses it. */
export function alertmanager(source: Incident['source']): Value {
  const link = source.kind === 'alerts' ? URL.parse(source.link ?? '') : undefined;
  return link ? { link: link.href, label: incidentMsg.alertmanagerAt({ host: link.host }) } : verbatim('Alertmanager');
}

/** Checks whether a condition has no value of its own, and the same state as the first one since the same minute. */
function isAsFirst(line: IncidentLine, lines: Incident['lines'], now: number): boolean {
  const [first = line] = lines;
  const told = ({ state, noData, since, ended = 0, recovered = ended, silenced }: IncidentLine) =>
    JSON.stringify([state, noData, minuteOf(since), minuteOf(recovered), silenced]);
  const hasOwn = valueTexts(line, now).length > 0 && !areValuesShared(lines, now);
  return !hasOwn && told(line) === told(first);
}

/** Returns which incidents from before an outage still fire when it is over. */
export function afterOutage({ lines }: Pick<Incident, 'lines'>): readonly Text[] {
  const [line] = lines;
  if (!line?.hidden || isOngoing(line)) return [];
  const { hidden } = line;
  if (hidden.length === 0) return [incidentMsg.noneAfter()];
  const [blind, firing] = [true, undefined].map((isBlind) => hidden.filter(({ noData }) => noData === isBlind));
  return present([
    firing?.length ? incidentMsg.fireAfter({ incidents: hiddenText(firing) }) : undefined,
    blind?.length ? incidentMsg.blindAfter({ incidents: hiddenText(blind) }) : undefined,
  ]);
}

function hiddenText(hidden: NonNullable<IncidentLine['hidden']>): Text {
  const shown = hidden
    .slice(0, maxShown)
    .map(({ title, link }) => (link === undefined ? title : { link, label: title }));
  const more = hidden.length - shown.length;
  return listText([
    ...shown.map((what) => incidentMsg.linked({ what })),
    ...(more > 0 ? [incidentMsg.moreLines({ count: more })] : []),
  ]);
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
