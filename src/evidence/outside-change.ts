import * as z from 'zod';
import type { FrozenWhy } from '../core/policy/freeze.ts';
import { outsideKinds } from '../operations/shared/freeze/freezes-then.ts';
import type { AuditRow } from '../store/audit/audit-entry.ts';

/** Change on the platform without a Portolan request. Times are epoch ms. */
export const OutsideChange = z.object({
  at: z.number(),
  what: z.enum(outsideKinds),
  contextKey: z.string(),
  context: z.string(),
  component: z.string(),
  /** Person as named by the platform; absent if unknown. */
  by: z.string().optional(),
  state: z.string().optional(),
  ended: z.number().optional(),
  address: z.string().optional(),
  request: z.string().optional(),
  /** Why Portolan would have blocked the change at that time; `unknown` if the policy of that time wasn't kept. */
  frozen: z.object({ by: z.enum(['freeze', 'window', 'unknown']), reason: z.string().optional() }).optional(),
});
export type OutsideChange = z.infer<typeof OutsideChange>;

export function freezeOf({ by, reason }: Pick<FrozenWhy, 'by' | 'reason'>): OutsideChange['frozen'] {
  return { by, reason };
}

/** Returns the change outside Portolan that was noticed when temporary access ended, or undefined. */
export function outsideAccess(row: AuditRow): OutsideChange | undefined {
  const { kind, outcome, at, placeKey: contextKey, place: context, details = {}, request } = row;
  if (kind !== 'closing' || (outcome !== 'elsewhere' && outcome !== 'reopened')) return undefined;
  const what = outcome === 'elsewhere' ? 'closed' : 'opened';
  const port = details.port === undefined ? undefined : String(details.port);
  return { at, what, contextKey, context, component: String(details.component ?? ''), address: port, request };
}
