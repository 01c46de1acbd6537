import * as z from 'zod';
import { type Problem, refused } from '../../../core/command/problem.ts';
import { type NamedKind, resolve } from '../../../core/command/resolve.ts';
import type { Ask } from '../../../core/operation.ts';
import type { MayAnswer } from '../../../core/request/may-answer.ts';
import { type Text, verbatim } from '../../../core/text/text.ts';
import type { Certificate } from '../../../platform/certificate/certificate-endpoints.ts';
import type { HttpRule, TcpRule } from '../../../platform/gateway/gateway-endpoints.ts';
import type { Port } from '../../../platform/port/port-endpoints.ts';
import { plain } from '../../operation-catalog.ts';
import { isMayAnswer, readMayAnswer, stillClosed } from '../../shared/access/may-answer-list.ts';
import type { Reads } from '../../shared/define.ts';
import { appOf, knownComponents, type Named } from '../../shared/find-component.ts';
import { sharedMsg } from '../../shared/operation-messages.ts';
import { orUndefined } from '../../shared/or-undefined.ts';
import { bareRule, linkedAddress } from '../../shared/port-addresses.ts';
import { type AnyRule, allRules, isActive, type RuleTarget } from './find-rule.ts';
import { ruleListMsg } from './gateway-list-messages.ts';

export interface RuleFacts {
  readonly rules: readonly AnyRule[];
  readonly components: readonly Named[];
  readonly complete: boolean;
  /** Ports by component, for the components that were read. */
  readonly ports?: Readonly<Record<string, readonly Port[]>>;
  /** Closed ports of these components that may still have an open node port. */
  readonly mayAnswer?: readonly MayAnswer[];
  /** Certificates of the team; undefined if they couldn't be read. */
  readonly certificates?: readonly Certificate[];
}

/**
 * Reads an app's rules. Names and certificates are optional.
 * @throws PlatformError if the rules can't be read
 */
export async function gatherRules(
  { context, now }: Pick<Ask, 'context' | 'now'>,
  reads: Reads,
): Promise<RuleFacts | Problem> {
  const [rules, components, certificates] = await Promise.all([
    reads.platform.listRules(context),
    orUndefined(knownComponents(context, reads, now)),
    orUndefined(reads.platform.listCertificates(context)),
  ]);
  if (!rules) return refused(sharedMsg.notInApi());
  return {
    rules: allRules(rules),
    components: components?.components ?? [],
    complete: components?.complete ?? false,
    ...(certificates ? { certificates: certificates.certificates } : {}),
  };
}

export async function withPorts<Facts extends RuleFacts>(
  facts: Facts,
  rules: readonly AnyRule[],
  { context }: Pick<Ask, 'context'>,
  reads: Reads,
): Promise<Facts> {
  const components = facts.components.filter(({ id }) => rules.some(({ rule }) => rule.serviceId === id));
  const readings = components.map(async ({ id: service }) => {
    const ports = await orUndefined(reads.platform.listPorts({ ...context, service }));
    return ports ? [[service, ports] as const] : [];
  });
  const [all, portLists] = await Promise.all([readMayAnswer(context, reads), Promise.all(readings)]);
  const ports: NonNullable<RuleFacts['ports']> = Object.fromEntries(portLists.flat());
  return { ...facts, ports, mayAnswer: components.flatMap(({ id }) => stillClosed(all, id, ports[id] ?? [])) };
}

/** Returns undefined if the port doesn't exist, or wasn't read. */
export function portOf({ rule }: AnyRule, { ports }: Pick<RuleFacts, 'ports'>): Port | undefined {
  return ports?.[rule.serviceId ?? '']?.find(({ containerPort }) => containerPort === rule.containerPort);
}

/** Part of a rule's target that no longer exists. */
export const Missing = z.enum(['component', 'port']);
export type Missing = z.infer<typeof Missing>;

export function missingOf(listed: AnyRule, facts: Omit<RuleFacts, 'rules'>): Missing | undefined {
  const { serviceId, containerPort } = listed.rule;
  if (serviceId === undefined) return undefined;
  if (facts.complete && !facts.components.some(({ id }) => id === serviceId)) return 'component';
  const isRead = facts.ports?.[serviceId] !== undefined && containerPort !== undefined;
  return isRead && !portOf(listed, facts) ? 'port' : undefined;
}

export function findRule(
  typed: string,
  { rules, components }: RuleFacts,
  { context }: Pick<Ask, 'context'>,
  target?: RuleTarget,
): AnyRule | Problem {
  const kind: NamedKind<AnyRule> = {
    param: 'rule',
    idsOf: ({ id }) => [id],
    namesOf: ({ address }) => [bareRule(address), bareRule(address).split('/')[0]],
    choiceOf: (rule) => ({ value: rule.id, label: plain(ruleText(rule, components), 'en') }),
    several: ruleListMsg.severalRules,
    unknown: ruleListMsg.unknownRule({ typed, app: appOf(context) }),
  };
  return resolve(bareRule(typed), rules, kind, matchingRules(typed, rules, target));
}

