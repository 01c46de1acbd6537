import { issueEvent } from '../event/issue-event.ts';
import { newPodOf, podsOf } from '../pods/pods.ts';
import type { SimulatedComponent, SimulatedWorld, StatusPhase } from '../simulated-world.ts';
import type { LifecycleFaults } from './lifecycle-faults.ts';

/** Behavior of started pods (docs/platform.md#pod-events): crash, crash and recover, or not ready at first. */
export type PodsFate = NonNullable<LifecycleFaults['nextStart']>;

/** Time until crashed pods recover, in ms. The status stays abnormal until then. */
const RECOVERS = 25_000;

/** Returns the statuses for these pods. A rollout hides their crashes (docs/platform.md#component-status). */
export function podPhases(phases: readonly StatusPhase[], fate: PodsFate | undefined): readonly StatusPhase[] {
  const ready = readyAt(phases);
  if (ready === undefined || fate === undefined || fate === 'unready') return phases;
  const before = phases.filter(({ at }) => at < ready);
  const isHidden = before.some(({ status }) => status === 'upgrade' || status === 'waiting');
  const failed = isHidden ? [] : [{ at: ready, status: 'abnormal' }];
  const back = fate === 'recover' ? [{ at: ready + RECOVERS, status: 'running' }] : [];
  return [...before, ...failed, ...back];
}

function readyAt(phases: readonly StatusPhase[]): number | undefined {
  return phases.findLast(({ status }) => status === 'running')?.at;
}

export function addPodsOf(
  world: SimulatedWorld,
  component: SimulatedComponent,
  phases: readonly StatusPhase[],
  fate: PodsFate | undefined,
  { eventDelayMs, eventZones }: LifecycleFaults,
): SimulatedWorld {
  const ready = readyAt(phases);
  const began = phases[0]?.at;
  if (ready === undefined || began === undefined || fate === undefined) return world;
  const zone = eventZones ? { utc: true as const } : {};
  const pod = newPodOf(world.apps, component, began);
  const add = (to: SimulatedWorld, what: PodEvent) =>
    addPodEvent(to, component, { pod, ...what, ...zone }, eventDelayMs);
  if (fate === 'unready') {
    const message = 'Readiness probe failed: connection refused';
    return add(world, { optType: 'ReadinessUnhealthy', at: began + 1_000, message, goneFrom: ready });
  }
  const goneFrom = fate === 'recover' ? { goneFrom: ready + RECOVERS } : {};
  const crash = {
    optType: 'CrashLoopBackOff',
    at: ready,
    message: 'back-off restarting failed container',
    ...goneFrom,
  };
  const crashed = add(world, crash);
  if (fate === 'crash') return crashed;
  const recovery = {
    optType: 'AbnormalRecovery',
    at: ready + RECOVERS,
    message: '',
    status: 'success',
  } as const;
  return add(crashed, recovery);
}

/** Removes a component's pods from a time on, with most of their events. */
export function forgetPods(world: SimulatedWorld, componentId: string, at: number): SimulatedWorld {
  const events = world.events.map((event) => {
    const goes = event.componentId === componentId && event.pod !== null && !event.optType.startsWith('Abnormal');
    return goes ? { ...event, goneFrom: Math.min(event.goneFrom ?? at, at) } : event;
  });
  return { ...world, events };
}

/** Event of a pod. `ended`: the event ends immediately. */
export type PodEvent = {
  readonly optType: string;
  readonly at: number;
  readonly message: string;
  readonly pod?: string | undefined;
  readonly ended?: boolean;
  readonly status?: 'success' | 'failure';
  readonly goneFrom?: number;
  readonly utc?: true;
};

export function addPodEvent(
  world: SimulatedWorld,
  component: SimulatedComponent,
  what: PodEvent,
  eventDelayMs = 0,
): SimulatedWorld {
  const { optType, at, message, pod, ended, status = 'failure', ...more } = what;
  return issueEvent(world, {
    componentId: component.id,
    pod: pod ?? podsOf(world.apps, component)[0] ?? component.k8sName,
    optType,
    userName: 'system',
    requestBody: '',
    startedAt: at,
    listedFrom: at + eventDelayMs,
    endsAt: ended ? at : null,
    status,
    message,
    log: null,
    ...more,
  }).world;
}
