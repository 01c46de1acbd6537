import { type Context, placeKey } from '../../../core/command/context.ts';
import { isSameJson, present } from '../../../core/defined.ts';
import {
  begunLine,
  type Incident,
  type IncidentChange,
  incidentState,
  isFound,
  isOfCrash,
  isStartKnown,
  knownAt,
  presentFiring,
  presentLines,
} from '../../../core/incident/incident.ts';
import { maxBefore } from '../../../core/incident/incident-changes-text.ts';
import { hasNoData } from '../../../core/incident/incident-state-text.ts';
import { titleBeside } from '../../../core/incident/incident-title.ts';
import { type ChangeRequest, changerOf, readRequests } from '../../../core/request/change-request.ts';
import { hasLog } from '../../../core/request/events/followed-event.ts';
import { callsPlatform, hasReplacedNothing, mayHaveChanged, undoRequestOf } from '../../../core/request/follow-up.ts';
import type { OfferedRequest } from '../../../core/request/plan.ts';
import { isBlocked, startingTypes } from '../../../core/runs/component-run.ts';
import { rememberEvents } from '../../../core/runs/seen-event.ts';
import { portWords } from '../../../core/text/joined.ts';
import type { Text } from '../../../core/text/text.ts';
import { sampleEvery } from '../../../core/watch/watch-state.ts';
import { resultWithin, type World } from '../../../core/world.ts';
import type { ComponentEvent } from '../../../platform/event/event-endpoints.ts';
import { understoodEvent } from '../../../platform/event/understood-event.ts';
import type { Platform } from '../../../platform/platform.ts';
import { changeOutcomeMsg } from '../event/change-outcome-messages.ts';
import { type EventChange, eventChanges } from '../event/event-marks.ts';
import { eventStart } from '../event/event-text.ts';
import { isDoneBy, requestBegin, requestMark, touches } from '../event/request-changes.ts';
import { repeatsText, startsOf, troubleIn } from '../event/trouble-text.ts';
import { seenComponents } from '../find-component.ts';
import { type ContextNameSources, withKnownNames } from '../place/app-names.ts';
import type { People, Services } from '../services.ts';
import { incidentActionMsg } from './incident-action-messages.ts';
import { incidentRecords } from './incident-rows.ts';
import { withPast } from './past-firings.ts';
import { isPossibleCause } from './possible-cause.ts';

/** Maximum number of components in an incident. For more components, reading events costs too much. */
const maxComponents = 3;
/** Maximum time that a message waits for the platform's events, in ms. */
const longest = 5_000;

/** Sources of the changes that incidents name. */
interface ChangeSources extends Pick<Services, 'operations'>, ContextNameSources {
  readonly store: ContextNameSources['store'] & {
    readonly requests: { ran(placeKey: string, limit: number): Promise<Parameters<typeof readRequests>[0]> };
    readonly records: Pick<Services['store']['records'], 'list'>;
  };
  readonly people: Pick<People, 'isPublic'>;
  readonly world: Pick<World, 'now' | 'wait' | 'log'>;
}

type EventReader = Pick<Platform, 'listEvents'>;

/**
 * Adds changes made outside Portolan to an incident's components, and why one component has a problem, from the
 * platform's events. Reads the events while the incident fires, and once at the end. Omits the effects of Portolan's
 * requests.
 * @param first when the incident's first condition began, epoch ms
 * @param requests requests of the incident's context that ran
 * @returns the incident, unchanged if there is nothing to read or the read took too long
 */
