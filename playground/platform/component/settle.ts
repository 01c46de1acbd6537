import type { SimulatedComponent, SimulatedWorld, StatusPhase } from '../simulated-world.ts';

export function settle(world: SimulatedWorld, now: number): SimulatedWorld {
  const isDue = ({ at }: StatusPhase) => at <= now;
  if (!world.components.some(({ phases }) => phases?.some(isDue))) return world;
  return {
    ...world,
    components: world.components.map((component) => {
      const last = component.phases?.findLast(isDue);
      if (last === undefined) return component;
      return { ...component, status: last.status, phases: component.phases?.filter((phase) => !isDue(phase)) ?? [] };
    }),
  };
}

export function putComponent(world: SimulatedWorld, changed: SimulatedComponent): SimulatedWorld {
  return { ...world, components: world.components.map((one) => (one.id === changed.id ? changed : one)) };
}
