import type { ChartMark, ComponentChange } from '../charts/data/job.ts';
import type { ChartOrder } from '../core/command/answer.ts';
import { type Context, placeKey } from '../core/command/context.ts';
import { isSameJson } from '../core/defined.ts';
import { type ChangeRequest, changerOf, lastMoment, readRequest } from '../core/request/change-request.ts';
import { callsPlatform, hasReplacedNothing, mayHaveChanged } from '../core/request/follow-up.ts';
import { isTrouble } from '../core/runs/component-run.ts';
import { type Lang, type Text, verbatim } from '../core/text/text.ts';
import { resultWithin, type World } from '../core/world.ts';
import { plain } from '../operations/operation-catalog.ts';
import { changeOutcomeMsg } from '../operations/shared/event/change-outcome-messages.ts';
import { type EventChange, eventChanges, type MarkedComponent } from '../operations/shared/event/event-marks.ts';
import { eventStart } from '../operations/shared/event/event-text.ts';
import { isDoneBy, requestMark } from '../operations/shared/event/request-changes.ts';
import { seenComponents } from '../operations/shared/find-component.ts';
import type { Services } from '../operations/shared/services.ts';
import type { ComponentEvent } from '../platform/event/event-endpoints.ts';
import { RESOURCE_ITEMS } from '../platform/monitoring/resource-query.ts';
import type { Platform } from '../platform/platform.ts';
import type { AuditRow } from '../store/audit/audit-entry.ts';
import type { AuditLog, Store } from '../store/store.ts';

/** Maximum number of audit entries: enough for about ten requests an hour for a day. */
const maxEntries = 500;
/** Maximum number of components with events, because each read lists the events of only one component. */
const maxWithEvents = 5;
/** Time limits for reading events, in ms. Nobody waits for an automatic chart, so it has more time. */
const eventsTimeout = 3_000;
const automaticTimeout = 30_000;
/** Maximum difference between clocks, in seconds. Because of it, an event may seem to begin before its change. */
const clocksDiffer = 30;
/** Time before a change for which data is read, in seconds: 24 hours of comparison plus windows of up to one hour. */
export const judgedBefore = 25 * 3_600;
/** Outcomes of requests that ran. With an unknown outcome, a change isn't known to be in progress anymore. */
const endedOutcomes: readonly string[] = ['done', 'partly', 'failed', 'unknown'];
const minute = 60;
const longestName = 24;
const maxNamed = 2;

export type MarkSources = Pick<Services, 'operations'> & {
  readonly store: {
    readonly audit: Pick<AuditLog, 'search'>;
    readonly requests: Pick<Store['requests'], 'get'>;
    readonly seen: Pick<Store['seen'], 'find'>;
  };
  readonly platform: Pick<Platform, 'listEvents'>;
  readonly people: Pick<Services['people'], 'isPublic'>;
  readonly world: Pick<World, 'wait' | 'log'>;
};

export interface MarkQuery {
  readonly order: ChartOrder;
  readonly context: Context;
  readonly viewer: MarkViewer;
  /** Failures to mark, such as those of an incident. They aren't changes, so their effect isn't judged. */
  readonly failures?: readonly NamedMark[];
  /** Ends of containers that are known, also if the platform no longer lists them. */
  readonly ends?: readonly ContainerEnd[];
  /** Changes that the message names. They are marked even if the platform's events can't be read in time. */
  readonly named?: readonly NamedMark[];
}

/** End of a container, by the platform's term and the component's name. `time`: epoch seconds. */
export interface ContainerEnd {
  readonly time: number;
  readonly what: string;
  readonly name: string;
}

interface NamedMark {
  /** Epoch seconds. */
  readonly time: number;
  readonly what: Text;
  readonly who?: string;
}

interface MarkViewer {
  readonly lang: Lang;
  /** The chart's channel. Requests of other private channels aren't shown in it. */
  readonly channel: string;
  readonly isAutomatic?: boolean;
}

export interface ChangesFound {
  readonly marks: readonly ChartMark[];
  readonly otherChanges: readonly ComponentChange[];
  /** Trouble of pods, from the platform's events. */
  readonly troubles: readonly ComponentChange[];
  /** All changes from this time on are known; epoch seconds, or infinite. */
  readonly knownSince: number;
}

