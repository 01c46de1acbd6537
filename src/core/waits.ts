import { AsyncLocalStorage } from 'node:async_hooks';

/** The cause of a task's wait; `seconds` is the maximum. */
export type WaitCause =
  | { readonly on: 'platform'; readonly seconds: number }
  | { readonly on: 'slack' }
  | { readonly on: 'slack-limit'; readonly seconds: number }
  | { readonly on: 'charts' }
  /** Many applications are being read; the progress is shown. */
  | { readonly on: 'apps'; readonly of: number; readonly done: () => number };

export interface Waits {
  /** Returns the latest wait, with progress for many applications; undefined if the task has no known wait. */
  latest(): WaitCause | undefined;
}

const tracked = new AsyncLocalStorage<Set<WaitCause> | undefined>();

/** Tracks the current waits of a task, for the "still working" notice. Call `waitOn` around slow calls. */
export function trackWaits<T>(work: (waits: Waits) => Promise<T>): Promise<T> {
  const waits = new Set<WaitCause>();
  const latest = () => [...waits].find(({ on }) => on === 'apps') ?? [...waits].at(-1);
  return tracked.run(waits, () => work({ latest }));
}

/** Runs work that other tasks also wait for. Its waits aren't counted for the task that started it. */
export function untracked<T>(work: () => T): T {
  return tracked.run(undefined, work);
}

/** Awaits a promise, and records the wait for the current task. */
export async function waitOn<T>(wait: WaitCause, promise: Promise<T>): Promise<T> {
  const waits = tracked.getStore();
  if (!waits) return promise;
  // A copy, so that two equal waits are different entries.
  const mine = { ...wait };
  waits.add(mine);
  try {
    return await promise;
  } finally {
    waits.delete(mine);
  }
}
