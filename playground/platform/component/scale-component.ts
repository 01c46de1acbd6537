import { isBusy } from '../event/issue-event.ts';
import { dictionary, integer, validate } from '../fields.ts';
import { locateComponent } from '../locate.ts';
import { business, emptyAnswer, PlatformRefusal, type SimulatedAnswer } from '../platform-answer.ts';
import { regionAnswer, regionFault, shortageAnswer } from '../region-call.ts';
import { readData, type SimulatedCall, type SimulatedOperation } from '../simulated-call.ts';
import type { Region, SimulatedComponent, SimulatedTeam, SimulatedWorld } from '../simulated-world.ts';
import { isClosed, sizeOf, spareMemory, withDetail } from './component-size.ts';
import type { OnceFault } from './lifecycle-faults.ts';
import { beginHorizontal, beginVertical, type RegionWork, refuseWork } from './region-work.ts';

type ScaledPlace = {
  readonly team: SimulatedTeam;
  readonly region: Region;
  readonly component: SimulatedComponent;
};

const busyText = '操作过于频繁，请稍后再试';

const horizontalRequest = dictionary({ new_node: integer({ from: 1, to: 100 }) });

export const scaleHorizontally: SimulatedOperation = (world, call) => {
  const place = locateComponent(world, call);
  const { component } = place;
  const { new_node: nodes } = validate(horizontalRequest, readData(call));
  const size = sizeOf(component);
  if (size.method.endsWith('_singleton') && nodes > 1) {
    throw new PlatformRefusal(business(409, 'singleton component, do not allow', '组件为单实例组件，不可使用多节点'));
  }
  if (component.createStatus !== 'complete') return { world, answer: emptyAnswer };
  tellRegion(world, call, place, 'horizontal', {
    busy: business(409, 'just wait a moment', busyText),
    failed: () => business(507, 'component error', '组件异常'),
  });
  if (isClosed(component) && !call.lifecycle.workerRestarted) refuseClosed(world, call, component);
  // The region compares with the existing pods, not with the wanted number.
  const running = size.nodes;
  if (nodes === running) {
    throw new PlatformRefusal(business(400, 'not changed', '节点没有变化，无需升级', 10104));
  }
  refuseShortage(world, call, place, (nodes - running) * size.memory);
  const changed = withDetail(component, { min_node: nodes });
  const sent = { node_num: nodes, operator: call.user.nickName, enterprise_id: world.enterpriseId };
  const begun = beginHorizontal(world, {
    component: changed,
    call,
    requestBody: JSON.stringify(sent),
    ...podsOf(call),
  });
  return { world: begun.world, answer: emptyAnswer, spent: spentBy(call) };
};

/**
 * Refuses to scale a stopped component: the region can't count its pods. A restarted worker accepts it and does
 * nothing.
 */
function refuseClosed(world: SimulatedWorld, call: SimulatedCall, component: SimulatedComponent): never {
  const message = 'horizontal service faliure:rpc error: code = Unknown desc = AppServiceNotFound';
  const failed = refuseWork(world, { component, call, requestBody: '' }, 'horizontal-service', message);
  throw new PlatformRefusal(business(507, 'component error', '组件异常'), failed.world);
}

const nullable = { null: { value: null } };
const verticalRequest = dictionary({
  new_memory: integer({ from: 64, to: 65_536 }),
  new_gpu: integer({ from: 0, ...nullable }),
  new_cpu: integer({ from: 0, ...nullable }),
});

export const scaleVertically: SimulatedOperation = (world, call) => {
  const place = locateComponent(world, call);
  const { component } = place;
  const asked = validate(verticalRequest, readData(call));
  const memory = asked.new_memory;
  // The console wants multiples of 64, but by mistake it refuses only a remainder of 1.
  if (memory % 64 === 1) throw new PlatformRefusal(verticalFailed(400, '内存必须为64的倍数'));
  if (component.createStatus !== 'complete') return { world, answer: emptyAnswer };
  tellRegion(world, call, place, 'vertical', {
    busy: verticalFailed(409, busyText),
    failed: (status, reason) => verticalFailed(status, reason),
  });
  const size = sizeOf(component);
  refuseShortage(world, call, place, isClosed(component) ? 0 : (memory - size.memory) * size.nodes);
  const cpu = asked.new_cpu ?? Math.trunc((memory / 128) * 20);
  const gpu: Record<string, number | undefined> = asked.new_gpu === null ? {} : { container_gpu: asked.new_gpu };
  const changed: SimulatedComponent = {
    ...withDetail(component, { min_memory: memory, min_cpu: cpu, ...gpu }),
    formerLimits: [...(component.formerLimits ?? []), { until: call.now, memory: size.memory }],
  };
  const sent = { container_memory: memory, container_cpu: cpu, operator: call.user.nickName };
  return {
    world: beginVertical(world, { component: changed, call, requestBody: JSON.stringify(sent), ...podsOf(call) }).world,
    answer: emptyAnswer,
    spent: spentBy(call),
  };
};

/** A change that isn't applied has no new pods. */
function podsOf({ lifecycle: { nextScale, nextStart } }: SimulatedCall): Pick<RegionWork, 'pods'> {
  return { pods: nextScale === null ? (nextStart ?? undefined) : undefined };
}

function spentBy(call: SimulatedCall): OnceFault | undefined {
  if (call.lifecycle.nextScale === 'not-applied') return 'nextScale';
  return podsOf(call).pods ? 'nextStart' : undefined;
}

function verticalFailed(status: number, reason: string): SimulatedAnswer {
  return business(status, 'vertical upgrade error', reason);
}

type Refusals = {
  readonly busy: SimulatedAnswer;
  readonly failed: (status: number, reason: string) => SimulatedAnswer;
};

function tellRegion(
  world: SimulatedWorld,
  call: SimulatedCall,
  { team, region, component }: ScaledPlace,
  what: string,
  refusals: Refusals,
): void {
  const request = { method: 'PUT', path: `/v2/tenants/${team.name}/services/${component.alias}/${what}` };
  const fault = regionFault(region, call);
  if (fault === undefined) {
    if (component.source !== 'third_party' && isBusy(world, component.id, call.now)) {
      throw new PlatformRefusal(refusals.busy);
    }
    return;
  }
  const answer = regionAnswer(region, fault, request);
  if (fault.kind !== 'answers' || answer.status === 412 || hasCode(fault.body)) throw new PlatformRefusal(answer);
  if (fault.status === 409) throw new PlatformRefusal(refusals.busy);
  throw new PlatformRefusal(refusals.failed(fault.status, '组件异常'));
}

function hasCode(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'code' in body;
}

function refuseShortage(world: SimulatedWorld, call: SimulatedCall, { team, region }: ScaledPlace, more: number): void {
  if (call.lifecycle.nextScale === 'lacks-memory') {
    throw new PlatformRefusal(shortageAnswer('tenant_lack_of_memory'), undefined, 'nextScale');
  }
  if (more > 0 && more > spareMemory(world, team.id, region.name)) {
    throw new PlatformRefusal(shortageAnswer('tenant_lack_of_memory'));
  }
}
