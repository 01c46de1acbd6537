import * as z from 'zod';
import { Context } from '../command/context.ts';
import { present } from '../defined.ts';
import { OfferedRequest, StoredText } from '../request/plan.ts';
import { DataGap, minuteOf, sampleEvery } from '../watch/watch-state.ts';

/**
 * `deleted`: component deleted. `moved`: to another app. `unreported`: state unknown. `unused`: no rule uses the
 * certificate. `unwatched`: watch deleted.
 */
const lineStates = [
  'firing',
  'recovering',
  'resolved',
  'deleted',
  'moved',
  'unreported',
  'unused',
  'unwatched',
] as const;
export type LineState = (typeof lineStates)[number];

export const NamedComponent = z.object({
  id: z.string(),
  name: z.string(),
  /** The component has one instance on each node, so it can't be scaled. */
  onEachNode: z.literal(true).optional(),
  /** The platform runs no instances of the component. */
  thirdParty: z.literal(true).optional(),
});

/** A person's action and its time (epoch ms). */
const IncidentAction = z.object({ id: z.string(), name: z.string(), at: z.number() });
export type IncidentAction = z.infer<typeof IncidentAction>;

/** The person who silenced something, and the time until which nothing is posted. */
export const Silence = IncidentAction.extend({
  until: z.number(),
  /** The silence ends when the incident ends, at `until` at the latest. */
  recovered: z.literal(true).optional(),
});
export type Silence = z.infer<typeof Silence>;

/** Why a watch can't see its components: the platform doesn't answer, or has no data of the region. `since`: epoch ms. */
export const Unread = z.object({ since: z.number(), by: z.enum(['platform', 'region']) });
export type Unread = z.infer<typeof Unread>;

/** Another incident. The link is added when the message is drawn. */
const LinkedIncident = z.object({ id: z.string(), link: z.string().optional() });

const HiddenIncident = LinkedIncident.extend({ title: StoredText, noData: z.literal(true).optional() });

/** One condition of an incident. Times in epoch ms. Its texts come from our messages, so they are safe to show. */
export const IncidentLine = z.object({
  /** The key of a watch and the thing that it watches, or of an alert of a source. */
  key: z.string(),
  /** Example: `response time above 500 ms`. */
  what: StoredText,
  /** `what` without its item, such as `above 500 ms`, for a title that names the item already. */
  limit: StoredText.optional(),
  /** Short name of an alert, for its mark in a chart. */
  called: StoredText.optional(),
  component: NamedComponent.optional(),
  watch: z.string().optional(),
  /** The watch's condition with its duration and components, to distinguish watches of the same condition. */
  watched: StoredText.optional(),
  /** The person who set up the watch. Absent for a watch of the policy file. */
  setBy: z.string().optional(),
  /** When the watch was set up, epoch ms. */
  watchedSince: z.number().optional(),
  /** When the last pause of the watch ended, epoch ms. */
  resumed: z.number().optional(),
  silenced: Silence.optional(),
  /** Monitoring item of the condition's chart. `threshold` is in the unit of the item's panel. */
  item: z.string().optional(),
  /** The region doesn't collect what the alert's name suggests, so that no chart fits. */
  isUncharted: z.literal(true).optional(),
  threshold: z.number().optional(),
  state: z.enum(lineStates),
  /** The state is `unwatched` because the watch's condition was changed, not because the watch was deleted. */
  isChanged: z.literal(true).optional(),
  /** The state is `unwatched` because this person paused the watch. If the watch is resumed soon, the condition goes on. */
  paused: IncidentAction.optional(),
  /** The app that the component moved to, if the channel may see that app. */
  movedTo: z.string().optional(),
  noData: z.literal(true).optional(),
  /** When a condition without data was last measured or read, epoch ms. Earlier versions didn't store it. */
  seen: z.number().optional(),
  /** Time since `since` without data, after which the condition went on. */
  gap: DataGap.optional(),
  /** Why the condition can't be read now. Also of a condition that stays known, such as a certificate's expiry. */
  unread: Unread.optional(),
  since: z.number(),
  /** The last time before `since` in which the condition was met, if the incident's other conditions went on since. */
  earlier: z.object({ from: z.number(), to: z.number() }).optional(),
  /** The last time since `since` in which the condition wasn't met, too short to end it. */
  lull: z.object({ from: z.number(), to: z.number() }).optional(),
  /** Whether the condition may be older than `since`. Undefined if its watch read no earlier values. */
  isOlder: z.boolean().optional(),
  ended: z.number().optional(),
  /** When an alert was last sent that Alertmanager left out of its last notification, epoch ms. */
  lastSent: z.number().optional(),
  /** When an ended condition was last seen to be over, epoch ms. It is earlier than `ended`, because an end must last. */
  recovered: z.number().optional(),
  value: StoredText.optional(),
  furthest: StoredText.optional(),
  /** `furthest` is a minimum, because the watch has a lower limit. */
  isLowest: z.literal(true).optional(),
  note: StoredText.optional(),
  /** Of an outage: the incidents that fired before it; after its end, those of them that still fire or have no data yet. */
  hidden: z.array(HiddenIncident).optional(),
  /** When the present recovery began, epoch ms. Earlier versions didn't store it. */
  recovering: z.number().optional(),
  /** When a recovering condition ends if it isn't met again, epoch ms. Unknown without data. */
  endsAt: z.number().optional(),
  /**
   * The person who changed the watch's limit last while the condition went on, and both limits. `first`: the limit with
   * which it began, if it was changed several times.
   */
  limited: IncidentAction.extend({ was: StoredText, to: StoredText, first: StoredText.optional() }).optional(),
  /** The limit was changed while no value was known, so the condition isn't checked against it yet. */
  isUnchecked: z.literal(true).optional(),
});
export type IncidentLine = z.infer<typeof IncidentLine>;

