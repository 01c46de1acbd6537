import { setTimeout } from 'node:timers/promises';

/**
 * Prevents ending a thread during its start or inside native code. In a thread that is being ended, calls from native
 * code into JavaScript fail, and the canvas then aborts the whole process. Both threads share this number.
 */
export type Gate = Int32Array;

const OPEN = 0;
const INSIDE = 1;
const SHUT = 2;
/** Inside, and leaving shuts the gate. Between two pictures, the gate is open only briefly, so polls could miss it. */
const LAST = 3;

/** Poll interval in ms. */
const AGAIN_MS = 5;

/** Creates a gate for a thread that hasn't started. The thread is inside, and leaves the gate when it is ready. */
export function createGate(): Gate {
  return new Int32Array(new SharedArrayBuffer(4)).fill(INSIDE);
}

export function leave(gate: Gate): void {
  if (Atomics.compareExchange(gate, 0, INSIDE, OPEN) === LAST) Atomics.store(gate, 0, SHUT);
}

/** @throws if the thread is about to be ended */
export async function within<T>(gate: Gate, work: () => Promise<T>): Promise<T> {
  if (Atomics.compareExchange(gate, 0, OPEN, INSIDE) !== OPEN) throw new Error('This thread is being ended.');
  try {
    return await work();
  } finally {
    leave(gate);
  }
}

/** Waits until the thread left native code and keeps it out. `isAlive` returns false if the thread died inside. */
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