/**
 * Returns the rules for an id or address. An address without a path means the rule at `/`, or the only rule of its
 * domain. `http://` and `https://` distinguish two rules of one address; a single rule matches either. If the target is
 * known, the scheme must match, so that no other rule is returned instead of a deleted one.
 */
export function matchingRules(typed: string, rules: readonly AnyRule[], target: RuleTarget = {}): readonly AnyRule[] {
  const matches = atAddress(typed, rules, target);
  const [scheme] = /^https?:\/\//i.exec(typed.trim()) ?? [];
  if (!scheme) return matches;
  const same = matches.filter(({ address }) => address.startsWith(scheme.toLowerCase()));
  const isKnown = target.component !== undefined && target.port !== undefined;
  return same.length > 0 || isKnown ? same : matches;
}

function atAddress(typed: string, rules: readonly AnyRule[], target: RuleTarget): readonly AnyRule[] {
  const byId = rules.filter(({ id }) => id === typed);
  if (byId.length > 0) return byId;
  const wanted = bareRule(typed);
  const fits = rules.filter(({ rule }) => isTarget(rule, target));
  const exact = fits.filter(({ address }) => bareRule(address) === wanted);
  if (exact.length > 0 || wanted.includes('/')) return exact;
  // The platform shows all addresses as the region's TCP domain (docs/platform.md#reading-gateway-rules).
  const [, port] = /^(?:0\.0\.0\.0)?:?(\d{1,5})$/.exec(wanted) ?? [];
  if (port !== undefined) return fits.filter(({ kind, address }) => kind === 'tcp' && address.endsWith(`:${port}`));
  return fits.filter(({ kind, address }) => kind === 'http' && bareRule(address).split('/')[0] === wanted);
}

function isTarget({ serviceId, containerPort }: HttpRule | TcpRule, { component, port }: RuleTarget): boolean {
  return (component === undefined || serviceId === component) && (port === undefined || containerPort === port);
}

/** Returns the name in the platform's list, because a rule keeps an old name (docs/platform.md#single-http-rules). */
export function componentOf(rule: AnyRule, components: readonly Named[]): string {
  return components.find(({ id }) => id === rule.rule.serviceId)?.name ?? nameInRule(rule);
}

/** Returns the target's display name in the rule, or its alias (docs/platform.md#gateway-rules). */
function nameInRule({ rule }: AnyRule): string {
  return rule.serviceAlias || rule.serviceName || rule.serviceId || '?';
}

/** Returns the rule's target, such as `web:8080`. */
export function targetOf(rule: AnyRule, components: readonly Named[]): Text {
  return ruleListMsg.target({ component: componentOf(rule, components), port: String(rule.rule.containerPort ?? '?') });
}

/** The address of an inactive rule doesn't answer, so it isn't a link. */
export function ruleAddressText(rule: AnyRule): Text {
  return isActive(rule) ? linkedAddress(rule.address) : verbatim(rule.address);
}

export function ruleText(rule: AnyRule, components: readonly Named[]): Text {
  return ruleListMsg.option({ address: rule.address, target: targetOf(rule, components) });
}

/** Checks whether an inactive rule may still answer, at the node port of a closed port. */
export function mayAnswerAt(rule: AnyRule, { mayAnswer }: Pick<RuleFacts, 'mayAnswer'>): boolean {
  const { serviceId, containerPort } = rule.rule;
  return rule.kind === 'tcp' && isActive(rule) === false && isMayAnswer(mayAnswer, serviceId, containerPort);
}

export function ruleStateText(rule: AnyRule, facts: Omit<RuleFacts, 'rules'>): Text {
  const missing = missingOf(rule, facts);
  const active = isActive(rule);
  const inactive = mayAnswerAt(rule, facts) ? ruleListMsg.inactiveMayAnswer() : ruleListMsg.inactive();
  const state = active === undefined ? ruleListMsg.stateUnknown() : active ? ruleListMsg.active() : inactive;
  if (missing === undefined) return state;
  return missing === 'port' ? ruleListMsg.withoutPort({ state }) : ruleListMsg.withoutComponent({ state });
}

export function missingText(rule: AnyRule, missing: Missing, components: readonly Named[]): Text {
  const said = { component: componentOf(rule, components), port: String(rule.rule.containerPort ?? '?') };
  return missing === 'port' ? ruleListMsg.portMissing(said) : ruleListMsg.componentMissing(said);
}

/** Returns the certificate's alias, or its number if the team's list doesn't have it. */
export function ruleCertificateText(rule: AnyRule, certificates: readonly Certificate[] | undefined): Text {
  const id = rule.kind === 'http' ? (rule.rule.certificateId ?? 0) : 0;
  if (id <= 0) return sharedMsg.none();
  const alias = certificates?.find((each) => each.id === id)?.alias;
  return alias ? ruleListMsg.certificateNamed({ alias, id }) : ruleListMsg.certificateNumber({ id });
}

export function weightText(rule: AnyRule): Text {
  const weight = rule.kind === 'http' ? rule.rule.theWeight : undefined;
  return weight === undefined ? sharedMsg.none() : verbatim(String(weight));
}
