import { buildLog, failedBuildLog, plainLog } from '../event/event-logs.ts';
import { dropPlanned, giveUpLast, issueEvent } from '../event/issue-event.ts';
import { withNewPods } from '../pods/troubles.ts';
import type { SimulatedCall } from '../simulated-call.ts';
import type { LogLine, Pause, SimulatedComponent, SimulatedWorld, StatusPhase } from '../simulated-world.ts';
import { isClosed, sizeOf } from './component-size.ts';
import { hasImage } from './image-registry.ts';
import { addPodsOf, forgetPods, type PodsFate, podPhases } from './pod-fates.ts';
import { putComponent, settle } from './settle.ts';

/**
 * Durations in the region, in ms. `written`: until the objects are in Kubernetes, which is the success of a start,
 * upgrade or scaling (docs/platform.md#event-states). Other durations: until the pods are ready or gone.
 */
export const workTakes = {
  ...{ nothing: 1_000, written: 2_000, start: 4_000, stop: 3_000, upgrade: 6_000, build: 8_000, scale: 3_000 },
  ...{ scan: 3_000, timeout: 8_000, stopLate: 25_000 },
};

export type EventFate = 'idle' | 'stuck' | 'timeout';

export type RegionWork = {
  readonly component: SimulatedComponent;
  readonly call: Pick<SimulatedCall, 'now' | 'user' | 'lifecycle'>;
  /** Body of the stored request to the region, which might be shortened. */
  readonly requestBody: string;
  readonly pods?: PodsFate | undefined;
  readonly build?: 'build-error' | 'scan-error' | 'no-rollout' | undefined;
  readonly fate?: EventFate | undefined;
};

export type BegunWork = { readonly world: SimulatedWorld; readonly eventId: string };

type Happening = {
  readonly optType: string;
  readonly after?: number;
  /** Null: the work never ends. */
  readonly takes: number | null;
  readonly log: readonly LogLine[] | null;
  readonly phases?: readonly StatusPhase[];
  readonly ends?: 'failure' | 'timeout';
  readonly message?: string;
  readonly byPlatform?: boolean;
};

/** `start-service`. If the component isn't closed, nothing changes and the event still succeeds. */
export function beginStart(world: SimulatedWorld, work: RegionWork): BegunWork {
  return begin(world, work, startHappening(work, 'start-service', 0));
}

/** `stop-service`, which waits until the pods are gone. The pods' events are removed (docs/platform.md#pod-events). */
export function beginStop(world: SimulatedWorld, work: RegionWork): BegunWork {
  const { component, call, fate } = work;
  const optType = 'stop-service';
  if (isClosed(component) || component.source === 'third_party') {
    return begin(world, work, nothingToDo(optType, call.now, 'component is closed, can not stop'));
  }
  const late = fate === 'timeout';
  const gone = call.now + (late ? workTakes.stopLate : workTakes.stop);
  const phases = [
    { at: call.now, status: 'stopping' },
    { at: gone, status: 'closed' },
  ];
  const takes = late ? workTakes.timeout : workTakes.stop;
  const last = late ? 'stop component timeout' : 'stop component success';
  const stopped = { ...component, pauses: [...(component.pauses ?? []), { from: gone, to: null }] };
  const begun = begin(
    world,
    { ...work, component: stopped },
    {
      ...{ optType, takes, phases, log: plainLog('stop component', last, call.now, takes) },
      ...(late ? { ends: 'timeout' } : {}),
    },
  );
  return { ...begun, world: forgetPods(begun.world, component.id, gone) };
}

/** `upgrade-service`: a rolling update. A closed component is started. */
export function beginUpgrade(world: SimulatedWorld, work: RegionWork): BegunWork {
  return begin(world, work, upgradeHappening(work, 'upgrade-service', 0));
}

/**
 * `build-service`, then an `upgrade` that the platform starts without a user name. A source scan is a separate event
 * before the build (docs/platform.md#builds-and-deploys).
 */
export function beginBuild(world: SimulatedWorld, work: RegionWork): BegunWork {
  const { component, call, build } = work;
  const takes = workTakes.build;
  const { image } = sizeOf(component);
  const optType = 'build-service';
  if (build === 'scan-error') {
    const begun = begin(world, work, { optType, takes: null, log: null });
    const said = 'src/payment.ts: a private key is committed';
    const log = plainLog('Start scanning source code', `scan failed: ${said}`, call.now, workTakes.scan);
    const scan = { optType: 'source-scan', takes: workTakes.scan, ends: 'failure', message: said, log } as const;
    return { ...begun, world: happen(begun.world, work, scan).world };
  }
  if (build === 'build-error' || (component.source !== 'source_code' && !hasImage(image))) {
    const message = component.source === 'source_code' ? '构建源码失败' : '拉取镜像失败';
    return begin(world, work, {
      ...{ optType, takes, message, ends: 'failure' },
      log: failedBuildLog(component, image, call.now, takes),
    });
  }
  const built = begin(world, work, { optType, takes, log: buildLog(component, image, call.now, takes) });
  if (build === 'no-rollout') return built;
  const upgraded = happen(built.world, work, upgradeHappening(work, 'upgrade', takes));
  return { world: upgraded.world, eventId: built.eventId };
}

export function beginHorizontal(world: SimulatedWorld, work: RegionWork): BegunWork {
  return begin(world, work, scaleHappening(work, 'horizontal'));
}

export function beginVertical(world: SimulatedWorld, work: RegionWork): BegunWork {
  return begin(world, work, scaleHappening(work, 'vertical'));
}

