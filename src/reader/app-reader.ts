import { placeKey } from '../core/command/context.ts';
import { untracked } from '../core/waits.ts';
import { createWorkLoop } from '../core/work-loop.ts';
import type { World } from '../core/world.ts';
import type { Platform } from '../platform/platform.ts';
import { createClaims, type Held } from '../store/claims.ts';
import type { Store } from '../store/store.ts';
import type { Due } from '../store/stored-types.ts';
import { type AppReading, createAppReading } from './app-reading.ts';
import { type BackgroundReads, createBackgroundReads, type ReadTurns } from './background-reads.ts';
import { listEvery, stretchOf } from './read-schedule.ts';
import type { ReadApp, ReaderSubscriber } from './reader-subscriber.ts';
import type { RunReads } from './run-reads.ts';

export interface ReaderParts {
  readonly world: World;
  readonly store: Pick<Store, 'due' | 'commit'>;
  readonly platform: Pick<Platform, 'listComponents' | 'readsUnderWay'>;
  /** Shared with Portolan's own changes, so that the reads of those changes are used here too. */
  readonly runs: RunReads;
  readonly counted?: (what: 'list' | 'events', outcome: 'ok' | 'failed') => void;
  /** The limits of background reads, shared with other parts of the program. By default, they aren't shared. */
  readonly background?: BackgroundReads;
}

/** Reads the followed or watched applications. One replica reads at a time, for any number of subscribers. */
export interface AppReader {
  /** Adds a subscriber. Call it before `start`. */
  subscribe(subscriber: ReaderSubscriber): void;
  /** Looks up changed applications now instead of within five seconds. */
  wake(): void;
  /** Limits other background reads: at most four at the same time, and only after the reads that people wait for. */
  readonly turns: ReadTurns;
  isReading(): boolean;
  /** Whether there are applications to read. Otherwise no replica is the reader. */
  isWanted(): boolean;
  /** Maximum delay until a new build is seen, in ms; 0 if this replica isn't the reader. */
  lateMs(): number;
  start(): void;
  stop(): Promise<void>;
}

const kind = 'reader';
/** The only row of its kind. The replica that holds it is the reader. */
const row: Due = { id: 'reader', kind, at: 0, body: {} };
/** Interval of looking up the applications and the current reader, in ms. */
const lookEvery = 5_000;
/** Minimum time between two checks of due reads, in ms. */
const minWait = 100;

export function createAppReader(parts: ReaderParts): AppReader {
  const { world, store, platform, runs } = parts;
  const claims = createClaims(world, store.due, world.newId());
  const { turns, limiter } = parts.background ?? createBackgroundReads(world, platform.readsUnderWay);
  const subscribers: ReaderSubscriber[] = [];
  let isStopped = false;
  let held: Held<Due> | undefined;
  let readings = new Map<string, AppReading>();
  let wanted = new Map<string, { readonly app: ReadApp; readonly by: readonly ReaderSubscriber[] }>();
  let lookedAt = Number.NEGATIVE_INFINITY;

  runs.onEvents((events) => readings.get(placeKey(events.place))?.took(events));

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
    restMs: () => Math.min(lookEvery, Math.max(minWait, nextAt - world.now())),
    failed: (error) => world.log.error('followed applications could not be read', { error }),
  });

  async function lookForApps(): Promise<void> {
    const now = world.now();
    if (now - lookedAt < lookEvery && now >= lookedAt) return;
    lookedAt = now;
    const byKey: typeof wanted = new Map();
    for (const subscriber of subscribers)
      for (const app of await subscriber.apps())
        byKey.set(app.key, { app, by: [...(byKey.get(app.key)?.by ?? []), subscriber] });
    wanted = byKey;
    if (held && wanted.size === 0) await letOthers(held);
    else if (!holds()) await become();
  }

  /** Gives up the reader's row, because it has nothing to read. */
  async function letOthers(mine: Held<Due>): Promise<void> {
    held = undefined;
    readings = new Map();
    await mine.release(world.now());
  }

  async function become(): Promise<void> {
    if (held) {
      held.letGo();
      held = undefined;
      readings = new Map();
    }
    if (wanted.size === 0) return;
    // Putting a row ends another process's claim, so put the row only if it doesn't exist.
    const free = await store.due.next([kind]);
    if (free === undefined) await store.commit({ at: world.now(), due: { put: [row] } });
    else if (free > world.now()) return;
    [held] = await claims.take([kind], 1);
    if (held) for (const { begin } of subscribers) begin?.();
  }

  function readingOf(app: ReadApp): AppReading {
    const current = readings.get(app.key);
    if (current) return current;
    const reading = createAppReading(app, {
      world,
      platform,
      runs,
      turns,
      limiter,
      subscribers: () => wanted.get(app.key)?.by ?? [],
      holds,
      counted: parts.counted ?? (() => {}),
    });
    readings.set(app.key, reading);
    return reading;
  }

  /** Starts due reads and returns the next due time, epoch ms. */
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
      return holds() ? Math.max(0, ...followed.map(([key]) => stretch.events(key).recent)) : 0;
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
