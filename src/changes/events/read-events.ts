import { type Place, placeKey } from '../../core/command/context.ts';
import type { EventSpec } from '../../core/operation.ts';
import type { ChangeRequest } from '../../core/request/change-request.ts';
import { type EventSnapshot, followAll } from '../../core/request/events/follow-event.ts';
import {
  type FollowedEvent,
  hasEnded,
  isDown,
  type SeenEvents,
  type SeenStatuses,
} from '../../core/request/events/followed-event.ts';
import { statusKind } from '../../core/runs/component-status.ts';
import { eventsBefore } from '../../core/runs/seen-event.ts';
import { findAppsOf } from '../../operations/shared/access/app-of-component.ts';
import type { WriteReply } from '../../platform/call.ts';
import { type PlatformError, unlessPlatformFails } from '../../platform/errors/platform-error.ts';
import type { RunSource } from '../../reader/run-reads.ts';
import { changeOf, type EngineContext } from '../engine-context.ts';

/** Interval between searches for a component that wasn't found, in ms. */
const seekEvery = 60_000;
/** Time to remember a found place, in ms. If the component is still followed then, it is searched again. */
const keptFor = 3_600_000;

/** Reads data of components in their current place, even in another app of the team. Omits unreadable data. */
async function readWhereTheyAre<T>(
  engine: EngineContext,
  request: ChangeRequest,
  components: readonly string[],
  read: (source: RunSource, these: readonly string[]) => Promise<ReadonlyMap<string, T> | undefined>,
): Promise<ReadonlyMap<string, T>> {
  const values = new Map<string, T>();
  const readAt = async (these: readonly string[], place: Place): Promise<readonly string[]> => {
    let canRead = true;
    const failed = (error: PlatformError) => {
      if (error.kind !== 'not-found') canRead = false;
      engine.services.world.log.warn('the events, the log or the status of a component could not be read', {
        card: request.id,
        error,
      });
    };
    for (const [id, value] of (await read({ place, failed }, these)) ?? []) values.set(id, value);
    return canRead ? these.filter((id) => !values.has(id)) : [];
  };
  const absent: string[] = [];
  for (const these of groupedByPlace(engine, request, components))
    absent.push(...(await readAt(these.components, these.place)));
  for (const [place, these] of await seek(engine, request, absent)) await readAt(these, place);
  return values;
}

function groupedByPlace({ searchedPlaces }: EngineContext, request: ChangeRequest, components: readonly string[]) {
  const { team, region, app } = request.context;
  const placed = components.map((id) => ({
    id,
    place: searchedPlaces.get(keyOf(request, id))?.place ?? { team, region, app },
  }));
  return [...Map.groupBy(placed, ({ place }) => placeKey(place)).values()].flatMap((these) =>
    these[0] ? [{ place: these[0].place, components: these.map(({ id }) => id) }] : [],
  );
}

async function seek(
  { services, searchedPlaces: searchedPlacesPlaces, searchTurn }: EngineContext,
  request: ChangeRequest,
  components: readonly string[],
): Promise<ReadonlyMap<Place, readonly string[]>> {
  const { world } = services;
  for (const [key, { at }] of searchedPlacesPlaces) if (world.now() - at > keptFor) searchedPlacesPlaces.delete(key);
  const wanted = components.filter((id) => {
    const last = searchedPlacesPlaces.get(keyOf(request, id));
    return !last || world.now() - last.at >= seekEvery;
  });
  if (wanted.length === 0) return new Map();
  const searched = await unlessPlatformFails(
    () => findAppsOf(wanted, request.context, services, searchTurn),
    (error) =>
      world.log.warn('components that are not in their application could not be looked for', { ids: wanted, error }),
  );
  if (!searched) return new Map();
  const places = searched === 'no-lists' ? undefined : searched;
  for (const id of wanted) {
    const place = places?.get(id);
    searchedPlacesPlaces.set(keyOf(request, id), { at: world.now(), place });
  }
  const moved = Map.groupBy(places ?? [], ([, place]) => place);
  return new Map([...moved].map(([place, these]) => [place, these.map(([id]) => id)]));
}

function keyOf({ id }: ChangeRequest, component: string): string {
  return `${id} ${component}`;
}

export function eventSpecOf(engine: EngineContext, request: ChangeRequest): EventSpec<WriteReply> | undefined {
  return changeOf(engine, request)?.events;
}

/** Reads a step's events, the statuses if some events have ended, and failed events' logs. Omits unreadable data. */
export async function readStepEvents(
  engine: EngineContext,
  request: ChangeRequest,
  index: number,
): Promise<EventSnapshot> {
  const now = engine.services.world.now();
  const open = (request.run.steps[index]?.events ?? []).filter((event) => !hasEnded(event));
  const newest = await readSeen(
    engine,
    request,
    open.map(({ component }) => component),
  );
  const first = followAll(request, index, { events: newest }, now);
  const atWork = first.every(({ state, phase }) => state === 'awaited' || (state === 'running' && isWorking(phase)));
  if (atWork && first.every(({ logSought }) => logSought === undefined)) return { events: newest };
  const [statuses, logs, commits] = await Promise.all([
    readSeenStatuses(engine, request, index),
    readFailedLogs(engine, request, first),
    request.plan.steps[index]?.awaits?.next ? readCommits(engine, request, first) : undefined,
  ]);
  return { events: newest, logs, commits, ...(statuses ? { statuses } : {}) };
}

