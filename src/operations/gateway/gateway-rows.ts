import * as z from 'zod';
import type { RawArgs } from '../../core/command/params.ts';
import { type Problem, type Proposal, refused } from '../../core/command/problem.ts';
import { present } from '../../core/defined.ts';
import type { AlreadySo } from '../../core/operation.ts';
import type { Risk } from '../../core/policy/policy.ts';
import { detail, exposes, type Plan, type Warning } from '../../core/request/plan.ts';
import { parseDuration, printDuration } from '../../core/text/duration.ts';
import { durationText } from '../../core/text/duration-messages.ts';
import { listText, verbatimList } from '../../core/text/joined.ts';
import { shownPairsText } from '../../core/text/secret.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import type { WriteReply } from '../../platform/call.ts';
import type { Dialect } from '../../platform/endpoint.ts';
import type { HttpRule, TcpRule } from '../../platform/gateway/gateway-endpoints.ts';
import type { Port } from '../../platform/port/port-endpoints.ts';
import { warnDatabase } from '../shared/access/database-port.ts';
import { temporaryAccess } from '../shared/access/opened-access.ts';
import { type PortTimer, type RuleState, ruleOf } from '../shared/access/port-state.ts';
import { type ComponentFacts, givenPort, givenToOpen, newRow, onOff } from '../shared/change-facts.ts';
import { factsMsg } from '../shared/change-facts-messages.ts';
import { sharedMsg } from '../shared/operation-messages.ts';
import {
  addressesOfPort,
  bareRule,
  httpAddress,
  kindOf,
  linkedAddress,
  usualAddress,
} from '../shared/port-addresses.ts';
import { plannedComponent } from '../shared/shared-params.ts';
import { readEndPoint } from './end-point.ts';
import { gatewayMsg } from './gateway-messages.ts';
import { conditionText } from './gateway-params.ts';
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

/** Returns the plan's row with the new rule. The result shows its real address. */
export function ruleRow(address: Text, port: number, { component: { name } }: ComponentFacts): Plan['rows'][number] {
  return { ...newRow(factsMsg.rule(), ruleMsg.routes({ address, component: name, port })), forecast: true };
}

/** Time until a port closes, in ms, if no other time is typed. */
const usualLength = 2 * 3_600_000;

/** Maximum number of a port's other addresses in a card. */
const MAX_ADDRESSES = 20;

const Pair = z.object({ key: z.string(), value: z.string() });
/** Extensions of either dialect: pairs, or texts such as `lb-type:round-robin`. */
const Extensions = z.array(z.union([z.string(), Pair.transform(({ key, value }) => `${key}:${value}`)])).default([]);

const RequestedHttp = z.object({
  certificate_id: z.number().default(0),
  domain_path: z.string().default('/'),
  domain_cookie: z.string().default(''),
  domain_header: z.string().default(''),
  the_weight: z.number().default(100),
  rule_extensions: Extensions,
  auto_ssl: z.boolean().default(false),
  configuration: z.record(z.string(), z.unknown()).default({}),
});

const RequestedTcp = z.object({
  end_point: z.string(),
  default_port: z.number(),
  default_ip: z.string().default(''),
  rule_extensions: Extensions,
});

/** Settings of the new HTTP rule in a call, with the platform's default values (docs/platform.md#http-rules). */
export type RequestedHttp = z.infer<typeof RequestedHttp>;
type RequestedTcp = z.infer<typeof RequestedTcp>;

interface RequestedRule {
  readonly http?: RequestedHttp;
  readonly tcp?: RequestedTcp;
  /** Whether the call is the console's HTTP rule call, not the documented one (docs/platform.md#single-http-rules). */
  readonly isConsoleCall: boolean;
}

