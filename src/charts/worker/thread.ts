import type { Piscina } from 'piscina';
import type { ChartFault, ChartJob, ChartResult, NumbersResult } from '../data/job.ts';
import { createGate, type Gate, shut } from './gate.ts';

/** Jobs are validated in the worker, so that the event loop never reads a large reply. */
export type Task = JobTask | { readonly want: 'warm' };
export type JobTask = { readonly want: 'picture' | 'numbers'; readonly job: ChartJob };

/** Faults are data, because class instances don't survive the transfer between threads. */
export type TaskReply =
  | { readonly done: 'picture'; readonly result: ChartResult }
  | { readonly done: 'numbers'; readonly result: NumbersResult }
  | { readonly done: 'warm' }
  | { readonly done: 'fault'; readonly fault: ChartFault };

interface Thread {
  /** @throws if the thread dies or is ended before it answers */
  run(task: Task): Promise<TaskReply>;
  /** Ends the thread as soon as this is safe for the process. */
  end(): Promise<void>;
}

/** In MB; exceeding it ends the worker, not the bot. Pixels count too: with less, GC would run at every third chart. */
const WORKER_HEAP = 2048;
/** Memory for new objects, in MB. With more, short-lived objects would accumulate. */
const WORKER_YOUNG = 16;

type ChartPool = Piscina<Task, TaskReply>;

async function createPool(gate: Gate): Promise<ChartPool> {
  // Imported at the first task, so that the start is faster.
  const library = await import('piscina');
  const pool: ChartPool = new library.Piscina({
    filename: new URL('./worker.ts', import.meta.url).href,
    // Don't replace a dead worker, because the new one would start while the pool is being destroyed.
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
    concurrentTasksPerWorker: 1,
    // The default lets an idle worker block its event loop, but only the event loop frees Skia's memory.
    atomics: 'disabled',
    workerData: gate,
    resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP, maxYoungGenerationSizeMb: WORKER_YOUNG },
  });
  // Errors of a worker that dies between tasks or runs out of memory. Without a listener they would end the bot.
  pool.on('error', () => undefined);
  return pool;
}

export function createThread(): Thread {
  const gate = createGate();
  let created: Promise<ChartPool> | undefined;
  return {
    async run(task) {
      created ??= createPool(gate);
      return (await created).run(task);
    },
    async end() {
      const pool = await created;
      if (!pool) return;
      await shut(gate, () => pool.threads.length > 0);
      await pool.destroy();
    },
  };
}
