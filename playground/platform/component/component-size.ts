import type { Json } from '../../../src/core/text/json.ts';
import type { SimulatedComponent, SimulatedWorld } from '../simulated-world.ts';
import { componentJson } from './read-component.ts';

/** Settings and pods of a component: instances, MiB, millicores (0 means no limit). */
export type ComponentSize = {
  readonly nodes: number;
  readonly memory: number;
  readonly cpu: number;
  readonly image: string;
  readonly method: string;
};

export function sizeOf(component: SimulatedComponent): ComponentSize {
  const json = componentJson(component, null, []);
  return {
    nodes: numberOf(json.min_node),
    memory: numberOf(json.min_memory),
    cpu: numberOf(json.min_cpu),
    image: String(json.image),
    method: String(json.extend_method),
  };
}

function numberOf(value: Json | undefined): number {
  return typeof value === 'number' ? value : 0;
}

export function withDetail(
  component: SimulatedComponent,
  fields: { readonly [field: string]: Json },
): SimulatedComponent {
  return { ...component, detail: { ...component.detail, ...fields } };
}

export function isClosed({ status }: SimulatedComponent): boolean {
  return status === null || status === 'closed' || status === 'undeploy';
}

/** Returns the sum of the limits of a team's pods in a region (docs/platform.md#team-resources). */
export function usedBy(
  world: SimulatedWorld,
  teamId: string,
  region: string,
): { readonly memory: number; readonly cpu: number } {
  const sizes = world.components
    .filter((one) => one.teamId === teamId && one.region === region && one.source !== 'third_party' && !isClosed(one))
    .map(sizeOf);
  const sum = (count: (size: ComponentSize) => number) => sizes.reduce((all, size) => all + count(size), 0);
  return { memory: sum(({ memory, nodes }) => memory * nodes), cpu: sum(({ cpu, nodes }) => cpu * nodes) };
}

/** Returns the unused memory of a team's quota in a region, in MiB. */
export function spareMemory(world: SimulatedWorld, teamId: string, region: string): number {
  const quota = world.teams.find(({ id }) => id === teamId)?.quotas[region];
  if (quota === undefined || quota.memory === 0) return Number.POSITIVE_INFINITY;
  return quota.memory - usedBy(world, teamId, region).memory;
}