/** Finds changes in the chart's range and the day before, from the audit log and platform events. */
export async function changeMarks(services: MarkSources, query: MarkQuery): Promise<ChangesFound> {
  const { order, context, viewer, failures = [], ends: known = [], named = [] } = query;
  const requests = await requestChanges(services, query);
  const components = withEvents(order.components ?? (await seenComponents(context, services.store)), requests.changes);
  const ofEvents = await readEventChanges(services, query, components);
  const names = namesFor(order.components);
  const events = ofEvents.changes.flatMap((event): readonly FoundChange[] => {
    // The change that caused the event already has a mark.
    // A failed build replaces nothing, so values go on as before.
    if (event.replacedNothing || requests.changes.some(({ causes }) => causes?.(event))) return [];
    const { mark, failure, component, ...change } = event;
    const said = (failure ?? mark)?.what(names([component.name]));
    const what = failure && said ? changeOutcomeMsg.failed({ what: said }) : said;
    return [{ ...change, what: what && plain(what, viewer.lang), who: (failure ?? mark)?.who }];
  });
  const isMarked = (change: FoundChange): change is FoundChange & ChartMark =>
    change.what !== undefined && change.time >= order.start && change.time <= order.end;
  const changes: readonly FoundChange[] = [...requests.changes.filter((each) => !each.replacedNothing), ...events];
  const marked = changes.filter(isMarked);
  const missing = named.filter(({ time }) => !marked.some((change) => isAt(change, time)));
  const ends = onceEach([...known, ...ofEvents.ends])
    .filter(({ time }) => time >= order.start && time <= order.end + minute)
    .map(({ time, what, name }) => ({ time, what: verbatim([what, names([name])].join(' ').trimEnd()) }));
  const isKnown = ({ time, what }: NamedMark) =>
    failures.some((each) => Math.abs(each.time - time) <= clocksDiffer && isSameJson(each.what, what));
  const added = [...failures, ...ends.filter((end) => !isKnown(end)), ...missing].map(
    // The chart ends with a whole minute, so it may end seconds before the last mark.
    ({ time, what, who }: NamedMark) => {
      return { time: Math.min(time, order.end), what: plain(what, viewer.lang), who, components: [] };
    },
  );
  const all: readonly FoundChange[] = [...changes, ...added].sort((one, other) => one.time - other.time);
  return {
    marks: all.filter(isMarked).map(({ causes: _causes, replacedNothing: _replaced, ...mark }) => ({
      ...mark,
      ...(named.some(({ time }) => isAt(mark, time)) ? { isNamed: true } : {}),
    })),
    otherChanges: all
      .filter((change) => !isMarked(change))
      .map(({ time, since, components: changed }) => ({ time, components: changed, since })),
    troubles: ofEvents.troubles,
    knownSince: Math.max(requests.knownSince, ofEvents.knownSince),
  };
}

type FoundChange = ComponentChange &
  Partial<Pick<ChartMark, 'what' | 'who' | 'request' | 'limits'>> & {
    /** Checks whether the change caused an event of the platform. Such an event gets no mark of its own. */
    readonly causes?: (event: EventChange) => boolean;
    /** A build that failed. */
    readonly replacedNothing?: true;
  };

function isAt({ since, time }: FoundChange, at: number): boolean {
  return at >= (since ?? time) - clocksDiffer && at <= time + clocksDiffer;
}

function withEvents(
  components: readonly MarkedComponent[],
  changes: readonly FoundChange[],
): { readonly named: readonly MarkedComponent[]; readonly isComplete: boolean } {
  const changed = new Set(changes.flatMap((each) => each.components));
  const isKnown = [...changed].every((id) => components.some((each) => each.id === id));
  if (components.length <= maxWithEvents) return { named: components, isComplete: isKnown };
  const named = components.filter(({ id }) => changed.has(id));
  return { named: named.slice(0, maxWithEvents), isComplete: isKnown && named.length <= maxWithEvents };
}

interface EventsFound extends Pick<ChangesFound, 'troubles' | 'knownSince'> {
  readonly changes: readonly EventChange[];
  readonly ends: readonly ContainerEnd[];
}

async function readEventChanges(
  { platform, world }: MarkSources,
  { order: { start }, context, viewer }: MarkQuery,
  { named, isComplete }: ReturnType<typeof withEvents>,
): Promise<EventsFound> {
  const reads = named.map((component) => eventChanges(platform, component, context, start - judgedBefore, world.log));
  const timeout = viewer.isAutomatic ? automaticTimeout : eventsTimeout;
  const results = await resultWithin(world, timeout, Promise.all(reads));
  if (!results) return { changes: [], troubles: [], ends: [], knownSince: Number.POSITIVE_INFINITY };
  return {
    changes: results.flatMap(({ changes }) => changes),
    troubles: results.flatMap(({ events = [] }, index) => {
      const components = [named[index]?.id ?? ''];
      return podEvents(events, (type) => isTrouble({ type })).map(({ time }) => ({ time, components }));
    }),
    ends: results.flatMap(({ events = [] }, index) => endsAmong(events, named[index]?.name ?? '')),
    knownSince: Math.max(
      isComplete ? start - judgedBefore : Number.POSITIVE_INFINITY,
      ...results.map((each) => each.knownSince),
    ),
  };
}

/** Returns when events of a component's pods began. Times in epoch seconds. */
function podEvents(events: readonly ComponentEvent[], isWanted: (type: string) => boolean) {
  return events.flatMap((event) => {
    const start = event.target === 'pod' && isWanted(event.optType) ? eventStart(event) : undefined;
    return start === undefined ? [] : [{ time: start / 1_000, what: event.optType }];
  });
}

/** Events of a container that ended. Many of them would hide the changes, so that only the last ones are marked. */
const endTypes: readonly string[] = ['OOMKilled', 'AbnormalExited', 'ContainerExitError', 'CrashLoopBackOff'];
const maxEnds = 6;

