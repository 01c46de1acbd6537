import { type Problem, refused } from '../../core/command/problem.ts';
import { present } from '../../core/defined.ts';
import type { AlreadySo, Ask } from '../../core/operation.ts';
import type { Risk } from '../../core/policy/policy.ts';
import { exposes, interrupts, irreversible, type Plan, type Step, type Warning } from '../../core/request/plan.ts';
import { type Shown, type StatusPromise, shownBy, statusKind } from '../../core/runs/component-status.ts';
import { listText } from '../../core/text/joined.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import { type ComponentIds, operateComponentsCall } from '../../platform/component/component-calls.ts';
import type { ComponentSummary, LifecycleAction } from '../../platform/component/component-endpoints.ts';
import { refuseByRegion } from '../shared/change-facts.ts';
import { buttonMsg } from '../shared/component/component-button-messages.ts';
import { componentStatus, isThirdParty, isUnfinished } from '../shared/component/component-format.ts';
import type { Reads } from '../shared/define.ts';
import { appOf, componentName } from '../shared/find-component.ts';
import { sharedMsg } from '../shared/operation-messages.ts';
import { plannedComponent } from '../shared/shared-params.ts';
import { awaitedOf, lifecycleEvents } from './lifecycle-events.ts';
import { gatherLifecycle, isOperable, type LifecycleFacts, type RunningState, runState } from './lifecycle-facts.ts';
import { lifecycleMsg } from './lifecycle-messages.ts';

export const lifecycleChange = {
  command: 'component',
  dialects: ['console'],
  verify: 'event',
  events: lifecycleEvents,
  risk: (): Risk => 'disrupt',
  observe: observeStep,
  done: doneLines,
} as const;

export const singleChange = {
  ...lifecycleChange,
  gather: (args: { readonly component: string }, ask: Ask, reads: Reads) =>
    gatherLifecycle([args.component], ask, reads),
  identify: plannedComponent,
} as const;

/** Never empty, because a call with an empty list would act on the whole application. */
export type SomeComponents = readonly [ComponentSummary, ...ComponentSummary[]];

function some(all: readonly ComponentSummary[]): SomeComponents | undefined {
  const [first, ...more] = all;
  return first && [first, ...more];
}

export function idsOf([first, ...more]: SomeComponents): ComponentIds {
  return [first.serviceId, ...more.map(({ serviceId }) => serviceId)];
}

export function namedComponents({ all, named, region }: LifecycleFacts, ask: Ask): SomeComponents | Problem {
  const components = some(all.filter(({ serviceId }) => named.includes(serviceId)));
  if (!components || components.length < named.length) return refused(lifecycleMsg.notThere());
  return refuseInoperable(components) ?? refuseByRegion({ region }, ask) ?? components;
}

function refuseInoperable(components: readonly ComponentSummary[]): Problem | undefined {
  const thirdParty = components.filter(isThirdParty);
  if (thirdParty.length > 0) return refused(lifecycleMsg.thirdParty({ names: namesOf(thirdParty) }));
  const drafts = components.filter(isUnfinished);
  return drafts.length > 0 ? refused(lifecycleMsg.draft({ names: namesOf(drafts) })) : undefined;
}

function namesOf(components: readonly ComponentSummary[]): string {
  return components.map(componentName).join(', ');
}

export function whichOf(components: readonly ComponentSummary[]): Text {
  return components.length > maxNamed
    ? lifecycleMsg.several({ count: components.length })
    : lifecycleMsg.named({ names: namesOf(components) });
}

const maxNamed = 4;

const effects: Readonly<
  Record<LifecycleAction, { readonly title: (p: { which: Text }) => Text; readonly after: () => Text }>
> = {
  start: { title: lifecycleMsg.startTitle, after: lifecycleMsg.running },
  stop: { title: lifecycleMsg.stopTitle, after: lifecycleMsg.stopped },
  upgrade: { title: lifecycleMsg.upgradeTitle, after: lifecycleMsg.updated },
  deploy: { title: lifecycleMsg.deployTitle, after: lifecycleMsg.deployed },
};

export function planNamed(action: LifecycleAction, facts: LifecycleFacts, ask: Ask): Planned {
  const named = namedComponents(facts, ask);
  return 'problem' in named ? named : planAction(action, named, facts, ask);
}

