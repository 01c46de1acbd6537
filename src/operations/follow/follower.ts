import { type Place, placeKey } from '../../core/command/context.ts';
import { defined, isSameJson } from '../../core/defined.ts';
import type { FrozenWhy } from '../../core/policy/freeze.ts';
import type { Policy } from '../../core/policy/policy.ts';
import { type ChangeRequest, changerOf, readRequests } from '../../core/request/change-request.ts';
import { statusKind } from '../../core/runs/component-status.ts';
import type { RunReport } from '../../core/runs/followed-run.ts';
import type { SeenEvent } from '../../core/runs/seen-event.ts';
import type { ComponentSummary } from '../../platform/component/component-endpoints.ts';
import { type PlatformError, unlessPlatformFails } from '../../platform/errors/platform-error.ts';
import { namesOfComponents } from '../../platform/monitoring/monitoring-reply.ts';
import type { AppReader } from '../../reader/app-reader.ts';
import type { ReadTurns } from '../../reader/background-reads.ts';
import {
  type EventsReading,
  type ListReading,
  type ReadApp,
  type ReaderSubscriber,
  readAppsOf,
} from '../../reader/reader-subscriber.ts';
import type { RunReads } from '../../reader/run-reads.ts';
import type { HasRecords } from '../../store/kept/record-kind.ts';
import { hasFollowed } from '../shared/event/request-changes.ts';
import { frozenThen } from '../shared/freeze/freezes-then.ts';
import { calendarFrom, freezeRecords } from '../shared/freeze/stored-freeze.ts';
import { locateComponent, secondListAfter } from '../shared/place/gone-component.ts';
import type { Services } from '../shared/services.ts';
import {
  type AbsentComponents,
  type FollowMemory,
  findMessages,
  loadMemory,
  noteReading,
  saveComponent,
} from './follow-memory.ts';
import { followSubscriptions } from './follow-subscriptions.ts';
import { type Follow, type FollowedComponent, runMessages, type TrackedRun } from './stored-follow.ts';
import { deleted, hasOpenRun, paceOf, type TakenIn, takeIn, wantsLog } from './take-in.ts';
import { tellRuns } from './tell-runs.ts';

/** After a run's maximum duration, an unfollowed app is still read for this time to finish its messages, in ms. */
const finishWithin = 60 * 60_000;

