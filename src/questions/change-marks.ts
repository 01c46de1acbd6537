import type { ChartMark, ComponentChange } from '../charts/data/job.ts';
import type { ChartOrder } from '../core/command/answer.ts';
import { type Context, placeKey } from '../core/command/context.ts';
import { readAll } from '../core/command/params.ts';
import { type ChangeRequest, readRequest } from '../core/request/change-request.ts';
import type { Lang } from '../core/text/text.ts';
import { resultWithin, type World } from '../core/world.ts';
import { plain } from '../operations/operation-catalog.ts';
import type { Change } from '../operations/shared/define.ts';
import { type EventChange, eventChanges, type MarkedComponent } from '../operations/shared/event/event-marks.ts';
import { seenComponents } from '../operations/shared/find-component.ts';
import type { Services } from '../operations/shared/services.ts';
import type { Platform } from '../platform/platform.ts';
import type { AuditRow } from '../store/audit/audit-entry.ts';
import type { AuditLog, Store } from '../store/store.ts';

/** More entries of requests that ran aren't looked at: about ten requests an hour, over a day. */
const mostEntries = 500;
/** For charts of more components, the platform isn't asked for events: it lists those of one component at a time. */
const mostWithEvents = 5;
/** A slow platform doesn't hold up the chart for longer, in ms. */
const eventsTimeout = 3_000;
/** How much earlier than the run of a change an event of its own may seem to begin: clocks differ. In seconds. */
const clocksDiffer = 30;
/**
 * What a change did is judged by the 24 hours before it, and the windows beside it by up to an hour more; in seconds.
 */
export const judgedBefore = 25 * 3_600;
/** A longer name is shortened in its middle. */
const longestName = 24;
/** Components named in one mark. */
const mostNamed = 2;

/** What marks are read from. */
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

/** A chart whose changes are marked: what it shows, of which context, for whom. */
export interface MarkQuery {
  readonly order: ChartOrder;
  readonly context: Context;
  readonly viewer: MarkViewer;
}

interface MarkViewer {
  readonly lang: Lang;
  /** What was planned in another private channel isn't told in this one. */
  readonly channel: string;
}

/** The changes of a chart's components. */
export interface ChangesFound {
  /** Those of its range, as they are drawn. */
  readonly marks: readonly ChartMark[];
  /** Those of the day before it, and those that failed. */
  readonly otherChanges: readonly ComponentChange[];
  /** All changes since this moment (epoch seconds) are known; infinite where they can't be. */
  readonly knownSince: number;
}

/**
 * Finds what was changed in the context of a chart while its range lasted, and in the day before: changes that the
 * audit log knows, and what the platform's events say about the components.
 */
export async function changeMarks(services: MarkSources, query: MarkQuery): Promise<ChangesFound> {
  const { order, context, viewer } = query;
  const requests = await requestChanges(services, query);
  const components = withEvents(order.components ?? (await seenComponents(context, services.store)), requests.changes);
  const read = await readEventChanges(services, order, context, components);
  const names = namesFor(order.components);
  const events = read.changes.flatMap((event): readonly FoundChange[] => {
    const causes = requests.changes.filter((change) => isPartOf(event, change));
    // What came of a change that is done is its own mark.
    if (causes.some(({ what }) => what !== undefined)) return [];
    const { mark, component, ...change } = event;
    const what = mark && plain(mark.what(names([component.name])), viewer.lang);
    const [cause] = causes;
    // The platform knows only what the bot is called there.
    const who = cause ? cause.by : mark?.who;
    return [{ ...change, what, who }];
  });
  const all = [...requests.changes, ...events].sort((one, other) => one.time - other.time);
  const isMarked = (change: FoundChange): change is FoundChange & ChartMark =>
    change.what !== undefined && change.time >= order.start && change.time <= order.end;
  return {
    marks: all.filter(isMarked).map(({ hasEvents: _hasEvents, by: _by, ...mark }) => mark),
    otherChanges: all
      .filter((change) => !isMarked(change))
      .map(({ time, since, components: changed }) => ({ time, components: changed, since })),
    knownSince: Math.max(requests.knownSince, read.knownSince),
  };
}

/** A change, with how it is marked; without `what` it isn't. */
type FoundChange = ComponentChange &
  Partial<Pick<ChartMark, 'what' | 'who' | 'request'>> & {
    /** Whether the platform's own events report it, so that they aren't marked once more. */
    readonly hasEvents?: true;
    /** Who asked for it, where it isn't done: what it did all the same is marked by the platform's events. */
    readonly by?: string;
  };

/** Whether an event of the platform is what a change of ours did, and not another change. */
function isPartOf(event: EventChange, { components, hasEvents, since, time }: FoundChange): boolean {
  if (!hasEvents || since === undefined) return false;
  return event.since >= since - clocksDiffer && event.since <= time && components.includes(event.component.id);
}

/** The components whose events are read: those of the chart, or of many those that were changed. */
function withEvents(
  components: readonly MarkedComponent[],
  changes: readonly FoundChange[],
): { readonly named: readonly MarkedComponent[]; readonly isComplete: boolean } {
  const changed = new Set(changes.flatMap((each) => each.components));
  const isKnown = [...changed].every((id) => components.some((each) => each.id === id));
  if (components.length <= mostWithEvents) return { named: components, isComplete: isKnown };
  const named = components.filter(({ id }) => changed.has(id));
  return { named: named.slice(0, mostWithEvents), isComplete: isKnown && named.length <= mostWithEvents };
}

