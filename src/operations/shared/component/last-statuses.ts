import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { type Place, placeKey } from '../../../core/command/context.ts';
import { isMoving } from '../../../core/runs/moving-status.ts';
import type { ComponentSummary } from '../../../platform/component/component-endpoints.ts';
import { recordKind } from '../../../store/kept/record-kind.ts';
import { keptPerPlace, type Store } from '../../../store/store.ts';
import type { Reads } from '../define.ts';
import { isUnfinished, ownStatus } from './component-format.ts';

/** The statuses that an app's last list had, by component, and when it was read, epoch ms. */
const LastStatuses = z.object({
  at: z.number(),
  statuses: z.record(z.string(), z.string()),
  /** Components in a change that couldn't end, when that was known last. */
  stuck: z.array(z.string()).optional(),
  /** Components that were never fully created. */
  unfinished: z.array(z.string()).optional(),
});
export type LastStatuses = z.infer<typeof LastStatuses>;
const statusRecords = recordKind('last-statuses', LastStatuses);

export async function lastStatuses(place: Place, reads: Pick<Reads, 'records'>): Promise<LastStatuses | undefined> {
  return (await statusRecords.get(reads, placeKey(place)))?.body;
}

/** Checks whether a list has no status at all, as of a region that doesn't answer (docs/platform.md#components). */
export function isWithoutStatus(listed: readonly ComponentSummary[]): boolean {
  const created = listed.filter((each) => !isUnfinished(each));
  return created.length > 0 && created.every(({ status }) => !status);
}

/** Maximum age, ms, of stored statuses that are still the same. A poller lists an app each minute. */
const keptFor = 5 * 60_000;

/**
 * Stores the statuses of a list, for a platform or region that doesn't answer later. Stores equal ones only once in 5
 * minutes. @param at time of the list, epoch ms @param stuckNow undefined if that isn't known now
 */
export async function keepStatuses(
  place: Place,
  listed: readonly ComponentSummary[],
  at: number,
  store: { readonly records: Pick<Store['records'], 'get'>; readonly keepRecords: Reads['keepRecords'] },
  stuckNow?: ReadonlySet<string>,
): Promise<void> {
  const known = listed.flatMap((each) => {
    const status = ownStatus(each);
    return status ? [[each.serviceId, status] as const] : [];
  });
  if (known.length === 0) return;
  const id = placeKey(place);
  const before = await statusRecords.get(store, id);
  const statuses = Object.fromEntries(known.slice(0, keptPerPlace));
  const stuck = [...(stuckNow ?? before?.body.stuck ?? [])].filter((each) => isMoving(statuses[each]));
  const unfinished = listed.filter(isUnfinished).map(({ serviceId }) => serviceId);
  const body = {
    ...{ at, statuses },
    ...(stuck.length > 0 ? { stuck } : {}),
    ...(unfinished.length > 0 ? { unfinished: unfinished.slice(0, keptPerPlace) } : {}),
  };
  const isSame = before !== undefined && isDeepStrictEqual({ ...before.body, at }, body);
  if (before && at < before.body.at + (isSame ? keptFor : 1)) return;
  await store.keepRecords([statusRecords.save(body, { id, at, placeKey: id }, before?.version)]);
}
