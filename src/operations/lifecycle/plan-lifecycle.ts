import { ok, type Param, type RawArgs, several, wrong } from '../../core/command/params.ts';
import { type Problem, refused } from '../../core/command/problem.ts';
import { present } from '../../core/defined.ts';
import type { AlreadySo, Ask } from '../../core/operation.ts';
import type { Risk } from '../../core/policy/policy.ts';
import { exposes, interrupts, irreversible, type Plan, type Step, type Warning } from '../../core/request/plan.ts';
import { type Shown, type StatusPromise, shownBy, statusKind } from '../../core/runs/component-status.ts';
import { listText } from '../../core/text/joined.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import { type ComponentIds, operateComponentsCall } from '../../platform/component/component-calls.ts';
import type { LifecycleAction } from '../../platform/component/component-endpoints.ts';
import type { ComponentSummary } from '../../platform/component/component-reply.ts';
import { refuseByRegion } from '../shared/change-facts.ts';
import { buttonMsg } from '../shared/component/component-button-messages.ts';
import { componentStatus, isUnfinished } from '../shared/component/component-format.ts';
import type { Reads } from '../shared/define.ts';
import { appOf, componentName } from '../shared/find-component.ts';
import { sharedMsg } from '../shared/operation-messages.ts';
import { plannedComponent } from '../shared/shared-params.ts';
import { awaitedOf, lifecycleEvents } from './lifecycle-events.ts';
import {
  gatherLifecycle,
  isOperable,
  isThirdParty,
  type LifecycleFacts,
  type RunningState,
  runState,
} from './lifecycle-facts.ts';
import { lifecycleMsg } from './lifecycle-messages.ts';

/** What every change of components as a whole declares alike (docs/platform.md#operations). */
export const lifecycleChange = {
  command: 'component',
  dialects: ['console'],
  verify: 'event',
  events: lifecycleEvents,
  risk: (): Risk => 'disrupt',
  observe: observeStep,
  done: doneLines,
} as const;

/** What those declare besides that are about a single component. */
export const singleChange = {
  ...lifecycleChange,
  gather: (args: { readonly component: string }, ask: Ask, reads: Reads) =>
    gatherLifecycle([args.component], ask, reads),
  identify: plannedComponent,
} as const;

/** One or more components by any of their names. */
export const components: Param<readonly string[]> = {
  ...several<string>(sharedMsg.components(), ok, {
    input: 'external',
    source: 'components',
    hint: lifecycleMsg.componentsHint(),
    aliases: ['components', 'service', 'service_id'],
  }),
  required: true,
  read(given) {
    const typed = given.map((each) => each.trim()).filter((each) => each !== '');
    return typed.length > 0 ? ok(typed) : wrong(sharedMsg.componentMissing());
  },
};

/** What those declare besides that are about one or more components that are named. */
export const namedChange = {
  ...lifecycleChange,
  rowsNow,
  params: { component: components },
  order: ['component'],
  gather: (args: { readonly component: readonly string[] }, ask: Ask, reads: Reads) =>
    gatherLifecycle(args.component, ask, reads),
  identify: plannedComponents,
} as const;

/** At least one component: what is sent for an empty list would act on the whole application. */
export type SomeComponents = readonly [ComponentSummary, ...ComponentSummary[]];

/** The same list, unless it is empty. */
export function some(all: readonly ComponentSummary[]): SomeComponents | undefined {
  const [first, ...more] = all;
  return first && [first, ...more];
}

/** The ids that a call acts on. */
export function idsOf([first, ...more]: SomeComponents): ComponentIds {
  return [first.serviceId, ...more.map(({ serviceId }) => serviceId)];
}

/** The components that were named, in the order of the application's list, or why not all of them can be changed now. */
export function namedComponents({ all, named, region }: LifecycleFacts, ask: Ask): SomeComponents | Problem {
  const found = some(all.filter(({ serviceId }) => named.includes(serviceId)));
  if (!found || found.length < named.length) return refused(lifecycleMsg.notThere());
  return refuseInoperable(found) ?? refuseByRegion({ region }, ask) ?? found;
}

/** Why some components can't be changed by the platform at all. */
export function refuseInoperable(found: readonly ComponentSummary[]): Problem | undefined {
  const thirdParty = found.filter(isThirdParty);
  if (thirdParty.length > 0) return refused(lifecycleMsg.thirdParty({ names: namesOf(thirdParty) }));
  const drafts = found.filter(isUnfinished);
  return drafts.length > 0 ? refused(lifecycleMsg.draft({ names: namesOf(drafts) })) : undefined;
}

