import { isProblem, type Problem } from '../../core/command/problem.ts';
import type { Ask } from '../../core/operation.ts';
import type { Leftover, Plan, Step } from '../../core/request/plan.ts';
import type { WriteReply } from '../../platform/call.ts';
import type { GatewayRules, HttpRule, TcpRule } from '../../platform/gateway/gateway-endpoints.ts';
import { RuleState } from '../shared/access/port-state.ts';
import { type ComponentFacts, gatherComponent, givenPort } from '../shared/change-facts.ts';
import type { Reads } from '../shared/define.ts';
import { isEndPoint, readEndPoint } from './end-point.ts';
import { ruleMsg } from './gateway-rule-messages.ts';

/** @throws PlatformError if neither the rules nor the component's addresses can be read */
export async function gatherForRule(typed: string, ask: Ask, reads: Reads): Promise<ComponentFacts | Problem> {
  const facts = await gatherComponent(typed, ask, reads, { detail: true, rules: true });
  if (isProblem(facts) || facts.rules || facts.detail) return facts;
  return { ...facts, detail: await reads.platform.readComponent({ ...ask.context, service: facts.component.id }) };
}

/** Checks whether the rule exists, from the app's rules or the component's addresses. An open port isn't enough. */
export function observeRule(plan: Plan, index: number, facts: ComponentFacts): 'before' | 'after' | 'other' {
  const [before, after] = ruleStates(plan, index);
  if (!after || !before) return 'other';
  if (isThere(after, facts)) return 'after';
  return facts.ports.some(({ containerPort }) => containerPort === before.port) ? 'before' : 'other';
}

/**
 * Returns the changes that remain after a rule failed, because the console opens the port before it checks the rule
 * (docs/platform.md#gateway-rules).
 */
export function leftoverOf(plan: Plan, index: number, facts: ComponentFacts): Leftover | undefined {
  const [before, after] = ruleStates(plan, index);
  if (!after || !before || isThere(after, facts)) return undefined;
  const port = facts.ports.find(({ containerPort }) => containerPort === before.port);
  if (!port?.isOuterService || before.portOpen) return { says: [ruleMsg.notCreated()] };
  const given = givenPort(facts, port.containerPort);
  return {
    says: [ruleMsg.notCreated(), ruleMsg.leftOpen({ port: port.containerPort, component: facts.component.name })],
    offer: { label: ruleMsg.closePort({ port: port.containerPort }), operation: 'port.close', given },
  };
}

function ruleStates({ steps }: Plan, index: number) {
  return [RuleState.safeParse(steps[index]?.before).data, RuleState.safeParse(steps[index]?.after).data] as const;
}

export function confirmsRule(step: Step, reply: WriteReply): boolean {
  const { data: state } = RuleState.safeParse(step.after);
  const rules = rulesIn(reply);
  return state !== undefined && rules !== undefined && isListed(state, rules, true);
}

/**
 * Returns the rules in a reply: the whole app's (docs/platform.md#gateway-rules), or with the console's HTTP rule call
 * only the new one (docs/platform.md#single-http-rules).
 */
export function rulesIn(reply: WriteReply): GatewayRules | undefined {
  if (reply.operation === 'createHttpRule') return { http: [reply.value], tcp: [] };
  return reply.operation === 'createGatewayRule' ? reply.value : undefined;
}

export function isThere(state: RuleState, facts: ComponentFacts): boolean {
  if (facts.rules) return isListed(state, facts.rules);
  return addressFound(state, facts) !== undefined;
}

/** Finds the rule's address if only the component's addresses can be read. */
export function addressFound(state: RuleState, facts: ComponentFacts): string | undefined {
  const shown = facts.detail?.accessInfos ?? [];
  const exact = shown.find((address) => isAddress(state, address));
  if (exact !== undefined || state.known === undefined) return exact;
  return sameAddresses(state, facts).find((address) => !state.known?.includes(address));
}

function isListed(state: RuleState, rules: GatewayRules, answered = false): boolean {
  return (state.kind === 'tcp' ? tcpRuleFor(state, rules) : httpRuleFor(state, rules, answered)) !== undefined;
}

export function tcpRuleFor(state: RuleState, rules: GatewayRules): TcpRule | undefined {
  return rules.tcp.find((rule) => isOurs(state, rule) && isAddress(state, rule.endPoint));
}

/**
 * Finds the newest HTTP rule that wasn't there before the step. @param answered whether the list is the reply to the
 * step's own call; if so, a new rule of the domain counts with any path
 */
export function httpRuleFor(state: RuleState, rules: GatewayRules, answered = false): HttpRule | undefined {
  const { known: earlier } = state;
  const ours = rules.http.filter((rule) => isOurs(state, rule) && isFor(rule, state.domain));
  const placed = ours.filter((rule) => isAt(rule, state.domain ?? '', state.path ?? '/'));
  const newRule = (among: readonly HttpRule[]) =>
    earlier && newest(among.filter((rule) => !earlier.includes(ruleIdOf(rule))));
  const created = newRule(placed) ?? (answered ? newRule(ours) : undefined);
  if (created) return created;
  return placed.find(
    ({ protocol }) => protocol === undefined || state.secure === undefined || (protocol === 'https') === state.secure,
  );
}

function newest(rules: readonly HttpRule[]): HttpRule | undefined {
  return rules.toSorted((a, b) => (b.id ?? 0) - (a.id ?? 0))[0];
}

export function knownRules(state: RuleState, facts: ComponentFacts): readonly string[] {
  if (!facts.rules) return sameAddresses(state, facts);
  return facts.rules.http
    .filter((rule) => isOurs(state, rule) && isFor(rule, state.domain))
    .map(ruleIdOf)
    .toSorted();
}

function sameAddresses({ secure: _, ...either }: RuleState, facts: ComponentFacts): readonly string[] {
  return (facts.detail?.accessInfos ?? []).filter((address) => isAddress(either, address)).toSorted();
}

function isOurs(state: RuleState, rule: HttpRule | TcpRule): boolean {
  return rule.serviceId === state.component && rule.containerPort === state.port;
}

function ruleIdOf(rule: HttpRule): string {
  return rule.httpRuleId ?? String(rule.id ?? '');
}

export function isAt(rule: HttpRule, domain: string, path: string): boolean {
  return isFor(rule, domain) && (rule.domainPath || '/') === path;
}

function isFor(rule: HttpRule, domain: string | undefined): boolean {
  return domain !== undefined && rule.domainName?.toLowerCase() === domain;
}

function isAddress(state: RuleState, shown: string | undefined): boolean {
  if (state.kind === 'http') {
    const part = (address: string) =>
      bareAddress(state.secure === undefined ? address.replace(/^https/i, 'http') : address);
    return shown !== undefined && part(shown) === part(state.address);
  }
  const wanted = readEndPoint(state.endPoint ?? '');
  return wanted.ok && isEndPoint(shown?.replace(/^tcp:\/\//, ''), wanted.value, state.tcpdomain);
}

/** Normalizes an address: removes the default port and a final slash, and ignores letter case except in the path. */
function bareAddress(address: string): string {
  return address
    .replace(/^[a-z]+:\/\/[^/]*/i, (start) => start.toLowerCase())
    .replace(/^(http:\/\/[^/:]+):80(?=\/|$)/, '$1')
    .replace(/^(https:\/\/[^/:]+):443(?=\/|$)/, '$1')
    .replace(/\/$/, '');
}
