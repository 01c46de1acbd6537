import type { SimulatedComponent, Trouble } from '../simulated-world.ts';

/** Time until a trouble reaches its maximum, in seconds. */
const RISES = 60;

/** Returns the level of a trouble (0 to 1) at a time (Unix seconds), even for past times. */
export function troubleAt({ troubles = [] }: SimulatedComponent, kind: Trouble['kind'], seconds: number): number {
  const one = troubles.find(
    ({ kind: other, from, to }) => other === kind && from <= seconds * 1_000 && (to === null || seconds * 1_000 < to),
  );
  if (one === undefined) return 0;
  return kind === 'silent' ? 1 : Math.min(1, (seconds - one.from / 1_000) / RISES);
}

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

/** Replaces all pods at a time (epoch ms). This ends the pods' troubles and resets their restarts. */
export function withNewPods(component: SimulatedComponent, at: number): SimulatedComponent {
  const { troubles = [], replacedAt = [] } = component;
  if (troubles.length === 0 && (component.exits ?? []).length === 0) return component;
  return {
    ...component,
    troubles: troubles.map((one) => (one.to === null && one.kind !== 'silent' ? { ...one, to: at } : one)),
    replacedAt: [...replacedAt, at],
  };
}
