import { AsyncLocalStorage } from 'node:async_hooks';

/** What something waits for at the moment; at most so many `seconds`. */
export type WaitCause =
  | { readonly on: 'platform'; readonly seconds: number }
  | { readonly on: 'slack' }
  /** Slack limits requests. */
  | { readonly on: 'slack-limit'; readonly seconds: number }
  | { readonly on: 'charts' }
  /** Many applications are read: how far that is, is shown. */
  | { readonly on: 'apps'; readonly of: number; readonly done: () => number };

/** What a piece of work, with everything that it began, waits for. */
export interface Waits {
  /** What it began to wait for last, of many applications how far they are; undefined while it waits for nothing known. */
  latest(): WaitCause | undefined;
}

const tracked = new AsyncLocalStorage<Set<WaitCause> | undefined>();

/**
 * Does work and keeps track of what it waits for, so that the message that it takes long can name the cause. Calls to
 * the platform, to Slack and to the chart worker are deep within it, and shared with other work: each of those tells by
 * `waitOn`.
 */
export function trackWaits<T>(work: (waits: Waits) => Promise<T>): Promise<T> {
  const waits = new Set<WaitCause>();
  const latest = () => [...waits].find(({ on }) => on === 'apps') ?? [...waits].at(-1);
  return tracked.run(waits, () => work({ latest }));
}

/** Does work that others wait for too: its waits aren't counted for the one who began it. */
export function untracked<T>(work: () => T): T {
  return tracked.run(undefined, work);
}

/** Waits for a promise, and records for the work that it belongs to what it waits for. */
export async function waitOn<T>(wait: WaitCause, promise: Promise<T>): Promise<T> {
  const waits = tracked.getStore();
  if (!waits) return promise;
  // Of its own, so that two equal ones are told apart.
  const mine = { ...wait };
  waits.add(mine);
  try {
    return await promise;
  } finally {
    waits.delete(mine);
  }
}
