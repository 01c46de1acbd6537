import * as z from 'zod';
import { recordKind } from '../../../store/kept/record-kind.ts';

/** Period in which an app was read regularly. Times are epoch ms. */
export const ReadInterval = z.object({ from: z.number(), to: z.number() });
export type ReadInterval = z.infer<typeof ReadInterval>;
export const readIntervals = recordKind('read-interval', ReadInterval);

/** Minimum length of a gap between readings, in ms. After a shorter gap, the platform still lists all its events. */
export const minGap = 10 * 60_000;
