import type { Place } from '../../../core/command/context.ts';
import { type FreezeCalendar, type FreezeInput, FrozenWhy, frozenAt } from '../../../core/policy/freeze.ts';
import { exemptionsOf, type FreezeClass } from '../../../core/policy/never-frozen.ts';
import type { Policy, Risk } from '../../../core/policy/policy.ts';
import { runKinds } from '../../../core/runs/runs-of.ts';

export const outsideKinds = [...runKinds, 'opened', 'closed', 'rule-deleted'] as const;
type OutsideKind = (typeof outsideKinds)[number];

/** Operation of Portolan that does the same as each outside action, with its freeze class and risk. */
const asRequested: Readonly<
  Record<OutsideKind, { readonly operation: string; readonly freezes?: FreezeClass; readonly risk?: Risk }>
> = {
  deploy: { operation: 'component.build', freezes: 'covered' },
  upgrade: { operation: 'component.upgrade', freezes: 'covered' },
  rollback: { operation: 'component.upgrade', freezes: 'covered' },
  scale: { operation: 'component.scale', freezes: 'covered' },
  resize: { operation: 'component.scale', freezes: 'covered' },
  start: { operation: 'component.start', freezes: 'start' },
  stop: { operation: 'component.stop', freezes: 'stop' },
  restart: { operation: 'component.restart', freezes: 'restart' },
  opened: { operation: 'port.open', risk: 'expose' },
  closed: { operation: 'port.close', freezes: 'close', risk: 'change' },
  'rule-deleted': { operation: 'gateway.delete', risk: 'destroy' },
};

export function frozenThen(
  policy: Policy,
  calendar: FreezeCalendar,
  { kind, context, at }: { readonly kind: OutsideKind; readonly context: Place; readonly at: number },
): FrozenWhy | undefined {
  const { operation, freezes, risk = 'disrupt' } = asRequested[kind];
  const input: FreezeInput = {
    operation,
    freezes,
    risk,
    context,
    channel: '',
    asker: { id: '', groups: [] },
    exempt: exemptionsOf({ freezes, risk }),
  };
  const freeze = frozenAt(policy, calendar, input, at);
  return freeze && FrozenWhy.parse(freeze);
}
