export type Tasks = ReturnType<typeof createTasks>;

/** Runs work after the ack; Bolt's own stop doesn't wait for it (Bolt 5.1). `onFault`: unhandled errors, bugs. */
export function createTasks(onFault: (error: unknown) => void) {
  const running = new Set<Promise<void>>();
  const waiting: (() => void)[] = [];

  /** Starts one job, and the next one a turn of the event loop later. */
  function beginNext(): void {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(beginNext);
  }

  return {
    run(job: () => Promise<void>): void {
      // First acknowledge everything that has arrived. Requests that arrive while jobs start come in between.
      if (waiting.length === 0) setImmediate(beginNext);
      const turn = new Promise<void>((resolve) => waiting.push(resolve));
      const task: Promise<void> = turn
        .then(job)
        .catch(onFault)
        .finally(() => running.delete(task));
      running.add(task);
    },
    async drain(ms: number): Promise<void> {
      const deadline = AbortSignal.timeout(ms);
      const over = new Promise<void>((resolve) => deadline.addEventListener('abort', () => resolve(), { once: true }));
      while (running.size > 0 && !deadline.aborted) await Promise.race([Promise.all(running), over]);
    },
  };
}
