import type { Place } from '../../core/command/context.ts';
import { nearest } from '../../core/command/nearest.ts';
import type { RawArgs } from '../../core/command/params.ts';
import { type Choice, isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { unknownName } from '../../core/command/resolve.ts';
import type { Ask } from '../../core/operation.ts';
import type { Plan } from '../../core/request/plan.ts';
import { statusKind } from '../../core/runs/component-status.ts';
import type { Text } from '../../core/text/text.ts';
import type { Component } from '../../platform/component/component-endpoints.ts';
import type { Dialect } from '../../platform/endpoint.ts';
import { PlatformError } from '../../platform/errors/platform-error.ts';
import type { GatewayRules } from '../../platform/gateway/gateway-endpoints.ts';
import type { Port } from '../../platform/port/port-endpoints.ts';
import type { TeamRegion } from '../../platform/region/region-endpoints.ts';
import { factsMsg } from './change-facts-messages.ts';
import { isAbnormal, isThirdParty } from './component/component-format.ts';
import type { Reads } from './define.ts';
import { findComponent, isComponentId, type Named } from './find-component.ts';
import { allRegions, regionStatus } from './find-team-and-region.ts';
import { sharedMsg } from './operation-messages.ts';
import { orUndefined } from './or-undefined.ts';
import { portInFull, portWord } from './shared-params.ts';

/** Region in the team's list; `absent` if the list lacks it, `unread` if the platform refused the list. */
export type RegionState =
  | Pick<TeamRegion, 'regionName' | 'status' | 'httpdomain' | 'tcpdomain' | 'tenantName'>
  | 'absent'
  | 'unread';

/** Facts for changes of a component. Only the plan judges them, so that they can be read again after any change. */
export interface ComponentFacts {
  readonly component: Named;
  readonly region: RegionState;
  readonly ports: readonly Port[];
  readonly dialect: Dialect;
  /** Undefined if not requested, or if it can't be read. Reading needs the region (docs/platform.md#components). */
  readonly detail?: Pick<Component, 'accessInfos' | 'serviceAlias' | 'serviceId' | 'serviceSource'> &
    Partial<Pick<Component, 'image' | 'status'>>;
  /** Rules of the whole app; undefined if not requested, or if they can't be read. */
  readonly rules?: GatewayRules;
}

interface Wants {
  readonly detail: boolean;
  readonly rules: boolean;
}

/**
 * Reads the facts for a change of a component.
 * @param wants parts to read in addition to the region and the ports; a part that can't be read is left out
 * @returns a problem if the component isn't found, or if its region's status shows that the region is unavailable
 * @throws PlatformError if regions, components or ports can't be read
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
    // A region that isn't enabled blocks all apps of the team (docs/platform.md#paths). Its status explains the error.
    const refusal = error instanceof PlatformError && refuseByRegion({ region: await readingRegion }, ask);
    if (refusal) return refusal;
    throw error;
  }
}

async function readComponentFacts(
  typed: string,
  ask: Ask,
  reads: Reads,
  wants: Wants,
): Promise<Omit<ComponentFacts, 'region'> | Problem> {
  // If an id was typed, read everything in parallel. Reading the component reports the errors.
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

/** @throws PlatformError if the list can't be read */
export async function readRegionState({ team, region }: Place, reads: Reads): Promise<RegionState> {
  try {
    const listed = (await allRegions(team, reads)).find(({ regionName }) => regionName === region);
    if (!listed) return 'absent';
    const { regionName, status, httpdomain, tcpdomain, tenantName } = listed;
    return { regionName, status, httpdomain, tcpdomain, tenantName };
  } catch (error) {
    // A region with a long address makes the whole list fail forever (docs/platform.md#regions). Changes must still
    // work.
    if (error instanceof PlatformError && error.kind === 'rejected') return 'unread';
    throw error;
  }
}

/** Returns why the region accepts no changes now, or undefined. It must be enabled (docs/platform.md#paths). */
export function refuseByRegion({ region }: Pick<ComponentFacts, 'region'>, ask: Ask): Problem | undefined {
  const { team, region: name } = ask.context;
  if (region === 'unread') return undefined;
  if (region === 'absent') return refused(factsMsg.teamNotInRegion({ team, region: name }));
  if (!region.status || region.status === '1') return undefined;
  return refused(factsMsg.regionNotEnabled({ region: name, status: regionStatus(region.status) }));
}

export function findPort(
  facts: ComponentFacts,
  { port: number, whichProtocol }: { readonly port: number; readonly whichProtocol?: string | undefined },
): Port | Problem {
  const { component, ports } = facts;
  const numbered = ports.filter(({ containerPort }) => containerPort === number);
  const matches = numbered.filter(({ protocol }) => whichProtocol === undefined || protocol === whichProtocol);
  const [one, other] = matches;
  if (one && other)
    return unknownName(
      { param: 'port', why: factsMsg.whichPort({ port: number, component: component.name }) },
      matches,
      matches,
      choiceOfPort,
    );
  // A call has only a port's number, and acts on the first port with this number (docs/platform.md#ports).
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

export function givenToOpen(facts: ComponentFacts, { containerPort, isInnerService }: Port): RawArgs {
  return givenPort(facts, containerPort, isInnerService ? {} : { both: ['yes'] });
}

/** Says that nothing may answer at an address, because the component is stopped or abnormal. */
export function warnUnserved({ component: { name }, detail }: ComponentFacts): readonly Text[] {
  const component = { component: name };
  if (statusKind(detail?.status) === 'stopped') return [factsMsg.servesOnceStarted(component)];
  return isAbnormal(detail?.status) ? [factsMsg.mayNotServe(component)] : [];
}

/** A third-party component represents a service outside the platform (docs/platform.md#opening-and-closing). */
export function warnThirdParty(facts: ComponentFacts): readonly Text[] {
  return facts.detail && isThirdParty(facts.detail) ? [factsMsg.thirdParty()] : [];
}

export function givenPort({ component, ports }: ComponentFacts, port: number, more: RawArgs = {}): RawArgs {
  return { component: [component.id], port: [portWord(ports, port)], ...more };
}

/** @param touches keys of other touched things, in addition to the component */
export function planOn(
  { component }: ComponentFacts,
  touches: readonly string[],
): Pick<Plan, 'v' | 'component' | 'componentName' | 'touches'> {
  return { v: 1, component: component.id, componentName: component.name, touches: [...touches] };
}

export function newRow(what: Text, after: Text): Plan['rows'][number] {
  return { what, before: sharedMsg.none(), after, adds: true };
}

export function onOff(on: boolean): Text {
  return on ? sharedMsg.on() : sharedMsg.off();
}