/** Names as they stand in a sentence. */
export function namesOf(found: readonly ComponentSummary[]): string {
  return found.map(componentName).join(', ');
}

/** The components as a title or a sentence names them: each of a few, the number of many. */
export function whichOf(found: readonly ComponentSummary[]): Text {
  return found.length > mostNamed
    ? lifecycleMsg.several({ count: found.length })
    : lifecycleMsg.named({ names: namesOf(found) });
}

const mostNamed = 4;

/** How an action changes a component's row, and what it needs of its state. */
const effects: Readonly<
  Record<LifecycleAction, { readonly title: (p: { which: Text }) => Text; readonly after: () => Text }>
> = {
  start: { title: lifecycleMsg.startTitle, after: lifecycleMsg.running },
  stop: { title: lifecycleMsg.stopTitle, after: lifecycleMsg.stopped },
  upgrade: { title: lifecycleMsg.upgradeTitle, after: lifecycleMsg.updated },
  deploy: { title: lifecycleMsg.deployTitle, after: lifecycleMsg.deployed },
};

/** The components of a plan, as the argument that names them. */
export function plannedComponents({ component, locks = [component] }: Plan): RawArgs {
  return { component: [...locks] };
}

/** Plans one action on the components that were named. */
export function planNamed(action: LifecycleAction, facts: LifecycleFacts, ask: Ask): Planned {
  const named = namedComponents(facts, ask);
  return 'problem' in named ? named : planAction(action, named, facts, ask);
}

