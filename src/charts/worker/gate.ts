import { setTimeout } from 'node:timers/promises';

/**
 * Keeps a thread from being ended while it begins, or is inside native code. A thread that is being ended refuses every
 * call that native code makes back into JavaScript, and the canvas takes that refusal for an answer: the whole process
 * aborts. Shared between both threads; one number says what holds.
 */
export type Gate = Int32Array;

const OPEN = 0;
const INSIDE = 1;
const SHUT = 2;
/** Inside, and to be shut once it is left: between two pictures a gate is open for less time than lies between two looks. */
const LAST = 3;

/** How often a gate that is held is looked at again. */
const AGAIN_MS = 5;

/** Makes the gate of a thread that has yet to begin: it is held until the thread leaves it. */
export function createGate(): Gate {
  return new Int32Array(new SharedArrayBuffer(4)).fill(INSIDE);
}

/** Says that the thread can be ended now. */
export function leave(gate: Gate): void {
  if (Atomics.compareExchange(gate, 0, INSIDE, OPEN) === LAST) Atomics.store(gate, 0, SHUT);
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
    leave(gate);
  }
}

/**
 * Waits until the thread is out of native code, and lets it in no more: from then on it can be ended.
 * @param isAlive whether the thread is there: one that died inside never leaves
 * @param wait how a gate that is held is waited for; a real timer by default
 */
export async function shut(
  gate: Gate,
  isAlive: () => boolean,
  wait: (ms: number) => Promise<void> = setTimeout,
): Promise<void> {
  while (isAlive() && Atomics.compareExchange(gate, 0, OPEN, SHUT) !== SHUT) {
    Atomics.compareExchange(gate, 0, INSIDE, LAST);
    if (Atomics.load(gate, 0) === LAST) await wait(AGAIN_MS);
  }
}
