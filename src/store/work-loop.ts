import type { World } from '../core/world.ts';
import { createClaims, type Held } from './claims.ts';
import type { Queue } from './store.ts';
import type { Claimed } from './stored-types.ts';

/**
 * Repeats work that handles its own errors, first when so many ms have passed.
 * @returns what ends it
 */
export function repeatEvery(ms: number, { wait }: Pick<World, 'wait'>, work: () => Promise<unknown>): () => void {
  const stopped = new AbortController();
  const repeat = async () => {
    for (;;) {
      await wait(ms, stopped.signal);
      if (stopped.signal.aborted) return;
      await work();
    }
  };
  void repeat();
  return () => stopped.abort();
}

/** Work that is looked for again and again until it is stopped. */
export interface WorkLoop {
  start(): void;
  /** There is something to do now: the pause ends; during a turn, the next pause is skipped. */
  wake(): void;
  /** Begins nothing further, and waits for what was begun. */
  stop(): Promise<void>;
}

/**
 * Makes a work loop. After an error, it goes on when it has rested.
 * @param work.turn does what is due; true where there may be more at once
 * @param work.restMs how long nothing has to be looked for, in ms
 * @param work.failed is given what a turn throws, to log it
 */
export function createWorkLoop(
  { wait }: Pick<World, 'wait'>,
  work: {
    readonly turn: () => Promise<boolean>;
    readonly restMs: () => number | Promise<number>;
    readonly failed: (error: unknown) => void;
  },
): WorkLoop {
  const stopped = new AbortController();
  let woken = new AbortController();
  let looping: Promise<void> = Promise.resolve();

  async function repeatTurns(): Promise<void> {
    while (!stopped.signal.aborted) {
      const hasMore = await work.turn().catch((error: unknown) => {
        work.failed(error);
        return false;
      });
      if (!hasMore) await rest();
    }
  }

  async function rest(): Promise<void> {
    if (!woken.signal.aborted) await wait(await work.restMs(), AbortSignal.any([stopped.signal, woken.signal]));
    if (woken.signal.aborted) woken = new AbortController();
  }

  return {
    start: () => {
      looping = repeatTurns();
    },
    wake: () => woken.abort(),
    async stop() {
      stopped.abort();
      await looping;
    },
  };
}

/** Several loops as one. */
export function joinLoops(loops: readonly WorkLoop[]): WorkLoop {
  return {
    start() {
      for (const loop of loops) loop.start();
    },
    wake() {
      for (const loop of loops) loop.wake();
    },
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

/** How the rows of a queue are worked on. */
export interface RowWork<T> {
  /** Of which kinds, at the moment. */
  kinds(): readonly string[];
  /** How many at the same time. */
  readonly atOnce: number;
  /** How often rows that another replica left are looked for, in ms; for those that are put here, the loop is woken. */
  readonly pollMs: number;
  /** Does one. @returns after how many ms it is done again; undefined when there is nothing more to do */
  work(row: Claimed<T>): Promise<number | undefined>;
  /** After so many attempts, a row is given up that would be tried again. */
  readonly mostAttempts?: number;
  /** After how many ms what threw is tried again; undefined gives it up. */
  retryMs?(attempts: number): number | undefined;
  /** Logs why no row could be taken. */
  failed(error: unknown): void;
  /** Logs why one failed. @param row its id */
  rowFailed(fields: { readonly row: string; readonly error: unknown }): void;
}

const leastWait = 250;
/** After so many attempts that fail for no known reason, a row is given up. */
const mostTries = 8;

function retryLater(attempts: number): number | undefined {
  return attempts >= mostTries ? undefined : 5_000 * 2 ** attempts;
}

/** Works on rows of a queue once they are due: each on one replica at a time. While none is due, nothing is written. */
export function createRowLoop<T extends { readonly id: string }>(
  world: Pick<World, 'now' | 'wait' | 'log' | 'newId'>,
  queue: Queue<T>,
  { kinds, atOnce, pollMs, work, mostAttempts = Infinity, retryMs = retryLater, failed, rowFailed }: RowWork<T>,
): WorkLoop {
  const claims = createClaims(world, queue, world.newId());
  let nextAt = Infinity;

  const loop = createWorkLoop(world, {
    turn: async () => {
      // What can't be read is looked for when the loop has rested.
      nextAt = Infinity;
      nextAt = (await queue.next(kinds())) ?? Infinity;
      if (nextAt > world.now()) return false;
      const taken = await claims.take(kinds(), atOnce);
      await Promise.all(taken.map(workSafely));
      return taken.length > 0;
    },
    restMs: () => Math.min(pollMs, Math.max(leastWait, nextAt - world.now())),
    failed,
  });

  async function workSafely(held: Held<T>): Promise<void> {
    const { row } = held;
    try {
      const wait = held.holds() ? await work(row) : 0;
      const isOver = wait === undefined || row.attempts >= mostAttempts;
      await held.release(isOver ? undefined : world.now() + wait);
    } catch (error) {
      rowFailed({ row: row.id, error });
      const wait = retryMs(row.attempts);
      await held.release(wait === undefined ? undefined : world.now() + wait);
    } finally {
      held.letGo();
    }
  }

  return {
    ...loop,
    async stop() {
      await loop.stop();
      claims.stop();
    },
  };
}
