import { placeKey } from '../core/command/context.ts';
import { untracked } from '../core/waits.ts';
import type { World } from '../core/world.ts';
import type { Platform } from '../platform/platform.ts';
import { createClaims, type Held } from '../store/claims.ts';
import type { Store } from '../store/store.ts';
import type { Due } from '../store/stored-types.ts';
import { createWorkLoop } from '../store/work-loop.ts';
import { type AppReading, createAppReading } from './app-reading.ts';
import { type BackgroundReads, createBackgroundReads } from './background-reads.ts';
import { listEvery, seenWithin, stretchOf } from './read-schedule.ts';
import type { ReadTurns } from './read-turns.ts';
import type { ReadApp, ReaderSubscriber } from './reader-subscriber.ts';
import type { RunReads } from './run-reads.ts';

/** What the reader works with. */
export interface ReaderParts {
  readonly world: World;
  readonly store: Pick<Store, 'due' | 'commit'>;
  readonly platform: Pick<Platform, 'listComponents' | 'readsUnderWay'>;
  /** Shared with Portolan's own changes: what they read is taken in as well. */
  readonly runs: RunReads;
  readonly counted?: (what: 'list' | 'events', outcome: 'ok' | 'failed') => void;
  /** Shared with what else is read in the background; its own unless given. */
  readonly background?: BackgroundReads;
}

/** Reads the applications that are followed or watched: one replica at a time, whatever the number of subscribers. */
export interface AppReader {
  /** Adds someone for whom applications are read. Before `start`. */
  subscribe(subscriber: ReaderSubscriber): void;
  /** The applications have changed: they are looked at now instead of within five seconds. */
  wake(): void;
  /** Does another read in the background: at most four at a time, and after those that people wait for. */
  readonly turns: ReadTurns;
  /** Whether this replica is the reader now. */
  isReading(): boolean;
  /** Whether there is anything to read: otherwise, no replica is the reader. */
  isWanted(): boolean;
  /** How late a build may be seen that one of the read applications begins, in ms; 0 where this replica isn't the reader. */
  lateMs(): number;
  start(): void;
  stop(): Promise<void>;
}

const kind = 'reader';
/** The one row: who has it is the reader. */
const row: Due = { id: 'reader', kind, at: 0, body: {} };
/** How often the applications are looked up, and whether the reader has died, in ms. */
const lookEvery = 5_000;
/** The least time between two looks at what is due, in ms. */
const leastWait = 100;

/** Makes the reader of a process. */
export function createAppReader(parts: ReaderParts): AppReader {
  const { world, store, platform, runs } = parts;
  const claims = createClaims(world, store.due, world.newId());
  const { turns, budget } = parts.background ?? createBackgroundReads(world, platform.readsUnderWay);
  const subscribers: ReaderSubscriber[] = [];
  let isStopped = false;
  let held: Held<Due> | undefined;
  /** What this replica reads, by the key of the application. */
  let readings = new Map<string, AppReading>();
  let wanted = new Map<string, { readonly app: ReadApp; readonly by: readonly ReaderSubscriber[] }>();
  let lookedAt = Number.NEGATIVE_INFINITY;

  runs.onEvents((read) => readings.get(placeKey(read.place))?.took(read));

  const holds = () => held?.holds() === true && !isStopped;
  const pacesNow = () => new Map([...readings].map(([key, reading]) => [key, reading.paces()]));
  const stretchNow = (paces = pacesNow()) => stretchOf(paces, (key) => readings.get(key)?.listsEvery() ?? listEvery);

  let nextAt = 0;
  const loop = createWorkLoop(world, {
    turn: async () => {
      nextAt = Number.POSITIVE_INFINITY;
      await lookForApps();
      if (holds()) nextAt = beginDue();
      return false;
    },
    restMs: () => Math.min(lookEvery, Math.max(leastWait, nextAt - world.now())),
    failed: (error) => world.log.error('followed applications could not be read', { error }),
  });

  /** Looks up the applications, and whether someone reads them. */
  async function lookForApps(): Promise<void> {
    const now = world.now();
    if (now - lookedAt < lookEvery && now >= lookedAt) return;
    lookedAt = now;
    const found: typeof wanted = new Map();
    for (const subscriber of subscribers)
      for (const app of await subscriber.apps())
        found.set(app.key, { app, by: [...(found.get(app.key)?.by ?? []), subscriber] });
    wanted = found;
    if (held && wanted.size === 0) await letOthers(held);
    else if (!holds()) await become();
  }

  /** Nothing is to be read: nobody has to be the reader. */
  async function letOthers(mine: Held<Due>): Promise<void> {
    held = undefined;
    readings = new Map();
    await mine.release(world.now());
  }

  /** Takes the row where nobody has it. */
  async function become(): Promise<void> {
    if (held) {
      held.letGo();
      held = undefined;
      readings = new Map();
    }
    if (wanted.size === 0) return;
    // Putting a row ends the claim of the process that has it: only where there is none.
    if ((await store.due.next([kind])) === undefined) await store.commit({ at: world.now(), due: { put: [row] } });
    [held] = await claims.take([kind], 1);
    if (held) for (const { begin } of subscribers) begin?.();
  }

  function readingOf(app: ReadApp): AppReading {
    const known = readings.get(app.key);
    if (known) return known;
    const reading = createAppReading(app, {
      world,
      platform,
      runs,
      turns,
      budget,
      subscribers: () => wanted.get(app.key)?.by ?? [],
      holds,
      counted: parts.counted ?? (() => {}),
    });
    readings.set(app.key, reading);
    return reading;
  }

  /** Begins what is due. @returns when the next is, epoch ms */
  function beginDue(): number {
    for (const key of readings.keys()) if (!wanted.has(key)) readings.delete(key);
    const stretch = stretchNow();
    const due = [...wanted.values()].map(({ app }) => readingOf(app).advance(stretch));
    return Math.min(...due, lookedAt + lookEvery);
  }

  return {
    subscribe: (subscriber) => void subscribers.push(subscriber),
    wake() {
      lookedAt = Number.NEGATIVE_INFINITY;
      loop.wake();
    },
    turns,
    isReading: holds,
    isWanted: () => wanted.size > 0,
    lateMs() {
      const paces = pacesNow();
      const stretch = stretchNow(paces);
      const followed = [...paces].filter(([, each]) => each.length > 0);
      return holds() ? Math.max(0, ...followed.map(([key]) => seenWithin('recent', stretch.events(key)))) : 0;
    },
    start() {
      untracked(loop.start);
    },
    async stop() {
      isStopped = true;
      await loop.stop();
      await Promise.all([...readings.values()].map((reading) => reading.idle()));
      await held?.release(world.now());
      claims.stop();
    },
  };
}
