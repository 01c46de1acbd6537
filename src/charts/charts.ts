import { hash } from 'node:crypto';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Text } from '../core/text/text.ts';
import { waitOn } from '../core/waits.ts';
import { problemText } from './data/chart-problem-messages.ts';
import type { ChartFault, ChartJob, ChartResult, NumbersResult } from './data/job.ts';
import { bodiesOf, withBodies } from './data/job-bodies.ts';
import { runInProcess } from './worker/process.ts';
import { createThread, type JobTask, type Task, type TaskReply } from './worker/thread.ts';

export class ChartProblem extends Error {
  readonly fault: ChartFault;
  readonly text: Text;

  constructor(fault: ChartFault) {
    super(fault.fault === 'failed' ? `chart: ${fault.why}` : `chart: ${fault.fault}`);
    this.name = 'ChartProblem';
    this.fault = fault;
    this.text = problemText(fault);
  }
}

export class ChartBusy extends ChartProblem {
  constructor(waiting: number) {
    super({ fault: 'busy', waiting });
    this.name = 'ChartBusy';
  }
}

interface ChartStats {
  readonly waiting: number;
  readonly running: number;
  readonly drawn: number;
  /** Requests answered by an equal job that is running or has just finished. */
  readonly shared: number;
  readonly refused: number;
  readonly failed: number;
  readonly replaced: number;
}

/** Draws charts without blocking the event loop. */
export interface Charts {
  /** @throws ChartProblem; ChartBusy if the queue is full */
  draw(job: ChartJob): Promise<ChartResult>;
  /** @throws ChartProblem; ChartBusy if the queue is full */
  numbers(job: ChartJob): Promise<NumbersResult>;
  /** Loads fonts and draws a tiny chart of every kind, so that the first real chart isn't slow. */
  warm(): Promise<void>;
  stats(): ChartStats;
  /** Waits for the running jobs, then stops the worker. */
  close(): Promise<void>;
}

/** Maximum size of all replies of one chart, in bytes. The platform client stops reading each reply at this size. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Size in bytes above which replies are read in a separate process, because a thread doesn't free the memory. */
const LARGE_BYTES = 4 * 1024 * 1024;
/** Maximum size of the bodies of all waiting charts, in bytes. Limits the memory if many people ask together. */
const MAX_WAITING_BYTES = 256 * 1024 * 1024;
/** Time to keep a finished chart, in ms, because simultaneous requests reach the worker at slightly different times. */
const KEPT_MS = 2_000;
const MAX_KEPT_BYTES = 4 * 1024 * 1024;

/** @param queue number of charts that can wait, not counting the one that is being drawn */
export function createCharts({ queue = 128, wait }: { readonly queue?: number; readonly wait?: Wait } = {}): Charts {
  const worker = createChartWorker(wait);
  const inFlight = new Map<string, Promise<TaskReply>>();
  const kept = new LRUCache<string, Promise<TaskReply>>({ ttl: KEPT_MS, maxSize: MAX_KEPT_BYTES });
  const jobKeyOf = createKeys();
  const waiting = { charts: 0, bytes: 0 };
  const counts = { drawn: 0, shared: 0, refused: 0, failed: 0 };

  async function run(task: JobTask, bytes: number): Promise<TaskReply> {
    if (waiting.charts > queue || (waiting.charts > 0 && waiting.bytes + bytes > MAX_WAITING_BYTES)) {
      counts.refused += 1;
      throw new ChartBusy(waiting.charts);
    }
    waiting.charts += 1;
    waiting.bytes += bytes;
    try {
      return await worker.answer(task, bytes > LARGE_BYTES);
    } catch (error) {
      counts.failed += 1;
      throw new ChartProblem({ fault: 'failed', why: error instanceof Error ? error.message : String(error) });
    } finally {
      waiting.charts -= 1;
      waiting.bytes -= bytes;
    }
  }

  async function share(want: 'picture' | 'numbers', job: ChartJob): Promise<TaskReply> {
    const bytes = sizeOf(job);
    if (bytes > MAX_BYTES) throw new ChartProblem({ fault: 'too-large', limit: MAX_BYTES, of: 'bytes' });
    const key = jobKeyOf(want, job);
    const equal = inFlight.get(key) ?? kept.get(key);
    if (equal) counts.shared += 1;
    const reply = equal ?? run({ want, job: compact(job) }, bytes).finally(() => inFlight.delete(key));
    if (!equal) inFlight.set(key, reply);
    const answer = await waitOn({ on: 'charts' }, reply);
    if (answer.done === 'fault') throw new ChartProblem(answer.fault);
    if (equal) return answer;
    counts.drawn += 1;
    if (answer.done === 'picture') kept.set(key, reply, { size: answer.result.png.byteLength });
    return answer;
  }

  return {
    async draw(job) {
      const reply = await share('picture', job);
      return reply.done === 'picture' ? reply.result : unexpected(reply);
    },
    async numbers(job) {
      const reply = await share('numbers', job);
      return reply.done === 'numbers' ? reply.result : unexpected(reply);
    },
    async warm() {
      await worker.warm();
    },
    stats: () => ({
      ...counts,
      waiting: Math.max(0, waiting.charts - 1),
      running: Math.min(1, waiting.charts),
      replaced: worker.replaced(),
    }),
    // If the only running work is the warm-up, don't wait for it.
    close: () => worker.end(waiting.charts > 0),
  };
}

