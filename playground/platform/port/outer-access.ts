import { defaultDomain, issueHttpRule, issueTcpRule } from '../gateway-rules.ts';
import { addRoute } from '../live-routes.ts';
import { business, PlatformRefusal } from '../platform-answer.ts';
import { operationFailed, regionFault } from '../region-call.ts';
import { type LiveRoute, putPort, type SimulatedPort, type SimulatedWorld } from '../simulated-world.ts';
import { closeNodePorts, freeNodePort, makeNodePorts, numberOf, openNodePort, refuseOrphan } from './node-ports.ts';
import { changeFailed, type PortChange, tellRegion, withPortEvent } from './port-change.ts';

/** Load balancer port that the region returns for only_open_outer (recorded answers). */
const legacyMappingPort = 20001;

/** open_outer: requires internal access. Creates the default rule, or activates the existing rules. */
export function openOuter(change: PortChange): SimulatedWorld {
  const { port } = change;
  if (!port.inner) {
    throw new PlatformRefusal(business(404, 'inner port is not open', '对内服务未开启，需先开启对内服务'));
  }
  const ruled = port.protocol === 'http' ? withHttpRule(change) : withTcpRule(change);
  tellRegion(change, 'PUT', `/ports/${port.number}/outer`);
  return withPortEvent(putPort(ruled, { ...port, outer: true }), change, ['open', 'outer']);
}

function withHttpRule(change: PortChange): SimulatedWorld {
  const { world, call, region, team, component, port } = change;
  if (regionFault(region, call) !== undefined) throw changeFailed(412, '数据中心添加策略失败');
  if (world.httpRules.some((rule) => isOn(rule, port))) return setRules(world, change, 'httpRules', true);
  const domain = defaultDomain(component, port.number, team, region);
  const route = { componentId: component.id, port: port.number, domain };
  return issueHttpRule(addRoute(world, route, call.now), {
    componentId: component.id,
    port: port.number,
    domain,
    path: '/',
    cookie: '',
    header: '',
    protocol: 'http',
    certificateId: 0,
    weight: 100,
    type: 0,
    outer: true,
    autoSsl: false,
    extensions: '',
    rewrites: '',
  });
}

function withTcpRule(change: PortChange): SimulatedWorld {
  const { world, region, component, port } = change;
  tellRegion(change, 'GET', '/gateway/ports');
  refuseUnknownKubernetesProtocol(change);
  const rule = world.tcpRules.find((each) => isOn(each, port));
  if (rule) {
    refuseOrphan(change, rule);
    return setRules(openNodePort(change, numberOf(rule)), change, 'tcpRules', true);
  }
  const number = freeNodePort(world, region);
  return issueTcpRule(openNodePort(change, number), {
    componentId: component.id,
    regionId: region.id,
    port: port.number,
    endPoint: `0.0.0.0:${number}`,
    protocol: port.protocol,
    type: 0,
    outer: true,
    extensions: null,
  });
}

/** Refuses mysql and grpc, which Kubernetes doesn't know as protocols (docs/platform.md#protocols). */
function refuseUnknownKubernetesProtocol({ call, region, team, component, port }: PortChange): void {
  if (call.dialect === 'document') return;
  if (port.protocol !== 'mysql' && port.protocol !== 'grpc') return;
  const path = `/v2/tenants/${team.name}/services/${component.alias}/ports/${port.number}/outer`;
  throw new PlatformRefusal(operationFailed(region, { method: 'PUT', path }, 400, { msg: 'service create error' }));
}

/** only_open_outer, also for new gateway rules: doesn't check internal access, and creates no rule. */
export function onlyOpenOuter(change: PortChange): SimulatedWorld {
  const { world, port, component } = change;
  tellRegion(change, 'PUT', `/ports/${port.number}/outer`);
  const lbMappingPort = component.createStatus === 'complete' ? legacyMappingPort : port.lbMappingPort;
  const opened = putPort(world, { ...port, outer: true, lbMappingPort });
  const ruled = setRules(setRules(opened, change, 'httpRules', true), change, 'tcpRules', true);
  return withPortEvent(makeNodePorts(ruled, component), change, ['open', 'outer']);
}

/** close_outer: rules become inactive. Fails if already closed (docs/platform.md#opening-and-closing). */
export function closeOuter(change: PortChange): SimulatedWorld {
  const { world, call, region, team, component, port } = change;
  const below = `/ports/${port.number}/outer`;
  tellRegion(change, 'PUT', below);
  if (!port.outer && component.createStatus === 'complete' && call.dialect === 'console') {
    const path = `/v2/tenants/${team.name}/services/${component.alias}${below}`;
    const answer = operationFailed(region, { method: 'PUT', path }, 503, { msg: 'service unavailable' });
    throw new PlatformRefusal(answer, withPortEvent(world, change, ['close', 'outer'], null));
  }
  const closed = putPort(port.protocol === 'http' ? world : closeNodePorts(change), { ...port, outer: false });
  const kind = port.protocol === 'http' ? 'httpRules' : 'tcpRules';
  return withPortEvent(setRules(closed, change, kind, false), change, ['close', 'outer']);
}

function isOn(rule: { readonly componentId: string; readonly port: number }, port: SimulatedPort): boolean {
  return rule.componentId === port.componentId && rule.port === port.number;
}

/** Ends or begins a time at which a route serves nothing. */
function served({ pauses = [], ...route }: LiveRoute, outer: boolean, now: number): LiveRoute {
  const ended = pauses.map((pause) => ({ ...pause, to: pause.to ?? now }));
  return { ...route, pauses: outer ? ended : [...ended, { from: now, to: null }] };
}

function setRules(
  world: SimulatedWorld,
  { port, call }: Pick<PortChange, 'port' | 'call'>,
  kind: 'httpRules' | 'tcpRules',
  outer: boolean,
): SimulatedWorld {
  return kind === 'httpRules'
    ? {
        ...world,
        httpRules: world.httpRules.map((rule) => (isOn(rule, port) ? { ...rule, outer } : rule)),
        routes: world.routes.map((route) => (isOn(route, port) ? served(route, outer, call.now) : route)),
      }
    : { ...world, tcpRules: world.tcpRules.map((rule) => (isOn(rule, port) ? { ...rule, outer } : rule)) };
}
