import { randomBytes } from 'node:crypto';
import type { Log, World } from './core/world.ts';

/** Crockford's 32: what people read out to each other in a call, no two alike, nothing that a command takes for a sign. */
const ID_LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

/** The real world: the clock, chance and timers of this process. */
export function realWorld(log: Log): World {
  return {
    now: Date.now,
    newId: () => Array.from(randomBytes(26), (byte) => ID_LETTERS.charAt(byte % ID_LETTERS.length)).join(''),
    newSecret: () => randomBytes(32).toString('base64url'),
    random: Math.random,
    wait,
    log,
  };
}

/** Resolves after `ms`, or at once when the signal is aborted. A pending wait does not keep the process alive. */
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
