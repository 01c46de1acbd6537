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
 * Returns the addresses of gateway rules that requests created since a time, and that aren't known. Each is once, as it
 * was created last.
 *
 * @param at epoch ms @param ran an app's requests that ran, newest first
 */
export function createdSince(
  at: number,
  known: readonly Pick<KnownAddress, 'address'>[],
  ran: readonly ChangeRequest[],
): readonly CreatedAddress[] {
  const created = ran.flatMap((request): readonly CreatedAddress[] => {
    const rule = ruleOf(request.plan);
    const opened = accessRequestOf(request);
    const isNew = request.state === 'done' && rule?.there === true && opened.at >= at;
    // An automatic certificate may have turned the rule into https.
    const made = rule && (rule.secure === undefined ? bareRule(rule.address) : rule.address);
    if (!isNew || made === undefined || known.some(({ address }) => mayBeSameRule(address, made))) return [];
    const { component, port, kind, address } = rule;
    return [{ component, componentName: request.plan.componentName, port, kind, address, since: opened.at, opened }];
  });
  return [...new Map(created.toReversed().map((each) => [each.address, each])).values()];
}

/**
 * Returns the addresses of gateway rules that requests created and deleted between two readings of an app: no reading
 * showed them, but they may still answer.
 * @param ran the app's requests that ran, newest first
 */
export function deletedUnseen(
  { team, region, app }: Place,
  known: readonly Pick<KnownAddress, 'address'>[],
  ran: readonly ChangeRequest[],
): readonly KnownAddress[] {
  return createdSince(0, known, ran).flatMap((made) => {
    const deleted = deletionOf(
      made,
      ran.filter(({ state }) => state === 'done'),
    );
    if (!deleted) return [];
    const { rule, address } = deleted;
    const event = { at: made.since, what: 'opened', request: made.opened } as const;
    return [{ ...made, key: addressKey(made, address), place: { team, region, app }, address, rule, history: [event] }];
  });
}

/** Checks whether a later request deleted the rule of an address. */
export function wasDeleted(of: Pick<KnownAddress, 'address' | 'since'>, done: readonly ChangeRequest[]): boolean {
  return deletionOf(of, done) !== undefined;
}

function deletionOf({ address, since }: Pick<KnownAddress, 'address' | 'since'>, done: readonly ChangeRequest[]) {
  const later = done.filter((request) => accessRequestOf(request).at >= since);
  return later
    .map(({ plan }) => deletedRuleOf(plan))
    .find((deleted) => deleted && mayBeSameRule(deleted.address, address));
}