const incidentSteps = [
  'fired',
  'reopened',
  'joined',
  'recovering',
  'ended',
  'acknowledged',
  'unacknowledged',
  'silenced',
  'unsilenced',
] as const;

/** A change of the incident's component, as the card shows it: `scale web 3 → 2`. */
export const IncidentChange = z.object({
  at: z.number(),
  what: StoredText,
  by: z.string().optional(),
  /** Id of the person, to tell them of the end. */
  person: z.string().optional(),
  link: z.string().optional(),
  failed: z.literal(true).optional(),
  /** A build that failed: what ran before goes on. */
  replacedNothing: z.literal(true).optional(),
  /** The platform's event of a failed operation on the incident's component, if its log may say why it failed. */
  event: z.string().optional(),
});
export type IncidentChange = z.infer<typeof IncidentChange>;

/** The pod that ended last, when (epoch ms), and how often pods ended in the firing, if several times. */
const PodEnd = z.object({ pod: z.string(), at: z.number(), times: z.number().optional() });

const IncidentFiring = z.object({
  from: z.number(),
  to: z.number(),
  /** Set if the firing says only that memory ran out. */
  died: PodEnd.optional(),
  acknowledged: IncidentAction.optional(),
  silenced: Silence.optional(),
  /** The firing ended because its source no longer reported it. */
  unreported: z.literal(true).optional(),
  /** The firing ended because the value wasn't beyond a new limit. */
  isByLimit: z.literal(true).optional(),
  /** When each condition of an incident of one component began, by key. Earlier versions didn't store it. */
  began: z.record(z.string(), z.number()).optional(),
  /** The most extreme value of each condition during the firing. */
  peaks: z.array(IncidentLine.pick({ what: true, furthest: true, isLowest: true })),
});
export type IncidentFiring = z.infer<typeof IncidentFiring>;

