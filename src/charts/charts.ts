import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Text } from '../core/text/text.ts';
import { waitOn } from '../core/waits.ts';
import { problemText } from './data/chart-problem-messages.ts';
import type { ChartFault, ChartJob, ChartResult, NumbersResult } from './data/job.ts';
import { bodiesOf, withBodies } from './data/job-bodies.ts';
import { createChartWorker, type Wait } from './worker/chart-worker.ts';
import type { JobTask, TaskReply } from './worker/thread.ts';

export type * from './data/job.ts';
export { type Description, describe } from './summary/describe.ts';

/** Thrown by `Charts`; carries the fault as data and a sentence for people. */
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

/** The queue is full. */
export class ChartBusy extends ChartProblem {
  constructor(waiting: number) {
    super({ fault: 'busy', waiting });
    this.name = 'ChartBusy';
  }
}

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
/** How long a finished picture answers equal jobs: people who ask at the same moment don't reach the worker at the same one. */
const KEPT_MS = 2_000;
/** All that is kept so, together. */
const MAX_KEPT_BYTES = 4 * 1024 * 1024;

/**
 * Starts the worker thread.
 * `queue`: how many charts may wait, beside the one being drawn; `wait`: what the deadline of a chart is waited for
 * with, a real timer unless given.
 */
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
      if (reply.done !== 'picture') throw new ChartProblem({ fault: 'failed', why: `answered ${reply.done}` });
      return reply.result;
    },
    async numbers(job) {
      const reply = await share('numbers', job);
      if (reply.done !== 'numbers') throw new ChartProblem({ fault: 'failed', why: `answered ${reply.done}` });
      return reply.result;
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
    // Nobody waits for a worker that is only being warmed.
    close: () => worker.end(waiting.charts > 0),
  };
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
