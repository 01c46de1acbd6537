import { issueEvent } from '../event/issue-event.ts';
import { business, PlatformRefusal } from '../platform-answer.ts';
import { askRegion } from '../region-call.ts';
import type { SimulatedCall } from '../simulated-call.ts';
import type { Region, SimulatedComponent, SimulatedPort, SimulatedTeam, SimulatedWorld } from '../simulated-world.ts';

export type PortChange = {
  readonly world: SimulatedWorld;
  readonly call: SimulatedCall;
  readonly team: SimulatedTeam;
  readonly region: Region;
  readonly component: SimulatedComponent;
  readonly port: SimulatedPort;
};

/** Sends a change of this component to the region, unless the component is unfinished: the region doesn't know it. */
export function tellRegion(change: PortChange, method: string, below: string): void {
  if (change.component.createStatus !== 'complete') return;
  const path = `/v2/tenants/${change.team.name}/services/${change.component.alias}${below}`;
  askRegion(change.region, change.call, { method, path });
}

/** Refusal with a code. Only `msg_show` contains the reason (docs/platform.md#opening-and-closing). */
export function changeFailed(code: number, reason: string): PlatformRefusal {
  return new PlatformRefusal(business(code, 'change port fail', reason));
}

/** Adds the event of a port change. @param endsAt epoch ms; null if the region failed: the event never ends */
export function withPortEvent(
  world: SimulatedWorld,
  { call, component }: PortChange,
  [operation, side]: readonly ['open' | 'close', 'outer' | 'inner'],
  endsAt: number | null = call.now,
): SimulatedWorld {
  if (component.createStatus !== 'complete') return world;
  return issueEvent(world, {
    componentId: component.id,
    pod: null,
    optType: `handle-service-${side}port`,
    userName: call.user.nickName,
    requestBody: JSON.stringify({ operation, enterprise_id: world.enterpriseId, operator: call.user.nickName }),
    startedAt: call.now,
    listedFrom: call.now,
    endsAt,
    status: 'success',
    message: '',
    log: null,
  }).world;
}
