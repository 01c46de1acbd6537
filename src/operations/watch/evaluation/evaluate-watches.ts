import { isSameJson, present } from '../../../core/defined.ts';
import {
  endLines,
  type Incident,
  type IncidentLine,
  isOngoing,
  Silence,
  type Unread,
} from '../../../core/incident/incident.ts';
import {
  type IncidentNote,
  type Observation,
  observeLines,
  passTime,
  tellEnd,
} from '../../../core/incident/observe-lines.ts';
import { isMoving } from '../../../core/runs/moving-status.ts';
import { type Text, verbatim } from '../../../core/text/text.ts';
import { isReadByRange, positionOf, recoveryAt, type WatchItem } from '../../../core/watch/watch-condition.ts';
import {
  isLastOld,
  lastSeen,
  minuteOf,
  newTrack,
  trackKey,
  type WatchChange,
  type WatchSample,
  type WatchTrack,
} from '../../../core/watch/watch-state.ts';
import type { ComponentSummary } from '../../../platform/component/component-endpoints.ts';
import { namesOfComponents } from '../../../platform/monitoring/monitoring-reply.ts';
import { namedOf } from '../../shared/find-component.ts';
import { type GoneComponent, secondListAfter } from '../../shared/place/gone-component.ts';
import { type LatestValue, silenceOfWatch, type Watch, type WatchEvaluation } from '../../shared/watch/stored-watch.ts';
import { conditionMsg } from '../condition-messages.ts';
import { watchText } from '../watch-text.ts';
import {
  conditionNote,
  conditionText,
  expiryValue,
  exposureNote,
  limitText,
  shownValue,
  watchedCertificateText,
} from '../watched-items.ts';
import { type ComponentReading, evaluateComponents, evaluateSamples, timeLeft } from './evaluate-components.ts';
import type { WatchedAddress } from './read-addresses.ts';
import type { NamedCertificate, WatchedCertificate } from './read-samples.ts';

export interface MinuteReading extends ComponentReading<ComponentSummary> {
  /** Time of the list of components, epoch ms. */
  readonly listedAt: number;
  /** Certificates of the app's rules; undefined if they weren't read. */
  readonly certificates: readonly WatchedCertificate[] | undefined;
  readonly unreadCertificates: readonly NamedCertificate[];
  readonly isEstimated: boolean;
  /** The app's external addresses; undefined if they weren't read. */
  readonly addresses: readonly WatchedAddress[] | undefined;
  readonly unmeasured: readonly WatchItem[];
  /** States of components that the list lacks, by id. Without an entry if the search for the component failed. */
  readonly gone: ReadonlyMap<string, GoneComponent>;
  /** Since when and why the app couldn't be read; undefined if it was read. */
  readonly unread?: Unread | undefined;
}

export interface EvaluationInput extends MinuteReading {
  /** Watches that aren't paused. */
  readonly watches: readonly Watch[];
  /** Ids of all existing watches, including paused watches. */
  readonly existing: ReadonlySet<string>;
  readonly before: WatchEvaluation;
  readonly incidents: readonly Incident[];
  /** Epoch ms. */
  readonly now: number;
}

export interface EvaluationResult {
  readonly evaluation: WatchEvaluation;
  readonly changed: readonly Incident[];
  readonly notes: readonly IncidentNote[];
}

interface Evaluated {
  readonly watch: Watch;
  readonly component: NonNullable<IncidentLine['component']>;
  readonly certificate?: WatchedCertificate;
  readonly address?: Pick<WatchedAddress, 'component' | 'text' | 'isOdd'> & { readonly note?: Text };
  readonly track: WatchTrack;
  readonly changes: readonly WatchChange[];
  /** The thing couldn't be read, so the track is an earlier one. */
  readonly isUnread?: true;
}