async function withConsoleChanges(
  { store, world }: Pick<ChangeSources, 'store' | 'world'>,
  platform: EventReader,
  context: Context,
  incident: Incident,
  first: number,
  requests: readonly ChangeRequest[],
): Promise<Incident> {
  const { elsewhere, times, lines, died } = incident;
  const hasEnded = incident.ended !== undefined;
  const ids = new Set(lines.flatMap(({ component }) => component?.id ?? []));
  const isRead = elsewhere?.times === times && elsewhere.hasEnded === hasEnded;
  if ((isRead && !isReadAgain(incident, world.now())) || ids.size === 0 || ids.size > maxComponents) return incident;
  const components = (await seenComponents(context, store)).filter(({ id }) => ids.has(id));
  if (components.length === 0) return incident;
  const since = first - undoneWithin;
  const reads = components.map((each) => eventChanges(platform, each, context, since / 1_000, world.log));
  const results = await resultWithin(world, longest, Promise.all(reads));
  // If the events are unreadable, the next evaluation reads them again.
  if (!results || results.some(({ events }) => !events)) return incident;
  const changes = results.flatMap(({ changes, events = [] }) =>
    changes
      .filter((event) => event.since * 1_000 >= since && !requests.some((request) => isDoneBy(event, request)))
      .flatMap((event) => consoleChange(event, isBlockedAfter(event, events, world.now()))),
  );
  // With several components, one reason would be wrong for some. Keep the last reason of an ended incident, because pod
  // events disappear after recovery.
  const [only] = results.length === 1 ? results : [];
  const events = only?.events ?? [];
  const read = { ...incident, elsewhere: { times, hasEnded, changes } };
  const from = reasonFrom(incident, events, first - shortlyBefore);
  const until = isOfCrashes(incident) ? world.now() : knownAt(incident) + reasonWithin;
  const latest = troubleIn(events, world.now(), from, until);
  // After a restart, the first end isn't listed any more, but later ends of the same kind are.
  const again = latest?.type === incident.cause ? latest : undefined;
  const known = troubleIn(events, world.now(), from, knownAt(incident) + reasonWithin) ?? again;
  // A later start replaces what ran at the beginning, so trouble after it is the reason.
  const later = startsOfContainers(events).filter((at) => at > knownAt(incident));
  const isReplaced = later.length > 0 && presentLines(incident).every(({ item }) => item === 'abnormal');
  const newer = isReplaced ? troubleIn(events, world.now(), Math.min(...later)) : undefined;
  const isNew = newer !== undefined && newer.type !== known?.type;
  const trouble = isNew ? newer : known;
  const isKept = hasEnded || (isRead && only !== undefined && (died?.at ?? 0) >= from);
  if (!trouble)
    return isKept
      ? read
      : { ...read, why: undefined, cause: undefined, event: undefined, died: undefined, repeats: undefined };
  const last = latest?.type === trouble.type ? latest.died : trouble.died;
  const counted = knownAt(incident) - endedWithin;
  const starts = startsOf(events, trouble.type, isNew ? world.now() : until).filter((at) => at >= counted);
  const before = died && died.at >= counted && incident.cause === trouble.type ? died : undefined;
  const ends = Math.max(starts.length, before ? (before.times ?? 1) + starts.filter((at) => at > before.at).length : 0);
  return {
    ...read,
    why: trouble.why,
    cause: trouble.type,
    event: trouble.event,
    died: last && { ...last, ...(ends > 1 ? { times: ends } : {}) },
    ends: endsOf(incident, trouble.type, [...starts, ...(last ? [last.at] : [])]),
    repeats: repeatsText(events, trouble.type, isNew ? world.now() : until),
  };
}

/** Maximum number of ends of pods that a chart marks. */
const maxEnds = 6;

function endsOf({ ends = [] }: Incident, cause: string, found: readonly number[]): NonNullable<Incident['ends']> {
  const all = new Map(ends.map((end) => [end.at, end]));
  for (const at of found) all.set(at, { at, cause });
  return [...all.values()].toSorted((one, other) => one.at - other.at).slice(-maxEnds);
}

/** Time since the beginning of a firing in which its events are read whenever it is evaluated, in ms. */
const readOften = 30 * 60_000;
/** Interval between later reads of the events, in ms. An incident is evaluated about once a minute. */
const readEvery = 5 * 60_000;

function isReadAgain(incident: Incident, now: number): boolean {
  if (incident.ended !== undefined) return false;
  const known = now - knownAt(incident);
  // Two minutes, so that a late evaluation doesn't skip a read.
  return known < readOften || known % readEvery < 2 * sampleEvery;
}

