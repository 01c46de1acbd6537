import { type Problem, type Proposal, refused } from '../../core/command/problem.ts';
import { present } from '../../core/defined.ts';
import type { AlreadySo } from '../../core/operation.ts';
import type { Risk } from '../../core/policy/policy.ts';
import { exposes, fails, type Plan, type Warning } from '../../core/request/plan.ts';
import { verbatimList } from '../../core/text/joined.ts';
import type { Text } from '../../core/text/text.ts';
import type { WriteReply } from '../../platform/call.ts';
import type { HttpRule } from '../../platform/gateway/gateway-reply.ts';
import type { Port } from '../../platform/port/port-reply.ts';
import { exposureMsg } from '../shared/access/exposure-messages.ts';
import { temporaryAccess } from '../shared/access/opened-access.ts';
import { type RuleState, ruleOf } from '../shared/access/port-state.ts';
import { type ComponentFacts, givenToOpen, newRow, onOff } from '../shared/change-facts.ts';
import { factsMsg } from '../shared/change-facts-messages.ts';
import {
  addressesOfPort,
  httpAddress,
  lacksNodePort,
  onUnlessRefused,
  usualAddress,
} from '../shared/port-addresses.ts';
import { plannedComponent } from '../shared/shared-params.ts';
import { httpDifferences, tcpDifferences } from './gateway-differences.ts';
import { ruleMsg } from './gateway-rule-messages.ts';
import {
  addressFound,
  confirmsRule,
  httpRuleFor,
  leftoverOf,
  observeRule,
  rulesIn,
  tcpRuleFor,
} from './gateway-state.ts';
import { type RequestedRule, requestedRule } from './requested-rule.ts';

/**
 * Returns the plan's row with a rule's component and port. @param domain if the gateway routes the whole domain there,
 * regardless of the rule
 */
export function leadsTo(facts: ComponentFacts, port: number, domain?: string): Plan['rows'][number] {
  const target = ruleMsg.target({ component: facts.component.name, port });
  const after = domain === undefined ? target : ruleMsg.wholeDomain({ target, domain });
  return newRow(ruleMsg.leadsTo(), after);
}

export const ruleChange = {
  command: 'gateway',
  verify: 'reply',
  confirms: confirmsRule,
  temporaryAccess,
  identify: plannedComponent,
  risk: (): Risk => 'expose',
  observe: observeRule,
  done: doneRule,
  leftover: leftoverOf,
} as const;

export function ruleStateAt(facts: ComponentFacts, port: Port, there: boolean) {
  const portOpen = port.isOuterService || there;
  return { there, component: facts.component.id, port: port.containerPort, portOpen } as const;
}

/** Reports an existing rule, offers to open it, or points to the console, because only the console can change it. */
export function existingRule(
  facts: ComponentFacts,
  port: Port,
  address: string,
  asksMore: boolean,
): Problem | AlreadySo {
  const which = { address, port: port.containerPort, component: facts.component.name };
  if (!facts.rules) return refused(ruleMsg.existsSomewhere({ address, component: which.component }));
  if (!port.isOuterService) return refused(ruleMsg.existsClosed(which), [offerToOpen(facts, port)]);
  return asksMore ? refused(ruleMsg.cannotChange(which)) : { already: ruleMsg.already(which) };
}

export function offerToOpen(facts: ComponentFacts, port: Port): Proposal {
  return { label: ruleMsg.offerOpen(), operation: 'port.open', given: givenToOpen(facts, port) };
}

/** If opening will fail, warns of the failure instead of `says`, which says that the port is opened. */
export function warningsOfOpening(
  facts: ComponentFacts,
  { containerPort, protocol }: Port,
  says: Text,
  instead: 'tcp' | 'http',
): Warning[] {
  const asleep = addressesOfPort(facts, containerPort).slice(0, 20);
  return present([
    lacksNodePort(protocol) ? fails(exposureMsg.warnNodePort({ protocol, instead })) : exposes(says),
    asleep.length > 0 && exposes(ruleMsg.warnWakes({ addresses: verbatimList(asleep) })),
  ]);
}

