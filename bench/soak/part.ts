import type { Section } from '../report.ts';

/** What a part of the soak is told. */
export interface SoakOptions {
  /** Shorter load for a first look; the budgets stay the same. */
  readonly quick: boolean;
  /** How long the mixed traffic lasts, where that is given. */
  readonly minutes?: number;
}

/**
 * One part of `npm run soak`: puts load or faults on real processes on this machine (loopback only), bounded in count
 * and time, and reports what it measured beside its budgets. It ends every process that it started, also when it fails.
 * To add a part: export such a function as `soak` from a file in this folder and list it in main.ts.
 */
export type SoakPart = (options: SoakOptions) => Promise<readonly Section[]>;
