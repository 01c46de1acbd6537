import * as z from 'zod';
import { Context } from '../command/context.ts';
import type { ChangeRequest } from './change-request.ts';

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

/** Returns the node ports that may still be open after a request (docs/platform.md#opening-and-closing). */
export function mayAnswerOf(request: ChangeRequest, now: number): MayAnswer | undefined {
  const { id, state, channel, context, plan, steps } = request;
  const { component, componentName, mayAnswer } = plan;
  if (!mayAnswer || mayAnswer.addresses.length === 0 || (state !== 'done' && state !== 'failed')) return undefined;
  const { once, port, addresses } = mayAnswer;
  // If a refused call changed something anyway, its step has an `offer`.
  const isSo = steps.some((step) => (once === 'closed' ? step.state === 'done' : step.offer !== undefined));
  if (!isSo) return undefined;
  return { request: id, channel, context, component, componentName, port, addresses, once, since: now };
}
