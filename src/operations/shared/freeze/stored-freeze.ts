import * as z from 'zod';
import { Context, placeKey } from '../../../core/command/context.ts';
import type { FreezeCalendar } from '../../../core/policy/freeze.ts';
import type { Freeze, Policy } from '../../../core/policy/policy.ts';
import type { Store } from '../../../store/store.ts';

/** The kind of the records of freezes that were begun in Slack. */
export const freezeKind = 'freeze';

/** The due row that has waiting requests judged again, because a freeze began or ended. */
export const freezesDue = 'change.freezes';

/** A freeze that was begun in Slack. Epoch ms. */
export const StoredFreeze = z.object({
  id: z.string(),
  context: Context,
  channel: z.string(),
  by: z.object({ id: z.string(), name: z.string() }),
  reason: z.string(),
  from: z.number(),
  to: z.number(),
});
export type StoredFreeze = z.infer<typeof StoredFreeze>;

/** The freezes and windows that may be about an app: those of the policy file, and those that were begun in Slack. */
export async function calendarOf(
  { policy, records }: { readonly policy: Policy; readonly records: Pick<Store['records'], 'list'> },
  place: Context,
): Promise<FreezeCalendar> {
  const begun = await slackFreezes(records, place);
  return { freezes: [...(policy.freezes ?? []), ...begun], windows: policy.windows ?? [] };
}

/** The freezes of an app that were begun in Slack. They are read each time, so every replica knows them at once. */
export async function slackFreezes(
  records: Pick<Store['records'], 'list'>,
  place: Context,
): Promise<readonly (Freeze & { readonly stored: StoredFreeze })[]> {
  const found = await records.list(freezeKind, { placeKey: placeKey(place), isOpen: true });
  return found.flatMap(({ body }) => {
    const stored = StoredFreeze.safeParse(body).data;
    if (!stored) return [];
    const { id, context, by, reason, from, to } = stored;
    return [{ id, place: context, by: by.name, reason, from, to, also: [], breakGlass: true, stored }];
  });
}
