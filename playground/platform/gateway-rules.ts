import { createHash } from 'node:crypto';
import type { Json } from '../../src/core/text/json.ts';
import type {
  Region,
  SimulatedComponent,
  SimulatedHttpRule,
  SimulatedTcpRule,
  SimulatedTeam,
  SimulatedWorld,
} from './simulated-world.ts';

/** Returns the default domain of an opened port (docs/platform.md#opening-and-closing). */
export function defaultDomain(
  component: SimulatedComponent,
  port: number,
  team: SimulatedTeam,
  region: Region,
): string {
  return `${component.alias}-${port}-${team.name}.${region.httpdomain}`;
}

export function issueHttpRule(world: SimulatedWorld, rule: Omit<SimulatedHttpRule, 'number' | 'id'>): SimulatedWorld {
  const number = world.issued.http + 1;
  const id = ruleId(`http ${number} ${rule.domain}`);
  return {
    ...world,
    httpRules: [...world.httpRules, { number, id, ...rule }],
    issued: { ...world.issued, http: number },
  };
}

export function issueTcpRule(world: SimulatedWorld, rule: Omit<SimulatedTcpRule, 'number' | 'id'>): SimulatedWorld {
  const number = world.issued.tcp + 1;
  const id = ruleId(`tcp ${number} ${rule.endPoint}`);
  return {
    ...world,
    tcpRules: [...world.tcpRules, { number, id, ...rule }],
    issued: { ...world.issued, tcp: number },
  };
}

/** Returns the lowest node port (from 30000) for which the region has no rule. */
export function nextNodePort(world: SimulatedWorld, region: Region): number {
  const taken = new Set(
    world.tcpRules.filter((rule) => rule.regionId === region.id).map((rule) => Number(rule.endPoint.split(':')[1])),
  );
  let port = 30000;
  while (taken.has(port)) port += 1;
  return port;
}

/** Returns all rules of an app, as in the rule list and after creating one. `only` selects one kind. */
export function rulesJson(world: SimulatedWorld, appId: number, only?: 'http' | 'tcp'): { http?: Json; tcp?: Json } {
  const components = new Map(world.components.filter((one) => one.appId === appId).map((one) => [one.id, one]));
  const http = world.httpRules.flatMap((rule) => {
    const component = components.get(rule.componentId);
    return component === undefined ? [] : [httpJson(world, component, rule)];
  });
  const tcp = world.tcpRules.flatMap((rule) => {
    const component = components.get(rule.componentId);
    return component === undefined ? [] : [tcpJson(world, component, rule)];
  });
  return only === 'http' ? { http } : only === 'tcp' ? { tcp } : { http, tcp };
}

/** Returns the address of a TCP rule. The region's TCP domain replaces "all addresses". */
export function shownEndPoint(rule: SimulatedTcpRule, region: Region | undefined): string {
  return rule.endPoint.replace('0.0.0.0', region?.tcpdomain ?? '0.0.0.0');
}

/** Returns an HTTP rule. The console can't parse the rule's stored extensions (docs/platform.md#rule-extensions). */
export function httpJson(
  world: SimulatedWorld,
  component: SimulatedComponent,
  rule: SimulatedHttpRule,
): { readonly [field: string]: Json } {
  return {
    ID: rule.number,
    rule_extensions: [],
    http_rule_id: rule.id,
    region_id: regionOf(world, component)?.id ?? '',
    tenant_id: component.teamId,
    service_id: component.id,
    service_name: component.alias,
    domain_name: rule.domain,
    container_port: rule.port,
    protocol: rule.protocol,
    certificate_id: rule.certificateId,
    domain_type: 'www',
    service_alias: component.cname,
    is_senior: (rule.path !== '/' && rule.path !== '') || rule.cookie !== '' || rule.header !== '',
    domain_path: rule.path,
    domain_cookie: rule.cookie,
    domain_heander: rule.header,
    type: rule.type,
    the_weight: rule.weight,
    is_outer_service: rule.outer,
    auto_ssl: rule.autoSsl,
    auto_ssl_config: null,
    path_rewrite: false,
    rewrites: rule.rewrites,
  };
}

function tcpJson(world: SimulatedWorld, component: SimulatedComponent, rule: SimulatedTcpRule): Json {
  return {
    ID: rule.number,
    tcp_rule_id: rule.id,
    region_id: rule.regionId,
    tenant_id: component.teamId,
    service_id: component.id,
    service_name: component.alias,
    end_point: shownEndPoint(rule, regionOf(world, component)),
    protocol: rule.protocol,
    container_port: rule.port,
    service_alias: component.cname,
    type: rule.type,
    rule_extensions: rule.extensions,
    is_outer_service: rule.outer,
  };
}

export function regionOf(world: SimulatedWorld, component: SimulatedComponent): Region | undefined {
  return world.regions.find((region) => region.name === component.region);
}

function ruleId(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
