import type { Place } from '../../../core/command/context.ts';
import type { ChangeRequest } from '../../../core/request/change-request.ts';
import { deletedRuleOf, ruleOf } from '../access/port-state.ts';
import { bareRule, mayBeSameRule } from '../port-addresses.ts';
import { accessRequestOf } from './compare-addresses.ts';
import { addressKey } from './exposed-address.ts';
import type { AccessRequest, KnownAddress } from './known-address.ts';
import type { PortOfComponent } from './opener.ts';

/** Address of a gateway rule that a request created, with its component's name. */
export interface CreatedAddress extends PortOfComponent, Pick<KnownAddress, 'kind' | 'address' | 'since'> {
  readonly componentName: string;
  readonly opened: AccessRequest;
}

/**
 * Returns the addresses of gateway rules that requests created since a time, and that aren't known.
 *
 * @param at epoch ms @param ran an app's requests that ran
 */
export function createdSince(
  at: number,
  known: readonly Pick<KnownAddress, 'address'>[],
  ran: readonly ChangeRequest[],
): readonly CreatedAddress[] {
  return ran.flatMap((request) => {
    const rule = ruleOf(request.plan);
    const opened = accessRequestOf(request);
    const isNew = request.state === 'done' && rule?.there === true && opened.at >= at;
    // An automatic certificate may have turned the rule into https.
    const made = rule && (rule.secure === undefined ? bareRule(rule.address) : rule.address);
    if (!isNew || made === undefined || known.some(({ address }) => mayBeSameRule(address, made))) return [];
    const { component, port, kind, address } = rule;
    return [{ component, componentName: request.plan.componentName, port, kind, address, since: opened.at, opened }];
  });
}

/**
 * Returns the addresses of gateway rules that requests created and deleted between two readings of an app: no reading
 * showed them, but they may still answer.
 * @param ran the app's requests that ran
 */
export function deletedUnseen(
  { team, region, app }: Place,
  known: readonly Pick<KnownAddress, 'address'>[],
  ran: readonly ChangeRequest[],
): readonly KnownAddress[] {
  const created = createdSince(0, known, ran);
  return ran.flatMap((request) => {
    const deleted = request.state === 'done' ? deletedRuleOf(request.plan) : undefined;
    const made = deleted && created.find(({ address }) => mayBeSameRule(address, deleted.address));
    if (!made) return [];
    const { rule, address } = deleted;
    const event = { at: made.since, what: 'opened', request: made.opened } as const;
    return [{ ...made, key: addressKey(made, address), place: { team, region, app }, address, rule, history: [event] }];
  });
}

/** Checks whether a later request deleted the rule of an address. */
export function wasDeleted(
  { address, since }: Pick<KnownAddress, 'address' | 'since'>,
  done: readonly ChangeRequest[],
): boolean {
  return done.some((request) => {
    const deleted = deletedRuleOf(request.plan)?.address;
    return deleted !== undefined && mayBeSameRule(deleted, address) && accessRequestOf(request).at >= since;
  });
}
