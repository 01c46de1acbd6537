import * as z from 'zod';
import { type HasRecords, recordKind } from '../../../store/kept/record-kind.ts';

/** How charts are drawn for a person or a channel, by their Slack ids. */
export const chartLooks = recordKind('chart-look', z.object({ dark: z.boolean() }));

/** Whether charts are drawn dark for someone. @param id of a person or a channel; undefined for nobody */
export async function isDrawnDark(store: HasRecords, id: string | undefined): Promise<boolean> {
  return (await chartLooks.get(store, id))?.body.dark ?? false;
}
