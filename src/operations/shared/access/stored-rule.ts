import * as z from 'zod';
import type { Plan } from '../../../core/request/plan.ts';

/** A rule as a step stores it: enough to recognize it in a list of rules or of addresses. */
export const RuleState = z.object({
  kind: z.enum(['http', 'tcp']),
  there: z.boolean(),
  component: z.string(),
  port: z.number(),
  /** As people know it: `https://shop.test/cart`, `10.2.0.9:30021`. */
  address: z.string(),
  domain: z.string().exactOptional(),
  path: z.string().exactOptional(),
  secure: z.boolean().exactOptional(),
  endPoint: z.string().exactOptional(),
  /** How the platform shows an end point on all addresses. */
  tcpdomain: z.string().exactOptional(),
  /**
   * Rules of this port with the same domain that were there before, by id, or by address where only addresses can be
   * read: a new one is the step's own, also where the platform made it with another protocol.
   */
  known: z.array(z.string()).exactOptional(),
  /** External access of the port: creating a rule may open it, and leave it open when the rule is refused. */
  portOpen: z.boolean(),
});
export type RuleState = z.infer<typeof RuleState>;

/** The step of a plan as it was stored. */
export function ruleOf(plan: Plan): RuleState | undefined {
  return RuleState.safeParse(plan.steps[0]?.after).data;
}
