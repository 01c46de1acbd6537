import { setImmediate } from 'node:timers/promises';

/** Work that goes on after Slack was acknowledged. Bolt's own stop does not wait for it (Bolt 5.1): this does. */
export interface Tasks {
  run(job: () => Promise<void>): void;
  /** Resolves when all that runs has ended, or after `ms`. */
  drain(ms: number): Promise<void>;
}

/** @param onFault what a job throws that it did not handle itself: a bug */
export function createTasks(onFault: (error: unknown) => void): Tasks {
  const running = new Set<Promise<void>>();
  return {
    run(job) {
      // Everything that has arrived by now is acknowledged first: work that began at once would make the others wait.
      const task: Promise<void> = setImmediate()
        .then(job)
        .catch(onFault)
        .finally(() => running.delete(task));
      running.add(task);
    },
    async drain(ms) {
      const deadline = AbortSignal.timeout(ms);
      const over = new Promise<void>((resolve) => deadline.addEventListener('abort', () => resolve(), { once: true }));
      while (running.size > 0 && !deadline.aborted) await Promise.race([Promise.all(running), over]);
    },
  };
}
