import * as z from 'zod';
import { Context, placeKey } from '../../../core/command/context.ts';
import type { FreezeCalendar } from '../../../core/policy/freeze.ts';
import { channelOf, type Freeze, type Policy } from '../../../core/policy/policy.ts';
import { type HasRecords, recordKind } from '../../../store/kept/record-kind.ts';
import type { Outgoing } from '../../../store/stored-types.ts';

/** The due row that has waiting requests judged again, because a freeze began or ended. */
export const freezesDue = 'change.freezes';

/** A freeze that was begun in Slack. `to`: also when someone ended it before. Epoch ms. */
const StoredFreeze = z.object({
  id: z.string(),
  context: Context,
  channel: z.string(),
  by: z.object({ id: z.string(), name: z.string() }),
  reason: z.string(),
  from: z.number(),
  to: z.number(),
  /** Whose language and time zone count where it was announced; absent in those of older versions. */
  reader: z.object({ lang: z.enum(['en', 'zh']), zone: z.string() }).optional(),
});
export type StoredFreeze = z.infer<typeof StoredFreeze>;
export const freezeRecords = recordKind('freeze', StoredFreeze);

/** The rows that say that a freeze has ended by itself, in each channel in which it was announced. */
export const freezeEndedKind = 'freeze-ended';
export const FreezeEnded = z.object({ channel: z.string(), freeze: StoredFreeze });

export function freezeEndedRow(freeze: StoredFreeze, channel: string, now: number): Outgoing {
  const body: z.infer<typeof FreezeEnded> = { channel, freeze };
  return { id: `${freezeEndedKind}:${freeze.id}:${channel}`, kind: freezeEndedKind, at: now, body };
}

/** The channels in which a freeze is announced. */
export function channelsOf(
  policy: Policy,
  { context, channel }: Pick<StoredFreeze, 'context' | 'channel'>,
): readonly string[] {
  return [...new Set([channel, channelOf(policy, context) ?? ''])].filter((each) => each !== '');
}

/**
 * The freezes and windows that may be about an app: those of the policy file, and those that were begun in Slack. The
 * latter are read each time, so every replica knows them at once.
 */
export async function calendarOf(
  { policy, records }: HasRecords & { readonly policy: Policy },
  place: Context,
): Promise<FreezeCalendar> {
  return calendarFrom(policy, await freezeRecords.bodies({ records }, { placeKey: placeKey(place), isOpen: true }));
}

/** The freezes and windows of the policy file, with some that were begun in Slack. */
export function calendarFrom(policy: Policy, stored: readonly StoredFreeze[]): FreezeCalendar {
  const begun = stored.map(
    ({ id, context, by, reason, from, to }): Freeze => ({
      ...{ id, place: context, by: by.name, reason, from, to },
      also: [],
      breakGlass: true,
    }),
  );
  return { freezes: [...(policy.freezes ?? []), ...begun], windows: policy.windows ?? [] };
}