/** Maximum time between the reason and the beginning of a condition that doesn't say that containers end, in ms. */
const reasonBefore = 15 * 60_000;

/** Returns when the component's containers were started anew, epoch ms. */
function startsOfContainers(events: readonly ComponentEvent[]): readonly number[] {
  return events.flatMap((event) =>
    startingTypes.includes(event.optType) && event.status !== 'failure' ? (eventStart(event) ?? []) : [],
  );
}

/** Time after a change in which pods that don't run are its result, in ms. */
const blockedWithin = 2 * 60_000;

/**
 * Checks whether the pods that a change started didn't run, although the platform calls its own part succeeded. A change
 * that goes on hasn't failed yet.
 */
function isBlockedAfter(
  { since, time, isGoing }: EventChange,
  events: readonly ComponentEvent[],
  now: number,
): boolean {
  if (isGoing) return false;
  const [from, end] = [since * 1_000, time * 1_000];
  const starts = startsOfContainers(events);
  if (!starts.some((at) => at >= from && at <= end)) return false;
  const until = Math.min(end + blockedWithin, ...starts.filter((at) => at > end));
  const pods = rememberEvents([], events.map(understoodEvent), now).filter(
    // Containers ran before their memory ran out.
    ({ pod, type, since: at = now }) => pod !== undefined && type !== 'OOMKilled' && at >= from && at <= until,
  );
  // An event that the platform closed later isn't an end of the trouble then.
  return isBlocked({ pods: pods.map((pod) => ({ ...pod, state: 'failed' })), others: [] });
}

/**
 * Returns the time from which an event may be the reason: a start replaces the pods, so it ends earlier trouble.
 * @param since start of the search, epoch ms
 */
function reasonFrom(incident: Incident, events: readonly ComponentEvent[], since: number): number {
  const { from } = presentFiring(incident, 0);
  const starts = startsOfContainers(events);
  if (presentLines(incident).some(({ item }) => item === 'abnormal')) {
    // A status may have been abnormal long before its first check. Otherwise, the pods were well until shortly before.
    const earliest = isFound(begunLine(incident, from)) ? Number.NEGATIVE_INFINITY : since;
    const last = Math.max(...starts.filter((at) => at <= from));
    return last >= earliest ? last : from - reasonBefore;
  }
  if (isOfCrashes(incident)) return since;
  return Math.max(since, from - reasonBefore, ...starts);
}

function isOfCrashes(incident: Incident): boolean {
  return presentLines(incident).some(isOfCrash);
}

/** Maximum time between a pod's end and the time at which the incident became known, in ms. */
const endedWithin = 5 * 60_000;
/** Time after an incident became known in which the platform may list an event that caused it, in ms. */
const reasonWithin = 60_000;

function consoleChange(
  { since, mark, failure, replacedNothing, component, events }: EventChange,
  isBlocked: boolean,
): readonly IncidentChange[] {
  const at = since * 1_000;
  if (mark && !isBlocked) return [{ at, what: mark.what(component.name), by: mark.who }];
  const failed = failure ?? mark;
  if (!failed) return [];
  const says = replacedNothing ? changeOutcomeMsg.buildFailed : changeOutcomeMsg.failed;
  const what = says({ what: failed.what(component.name) });
  return [{ at, what, by: failed.who, failed: true, replacedNothing, event: failure && events.at(-1) }];
}

/** In ms. `shortlyBefore`: earlier changes are shown only beside their undo. `undoneWithin`: earlier ones get none. */
const shortlyBefore = 3_600_000;
const undoneWithin = 24 * 3_600_000;
/** Maximum delay after a minute before a watch reads the minute's data, in ms. */
const readWithin = 20_000;
/** More failed changes come after the others, so that they don't displace the changes that took effect. */
const maxFailedFirst = 2;

/**
 * Reads changes in a context for its incidents: changes by Portolan, and from `platform`'s events, other changes.
 * @param evaluated incidents with a newer state than the stored one, so that one doesn't name an old state of another
 */