/** One incident, with everything that its message shows. Times in epoch ms. */
export const Incident = z.object({
  id: z.string(),
  source: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('watches') }),
    /** Addresses of one app that became reachable from outside at the same time. */
    z.object({ kind: z.literal('exposure') }),
    /** `link`: address of the alerts in Alertmanager. */
    z.object({ kind: z.literal('alerts'), name: z.string(), group: z.string(), link: z.string().optional() }),
  ]),
  channel: z.string(),
  /** Absent for alerts without a recognized component. */
  context: Context.optional(),
  /** The component of all conditions; absent if they have several components or none. */
  component: NamedComponent.optional(),
  /** Title of a group of alerts, masked and cut; other incidents are named after their conditions. */
  title: StoredText.optional(),
  lines: z.array(IncidentLine),
  /** The worst severity of the firing alerts, masked and cut. */
  severity: z.string().optional(),
  /** Number of alerts beyond the limit, which aren't stored. Older versions also counted conditions of watches. */
  more: z.number().optional(),
  /** Number of alerts that the source's last notification omitted. */
  unsent: z.number().optional(),
  opened: z.number(),
  times: z.number(),
  /** Earlier firings, oldest first. */
  firings: z.array(IncidentFiring).optional(),
  ended: z.number().optional(),
  /** `with`: titles of the component's other incidents that were acknowledged by the same press. */
  acknowledged: IncidentAction.extend({ with: StoredText.optional() }).optional(),
  silenced: Silence.optional(),
  /** The last silence that ended while the incident went on. `until`: when it ended. */
  silencedBefore: Silence.optional(),
  /** Changes shortly before the incident, the most likely cause first. `done`: later changes, newest first. */
  before: z.array(IncidentChange),
  done: z.array(IncidentChange),
  /** Changes made outside Portolan, such as in the console. `times`: the firing in which they were read last. */
  elsewhere: z.object({ times: z.number(), hasEnded: z.boolean(), changes: z.array(IncidentChange) }).optional(),
  /** Another ongoing incident of the component in the same channel. The link is added when the message is drawn. */
  also: z
    .object({
      id: z.string(),
      title: StoredText,
      link: z.string().optional(),
      recovering: z.literal(true).optional(),
      noData: z.literal(true).optional(),
    })
    .optional(),
  why: StoredText.optional(),
  /** The platform's term for the reason, such as `OOMKilled`. */
  cause: z.string().optional(),
  /** The platform's event of the failed operation that is the reason. */
  event: z.string().optional(),
  /** The pod that had the reason last. */
  died: PodEnd.optional(),
  /** The last ends of pods, also those that the platform no longer lists; `cause`: its term for the reason. */
  ends: z.array(z.object({ at: z.number(), cause: z.string() })).optional(),
  /** How often the platform lists the reason, if several times. */
  repeats: StoredText.optional(),
  /**
   * Number of firings of the condition `of`, or of the alert that fired most often, up to firing `times`. `since`: when
   * the first of them began, or if there was no earlier one, the time from which it is known that there was none; epoch
   * ms. `earlier`: the last incident before with this condition.
   */
  past: z
    .object({
      ...{ times: z.number(), of: z.string().optional(), count: z.number(), since: z.number().optional() },
      earlier: LinkedIncident.optional(),
    })
    .optional(),
  /** The next incident with the same problem, if it has its own message. */
  later: LinkedIncident.optional(),
  /** The request that would undo Portolan's last change of the incident's component. */
  undo: OfferedRequest.optional(),
  history: z.array(
    z.object({ at: z.number(), what: z.enum(incidentSteps), by: IncidentAction.omit({ at: true }).optional() }),
  ),
  /** Users (`U…`) and groups (`S…`) to mention, and when each was last mentioned. */
  notify: z.array(z.string()),
  mentioned: z.record(z.string(), z.number()),
  /** When a line in the thread last said that the incident fires, in epoch ms. Its end is then said there too. */
  told: z.number().optional(),
  reminded: z.literal(true).optional(),
  reader: z.object({ lang: z.enum(['en', 'zh']), zone: z.string() }),
});
export type Incident = z.infer<typeof Incident>;

const maxHistory = 200;

export function withHistory(before: Incident['history'], ...steps: Incident['history']): Incident['history'] {
  return [...before, ...steps].slice(-maxHistory);
}

