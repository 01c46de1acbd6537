import * as z from 'zod';
import { Context, placeKey } from '../../../core/command/context.ts';
import type { FreezeCalendar } from '../../../core/policy/freeze.ts';
import { channelOf, type Freeze, type Policy } from '../../../core/policy/policy.ts';
import { type HasRecords, recordKind } from '../../../store/kept/record-kind.ts';
import type { Outgoing } from '../../../store/stored-types.ts';

/** Kind of the due row that evaluates waiting requests again when a freeze begins or ends. */
export const freezesDue = 'change.freezes';

/** Freeze that was started in Slack. `to`: its end, which is earlier if a person ended it. Times are epoch ms. */
const StoredFreeze = z.object({
  id: z.string(),
  context: Context,
  channel: z.string(),
  by: z.object({ id: z.string(), name: z.string() }),
  reason: z.string(),
  from: z.number(),
  to: z.number(),
  /** Language and time zone of the announcement; absent if an older version stored the freeze. */
  reader: z.object({ lang: z.enum(['en', 'zh']), zone: z.string() }).optional(),
});
export type StoredFreeze = z.infer<typeof StoredFreeze>;
export const freezeRecords = recordKind('freeze', StoredFreeze);

/** Kind of rows that report the automatic end of a freeze, in each channel where it was announced. */
export const freezeEndedKind = 'freeze-ended';
export const FreezeEnded = z.object({ channel: z.string(), freeze: StoredFreeze });

export function freezeEndedRow(freeze: StoredFreeze, channel: string, now: number): Outgoing {
  const body: z.infer<typeof FreezeEnded> = { channel, freeze };
  return { id: `${freezeEndedKind}:${freeze.id}:${channel}`, kind: freezeEndedKind, at: now, body };
}

export function channelsOf(
  policy: Policy,
  { context, channel }: Pick<StoredFreeze, 'context' | 'channel'>,
): readonly string[] {
  return [...new Set([channel, channelOf(policy, context) ?? ''])].filter((each) => each !== '');
}

/** Returns an app's freezes and windows. Reads those made in Slack each time, so that all replicas know them. */
export async function calendarOf(
  { policy, records }: HasRecords & { readonly policy: Policy },
  place: Context,
): Promise<FreezeCalendar> {
  return calendarFrom(policy, await freezeRecords.bodies({ records }, { placeKey: placeKey(place), isOpen: true }));
}

export function calendarFrom(policy: Policy, stored: readonly StoredFreeze[]): FreezeCalendar {
  const begun = stored.map(
    ({ id, context, by, reason, from, to }): Freeze => ({
      id,
      place: context,
      by: by.name,
      reason,
      from,
      to,
      also: [],
      breakGlass: true,
    }),
  );
  return { freezes: [...(policy.freezes ?? []), ...begun], windows: policy.windows ?? [] };
}
