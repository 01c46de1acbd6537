import type { World } from './world.ts';

/** Reason why a wait ended early. Without a reason, each `abort` makes an error with a stack trace. */
const ended = 'ended';

/** Repeats work that handles its own errors, first after `ms`. @returns a function that stops the repetition */
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
  return () => stopped.abort(ended);
}

export interface WorkLoop {
  start(): void;
  /** Ends the pause, because there is something to do. During a turn, skips the next pause. */
  wake(): void;
  /** Starts no new work, and waits for the running work. */
  stop(): Promise<void>;
}

/** Creates a work loop; errors only pause it. `turn` returns true if more may be due. `restMs`: maximum pause. */
export function createWorkLoop(
  { wait }: Pick<World, 'wait'>,
  work: {
    readonly turn: () => Promise<boolean>;
    readonly restMs: () => number | Promise<number>;
    readonly failed: (error: unknown) => void;
  },
): WorkLoop {
  let isStopped = false;
  let woken = new AbortController();
  let looping: Promise<void> = Promise.resolve();

  async function repeatTurns(): Promise<void> {
    while (!isStopped) {
      const hasMore = await work.turn().catch((error: unknown) => {
        work.failed(error);
        return false;
      });
      if (!hasMore) await rest();
    }
  }

  async function rest(): Promise<void> {
    if (!woken.signal.aborted) await wait(await work.restMs(), woken.signal);
    if (woken.signal.aborted) woken = new AbortController();
  }

  return {
    start: () => {
      looping = repeatTurns();
    },
    wake: () => woken.abort(ended),
    async stop() {
      isStopped = true;
      woken.abort(ended);
      await looping;
    },
  };
}
