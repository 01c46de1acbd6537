import type { ChangeRequest, Overtaken } from '../../../core/request/change-request.ts';
import { kindOf, mayBeSameRule, type RuleKind } from '../port-addresses.ts';
import { accessChangeOf } from './opened-access.ts';
import { deletedRuleOf, ruleOf, setsOnlyClosing } from './port-state.ts';

/** Checks whether closing a port ends its rules of a kind (docs/platform.md#opening-and-closing). */
export function endsRules({ plan: { readsBack = '' } }: ChangeRequest, kind: RuleKind): boolean {
  const [, protocol] = readsBack.split('/');
  return protocol === undefined || kindOf(protocol) === kind;
}

/** Checks whether a done request may make the card of an earlier one outdated. */
export function mayOvertake(request: ChangeRequest): boolean {
  const closes = accessChangeOf(request)?.closes ?? [];
  return closes.length > 0 || setsOnlyClosing(request) || deletedRuleOf(request.plan) !== undefined;
}

/** Checks whether a request closed external access to the port that another one closed or limited, too. */
export function closesSame(one: ChangeRequest, other: ChangeRequest): boolean {
  const change = accessChangeOf(one);
  const isSame = one.plan.component === other.plan.component && change?.port === accessChangeOf(other)?.port;
  return isSame && change?.closes.includes('outer') === true;
}

/**
 * Returns what a later request did to the result of an earlier one. Access with a closing time has its own end
 * (`temporaryAccess`), so it isn't overtaken.
 */
export function overtakenBy(later: ChangeRequest, earlier: ChangeRequest): Overtaken | undefined {
  const { plan, state, access } = earlier;
  if (state !== 'done' || access || plan.component !== later.plan.component) return undefined;
  const rule = ruleOf(plan);
  const deleted = deletedRuleOf(later.plan)?.address;
  if (deleted !== undefined) {
    if (rule?.there) return mayBeSameRule(rule.address, deleted) ? 'deleted' : undefined;
    const [offer, another] = plan.afterwards ?? [];
    const isOffered = offer?.operation === 'gateway.delete' && mayBeSameRule(offer.given.rule?.[0] ?? '', deleted);
    return isOffered && !another ? 'cleared' : undefined;
  }
  const change = accessChangeOf(later);
  const opened = rule?.there ? (['outer'] as const) : (accessChangeOf(earlier)?.opens ?? []);
  if (!change || (rule ?? accessChangeOf(earlier))?.port !== change.port) return undefined;
  if (setsOnlyClosing(later)) return opened.some((side) => change.opens.includes(side)) ? 'timed' : undefined;
  const left = opened.filter((side) => !change.closes.includes(side));
  if (left.length === opened.length) return undefined;
  // Deleting a port deletes its rules.
  if (rule && later.operation !== 'port.delete') return endsRules(later, rule.kind) ? 'outer' : 'routed';
  return left.length > 0 ? 'outer' : 'closed';
}