export function evaluateWatches(input: EvaluationInput): EvaluationResult {
  const { before, itemValues, minute, components } = input;
  const moving = movingSince(input);
  const names = namesOfComponents(components ?? []);
  const evaluated = [
    ...(components === undefined ? unread(input) : []),
    ...unreadItems(input),
    ...input.watches.flatMap((watch) => evaluateOne(watch, input, { moving, names })),
  ];
  const evaluatedKeys = new Set(evaluated.map(({ watch, component }) => trackKey(watch.id, component.id)));
  const tracks = {
    // Keep the tracks of paused watches, of unread items, and of components that are missing from only one list.
    ...Object.fromEntries(
      Object.entries(before.tracks).filter(([key]) => !evaluatedKeys.has(key) && isStillWatched(key, input)),
    ),
    ...Object.fromEntries(
      evaluated.flatMap(({ watch, component, track }) =>
        isKept(track) ? [[trackKey(watch.id, component.id), track] as const] : [],
      ),
    ),
  };
  const isUsed = (item: WatchItem) => input.watches.some(({ condition }) => condition.item === item);
  const items = {
    ...before.items,
    // An item that was read only after a change isn't evaluated for watches.
    ...Object.fromEntries([...itemValues].flatMap(([item, { to }]) => (isUsed(item) ? [[item, to]] : []))),
    // If data couldn't be read, nothing was evaluated: keep the old time, which shows the delay.
    ...(components ? { abnormal: minute } : {}),
    ...(input.certificates ? { certificates: minute } : {}),
    ...(input.addresses ? { exposure: minute } : {}),
  };
  const unmeasured = Object.fromEntries(input.unmeasured.map((item) => [item, before.unmeasured?.[item] ?? minute]));
  const absent = absentSince(input);
  const cannotRead = input.unreadCertificates.map(({ name }) => name);
  const notRead = cannotRead.length > 0 ? { unread: cannotRead } : {};
  const certificates = input.certificates
    ? Object.fromEntries([...input.certificates, ...input.unreadCertificates].map(({ id, name }) => [String(id), name]))
    : before.certificates;
  const named = {
    ...(certificates && Object.keys(certificates).length > 0 ? { certificates } : {}),
    ...namesOf(Object.keys(tracks), names, before),
  };
  const notMeasured = input.unmeasured.length > 0 ? { unmeasured } : {};
  const moved = movedAmong(input, Object.keys(absent));
  const latest = latestOf(input, evaluated);
  const evaluation = { items, tracks, moving, absent, ...moved, ...named, ...notMeasured, ...notRead, ...latest };
  return { evaluation, ...incidentsOf(input, evaluated) };
}

/** Returns each watch's value closest to its limit. Without new values, keeps the last one with its time. */
function latestOf(input: EvaluationInput, evaluated: readonly Evaluated[]): Pick<WatchEvaluation, 'latest'> {
  const { watches, before, minute } = input;
  const latest = watches.flatMap((watch) => {
    const { id, condition } = watch;
    const own = evaluated.filter((each) => each.watch === watch && !each.isUnread);
    const values = own.flatMap(({ component, certificate, track }): readonly LatestValue[] => {
      const last = certificate ? { value: certificate.expiresAt, at: minute } : track.last;
      return last && (certificate || !isLastOld(track))
        ? [{ thing: component.id, value: last.value, at: last.at }]
        : [];
    });
    const isFurther = (one: LatestValue, other: LatestValue) =>
      condition.side === 'above' ? other.value - one.value : one.value - other.value;
    const last = before.latest?.[id];
    const isOver = last && condition.item === 'certificates' && isCertificateUsed(last.thing, input) === false;
    // An edited watch may measure something else.
    const kept = last && !isOver && last.at >= watch.at && last;
    const [furthest] = values.length > 0 ? values.toSorted(isFurther) : present([kept]);
    return furthest ? [[id, furthest] as const] : [];
  });
  return latest.length > 0 ? { latest: Object.fromEntries(latest) } : {};
}

function namesOf(
  keys: readonly string[],
  names: ReadonlyMap<string, string>,
  before: WatchEvaluation,
): Pick<WatchEvaluation, 'names'> {
  const named = keys.flatMap((key) => {
    const [, id = ''] = key.split(' ');
    const name = names.get(id) ?? before.names?.[id];
    return name === undefined ? [] : [[id, name] as const];
  });
  return named.length > 0 ? { names: Object.fromEntries(named) } : {};
}

/** Checks whether a track that wasn't evaluated now might be evaluated later. */
function isStillWatched(key: string, input: EvaluationInput): boolean {
  const [id = '', thing = ''] = key.split(' ');
  const watch = input.watches.find((each) => each.id === id);
  if (!watch) return input.existing.has(id);
  if (watch.condition.item === 'certificates') return !input.certificates || isUnread(thing, input);
  if (watch.condition.item === 'exposure') return !input.addresses;
  if (watch.components?.every((each) => each.id !== thing)) return false;
  // The condition continues until the search for the component has a result.
  const goesOn = input.incidents.some(({ lines }) => lines.some((line) => line.key === key && isOngoing(line)));
  return !isGone(thing, input, input.before) || (goesOn && !input.gone.has(thing));
}

