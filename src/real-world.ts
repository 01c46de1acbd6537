import { randomBytes } from 'node:crypto';
import { idFromBytes } from './core/request/request-id.ts';
import type { Log, World } from './core/world.ts';

export function realWorld(log: Log): World {
  return {
    now: Date.now,
    newId: () => idFromBytes(randomBytes(26)),
    newSecret: () => randomBytes(32).toString('base64url'),
    random: Math.random,
    wait,
    log,
  };
}

/** Resolves after `ms`, or immediately if the signal is aborted. A pending wait doesn't keep the process alive. */
function wait(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
}
