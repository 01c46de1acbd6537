export type Tasks = ReturnType<typeof createTasks>;

/**
 * Work that continues after Slack was acknowledged. Bolt's own stop doesn't wait for it (Bolt 5.1); this does.
 * @param onFault what a job throws that it did not handle itself: a bug
 */
export function createTasks(onFault: (error: unknown) => void) {
  const running = new Set<Promise<void>>();
  const waiting: (() => void)[] = [];

  /** Lets one job begin, and the next a turn of the event loop later. */
  function beginNext(): void {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(beginNext);
  }

  return {
    run(job: () => Promise<void>): void {
      // Everything that has arrived by now is acknowledged first, and what arrives while jobs begin comes in between them.
      if (waiting.length === 0) setImmediate(beginNext);
      const turn = new Promise<void>((resolve) => waiting.push(resolve));
      const task: Promise<void> = turn
        .then(job)
        .catch(onFault)
        .finally(() => running.delete(task));
      running.add(task);
    },
    /** Resolves when all that runs has ended, or after `ms`. */
    async drain(ms: number): Promise<void> {
      const deadline = AbortSignal.timeout(ms);
      const over = new Promise<void>((resolve) => deadline.addEventListener('abort', () => resolve(), { once: true }));
      while (running.size > 0 && !deadline.aborted) await Promise.race([Promise.all(running), over]);
    },
  };
}
