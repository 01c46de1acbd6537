import * as z from 'zod';
import { type HasRecords, recordKind } from '../../../store/kept/record-kind.ts';

/** Color scheme of charts. The record's id is the Slack id of a person or a channel. */
export const chartLooks = recordKind('chart-look', z.object({ dark: z.boolean() }));

export async function isDrawnDark(store: HasRecords, id: string | undefined): Promise<boolean> {
  return (await chartLooks.get(store, id))?.body.dark ?? false;
}
