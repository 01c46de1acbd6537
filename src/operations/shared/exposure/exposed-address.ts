import type { Context } from '../../../core/command/context.ts';
import type { Certificate } from '../../../platform/certificate/certificate-endpoints.ts';
import type { ComponentSummary } from '../../../platform/component/component-endpoints.ts';
import type { GatewayRules, HttpRule, TcpRule } from '../../../platform/gateway/gateway-endpoints.ts';
import { namesOfComponents } from '../../../platform/monitoring/monitoring-reply.ts';
import type { Port } from '../../../platform/port/port-endpoints.ts';
import { addressedRules, bareRule, type RuleKind } from '../port-addresses.ts';
import type { PortOfComponent } from './opener.ts';

/** Address at which a port is reachable from outside, or might be. */
export interface ExposedAddress extends PortOfComponent {
  /** Stable key: component id, port, and address. It has the scheme only for http beside https of the same address. */
  readonly key: string;
  readonly context: Context;
  readonly componentName: string;
  readonly names: readonly string[];
  readonly kind: RuleKind;
  /** For example `https://shop.test/cart` or `10.2.0.9:30021`. */
  readonly address: string;
  readonly rule?: string | undefined;
  readonly protocol?: string | undefined;
  /** Id of the rule's certificate, and the certificate if the team's list contains it. */
  readonly certificateId?: number | undefined;
  readonly certificate?: Certificate | undefined;
  readonly status?: string | undefined;
  readonly image?: string | undefined;
  /** Part of the rule's target that no longer exists. */
  readonly missing?: 'component' | 'port' | undefined;
  /** External access of its port is off. Closing doesn't end rules of another kind than the port's. */
  readonly isShut?: boolean | undefined;
  /** Why it may answer without an active rule: the rule was deleted, the port was closed, or opening was refused. */
  readonly remains?: 'deleted' | 'closed' | 'refused' | undefined;
}

export interface ReadApplication {
  readonly context: Context;
  readonly rules: GatewayRules;
  readonly components: readonly ComponentSummary[] | undefined;
  /** Certificates of the team; undefined if they couldn't be read. */
  readonly certificates: readonly Certificate[] | undefined;
  /** Ports by component id, if they were read. */
  readonly ports: ReadonlyMap<string, readonly Port[]>;
}

type AddressedRule = ReturnType<typeof addressedRules>[number];

export function exposedAddresses(app: ReadApplication) {
  const all = addressedRules(app.rules).map((each) => ({ each, exposed: exposedBy(each, app) }));
  const secure = new Set(all.flatMap(({ exposed }) => (exposed.address.startsWith('https:') ? exposed.key : [])));
  const judged = all.map(({ each, exposed }) => {
    const isBeside = exposed.address.startsWith('http:') && secure.has(exposed.key);
    return { each, exposed: isBeside ? { ...exposed, key: pairKeys(exposed).beside } : exposed };
  });
  const isOn = ({ each }: (typeof judged)[number]) => each.rule.isOuterService === true;
  return {
    open: judged.filter(isOn).map(({ exposed }) => exposed),
    off: new Set(judged.filter((each) => !isOn(each)).map(({ exposed }) => exposed.key)),
  };
}

function exposedBy({ kind, address, rule }: AddressedRule, app: ReadApplication): ExposedAddress {
  const { context, components, certificates } = app;
  const { serviceId: component = '', containerPort: port = 0 } = rule;
  const summary = components?.find(({ serviceId }) => serviceId === component);
  const called = rule.serviceAlias || rule.serviceName || component || '?';
  const certificateId = 'certificateId' in rule && (rule.certificateId ?? 0) > 0 ? rule.certificateId : undefined;
  return {
    key: addressKey({ component, port }, address),
    context,
    component,
    port,
    kind,
    address,
    componentName: (summary && namesOf(components)?.get(component)) ?? called,
    names: [
      summary?.serviceCname,
      summary?.serviceAlias,
      summary?.k8sComponentName,
      component,
      rule.serviceName,
    ].filter(isText),
    rule: ruleIdOf(rule),
    protocol: rule.protocol,
    certificateId,
    certificate: certificateId === undefined ? undefined : certificates?.find(({ id }) => id === certificateId),
    status: summary?.status,
    image: summary?.image,
    missing: missingOf({ component, port }, app),
    isShut: app.ports.get(component)?.some((each) => each.containerPort === port && !each.isOuterService),
  };
}

/** Names by component id, computed once per list. */
const namesKept = new WeakMap<object, ReadonlyMap<string, string>>();

function namesOf(components: readonly ComponentSummary[] | undefined): ReadonlyMap<string, string> | undefined {
  if (!components) return undefined;
  const names = namesKept.get(components) ?? namesOfComponents(components);
  namesKept.set(components, names);
  return names;
}

function isText(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}

function ruleIdOf(rule: HttpRule | TcpRule): string | undefined {
  return ('httpRuleId' in rule ? rule.httpRuleId : undefined) ?? ('tcpRuleId' in rule ? rule.tcpRuleId : undefined);
}

function missingOf({ component, port }: PortOfComponent, app: ReadApplication): ExposedAddress['missing'] {
  if (app.components && !app.components.some(({ serviceId }) => serviceId === component)) return 'component';
  const ports = app.ports.get(component);
  return ports && !ports.some(({ containerPort }) => containerPort === port) ? 'port' : undefined;
}

/** Returns the key of a port's address. It contains no spaces. */
export function addressKey({ component, port }: PortOfComponent, address: string): string {
  return `${component}:${port}:${bareRule(address)}`.replace(/\s+/g, '_');
}

/** Returns the usual key of an address, and its http rule's key if an https rule of the same address has that one. */
export function pairKeys(each: PortOfComponent & Pick<ExposedAddress, 'address'>) {
  const { component, port, address } = each;
  const usual = addressKey(each, address);
  return { usual, beside: `${component}:${port}:http://${addressOfKey(usual)}` };
}

export function addressOfKey(key: string): string {
  return key.split(':').slice(2).join(':');
}