export async function enricherOf(
  services: ChangeSources,
  platform: EventReader,
  context: Context,
  evaluated: readonly Incident[] = [],
): Promise<(incident: Incident) => Promise<Incident>> {
  const naming = context.appName === undefined ? withKnownNames(context, services) : undefined;
  const [ran, named = context, stored] = await Promise.all([
    services.store.requests.ran(placeKey(context), 100),
    naming && resultWithin(services.world, longest, naming),
    incidentRecords.bodies(services.store, { isOpen: true }),
  ]);
  const open = [...new Map([...stored, ...evaluated].map((each) => [each.id, each])).values()];
  const requests = readRequests(ran).toSorted((one, other) => requestEnd(other) - requestEnd(one));

  return async (original) => {
    const first = Math.min(original.opened, ...original.lines.map((line) => line.since));
    const counted = await withPast(services.store, original, context);
    const incident = await withConsoleChanges(services, platform, context, counted, first, requests);
    const elsewhere = incident.elsewhere?.changes ?? [];
    const ids = new Set(incident.lines.flatMap(({ component }) => component?.id ?? []));
    const here = requests.filter((each) => callsPlatform(each) && mayHaveChanged(each) && touches(each, ids));
    // A change after the recovery had no part in it, although the incident ends later.
    const until = incident.ended === undefined ? Number.POSITIVE_INFINITY : presentFiring(incident, incident.ended).to;
    const { from, died: kill } = presentFiring(incident, 0);
    const begin = Math.min(first, from);
    const since = incident.firings?.length ? from : begin;
    // The time of a kill is exact. Other conditions begin with the minute that shows them.
    const within = incident.source.kind === 'watches' && kill?.at !== since ? readWithin : 0;
    // A problem that existed before its watch saw it can't have a later cause.
    const began = isStartKnown(incident) ? since : Math.min(since, incident.died?.at ?? since);
    const earlier = here.filter((each) => requestBegin(each) < began + within);
    const shortly = earlier.filter((each) => requestEnd(each) >= since - shortlyBefore);
    const isPossible = ({ operation }: ChangeRequest) => isPossibleCause(operation, presentLines(incident));
    const failed = shortly.filter((each) => hasFailed(each) && !hasReplacedNothing(each) && isPossible(each));
    const others = byPort(shortly.filter((each) => !hasReplacedNothing(each) && !failed.includes(each)));
    const allElsewhere = elsewhere.filter(({ at }) => at < began + within);
    const elsewhereBefore = allElsewhere.filter(({ at }) => at >= since - shortlyBefore);
    const harmless = elsewhereBefore.filter((each) => each.replacedNothing);
    const failedElsewhere = elsewhereBefore.filter((each) => each.failed && !each.replacedNothing);
    const hasUndo = incident.source.kind !== 'exposure';
    // Nobody decided that access should end, so more than an hour later, opening it again isn't an undo.
    const isDecided = (each: ChangeRequest) => changerOf(each) !== undefined || shortly.includes(each);
    const causes = [...failed, ...earlier.filter((each) => isDecided(each) && !hasReplacedNothing(each))];
    const cause = hasUndo ? causes.find((each) => isPossible(each) && isInEffect(each, here, shortly)) : undefined;
    const undo = undoOf(cause, here, since, incident.component !== undefined);
    const undone = undo && cause ? await changesIn(services, incident, [[cause]]) : [];
    // Beside an undo of an older change, a newer one made outside Portolan must not be missing.
    const sinceUndone = undone.flatMap(({ at: then }) => {
      const newer = newestFirst(allElsewhere.filter(({ at, replacedNothing }) => at > then && !replacedNothing));
      return newer.filter((each) => !elsewhereBefore.includes(each)).slice(0, 1);
    });
    const isNamed = (each: ChangeRequest) => shortly.includes(each) || (undone.length > 0 && each === cause);
    const isLater = (at: number, seconds = 0) => at >= begin + seconds && at <= until;
    const done = here.filter((each) => isLater(requestBegin(each), within) && !isNamed(each));
    const hasEnded = incident.ended !== undefined;
    const also = open.findLast((each) => isBeside(each, incident) && (!hasEnded || isKnownToFire(each)));
    const describe = (groups: readonly PortChanges[]) => changesIn(services, incident, groups);
    const isSearched = shortly.length + elsewhereBefore.length === 0 && !isStartKnown(incident);
    const isOfDay = (each: ChangeRequest) => requestEnd(each) >= since - undoneWithin;
    const latest = earlier.filter((each) => !hasReplacedNothing(each) && isOfDay(each)).slice(0, 1);
    const [failures, possible, impossible, builds, later, known] = await Promise.all([
      describe(byPort(failed)),
      describe(others.filter((same) => same.some(isPossible))),
      describe(others.filter((same) => !same.some(isPossible))),
      describe(byPort(shortly.filter(hasReplacedNothing))),
      describe(byPort(done)),
      describe(isSearched ? byPort(latest) : []),
    ]);
    const othersKnown = isSearched ? allElsewhere.filter((each) => !each.replacedNothing) : [];
    // Nobody knows when the problem began, so its last known change may be why, above all if it failed.
    const lastKnown = newestFirst([...known, ...othersKnown]).slice(0, 1);
    const unlikely = newestFirst(impossible.map(({ failed: _failed, ...change }) => change));
    const { undo: _undo, also: _also, ...rest } = incident;
    const next: Incident = {
      ...rest,
      context: incident.context?.appName === undefined ? named : incident.context,
      before: namedFirst(
        undone,
        failures.concat(failedElsewhere),
        [
          ...newestFirst([...possible, ...elsewhereBefore.filter((each) => !each.failed)]),
          ...unlikely,
          ...newestFirst(oncePerPerson([...builds, ...harmless])),
          ...(othersKnown.length > 0 ? [] : sinceUndone),
          ...lastKnown,
        ],
        unlikely,
      ),
      done: newestFirst([
        ...later,
        ...elsewhere.filter((each) => isLater(each.at, within) && !elsewhereBefore.includes(each)),
      ]),
      ...(undone.length > 0 ? { undo } : {}),
      ...(also ? { also: alsoShown(also, incident) } : {}),
    };
    return isSameJson(next, original) ? original : next;
  };
}