export function isOngoing({ state }: Pick<IncidentLine, 'state'>): boolean {
  return state === 'firing' || state === 'recovering';
}

/**
 * Returns the event with the log that may say why an incident fires. It is the failed operation that is the reason, or
 * the last one that failed shortly before. The log of an operation that succeeded says nothing about it.
 */
export function explainingEvent({ event, before }: Pick<Incident, 'event' | 'before'>): string | undefined {
  return event ?? before.find((each) => each.event !== undefined && !each.replacedNothing)?.event;
}

/** Items that say that containers end. */
const ofCrashes: readonly string[] = ['oom', 'restarts', 'abnormal'];

export function isOfCrash({ item }: Pick<IncidentLine, 'item'>): boolean {
  return item !== undefined && ofCrashes.includes(item);
}

/** Checks whether a chart of memory fits the incident. Values of other items, such as latency, have their own chart. */
export function isOutOfMemory(incident: Firing): boolean {
  const { cause, lines } = incident;
  if (cause !== 'OOMKilled') return lines.some(({ item }) => item === 'oom');
  return lines.some((line) =>
    line.item === undefined ? !isDiedBeside(incident) : isOfCrash(line) || line.item.startsWith('memory'),
  );
}

/** Checks whether a pod ended before or during a firing that isn't about containers that end, so that it may not be why. */
export function isDiedBeside(incident: Firing): boolean {
  const lines = presentLines(incident);
  if (!incident.died || lines.some(isOfCrash)) return false;
  return isDiedBefore(incident) || lines.every(({ item }) => item !== undefined);
}

export function isDiedBefore(incident: Firing): boolean {
  return incident.died !== undefined && incident.died.at < presentFiring(incident, 0).from;
}

/** Returns the reason for a short list, without what only happened before or during the firing. */
export function reasonOf(incident: Firing & Pick<Incident, 'why'>): Incident['why'] {
  return isDiedBeside(incident) ? undefined : incident.why;
}

/** Returns the state that comes first in a fixed order, firing first; `deleted` only if all conditions are deleted. */
export function incidentState({ lines }: { readonly lines: readonly Pick<IncidentLine, 'state'>[] }): LineState {
  const states = lines.map(({ state }) => state);
  const first = (['firing', 'recovering', 'unreported', 'unwatched', 'unused', 'moved'] as const).find((state) =>
    states.includes(state),
  );
  if (first) return first;
  if (states.length > 0 && states.every((state) => state === 'deleted')) return 'deleted';
  return 'resolved';
}

/** Returns the last pause of a watch's condition, if no condition of the incident goes on or ended in another way. */
export function pauseOf({ lines }: { readonly lines: readonly IncidentLine[] }): IncidentAction | undefined {
  const unwatched = lines.filter(({ state }) => state === 'unwatched');
  const pauses = unwatched.flatMap(({ paused }) => paused ?? []);
  if (incidentState({ lines }) !== 'unwatched' || pauses.length < unwatched.length) return undefined;
  return pauses.toSorted((one, other) => other.at - one.at)[0];
}

/** Checks whether an incident ended because the value isn't beyond another limit that a person set. */
export function isEndedByLimit({ lines }: { readonly lines: readonly IncidentLine[] }): boolean {
  const unwatched = lines.filter(({ state }) => state === 'unwatched');
  return incidentState({ lines }) === 'unwatched' && unwatched.every(isByLimit) && withoutLimited(lines) === lines;
}

function isByLimit({ state, isChanged, limited }: IncidentLine): boolean {
  return state === 'unwatched' && isChanged === true && limited !== undefined;
}

/** Leaves out conditions that another limit ended, if a condition that recovered ended later. */
export function withoutLimited(lines: readonly IncidentLine[]): readonly IncidentLine[] {
  const lastOf = (some: readonly IncidentLine[]) => Math.max(...some.map(({ ended = 0 }) => ended));
  const [limited, resolved] = [lines.filter(isByLimit), lines.filter(({ state }) => state === 'resolved')];
  const isOver = lines.every(({ state }) => !isOngoing({ state }));
  const hasRecovered = isOver && limited.length > 0 && lastOf(resolved) >= lastOf(limited);
  return hasRecovered ? lines.filter((line) => !isByLimit(line)) : lines;
}

