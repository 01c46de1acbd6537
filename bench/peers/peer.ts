import type { Case } from './cases.ts';

export type Peer = (one: Case) => Promise<Uint8Array>;

/** Result of a drawing. `cpu`: processor time of this process in ms; other processes don't affect it. */
export interface Drawn {
  readonly ms: number;
  readonly cpu: number;
  readonly bytes: number;
}