/** Checks whether a rule uses a certificate; undefined if the certificates couldn't be read. */
function isCertificateUsed(certificate: string, input: MinuteReading): boolean | undefined {
  return isUnread(certificate, input) || input.certificates?.some(({ id }) => String(id) === certificate);
}

function isUnread(certificate: string, { unreadCertificates }: Pick<MinuteReading, 'unreadCertificates'>): boolean {
  return unreadCertificates.some(({ id }) => String(id) === certificate);
}

/** Returns the time from which each watched or firing component is missing from the lists; empty without a list. */
function absentSince({ components, listedAt, before, watches, incidents }: EvaluationInput): WatchEvaluation['absent'] {
  if (!components) return {};
  const listed = new Set(components.map(({ serviceId }) => serviceId));
  const watched = watches.flatMap((watch) => (watch.components ?? []).map(({ id }) => id));
  const firing = incidents.flatMap(({ lines }) => lines.flatMap(({ component }) => component?.id ?? []));
  const tracked = Object.keys(before.tracks).flatMap((key) => {
    const [id, thing = ''] = key.split(' ');
    const isOfOne = ({ item }: Watch['condition']) => item !== 'certificates' && item !== 'exposure';
    return watches.some((watch) => watch.id === id && isOfOne(watch.condition)) ? [thing] : [];
  });
  const absent = [...new Set([...watched, ...firing, ...tracked])].filter((id) => !listed.has(id));
  return Object.fromEntries(absent.map((id) => [id, before.absent[id] ?? listedAt]));
}

/** Returns the apps of moved components. If the search for a component failed, keeps its last known app. */
function movedAmong(
  { components, gone, before }: EvaluationInput,
  absent: readonly string[],
): Pick<WatchEvaluation, 'moved'> {
  if (!components) return { moved: before.moved };
  const moved = absent.flatMap((id) => {
    const became = gone.get(id);
    const app = became?.is === 'moved' ? (became.movedTo ?? '') : became ? undefined : before.moved?.[id];
    return app === undefined ? [] : [[id, app] as const];
  });
  return moved.length > 0 ? { moved: Object.fromEntries(moved) } : {};
}

/** Checks whether a component has left the app: two consecutive lists lack it. */
export function isGone(
  id: string,
  { components, listedAt }: Pick<MinuteReading, 'components' | 'listedAt'>,
  { absent }: Pick<WatchEvaluation, 'absent'>,
): boolean {
  if (!components || components.some(({ serviceId }) => serviceId === id)) return false;
  return listedAt - (absent[id] ?? listedAt) >= secondListAfter;
}

function isKept({ state, missing }: WatchTrack): boolean {
  return state !== 'ok' || missing > 0;
}

function movingSince({ before, components, minute }: EvaluationInput): WatchEvaluation['moving'] {
  if (!components) return before.moving;
  return Object.fromEntries(
    components.flatMap(({ serviceId, status }) =>
      isMoving(status) ? [[serviceId, Math.min(before.moving[serviceId] ?? minute, minute)] as const] : [],
    ),
  );
}

/** Adds a missing sample to the known tracks of `abnormal`, because the list couldn't be read. */
function unread(input: EvaluationInput): readonly Evaluated[] {
  return input.watches
    .filter(({ condition }) => condition.item === 'abnormal')
    .flatMap((watch) =>
      knownTracks(watch, input).map(({ component, track }) => ({
        ...{ watch, component },
        ...evaluateSamples(watch.condition, track, [{ at: input.minute, position: 'missing' }]),
      })),
    );
}

/**
 * Returns the tracks of measured items that have been unread for too long, so that their incidents don't show the last
 * values as present ones. The tracks stay unchanged, because the missed range is read later.
 */
function unreadItems(input: EvaluationInput): readonly Evaluated[] {
  const { watches, components, itemValues, minute } = input;
  return watches
    .filter(({ condition: { item } }) => isReadByRange(item) && !(components && itemValues.has(item)))
    .flatMap((watch) =>
      knownTracks(watch, input).flatMap(({ component, track }) =>
        isLastOld(track, minute) ? [{ watch, component, track, changes: [], isUnread: true }] : [],
      ),
    );
}

