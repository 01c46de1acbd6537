import type { World } from '../core/world.ts';

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
