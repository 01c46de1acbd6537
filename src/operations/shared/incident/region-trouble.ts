import * as z from 'zod';
import type { Unread } from '../../../core/incident/incident.ts';
import { silentText as unreadText } from '../../../core/incident/incident-text.ts';
import type { Ask } from '../../../core/operation.ts';
import { momentNear } from '../../../core/text/instant-text.ts';
import type { Text } from '../../../core/text/text.ts';
import { type HasRecords, recordKind } from '../../../store/kept/record-kind.ts';
import { sharedMsg } from '../operation-messages.ts';

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

/** Says since when and why a context's region can't be read; undefined if it isn't known to be unreadable. */
export async function regionSilence(
  { context: { region }, now }: Pick<Ask, 'context' | 'now'>,
  { records }: { readonly records: Pick<HasRecords['records'], 'get'> },
): Promise<Text | undefined> {
  const unread = unreadOf((await troubleRecords.get({ records }, region))?.body ?? {});
  return unread && unreadText(unread, region, now);
}

/** Returns since when the platform doesn't answer about some regions, epoch ms; undefined if it does, or just stopped. */
export async function platformSilentSince(store: HasRecords, regions: readonly string[]): Promise<number | undefined> {
  return silentSince(await Promise.all([...new Set(regions)].map((region) => regionTroubles(store, region))));
}

/** Returns since when the platform doesn't answer about any region, epoch ms; undefined if it does, or just stopped. */
export async function silentAnywhereSince(store: {
  readonly records: Pick<HasRecords['records'], 'list'>;
}): Promise<number | undefined> {
  return silentSince(await troubleRecords.bodies(store, { isOpen: true }));
}

function silentSince(all: readonly RegionTroubles[]): number | undefined {
  const since = all.map(unreadOf).flatMap((unread) => (unread?.by === 'platform' ? [unread.since] : []));
  return since.length > 0 ? Math.min(...since) : undefined;
}

/** Says that the platform doesn't answer, and since when if that is known. @param now epoch ms */
export function silentText(since: number | undefined, now: number): Text {
  return since === undefined ? sharedMsg.silentNow() : sharedMsg.silentSince({ at: momentNear(since, now) });
}