function isKnownToFire(incident: Incident): boolean {
  return incidentState(incident) === 'firing' && !hasNoData(incident);
}

function alsoShown(also: Incident, incident: Incident): Incident['also'] {
  const title = titleBeside(also, [incident]);
  const state = hasNoData(also)
    ? { noData: true as const }
    : incidentState(also) === 'recovering'
      ? { recovering: true as const }
      : {};
  return { id: also.id, title, ...state };
}

/** Checks whether another incident is ongoing, of the same component and in the same channel. */
export function isBeside(each: Incident, { id, channel, context, component }: Incident): boolean {
  if (each.id === id || each.channel !== channel || each.ended !== undefined) return false;
  if (!each.component || each.component.id !== component?.id || !each.context || !context) return false;
  return placeKey(each.context) === placeKey(context);
}

/**
 * Returns the changes that the message names, then those that it counts. It names those that failed, because they are the
 * most likely cause, the nearest other one, and the one that a button undoes, because people must see what it undoes.
 * @param others the most likely cause first
 */
function namedFirst(
  undone: readonly IncidentChange[],
  failed: readonly IncidentChange[],
  others: readonly IncidentChange[],
  unlikely: readonly IncidentChange[],
): IncidentChange[] {
  const [latest, earlier] = [newestFirst(failed).slice(0, maxFailedFirst), newestFirst(failed).slice(maxFailedFirst)];
  const first = [...latest, ...others.slice(0, 1)];
  const isAmong = (some: readonly IncidentChange[]) => (each: IncidentChange) => some.some(({ at }) => at === each.at);
  const further = [...others.slice(1), ...earlier].filter((each) => !isAmong(undone)(each));
  const all = [...first, ...undone.filter((each) => !isAmong(first)(each)), ...further];
  const named = newestFirst(all.slice(0, maxBefore));
  return [
    ...named.filter((each) => failed.includes(each)),
    ...named.filter((each) => !failed.includes(each) && !unlikely.includes(each) && !each.replacedNothing),
    ...named.filter((each) => unlikely.includes(each)),
    ...named.filter((each) => !failed.includes(each) && each.replacedNothing),
    ...all.slice(maxBefore),
  ];
}