/** Maximum time from the start of a chart. A reply made to be slow ends the worker, but not the waiting charts. */
const DEADLINE_MS = 20_000;
/** Warm-up reads no reply, so it's slow only on a busy machine; a worker ended for that would only start again. */
const WARM_DEADLINE_MS = 60_000;

/** Resolves after `ms`; rejects or never settles if the signal is aborted. */
type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/** Runs one task at a time on a warm worker, so that a chart's deadline doesn't include the wait for other charts. */
function createChartWorker(wait: Wait = realWait) {
  let thread = createThread();
  let isWarm = true;
  let isEnded = false;
  let replaced = 0;
  let turn: Promise<unknown> = Promise.resolve();
  const ending = new Set<Promise<void>>();

  async function askThread(task: Task): Promise<TaskReply> {
    const asked = thread;
    try {
      return await inTime(asked.run(task), task.want === 'warm' ? WARM_DEADLINE_MS : DEADLINE_MS, wait);
    } catch (error) {
      if (!isEnded) {
        thread = createThread();
        isWarm = false;
        replaced += 1;
        const end = asked.end().finally(() => ending.delete(end));
        ending.add(end);
      }
      throw error;
    }
  }

  /** Handles a large reply in a separate process, so that the worker stays small and warm. */
  async function askProcess(task: JobTask): Promise<TaskReply> {
    // Let other tasks run first, because receiving and sending a large body both take time.
    await setImmediate();
    const asked = runInProcess(task);
    try {
      return await inTime(asked.answer, DEADLINE_MS, wait);
    } finally {
      asked.end();
    }
  }

  function inTurn(work: () => Promise<TaskReply>): Promise<TaskReply> {
    const mine = turn.then(work);
    turn = mine.catch(warmAgain);
    return mine;
  }

  /** Warms a new worker, which replaced a failed one, before the next chart. */
  async function warmAgain(): Promise<void> {
    if (isWarm) return;
    await askThread({ want: 'warm' }).catch(() => undefined);
    isWarm = true;
  }

  return {
    warm: () => inTurn(() => askThread({ want: 'warm' })),
    /** @throws if there is no answer before the deadline */
    answer: (task: JobTask, isLarge: boolean) => inTurn(() => (isLarge ? askProcess(task) : askThread(task))),
    replaced: () => replaced,
    /** `afterTurn`: wait for the queued tasks. Otherwise the running task is abandoned. */
    async end(afterTurn: boolean): Promise<void> {
      if (afterTurn) await turn;
      isEnded = true;
      await Promise.all([...ending, thread.end()]);
    },
  };
}

function realWait(ms: number, signal: AbortSignal): Promise<void> {
  return setTimeout(ms, undefined, { signal, ref: false });
}

/** @throws if there is no answer after `ms` */
async function inTime<T>(answer: Promise<T>, ms: number, wait: Wait): Promise<T> {
  const answered = new AbortController();
  const late = wait(ms, answered.signal).then(() => {
    throw new Error(`no answer within ${ms / 1000} s`);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    late.catch(() => undefined);
    answered.abort();
  }
}

function unexpected({ done }: TaskReply): never {
  throw new ChartProblem({ fault: 'failed', why: `answered ${done}` });
}

function sizeOf(job: ChartJob): number {
  return bodiesOf(job).reduce((sum, body) => sum + body.byteLength, 0);
}

/** Returns a function that gives equal jobs equal keys. Counts large bodies instead, because hashing them is slow. */
function createKeys(): (want: string, job: ChartJob) => string {
  const large = new WeakMap<Uint8Array, number>();
  let count = 0;
  function digestOf(body: Uint8Array, isLarge: boolean): string {
    if (!isLarge) return hash('sha1', body);
    const number = large.get(body) ?? count++;
    large.set(body, number);
    return `large ${number}`;
  }
  return (want, job) => {
    const fields = Object.entries(withBodies(job, () => noBytes)).sort(([a], [b]) => (a < b ? -1 : 1));
    const isLarge = sizeOf(job) > LARGE_BYTES;
    return JSON.stringify([want, fields, bodiesOf(job).map((body) => digestOf(body, isLarge))]);
  };
}

const noBytes = new Uint8Array();

/** Copies bodies that are parts of larger buffers, because cloning such a body would clone the whole buffer. */
function compact(job: ChartJob): ChartJob {
  const isAlone = ({ buffer, byteLength }: Uint8Array) =>
    byteLength === buffer.byteLength || buffer instanceof SharedArrayBuffer;
  return withBodies(job, (body) => (isAlone(body) ? body : new Uint8Array(body)));
}