async function readEventChanges(
  { platform, world }: MarkSources,
  { start }: ChartOrder,
  context: Context,
  { named, isComplete }: ReturnType<typeof withEvents>,
): Promise<{ readonly changes: readonly EventChange[]; readonly knownSince: number }> {
  const reads = named.map((component) => eventChanges(platform, component, context, start - judgedBefore, world.log));
  const read = await resultWithin(world, eventsTimeout, Promise.all(reads));
  if (!read) return { changes: [], knownSince: Number.POSITIVE_INFINITY };
  return {
    changes: read.flatMap(({ changes }) => changes),
    knownSince: Math.max(
      isComplete ? start - judgedBefore : Number.POSITIVE_INFINITY,
      ...read.map((each) => each.knownSince),
    ),
  };
}

/** How a mark names its components: not at all where the chart shows no other. */
function namesFor(shown: ChartOrder['components']): (names: readonly string[]) => string {
  return (names) => {
    if (shown?.length === 1) return '';
    const told = names.slice(0, mostNamed).map(shortName).join(', ');
    return names.length > mostNamed ? `${told} +${names.length - mostNamed}` : told;
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
    (kind === 'run' || (kind === 'outcome' && (outcome === 'done' || outcome === 'failed'))) &&
    at <= order.end * 1_000 &&
    request !== undefined;
  const rows = await services.store.audit.search({
    ...{ placeKey: placeKey(context), since: since * 1_000, mayRead: hasRun, limit: mostEntries },
  });
  // The newest entry of a request says how far it has come.
  const newest = new Map(rows.toReversed().map((row) => [row.request, row]));
  const found = await Promise.all([...newest.values()].map((row) => changeOfRequest(services, row, order, viewer)));
  const oldest = rows.length < mostEntries ? undefined : rows.at(-1)?.at;
  return {
    changes: found.filter((change) => change !== undefined),
    knownSince: oldest === undefined ? since : oldest / 1_000,
  };
}

/** The change of a request, by the newest of its entries; undefined where it touched no component of the chart. */
async function changeOfRequest(
  { operations, store, people }: MarkSources,
  { kind, request: id = '', operation: operationId, at, outcome, details }: AuditRow,
  { components: shown, end }: ChartOrder,
  { lang, channel }: MarkViewer,
): Promise<FoundChange | undefined> {
  const stored = readRequest(await store.requests.get(id));
  const recorded = String(details?.component ?? '').split(', ');
  const touched = stored ? touchedBy(stored) : { ids: [], names: recorded };
  const drawn = shown?.filter((each) => touched.ids.includes(each.id) || (!stored && recorded.includes(each.name)));
  if (drawn?.length === 0) return undefined;
  const operation = operations.find((each) => each.id === operationId);
  const ids = drawn?.map((each) => each.id) ?? touched.ids;
  const isOver = kind === 'outcome';
  const started = isOver ? stored?.started : at;
  const change = {
    ...{ time: isOver ? at / 1_000 : end, components: ids, request: id },
    ...(started === undefined || (isOver && started >= at) ? {} : { since: started / 1_000 }),
    hasEvents: operation?.kind === 'change' && operation.verify === 'event' ? (true as const) : undefined,
  };
  const isOpen = stored && (stored.channel === channel || (await people.isPublic(stored.channel)));
  if (!isOver || outcome !== 'done' || operation?.kind !== 'change')
    return { ...change, ...(isOpen ? { by: stored.asker.name } : {}) };
  const name = namesFor(shown)(drawn?.map((each) => each.name) ?? touched.names);
  if (!isOpen) return { ...change, what: plain(operation.mark(name), lang) };
  const closer = stored.system ? await closerOf(stored, store.requests) : undefined;
  const who = stored.system ? closer : stored.asker.name;
  return { ...change, what: plain(markText(operation, stored, name, closer === undefined), lang), who };
}

/** What a change is called beside a line. @param isAlone what ran without a person ran automatically */
function markText(operation: Change, { plan, given, system }: ChangeRequest, name: string, isAlone: boolean) {
  const read = readAll(operation.params, given);
  // What another version could be given may not be readable any more.
  return 'args' in read
    ? operation.mark(name, { plan, args: read.args, automatic: system === true && isAlone })
    : operation.mark(name);
}

/** The components that a plan touches, by id and by name. */
function touchedBy({ plan }: ChangeRequest): { readonly ids: readonly string[]; readonly names: readonly string[] } {
  const awaited = plan.steps.flatMap(({ awaits }) => awaits?.components ?? []);
  const all = awaited.length > 0 ? awaited : [{ id: plan.component, name: plan.componentName }];
  const byId = new Map(all.map(({ id, name }) => [id, name]));
  return { ids: [...byId.keys()], names: [...byId.values()] };
}

/** Who ended something temporary before its time, as its card says; undefined where it ended automatically. */
async function closerOf(
  { follows }: ChangeRequest,
  cards: Pick<Store['requests'], 'get'>,
): Promise<string | undefined> {
  const opened = follows && readRequest(await cards.get(follows.card));
  return opened?.access?.by?.name;
}