function requestEnd({ at, run: { ended, started } }: ChangeRequest): number {
  return ended ?? started ?? at;
}

function hasFailed({ state }: ChangeRequest): boolean {
  return state === 'failed';
}

function undoOf(
  cause: ChangeRequest | undefined,
  here: readonly ChangeRequest[],
  since: number,
  isAlone: boolean,
): OfferedRequest | undefined {
  if (!cause || requestEnd(cause) < since - undoneWithin) return undefined;
  const isUndone = here.some(
    ({ follows, state }) => state === 'done' && follows?.how === 'undo' && follows.card === cause.id,
  );
  const undo = isUndone ? undefined : takenBackBy(cause, incidentActionMsg.undo());
  const named = undo && namedChanges[undo.operation];
  if (!named) return undo;
  // Next to an incident, the label “Close it again” would be unclear, so name the component.
  const { componentName: name } = cause.plan;
  const port = portWords(isAlone ? '' : name, undo.given.port?.[0] ?? '');
  return { ...undo, label: named({ name, port, rule: undo.given.rule?.[0] ?? '' }) };
}

/** Returns the request that reverts a request in any end state. @param label used if the plan has no label */
function takenBackBy(request: ChangeRequest, label: Text): OfferedRequest | undefined {
  const { plan, state } = request;
  const { steps } = request.run;
  const leftover = state === 'failed' ? steps.find(({ offer }) => offer)?.offer : undefined;
  if (leftover) return leftover;
  const proposal = 'proposal' in plan.undo ? plan.undo.proposal : undefined;
  const undo = undoRequestOf(request);
  return !undo || 'none' in undo ? undefined : { ...undo, label: proposal?.label ?? label };
}

const namedChanges: Readonly<Record<string, (of: Readonly<Record<'name' | 'port' | 'rule', string>>) => Text>> = {
  'gateway.delete': incidentActionMsg.undoRule,
  'port.close': incidentActionMsg.undoClose,
  'port.open': incidentActionMsg.undoOpen,
  'port.delete': incidentActionMsg.undoAdd,
  'port.add': incidentActionMsg.undoDelete,
  'port.alias': incidentActionMsg.undoPort,
  'port.protocol': incidentActionMsg.undoPort,
  'component.start': incidentActionMsg.undoStop,
  'component.stop': incidentActionMsg.undoStart,
  'component.scale': incidentActionMsg.undoScale,
  'component.image': incidentActionMsg.undoImage,
};

type PortChanges = readonly [ChangeRequest, ...ChangeRequest[]];

/** Groups the requests for one port, because its opening and closing are shown as one change. Keeps the order. */
function byPort(requests: readonly ChangeRequest[]): readonly PortChanges[] {
  const groups = [...Map.groupBy(requests, openedPort).values()];
  return groups.flatMap(([first, ...others]): PortChanges[] => (first ? [[first, ...others]] : []));
}

function openedPort({ id, operation, state, plan, given }: ChangeRequest): string {
  const [port] = ['port.open', 'port.until', 'port.close'].includes(operation) ? (given.port ?? []) : [];
  return state === 'done' && port !== undefined ? `${plan.component}:${port}` : id;
}

/**
 * Checks whether access to a port still differs because of a request: no later one reverted it, and it didn't revert an
 * earlier one of the same hour. Other requests count as in effect. @param here newest first @param shortly newest first
 */