function knownTracks(watch: Watch, { before, incidents }: EvaluationInput) {
  const prefix = trackKey(watch.id, '');
  return Object.entries(before.tracks).flatMap(([key, track]) => {
    if (!key.startsWith(prefix)) return [];
    const id = key.slice(prefix.length);
    const line = incidents.flatMap(({ lines }) => lines).findLast((each) => each.key === key);
    return [{ component: line?.component ?? { id, name: '' }, track }];
  });
}

interface AppKnown {
  readonly moving: WatchEvaluation['moving'];
  readonly names: ReadonlyMap<string, string>;
}

function evaluateOne(watch: Watch, input: EvaluationInput, { moving, names }: AppKnown): readonly Evaluated[] {
  const { condition } = watch;
  if (condition.item === 'certificates') return evaluateCertificates(watch, input);
  if (condition.item === 'exposure') return evaluateAddresses(watch, input);
  const kept = { tracks: input.before.tracks, moving, first: firstMinuteOf(watch, input) };
  return evaluateComponents(watch, input, kept).map(({ summary, ...came }) => {
    const { id, onEachNode, thirdParty } = namedOf(summary);
    return { watch, component: { id, name: names.get(id) ?? '', onEachNode, thirdParty }, ...came };
  });
}

function evaluateCertificates(watch: Watch, input: EvaluationInput): readonly Evaluated[] {
  const { certificates = [], minute: at } = input;
  return certificates.map((certificate) => {
    const component = { id: String(certificate.id), name: certificate.name };
    const value = certificate.expiresAt - at;
    return evaluateThing({ watch, certificate, component }, input, {
      at,
      value,
      position: positionOf(watch.condition, value),
    });
  });
}

/** Evaluates addresses opened without a request after the watch was made, and addresses that it has reported. */
function evaluateAddresses(watch: Watch, { addresses, ...input }: EvaluationInput): readonly Evaluated[] {
  if (!addresses) return [];
  const { minute: at, before, incidents } = input;
  const open = new Map(addresses.map((each) => [each.key, each]));
  const firing = new Set(addresses.filter(({ isKnown, since }) => !isKnown && since > watch.at).map(({ key }) => key));
  const prefix = trackKey(watch.id, '');
  const tracked = Object.keys(before.tracks).flatMap((key) =>
    key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
  );
  const lines = incidents.flatMap((incident) => incident.lines);
  const note = exposureNote(addresses.flatMap(({ isOdd, key, row }) => (isOdd && !firing.has(key) ? [row] : [])));
  return [...new Set([...firing, ...tracked])].map((id) => {
    const line = lines.findLast(({ key }) => key === trackKey(watch.id, id));
    const closed = line?.component && { component: line.component, text: line.what, isOdd: false };
    const openAddress = open.get(id);
    const address = openAddress ? { ...openAddress, note } : closed;
    const component = { id, name: address ? id : '' };
    const position = firing.has(id) ? 'beyond' : 'inside';
    return evaluateThing({ watch, address, component }, { addresses, ...input }, { at, position });
  });
}

function evaluateThing(
  thing: Omit<Evaluated, 'track' | 'changes'>,
  input: EvaluationInput,
  sample: WatchSample,
): Evaluated {
  const { watch, component } = thing;
  const track = input.before.tracks[trackKey(watch.id, component.id)] ?? newTrack(firstMinuteOf(watch, input));
  return { ...thing, ...evaluateSamples(watch.condition, track, [sample]) };
}

/** Returns the minute after which a new track begins: the last evaluated minute, or the watch's creation or resumption if later. */
function firstMinuteOf({ at, resumed = at, condition }: Watch, { before, minute }: EvaluationInput): number {
  const last = before.items[condition.item];
  return Math.min(minute - 60_000, Math.max(minuteOf(at), minuteOf(resumed), last ?? minute - 60_000));
}

