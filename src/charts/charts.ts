import { hash } from 'node:crypto';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { waitOn } from '../core/waits.ts';
import { ChartBusy, ChartProblem } from './data/chart-problem.ts';
import type { ChartJob, ChartResult, NumbersResult } from './data/job.ts';
import { bodiesOf, withBodies } from './data/job-bodies.ts';
import { runInProcess } from './worker/process.ts';
import { createThread, type JobTask, type Task, type TaskReply, type Thread } from './worker/thread.ts';

export { ChartBusy, ChartProblem } from './data/chart-problem.ts';
export type * from './data/job.ts';
export { type Description, describe } from './summary/describe.ts';

/** Counters since the start. */
export interface ChartStats {
  readonly waiting: number;
  readonly running: number;
  readonly drawn: number;
  /** Answered by another's equal job that was in flight, or finished just before. */
  readonly shared: number;
  readonly refused: number;
  readonly failed: number;
  /** Workers that were replaced after a failure. */
  readonly replaced: number;
}

/** Draws charts away from the event loop. */
export interface Charts {
  /** @throws ChartProblem, ChartBusy when the queue is full */
  draw(job: ChartJob): Promise<ChartResult>;
  /** @throws ChartProblem, ChartBusy when the queue is full */
  numbers(job: ChartJob): Promise<NumbersResult>;
  /** Loads fonts and draws a tiny chart of every shape, so that the first real one is as fast as the next. */
  warm(): Promise<void>;
  stats(): ChartStats;
  /** Lets what is running finish, then stops the worker. */
  close(): Promise<void>;
}

/** Most bytes of all replies of a chart together: more are refused unread. The platform client cuts each at this size. */
const MAX_BYTES = 32 * 1024 * 1024;
/** A larger reply is read by a process of its own: what it takes from the system, a thread doesn't give back. */
const LARGE_BYTES = 4 * 1024 * 1024;
/** Bodies of all waiting charts together: what keeps the memory bounded when many ask at once. */
const MAX_WAITING_BYTES = 256 * 1024 * 1024;
/** What a chart may take once it is begun: a reply made to be slow ends the worker, not the charts that wait behind it. */
const DEADLINE_MS = 20_000;
/** How long a finished picture answers equal jobs: people who ask at the same moment don't reach the worker at the same one. */
const KEPT_MS = 2_000;
/** All that is kept so, together. */
const MAX_KEPT_BYTES = 4 * 1024 * 1024;
/** Warming reads no reply: it's only slow on a busy machine, and ending it would begin it again. */
const WARM_DEADLINE_MS = 60_000;

/** Resolves after `ms`; rejects, or never settles, once the signal is aborted. */
type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

interface ChartsOptions {
  readonly queue?: number;
  readonly wait?: Wait;
}

/**
 * Starts the worker thread.
 * @param options `queue`: how many charts may wait, beside the one being drawn, default 128; `wait`: what
 *   the deadline of a chart is waited for with, a real timer unless given
 */
