import type { Json } from '../../../src/core/text/json.ts';
import type { SimulatedComponent, SimulatedWorld } from '../simulated-world.ts';
import { componentJson } from './read-component.ts';

/** What a component is set to use: instances, MiB, milli-cores (0 is no limit), and what its pods run. */
export type ComponentSize = {
  readonly nodes: number;
  readonly memory: number;
  readonly cpu: number;
  readonly image: string;
  readonly method: string;
};

/** The settings of a component. */
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

/** The component with some fields of its detail set. */
export function withDetail(
  component: SimulatedComponent,
  fields: { readonly [field: string]: Json },
): SimulatedComponent {
  return { ...component, detail: { ...component.detail, ...fields } };
}

/** Whether it has no pods: stopped, never built, or unknown to the region. */
export function isClosed({ status }: SimulatedComponent): boolean {
  return status === null || status === 'closed' || status === 'undeploy';
}

/** What the pods of a team use in a region: the sum of their limits (docs/platform.md#team-resources). */
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

/** How many MiB more a team's quota allows in a region. */
export function spareMemory(world: SimulatedWorld, teamId: string, region: string): number {
  const quota = world.teams.find(({ id }) => id === teamId)?.quotas[region];
  if (quota === undefined || quota.memory === 0) return Number.POSITIVE_INFINITY;
  return quota.memory - usedBy(world, teamId, region).memory;
}
