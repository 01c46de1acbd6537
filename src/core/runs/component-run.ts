import { defined } from '../defined.ts';
import { rolloutsOf } from './run-parts.ts';
import { isFailure, type RememberedEvent, type SeenEvent } from './seen-event.ts';

/** The types of events of one run. */
export interface RunTypes {
  /** Of the event that a call causes. */
  readonly types: readonly string[];
  /** Of the event that the platform then begins by itself: the rollout after a build. */
  readonly next?: readonly string[];
  /** Of what may come before it under an id of its own; where it fails, nothing follows. */
  readonly first?: readonly string[];
}

/**
 * One run of a component: what was asked for, the rollout that the platform begins by itself after it, and what its pods
 * went through meanwhile. The platform links none of them.
 */
export interface ComponentRun<E extends SeenEvent = SeenEvent> {
  readonly own?: RememberedEvent<E>;
  readonly rollout?: RememberedEvent<E>;
  /** A failed event before the own one, which therefore never runs. */
  readonly ahead?: RememberedEvent<E>;
  /** Of pods, in order. */
  readonly pods: readonly RememberedEvent<E>[];
  readonly others: readonly RememberedEvent<E>[];
}

/**
 * Finds the parts of a run among the events that are remembered since it was asked for.
 * @param events in the order in which they began
 * @param id of its own event, where it is known
 */
export function findRun<E extends SeenEvent>(
  events: readonly RememberedEvent<E>[],
  { types, next = [], first = [] }: RunTypes,
  id?: string,
): ComponentRun<E> {
  const pods = events.filter(({ pod }) => pod !== undefined);
  const done = events.filter(({ pod }) => pod === undefined);
  const own = done.find((event) => (id === undefined ? types.includes(event.type) : event.id === id));
  const rollouts = rolloutsOf(
    done.filter(({ type }) => types.includes(type)),
    done.filter((event) => event !== own && next.includes(event.type)),
  );
  const rollout = own && rollouts.get(own);
  const ahead = done.find((event) => first.includes(event.type) && isFailure(event));
  const mine = [own, rollout, ahead];
  return {
    pods,
    others: done.filter((event) => !mine.includes(event) && !first.includes(event.type)),
    ...defined({ own, rollout, ahead: own?.state === 'succeeded' ? undefined : ahead }),
  };
}

/** Pod events of a normal start, and good news: they say nothing about an outcome. */
const harmless: ReadonlySet<string> = new Set([
  'INITIATING',
  'ReadinessUnhealthy',
  'AbnormalRecovery',
  'HealthCheckPassed',
]);

/** The last trouble that the pods of a run had, if any. */
export function lastTrouble<E extends SeenEvent>({ pods }: ComponentRun<E>): RememberedEvent<E> | undefined {
  return pods.findLast(({ type }) => !harmless.has(type));
}

/** What the platform says of an event that succeeded and did nothing (docs/platform.md#event-states). */
const nothingDone = /can ?not (?:start|stop)|no need upgrade/i;

/** What the platform says where it reports a success and did nothing. */
export function nothingDoneBy({ state, said }: SeenEvent): string | undefined {
  return state === 'succeeded' && said !== undefined && nothingDone.test(said) ? said : undefined;
}
