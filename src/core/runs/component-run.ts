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
  /** Of the pods that it began, in order. */
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
    own,
    rollout,
    ahead: own?.state === 'succeeded' ? undefined : ahead,
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

/** Pod events that keep a new pod from running. */
const blocking: ReadonlySet<string> = new Set([
  'Unschedulable',
  'ImagePullBackOff',
  'CreateContainerConfigError',
  'ContainerExitError',
  'CrashLoopBackOff',
  'OOMKilled',
  'AbnormalExited',
]);

/** Pod events that end what came before them. */
const recovered: ReadonlySet<string> = new Set(['AbnormalRecovery', 'HealthCheckPassed']);

/** Whether the pods of a run can't run, as far as is known: nothing tells that they have recovered. */
export function isBlocked({ pods }: ComponentRun): boolean {
  const last = pods.findLast(({ type }) => blocking.has(type) || recovered.has(type));
  return last?.state === 'failed' && blocking.has(last.type);
}

/** The name of a pod that keeps it when it is replaced. */
const numbered = /-\d{1,3}$/;

/**
 * The events of the pods that a run may have begun, among those since its call: a pod of which there are earlier events is
 * older, unless its name is numbered.
 */
export function ofNewPods<E extends SeenEvent>(since: readonly E[], earlier: readonly SeenEvent[]): readonly E[] {
  const older = new Set(earlier.flatMap(({ pod }) => (pod === undefined || numbered.test(pod) ? [] : [pod])));
  return since.filter(({ pod }) => pod === undefined || !older.has(pod));
}

/** Whether an event is an update of what runs: the console drops why one fails (docs/platform.md#region-failures). */
export function isRollout(event: Pick<SeenEvent, 'type'> | undefined): boolean {
  return event?.type === 'upgrade-service' || event?.type === 'upgrade';
}

/** What the platform says of an event that succeeded and did nothing (docs/platform.md#event-states). */
const nothingDone = /can ?not (?:start|stop)|no need (?:upgrade|handle)/i;

/** What the platform says where it reports a success and did nothing. */
export function nothingDoneBy({ state, said }: SeenEvent): string | undefined {
  return state === 'succeeded' && said !== undefined && nothingDone.test(said) ? said : undefined;
}