function isInEffect(each: ChangeRequest, here: readonly ChangeRequest[], shortly: readonly ChangeRequest[]): boolean {
  const { operation } = each;
  if (operation !== 'port.open' && operation !== 'port.close') return true;
  const ofPort = (some: readonly ChangeRequest[]) =>
    some.filter((other) => other.operation !== 'port.until' && openedPort(other) === openedPort(each));
  const later = ofPort(here).filter((other) => requestBegin(other) > requestBegin(each));
  const first = shortly.includes(each) ? ofPort(shortly).at(-1) : each;
  // If it was reverted and made again, the problem went on in between.
  return later.every((other) => other.operation === operation) && first?.operation === operation;
}

/** @param requests groups of requests, each the newest first */
async function changesIn(
  reads: Pick<ChangeSources, 'operations' | 'people'>,
  incident: Incident,
  requests: readonly PortChanges[],
): Promise<IncidentChange[]> {
  return (await Promise.all(requests.map((same) => describeChanges(reads, same, incident)))).flat();
}

async function describeChanges(
  reads: Pick<ChangeSources, 'operations' | 'people'>,
  requests: PortChanges,
  incident: Incident,
): Promise<IncidentChange[]> {
  const changes = present(await Promise.all(requests.map((request) => describeChange(reads, request, incident))));
  const last = requests.find(({ operation }) => operation !== 'port.until');
  const [change] = changes;
  const isOneChange = ['port.open', 'port.close'].every((id) => requests.some(({ operation }) => operation === id));
  const first = requests.findLast(({ operation }) => operation !== 'port.until');
  // A person who opened a port again didn't close it before, if that was automatic.
  const isAutomatic = first?.operation === 'port.close' && changerOf(first) === undefined;
  if (!change || !last || !isOneChange || isAutomatic) return changes;
  // A port that was opened, closed and opened again is open, and wasn't before: that is one opening.
  if (first?.operation === last.operation) return present([await describeChange(reads, last, incident)]);
  const port = portWords(last.plan.componentName, last.given.port?.[0] ?? '');
  const what = last.operation === 'port.close' ? incidentActionMsg.openedAndClosed : incidentActionMsg.closedAndOpened;
  const who = new Set(changes.flatMap(({ by }) => by ?? []));
  return [{ ...change, what: what({ port }), ...(who.size > 0 ? { by: [...who].join(', ') } : {}) }];
}

async function describeChange(
  { operations, people }: Pick<ChangeSources, 'operations' | 'people'>,
  request: ChangeRequest,
  { channel, component }: Incident,
): Promise<IncidentChange | undefined> {
  const { shown } = request;
  const operation = operations.find(({ id }) => id === request.operation);
  if (operation?.kind !== 'change') return undefined;
  const changer = changerOf(request);
  const isOpen = shown.channel === channel || (await people.isPublic(shown.channel));
  const followed = request.run.steps.flatMap(({ events = [] }) => events);
  const event = followed.find((each) => each.component === component?.id && hasLog(each))?.event;
  return {
    at: requestBegin(request),
    what: requestMark(operation, request, request.plan.componentName),
    ...(isOpen ? { by: changer?.name, person: changer?.id } : {}),
    ...(isOpen && shown.link !== undefined ? { link: shown.link } : {}),
    ...(hasFailed(request) ? { failed: true as const, event } : {}),
    ...(hasReplacedNothing(request) ? { replacedNothing: true as const } : {}),
  };
}

/** Returns equal changes of one person as one, with the time of the last. */
function oncePerPerson(changes: readonly IncidentChange[]): readonly IncidentChange[] {
  const alike = Map.groupBy(newestFirst(changes), ({ what, by, person }) => JSON.stringify([what, person ?? by]));
  return [...alike.values()].flatMap(([last, ...others]) => {
    if (!last || others.length === 0) return last ?? [];
    return { ...last, what: incidentActionMsg.times({ what: last.what, count: others.length + 1 }) };
  });
}

function newestFirst(changes: readonly IncidentChange[]): IncidentChange[] {
  return changes.toSorted((one, other) => other.at - one.at);
}
