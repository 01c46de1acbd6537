import { buildLog, failedBuildLog, plainLog } from '../events/event-logs.ts';
import { dropPlanned, giveUpLast, issueEvent } from '../events/issue-event.ts';
import { podsOf } from '../pods/pods.ts';
import type { SimulatedCall } from '../simulated-call.ts';
import type { LogLine, Pause, SimulatedComponent, SimulatedWorld, StatusPhase } from '../simulated-world.ts';
import { isClosed, sizeOf } from './component-size.ts';
import { putComponent, settle } from './settle.ts';

/** How long the region takes, in ms. */
export const workTakes = { nothing: 1_000, start: 4_000, stop: 3_000, upgrade: 6_000, build: 8_000, scale: 3_000 };

/** Something that the region is to do to one component. */
export type RegionWork = {
  readonly component: SimulatedComponent;
  readonly call: Pick<SimulatedCall, 'now' | 'user' | 'lifecycle'>;
  /** What the region was sent, as far as it keeps that. */
  readonly requestBody: string;
  /** Pods crash in the end. */
  readonly crashes?: boolean;
  /** The build fails. */
  readonly buildFails?: boolean;
};

/** The world with what has begun, and the event that tells of it. */
export type BegunWork = { readonly world: SimulatedWorld; readonly eventId: string };

/** An event that begins some time from now, and the statuses that come with it. */
type Happening = {
  readonly optType: string;
  readonly after?: number;
  readonly takes: number;
  readonly log: readonly LogLine[] | null;
  readonly phases?: readonly StatusPhase[];
  readonly failed?: boolean;
  readonly message?: string;
  readonly byPlatform?: boolean;
};

/** `start-service`. What isn't closed stays as it is, and the event is a success all the same. */
export function beginStart(world: SimulatedWorld, work: RegionWork): BegunWork {
  return begin(world, work, startHappening(work, 'start-service', 0));
}

/** `stop-service`. */
export function beginStop(world: SimulatedWorld, work: RegionWork): BegunWork {
  const { component, call } = work;
  const optType = 'stop-service';
  if (isClosed(component) || component.source === 'third_party') {
    return begin(world, work, nothingToDo(optType, call.now, 'component is closed, can not stop'));
  }
  const takes = workTakes.stop;
  const phases = [
    { at: call.now, status: 'stopping' },
    { at: call.now + takes, status: 'closed' },
  ];
  const log = plainLog('stop component', 'stop component success', call.now, takes);
  const stopped = { ...component, pauses: [...(component.pauses ?? []), { from: call.now + takes, to: null }] };
  return begin(world, { ...work, component: stopped }, { optType, takes, phases, log });
}

/** `upgrade-service`: a rolling update; what is closed is started. */
export function beginUpgrade(world: SimulatedWorld, work: RegionWork): BegunWork {
  return begin(world, work, upgradeHappening(work, 0));
}

/** `build-service`, and after it an upgrade that the platform begins. */
export function beginBuild(world: SimulatedWorld, work: RegionWork): BegunWork {
  const { component, call } = work;
  const takes = workTakes.build;
  const { image } = sizeOf(component);
  const optType = 'build-service';
  if (work.buildFails) {
    const message = component.source === 'source_code' ? '构建源码失败' : '拉取镜像失败';
    return begin(world, work, {
      ...{ optType, takes, message, failed: true },
      log: failedBuildLog(component, image, call.now, takes),
    });
  }
  const built = begin(world, work, { optType, takes, log: buildLog(component, image, call.now, takes) });
  const upgraded = happen(built.world, work, upgradeHappening(work, takes));
  return { world: upgraded.world, eventId: built.eventId };
}

/** `horizontal-service`: other instances beside those that run. */
export function beginHorizontal(world: SimulatedWorld, work: RegionWork): BegunWork {
  const { now } = work.call;
  const takes = isClosed(work.component) ? workTakes.nothing : workTakes.scale;
  const log = plainLog('start horizontal scaling', 'horizontal scaling success', now, takes);
  return begin(world, work, { optType: 'horizontal-service', takes, log });
}

/** `vertical-service`: pods are replaced. */
export function beginVertical(world: SimulatedWorld, work: RegionWork): BegunWork {
  const { now } = work.call;
  const takes = isClosed(work.component) ? workTakes.nothing : workTakes.upgrade;
  const phases = isClosed(work.component) ? [] : between(now, now + takes, 'upgrade', 'running');
  const log = plainLog('start vertical scaling', 'vertical scaling success', now, takes);
  return begin(world, work, { optType: 'vertical-service', takes, phases, log });
}

