import * as z from 'zod';
import type { Unread } from '../../../core/incident/incident.ts';
import { type HasRecords, recordKind } from '../../../store/kept/record-kind.ts';

/** `unread`: the region can't be read. `unmeasured`: its monitoring has no data. */
export const troubles = ['unread', 'unmeasured'] as const;
export type RegionTrouble = (typeof troubles)[number];

/** Start of each trouble of a region, epoch ms. Stored, so that counting continues after a restart. */
const RegionTroubles = z.object({
  unread: z.number().optional(),
  unmeasured: z.number().optional(),
  /** The region is unread because the platform doesn't answer at all. */
  isPlatform: z.literal(true).optional(),
});
export type RegionTroubles = z.infer<typeof RegionTroubles>;
export const troubleRecords = recordKind('region-trouble', RegionTroubles);

/** Returns since when and why a region can't be read; undefined if it can be. */
export function unreadOf({ unread, isPlatform }: RegionTroubles): Unread | undefined {
  return unread === undefined ? undefined : { since: unread, by: isPlatform ? 'platform' : 'region' };
}

export async function regionTroubles(store: HasRecords, region: string): Promise<RegionTroubles> {
  return (await troubleRecords.get(store, region))?.body ?? {};
}