/** The region refuses the component, although it answers 200. The event fails immediately, without a stored reason. */
export function refuseWork(world: SimulatedWorld, work: RegionWork, optType: string, message = ''): BegunWork {
  return happen(world, work, { optType, takes: 0, ends: 'failure', log: null, message });
}

/** Creates an event that succeeds without an effect or never ends. Statuses don't change. */
export function pretendWork(world: SimulatedWorld, work: RegionWork, optType: string, said: string): BegunWork {
  if (work.fate === 'stuck') return begin(world, work, { optType, takes: null, log: null });
  return begin(world, work, nothingToDo(optType, work.call.now, said));
}

function begin(world: SimulatedWorld, work: RegionWork, what: Happening): BegunWork {
  const { component, call } = work;
  const free = dropPlanned(giveUpLast(world, component.id, call.now), component.id, call.now);
  // A build changes no pods, so a rollout that has begun goes on.
  const phases = what.phases ? [] : underWay(component.phases ?? []);
  return happen(putComponent(free, { ...component, phases }), work, what);
}

/** Returns the statuses before the next planned work. */
function underWay(phases: readonly StatusPhase[]): readonly StatusPhase[] {
  const next = phases.findIndex(({ status }) => ['starting', 'stopping', 'upgrade', 'waiting'].includes(status));
  return next === -1 ? phases : phases.slice(0, next);
}

function happen(world: SimulatedWorld, work: RegionWork, what: Happening): BegunWork {
  const { component, call, requestBody } = work;
  const startedAt = call.now + (what.after ?? 0);
  const phases = podPhases(what.phases ?? [], work.pods);
  const current = world.components.find(({ id }) => id === component.id) ?? component;
  const ready = what.phases?.findLast(({ status }) => status === 'running')?.at;
  const planned = putComponent(world, {
    ...(ready === undefined ? current : withNewPods(current, ready)),
    phases: [...(current.phases ?? []), ...phases],
    pauses: phases.some(({ status }) => status === 'starting') ? endPauses(current, startedAt) : (current.pauses ?? []),
  });
  const { world: withEvent, eventId } = issueEvent(planned, {
    componentId: component.id,
    pod: null,
    optType: what.optType,
    // The platform's upgrade after a build has no user name (docs/platform.md#builds-and-deploys).
    userName: what.byPlatform ? '' : call.user.nickName,
    requestBody: requestBody.slice(0, 1024),
    startedAt,
    listedFrom: startedAt + call.lifecycle.eventDelayMs,
    endsAt: what.takes === null ? null : startedAt + what.takes,
    status: what.ends ?? 'success',
    message: what.message ?? '',
    log: what.log,
    utc: what.byPlatform && call.lifecycle.eventZones ? true : undefined,
  });
  const withPods = addPodsOf(withEvent, component, what.phases ?? [], work.pods, call.lifecycle);
  return { world: settle(withPods, call.now), eventId };
}

/** Returns a component's stops (epoch ms). If the component is stopped now, its start ends this stop. */
function endPauses({ pauses = [] }: SimulatedComponent, at: number): readonly Pause[] {
  return pauses.map((pause) => (pause.to === null ? { ...pause, to: at + workTakes.start } : pause));
}

function startHappening({ component, call }: RegionWork, optType: string, after: number): Happening {
  const at = call.now + after;
  if (!isClosed(component) || component.source === 'third_party') {
    return nothingToDo(optType, at, 'component is not closed, can not start');
  }
  const takes = workTakes.written;
  const phases = between(at, at + workTakes.start, 'starting', 'running');
  return { optType, after, takes, phases, log: plainLog('start component', 'start component success', at, takes) };
}

function upgradeHappening(work: RegionWork, optType: string, after: number): Happening {
  const { component, call } = work;
  const byPlatform = after > 0;
  if (isClosed(component)) return { ...startHappening(work, optType, after), byPlatform };
  const takes = workTakes.written;
  const at = call.now + after;
  // Without a build, old and new pods look the same, so the status is `waiting`.
  const meanwhile = byPlatform ? 'upgrade' : 'waiting';
  const phases = between(at, at + workTakes.upgrade, meanwhile, 'running');
  const log = plainLog('start rolling upgrade', 'upgrade component success', at, takes);
  return { optType, after, takes, phases, byPlatform, log };
}

const scalings = {
  horizontal: [workTakes.scale, 'running'],
  vertical: [workTakes.upgrade, 'waiting'],
} as const;
type ScalingKind = keyof typeof scalings;

function scaleHappening({ component, call: { now, lifecycle } }: RegionWork, how: ScalingKind): Happening {
  const failed = lifecycle.nextScale === 'not-applied';
  const [ready, meanwhile] = scalings[how];
  const said = { horizontal: 'service is closed, no need handle', vertical: 'service is closed,no need handle' };
  if (isClosed(component)) return nothingToDo(`${how}-service`, now, said[how]);
  const isEverywhere = how === 'horizontal' && sizeOf(component).method === 'daemonset';
  const takes = workTakes.written;
  const last = failed ? `${how} scaling failed: etcdserver: request timed out` : `${how} scaling success`;
  return {
    optType: `${how}-service`,
    takes,
    phases: failed || isEverywhere ? [] : between(now, now + ready, meanwhile, 'running'),
    log: plainLog(`start ${how} scaling`, last, now, takes),
    ...(failed ? { ends: 'failure', message: 'etcdserver: request timed out' } : {}),
  };
}

function nothingToDo(optType: string, at: number, said: string): Happening {
  return { optType, takes: workTakes.nothing, message: said, log: [{ at, text: said }] };
}

function between(from: number, to: number, meanwhile: string, then: string): readonly StatusPhase[] {
  return [
    { at: from, status: meanwhile },
    { at: to, status: then },
  ];
}
