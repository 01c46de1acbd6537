import type { Case } from './cases.ts';

/** A library that draws a case: opened once, then asked again and again. */
export interface Peer {
  /** @returns the PNG's bytes */
  draw(one: Case): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** One drawing. `cpu`: milliseconds of processor time of this process, which a busy machine does not stretch. */
export interface Drawn {
  readonly ms: number;
  readonly cpu: number;
  readonly bytes: number;
}

/** Asked of a peer's process, and what it answers. */
export type Ask = { readonly draw: number } | { readonly close: true };
export type Answer = { readonly ready: true } | Drawn | { readonly missing: string };
