import type { SimulatedComponent, Trouble } from '../simulated-world.ts';

/** How long a trouble takes to reach its height, in seconds. */
const RISES = 60;

/**
 * How far a trouble has come at a moment (Unix seconds): 0 without it, 1 at its height. Its series is the same whenever it is
 * asked for, also after time was moved on.
 */
export function troubleAt({ troubles = [] }: SimulatedComponent, kind: Trouble['kind'], seconds: number): number {
  const one = troubles.find(
    ({ kind: other, from, to }) => other === kind && from <= seconds * 1_000 && (to === null || seconds * 1_000 < to),
  );
  if (one === undefined) return 0;
  return kind === 'silent' ? 1 : Math.min(1, (seconds - one.from / 1_000) / RISES);
}

/** The component with a trouble begun or ended at a moment (epoch ms). */
export function withTrouble(
  component: SimulatedComponent,
  kind: Trouble['kind'],
  on: boolean,
  at: number,
): SimulatedComponent {
  const troubles = component.troubles ?? [];
  const isOpen = (one: Trouble) => one.kind === kind && one.to === null;
  if (on)
    return troubles.some(isOpen) ? component : { ...component, troubles: [...troubles, { kind, from: at, to: null }] };
  return { ...component, troubles: troubles.map((one) => (isOpen(one) ? { ...one, to: at } : one)) };
}

/** The component after all its pods were replaced (epoch ms): what ailed them is over, and their restarts count from 0. */
export function withNewPods(component: SimulatedComponent, at: number): SimulatedComponent {
  const { troubles = [], replacedAt = [] } = component;
  if (troubles.length === 0 && (component.exits ?? []).length === 0) return component;
  return {
    ...component,
    troubles: troubles.map((one) => (one.to === null && one.kind !== 'silent' ? { ...one, to: at } : one)),
    replacedAt: [...replacedAt, at],
  };
}
