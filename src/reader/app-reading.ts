import { createRateLimiter, type RateLimiter } from '../core/rate-limiter.ts';
import { backoffMs } from '../core/retry.ts';
import type { World } from '../core/world.ts';
import type { ComponentSummary } from '../platform/component/component-endpoints.ts';
import { PlatformError, unlessPlatformFails } from '../platform/errors/platform-error.ts';
import type { Platform } from '../platform/platform.ts';
import type { ReadTurns } from './background-reads.ts';
import {
  type EventIntervals,
  type EventsRead,
  eventsDue,
  eventsToRead,
  listEvery,
  maxReads,
  type Pace,
  type ReadStretch,
} from './read-schedule.ts';
import type { ListReading, ReadApp, ReaderSubscriber } from './reader-subscriber.ts';
import type { EventsJustRead, RunReads } from './run-reads.ts';

/** Maximum time until an unreadable list is tried again, in ms. */
const probeEvery = 60_000;
const probes = { firstMs: listEvery, maxMs: probeEvery };
/** No jitter: the apps of a region share a probe (read-turns.ts), which must be due at the same time for all. */
const withoutChance = () => 1;

export interface AppReadingParts {
  readonly world: Pick<World, 'now' | 'log'>;
  readonly platform: Pick<Platform, 'listComponents'>;
  readonly runs: RunReads;
  readonly turns: ReadTurns;
  readonly limiter: RateLimiter;
  readonly subscribers: () => readonly ReaderSubscriber[];
  readonly holds: () => boolean;
  readonly counted: (what: 'list' | 'events', outcome: 'ok' | 'failed') => void;
}

export interface AppReading {
  /** How closely each component is followed; empty if nobody needs events, or the list hasn't been read yet. */
  paces(): readonly Pace[];
  /** Interval of reading the list, in ms. */
  listsEvery(): number;
  /** Starts due reads and returns the time of the next check, epoch ms. */
  advance(stretch: ReadStretch): number;
  /** Processes events that were read for a request or for subscribers. */
  took(justRead: EventsJustRead): void;
  idle(): Promise<void>;
}

type KnownComponent = Pick<EventsRead, 'at' | 'isUrgent'> & { readonly status: string | undefined };

export function createAppReading(app: ReadApp, parts: AppReadingParts): AppReading {
  const { world, limiter } = parts;
  const eventsLimiter = createRateLimiter(maxReads.ofEvents, { whole: limiter });
  const underWay = new Set<Promise<void>>();
  const handOn = createHandOn(app, parts);
  let components = new Map<string, KnownComponent>();
  const list = createListReading(app, parts, async (reading) => {
    if ('components' in reading) components = takeStatuses(components, reading.components);
    await handOn((subscriber) => subscriber.listed?.(reading));
  });

  const eventsSubscribers = () => parts.subscribers().flatMap(({ events }) => events ?? []);

  const paceOf = (component: string) => closestPace(eventsSubscribers().map(({ pace }) => pace(app, component)));

  function begin(read: () => Promise<void>): void {
    const done: Promise<void> = read().finally(() => underWay.delete(done));
    underWay.add(done);
  }

  function beginEvents(every: EventIntervals, now: number): number {
    if (eventsSubscribers().length === 0 || list.isFailing()) return Number.POSITIVE_INFINITY;
    const all = [...components].map(
      ([component, { at, isUrgent }]): EventsRead => ({ component, pace: paceOf(component), at, isUrgent }),
    );
    for (const component of eventsToRead(all, { every, left: eventsLimiter.left(now), now })) {
      components.set(component, { status: components.get(component)?.status, at: now, isUrgent: false });
      eventsLimiter.spend(now);
      begin(() => readEvents(app, parts, component).then(() => handOn()));
    }
    const due = all.map((each) => eventsDue({ ...each, ...components.get(each.component) }, every));
    return Math.max(eventsLimiter.freeAt(now), Math.min(...due));
  }

  return {
    paces: () => (eventsSubscribers().length === 0 ? [] : [...components.keys()].map(paceOf)),
    listsEvery: list.every,
    advance(stretch) {
      const now = world.now();
      if (list.dueAt(stretch.lists) <= now && limiter.left(now) > 0) {
        limiter.spend(now);
        begin(list.read);
      }
      const listAt = Math.max(list.dueAt(stretch.lists), limiter.freeAt(now));
      return Math.min(listAt, beginEvents(stretch.events(app.key), now));
    },
    took({ component, events, at }) {
      const before = components.get(component);
      if (!parts.holds() || !before) return;
      components.set(component, { ...before, at: Math.max(at, before.at ?? 0), isUrgent: false });
      void handOn((subscriber) => subscriber.events?.read({ app, at, holds: parts.holds, component, events }));
    },
    async idle() {
      await Promise.all(underWay);
      await handOn();
    },
  };
}

