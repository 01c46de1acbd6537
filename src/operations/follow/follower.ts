import { placeKey } from '../../core/command/context.ts';
import { defined, isSameJson } from '../../core/defined.ts';
import { hasContext } from '../../core/policy/policy.ts';
import { type StatusKind, statusKind } from '../../core/runs/component-status.ts';
import type { SeenEvent } from '../../core/runs/seen-event.ts';
import { type PlatformError, unlessPlatformFails } from '../../platform/errors/platform-error.ts';
import type { AppReader } from '../../reader/app-reader.ts';
import {
  type EventsReading,
  type ListReading,
  type ReadApp,
  type ReaderSubscriber,
  readAppsOf,
} from '../../reader/reader-subscriber.ts';
import type { RunReads } from '../../reader/run-reads.ts';
import type { StoredRecord } from '../../store/stored-types.ts';
import { namedOf } from '../shared/find-component.ts';
import { findGoneComponent } from '../shared/place/gone-component.ts';
import { noContext } from '../shared/place/paused-text.ts';
import type { Services } from '../shared/services.ts';
import { pauseFollow } from './deliver-runs.ts';
import { type FollowMemory, findMessages, loadMemory, saveComponent } from './follow-memory.ts';
import { findRunCards } from './run-cards.ts';
import {
  Follow,
  type FollowedComponent,
  followKind,
  messageKind,
  RunMessage,
  type TrackedRun,
} from './stored-follow.ts';
import { paceOf, type TakenIn, takeIn, wantsLog, withoutComponent } from './take-in.ts';
import { tellRuns } from './tell-runs.ts';

/** How long after the longest time that a run may take an app is read for messages that nobody follows any more, in ms. */
const finishWithin = 60 * 60_000;

/**
 * Follows builds and deploys: takes in what the reader reads, and puts it into the messages of the channels.
 * @param changed called when a message is to be sent
 */
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
    const known = apps.get(app.key);
    if (known) return known;
    const memory = await loadMemory(store, app);
    apps.set(app.key, memory);
    return memory;
  }

  /** What a channel follows; where the policy file has lost its context, it is paused. */
  async function readFollow(stored: StoredRecord): Promise<Follow | undefined> {
    const follow = Follow.safeParse(stored.body).data;
    if (!follow || hasContext(policy, follow.context)) return follow;
    if (await pauseFollow(services, stored, noContext)) changed();
    return undefined;
  }

  async function takeReading(reading: EventsReading | ListReading, read: TakenIn): Promise<void> {
    const { app } = reading;
    const memory = await memoryOfApp(app);
    const before = memory.components.get(read.component);
    const now = world.now();
    let next = takeIn(before?.body, read, now);
    if (next && wantsLog(next).length > 0 && read.events)
      next = takeIn(before?.body, { ...read, logs: await readLogs(app, wantsLog(next)) }, world.now());
    if (!next) return;
    await tellComponent(reading, memory, await findRunCards(services, app, next, before?.body, now));
  }

  /** Tells what has changed of a component, and saves it. */
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
      images: new Map([...memory.summaries].flatMap(([id, { image }]) => (image ? [[id, image] as const] : []))),
    };
    const told = tellRuns(next, telling, now);
    const isSame = isSameJson(memory.components.get(next.component)?.body, told.component);
    if (isSame && told.messages.length === 0 && !isGone) return;
    const isSaved = await saveComponent(store, reading, memory, told, { isGone, now });
    // What is stored is newer where someone else is the reader by now, or was.
    if (!isSaved) apps.delete(reading.app.key);
    else if (told.messages.length > 0) changed();
  }

  async function readLogs(
    { key, place }: ReadApp,
    tracked: readonly TrackedRun[],
  ): Promise<ReadonlyMap<string, string | undefined>> {
    const failed = (error: PlatformError) =>
      world.log.warn('the log of a followed run could not be read', { app: key, error });
    const events = tracked.map(({ report: { event } }) => event);
    // What is skipped is no news.
    const read = () => reader.turns.take(place, () => runs.causes({ place, failed }, events));
    return (await unlessPlatformFails(read, () => {})) ?? new Map();
  }

  async function noteGone(reading: ListReading, memory: FollowMemory): Promise<void> {
    for (const [id, kept] of memory.components) {
      if (memory.summaries.has(id)) continue;
      const became = await findGoneComponent(id, reading.app.place, services, reader.turns);
      if (became) await tellComponent(reading, memory, withoutComponent(kept.body, became, world.now()), true);
    }
  }

  function readOf(app: ReadApp, component: string, memory: FollowMemory, events?: readonly SeenEvent[]): TakenIn {
    const summary = memory.summaries.get(component);
    const status: StatusKind | undefined = summary && statusKind(summary.status);
    const followed = followsOf(app).reduce<number | undefined>((first, { at }) => Math.min(first ?? at, at), undefined);
    return {
      component,
      name: summary ? namedOf(summary).name : component,
      longest: policy.longestRun,
      ...defined({ followed }),
      ...(events ? { events } : {}),
      ...defined({ status, buildUpgrade: summary?.buildUpgrade }),
    };
  }

  return {
    name: 'follow',
    async apps() {
      const stored = await store.records.list(followKind, { isOpen: true });
      follows = (await Promise.all(stored.map(readFollow))).flatMap((each) => each ?? []);
      const unfinished = (await store.records.list(messageKind, { isOpen: true })).flatMap(
        ({ body }) => RunMessage.safeParse(body).data ?? [],
      );
      const since = world.now() - policy.longestRun - finishWithin;
      const contexts = [...follows, ...unfinished.filter(({ began }) => began > since)].map(({ context }) => context);
      const read = readAppsOf(contexts);
      const keys = new Set(read.map(({ key }) => key));
      for (const key of apps.keys()) if (!keys.has(key)) apps.delete(key);
      return read;
    },
    begin: () => apps.clear(),
    async listed(reading) {
      if ('failed' in reading) return;
      const memory = await memoryOfApp(reading.app);
      memory.summaries = new Map(reading.components.map((each) => [each.serviceId, each]));
      for (const [id, { body }] of memory.components)
        if (memory.summaries.has(id) && paceOf(body, world.now()) === 'open')
          await takeReading(reading, readOf(reading.app, id, memory));
      await noteGone(reading, memory);
    },
    events: {
      async read(reading) {
        const memory = await memoryOfApp(reading.app);
        if (memory.summaries.has(reading.component))
          await takeReading(reading, readOf(reading.app, reading.component, memory, reading.events));
      },
      pace(app, component) {
        const known = apps.get(app.key)?.components.get(component);
        return known ? paceOf(known.body, world.now()) : 'quiet';
      },
    },
  };
}
