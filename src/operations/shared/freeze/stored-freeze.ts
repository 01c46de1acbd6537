import * as z from 'zod';
import { Context, placeKey } from '../../../core/command/context.ts';
import type { FreezeCalendar } from '../../../core/policy/freeze.ts';
import type { Freeze, Policy } from '../../../core/policy/policy.ts';
import { type HasRecords, recordKind } from '../../../store/kept/record-kind.ts';

/** The due row that has waiting requests judged again, because a freeze began or ended. */
export const freezesDue = 'change.freezes';

/** A freeze that was begun in Slack. Epoch ms. */
const StoredFreeze = z.object({
  id: z.string(),
  context: Context,
  channel: z.string(),
  by: z.object({ id: z.string(), name: z.string() }),
  reason: z.string(),
  from: z.number(),
  to: z.number(),
});
export type StoredFreeze = z.infer<typeof StoredFreeze>;
export const freezeRecords = recordKind('freeze', StoredFreeze);

/**
 * The freezes and windows that may be about an app: those of the policy file, and those that were begun in Slack. The
 * latter are read each time, so every replica knows them at once.
 */
export async function calendarOf(
  { policy, records }: HasRecords & { readonly policy: Policy },
  place: Context,
): Promise<FreezeCalendar> {
  const stored = await freezeRecords.bodies({ records }, { placeKey: placeKey(place), isOpen: true });
  const begun = stored.map(
    ({ id, context, by, reason, from, to }): Freeze => ({
      ...{ id, place: context, by: by.name, reason, from, to },
      also: [],
      breakGlass: true,
    }),
  );
  return { freezes: [...(policy.freezes ?? []), ...begun], windows: policy.windows ?? [] };
}
