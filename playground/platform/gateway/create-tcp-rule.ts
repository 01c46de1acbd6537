import { checkEndpoints } from '../check-endpoints.ts';
import { issueTcpRule, regionOf } from '../gateway-rules.ts';
import { business, crash, PlatformRefusal } from '../platform-answer.ts';
import { makeNodePorts } from '../port/node-ports.ts';
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
import type { TcpPart } from './rule-request.ts';

/** Creates the tcp part of POST domains (docs/platform.md#tcp-rules). Opens the port first. */
export function createTcpRule(world: SimulatedWorld, call: SimulatedCall, part: TcpPart): SimulatedWorld {
  const component = world.components.find((one) => one.id === part.service_id);
  const team = world.teams.find((one) => one.id === component?.teamId);
  const region = component === undefined ? undefined : regionOf(world, component);
  if (component === undefined || team === undefined || region === undefined) {
    throw new PlatformRefusal(business(400, 'not service', '组件不存在'));
  }
  if (conflicts(world, region, part.end_point)) throw new PlatformRefusal(business(400, 'exist', '策略已存在'));
  if (component.source === 'third_party') checkEndpoints(component);
  const opened = openFirst(world, call, team, region, component, part.container_port);
  const endPort = readEndPort(opened, part.end_point);
  try {
    bind(opened, call, team, region, endPort);
  } catch (refusal) {
    if (refusal instanceof PlatformRefusal) throw new PlatformRefusal(refusal.answer, opened);
    throw refusal;
  }
  const extensions = (part.rule_extensions ?? []).map(({ key, value }) => `${key}:${value}`).join(',');
  const ruled = issueTcpRule(opened, {
    componentId: component.id,
    regionId: region.id,
    port: part.container_port,
    endPoint: part.end_point,
    protocol: findPort(opened, component.id, part.container_port)?.protocol ?? 'tcp',
    type: endPort === part.default_port ? 0 : 1,
    outer: true,
    extensions,
  });
  // A rule of an already open port never gets a node port.
  const wasOpen = findPort(world, component.id, part.container_port)?.outer === true;
  return wasOpen ? ruled : makeNodePorts(ruled, component);
}

/** Looks for `:N` anywhere in stored end points, as the console does for `0.0.0.0:N`: 3010 conflicts with 30100. */
function conflicts(world: SimulatedWorld, region: Region, endPoint: string): boolean {
  const [ip, port = ''] = endPoint.split(':');
  const stored = world.tcpRules.filter((rule) => rule.regionId === region.id).map((rule) => rule.endPoint);
  if (ip === '0.0.0.0') return stored.some((one) => one.includes(`:${port}`));
  return stored.some((one) => one === endPoint || one === `0.0.0.0:${port}`);
}

function openFirst(
  world: SimulatedWorld,
  call: SimulatedCall,
  team: SimulatedTeam,
  region: Region,
  component: SimulatedComponent,
  number: number,
): SimulatedWorld {
  const port = findPort(world, component.id, number);
  try {
    if (port !== undefined) return onlyOpenOuter({ world, call, team, region, component, port });
  } catch (refusal) {
    if (!(refusal instanceof PlatformRefusal)) throw refusal;
  }
  // The console's error handler reads an unset variable, so it crashes.
  const message = "cannot access local variable 'code' where it is not associated with a value";
  throw new PlatformRefusal(crash('UnboundLocalError', message, 'openapi/views/gateway/gateway.py:266 post'));
}

function readEndPort(opened: SimulatedWorld, endPoint: string): number {
  const port = endPoint.split(':')[1];
  const where = 'console/services/app_config/domain_service.py:556 bind_tcpdomain';
  if (port === undefined) throw new PlatformRefusal(crash('IndexError', 'list index out of range', where), opened);
  if (/^\s*[+-]?\d+\s*$/.test(port)) return Number(port);
  throw new PlatformRefusal(crash('ValueError', `invalid literal for int() with base 10: '${port}'`, where), opened);
}

function bind(world: SimulatedWorld, call: SimulatedCall, team: SimulatedTeam, region: Region, port: number): void {
  const request = { method: 'POST', path: `/v2/tenants/${team.name}/tcp-rule` };
  const used = world.tcpRules.some(
    (rule) => rule.regionId === region.id && Number(rule.endPoint.split(':')[1]) === port,
  );
  if (used) throw new PlatformRefusal(operationFailed(region, request, 400, { msg: `port ${port} has been used` }));
  askRegionLeniently(region, call, request);
}