async function readEvents(
  { key, place }: ReadApp,
  { world, turns, runs, counted }: AppReadingParts,
  component: string,
): Promise<void> {
  const failed = (error: PlatformError) =>
    world.log.warn('the events of a component could not be read', { app: key, component, error });
  // A failed read calls `failed`, and a skipped read needs no report, so do nothing here.
  const pages = await unlessPlatformFails(
    () => turns.take(place, () => runs.events({ place, failed }, [component])),
    () => {},
  );
  counted('events', pages?.has(component) ? 'ok' : 'failed');
}

function closestPace(paces: readonly Pace[]): Pace {
  if (paces.includes('open')) return 'open';
  return paces.includes('recent') ? 'recent' : 'quiet';
}

/** Updates the known components from a list. If a component's status changed, its events are read immediately. */
function takeStatuses(
  previous: ReadonlyMap<string, KnownComponent>,
  summaries: readonly ComponentSummary[],
): Map<string, KnownComponent> {
  return new Map(
    summaries.map(({ serviceId, status }) => {
      const before = previous.get(serviceId);
      const isUrgent = before !== undefined && (before.isUrgent || before.status !== status);
      return [serviceId, { status, at: before?.at, isUrgent }];
    }),
  );
}

/** Returns a function that passes readings on in order. Without an argument, it waits for all earlier ones. */
function createHandOn({ key }: ReadApp, { world, subscribers, holds }: AppReadingParts) {
  let last: Promise<void> = Promise.resolve();
  return (to?: (subscriber: ReaderSubscriber) => Promise<void> | undefined): Promise<void> => {
    if (!to) return last;
    last = last.then(async () => {
      for (const subscriber of subscribers()) {
        if (!holds()) return;
        try {
          await to(subscriber);
        } catch (error) {
          world.log.error('what was read could not be taken in', { app: key, for: subscriber.name, error });
        }
      }
    });
    return last;
  };
}

function createListReading(
  app: ReadApp,
  { world, platform, turns, subscribers, holds, counted }: AppReadingParts,
  taken: (reading: ListReading) => Promise<void>,
) {
  let isReading = false;
  let readAt: number | undefined;
  let failures = 0;

  function every(): number {
    const wanted = subscribers().map((subscriber) => subscriber.listEvery ?? listEvery);
    return wanted.length === 0 ? listEvery : Math.min(...wanted);
  }

  return {
    every,
    isFailing: () => failures > 0,
    /** Returns the time of the next read, epoch ms. During a read, returns infinity. */
    dueAt(stretch: number): number {
      if (isReading) return Number.POSITIVE_INFINITY;
      if (readAt === undefined) return 0;
      // With an interval of a minute, read at the start of each minute.
      if (failures === 0 && every() > listEvery) return Math.floor(readAt / every()) * every() + every() * stretch;
      return readAt + (failures === 0 ? listEvery : backoffMs(failures, probes, withoutChance)) * stretch;
    },
    async read(): Promise<void> {
      isReading = true;
      readAt = world.now();
      const header = { app, at: readAt, holds };
      try {
        const components = await turns.take(app.place, () => platform.listComponents(app.place));
        // If the console has no list of components, try again later, as after a failure.
        failures = components ? 0 : failures + 1;
        counted('list', 'ok');
        if (components) await taken({ ...header, components });
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        failures += 1;
        counted('list', 'failed');
        if (failures === 1)
          world.log.warn('the components of an application could not be read', { app: app.key, error });
        await taken({ ...header, failed: error });
      } finally {
        isReading = false;
      }
    },
  };
}