function onceEach(ends: readonly ContainerEnd[]): readonly ContainerEnd[] {
  return [...new Map(ends.map((end) => [JSON.stringify([end.time, end.what, end.name]), end])).values()];
}

function endsAmong(events: readonly ComponentEvent[], name: string): EventsFound['ends'] {
  const ends = podEvents(events, (type) => endTypes.includes(type)).map((end) => ({ ...end, name }));
  return ends.toSorted((one, other) => one.time - other.time).slice(-maxEnds);
}

function namesFor(shown: ChartOrder['components']): (names: readonly string[]) => string {
  return (names) => {
    if (shown?.length === 1) return '';
    const named = names.slice(0, maxNamed).map(shortName).join(', ');
    return names.length > maxNamed ? `${named} +${names.length - maxNamed}` : named;
  };
}

function shortName(name: string): string {
  const letters = [...name];
  if (letters.length <= longestName) return name;
  return `${letters.slice(0, longestName - 9).join('')}…${letters.slice(-8).join('')}`;
}

async function requestChanges(
  services: MarkSources,
  { order, context, viewer }: MarkQuery,
): Promise<{ readonly changes: readonly FoundChange[]; readonly knownSince: number }> {
  const since = order.start - judgedBefore;
  const hasRun = ({ kind, outcome, at, request }: AuditRow) =>
    (kind === 'run' || (kind === 'outcome' && endedOutcomes.includes(outcome ?? ''))) &&
    at <= order.end * 1_000 &&
    request !== undefined;
  const rows = await services.store.audit.search({
    placeKey: placeKey(context),
    since: since * 1_000,
    mayRead: hasRun,
    limit: maxEntries,
  });
  // The newest entry of a request contains the request's latest state.
  const newest = new Map(rows.toReversed().map((row) => [row.request, row]));
  const changes = await Promise.all([...newest.values()].map((row) => changeOfRequest(services, row, order, viewer)));
  const oldest = rows.length < maxEntries ? undefined : rows.at(-1)?.at;
  return {
    changes: changes.filter((change) => change !== undefined),
    knownSince: oldest === undefined ? since : oldest / 1_000,
  };
}

async function changeOfRequest(
  { operations, store, people }: MarkSources,
  { kind, request: id = '', operation: operationId, at, outcome, details }: AuditRow,
  { components: shown, end }: ChartOrder,
  { lang, channel }: MarkViewer,
): Promise<FoundChange | undefined> {
  const stored = readRequest(await store.requests.get(id));
  if (stored && !callsPlatform(stored)) return undefined;
  const recorded = String(details?.component ?? '').split(', ');
  const touched = stored ? touchedBy(stored) : { ids: [], names: recorded };
  const drawn = shown?.filter((each) => touched.ids.includes(each.id) || (!stored && recorded.includes(each.name)));
  if (drawn?.length === 0) return undefined;
  const operation = operations.find((each) => each.id === operationId);
  const ids = drawn?.map((each) => each.id) ?? touched.ids;
  const isOver = kind === 'outcome';
  const started = isOver ? stored?.run.started : at;
  const last = stored ? lastMoment(stored) / 1_000 : end;
  const limits = RESOURCE_ITEMS.filter((item) => stored?.given[item] !== undefined);
  const change = {
    time: isOver ? at / 1_000 : Math.min(end, last),
    components: ids,
    request: id,
    ...(started === undefined || (isOver && started >= at) ? {} : { since: started / 1_000 }),
    replacedNothing: stored && hasReplacedNothing(stored) ? (true as const) : undefined,
    ...(stored && limits.length > 0 ? { limits } : {}),
  };
  const isMarked = stored ? mayHaveChanged(stored) : outcome === 'done';
  if (!isMarked || operation?.kind !== 'change') return change;
  const name = namesFor(shown)(drawn?.map((each) => each.name) ?? touched.names);
  const hasEvents = operation.verify === 'event';
  if (!stored)
    return { ...change, what: plain(operation.mark(name), lang), ...(hasEvents && { causes: isWithin(change) }) };
  const isOpen = stored.shown.channel === channel || (await people.isPublic(stored.shown.channel));
  return {
    ...change,
    what: plain(requestMark(operation, stored, name), lang),
    ...(isOpen ? { who: changerOf(stored)?.name } : {}),
    ...(hasEvents && { causes: (event: EventChange) => event.since <= change.time && isDoneBy(event, stored) }),
  };
}

/** Of a request that isn't stored anymore, only the time and the components are known. */
function isWithin({ components, since = Number.POSITIVE_INFINITY, time }: FoundChange): FoundChange['causes'] {
  return ({ since: at, component }) => at >= since - clocksDiffer && at <= time && components.includes(component.id);
}

function touchedBy({ plan }: ChangeRequest): { readonly ids: readonly string[]; readonly names: readonly string[] } {
  const awaited = plan.steps.flatMap(({ awaits }) => awaits?.components ?? []);
  const all = awaited.length > 0 ? awaited : [{ id: plan.component, name: plan.componentName }];
  const byId = new Map(all.map(({ id, name }) => [id, name]));
  return { ids: [...byId.keys()], names: [...byId.values()] };
}
