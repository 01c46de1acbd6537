import type { World } from '../core/world.ts';
import type { ComponentSummary } from '../platform/component/component-reply.ts';
import { PlatformError } from '../platform/errors/platform-error.ts';
import type { Platform } from '../platform/platform.ts';
import type { ReadBudget } from './read-budget.ts';
import { type EventsRead, eventsDue, eventsToRead, listEvery, type Pace, type ReadStretch } from './read-schedule.ts';
import type { ReadTurns } from './read-turns.ts';
import type { ReadApp, ReaderSubscriber } from './reader-subscriber.ts';
import type { EventsJustRead, RunReads } from './run-reads.ts';

/** How long until the list of an application that can't be read is tried again at most, in ms. */
const probeEvery = 60_000;

/** What reading one application needs. */
export interface AppReadingParts {
  readonly world: Pick<World, 'now' | 'log'>;
  readonly platform: Pick<Platform, 'listComponents'>;
  readonly runs: RunReads;
  readonly turns: ReadTurns;
  /** Of all applications, and of the events of this one. */
  readonly budgets: { readonly all: ReadBudget; readonly events: ReadBudget };
  /** Those that need this application now. */
  readonly subscribers: () => readonly ReaderSubscriber[];
  readonly holds: () => boolean;
  readonly counted: (what: 'list' | 'events', outcome: 'ok' | 'failed') => void;
}

/** The reading of one application by the replica that is the reader. */
export interface AppReading {
  /** How closely each of its components is followed; none where nobody needs events, or the list wasn't read yet. */
  paces(): readonly Pace[];
  /** How often its list is needed, in ms. */
  listsEvery(): number;
  /** Begins what is due. @returns when it has to be looked at again, epoch ms */
  advance(stretch: ReadStretch): number;
  /** Events of a component were read, for a request or for those who follow it. */
  took(read: EventsJustRead): void;
  /** Resolves when nothing is being read. */
  idle(): Promise<void>;
}

/** Reads an application's components, and the events of those that are due. */
export function createAppReading(app: ReadApp, parts: AppReadingParts): AppReading {
  const { world, platform, runs, turns, budgets } = parts;
  const { place } = app;
  const reading = new Set<Promise<void>>();
  let components = new Map<string, string | undefined>();
  const readAt = new Map<string, number>();
  const urgent = new Set<string>();
  let listing = false;
  let listedAt: number | undefined;
  let failures = 0;
  /** Readings are handed on one after another. */
  let telling: Promise<void> = Promise.resolve();

  const eventsSubscribers = () => parts.subscribers().flatMap(({ events }) => events ?? []);

  function paceOf(component: string): Pace {
    const paces = eventsSubscribers().map(({ pace }) => pace(app, component));
    if (paces.includes('open')) return 'open';
    return paces.includes('recent') ? 'recent' : 'quiet';
  }

  function start(work: () => Promise<void>): void {
    const done: Promise<void> = work().finally(() => reading.delete(done));
    reading.add(done);
  }

  function tell(to: (subscriber: ReaderSubscriber) => Promise<void> | undefined): Promise<void> {
    telling = telling.then(async () => {
      for (const subscriber of parts.subscribers()) {
        if (!parts.holds()) return;
        try {
          await to(subscriber);
        } catch (error) {
          world.log.error('what was read could not be taken in', { app: app.key, for: subscriber.name, error });
        }
      }
    });
    return telling;
  }

  async function readList(): Promise<void> {
    const at = world.now();
    listedAt = at;
    const seen = { app, at, holds: parts.holds };
    try {
      const found = await turns.take(place, () => platform.listComponents(place));
      // A console that has no such list is asked again like one that fails.
      failures = found ? 0 : failures + 1;
      parts.counted('list', 'ok');
      if (found) {
        noteStatuses(found);
        await tell((subscriber) => subscriber.listed?.({ ...seen, components: found }));
      }
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      failures += 1;
      parts.counted('list', 'failed');
      if (failures === 1) world.log.warn('the components of an application could not be read', { app: app.key, error });
      await tell((subscriber) => subscriber.listed?.({ ...seen, failed: error }));
    } finally {
      listing = false;
    }
  }

  function noteStatuses(found: readonly ComponentSummary[]): void {
    const next = new Map(found.map(({ serviceId, status }) => [serviceId, status]));
    for (const [id, status] of next) if (components.has(id) && components.get(id) !== status) urgent.add(id);
    for (const id of readAt.keys()) if (!next.has(id)) readAt.delete(id);
    components = next;
  }

  async function readEvents(component: string): Promise<void> {
    const failed = (error: PlatformError) => {
      world.log.warn('the events of a component could not be read', { app: app.key, component, error });
    };
    // What a read fails for is told by itself; what is skipped is no news.
    const read = await turns
      .take(place, () => runs.events({ place, failed }, [component]))
      .catch((error: unknown) => {
        if (!(error instanceof PlatformError)) throw error;
      });
    parts.counted('events', read?.has(component) ? 'ok' : 'failed');
    await telling;
  }

  function listsEvery(): number {
    const every = Math.min(...parts.subscribers().map((subscriber) => subscriber.listEvery ?? listEvery));
    return Number.isFinite(every) ? every : listEvery;
  }

  function listDue(stretch: number): number {
    if (listedAt === undefined) return 0;
    const every = listsEvery();
    // Who needs it once a minute needs it at its beginning.
    if (failures === 0 && every > listEvery) return Math.floor(listedAt / every) * every + every * stretch;
    const wait = failures === 0 ? listEvery : Math.min(probeEvery, listEvery * 2 ** (failures - 1));
    return listedAt + wait * stretch;
  }

  function beginEvents(stretch: number, now: number): number {
    if (eventsSubscribers().length === 0 || failures > 0) return Number.POSITIVE_INFINITY;
    const known = [...components.keys()].map(
      (component): EventsRead => ({
        component,
        pace: paceOf(component),
        at: readAt.get(component),
        isUrgent: urgent.has(component),
      }),
    );
    const left = Math.min(budgets.all.left(now), budgets.events.left(now));
    for (const component of eventsToRead(known, { stretch, left, now })) {
      urgent.delete(component);
      readAt.set(component, now);
      budgets.all.spend(now);
      budgets.events.spend(now);
      start(() => readEvents(component));
    }
    const free = Math.max(budgets.all.freeAt(now), budgets.events.freeAt(now));
    const due = known.map(({ component, ...each }) =>
      eventsDue({ ...each, component, at: readAt.get(component), isUrgent: urgent.has(component) }, stretch),
    );
    return Math.max(
      free,
      due.reduce((first, at) => Math.min(first, at), Number.POSITIVE_INFINITY),
    );
  }

  return {
    paces: () => (eventsSubscribers().length === 0 ? [] : [...components.keys()].map(paceOf)),
    listsEvery,
    advance(stretch) {
      const now = world.now();
      if (!listing && listDue(stretch.lists) <= now && budgets.all.left(now) > 0) {
        listing = true;
        budgets.all.spend(now);
        start(readList);
      }
      const list = listing ? now + listEvery : Math.max(listDue(stretch.lists), budgets.all.freeAt(now));
      return Math.min(list, beginEvents(stretch.events(app.key), now));
    },
    took({ component, events, at }) {
      if (!parts.holds() || !components.has(component)) return;
      urgent.delete(component);
      readAt.set(component, Math.max(at, readAt.get(component) ?? 0));
      void tell((subscriber) => subscriber.events?.read({ app, at, holds: parts.holds, component, events }));
    },
    async idle() {
      await Promise.all(reading);
      await telling;
    },
  };
}