/** A component that the region refuses inside its 200: its event has failed before it began. The reason is kept nowhere. */
export function refuseWork(world: SimulatedWorld, work: RegionWork, optType: string): BegunWork {
  return happen(world, work, { optType, takes: 0, failed: true, log: null });
}

/** Something that happens to one of a component's pods, by itself. `ended`: it is over at once. */
export function addPodEvent(
  world: SimulatedWorld,
  component: SimulatedComponent,
  what: { readonly optType: string; readonly at: number; readonly message: string; readonly ended?: boolean },
  eventDelayMs = 0,
): SimulatedWorld {
  return issueEvent(world, {
    componentId: component.id,
    pod: podsOf(world.apps, component)[0] ?? component.k8sName,
    optType: what.optType,
    userName: 'system',
    requestBody: '',
    startedAt: what.at,
    listedFrom: what.at + eventDelayMs,
    endsAt: what.ended ? what.at : null,
    status: 'failure',
    message: what.message,
    log: null,
  }).world;
}

/** The world in which this begins now, instead of anything that was planned for the component. */
function begin(world: SimulatedWorld, work: RegionWork, what: Happening): BegunWork {
  const { component, call } = work;
  const free = dropPlanned(giveUpLast(world, component.id, call.now), component.id, call.now);
  return happen(putComponent(free, { ...component, phases: [] }), work, what);
}

function happen(
  world: SimulatedWorld,
  { component, call, requestBody, crashes }: RegionWork,
  what: Happening,
): BegunWork {
  const startedAt = call.now + (what.after ?? 0);
  const phases = what.phases ?? [];
  const known = world.components.find(({ id }) => id === component.id) ?? component;
  const planned = putComponent(world, {
    ...known,
    phases: [...(known.phases ?? []), ...phases],
    pauses: phases.some(({ status }) => status === 'starting') ? endPauses(known, startedAt) : (known.pauses ?? []),
  });
  const { world: told, eventId } = issueEvent(planned, {
    componentId: component.id,
    pod: null,
    optType: what.optType,
    userName: what.byPlatform ? 'system' : call.user.nickName,
    requestBody: requestBody.slice(0, 1024),
    startedAt,
    listedFrom: startedAt + call.lifecycle.eventDelayMs,
    endsAt: startedAt + what.takes,
    status: what.failed ? 'failure' : 'success',
    message: what.message ?? '',
    log: what.log,
  });
  const abnormal = crashes ? phases.find(({ status }) => status === 'abnormal') : undefined;
  if (abnormal === undefined) return { world: settle(told, call.now), eventId };
  const crash = { optType: 'CrashLoopBackOff', at: abnormal.at, message: 'back-off restarting failed container' };
  return { world: settle(addPodEvent(told, component, crash, call.lifecycle.eventDelayMs), call.now), eventId };
}

/** The times when a component was stopped, the last of which ends with a start (epoch ms). */
function endPauses({ pauses = [] }: SimulatedComponent, at: number): readonly Pause[] {
  return pauses.map((pause) => (pause.to === null ? { ...pause, to: at + workTakes.start } : pause));
}

function startHappening({ component, call, crashes }: RegionWork, optType: string, after: number): Happening {
  const at = call.now + after;
  if (!isClosed(component) || component.source === 'third_party') {
    return nothingToDo(optType, at, 'component is not closed, can not start');
  }
  const takes = workTakes.start;
  const phases = between(at, at + takes, 'starting', crashes ? 'abnormal' : 'running');
  const last = crashes ? 'start component timeout' : 'start component success';
  return { optType, after, takes, phases, failed: crashes === true, log: plainLog('start component', last, at, takes) };
}

function upgradeHappening(work: RegionWork, after: number): Happening {
  const { component, call, crashes } = work;
  const optType = 'upgrade-service';
  const byPlatform = after > 0;
  if (isClosed(component)) return { ...startHappening(work, optType, after), byPlatform };
  const takes = workTakes.upgrade;
  const at = call.now + after;
  const phases = between(at, at + takes, 'upgrade', crashes ? 'abnormal' : 'running');
  const last = crashes ? 'upgrade component timeout' : 'upgrade component success';
  const log = plainLog('start rolling upgrade', last, at, takes);
  return { optType, after, takes, phases, failed: crashes === true, byPlatform, log };
}

function nothingToDo(optType: string, at: number, said: string): Happening {
  return { optType, takes: workTakes.nothing, log: [{ at, text: said }] };
}

function between(from: number, to: number, meanwhile: string, then: string): readonly StatusPhase[] {
  return [
    { at: from, status: meanwhile },
    { at: to, status: then },
  ];
}
