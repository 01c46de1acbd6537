import type { Case } from './cases.ts';

/** A library that draws a case as a PNG: opened once, then asked again and again. */
export type Peer = (one: Case) => Promise<Uint8Array>;

/** One drawing. `cpu`: milliseconds of processor time of this process, which a busy machine does not stretch. */
export interface Drawn {
  readonly ms: number;
  readonly cpu: number;
  readonly bytes: number;
}
