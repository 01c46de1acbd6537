import type { Plan } from '../../core/request/plan.ts';
import type { Text } from '../../core/text/text.ts';
import type { WriteReply } from '../../platform/call.ts';
import type { HttpRule } from '../../platform/gateway/gateway-reply.ts';
import { type RuleState, ruleOf } from '../shared/access/stored-rule.ts';
import type { ComponentFacts } from '../shared/change-facts.ts';
import { msg as shared } from '../shared/operation-messages.ts';
import { httpAddress, usualAddress } from '../shared/port-addresses.ts';
import { type RequestedRule, requestedRule } from './requested-rule.ts';
import { httpDifferences, tcpDifferences } from './rule-differences.ts';
import { msg } from './rule-messages.ts';
import { addressFound, httpRuleFor, rulesIn, tcpRuleFor } from './rule-state.ts';

/**
 * The row that names the component and port of a rule.
 * @param domain where the gateway routes all of it there, whatever the rule says
 */
export function leadsTo(facts: ComponentFacts, port: number, domain?: string): Plan['rows'][number] {
  const target = msg.target({ component: facts.component.name, port });
  const after = domain === undefined ? target : msg.wholeDomain({ target, domain });
  return { what: msg.leadsTo(), before: shared.none(), after };
}

/** A rule as the platform has it now, and what it did not apply of what was requested. */
interface CreatedRule {
  readonly address: string;
  readonly differences: readonly Text[];
}

/**
 * What a rule's plan has done: the rule with its real address, what wasn't applied, the port that was opened. Whether
 * the address answers can't be read anywhere, so it isn't stated.
 * @param reply the platform's answer to the call, where there is one: it lists the whole app's rules
 */
export function doneRule(plan: Plan, facts: ComponentFacts, reply?: WriteReply): readonly Text[] {
  const rule = ruleOf(plan);
  const created = rule && createdRule(plan, rule, facts, reply);
  if (!rule || !created) return [];
  const component = facts.component.name;
  const opened = facts.ports.some((each) => each.containerPort === rule.port && each.isOuterService);
  const before = plan.steps[0]?.before;
  const wasOpen = typeof before === 'object' && before !== null && 'portOpen' in before && before.portOpen === true;
  return [
    createdText(plan, rule, { address: created.address, component, port: rule.port }),
    ...created.differences.map((difference) => msg.warning({ difference })),
    ...(opened && !wasOpen ? [msg.opened({ component, port: rule.port })] : []),
    ...(requestedRule(plan).isConsoleCall ? [msg.routeNotChecked({ address: created.address })] : []),
  ];
}

/** What the rule does: of its path and its conditions the console's own call makes nothing (docs/platform.md#live-routes). */
function createdText(plan: Plan, { domain }: RuleState, rule: Parameters<typeof msg.created>[0]): Text {
  const { http, isConsoleCall } = requestedRule(plan);
  const narrows =
    http !== undefined &&
    (http.domain_path !== '/' || http.domain_cookie !== '' || http.domain_header !== '' || http.the_weight !== 100);
  return isConsoleCall && narrows && domain !== undefined ? msg.createdWhole({ ...rule, domain }) : msg.created(rule);
}

function createdRule(
  plan: Plan,
  rule: RuleState,
  facts: ComponentFacts,
  reply: WriteReply | undefined,
): CreatedRule | undefined {
  const requested = requestedRule(plan);
  const answered = reply && rulesIn(reply);
  if (rule.kind === 'http') {
    const found = (facts.rules && httpRuleFor(rule, facts.rules)) ?? (answered && httpRuleFor(rule, answered, true));
    if (found) return createdHttp(rule, found, requested, facts);
  } else {
    const found = (facts.rules && tcpRuleFor(rule, facts.rules)) ?? (answered && tcpRuleFor(rule, answered));
    if (found) {
      const differences = requested.tcp ? tcpDifferences(requested.tcp, found, facts.dialect) : [];
      return { address: rule.address, differences };
    }
  }
  return facts.rules ? undefined : createdAddress(rule, facts, requested.http?.certificate_id);
}

/** Where no rule can be read, the component's addresses show whether a certificate is bound, and nothing more. */
function createdAddress(rule: RuleState, facts: ComponentFacts, certificate = 0): CreatedRule | undefined {
  const address = addressFound(rule, facts);
  if (address === undefined) return undefined;
  if (rule.secure !== true || !/^http:/i.test(address)) return { address: rule.address, differences: [] };
  return { address: address.replace(/\/$/, ''), differences: [msg.certificateNotApplied({ id: certificate })] };
}

function createdHttp(
  rule: RuleState,
  found: HttpRule,
  { http: requested, isConsoleCall }: RequestedRule,
  facts: ComponentFacts,
): CreatedRule {
  const usual = usualAddress(facts, rule.port);
  const frame = {
    dialect: facts.dialect,
    ignoresProxy: facts.dialect !== 'document' && !isConsoleCall,
    ...(usual === undefined ? {} : { isDefaultDomain: usual === `http://${rule.domain ?? ''}` }),
  };
  return { address: httpAddress(found), differences: requested ? httpDifferences(requested, found, frame) : [] };
}
