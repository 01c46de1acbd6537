import * as z from 'zod';
import { type HasRecords, recordKind } from '../../../store/kept/record-kind.ts';

/** Color scheme of charts. The record's id is the Slack id of a person or a channel. */
export const chartLooks = recordKind('chart-look', z.object({ dark: z.boolean() }));

/** Channel and person of a chart. Their settings apply to it. */
export interface ChartAudience {
  readonly channel: string;
  /** The person who requested the chart, or the request that it belongs to; absent if nobody did. */
  readonly person?: string;
  /** Whether the chart is posted without a command or a press. */
  readonly isAutomatic: boolean;
}

/** Returns whether to draw a dark chart. A requested chart follows its person, an automatic one its channel first. */
export async function isDrawnDark(store: HasRecords, audience: ChartAudience): Promise<boolean> {
  const { channel, person, isAutomatic } = audience;
  const chosen = await Promise.all([isAutomatic ? channel : undefined, person].map((id) => chartLooks.get(store, id)));
  return chosen.find((look) => look !== undefined)?.body.dark ?? false;
}