export function planAll(action: 'start' | 'stop', facts: LifecycleFacts, ask: Ask): Planned {
  const operable = facts.all.filter(isOperable);
  // “All” doesn't include components that were never deployed, because they can't be started.
  const unbuilt = action === 'start' ? operable.filter((each) => runState(each) === 'unbuilt') : [];
  const components = some(operable.filter((each) => !unbuilt.includes(each)));
  if (!components)
    return refused(unbuilt.length > 0 ? lifecycleMsg.neverBuilt({ names: namesOf(unbuilt) }) : lifecycleMsg.noneLeft());
  const plan = refuseByRegion(facts, ask) ?? planAction(action, components, facts, ask);
  if ('problem' in plan || 'already' in plan) return plan;
  const outside = facts.all.filter(isThirdParty);
  const drafts = facts.all.filter((each) => !isThirdParty(each) && isUnfinished(each));
  const stopping = action === 'stop' ? components.filter((each) => runState(each) === 'stopping') : [];
  const count = plan.rows.length;
  const which =
    count === operable.length && count > 1 ? lifecycleMsg.everyOne({ count, app: appOf(ask.context) }) : undefined;
  return {
    ...plan,
    ...(which ? { title: effects[action].title({ which }) } : {}),
    warnings: present([
      ...plan.warnings,
      unbuilt.length > 0 && lifecycleMsg.leftUnbuilt({ names: namesOf(unbuilt) }),
      stopping.length > 0 && lifecycleMsg.leftStopping({ names: namesOf(stopping) }),
      outside.length > 0 && lifecycleMsg.leftOut({ names: namesOf(outside) }),
      drafts.length > 0 && lifecycleMsg.leftOutDrafts({ names: namesOf(drafts) }),
    ]),
  };
}

type Planned = Plan | Problem | AlreadySo;

function planAction(action: LifecycleAction, components: SomeComponents, facts: LifecycleFacts, ask: Ask): Planned {
  const refusal = refuseState(action, components);
  if (refusal) return refusal;
  const touched = some(components.filter((each) => !isSo(action, each)));
  const left = some(components.filter((each) => isSo(action, each)));
  if (!touched) return nothingToDo(action, components);
  return {
    ...planOnComponents(touched, facts),
    ...(left ? { leaves: [...idsOf(left)] } : {}),
    title: effects[action].title({ which: whichOf(touched) }),
    rows: stateRows(touched, effects[action].after()),
    steps: [operateStep(action, touched, ask)],
    warnings: [...warningsOf(action, touched), ...notStoppedOf(action, left ?? [])],
    undo: undoAction(action, touched),
  };
}

function nothingToDo(action: LifecycleAction, components: SomeComponents): Problem | AlreadySo {
  const locks = idsOf(components);
  const which = whichOf(components);
  const kinds = components.map(({ status }) => statusKind(status));
  if (action === 'start') {
    if (kinds.every((kind) => kind === 'running')) return { already: lifecycleMsg.alreadyRunning({ which }), locks };
    const abnormal = some(components.filter(isUnhealthy));
    if (!abnormal) return { already: lifecycleMsg.alreadyAt({ states: statesOf(components) }), locks };
    const given = { component: [...idsOf(abnormal)] };
    const offers = [{ label: buttonMsg.restart(), operation: 'component.restart', given }];
    return { problem: 'refused', why: lifecycleMsg.notStopped({ states: statesOf(components) }), offers, locks };
  }
  const isClosed = components.every(({ status }) => status === 'closed');
  return {
    already: isClosed
      ? lifecycleMsg.alreadyStopped({ which })
      : lifecycleMsg.alreadyAt({ states: statesOf(components) }),
    locks,
  };
}

function isUnhealthy({ status }: ComponentSummary): boolean {
  return ['abnormal', 'degraded'].includes(statusKind(status));
}

function statesOf(components: readonly ComponentSummary[]): Text {
  return listText(
    components.map((each) => lifecycleMsg.nowIs({ name: componentName(each), state: componentStatus(each) })),
  );
}

/** Names components that aren't started because they are abnormal, not stopped. */
function notStoppedOf(action: LifecycleAction, left: readonly ComponentSummary[]): readonly Text[] {
  const abnormal = action === 'start' ? left.filter(isUnhealthy) : [];
  return abnormal.length > 0 ? [lifecycleMsg.leftAbnormal({ states: statesOf(abnormal) })] : [];
}

