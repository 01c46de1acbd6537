import * as z from 'zod';
import { Context } from '../command/context.ts';

/** Node ports that may be open by mistake, stored under the id of their request. */
export const MayAnswer = z.object({
  request: z.string(),
  channel: z.string(),
  context: Context,
  component: z.string(),
  componentName: z.string(),
  port: z.number(),
  addresses: z.array(z.string()).min(1),
  once: z.enum(['closed', 'refused']),
  since: z.number(),
});
export type MayAnswer = z.infer<typeof MayAnswer>;
