import { type Text, verbatim } from '../../core/text/text.ts';
import type { Component } from '../../platform/component/component-endpoints.ts';
import type { GatewayRules, HttpRule, TcpRule } from '../../platform/gateway/gateway-endpoints.ts';
import type { Port } from '../../platform/port/port-endpoints.ts';
import type { ComponentFacts } from './change-facts.ts';
import { sharedMsg } from './operation-messages.ts';

/** HTTP rules route by domain, TCP rules by address and port. */
export type RuleKind = 'http' | 'tcp';

/** Returns the kind of rules that become active if a port is opened (docs/platform.md#opening-and-closing). */
export function kindOf(protocol: string): RuleKind {
  return protocol === 'http' ? 'http' : 'tcp';
}

/** Checks whether a protocol has no node port, so the region refuses to open it (docs/platform.md#protocols). */
export function lacksNodePort(protocol: string): boolean {
  return protocol === 'mysql' || protocol === 'grpc';
}

export function onUnlessRefused(protocol: string): Text {
  return lacksNodePort(protocol) ? sharedMsg.onIfItWorks() : sharedMsg.on();
}

export interface PortRule {
  readonly kind: RuleKind;
  readonly address: string;
  /** Whether the rule is active; undefined if the platform doesn't say. */
  readonly active: boolean | undefined;
  /** Whether a person created the rule. Otherwise, opening the port created it. */
  readonly custom: boolean;
}

/** Returns HTTP rules before TCP rules, both in the platform's order. */
export function rulesOfPort(rules: GatewayRules | undefined, component: string, port: number): readonly PortRule[] {
  if (!rules) return [];
  return addressedRules(rules)
    .filter(({ rule }) => rule.serviceId === component && rule.containerPort === port)
    .map(({ kind, address, rule: { isOuterService: active, type = 0 } }) => ({
      kind,
      address,
      active,
      custom: type !== 0,
    }));
}

/** Returns HTTP rules before TCP rules, both in the given order. */
export function addressedRules({
  http,
  tcp,
}: GatewayRules): readonly { readonly kind: RuleKind; readonly address: string; readonly rule: HttpRule | TcpRule }[] {
  return [
    ...http.map((rule) => ({ kind: 'http' as const, address: httpAddress(rule), rule })),
    ...tcp.map((rule) => ({ kind: 'tcp' as const, address: rule.endPoint ?? '?', rule })),
  ];
}

/**
 * Returns an HTTP rule's address, without the path `/`. Uses https only if a certificate is bound: with an unknown
 * certificate, the platform stores `https` although no certificate is bound (docs/platform.md#http-rules).
 */
export function httpAddress(
  rule: Pick<HttpRule, 'protocol' | 'certificateId' | 'domainName' | 'domainPath'> & Partial<Pick<HttpRule, 'autoSsl'>>,
): string {
  const isBound = rule.certificateId === undefined || rule.autoSsl ? rule.protocol === 'https' : false;
  const secure = isBound || (rule.certificateId ?? 0) > 0;
  return `${secure ? 'https' : 'http'}://${rule.domainName ?? '?'}${samePath(rule.domainPath)}`;
}

/** Returns a link to an address that answers now. Slack links no address automatically (docs/slack.md#blocks). */
export function linkedAddress(address: string): Text {
  const label = verbatim(address);
  return /^https?:\/\/[^*]+$/.test(address) ? sharedMsg.linked({ address: { link: address, label } }) : label;
}

function samePath(path: string | undefined): string {
  return path === undefined || path === '/' ? '' : path;
}

/** Removes the scheme, the default port and a final slash. Letter case only counts in paths. */
export function bareRule(address: string): string {
  const [, host = '', path = ''] = /^(?:[a-z]+:\/\/)?([^/]*)(\/.*)?$/i.exec(address.trim()) ?? [];
  return `${host.toLowerCase().replace(/\.$/, '')}${path.replace(/\/$/, '')}`;
}