const maxFirings = 20;

/** Returns the conditions of the last firing, without conditions that ended before that firing. */
export function presentLines({ lines, firings = [] }: Pick<Incident, 'lines' | 'firings'>): readonly IncidentLine[] {
  const last = firings.at(-1)?.to;
  const present = lines.filter(
    ({ ended, recovered = ended }) => last === undefined || recovered === undefined || recovered > last,
  );
  return present.length > 0 ? present : lines;
}

/** Returns the last firing. @param until when its end was known, or the present time if it is ongoing, in epoch ms */
export function presentFiring(incident: Firing, until: number): IncidentFiring {
  const lines = presentLines(incident);
  const to = Math.min(until, Math.max(...lines.map(({ recovered = until }) => recovered)));
  const peaks = lines.flatMap(({ what, furthest, isLowest }) => (furthest ? [{ what, furthest, isLowest }] : []));
  const died = presentKill(incident);
  const from = Math.min(died?.at ?? Number.POSITIVE_INFINITY, ...lines.map(({ since }) => since));
  return { from, to, died, acknowledged: incident.acknowledged, peaks };
}

export type LineBegin = Pick<IncidentLine, 'since' | 'earlier' | 'isOlder' | 'watchedSince' | 'resumed'>;

/** Returns the condition that an incident began with. */
export function begunLine(incident: Firing, since: number): LineBegin {
  return presentLines(incident).find((line) => line.since === since) ?? { since };
}

/**
 * Checks whether a condition was met when its watch looked first, or again after a pause, so that it may be older. If
 * earlier values were read, they say that.
 */
export function isFound({ since, isOlder, watchedSince, resumed }: LineBegin): boolean {
  if (isOlder !== undefined) return isOlder;
  return present([watchedSince, resumed]).some((at) => {
    const after = since - minuteOf(at);
    return after >= 0 && after <= sampleEvery;
  });
}

/** Returns when the last firing of an incident became known, epoch ms. */
export function knownAt({ opened, history }: Pick<Incident, 'opened' | 'history'>): number {
  return history.findLast(({ what }) => what === 'reopened')?.at ?? opened;
}

/** Checks whether the problem began with the firing, as far as known. */
export function isStartKnown(incident: Firing): boolean {
  const { from } = presentFiring(incident, 0);
  const { died } = incident;
  const isOlder = died !== undefined && !isDiedBeside(incident) && died.at < from - sampledWithin;
  return !isOlder && !isFound(begunLine(incident, from));
}

type Firing = Pick<Incident, 'lines' | 'firings' | 'cause' | 'died'> & Pick<Partial<Incident>, 'acknowledged'>;

/** Maximum time between a pod's end and the sample that shows it, in ms. */
export const sampledWithin = 5 * 60_000;

/** Returns the last end of a pod in this firing, if the incident says only that memory ran out. */
export function presentKill({ cause, died, ...incident }: Firing): Incident['died'] {
  const lines = presentLines(incident);
  const isKill = cause === 'OOMKilled' && lines.every(({ item }) => item === 'oom');
  return isKill && died && died.at >= Math.min(...lines.map(({ since }) => since)) - sampledWithin ? died : undefined;
}

export function firingsAfter(ended: Incident): IncidentFiring[] {
  const to = ended.ended ?? ended.opened;
  const unreported = incidentState({ lines: presentLines(ended) }) === 'unreported' || undefined;
  const began = ended.component && Object.fromEntries(presentLines(ended).map(({ key, since }) => [key, since]));
  const silence = pastSilence(ended, to);
  const silenced = silence && { ...silence, until: Math.min(silence.until, to) };
  const isByLimit = isEndedByLimit({ lines: presentLines(ended) }) || undefined;
  const firing = { ...presentFiring(ended, to), began, silenced, unreported, isByLimit };
  return [...(ended.firings ?? []), firing].slice(-maxFirings);
}

