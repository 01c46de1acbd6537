export type Tasks = ReturnType<typeof createTasks>;

/** Runs work after the ack. Unlike Bolt's stop (Bolt 5.1), `drain` waits for it. `onFault` gets unhandled errors. */
export function createTasks(onFault: (error: unknown) => void) {
  const running = new Set<Promise<void>>();
  const waiting: (() => void)[] = [];

  /** Starts one job now, and the next job one turn of the event loop later. */
  function beginNext(): void {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(beginNext);
  }

  return {
    run(job: () => Promise<void>): void {
      // Jobs start later and one by one, so that all requests that have arrived by now are acknowledged first.
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
