import { issueEvent } from '../event/issue-event.ts';
import { business, PlatformRefusal } from '../platform-answer.ts';
import { askRegion } from '../region-call.ts';
import type { SimulatedCall } from '../simulated-call.ts';
import type { Region, SimulatedComponent, SimulatedPort, SimulatedTeam, SimulatedWorld } from '../simulated-world.ts';

/** A port about to be changed, and all that is known about where it is. */
export type PortChange = {
  readonly world: SimulatedWorld;
  readonly call: SimulatedCall;
  readonly team: SimulatedTeam;
  readonly region: Region;
  readonly component: SimulatedComponent;
  readonly port: SimulatedPort;
};

/** Tells the region about a change below this component; components that are not created yet are unknown there. */
export function tellRegion(change: PortChange, method: string, below: string): void {
  if (change.component.createStatus !== 'complete') return;
  const path = `/v2/tenants/${change.team.name}/services/${change.component.alias}${below}`;
  askRegion(change.region, change.call, { method, path });
}

/** A refusal that came as a code: the reason stands in `msg_show` only (docs/platform.md#opening-and-closing). */
export function changeFailed(code: number, reason: string): PlatformRefusal {
  return new PlatformRefusal(business(code, 'change port fail', reason));
}

/**
 * The world with the event that a region makes of a change of a port's access.
 * @param endsAt epoch ms; null where the region failed meanwhile: then it never ends
 */
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
