import type { Place } from '../../core/command/context.ts';
import { nearest } from '../../core/command/nearest.ts';
import type { RawArgs } from '../../core/command/params.ts';
import { type Choice, isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { unknownName } from '../../core/command/resolve.ts';
import type { Ask } from '../../core/operation.ts';
import type { Plan } from '../../core/request/plan.ts';
import type { Text } from '../../core/text/text.ts';
import type { Component } from '../../platform/component/component-reply.ts';
import { PlatformError } from '../../platform/errors/platform-error.ts';
import type { GatewayRules } from '../../platform/gateway/gateway-reply.ts';
import type { Dialect } from '../../platform/platform.ts';
import type { Port } from '../../platform/port/port-reply.ts';
import type { TeamRegion } from '../../platform/region/region-reply.ts';
import { factsMsg } from './change-facts-messages.ts';
import type { Reads } from './define.ts';
import { findComponent, isComponentId, type Named } from './find-component.ts';
import { allRegions, regionStatus } from './find-region.ts';
import { sharedMsg } from './operation-messages.ts';
import { orUndefined } from './or-undefined.ts';
import { portInFull, portWord } from './shared-params.ts';

/**
 * A team's region as the list of its regions has it; `absent` when the list lacks it, `unread` when the platform
 * refused the list.
 */
export type RegionState =
  | Pick<TeamRegion, 'regionName' | 'status' | 'httpdomain' | 'tcpdomain' | 'tenantName'>
  | 'absent'
  | 'unread';

/**
 * What a change of a component may depend on. It is read whole and judged by the plan, so that reading back always
 * works.
 */
export interface ComponentFacts {
  readonly component: Named;
  readonly region: RegionState;
  readonly ports: readonly Port[];
  readonly dialect: Dialect;
  /**
   * Undefined when it was not asked for or could not be read: the platform needs the region for it
   * (docs/platform.md#components).
   */
  readonly detail?: Pick<Component, 'accessInfos' | 'serviceAlias' | 'serviceId' | 'serviceSource'> &
    Partial<Pick<Component, 'status'>>;
  /** The whole app's rules; undefined where they were not asked for, or the platform cannot list them. */
  readonly rules?: GatewayRules;
}

interface Wants {
  readonly detail: boolean;
  readonly rules: boolean;
}

/**
 * Reads what a change of a component needs.
 * @param wants what matters besides the region and the ports; either may be missing from the answer
 * @returns a problem where the component cannot be found, or the region keeps everyone out and its status says why
 * @throws PlatformError when the region list, the components or the ports cannot be read
 */
export async function gatherComponent(
  typed: string,
  ask: Ask,
  reads: Reads,
  wants: Wants,
): Promise<ComponentFacts | Problem> {
  const readingRegion = readRegionState(ask.context, reads);
  try {
    const [region, facts] = await Promise.all([readingRegion, readComponentFacts(typed, ask, reads, wants)]);
    return isProblem(facts) ? facts : { ...facts, region };
  } catch (error) {
    // A region that is not enabled shuts the team out of all its apps (docs/platform.md#paths): the status tells more.
    const no = error instanceof PlatformError && refuseByRegion({ region: await readingRegion }, ask);
    if (no) return no;
    throw error;
  }
}

async function readComponentFacts(
  typed: string,
  ask: Ask,
  reads: Reads,
  wants: Wants,
): Promise<Omit<ComponentFacts, 'region'> | Problem> {
  // With an id, everything is read at once; what isn't there is told by its component.
  const ahead = isComponentId(typed) ? readParts(typed, ask, reads, wants) : undefined;
  ahead?.catch(() => undefined);
  const component = await findComponent(typed, ask, reads);
  if (isProblem(component)) return component;
  const parts = await (ahead ?? readParts(component.id, ask, reads, wants));
  return { component, ...parts, dialect: reads.platform.dialect() };
}

async function readParts(
  service: string,
  ask: Ask,
  reads: Reads,
  wants: Wants,
): Promise<Pick<ComponentFacts, 'ports' | 'detail' | 'rules'>> {
  const at = { ...ask.context, service };
  const [ports, detail, rules] = await Promise.all([
    reads.platform.listPorts(at),
    wants.detail ? orUndefined(reads.platform.readComponent(at)) : undefined,
    wants.rules ? orUndefined(reads.platform.listRules(ask.context)) : undefined,
  ]);
  return {
    ports: ports.toSorted((a, b) => a.containerPort - b.containerPort),
    detail,
    rules,
  };
}

/** The state of a team's region, from the list of its regions. @throws PlatformError where the list can't be read */
export async function readRegionState({ team, region }: Place, reads: Reads): Promise<RegionState> {
  try {
    const found = (await allRegions(team, reads)).find(({ regionName }) => regionName === region);
    if (!found) return 'absent';
    const { regionName, status, httpdomain, tcpdomain, tenantName } = found;
    return { regionName, status, httpdomain, tcpdomain, tenantName };
  } catch (error) {
    // One region with a long address makes the whole list fail for good (docs/platform.md#regions): no reason to stop
    // changes.
    if (error instanceof PlatformError && error.kind === 'rejected') return 'unread';
    throw error;
  }
}

/**
 * Why the region takes no changes now, in words; undefined when it does (it must be enabled, docs/platform.md#paths).
 */
export function refuseByRegion({ region }: Pick<ComponentFacts, 'region'>, ask: Ask): Problem | undefined {
  const { team, region: name } = ask.context;
  if (region === 'unread') return undefined;
  if (region === 'absent') return refused(factsMsg.teamNotInRegion({ team, region: name }));
  if (!region.status || region.status === '1') return undefined;
  return refused(factsMsg.regionNotEnabled({ region: name, status: regionStatus(region.status) }));
}

/** The port that was named, or why it can't be told or changed. */
export function findPort(
  facts: ComponentFacts,
  { port: number, whichProtocol }: { readonly port: number; readonly whichProtocol?: string | undefined },
): Port | Problem {
  const { component, ports } = facts;
  const numbered = ports.filter(({ containerPort }) => containerPort === number);
  const found = numbered.filter(({ protocol }) => whichProtocol === undefined || protocol === whichProtocol);
  const [one, other] = found;
  if (one && other)
    return unknownName(
      { param: 'port', why: factsMsg.whichPort({ port: number, component: component.name }) },
      found,
      found,
      choiceOfPort,
    );
  // A call names a port by its number alone, and means the first that is listed (docs/platform.md#ports).
  if (one && one !== numbered[0])
    return refused(factsMsg.notReached({ port: portInFull(one), first: numbered.slice(0, 1).map(portInFull).join() }));
  if (one) return one;
  if (ports.length === 0) {
    const given = { component: [component.id], port: [String(number)] };
    return refused(factsMsg.addPortFirst({ component: component.name }), [
      { label: factsMsg.addPort({ port: number }), operation: 'port.add', given },
    ]);
  }
  const near = nearest(String(number), ports, ({ containerPort }) => [String(containerPort)]);
  const named = whichProtocol === undefined ? String(number) : `${number}/${whichProtocol}`;
  const why = sharedMsg.unknownPort({ port: named, component: component.name });
  return unknownName({ param: 'port', why }, near, ports, choiceOfPort);

  function choiceOfPort(each: Port): Choice {
    const { containerPort, protocol } = each;
    const isShared = ports.some((port) => port !== each && port.containerPort === containerPort);
    return { value: isShared ? portInFull(each) : String(containerPort), label: `${containerPort} (${protocol})` };
  }
}

/**
 * The arguments of a request that opens external access of a closed port: inner access with it where that is
 * closed.
 */
export function givenToOpen(facts: ComponentFacts, { containerPort, isInnerService }: Port): RawArgs {
  return givenPort(facts, containerPort, isInnerService ? {} : { both: ['yes'] });
}

/** The warning for components that stand for something outside the platform (docs/platform.md#opening-and-closing). */
export function warnThirdParty(facts: ComponentFacts): readonly Text[] {
  return facts.detail?.serviceSource === 'third_party' ? [factsMsg.thirdParty()] : [];
}

/** The arguments of a change of one port, as words that are read as the same. */
export function givenPort({ component, ports }: ComponentFacts, port: number, more: RawArgs = {}): RawArgs {
  return { component: [component.id], port: [portWord(ports, port)], ...more };
}

/** What the plan of a change of one component begins with. @param touches besides the component */
export function planOn(
  { component }: ComponentFacts,
  touches: readonly string[],
): Pick<Plan, 'v' | 'component' | 'componentName' | 'touches'> {
  return { v: 1, component: component.id, componentName: component.name, touches: [...touches] };
}

/** A row of a plan for something that isn't there yet. */
export function newRow(what: Text, after: Text): Plan['rows'][number] {
  return { what, before: sharedMsg.none(), after, adds: true };
}

/** "On" or "off", with the sign that everything here uses. */
export function onOff(on: boolean): Text {
  return on ? sharedMsg.on() : sharedMsg.off();
}