function incidentsOf(
  input: EvaluationInput,
  evaluated: readonly Evaluated[],
): Pick<EvaluationResult, 'changed' | 'notes'> {
  const { now } = input;
  const incidents = new Map(input.incidents.map((incident) => [incident.id, incident]));
  const notes: IncidentNote[] = [];
  const observe = (observations: readonly Observation[], at: number) => {
    const observed = observeLines([...incidents.values()], observations, at);
    for (const incident of observed.changed) incidents.set(incident.id, incident);
    notes.push(...observed.notes);
  };
  // Process the changes of missed minutes in order, then the present states.
  const changes = evaluated.flatMap((each) => each.changes.map((change) => ({ each, change })));
  const past = Map.groupBy(changes, ({ change }) => change.at);
  for (const [at, these] of [...past].toSorted(([one], [other]) => one - other))
    observe(
      these.flatMap(({ each, change }) => observationOf(each, change.track, input, change) ?? []),
      at === input.minute ? now : at,
    );
  observe(
    evaluated.flatMap((each) => observationOf(each, each.track, input) ?? []),
    now,
  );
  for (const incident of incidents.values()) {
    const ended = withGone(withUnread(incident, input), input);
    const isOver = incident.ended === undefined && ended.ended !== undefined;
    const passed = isOver ? tellEnd(ended, now) : passTime(ended, now);
    if (passed?.note) notes.push(passed.note);
    incidents.set(incident.id, passed?.incident ?? ended);
  }
  const before = new Map(input.incidents.map((incident) => [incident.id, incident]));
  return { changed: [...incidents.values()].filter((each) => each !== before.get(each.id)), notes };
}

function observationOf(
  evaluated: Evaluated,
  track: WatchTrack,
  { now, isEstimated, unread }: EvaluationInput,
  change?: WatchChange,
): Observation | undefined {
  const { watch, component, address } = evaluated;
  // A component can't be reported before its name is known.
  if (component.name === '') return undefined;
  const hasEnded = track.state === 'ok' && (change?.from === 'recovering' || change?.from === 'firing');
  if (track.state !== 'firing' && track.state !== 'recovering' && !hasEnded) return undefined;
  return {
    line: watchedLine(evaluated, track, { isEstimated, now, unread }, hasEnded ? change : undefined),
    fired: track.state === 'firing',
    source: { kind: address ? 'exposure' : 'watches' },
    title: address && conditionMsg.openedElsewhere({ app: verbatim(watch.context.appName ?? watch.context.app) }),
    channel: watch.channel,
    context: watch.context,
    // A new address that isn't odd doesn't mention anyone.
    notify: address && !address.isOdd ? [] : watch.notify,
    reader: { lang: watch.by.lang, zone: watch.by.zone },
    silenced: silenceOfWatch(watch, now, track) ? true : undefined,
  };
}

/** Returns what a condition of one component says about its watch. */
export function conditionOfLine(
  watch: Watch,
): Pick<IncidentLine, 'limit' | 'watched' | 'threshold'> & Partial<Pick<IncidentLine, 'what'>> {
  const { condition } = watch;
  const limit = limitText(condition);
  // A certificate or address is named too, in the next evaluation.
  const isOfComponent = condition.item !== 'certificates' && condition.item !== 'exposure';
  return {
    ...(isOfComponent ? { what: conditionText(condition) } : {}),
    ...(limit ? { limit } : {}),
    watched: watchText(watch),
    threshold: condition.threshold,
  };
}

