import { isClosed } from '../component/component-size.ts';
import { nextNodePort } from '../gateway-rules.ts';
import { business, PlatformRefusal } from '../platform-answer.ts';
import type { Region, SimulatedComponent, SimulatedTcpRule, SimulatedWorld } from '../simulated-world.ts';
import type { PortChange } from './port-change.ts';

const clusterRange = { first: 30_000, last: 32_767 };

/**
 * Returns the node ports that are really open in a region, which can differ from the console's rules
 * (docs/platform.md#opening-and-closing). Before the first change, they are the node ports of the active rules.
 */
export function openNodePorts(world: SimulatedWorld): NonNullable<SimulatedWorld['nodePorts']> {
  if (world.nodePorts) return world.nodePorts;
  return world.tcpRules
    .filter(({ outer }) => outer)
    .map((rule) => ({ componentId: rule.componentId, port: rule.port, number: numberOf(rule) }));
}

/** @internal Checks whether a node port answers, for tests: its Service exists, and its component has pods. */
export function isNodePortServing(world: SimulatedWorld, number: number): boolean {
  return openNodePorts(world).some((each) => {
    const component = world.components.find(({ id }) => id === each.componentId);
    return each.number === number && component !== undefined && !isClosed(component);
  });
}

/** Returns the lowest node port for which the region has neither a rule nor a Service. */
export function freeNodePort(world: SimulatedWorld, region: Region): number {
  const open = new Set(openNodePorts(world).map(({ number }) => number));
  let number = nextNodePort(world, region);
  while (open.has(number)) number += 1;
  return number;
}

/** Creates the Service of a node port. The port's rule is created later and might be refused. */
export function openNodePort({ world, component, port }: PortChange, number: number): SimulatedWorld {
  const open = openNodePorts(world);
  if (open.some((each) => each.number === number)) return { ...world, nodePorts: open };
  return { ...world, nodePorts: [...open, { componentId: component.id, port: port.number, number }] };
}

/** Refuses a port if another port overwrote its rule and the worker restarted (since 6.9.6). The Service stays. */
export function refuseOrphan(change: PortChange, rule: SimulatedTcpRule): void {
  const { world, call, component } = change;
  const { regionVersion, workerRestarted } = call.lifecycle;
  const isOverwritten = world.tcpRules.some(
    (other) => other.componentId === component.id && other.port !== rule.port && other.number > rule.number,
  );
  if (regionVersion !== null || !workerRestarted || !isOverwritten) return;
  const msg = `port ${numberOf(rule)} has been used`;
  throw new PlatformRefusal(business(400, msg, '端口已被占用', 50005), openNodePort(change, numberOf(rule)));
}

/**
 * Closes the node ports of a port. Before version 6.7.4, they stay open if the component's alias differs from the
 * port's name in the cluster, because another Service is deleted instead.
 */
export function closeNodePorts({ world, call, component, port }: PortChange): SimulatedWorld {
  const open = openNodePorts(world);
  if (call.lifecycle.regionVersion === '6.7.3' && component.alias !== port.k8sServiceName)
    return { ...world, nodePorts: open };
  const isIts = (each: (typeof open)[number]) => each.componentId === component.id && each.port === port.number;
  return { ...world, nodePorts: open.filter((each) => !isIts(each)) };
}

/** Creates the node port of the first rule of each open port, if the component has pods. */
export function makeNodePorts(world: SimulatedWorld, component: SimulatedComponent): SimulatedWorld {
  if (isClosed(component)) return { ...world, nodePorts: openNodePorts(world) };
  const firsts = world.tcpRules.filter(
    (rule, index, all) =>
      rule.componentId === component.id &&
      rule.outer &&
      all.findIndex((other) => other.componentId === rule.componentId && other.port === rule.port) === index,
  );
  const open = openNodePorts(world);
  const assigned = firsts
    .map((rule) => ({ componentId: component.id, port: rule.port, number: numberOf(rule) }))
    .filter(({ number }) => number >= clusterRange.first && number <= clusterRange.last)
    .filter(({ port, number }) => !open.some((each) => isSame(each, component.id, port) || each.number === number));
  return { ...world, nodePorts: [...open, ...assigned] };
}

function isSame(each: { readonly componentId: string; readonly port: number }, id: string, port: number): boolean {
  return each.componentId === id && each.port === port;
}

export function numberOf({ endPoint }: Pick<SimulatedTcpRule, 'endPoint'>): number {
  return Number(endPoint.split(':')[1]);
}