/** Checks whether two addresses may be of the same rule. A scheme, if both have one, tells two rules of one host apart. */
export function mayBeSameRule(one: string, other: string): boolean {
  const [mine, its] = [one, other].map((each) => /^[a-z]+(?=:\/\/)/i.exec(each.trim())?.[0].toLowerCase());
  return bareRule(one) === bareRule(other) && (mine === undefined || its === undefined || mine === its);
}

/** Returns the addresses of a port, open or not: from the rules, or else from the component. `only`: kind of rule. */
export function addressesOfPort(facts: ComponentFacts, port: number, only?: RuleKind): readonly string[] {
  if (facts.rules)
    return rulesOfPort(facts.rules, facts.component.id, port)
      .filter(({ kind }) => only === undefined || kind === only)
      .map(({ address }) => address);
  if (!facts.detail) return [];
  return addressesOf(facts.detail, facts.ports)
    .filter((each) => each.port === port)
    .filter(({ address }) => only === undefined || /^https?:/.test(address) === (only === 'http'))
    .map(({ address }) => address.replace(/\/$/, ''));
}

/** Returns addresses only from the rules, which are readable even if the region isn't (docs/platform.md#components). */
export function addressesByRules(id: string, ports: readonly Port[], rules: GatewayRules): readonly AddressState[] {
  const isOpen = (port: number | undefined) =>
    ports.find(({ containerPort }) => containerPort === port)?.isOuterService ?? false;
  return addressedRules(rules)
    .filter(({ rule }) => rule.serviceId === id)
    .map(({ address, rule: { containerPort: port } }) => ({ address, port, open: isOpen(port) }));
}

/** Returns an HTTP port's default address (docs/platform.md#opening-and-closing), or undefined if it is unknown. */
export function usualAddress(facts: ComponentFacts, port: number): string | undefined {
  const { region, component, dialect } = facts;
  if (typeof region === 'string' || dialect === 'document' || !region.httpdomain || !region.tenantName)
    return undefined;
  return `http://${component.alias}-${port}-${region.tenantName}.${region.httpdomain}`;
}

export interface AddressState {
  readonly address: string;
  readonly port?: number;
  /** Whether the address is open; undefined if neither a rule nor a name shows it. */
  readonly open?: boolean;
}

/**
 * Finds the port and state of each address, because the platform also lists addresses of closed ports
 * (docs/platform.md#components). Uses the app's rules, then the number in a default domain (`alias-8080-team.…`), then
 * the only possible port.
 */
export function addressesOf(
  component: Pick<Component, 'accessInfos' | 'serviceAlias' | 'serviceId'>,
  ports: readonly Port[],
  rules?: GatewayRules,
): readonly AddressState[] {
  return component.accessInfos.map((address) => {
    const port = portByRule(address, component.serviceId, rules) ?? portByName(address, component, ports);
    const portState = ports.find(({ containerPort }) => containerPort === port);
    const open = portState?.isOuterService ?? (ports.some((each) => each.isOuterService) ? undefined : false);
    return { address, port, open };
  });
}

function portByRule(address: string, id: string, rules: GatewayRules | undefined): number | undefined {
  const bare = address.replace(/^https?:\/\//, '').replace(/\/$/, '');
  const http = rules?.http.find(
    (rule) => rule.serviceId === id && `${rule.domainName}${rule.domainPath ?? '/'}`.replace(/\/$/, '') === bare,
  );
  const tcp = rules?.tcp.find((rule) => rule.serviceId === id && rule.endPoint === bare);
  return http?.containerPort ?? tcp?.containerPort;
}

function portByName(
  address: string,
  component: Pick<Component, 'serviceAlias'>,
  ports: readonly Port[],
): number | undefined {
  const named = new RegExp(`^(?:https?://)?${RegExp.escape(component.serviceAlias)}-(\\d+)-`).exec(address);
  if (named?.[1]) return Number(named[1]);
  const only = ports.length === 1 ? ports[0] : undefined;
  return only?.containerPort;
}