/** Reads the new rule from the first step's call, exactly as it is sent. */
function requestedRule(plan: Plan): RequestedRule {
  const call = plan.steps[0]?.call;
  const isConsoleCall = call?.operation === 'createHttpRule';
  const parts = z.object({ http: z.unknown(), tcp: z.unknown() }).partial().safeParse(call?.body).data;
  const http = RequestedHttp.safeParse(isConsoleCall ? call.body : parts?.http).data;
  const tcp = RequestedTcp.safeParse(parts?.tcp).data;
  return { ...(http ? { http } : {}), ...(tcp ? { tcp } : {}), isConsoleCall };
}

/** The certificate may have been typed by its name. */
function identifyRule(plan: Plan): RawArgs {
  const certificate = requestedRule(plan).http?.certificate_id;
  return { ...plannedComponent(plan), ...(certificate ? { certificate_id: [String(certificate)] } : {}) };
}

export const ruleChange = {
  command: 'gateway',
  verify: 'reply',
  confirms: confirmsRule,
  temporaryAccess,
  identify: identifyRule,
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

/** Refuses a rule with a length, and offers its port for as long if it is closed. @param rule the request without it */
export function refuseLength(
  typed: string | undefined,
  facts: ComponentFacts,
  port: Port,
  rule: Omit<Proposal, 'label'>,
): Problem | undefined {
  if (typed === undefined) return undefined;
  const without = { label: ruleMsg.offerRule(), ...rule };
  // Closing a port ends only rules of its own kind.
  if (rule.operation !== `gateway.${kindOf(port.protocol)}`) return refused(ruleMsg.noClosingTimeOpen(), [without]);
  if (port.isOuterService) {
    const addresses = addressesOfPort(facts, port.containerPort).slice(0, MAX_ADDRESSES);
    const others = ruleMsg.closesOthers({ port: port.containerPort, addresses: verbatimList(addresses) });
    const says = ruleMsg.noClosingTimeOpen();
    return refused(addresses.length > 0 ? join([says, others]) : says, [without]);
  }
  const ms = parseDuration(typed) ?? usualLength;
  const open = givenToOpen(facts, port);
  const length = durationText(ms);
  return refused(ruleMsg.noClosingTime({ length }), [
    {
      label: ruleMsg.offerOpenFor({ port: port.containerPort, length }),
      operation: 'port.open',
      given: { ...open, for: [printDuration(ms)] },
    },
    without,
  ]);
}

/** Returns the ways to end the access later, if the rule opens its port, or if it can't be deleted. */
export function closesAfterwards(
  facts: ComponentFacts,
  { containerPort: port, isOuterService }: Port,
  canDelete: boolean,
): Pick<Plan, 'afterwards'> {
  if (canDelete && isOuterService) return {};
  const closeLater = {
    label: ruleMsg.closePortIn({ port, length: durationText(usualLength) }),
    operation: 'port.until',
    given: givenPort(facts, port, { for: [printDuration(usualLength)] }),
  };
  const close = { label: ruleMsg.closePort({ port }), operation: 'port.close', given: givenPort(facts, port) };
  // The offer that a closing time leaves without a use is the last one, so that the other's index stays.
  return { afterwards: [close, closeLater] };
}

/** @param says sentence that says that the port is opened; a detail, because the plan's rows show it too */
export function warningsOfOpening(facts: ComponentFacts, port: Port, says: Text): Warning[] {
  const asleep = addressesOfPort(facts, port.containerPort).slice(0, MAX_ADDRESSES);
  const database = warnDatabase(facts, port, false);
  return present([
    ...database,
    // The warning about a database says so too.
    database.length === 0 && exposes(ruleMsg.staysOpen()),
    detail(says),
    !port.isInnerService && detail(ruleMsg.innerStaysOff()),
    asleep.length > 0 && exposes(ruleMsg.warnWakes({ addresses: verbatimList(asleep) })),
  ]);
}

/** A rule opens a port of any protocol, and its node port is always TCP (docs/platform.md#protocols). */
export function openedRow(): Plan['rows'][number] {
  return { what: factsMsg.outerAccess(), before: onOff(false), after: onOff(true) };
}

interface CreatedRule {
  readonly address: string;
  readonly differences: readonly Text[];
}

/** `timers`: closing times of the port. */
type TimedFacts = ComponentFacts & { readonly timers?: readonly PortTimer[] };

/** Returns the time when an HTTP rule's address ends. Closing a port only ends its HTTP rules if its protocol is HTTP. */
export function closingText({ containerPort: port, protocol }: Port, { timers = [] }: TimedFacts): Text | undefined {
  const timer = kindOf(protocol) === 'http' ? timers.find(({ sides }) => sides.includes('outer')) : undefined;
  return timer && ruleMsg.openUntil({ port, at: { at: timer.until } });
}

/** Returns a plan's result: the real address and unapplied settings. Doesn't say whether the address answers. */
function doneRule(plan: Plan, facts: TimedFacts, reply?: WriteReply): readonly Text[] {
  const rule = ruleOf(plan);
  const created = rule && createdRule(plan, rule, facts, reply);
  if (!rule || !created) return [];
  const component = facts.component.name;
  const port = facts.ports.find((each) => each.containerPort === rule.port && each.isOuterService);
  const before = plan.steps[0]?.before;
  const wasOpen = typeof before === 'object' && before !== null && 'portOpen' in before && before.portOpen === true;
  return present([
    createdText(plan, rule, { address: linkedAddress(created.address), component, port: rule.port }),
    ...created.differences.map((difference) => ruleMsg.warning({ difference })),
    ...(port && !wasOpen ? openedTexts(port, facts, created.address) : []),
    port && wasOpen && closingText(port, facts),
    requestedRule(plan).isConsoleCall ? ruleMsg.routeNotChecked() : ruleMsg.answerNotChecked(),
  ]);
}

/** Opening a port also activates its other rules (docs/platform.md#opening-and-closing). */
function openedTexts({ containerPort: port }: Port, facts: ComponentFacts, created: string): readonly Text[] {
  const others = addressesOfPort(facts, port)
    .filter((address) => bareRule(address) !== bareRule(created))
    .slice(0, MAX_ADDRESSES);
  return present([
    ruleMsg.opened({ component: facts.component.name, port }),
    others.length > 0 && ruleMsg.openedToo({ addresses: listText(others.map(linkedAddress)) }),
  ]);
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

interface RuleFrame {
  readonly dialect: Dialect;
  /** Whether the platform ignores the proxy settings of the call that created the rule. */
  readonly ignoresProxy: boolean;
  /** Whether opening the port creates this domain together with the port's default rule; undefined if unknown. */
  readonly isDefaultDomain?: boolean;
}

/** Returns fields that a successful call didn't apply (docs/platform.md#gateway-rules). Skips missing fields. */
export function httpDifferences(requested: RequestedHttp, rule: HttpRule, frame: RuleFrame): readonly Text[] {
  return present([
    ...certificateDifference(requested, rule),
    ...different(gatewayMsg.path(), requested.domain_path, rule.domainPath === '' ? '/' : rule.domainPath),
    ...different(gatewayMsg.cookie(), requested.domain_cookie, rule.domainCookie, conditionText, shownPairsText),
    ...different(gatewayMsg.header(), requested.domain_header, rule.domainHeader, conditionText, shownPairsText),
    ...different(gatewayMsg.weight(), String(requested.the_weight), rule.theWeight?.toString()),
    ...extensionDifference(requested, rule, frame),
    requested.auto_ssl && rule.autoSsl === false && notApplied(gatewayMsg.autoSsl(), sharedMsg.yes(), sharedMsg.no()),
    ...rewriteDifference(rule),
    ...(frame.isDefaultDomain === undefined ? [] : typeDifference(frame.isDefaultDomain ? 0 : 1, rule.type)),
    ...proxyDifference(requested, frame),
  ]);
}

/** A TCP rule's type `0` means that the rule's port is the default port. */
export function tcpDifferences(requested: RequestedTcp, rule: TcpRule, dialect: Dialect): readonly Text[] {
  const endPoint = readEndPoint(requested.end_point);
  const wantedType = endPoint.ok && endPoint.value.port === requested.default_port ? 0 : 1;
  const saved = rule.ruleExtensions?.split(',').filter((each) => each !== '');
  return [
    ...(saved === undefined ? [] : listDifference(requested.rule_extensions, saved)),
    ...typeDifference(wantedType, rule.type),
    ...defaultIpDifference(requested, dialect),
  ];
}

/** The default IP is the end point's address if not given. A console ignores the field (docs/platform.md#tcp-rules). */
function defaultIpDifference({ end_point, default_ip }: RequestedTcp, dialect: Dialect): readonly Text[] {
  const endPoint = readEndPoint(end_point);
  const isOwn = default_ip === '' || (endPoint.ok && endPoint.value.host === default_ip);
  return isOwn || dialect !== 'console'
    ? []
    : [ruleMsg.ignoredField({ what: gatewayMsg.defaultIp(), requested: default_ip })];
}

/** A console never shows the proxy settings of a rule (docs/platform.md#single-http-rules). */
function proxyDifference({ configuration }: RequestedHttp, { dialect, ignoresProxy }: RuleFrame): readonly Text[] {
  if (Object.keys(configuration).length === 0) return [];
  if (ignoresProxy) return [ruleMsg.proxyNotApplied()];
  return dialect === 'console' ? [ruleMsg.proxyNotChecked()] : [];
}

function certificateDifference({ certificate_id: id }: RequestedHttp, rule: HttpRule): readonly Text[] {
  const bound = rule.certificateId ?? (rule.protocol === 'http' ? 0 : undefined);
  if (bound === undefined || bound === id || rule.autoSsl) return [];
  if (bound === 0) return [ruleMsg.certificateNotApplied({ id })];
  return [
    notApplied(gatewayMsg.certificate(), id === 0 ? sharedMsg.none() : verbatim(String(id)), verbatim(String(bound))),
  ];
}

/** The console never shows a rule's extensions (docs/platform.md#rule-extensions), so an empty list means nothing. */
function extensionDifference(
  { rule_extensions: wanted }: RequestedHttp,
  { ruleExtensions: saved }: HttpRule,
  { dialect }: RuleFrame,
): readonly Text[] {
  if (saved.length > 0 || dialect === 'document') return listDifference(wanted, saved);
  return wanted.length > 0 ? [ruleMsg.extensionsNotShown()] : [];
}

function listDifference(wanted: readonly string[], saved: readonly string[]): readonly Text[] {
  const lost = wanted.filter((each) => !saved.includes(each));
  const more = saved.filter((each) => !wanted.includes(each));
  if (lost.length + more.length === 0) return [];
  return [notApplied(gatewayMsg.extensions(), listed(wanted), listed(saved))];
}

function listed(pairs: readonly string[]): Text {
  return pairs.length === 0 ? sharedMsg.none() : verbatim(pairs.map(shownPairsText).join(', '));
}

function rewriteDifference({ pathRewrite, rewrites = '' }: HttpRule): readonly Text[] {
  const isEmpty = rewrites === '' || rewrites === '[]';
  return pathRewrite || !isEmpty ? [ruleMsg.rewritesPath()] : [];
}

function typeDifference(wanted: 0 | 1, saved: number | undefined): readonly Text[] {
  if (saved === undefined || saved === wanted) return [];
  return [notApplied(ruleMsg.ruleType(), typeText(wanted), typeText(saved))];
}

function typeText(type: number): Text {
  return type === 0 ? ruleMsg.typeDefault() : ruleMsg.typeCustom();
}

function different(
  what: Text,
  wanted: string,
  saved: string | undefined,
  canonical: (text: string) => string = (text) => text,
  shown: (text: string) => string = (text) => text,
): readonly Text[] {
  if (saved === undefined || canonical(saved) === canonical(wanted)) return [];
  const text = (value: string) => (value === '' ? sharedMsg.none() : verbatim(shown(value)));
  return [notApplied(what, text(wanted), text(saved))];
}

function notApplied(what: Text, requested: Text, saved: Text): Text {
  return ruleMsg.notApplied({ what, requested, saved });
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