export function openedRow({ protocol }: Port): Plan['rows'][number] {
  return { what: factsMsg.outerAccess(), before: onOff(false), after: onUnlessRefused(protocol) };
}

interface CreatedRule {
  readonly address: string;
  readonly differences: readonly Text[];
}

/** Returns a plan's result: the real address and unapplied settings. Doesn't say whether the address answers. */
function doneRule(plan: Plan, facts: ComponentFacts, reply?: WriteReply): readonly Text[] {
  const rule = ruleOf(plan);
  const created = rule && createdRule(plan, rule, facts, reply);
  if (!rule || !created) return [];
  const component = facts.component.name;
  const opened = facts.ports.some((each) => each.containerPort === rule.port && each.isOuterService);
  const before = plan.steps[0]?.before;
  const wasOpen = typeof before === 'object' && before !== null && 'portOpen' in before && before.portOpen === true;
  return [
    createdText(plan, rule, { address: created.address, component, port: rule.port }),
    ...created.differences.map((difference) => ruleMsg.warning({ difference })),
    ...(opened && !wasOpen ? [ruleMsg.opened({ component, port: rule.port })] : []),
    ...(requestedRule(plan).isConsoleCall ? [ruleMsg.routeNotChecked({ address: created.address })] : []),
  ];
}

/** Describes the created rule. The console's call ignores path and conditions (docs/platform.md#live-routes). */
function createdText(plan: Plan, { domain }: RuleState, rule: Parameters<typeof ruleMsg.created>[0]): Text {
  const { http, isConsoleCall } = requestedRule(plan);
  const narrows =
    http !== undefined &&
    (http.domain_path !== '/' || http.domain_cookie !== '' || http.domain_header !== '' || http.the_weight !== 100);
  return isConsoleCall && narrows && domain !== undefined
    ? ruleMsg.createdWhole({ ...rule, domain })
    : ruleMsg.created(rule);
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
    const httpRule = (facts.rules && httpRuleFor(rule, facts.rules)) ?? (answered && httpRuleFor(rule, answered, true));
    if (httpRule) return createdHttp(rule, httpRule, requested, facts);
  } else {
    const tcpRule = (facts.rules && tcpRuleFor(rule, facts.rules)) ?? (answered && tcpRuleFor(rule, answered));
    if (tcpRule) {
      const differences = requested.tcp ? tcpDifferences(requested.tcp, tcpRule, facts.dialect) : [];
      return { address: rule.address, differences };
    }
  }
  return facts.rules ? undefined : createdAddress(rule, facts, requested.http?.certificate_id);
}

/** If no rule can be read, the component's addresses only show whether a certificate is bound. */
function createdAddress(rule: RuleState, facts: ComponentFacts, certificate = 0): CreatedRule | undefined {
  const address = addressFound(rule, facts);
  if (address === undefined) return undefined;
  if (rule.secure !== true || !/^http:/i.test(address)) return { address: rule.address, differences: [] };
  return { address: address.replace(/\/$/, ''), differences: [ruleMsg.certificateNotApplied({ id: certificate })] };
}

function createdHttp(
  rule: RuleState,
  created: HttpRule,
  { http: requested, isConsoleCall }: RequestedRule,
  facts: ComponentFacts,
): CreatedRule {
  const usual = usualAddress(facts, rule.port);
  const frame = {
    dialect: facts.dialect,
    ignoresProxy: facts.dialect !== 'document' && !isConsoleCall,
    ...(usual === undefined ? {} : { isDefaultDomain: usual === `http://${rule.domain ?? ''}` }),
  };
  return { address: httpAddress(created), differences: requested ? httpDifferences(requested, created, frame) : [] };
}