export function createCharts(options: ChartsOptions = {}): Charts {
  const { queue = 128, wait = realWait } = options;
  let thread = createThread();
  let isWarm = true;
  const ending = new Set<Promise<void>>();
  const inFlight = new Map<string, Promise<TaskReply>>();
  const kept = new LRUCache<string, Promise<TaskReply>>({ ttl: KEPT_MS, maxSize: MAX_KEPT_BYTES });
  const keyOf = createKeys();
  const counts = { pending: 0, bytes: 0, drawn: 0, shared: 0, refused: 0, failed: 0, replaced: 0 };

  /** A thread that died, or that is late, is not asked again. */
  function replace(old: Thread): void {
    if (old !== thread) return;
    thread = createThread();
    isWarm = false;
    counts.replaced += 1;
    const end = old.end().finally(() => ending.delete(end));
    ending.add(end);
  }

  async function ask(task: Task): Promise<TaskReply> {
    const asked = thread;
    try {
      return await inTime(asked.run(task), task.want === 'warm' ? WARM_DEADLINE_MS : DEADLINE_MS, wait);
    } catch (error) {
      replace(asked);
      throw error;
    }
  }

  /** Large replies: the worker keeps its memory small and stays warm. */
  async function askProcess(task: JobTask): Promise<TaskReply> {
    // Reading the last of a large body and handing it over each take time: others have their turn in between.
    await setImmediate();
    const asked = runInProcess(task);
    try {
      return await inTime(asked.answer, DEADLINE_MS, wait);
    } finally {
      asked.end();
    }
  }

  // One task at a time, so that a deadline begins when its chart does, on a worker that is warm.
  let turn: Promise<unknown> = Promise.resolve();
  function inTurn(work: () => Promise<TaskReply>): Promise<TaskReply> {
    const mine = turn.then(work);
    turn = mine.catch(warmAgain);
    return mine;
  }
  /** After a failure the next chart finds a warm worker. */
  async function warmAgain(): Promise<void> {
    if (isWarm) return;
    await ask({ want: 'warm' }).catch(() => undefined);
    isWarm = true;
  }

  async function run(task: JobTask, bytes: number): Promise<TaskReply> {
    if (counts.pending > queue || (counts.pending > 0 && counts.bytes + bytes > MAX_WAITING_BYTES)) {
      counts.refused += 1;
      throw new ChartBusy(counts.pending);
    }
    counts.pending += 1;
    counts.bytes += bytes;
    try {
      return await inTurn(() => (bytes > LARGE_BYTES ? askProcess(task) : ask(task)));
    } catch (error) {
      counts.failed += 1;
      throw new ChartProblem({ fault: 'failed', why: error instanceof Error ? error.message : String(error) });
    } finally {
      counts.pending -= 1;
      counts.bytes -= bytes;
    }
  }

  async function share(want: 'picture' | 'numbers', job: ChartJob): Promise<TaskReply> {
    const bytes = sizeOf(job);
    if (bytes > MAX_BYTES) throw new ChartProblem({ fault: 'too-large', limit: MAX_BYTES, of: 'bytes' });
    const key = keyOf(want, job);
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
      if (reply.done !== 'picture') throw new ChartProblem({ fault: 'failed', why: `answered ${reply.done}` });
      return reply.result;
    },
    async numbers(job) {
      const reply = await share('numbers', job);
      if (reply.done !== 'numbers') throw new ChartProblem({ fault: 'failed', why: `answered ${reply.done}` });
      return reply.result;
    },
    async warm() {
      await inTurn(() => ask({ want: 'warm' }));
    },
    stats: () => ({
      waiting: Math.max(0, counts.pending - 1),
      running: Math.min(1, counts.pending),
      drawn: counts.drawn,
      shared: counts.shared,
      refused: counts.refused,
      failed: counts.failed,
      replaced: counts.replaced,
    }),
    async close() {
      // Nobody waits for a worker that is only being warmed.
      if (counts.pending > 0) await turn;
      await Promise.all([...ending, thread.end()]);
    },
  };
}

const realWait: Wait = (ms, signal) => setTimeout(ms, undefined, { signal, ref: false });

/** @throws when there is no answer after so many ms */
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

function sizeOf(job: ChartJob): number {
  return bodiesOf(job).reduce((sum, body) => sum + body.byteLength, 0);
}

/**
 * Makes what gives equal jobs equal keys. Bytes go in by their digests: as text, a large reply would hold up the event loop.
 * To digest one would too: large bodies are numbered, since equal reads in flight share their bytes.
 */
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

/**
 * Copies bodies that are windows of larger buffers: cloning a window to another thread clones the whole buffer. Shared
 * memory isn't cloned.
 */
function compact(job: ChartJob): ChartJob {
  const isAlone = ({ buffer, byteLength }: Uint8Array) =>
    byteLength === buffer.byteLength || buffer instanceof SharedArrayBuffer;
  return withBodies(job, (body) => (isAlone(body) ? body : new Uint8Array(body)));
}
