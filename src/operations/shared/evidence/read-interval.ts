import * as z from 'zod';
import { type ReadRecord, recordKind } from '../../../store/kept/record-kind.ts';
import type { RecordChange } from '../../../store/store.ts';

/** Period in which an app was read regularly. Times are epoch ms. */
export const ReadInterval = z.object({ from: z.number(), to: z.number() });
export type ReadInterval = z.infer<typeof ReadInterval>;
export const readIntervals = recordKind('read-interval', ReadInterval);

/** Minimum length of a gap between readings, in ms. After a shorter gap, the platform still lists all its events. */
export const minGap = 10 * 60_000;
/** Interval at which a growing period is saved, in ms. */
const savedEvery = 5 * 60_000;

export interface KeptInterval extends ReadInterval {
  readonly version: number;
}

/** @param stored intervals, oldest first */
export function newestInterval(stored: readonly ReadRecord<ReadInterval>[]): KeptInterval | undefined {
  const last = stored.at(-1);
  return last && { ...last.body, version: last.version };
}

/** Extends an interval to a reading at `at` (epoch ms). Returns undefined if it needn't be saved yet. */
export function withReading(
  app: string,
  last: KeptInterval | undefined,
  at: number,
): { readonly interval: KeptInterval; readonly change: RecordChange } | undefined {
  const goesOn = last && at - last.to < minGap;
  if (goesOn && at - last.to < savedEvery) return undefined;
  const interval = { from: goesOn ? last.from : at, to: at };
  const version = goesOn ? last.version : undefined;
  const row = { id: `${app} ${interval.from}`, placeKey: app, isOpen: false, at };
  return {
    interval: { ...interval, version: (version ?? 0) + 1 },
    change: readIntervals.save(interval, row, version),
  };
}
