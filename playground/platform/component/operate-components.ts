import { choice, dictionary, list, validate } from '../fields.ts';
import { locateApp } from '../locate.ts';
import { bare, business, PlatformRefusal, type SimulatedOutcome, serverErrorPage } from '../platform-answer.ts';
import { askRegion, regionFault } from '../region-call.ts';
import { readData, type SimulatedCall, type SimulatedOperation } from '../simulated-call.ts';
import type {
  LifecyclePermission,
  Region,
  SimulatedComponent,
  SimulatedTeam,
  SimulatedWorld,
} from '../simulated-world.ts';
import { sizeOf, spareMemory } from './component-size.ts';
import {
  type BegunWork,
  beginBuild,
  beginStart,
  beginStop,
  beginUpgrade,
  pretendWork,
  type RegionWork,
  refuseWork,
} from './region-work.ts';

type OperationKind = {
  readonly optType: string;
  readonly permission: LifecyclePermission;
  readonly needsMemory: boolean;
  /** The region's message if it has nothing to do. */
  readonly idle: string;
  readonly begin: (world: SimulatedWorld, work: RegionWork) => BegunWork;
};

const kinds = {
  start: {
    optType: 'start-service',
    permission: 300005,
    needsMemory: true,
    idle: 'component is not closed, can not start',
    begin: beginStart,
  },
  stop: {
    optType: 'stop-service',
    permission: 300006,
    needsMemory: false,
    idle: 'component is closed, can not stop',
    begin: beginStop,
  },
  upgrade: {
    optType: 'upgrade-service',
    permission: 300007,
    needsMemory: true,
    idle: 'component no change no need upgrade.',
    begin: beginUpgrade,
  },
  deploy: {
    optType: 'build-service',
    permission: 300008,
    needsMemory: true,
    idle: 'component no change no need upgrade.',
    begin: beginBuild,
  },
} as const satisfies { readonly [action: string]: OperationKind };

const operationRequest = dictionary({
  action: choice(Object.keys(kinds)),
  service_ids: list({ missing: { value: [] } }),
});

const done = bare({ msg: '操作成功' });

/** Maximum number of components that the region handles (docs/platform.md#operations). */
const MOST = 1024;

/**
 * POST operations (docs/platform.md#operations), with its traps: a request without ids means the whole application, ids
 * of any application are accepted, and the answer is "操作成功" even if nothing was done or the region refused.
 */
export const operateComponents: SimulatedOperation = (world, call) => {
  const { team, region, app } = locateApp(world, call);
  const asked = validate(operationRequest, readData(call));
  const [action, kind] = kindOf(asked.action);
  const whole = world.components.filter((one) => one.appId === app.id && one.source !== 'third_party');
  const ids = asked.service_ids.length === 0 ? whole.map(({ id }) => id) : asked.service_ids;
  if (!call.user.may.includes(kind.permission)) {
    throw new PlatformRefusal(business(403, 'no permissions ', '没有操作权限', 10402));
  }
  const named = world.components.filter(({ id }) => ids.includes(id));
  if (named.length === 0) return { world, answer: done };
  tellRegion(region, team, call);
  // Skips unfinished components, except in a deploy. The region doesn't know these components, even in a deploy.
  const operable = named.filter((one) => one.createStatus === 'complete' && one.region === region.name).slice(0, MOST);
  const { world: after, spent } = operate(world, call, team, operable, action);
  return { world: after, answer: done, spent };
};

type OperationAction = keyof typeof kinds;

function kindOf(action: string): readonly [OperationAction, OperationKind] {
  if (action === 'start' || action === 'stop' || action === 'upgrade' || action === 'deploy') {
    return [action, kinds[action]];
  }
  throw new Error(`unknown action ${action}`);
}

function operate(
  world: SimulatedWorld,
  call: SimulatedCall,
  team: SimulatedTeam,
  components: readonly SimulatedComponent[],
  action: OperationAction,
): Pick<SimulatedOutcome, 'world' | 'spent'> {
  const kind: OperationKind = kinds[action];
  const { nextOperation, nextDeploy, nextStart } = call.lifecycle;
  if (nextOperation === 'ignored') return { world, spent: 'nextOperation' };
  const build = action === 'deploy' ? (nextDeploy ?? undefined) : undefined;
  const pods = action !== 'stop' && build === undefined ? (nextStart ?? undefined) : undefined;
  const refused = nextOperation === 'refused-inside-200';
  const fate =
    nextOperation === 'idle' || nextOperation === 'stuck' || nextOperation === 'timeout' ? nextOperation : undefined;
  // Only a stop waits for its pods, so only a stop can time out.
  const times = fate === 'timeout' && action === 'stop';
  let after = world;
  for (const [index, component] of components.entries()) {
    const work: RegionWork = { component, call, requestBody: '', pods, build, fate };
    const lacks = kind.needsMemory && needed(component) > spareMemory(after, team.id, component.region);
    const begun =
      (refused && index === 0) || lacks
        ? refuseWork(after, work, kind.optType)
        : fate === 'idle' || fate === 'stuck'
          ? pretendWork(after, work, kind.optType, kind.idle)
          : kind.begin(after, work);
    after = begun.world;
  }
  const used = refused || fate === 'idle' || fate === 'stuck' || times;
  return { world: after, spent: used ? 'nextOperation' : build ? 'nextDeploy' : pods ? 'nextStart' : undefined };
}

function needed(component: SimulatedComponent): number {
  const { memory, nodes } = sizeOf(component);
  return memory * nodes;
}

/** Refuses as the region does. A 5xx without a code becomes an HTML page (docs/platform.md#region-failures). */
function tellRegion(region: Region, team: SimulatedTeam, call: SimulatedCall): void {
  const fault = regionFault(region, call);
  const code =
    fault?.kind === 'answers' && typeof fault.body === 'object' && fault.body !== null && 'code' in fault.body;
  if (fault?.kind === 'answers' && fault.status >= 500 && !code) throw new PlatformRefusal(serverErrorPage);
  askRegion(region, call, { method: 'POST', path: `/v2/tenants/${team.name}/batchoperation` });
}
