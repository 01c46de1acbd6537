import * as z from 'zod';
import { placeKey, placeText } from '../core/command/context.ts';
import type { FrozenWhy } from '../core/policy/freeze.ts';
import type { SeenRun } from '../operations/shared/evidence/seen-run.ts';
import { outsideKinds } from '../operations/shared/freeze/freezes-then.ts';
import type { AuditRow } from '../store/audit/audit-entry.ts';

/** What happened on the platform that no request of Portolan explains. Times are epoch ms. */
export const OutsideChange = z.object({
  at: z.number(),
  what: z.enum(outsideKinds),
  contextKey: z.string(),
  context: z.string(),
  component: z.string(),
  /** As the platform names them; absent if it doesn't. */
  by: z.string().optional(),
  /** How it ended, in the words of the platform's run. */
  state: z.string().optional(),
  ended: z.number().optional(),
  /** The address that it is about, or the request that had opened it. */
  address: z.string().optional(),
  request: z.string().optional(),
  /** What kept such a change from running through Portolan then; `unknown` if the policy of that time wasn't kept. */
  frozen: z.object({ by: z.enum(['freeze', 'window', 'unknown']), reason: z.string().optional() }).optional(),
});
export type OutsideChange = z.infer<typeof OutsideChange>;

/** Whether it is an opening or closing: of these, it is only seen how the ports are. */
export function isAccess({ what }: Pick<OutsideChange, 'what'>): boolean {
  return what === 'opened' || what === 'closed' || what === 'rule-deleted';
}

/** What evidence tells of a freeze. */
export function toldOf({ by, reason }: Pick<FrozenWhy, 'by' | 'reason'>): OutsideChange['frozen'] {
  return { by, reason };
}

/** A run that was seen. Pure. */
export function outsideRun({ place, name, run, frozen }: SeenRun): OutsideChange {
  const { began: at, kind: what, state, ended, by } = run;
  const where = { contextKey: placeKey(place), context: placeText(place), component: name };
  return { at, what, ...where, by, state, ended, frozen: frozen && toldOf(frozen) };
}

/** What the end of temporary access found to be done outside Portolan; undefined for other entries. Pure. */
export function outsideAccess(row: AuditRow): OutsideChange | undefined {
  const { kind, outcome, at, placeKey: contextKey, place: context, details = {}, request } = row;
  if (kind !== 'closing' || (outcome !== 'elsewhere' && outcome !== 'reopened')) return undefined;
  const what = outcome === 'elsewhere' ? 'closed' : 'opened';
  const port = details.port === undefined ? undefined : String(details.port);
  return { at, what, contextKey, context, component: String(details.component ?? ''), address: port, request };
}
