import * as z from 'zod';
import { type ReadRecord, recordKind } from '../../../store/kept/record-kind.ts';
import type { RecordChange } from '../../../store/store.ts';

/** A time during which an application was read again and again. Times are epoch ms. */
export const ReadInterval = z.object({ from: z.number(), to: z.number() });
export type ReadInterval = z.infer<typeof ReadInterval>;
export const readIntervals = recordKind('read-interval', ReadInterval);

/** A longer time without a reading is a gap, in ms. What began in a shorter one is still listed by the platform. */
export const leastGap = 10 * 60_000;
/** How often an interval is saved while it grows, in ms. */
const savedEvery = 5 * 60_000;

/** The newest interval of an application as it is stored. */
export interface KeptInterval extends ReadInterval {
  /** Of its record. */
  readonly version: number;
}

/** The newest interval among the stored ones. @param stored oldest first */
export function newestInterval(stored: readonly ReadRecord<ReadInterval>[]): KeptInterval | undefined {
  const last = stored.at(-1);
  return last && { ...last.body, version: last.version };
}

/** What an interval becomes with one more reading; undefined if it needn't be saved yet. Pure. @param at epoch ms */
export function withReading(
  app: string,
  known: KeptInterval | undefined,
  at: number,
): { readonly interval: KeptInterval; readonly change: RecordChange } | undefined {
  const goesOn = known && at - known.to < leastGap;
  if (goesOn && at - known.to < savedEvery) return undefined;
  const interval = { from: goesOn ? known.from : at, to: at };
  const version = goesOn ? known.version : undefined;
  const row = { id: `${app} ${interval.from}`, placeKey: app, isOpen: false, at };
  return {
    interval: { ...interval, version: (version ?? 0) + 1 },
    change: readIntervals.save(interval, row, version),
  };
}
