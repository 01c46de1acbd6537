import type { Text } from '../../core/text/text.ts';
import type { Component } from '../../platform/component/component-reply.ts';
import type { GatewayRules, HttpRule, TcpRule } from '../../platform/gateway/gateway-reply.ts';
import type { Port } from '../../platform/port/port-reply.ts';
import type { ComponentFacts } from './change-facts.ts';
import { sharedMsg } from './operation-messages.ts';

/** What a rule routes by: domains, or an address and port alone. */
export type RuleKind = 'http' | 'tcp';

/**
 * The rules that opening a port activates and closing it deactivates: of an http port the HTTP ones
 * (docs/platform.md#opening-and-closing).
 */
export function kindOf(protocol: string): RuleKind {
  return protocol === 'http' ? 'http' : 'tcp';
}

/** Whether the region's cluster has no node port for a protocol (docs/platform.md#protocols): it refuses to open it. */
export function lacksNodePort(protocol: string): boolean {
  return protocol === 'mysql' || protocol === 'grpc';
}

/** "On", of the external access of a port that is to be opened; a protocol that the platform can't open says so. */
export function onUnlessRefused(protocol: string): Text {
  return lacksNodePort(protocol) ? sharedMsg.onIfItWorks() : sharedMsg.on();
}

/** One gateway rule of a port, as people know it. */
export interface PortRule {
  readonly kind: RuleKind;
  readonly address: string;
  /** Whether it answers; undefined when the platform does not tell. */
  readonly active: boolean | undefined;
  /** Made by people, not by opening the port. */
  readonly custom: boolean;
}

/** The rules of one port, HTTP before TCP, each in the platform's order. */
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

/** All rules with their addresses, HTTP before TCP, each in the order given. */
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
 * An HTTP rule's address: https when a certificate is bound, whatever protocol is stored: an unknown
 * certificate leaves `https` without one (docs/platform.md#http-rules). The path / is left out.
 */
export function httpAddress(
  rule: Pick<HttpRule, 'protocol' | 'certificateId' | 'domainName' | 'domainPath'> & Partial<Pick<HttpRule, 'autoSsl'>>,
): string {
  const isBound = rule.certificateId === undefined || rule.autoSsl ? rule.protocol === 'https' : false;
  const secure = isBound || (rule.certificateId ?? 0) > 0;
  return `${secure ? 'https' : 'http'}://${rule.domainName ?? '?'}${samePath(rule.domainPath)}`;
}

function samePath(path: string | undefined): string {
  return path === undefined || path === '/' ? '' : path;
}

/** An address without its scheme, its usual port and a slash at the end; letter case counts in paths only. */
export function bareRule(address: string): string {
  const [, host = '', path = ''] = /^(?:[a-z]+:\/\/)?([^/]*)(\/.*)?$/i.exec(address.trim()) ?? [];
  return `${host.toLowerCase().replace(/\.$/, '')}${path.replace(/\/$/, '')}`;
}

/**
 * The addresses that lead to a port, open or not: by the rules where they can be read, else by the component's own list.
 * @param only those of one kind
 */
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

/**
 * The addresses of a component by the app's rules alone: they need no region, so they are there when the component itself
 * can't be read (docs/platform.md#components).
 */
export function addressesByRules(id: string, ports: readonly Port[], rules: GatewayRules): readonly AddressState[] {
  const isOpen = (port: number | undefined) =>
    ports.find(({ containerPort }) => containerPort === port)?.isOuterService ?? false;
  return addressedRules(rules)
    .filter(({ rule }) => rule.serviceId === id)
    .map(({ address, rule: { containerPort: port } }) => ({ address, port, open: isOpen(port) }));
}

/**
 * The address that opening an HTTP port usually makes (docs/platform.md#opening-and-closing); undefined when its
 * parts are not known.
 */
export function usualAddress(facts: ComponentFacts, port: number): string | undefined {
  const { region, component, dialect } = facts;
  if (typeof region === 'string' || dialect === 'document' || !region.httpdomain || !region.tenantName)
    return undefined;
  return `http://${component.alias}-${port}-${region.tenantName}.${region.httpdomain}`;
}

/** An address of a component, the port behind it where that is known, and whether it is open. */
export interface AddressState {
  readonly address: string;
  readonly port?: number;
  /** Undefined when neither rule nor name tells. */
  readonly open?: boolean;
}

/**
 * Tells the addresses of a component apart: the platform also lists those of closed ports
 * (docs/platform.md#components). By the app's rules where they can be read; else by the number in a default domain
 * (`alias-8080-team.…`); else, when only one port could be meant, by that.
 */
export function addressesOf(
  component: Pick<Component, 'accessInfos' | 'serviceAlias' | 'serviceId'>,
  ports: readonly Port[],
  rules?: GatewayRules,
): readonly AddressState[] {
  return component.accessInfos.map((address) => {
    const port = portByRule(address, component.serviceId, rules) ?? portByName(address, component, ports);
    const found = ports.find(({ containerPort }) => containerPort === port);
    const open = found?.isOuterService ?? (ports.some((each) => each.isOuterService) ? undefined : false);
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
