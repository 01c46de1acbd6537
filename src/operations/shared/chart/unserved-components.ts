import type { ChangeRequest } from '../../../core/request/change-request.ts';
import { verbatimList } from '../../../core/text/joined.ts';
import { inOneText, type Text } from '../../../core/text/text.ts';
import type { HttpRule } from '../../../platform/gateway/gateway-endpoints.ts';
import { hostOf } from '../../../platform/monitoring/gateway-query.ts';
import { accessChangeOf } from '../access/opened-access.ts';
import { deletedRuleOf } from '../access/port-state.ts';
import type { Named } from '../find-component.ts';
import { bareRule } from '../port-addresses.ts';
import { sourceMsg } from './collected-item-messages.ts';

type RouteRule = Pick<HttpRule, 'serviceId' | 'domainName'>;

/** A gateway rule that a request deleted. `at`: epoch ms. */
export interface FormerRule extends RouteRule {
  readonly address: string;
  readonly at: number;
}

/** Returns the HTTP rules that requests deleted, in the order of the requests. */
export function deletedRules(ran: readonly ChangeRequest[]): readonly FormerRule[] {
  return ran.flatMap((request) => {
    const deleted = request.state === 'done' ? deletedRuleOf(request.plan) : undefined;
    if (!deleted) return [];
    const { address } = deleted;
    const [domainName] = bareRule(address).split('/');
    return [{ serviceId: request.plan.component, domainName, address, at: endOf(request) }];
  });
}

/**
 * Returns the rules that were active at some time since `since`, according to the requests that ran: the deleted ones,
 * and those of a port that was closed. Their routes have samples. Omits domains that another component has now.
 * @param since epoch ms
 */
export function formerRules(
  http: readonly HttpRule[],
  ran: readonly ChangeRequest[],
  since: number,
): readonly RouteRule[] {
  const ended = ran.filter((request) => request.state === 'done' && endOf(request) >= since);
  const wasOpen = ({ serviceId, containerPort }: HttpRule) =>
    ended.some((request) => {
      const { port, closes = [] } = accessChangeOf(request) ?? {};
      return request.plan.component === serviceId && port === containerPort && closes.includes('outer');
    });
  const active = http.filter(({ isOuterService }) => isOuterService !== false);
  const isTaken = ({ serviceId, domainName }: RouteRule) =>
    active.some((rule) => rule.serviceId !== serviceId && isSameHost(rule, { domainName }));
  return [...deletedRules(ended), ...http.filter((rule) => rule.isOuterService === false && wasOpen(rule))]
    .filter((rule) => !isTaken(rule))
    .map(({ serviceId, domainName }) => ({ serviceId, domainName }));
}

function endOf({ run, at }: ChangeRequest): number {
  return run.ended ?? run.started ?? at;
}

function isSameHost(one: Pick<HttpRule, 'domainName'>, other: Pick<HttpRule, 'domainName'>): boolean {
  return hostOf(one.domainName ?? '') === hostOf(other.domainName ?? '');
}

/** Says why the gateway has no figures of components: no active rule leads to them, or they share their domains. */
export function unservedText(components: readonly Pick<Named, 'id' | 'name'>[], http: readonly HttpRule[]): Text {
  const isActive = ({ id }: Pick<Named, 'id'>) =>
    http.some(({ serviceId, isOuterService }) => serviceId === id && isOuterService !== false);
  const namesOf = (some: typeof components) => verbatimList(some.map(({ name }) => name));
  const sharing = components.filter(isActive);
  const without = components.filter((each) => !isActive(each));
  const said = [
    without.length > 0 ? sourceMsg.noActiveRule({ names: namesOf(without), count: without.length }) : undefined,
    sharing.length > 0 ? sourceMsg.sharedHosts({ names: namesOf(sharing) }) : undefined,
  ];
  return inOneText(said) ?? sourceMsg.noGateway();
}
