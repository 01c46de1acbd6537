import * as z from 'zod';
import { isProblem, type Problem } from '../../core/command/problem.ts';
import type { Ask } from '../../core/operation.ts';
import type { Plan, Step } from '../../core/request/plan.ts';
import type { WriteReply } from '../../platform/call.ts';
import type { GatewayRules, HttpRule, TcpRule } from '../../platform/resources/models.ts';
import { type ComponentFacts, gatherComponent } from '../shared/change-facts.ts';
import type { Reads } from '../shared/define.ts';
import { isEndPoint, readEndPoint } from './end-point.ts';

/** What a step says of a rule: enough to know it again, by a list of rules or by an address. */
const RuleState = z.object({
  kind: z.enum(['http', 'tcp']),
  there: z.boolean(),
  component: z.string(),
  port: z.number(),
  /** As people know it: `https://shop.test/cart`, `10.2.0.9:30021`. */
  address: z.string(),
  domain: z.string().exactOptional(),
  path: z.string().exactOptional(),
  secure: z.boolean().exactOptional(),
  endPoint: z.string().exactOptional(),
  /** How the platform shows an end point on all addresses. */
  tcpdomain: z.string().exactOptional(),
  /** Outer access of the port: a rule may open it, and leave it open when it fails. Not what the step is about. */
  portOpen: z.boolean(),
});
export type RuleState = z.infer<typeof RuleState>;

/**
 * What rules depend on.
 * @throws PlatformError when neither the rules nor the component's addresses can be read: then nothing could be told
 */
export async function gatherForRule(typed: string, ask: Ask, reads: Reads): Promise<ComponentFacts | Problem> {
  const facts = await gatherComponent(typed, ask, reads, { detail: true, rules: true });
  if (isProblem(facts) || facts.rules || facts.detail) return facts;
  const { team, region, app } = ask.context;
  return { ...facts, detail: await reads.platform.readComponent({ team, region, app, service: facts.component.id }) };
}

/** The step of a plan as it was stored. */
export function ruleOf(plan: Plan): RuleState | undefined {
  return RuleState.safeParse(plan.steps[0]?.after).data;
}

/** Tells by the app's rules, else by the component's addresses, whether the rule was made. */
export function observeRule(plan: Plan, index: number, facts: ComponentFacts): 'before' | 'after' | 'other' {
  const { data: after } = RuleState.safeParse(plan.steps[index]?.after);
  const { data: before } = RuleState.safeParse(plan.steps[index]?.before);
  if (!after || !before) return 'other';
  if (isThere(after, facts)) return 'after';
  const outer = facts.ports.find(({ containerPort }) => containerPort === before.port)?.isOuterService;
  return outer === before.portOpen ? 'before' : 'other';
}

/** Whether the answer to a step's call holds its rule: creating one is answered with the whole app's (platform facts 3.7). */
export function confirmsRule(step: Step, reply: WriteReply): boolean {
  const { data: state } = RuleState.safeParse(step.after);
  return state !== undefined && reply.operation === 'createGatewayRule' && isListed(state, reply.value);
}

export function isThere(state: RuleState, facts: ComponentFacts): boolean {
  if (facts.rules) return isListed(state, facts.rules);
  return (facts.detail?.accessInfos ?? []).some((shown) => isAddress(state, shown));
}

function isListed(state: RuleState, rules: GatewayRules): boolean {
  const ours = (rule: HttpRule | TcpRule) => rule.serviceId === state.component && rule.containerPort === state.port;
  if (state.kind === 'tcp') return rules.tcp.some((rule) => ours(rule) && isAddress(state, rule.endPoint));
  return rules.http.some((rule) => ours(rule) && isHttpRule(state, rule));
}

function isHttpRule(state: RuleState, rule: HttpRule): boolean {
  if (!isAt(rule, state.domain ?? '', state.path ?? '/')) return false;
  return rule.protocol === undefined || state.secure === undefined || (rule.protocol === 'https') === state.secure;
}

/** Whether a rule has this domain and path, whatever it leads to. */
export function isAt(rule: HttpRule, domain: string, path: string): boolean {
  return rule.domainName?.toLowerCase() === domain && (rule.domainPath || '/') === path;
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

/** Addresses are the same with or without the usual port number and a slash at the end; letter case counts in paths only. */
function bareAddress(address: string): string {
  return address
    .replace(/^[a-z]+:\/\/[^/]*/i, (start) => start.toLowerCase())
    .replace(/^(http:\/\/[^/:]+):80(?=\/|$)/, '$1')
    .replace(/^(https:\/\/[^/:]+):443(?=\/|$)/, '$1')
    .replace(/\/$/, '');
}
