import type { PolicyDecision } from '../src/core/policy/policy-decision.ts';
import { ChangeRequest } from '../src/core/request/change-request.ts';
import type { Plan, Step } from '../src/core/request/plan.ts';
import { verbatim } from '../src/core/text/text.ts';

const says = verbatim('x');

export function aStep(more: Partial<Step> = {}): Step {
  const call = { operation: 'operateComponents', method: 'POST' as const, path: '/p' };
  return { says, call, before: 0, after: 1, ...more };
}

export function aPlan(more: Partial<Plan> = {}): Plan {
  const of = { title: says, component: 'web', componentName: 'web' };
  return { v: 1, ...of, rows: [], steps: [], warnings: [], undo: { none: says }, ...more };
}

export function aRuling(more: Partial<PolicyDecision> = {}): PolicyDecision {
  const who = { from: 'channel-members', users: [], groups: [], count: 0 } as const;
  return { need: 'run', ...who, rule: 'default', expiry: 900_000, maxOpen: 86_400_000, ...more };
}

/** Returns a request as it is read from the store. @param at when it was made, epoch ms */
export const aRequest = (at: number, more: object = {}): ChangeRequest =>
  ChangeRequest.parse({
    ...{ v: 1, id: 'r1', revision: 1, state: 'running', operation: 'component.stop', given: {}, risk: 'disrupt' },
    asker: { id: 'U0', name: 'Ann', lang: 'en', zone: 'UTC' },
    context: { team: 't', region: 'r', app: '1' },
    channel: 'C1',
    plan: aPlan(),
    ruling: aRuling(),
    approvals: [],
    steps: [],
    at,
    expires: at + 900_000,
    ...more,
  });