/** Follows builds and deploys, updates the messages, and calls `changed` when a message must be sent. */
export function createFollower(
  services: Services,
  { reader, runs }: { readonly reader: Pick<AppReader, 'turns'>; readonly runs: RunReads },
  changed: () => void,
): ReaderSubscriber {
  const { world, store, policy } = services;
  let follows: readonly Follow[] = [];
  const apps = new Map<string, FollowMemory>();

  const followsOf = (app: ReadApp) => follows.filter(({ context }) => placeKey(context) === app.key);

  async function memoryOfApp(app: ReadApp): Promise<FollowMemory> {
    const loaded = apps.get(app.key);
    if (loaded) return loaded;
    const memory = await loadMemory(store, app);
    apps.set(app.key, memory);
    return memory;
  }

  async function takeReading(reading: EventsReading | ListReading, observed: TakenIn): Promise<void> {
    const { app } = reading;
    const memory = await memoryOfApp(app);
    const before = memory.components.get(observed.component);
    const now = world.now();
    let next = takeIn(before?.body, observed, now);
    if (next && wantsLog(next).length > 0 && observed.events)
      next = takeIn(before?.body, { ...observed, logs: await readLogs(app, wantsLog(next)) }, world.now());
    if (!next) return;
    const withCards = await findRunCards(services, app, next, before?.body, now);
    await tellComponent(reading, memory, await markFrozen(app, withCards, before?.body));
  }

  async function markFrozen(
    { place }: ReadApp,
    component: FollowedComponent,
    before: FollowedComponent | undefined,
  ): Promise<FollowedComponent> {
    const idsBefore = new Set(before?.runs.map(({ report }) => report.id));
    const isNew = ({ isHistory, report }: TrackedRun) => !isHistory && !idsBefore.has(report.id);
    if (!component.runs.some(isNew)) return component;
    const frozenThen = await freezesThen({ policy, records: store.records }, place);
    const runs = component.runs.map((run) => (isNew(run) ? { ...run, frozen: frozenThen(run.report) } : run));
    return { ...component, runs };
  }

  async function tellComponent(
    reading: EventsReading | ListReading,
    memory: FollowMemory,
    next: FollowedComponent,
    isGone = false,
  ): Promise<void> {
    const now = world.now();
    await findMessages(store, memory, next);
    const telling = {
      follows: followsOf(reading.app),
      messages: [...memory.messages.values()].map(({ body }) => body),
      summaries: memory.summaries,
    };
    const update = tellRuns(next, telling, now);
    const isSame = isSameJson(memory.components.get(next.component)?.body, update.component);
    if (isSame && update.messages.length === 0 && !isGone) return;
    const isSaved = await saveComponent(store, reading, memory, update, { isGone, now });
    // If saving failed, another replica is or was the reader, so reload the newer stored state.
    if (!isSaved) apps.delete(reading.app.key);
    else if (update.messages.length > 0) changed();
  }

  async function readLogs(
    { key, place }: ReadApp,
    tracked: readonly TrackedRun[],
  ): Promise<ReadonlyMap<string, string | undefined>> {
    const failed = (error: PlatformError) =>
      world.log.warn('the log of a followed run could not be read', { app: key, error });
    const events = tracked.map(({ report: { event } }) => event);
    // If the platform fails, continue without causes and without a log line.
    const readCauses = () => reader.turns.take(place, () => runs.causes({ place, failed }, events));
    return (await unlessPlatformFails(readCauses, () => {})) ?? new Map();
  }

  /** Ends a missing component's runs if it was deleted. If it moved, follows the runs to their end in its new app. */
  async function noteAbsent(reading: ListReading, memory: FollowMemory): Promise<void> {
    for (const id of memory.absent.keys()) if (memory.summaries.has(id)) memory.absent.delete(id);
    for (const [id, { body }] of memory.components) {
      if (memory.summaries.has(id)) continue;
      const newPlace = await lookForAbsent(id, reading, memory.absent, { services, turns: reader.turns });
      if (newPlace === undefined) continue;
      if (newPlace !== 'deleted' && hasOpenRun(body)) await followMoved(reading, memory, id, newPlace);
      else await tellComponent(reading, memory, newPlace === 'deleted' ? deleted(body, world.now()) : body, true);
    }
  }

  async function followMoved(reading: ListReading, memory: FollowMemory, id: string, place: Place): Promise<void> {
    const failed = (error: PlatformError) =>
      world.log.warn('a component that moved to another application could not be read', { id, error });
    const readMoved = async () => {
      const listed = await reader.turns.take(place, () => services.platform.listComponents(place));
      const summary = listed?.find(({ serviceId }) => serviceId === id);
      return { summary, listed, events: await reader.turns.take(place, () => runs.events({ place, failed }, [id])) };
    };
    const moved = await unlessPlatformFails(readMoved, failed);
    if (moved && !moved.summary) memory.absent.delete(id);
    const events = moved?.events.get(id);
    if (moved?.summary && events)
      await takeReading(reading, { ...readOf(reading.app, moved.summary, moved.listed ?? [], events), hasMoved: true });
  }

  function readOf(
    app: ReadApp,
    summary: ComponentSummary,
    list: readonly ComponentSummary[],
    events?: readonly SeenEvent[],
  ): TakenIn {
    const followed = followsOf(app).reduce<number | undefined>((first, { at }) => Math.min(first ?? at, at), undefined);
    return {
      component: summary.serviceId,
      name: namesOfComponents(list).get(summary.serviceId) ?? summary.serviceAlias,
      longest: policy.longestRun,
      status: statusKind(summary.status),
      followed,
      events,
      buildUpgrade: summary.buildUpgrade,
    };
  }

  return {
    name: 'follow',
    async apps() {
      follows = await followSubscriptions.active(services, changed);
      const unfinished = await runMessages.bodies(store, { isOpen: true });
      const since = world.now() - policy.longestRun - finishWithin;
      const contexts = [...follows, ...unfinished.filter(({ began }) => began > since)].map(({ context }) => context);
      const followedApps = readAppsOf(contexts);
      const keys = new Set(followedApps.map(({ key }) => key));
      for (const key of apps.keys()) if (!keys.has(key)) apps.delete(key);
      return followedApps;
    },
    begin: () => apps.clear(),
    async listed(reading) {
      if ('failed' in reading) return;
      const memory = await memoryOfApp(reading.app);
      await noteReading(store, reading, memory);
      memory.summaries = new Map(reading.components.map((each) => [each.serviceId, each]));
      for (const [id, { body }] of memory.components) {
        const summary = memory.summaries.get(id);
        if (summary && paceOf(body, world.now()) === 'open')
          await takeReading(reading, readOf(reading.app, summary, reading.components));
      }
      await noteAbsent(reading, memory);
    },
    events: {
      async read(reading) {
        const memory = await memoryOfApp(reading.app);
        const summary = memory.summaries.get(reading.component);
        if (summary)
          await takeReading(reading, readOf(reading.app, summary, [...memory.summaries.values()], reading.events));
      },
      pace(app, component) {
        const record = apps.get(app.key)?.components.get(component);
        return record ? paceOf(record.body, world.now()) : 'quiet';
      },
    },
  };
}