/** Returns an incident that fires again, without acknowledgment and without a silence "until recovery". */
export function asFiringAgain(incident: Incident): Incident {
  const { acknowledged: _acknowledged, reminded: _reminded, silenced, ...rest } = incident;
  return { ...rest, silenced: silenced?.recovered ? undefined : silenced };
}

/**
 * Returns the silence that the firing ended in, or the last one during it, unless it was over within its minute. A
 * silence until a time may last longer than the firing.
 */
export function pastSilence(incident: Incident, ended: number): Silence | undefined {
  const [last] = present([incident, ...presentLines(incident)].map(({ silenced }) => silenceAt(silenced, ended)));
  const { from } = presentFiring(incident, ended);
  const past = present([last?.recovered ? { ...last, until: ended } : last, incident.silencedBefore]);
  return past.find(({ at, until }) => until > from && minuteOf(at) !== minuteOf(Math.min(until, ended)));
}

export function silenceAt(silenced: Silence | undefined, now: number): Silence | undefined {
  return silenced && silenced.until > now ? silenced : undefined;
}

/** Returns the silence of an ended incident that goes on if it fires again; not one until it recovers. */
export function silenceAfterEnd({ silenced, ended = 0 }: Pick<Incident, 'silenced' | 'ended'>): Silence | undefined {
  return silenced?.recovered ? undefined : silenceAt(silenced, ended);
}

/** Returns the silence that holds if an ended incident fires again, as long as it can. @param now epoch ms */
export function silenceGoingOn(incident: Pick<Incident, 'silenced' | 'ended'>, now: number): Silence | undefined {
  if (incident.ended === undefined || isIncidentOver(incident, now)) return undefined;
  return silenceAt(silenceAfterEnd(incident), now);
}

/** Returns the silence of a condition that ends last: the incident's, or the one of the condition's watch. */
export function silenceOfLine(
  { silenced }: Pick<Incident, 'silenced'>,
  line: Pick<IncidentLine, 'silenced'>,
  now: number,
): Silence | undefined {
  const [own, ofWatch] = [silenceAt(silenced, now), silenceAt(line.silenced, now)];
  return own && ofWatch && ofWatch.until > own.until ? ofWatch : (own ?? ofWatch);
}

/** Returns the silence after which one of the ongoing conditions is no longer silenced; undefined if one isn't now. */
export function silenceOf(incident: Pick<Incident, 'silenced' | 'lines'>, now: number): Silence | undefined {
  const going = incident.lines.filter(isOngoing);
  if (going.length === 0) return silenceAt(incident.silenced, now);
  const silences = going.flatMap((line) => silenceOfLine(incident, line, now) ?? []);
  return silences.length < going.length ? undefined : silences.toSorted((one, other) => one.until - other.until)[0];
}

/** Returns the watches that silence ongoing conditions of the incident. */
export function silencingWatches({ lines }: Pick<Incident, 'lines'>, now: number): readonly string[] {
  const silenced = lines.filter((line) => isOngoing(line) && silenceAt(line.silenced, now));
  return [...new Set(silenced.flatMap(({ watch }) => watch ?? []))];
}

/** Checks whether a silence of the incident, or of a watch of an ongoing condition, can be ended. */
export function isPartlySilenced(incident: Pick<Incident, 'silenced' | 'lines'>, now: number): boolean {
  return silenceAt(incident.silenced, now) !== undefined || silencingWatches(incident, now).length > 0;
}

/** Silences the incident's conditions of one watch. @returns undefined if none of these conditions is ongoing */
export function withSilencedWatch(
  incident: Incident,
  watch: string,
  silenced: Silence,
  { id, name, at }: IncidentAction,
): Incident | undefined {
  if (!incident.lines.some((line) => line.watch === watch && isOngoing(line))) return undefined;
  const lines = incident.lines.map((line) => (line.watch === watch && isOngoing(line) ? { ...line, silenced } : line));
  return { ...incident, lines, history: withHistory(incident.history, { at, what: 'silenced', by: { id, name } }) };
}