/** @param end the change that ended the condition, if any */
function watchedLine(
  { watch, component, certificate, address, isUnread }: Evaluated,
  track: WatchTrack,
  { isEstimated, now, unread }: Pick<EvaluationInput, 'isEstimated' | 'now' | 'unread'>,
  end?: WatchChange,
): IncidentLine {
  const { condition } = watch;
  const { last, furthest } = track;
  const read = last && shownValue(condition.item, last.value, last.of === furthest?.of ? undefined : last.of);
  // Inside the limit, but not far enough: the incident would seem to go on without a cause.
  const isBetween = track.state === 'firing' && last && positionOf(condition, last.value) === 'between';
  const recovery = isBetween ? shownValue(condition.item, recoveryAt(condition)) : undefined;
  const value = certificate
    ? expiryValue(certificate.expiresAt, now)
    : read && recovery
      ? conditionMsg.recoversAt({ value: read, recovery })
      : read;
  // If both are of the same pod, it is named once, here, because the extreme is also shown after the end.
  const extreme = furthest && shownValue(condition.item, furthest.value, furthest.of);
  const isByLimit = end?.isByLimit;
  const state = isByLimit ? 'unwatched' : end ? 'resolved' : track.state === 'recovering' ? 'recovering' : 'firing';
  const note = address?.note ?? conditionNote(condition, { isEstimated, state, component });
  const silenced = Silence.safeParse(silenceOfWatch(watch, now, track)).data;
  const limit = limitText(condition);
  // Without traffic there is no latency either, but the last one isn't the present one.
  const noData = !end && (isUnread || isLastOld(track));
  const isRecovering = state === 'recovering' && track.recovering !== undefined;
  return {
    key: trackKey(watch.id, component.id),
    what: certificate
      ? watchedCertificateText(certificate.name, condition)
      : address
        ? address.text
        : conditionText(condition),
    ...(limit ? { limit } : {}),
    component: certificate ? undefined : (address?.component ?? component),
    watch: watch.id,
    watched: watchText(watch),
    setBy: watch.configured || (address && !address.isOdd) ? undefined : watch.by.id,
    watchedSince: watch.at,
    ...(watch.resumed === undefined ? {} : { resumed: watch.resumed }),
    ...(silenced && !end ? { silenced } : {}),
    item: condition.item,
    threshold: condition.threshold,
    state,
    ...(isByLimit ? { isChanged: isByLimit } : {}),
    ...(track.isUnchecked ? { isUnchecked: track.isUnchecked } : {}),
    ...(noData ? { noData, seen: lastSeen(track) } : {}),
    ...(!end && unread && (noData || isLongUnread(unread, now)) ? { unread } : {}),
    since: end?.since ?? track.since ?? track.at,
    isOlder: (end ?? track).isOlder,
    // During a pause, nobody looked for data. An expiry is known without another look.
    ...(track.gap && !certificate && track.gap.from > (watch.resumed ?? 0) ? { gap: track.gap } : {}),
    ...(end ? { ended: track.at, recovered: end.recovered } : {}),
    ...(value ? { value } : {}),
    ...(extreme ? { furthest: extreme } : {}),
    isLowest: extreme && condition.side === 'below' ? true : undefined,
    ...(note ? { note } : {}),
    ...(isRecovering ? { recovering: track.recovering } : {}),
    // A bridged sample counts only after the next present one.
    ...(isRecovering && !noData ? { endsAt: lastSeen(track) + timeLeft(condition, track) } : {}),
  };
}

/** Checks whether an app has been unread for longer than missing samples are bridged. */
function isLongUnread({ since }: Unread, now: number): boolean {
  return isLastOld({ at: since, missing: 0 }, now);
}

/** Adds why they can't be read to conditions that weren't evaluated, such as open addresses, and removes it again. */
function withUnread(incident: Incident, { unread, now }: Pick<EvaluationInput, 'unread' | 'now'>): Incident {
  const shown = unread && isLongUnread(unread, now) ? unread : undefined;
  const isOther = (line: IncidentLine) =>
    isOngoing(line) && line.watch !== undefined && !line.noData && !isSameJson(line.unread, shown);
  if (!incident.lines.some(isOther)) return incident;
  const lines = incident.lines.map((line) => {
    if (!isOther(line)) return line;
    const { unread: _unread, ...rest } = line;
    return shown ? { ...rest, unread: shown } : rest;
  });
  return { ...incident, lines };
}

/** Ends the conditions of components and watches that no longer exist. */
function withGone(incident: Incident, input: EvaluationInput): Incident {
  const { existing, gone, now, before } = input;
  if (incident.ended !== undefined) return incident;
  const endStateOf = ({ key, item, component, watch }: IncidentLine) => {
    const became = component && isGone(component.id, input, before) ? gone.get(component.id) : undefined;
    // An alert from another source about a moved component continues until that source resolves it.
    if (became?.is === 'deleted' || (became && watch !== undefined)) return became.is;
    const [, thing = ''] = key.split(' ');
    if (item === 'certificates' && isCertificateUsed(thing, input) === false) return 'unused';
    return watch !== undefined && !existing.has(watch) ? 'unwatched' : undefined;
  };
  const ended = endLines(incident, endStateOf, now);
  return ended ? { ...ended, lines: ended.lines.map((line) => ({ ...line, ...movedTo(line, gone) })) } : incident;
}

function movedTo({ state, component }: IncidentLine, gone: EvaluationInput['gone']): Pick<IncidentLine, 'movedTo'> {
  const became = state === 'moved' && component ? gone.get(component.id) : undefined;
  return became?.is === 'moved' ? { movedTo: became.movedTo } : {};
}