function isWorking(phase: FollowedEvent['phase']): boolean {
  return phase === 'working' || phase === 'rollout-awaited' || phase === 'rolling-out';
}

function runSourceOf(engine: EngineContext, { id: card, context: { team, region, app } }: ChangeRequest): RunSource {
  const failed = (error: PlatformError) =>
    engine.services.world.log.warn('the events, the log or the status of a component could not be read', {
      card,
      error,
    });
  return { place: { team, region, app }, failed };
}

async function readSeen(
  engine: EngineContext,
  request: ChangeRequest,
  components: readonly string[],
): Promise<SeenEvents> {
  const spec = eventSpecOf(engine, request);
  const byComponent = await readWhereTheyAre(engine, request, components, engine.runs.events);
  const named = [...byComponent].map(([component, events]) => {
    const all = events.map((event) => {
      const what = spec?.nameOf(event);
      return what === undefined ? event : { ...event, what };
    });
    return [component, all] as const;
  });
  return new Map(named);
}

async function readSeenStatuses(
  engine: EngineContext,
  request: ChangeRequest,
  index: number,
): Promise<SeenStatuses | undefined> {
  const spec = eventSpecOf(engine, request);
  const components = (request.run.steps[index]?.events ?? []).map(({ component }) => component);
  const statuses = spec && (await readWhereTheyAre(engine, request, components, engine.runs.statuses));
  return (
    statuses &&
    new Map([...statuses].map(([id, status]) => [id, { kind: statusKind(status), words: spec.statusText(status) }]))
  );
}

function readFailedLogs(
  engine: EngineContext,
  request: ChangeRequest,
  events: readonly FollowedEvent[],
): Promise<ReadonlyMap<string, string | undefined>> {
  const wanted = events.flatMap(({ logSought, event }) =>
    logSought === undefined || event === undefined ? [] : [event],
  );
  return engine.runs.causes(runSourceOf(engine, request), wanted);
}

/** Reads the commits of the builds that were rolled out, once each. */
function readCommits(
  engine: EngineContext,
  request: ChangeRequest,
  events: readonly FollowedEvent[],
): Promise<ReadonlyMap<string, string | undefined>> {
  const built = events.flatMap(({ first, commit }) => (first && commit === undefined ? [first.event] : []));
  return engine.runs.commits(runSourceOf(engine, request), built);
}

/** Returns the lines of an event's log; empty without a log, or if it can't be read. */
export function readLog(engine: EngineContext, request: ChangeRequest, event: string): Promise<readonly string[]> {
  return engine.runs.log(runSourceOf(engine, request), event);
}

/**
 * Reads the existing events of each component that a step awaits, before the step is sent. @returns undefined if the
 * step awaits no events; `unreadable` if some can't be read: then the step isn't sent
 */
export async function noteEvents(
  engine: EngineContext,
  request: ChangeRequest,
  index: number,
): Promise<readonly FollowedEvent[] | 'unreadable' | undefined> {
  const components = request.plan.steps[index]?.awaits?.components;
  if (!components) return undefined;
  const unreached = unreachedBefore(request, index);
  const wanted = components.filter(({ id }) => !unreached.has(id)).map(({ id }) => id);
  const { events: pages, statuses } = await readNow(engine, request, wanted);
  if (pages.size < wanted.length) return 'unreadable';
  const now = engine.services.world.now();
  return components.map(({ id, name }): FollowedEvent => {
    const { ids, newest } = eventsBefore(pages.get(id) ?? [], now);
    return {
      component: id,
      name,
      before: ids,
      newest,
      was: statusKind(statuses.get(id)),
      state: unreached.has(id) ? 'skipped' : 'awaited',
    };
  });
}

/** Reads the newest events and the statuses of components at this moment. Omits unreadable ones. */
export async function readNow(engine: EngineContext, request: ChangeRequest, components: readonly string[]) {
  const [events, statuses] = await Promise.all([
    readSeen(engine, request, components),
    readStatuses(engine, request, components),
  ]);
  return { events, statuses };
}

async function readStatuses(engine: EngineContext, request: ChangeRequest, components: readonly string[]) {
  const { statuses, statusOf } = engine.runs;
  return readWhereTheyAre(engine, request, components, (source, [only, ...more]) =>
    only !== undefined && more.length === 0 ? statusOf(source, only) : statuses(source),
  );
}

/** Returns components that an earlier step failed to stop although it stopped others. They don't need a start. */
function unreachedBefore({ plan, run: { steps } }: ChangeRequest, index: number): ReadonlySet<string> {
  if (!plan.steps[index]?.mustFollow) return new Set();
  const events = steps.slice(0, index).flatMap((step) => step.events ?? []);
  const reached = new Set(events.filter(isDown).map(({ component }) => component));
  if (reached.size === 0) return new Set();
  return new Set(events.map(({ component }) => component).filter((component) => !reached.has(component)));
}
