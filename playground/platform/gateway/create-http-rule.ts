import { checkEndpoints } from '../check-endpoints.ts';
import { defaultDomain, issueHttpRule, regionOf } from '../gateway-rules.ts';
import { business, crash, PlatformRefusal, terse } from '../platform-answer.ts';
import { onlyOpenOuter } from '../port/outer-access.ts';
import { askRegionLeniently, operationFailed } from '../region-call.ts';
import type { SimulatedCall } from '../simulated-call.ts';
import {
  findPort,
  type Region,
  type SimulatedComponent,
  type SimulatedTeam,
  type SimulatedWorld,
} from '../simulated-world.ts';
import type { HttpPart } from './rule-request.ts';

/**
 * Creates the http part of POST domains (docs/platform.md#http-rules), or of the console's own call. The component must
 * belong to the team, not necessarily to the app.
 */
export function addHttpRule(
  world: SimulatedWorld,
  call: SimulatedCall,
  team: SimulatedTeam,
  part: HttpPart,
  path: 'domains' | 'httpdomains' = 'domains',
): SimulatedWorld {
  const component = world.components.find((one) => one.id === part.service_id && one.teamId === team.id);
  const region = component === undefined ? undefined : regionOf(world, component);
  if (component === undefined || region === undefined) throw new PlatformRefusal(terse(400, '组件不存在'));
  const protocol = part.certificate_id === 0 ? 'http' : 'https';
  const extensions = readExtensions(part.rule_extensions);
  if (ruleExists(world, component, part, protocol, extensions)) throw new PlatformRefusal(terse(400, '策略已存在'));
  if (component.source === 'third_party') checkEndpoints(component);
  const opened = part.whether_open ? openFor(world, call, team, region, component, part.container_port) : world;
  const port = findPort(opened, component.id, part.container_port);
  if (port === undefined && path === 'httpdomains') {
    const message = "'NoneType' object has no attribute 'is_outer_service'";
    throw new PlatformRefusal(crash('AttributeError', message, 'openapi/views/gateway/gateway.py:98 post'), opened);
  }
  if (port === undefined) throw new PlatformRefusal(business(404, 'port not found', '端口不存在'), opened);
  if (!port.outer) throw new PlatformRefusal(terse(400, '没有开启对外端口'), opened);
  try {
    checkDomain(opened, call, team, region, part.domain_name);
  } catch (refusal) {
    // A port that was opened before the refusal stays open.
    if (refusal instanceof PlatformRefusal) throw new PlatformRefusal(refusal.answer, opened);
    throw refusal;
  }
  return issueHttpRule(opened, {
    componentId: component.id,
    port: part.container_port,
    domain: part.domain_name,
    path: part.domain_path,
    cookie: part.domain_cookie ?? '',
    header: part.domain_header ?? '',
    protocol,
    certificateId: world.certificates.some(({ id }) => id === part.certificate_id) ? part.certificate_id : 0,
    weight: part.the_weight ?? 100,
    type: part.domain_name === defaultDomain(component, part.container_port, team, region) ? 0 : 1,
    outer: true,
    autoSsl: part.auto_ssl,
    extensions: extensions.map(([key, value]) => `${key}:${value}`).join(','),
    rewrites: '[]',
  });
}

type Extension = readonly [key: string, value: string];

/** Parses objects with key and value. Anything else crashes the console. */
export function readExtensions(entries: readonly unknown[]): readonly Extension[] {
  const where = 'console/services/app_config/domain_service.py:849 check_domain_exist';
  return entries.map((entry): Extension => {
    if (typeof entry !== 'object' || entry === null) {
      throw new PlatformRefusal(crash('TypeError', "string indices must be integers, not 'str'", where));
    }
    const members = new Map(Object.entries(entry));
    if (!members.has('key')) throw new PlatformRefusal(crash('KeyError', "'key'", where));
    if (!members.has('value')) throw new PlatformRefusal(crash('KeyError', "'value'", where));
    return [String(members.get('key')), String(members.get('value'))];
  });
}

function ruleExists(
  world: SimulatedWorld,
  component: SimulatedComponent,
  part: HttpPart,
  protocol: string,
  extensions: readonly Extension[],
): boolean {
  const same = world.httpRules.filter((rule) => rule.domain === part.domain_name && rule.path === part.domain_path);
  const equal = same.some(
    (rule) => rule.componentId === component.id && rule.port === part.container_port && rule.protocol === protocol,
  );
  const redirects = same.some((rule) => rule.extensions.includes('httptohttps'));
  const addsRedirect = extensions.some(([key]) => key === 'httptohttps');
  return equal || redirects || (addsRedirect && same.some((rule) => rule.protocol === 'http'));
}

function openFor(
  world: SimulatedWorld,
  call: SimulatedCall,
  team: SimulatedTeam,
  region: Region,
  component: SimulatedComponent,
  number: number,
): SimulatedWorld {
  const port = findPort(world, component.id, number);
  if (port === undefined) {
    const message = "'NoneType' object has no attribute 'container_port'";
    throw new PlatformRefusal(crash('AttributeError', message, 'openapi/views/gateway/gateway.py:297 post'));
  }
  return onlyOpenOuter({ world, call, team, region, component, port });
}

function checkDomain(
  world: SimulatedWorld,
  call: SimulatedCall,
  team: SimulatedTeam,
  region: Region,
  domain: string,
): void {
  if (/\p{Script=Han}/u.test(domain)) {
    throw new PlatformRefusal(business(400, 'domain can not contain chinese', '域名不能包含中文'));
  }
  const owners = new Map(world.components.map((one) => [one.id, one]));
  const foreign = world.httpRules.some((rule) => {
    const owner = owners.get(rule.componentId);
    return rule.domain === domain && owner?.region === region.name && owner.teamId !== team.id;
  });
  if (foreign) throw new PlatformRefusal(business(400, 'domain be used other team', '域名已被其他团队使用'));
  const request = { method: 'POST', path: `/v2/tenants/${team.name}/http-rule` };
  const label = '[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?';
  if (!new RegExp(`^(\\*\\.)?${label}(\\.${label})*$`).test(domain)) {
    const said = [`a DNS-1123 subdomain must consist of lower case alphanumeric characters, '-' or '.': ${domain}`];
    throw new PlatformRefusal(operationFailed(region, request, 400, { validation_error: { domain: said } }));
  }
  askRegionLeniently(region, call, request);
}
