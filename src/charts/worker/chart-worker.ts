import { setImmediate, setTimeout } from 'node:timers/promises';
import { runInProcess } from './process.ts';
import { createThread, type JobTask, type Task, type TaskReply } from './thread.ts';

/** Maximum time from the start of a chart. A reply made to be slow ends the worker, but not the waiting charts. */
const DEADLINE_MS = 20_000;
/** Warm-up reads no reply, so it's slow only on a busy machine; a worker ended for that would only start again. */
const WARM_DEADLINE_MS = 60_000;

/** Resolves after `ms`; rejects or never settles if the signal is aborted. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/** Runs one task at a time on a warm worker, so that a chart's deadline doesn't include the wait for other charts. */
export function createChartWorker(wait: Wait = realWait) {
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