/**
 * Ends the silence of the incident's conditions of some watches. @param own whether the incident's own silence ends too
 * @returns undefined if nothing was silenced
 */
export function withoutSilence(
  incident: Incident,
  { watches, own }: { readonly watches: readonly string[]; readonly own: boolean },
  { id, name, at }: IncidentAction,
): Incident | undefined {
  const isEnded = ({ watch, silenced }: IncidentLine) =>
    watch !== undefined && watches.includes(watch) && silenced !== undefined;
  const endsOwn = own && silenceAt(incident.silenced, at) !== undefined;
  const ofWatch = incident.lines.find((line) => isEnded(line) && silenceAt(line.silenced, at))?.silenced;
  const { silenced, ...rest } = incident;
  const past = endsOwn ? silenced : ofWatch;
  if (!past) return undefined;
  return {
    ...rest,
    silencedBefore: { ...past, until: Math.min(past.until, at) },
    ...(endsOwn ? {} : { silenced }),
    lines: incident.lines.map((line) => (isEnded(line) ? { ...line, silenced: undefined } : line)),
    history: withHistory(incident.history, { at, what: 'unsilenced', by: { id, name } }),
  };
}

/** Time after the end within which an incident that fires again is reopened, in ms. */
export const reopenedWithin = 30 * 60_000;

/** Checks whether the incident can no longer be reopened. */
export function isIncidentOver({ ended }: Pick<Incident, 'ended'>, now: number): boolean {
  return ended !== undefined && now - ended > reopenedWithin;
}

/**
 * Returns conditions after a change. If a watch was edited or deleted while its condition recovered, this condition
 * counts as resolved as soon as the others have resolved, so that an incident has one end.
 */
export function settled(lines: readonly IncidentLine[]): IncidentLine[] {
  const isEnd = ({ state, paused, recovering }: IncidentLine) =>
    state === 'unwatched' && !paused && recovering !== undefined;
  const isOver = lines.some(({ state }) => state === 'resolved') && lines.every((line) => !isOngoing(line));
  if (!isOver) return [...lines];
  return lines.map((line) => {
    if (!isEnd(line)) return line;
    const { isChanged: _isChanged, ...rest } = line;
    return { ...rest, state: 'resolved', recovered: line.recovering };
  });
}

/**
 * Ends conditions of an ongoing incident, and the incident after its last condition. @param endStateOf returns
 * undefined to keep a condition ongoing @returns undefined if no condition ends
 */
export function endLines(
  incident: Incident,
  endStateOf: (line: IncidentLine) => LineState | undefined,
  now: number,
): Incident | undefined {
  const lines = incident.lines.map((line): IncidentLine => {
    const state = isOngoing(line) ? endStateOf(line) : undefined;
    if (!state) return line;
    const { noData: _noData, unread: _unread, ...rest } = line;
    return { ...rest, state, ended: now };
  });
  if (lines.every((line, index) => line === incident.lines[index])) return undefined;
  const isOver = !lines.some(isOngoing);
  return {
    ...incident,
    lines,
    ...(isOver ? { ended: now, history: [...incident.history, { at: now, what: 'ended' }] } : {}),
  };
}

/**
 * Continues conditions of a watch that was paused, and their incident. @param stateOf returns the state of a condition
 * at the pause, or undefined if it is unknown @returns undefined if no condition goes on
 */
export function continueLines(
  incident: Incident,
  watch: string,
  stateOf: (line: IncidentLine) => LineState | undefined,
): Incident | undefined {
  const lines = incident.lines.map((line): IncidentLine => {
    const state = line.watch === watch && line.paused ? stateOf(line) : undefined;
    const { paused: _paused, ended: _ended, ...rest } = line;
    return state ? { ...rest, state } : line;
  });
  if (lines.every((line, index) => line === incident.lines[index])) return undefined;
  const { ended, ...rest } = incident;
  return { ...rest, lines, history: incident.history.filter(({ what, at }) => what !== 'ended' || at !== ended) };
}
