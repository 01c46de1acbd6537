import type { Piscina } from 'piscina';
import type { ChartFault, ChartJob, ChartResult, NumbersResult } from '../data/job.ts';
import { createGate, type Gate, shut } from './gate.ts';

/** What the worker is asked; jobs are checked there, so that the event loop never reads a large reply. */
export type Task = JobTask | { readonly want: 'warm' };
export type JobTask = { readonly want: 'picture' | 'numbers'; readonly job: ChartJob };

/** What the worker answers. Faults are data, because classes do not survive the way between threads. */
export type TaskReply =
  | { readonly done: 'picture'; readonly result: ChartResult }
  | { readonly done: 'numbers'; readonly result: NumbersResult }
  | { readonly done: 'warm' }
  | { readonly done: 'fault'; readonly fault: ChartFault };

/** One worker thread, from its first task to its end. */
export interface Thread {
  /** @throws when the thread dies or is ended before it answers */
  run(task: Task): Promise<TaskReply>;
  /** Ends it, whatever it does, as soon as that cannot hurt the process. */
  end(): Promise<void>;
}

/**
 * Megabytes of JavaScript heap for the worker: a reply that needs more ends the worker, never the bot. V8 takes a
 * canvas' pixels for heap whenever they are looked at, and below some size collects everything for every third chart.
 */
const WORKER_HEAP = 2048;
/** Megabytes for short-lived objects: more would only let them pile up. */
const WORKER_YOUNG = 16;

type ChartPool = Piscina<Task, TaskReply>;

async function createPool(gate: Gate): Promise<ChartPool> {
  // Loaded with the first task: the start doesn't wait for it.
  const library = await import('piscina');
  const pool: ChartPool = new library.Piscina({
    filename: new URL('./worker.ts', import.meta.url).href,
    // None in place of one that died: it would begin while the pool is being ended.
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
    concurrentTasksPerWorker: 1,
    // The default waits inside the worker without turning its event loop, and Skia's memory is freed only when it turns.
    atomics: 'disabled',
    workerData: gate,
    resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP, maxYoungGenerationSizeMb: WORKER_YOUNG },
  });
  // A worker that dies between two tasks, or for want of memory, is heard here; unheard, it would end the bot.
  pool.on('error', () => undefined);
  return pool;
}

/** Prepares a thread; it begins with its first task. */
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