export function planOnComponents(
  touched: SomeComponents,
  facts: LifecycleFacts,
): Pick<Plan, 'v' | 'component' | 'componentName' | 'locks' | 'touchesMost'> {
  const [first] = touched;
  return {
    v: 1,
    component: first.serviceId,
    componentName: namesOf(touched),
    locks: [...idsOf(touched)],
    touchesMost: touchesMost(touched, facts) ? true : undefined,
  };
}

/** Checks whether a change affects at least two components, and more than half of the application. */
function touchesMost(touched: SomeComponents, { all }: LifecycleFacts): boolean {
  return touched.length >= 2 && touched.length * 2 > all.filter(isOperable).length;
}

export function stateRows(touched: SomeComponents, after: Text): Plan['rows'] {
  return touched.map((each) => ({
    what: verbatim(componentName(each)),
    before: componentStatus(each),
    coarsely: coarseStates[runState(each)](),
    after,
  }));
}

const coarseStates: Readonly<Record<RunningState, () => Text>> = {
  running: lifecycleMsg.running,
  stopping: lifecycleMsg.isStopping,
  stopped: lifecycleMsg.stopped,
  unbuilt: lifecycleMsg.unbuilt,
  unknown: sharedMsg.none,
};

export function operateStep(
  action: LifecycleAction,
  touched: SomeComponents,
  ask: Ask,
  more: Partial<Step> = {},
): Step {
  const runs = action === 'start' ? true : action === 'stop' ? false : null;
  return {
    says: effects[action].title({ which: whichOf(touched) }),
    call: operateComponentsCall(ask.context, action, idsOf(touched)),
    before: { runs: runs === null ? null : !runs },
    after: { runs },
    awaits: awaitedOf(action, touched),
    ...more,
  };
}

/** Returns whether the state is as before or as after a step. It shows nothing (`other`) for an update or deploy. */
export function observeStep(plan: Plan, step: number, { all }: LifecycleFacts): 'before' | 'after' | 'other' {
  const { awaits, after } = plan.steps[step] ?? {};
  const runs = typeof after === 'object' && after !== null && 'runs' in after ? after.runs : null;
  if (!awaits || typeof runs !== 'boolean') return 'other';
  const is = awaits.components.map(({ id }) => statusKind(all.find(({ serviceId }) => serviceId === id)?.status));
  const allShow = (promise: StatusPromise, shown: Shown) =>
    is.every((kind) => shownBy(kind, promise, 'unknown') === shown);
  if (allShow(runs ? 'running' : 'stopped', 'reached')) return 'after';
  return allShow('stopped', runs ? 'reached' : 'contrary') ? 'before' : 'other';
}

function isSo(action: LifecycleAction, component: ComponentSummary): boolean {
  const state = runState(component);
  if (action === 'start') return state === 'running';
  return action === 'stop' && (state === 'stopped' || state === 'unbuilt' || state === 'stopping');
}

type NamedAction = LifecycleAction | 'restart' | 'scale';

/** States in which an action is refused, in the order in which they are reported. */
const refusedStates: Readonly<Record<NamedAction, readonly RunningState[]>> = {
  start: ['unknown', 'unbuilt', 'stopping'],
  stop: ['unknown'],
  upgrade: ['unknown', 'unbuilt', 'stopping', 'stopped'],
  restart: ['unknown', 'stopping', 'unbuilt', 'stopped'],
  deploy: [],
  scale: ['unbuilt', 'stopping', 'stopped'],
};

export function refuseState(action: NamedAction, components: SomeComponents): Problem | undefined {
  for (const state of refusedStates[action]) {
    const these = some(components.filter((each) => runState(each) === state));
    if (these) return refusalOf(action, state, these);
  }
  return undefined;
}

