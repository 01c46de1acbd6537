import { setImmediate, setTimeout } from 'node:timers/promises';
import { runInProcess } from './process.ts';
import { createThread, type JobTask, type Task, type TaskReply } from './thread.ts';

/** What a chart may take once it is begun: a reply made to be slow ends the worker, not the charts that wait behind it. */
const DEADLINE_MS = 20_000;
/** Warming reads no reply: it's only slow on a busy machine, and ending it would begin it again. */
const WARM_DEADLINE_MS = 60_000;

/** Resolves after `ms`; rejects, or never settles, once the signal is aborted. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/** Answers one task at a time, so that a deadline begins when its chart does, on a worker that is warm. */
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
      // One that died, or that is late, is not asked again.
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

  function inTurn(work: () => Promise<TaskReply>): Promise<TaskReply> {
    const mine = turn.then(work);
    turn = mine.catch(warmAgain);
    return mine;
  }

  /** After a failure the next chart finds a warm worker. */
  async function warmAgain(): Promise<void> {
    if (isWarm) return;
    await askThread({ want: 'warm' }).catch(() => undefined);
    isWarm = true;
  }

  return {
    warm: () => inTurn(() => askThread({ want: 'warm' })),
    /** @throws when there is no answer, or it is late */
    answer: (task: JobTask, isLarge: boolean) => inTurn(() => (isLarge ? askProcess(task) : askThread(task))),
    /** Workers that were replaced after a failure. */
    replaced: () => replaced,
    /** @param afterTurn whether what waits is answered before; otherwise what is under way is given up */
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
