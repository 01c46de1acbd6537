import { setTimeout } from 'node:timers/promises';

/**
 * Keeps a thread from being ended while it is inside native code. A thread that is being ended refuses every call that
 * native code makes back into JavaScript, and the canvas takes that refusal for an answer: the whole process aborts.
 * Shared between both threads; one number says what holds.
 */
export type Gate = Int32Array;

const OPEN = 0;
const INSIDE = 1;
const SHUT = 2;

/** How often a gate that is held is looked at again. */
const AGAIN_MS = 5;

/** A gate for a thread that has yet to begin. */
export function createGate(): Gate {
  return new Int32Array(new SharedArrayBuffer(4));
}

/**
 * Runs work that calls native code.
 * @throws when the thread is about to be ended
 */
export async function within<T>(gate: Gate, work: () => Promise<T>): Promise<T> {
  if (Atomics.compareExchange(gate, 0, OPEN, INSIDE) !== OPEN) throw new Error('This thread is being ended.');
  try {
    return await work();
  } finally {
    Atomics.compareExchange(gate, 0, INSIDE, OPEN);
  }
}

/**
 * Waits until the thread is out of native code, and lets it in no more: from then on it can be ended.
 * @param wait how a gate that is held is waited for; a real timer by default
 */
export async function shut(gate: Gate, wait: (ms: number) => Promise<void> = setTimeout): Promise<void> {
  while (Atomics.compareExchange(gate, 0, OPEN, SHUT) === INSIDE) await wait(AGAIN_MS);
}