function refusalOf(action: NamedAction, state: RunningState, these: SomeComponents): Problem {
  const names = namesOf(these);
  const locks = idsOf(these);
  const given = { component: [...locks] };
  switch (state) {
    case 'unbuilt':
      return refused(lifecycleMsg.neverBuilt({ names }), [
        { label: buttonMsg.deploy(), operation: 'component.deploy', given },
      ]);
    case 'stopped': {
      const offers = [{ label: buttonMsg.start(), operation: 'component.start', given }];
      const why = action === 'scale' ? lifecycleMsg.startFirst({ names }) : lifecycleMsg.notRunning({ names });
      return { problem: 'refused', why, offers, locks };
    }
    case 'stopping':
      return { problem: 'refused', why: lifecycleMsg.stillStopping({ names }), canRetry: true, locks };
    default:
      return { problem: 'refused', why: lifecycleMsg.statusUnknown({ names }), canRetry: true };
  }
}

function warningsOf(action: LifecycleAction, touched: SomeComponents): Warning[] {
  switch (action) {
    case 'stop':
      return [interrupts(lifecycleMsg.warnStop()), warnKilled(touched)];
    case 'start':
      return touched.some(keepsData) ? [irreversible(lifecycleMsg.killedIfFailed({ count: touched.length }))] : [];
    case 'deploy':
      return [...deployWarnings(touched), lifecycleMsg.noteBuildFails()];
    case 'upgrade':
      return [...singleWarnings(touched), irreversible(lifecycleMsg.warnSaved()), lifecycleMsg.warnUpgrade()];
  }
}

/** Images of databases, queues and similar software, recognized by the last word of their path. */
const dataImage =
  /(?:^|[/_-])(?:mysql|mariadb|percona|postgres(?:ql)?|postgis|timescaledb|mongo(?:db)?|redis|valkey|etcd|zookeeper|kafka|rabbitmq|elasticsearch|opensearch|clickhouse|cassandra|influxdb|neo4j|minio|consul|nacos|tidb|oceanbase|mssql)(?:[-_:@]|$)/;

/** Checks whether a component probably loses data if it is killed. */
function keepsData({ extendMethod = '', image = '' }: ComponentSummary): boolean {
  return extendMethod.startsWith('state_') || dataImage.test(image);
}

/** Warns that a stop kills processes (docs/platform.md#operations). The warning is severer if data may be lost. */
export function warnKilled(touched: SomeComponents): Warning {
  const count = touched.length;
  return touched.some(keepsData)
    ? irreversible(lifecycleMsg.killedWithData({ count }))
    : lifecycleMsg.killedAtOnce({ count });
}

export function deployWarnings(touched: SomeComponents): Warning[] {
  const idle = touched.filter((each) => !['running', 'unknown'].includes(runState(each)));
  const starts = idle.length > 0 ? [exposes(lifecycleMsg.warnDeployStarts({ names: namesOf(idle) }))] : [];
  return [...starts, ...singleWarnings(touched)];
}

function singleWarnings(touched: SomeComponents): Warning[] {
  const single = touched.filter((each) => (each.minNode ?? 0) === 1 && runState(each) === 'running');
  return single.length > 0 ? [interrupts(lifecycleMsg.warnOneInstance({ names: namesOf(single) }))] : [];
}

/** The platform keeps old instances until new ones are ready (docs/platform.md#component-status). */
export function warnOldInstances(components: SomeComponents): readonly Warning[] {
  const updating = components.filter(({ status }) => status === 'upgrade');
  if (updating.length === 0) return [];
  return [interrupts(lifecycleMsg.warnRestartDuringUpgrade({ names: namesOf(updating) }))];
}

function undoAction(action: LifecycleAction, touched: SomeComponents): Plan['undo'] {
  const given = { component: [...idsOf(touched)] };
  const [undoStart, undoStop] =
    touched.length > 1
      ? [lifecycleMsg.undoStartSeveral, lifecycleMsg.undoStopSeveral]
      : [lifecycleMsg.undoStart, lifecycleMsg.undoStop];
  if (action === 'stop') return { proposal: { label: undoStop(), operation: 'component.start', given } };
  if (action === 'start') return { proposal: { label: undoStart(), operation: 'component.stop', given } };
  return { none: lifecycleMsg.undoNone(), needless: action === 'upgrade' ? true : undefined };
}

function doneLines(plan: Plan, { all }: LifecycleFacts): readonly Text[] {
  const touched = all.filter(({ serviceId }) => plan.locks?.includes(serviceId));
  const lines = touched.map((each) => lifecycleMsg.nowIs({ name: componentName(each), state: componentStatus(each) }));
  return lines.length > maxNamed ? [join(lines.slice(0, maxNamed), '\n')] : lines;
}