/** Reads an app's freezes and windows, including past ones. Returns a function that checks a run against these. */
export async function freezesThen(
  { policy, records }: HasRecords & { readonly policy: Policy },
  context: Place,
): Promise<(run: Pick<RunReport, 'kind' | 'began'>) => FrozenWhy | undefined> {
  const calendar = calendarFrom(policy, await freezeRecords.bodies({ records }, { placeKey: placeKey(context) }));
  return ({ kind, began }) => frozenThen(policy, calendar, { kind, context, at: began });
}

/** How long a run isn't reported if Portolan may have started it, in ms. Its request learns the event in seconds. */
const heldFor = 30_000;

/** Finds the cards of Portolan's runs (`now`: epoch ms). Delays the report of a run that may soon have a card. */
async function findRunCards(
  { store, people }: Pick<Services, 'store' | 'people'>,
  app: ReadApp,
  component: FollowedComponent,
  before: FollowedComponent | undefined,
  now: number,
): Promise<FollowedComponent> {
  const statesBefore = new Map(before?.runs.map(({ report }) => [report.id, report.state]));
  const needsCard = ({ isHistory, card, told, heldUntil, report }: TrackedRun) =>
    !isHistory &&
    !card &&
    (heldUntil !== undefined || (Object.keys(told).length === 0 && statesBefore.get(report.id) !== report.state));
  if (!component.runs.some(needsCard)) return component;
  const stored = [
    ...(await store.requests.running()).map(({ request }) => request),
    ...(await store.requests.recent(100)),
  ];
  const requests = readRequests(stored.filter((each) => each.placeKey === app.key));
  const runs = await Promise.all(
    component.runs.map(async (run) => {
      if (!needsCard(run)) return run;
      const { heldUntil, ...rest } = run;
      const own = requests.find((each) => hasBegun(each, run));
      if (own) return { ...rest, card: await ownCardOf(own, people) };
      const mayBe = requests.some((each) => mayBegin(each, component.component));
      const until = heldUntil ?? now + heldFor;
      return mayBe && now < until ? { ...rest, heldUntil: until } : rest;
    }),
  );
  return { ...component, runs };
}

/** Tells of the card only if its channel is public, because every reader of the message sees that. */
async function ownCardOf(
  request: ChangeRequest,
  { isPublic }: Services['people'],
): Promise<NonNullable<TrackedRun['card']>> {
  const { channel, link } = request.shown;
  const mayTell = await isPublic(channel).catch(() => false);
  return { channel, ...(mayTell ? defined({ link, by: changerOf(request)?.name }) : {}) };
}

function hasBegun(request: ChangeRequest, { report }: TrackedRun): boolean {
  return hasFollowed(request, report.id) || hasFollowed(request, report.event);
}

/** Checks whether a request may have started a run on a component, but doesn't know the run's event yet. */
function mayBegin({ state, plan, run: { steps } }: ChangeRequest, component: string): boolean {
  if (state !== 'running') return false;
  return steps.some((step, index) => {
    const awaits = plan.steps[index]?.awaits?.components.some(({ id }) => id === component);
    const event = step.events?.find((each) => each.component === component);
    return awaits === true && (step.state === 'sent' || event?.state === 'awaited');
  });
}

/** Returns a missing component's new app; `deleted` if no app lists it even later; undefined if not known yet. */
async function lookForAbsent(
  id: string,
  { app, at }: Pick<ListReading, 'app' | 'at'>,
  absent: AbsentComponents,
  { services, turns }: { readonly services: Services; readonly turns: ReadTurns },
): Promise<Place | 'deleted' | undefined> {
  const absence = absent.get(id) ?? { since: at };
  if (absence.place) return absence.place;
  if (absence.searchedAt !== undefined && at - absence.searchedAt < secondListAfter) return undefined;
  const located = await locateComponent(id, app.place, services, turns);
  const place = typeof located === 'object' && located.app !== app.place.app ? located : undefined;
  absent.set(id, { since: absence.since, searchedAt: at, place });
  return located === 'nowhere' && at - absence.since >= secondListAfter ? 'deleted' : place;
}