/** Plans one action on every component that the platform runs. What it doesn't run is named as left out. */
export function planAll(action: 'start' | 'stop', facts: LifecycleFacts, ask: Ask): Planned {
  const operable = facts.all.filter(isOperable);
  // What was never deployed can't be started: it isn't asked for by "all".
  const unbuilt = action === 'start' ? operable.filter((each) => runState(each) === 'unbuilt') : [];
  const found = some(operable.filter((each) => !unbuilt.includes(each)));
  if (!found)
    return refused(unbuilt.length > 0 ? lifecycleMsg.neverBuilt({ names: namesOf(unbuilt) }) : lifecycleMsg.noneLeft());
  const plan = refuseByRegion(facts, ask) ?? planAction(action, found, facts, ask);
  if ('problem' in plan || 'already' in plan) return plan;
  const outside = facts.all.filter(isThirdParty);
  const drafts = facts.all.filter((each) => !isThirdParty(each) && isUnfinished(each));
  const stopping = action === 'stop' ? found.filter((each) => runState(each) === 'stopping') : [];
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

function planAction(action: LifecycleAction, found: SomeComponents, facts: LifecycleFacts, ask: Ask): Planned {
  const no = refuseState(action, found);
  if (no) return no;
  const touched = some(found.filter((each) => !isSo(action, each)));
  const left = some(found.filter((each) => isSo(action, each)));
  if (!touched) return nothingToDo(action, found);
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

/** What is said where every component is as asked: truly so, or abnormal, or on its way. */
function nothingToDo(action: LifecycleAction, found: SomeComponents): Problem | AlreadySo {
  const locks = idsOf(found);
  const which = whichOf(found);
  const kinds = found.map(({ status }) => statusKind(status));
  if (action === 'start') {
    if (kinds.every((kind) => kind === 'running')) return { already: lifecycleMsg.alreadyRunning({ which }), locks };
    const abnormal = some(found.filter(isUnhealthy));
    if (!abnormal) return { already: lifecycleMsg.alreadyAt({ states: statesOf(found) }), locks };
    const given = { component: [...idsOf(abnormal)] };
    const offers = [{ label: buttonMsg.restart(), operation: 'component.restart', given }];
    return { problem: 'refused', why: lifecycleMsg.notStopped({ states: statesOf(found) }), offers, locks };
  }
  const isClosed = found.every(({ status }) => status === 'closed');
  return {
    already: isClosed ? lifecycleMsg.alreadyStopped({ which }) : lifecycleMsg.alreadyAt({ states: statesOf(found) }),
    locks,
  };
}

function isUnhealthy({ status }: ComponentSummary): boolean {
  return ['abnormal', 'degraded'].includes(statusKind(status));
}

/** Components with their states, as they stand in a sentence. */
function statesOf(found: readonly ComponentSummary[]): Text {
  return listText(
    found.map((each) => lifecycleMsg.nowIs({ name: componentName(each), state: componentStatus(each.status) })),
  );
}

/** What was named to be started and isn't stopped, although it doesn't run well: it is left out. */
function notStoppedOf(action: LifecycleAction, left: readonly ComponentSummary[]): readonly Text[] {
  const abnormal = action === 'start' ? left.filter(isUnhealthy) : [];
  return abnormal.length > 0 ? [lifecycleMsg.leftAbnormal({ states: statesOf(abnormal) })] : [];
}

/** The common part of all plans for whole components. */
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

/** More than half of what the platform runs of the application, and at least two. */
function touchesMost(touched: SomeComponents, { all }: LifecycleFacts): boolean {
  return touched.length >= 2 && touched.length * 2 > all.filter(isOperable).length;
}

/** A row for each component: how it is now, and what becomes of it. */
export function stateRows(touched: SomeComponents, after: Text): Plan['rows'] {
  return touched.map((each) => ({
    what: verbatim(componentName(each)),
    before: componentStatus(each.status),
    coarsely: coarseStates[runState(each)](),
    after,
  }));
}

/** How the rows of a plan are now. */
export function rowsNow({ locks = [] }: Plan, { all }: LifecycleFacts): readonly Text[] {
  return locks.map((id) => componentStatus(all.find(({ serviceId }) => serviceId === id)?.status));
}

const coarseStates: Readonly<Record<RunningState, () => Text>> = {
  running: lifecycleMsg.running,
  stopping: lifecycleMsg.isStopping,
  stopped: lifecycleMsg.stopped,
  unbuilt: lifecycleMsg.unbuilt,
  unknown: sharedMsg.none,
};

/** One call for all components, and what the state shows before and after it. */
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

/** What the state shows of a step: whether its components run, or don't. Of an update or a deploy it shows nothing. */
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

/** The states in which an action makes no sense, in the order in which they are told. */
const refusedStates: Readonly<Record<NamedAction, readonly RunningState[]>> = {
  start: ['unknown', 'unbuilt', 'stopping'],
  stop: ['unknown'],
  upgrade: ['unknown', 'unbuilt', 'stopping', 'stopped'],
  restart: ['unknown', 'stopping', 'unbuilt', 'stopped'],
  deploy: [],
  scale: ['unbuilt', 'stopping', 'stopped'],
};

/** Why an action makes no sense for components in their state. */
export function refuseState(action: NamedAction, found: SomeComponents): Problem | undefined {
  for (const state of refusedStates[action]) {
    const these = some(found.filter((each) => runState(each) === state));
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

/** Images of databases, queues and the like, by the last word of their path. */
const dataImage =
  /(?:^|[/_-])(?:mysql|mariadb|percona|postgres(?:ql)?|postgis|timescaledb|mongo(?:db)?|redis|valkey|etcd|zookeeper|kafka|rabbitmq|elasticsearch|opensearch|clickhouse|cassandra|influxdb|neo4j|minio|consul|nacos|tidb|oceanbase|mssql)(?:[-_:@]|$)/;

/** Whether a component probably loses data when it is killed. */
function keepsData({ extendMethod = '', image = '' }: ComponentSummary): boolean {
  return extendMethod.startsWith('state_') || dataImage.test(image);
}

/** That a stop kills (docs/platform.md#operations): said first where data may be lost. */
export function warnKilled(touched: SomeComponents): Warning {
  const says = lifecycleMsg.killedAtOnce({ count: touched.length });
  return touched.some(keepsData) ? irreversible(says) : says;
}

/** What has to be known before components are deployed, by whichever command. */
export function deployWarnings(touched: SomeComponents): Warning[] {
  const idle = touched.filter((each) => !['running', 'unknown'].includes(runState(each)));
  const starts = idle.length > 0 ? [exposes(lifecycleMsg.warnDeployStarts({ names: namesOf(idle) }))] : [];
  return [...starts, ...singleWarnings(touched)];
}

function singleWarnings(touched: SomeComponents): Warning[] {
  const single = touched.filter((each) => (each.minNode ?? 0) === 1 && runState(each) === 'running');
  return single.length > 0 ? [interrupts(lifecycleMsg.warnOneInstance({ names: namesOf(single) }))] : [];
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

/** How the components are afterwards, of a few each. */
export function doneLines(plan: Plan, { all }: LifecycleFacts): readonly Text[] {
  const touched = all.filter(({ serviceId }) => plan.locks?.includes(serviceId));
  const lines = touched.map((each) =>
    lifecycleMsg.nowIs({ name: componentName(each), state: componentStatus(each.status) }),
  );
  return lines.length > mostNamed ? [join(lines.slice(0, mostNamed), '\n')] : lines;
}
