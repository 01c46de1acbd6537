import type { RememberedEvent, SeenEvent } from './seen-event.ts';

/** The requested event, the rollout that follows automatically, and pod events. The platform doesn't link them. */
export interface ComponentRun<E extends SeenEvent = SeenEvent> {
  readonly own?: RememberedEvent<E>;
  readonly rollout?: RememberedEvent<E>;
  /** An earlier event that failed, so that the requested event never runs. */
  readonly ahead?: RememberedEvent<E>;
  readonly pods: readonly RememberedEvent<E>[];
  readonly others: readonly RememberedEvent<E>[];
}

/** Returns the event that shows how a run ended, or its progress. */
export function lastEventOf<E extends SeenEvent>({
  ahead,
  rollout,
  own,
}: ComponentRun<E>): RememberedEvent<E> | undefined {
  return ahead ?? rollout ?? own;
}

/** Pod events of a normal start or a recovery. They say nothing about an outcome. */
const harmless: ReadonlySet<string> = new Set([
  'INITIATING',
  'ReadinessUnhealthy',
  'AbnormalRecovery',
  'HealthCheckPassed',
]);

export function lastTrouble<E extends SeenEvent>({ pods }: ComponentRun<E>): RememberedEvent<E> | undefined {
  return pods.findLast(isTrouble);
}

/** Checks whether a pod event is one that a normal start or a recovery doesn't have. */
export function isTrouble({ type }: Pick<SeenEvent, 'type'>): boolean {
  return !harmless.has(type);
}

const blocking: ReadonlySet<string> = new Set([
  'Unschedulable',
  'ImagePullBackOff',
  'CreateContainerConfigError',
  'ContainerExitError',
  'CrashLoopBackOff',
  'OOMKilled',
  'AbnormalExited',
]);

/** Pod events that end earlier trouble. */
const recovered: ReadonlySet<string> = new Set(['AbnormalRecovery', 'HealthCheckPassed']);

/** Checks whether the run's pods are blocked and no event shows their recovery. */
export function isBlocked({ pods }: ComponentRun): boolean {
  const last = pods.findLast(({ type }) => blocking.has(type) || recovered.has(type));
  return last?.state === 'failed' && blocking.has(last.type);
}

/** Pattern of pod names that a replacement pod keeps. */
const numbered = /-\d{1,3}$/;

/** Returns the events of possibly new pods. A pod with earlier events is old, unless its name is numbered. */
export function ofNewPods<E extends SeenEvent>(since: readonly E[], earlier: readonly SeenEvent[]): readonly E[] {
  const older = new Set(earlier.flatMap(({ pod }) => (pod === undefined || numbered.test(pod) ? [] : [pod])));
  return since.filter(({ pod }) => pod === undefined || !older.has(pod));
}

/** The platform's texts for an event that succeeded and did nothing (docs/platform.md#event-states). */
const nothingDone = /can ?not (?:start|stop)|no need (?:upgrade|handle)/i;

/** Returns the platform's text if an event succeeded but did nothing; otherwise undefined. */
export function nothingDoneBy({ state, said }: SeenEvent): string | undefined {
  return state === 'succeeded' && said !== undefined && nothingDone.test(said) ? said : undefined;
}

/** Operations of the platform that replace the component's containers. */
export const startingTypes: readonly string[] = [
  ...['start-service', 'restart-service', 'build-service', 'upgrade-service', 'upgrade', 'rollback-service'],
  'vertical-service',
];
