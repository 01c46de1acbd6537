import type { OperationSpec } from '../../core/operation.ts';
import type { LifecycleAction } from '../../platform/component/component-endpoints.ts';
import { defineChange } from '../shared/define.ts';
import { eventMarkMsg } from '../shared/event/event-mark-messages.ts';
import { type DeployFacts, gatherDeploy, versionRows } from './deployed-version.ts';
import { gatherLifecycle } from './lifecycle-facts.ts';
import { lifecycleMsg } from './lifecycle-messages.ts';
import { lifecycleChange, namedChange, planAll, planNamed, rowsNow } from './plan-lifecycle.ts';

const marks = {
  start: eventMarkMsg.markStart,
  stop: eventMarkMsg.markStop,
  upgrade: eventMarkMsg.markUpgrade,
  deploy: eventMarkMsg.markDeploy,
} as const satisfies Record<LifecycleAction, unknown>;

function undoableOf(action: LifecycleAction) {
  return action === 'start' || action === 'stop' ? 'always' : 'never';
}

/** A freeze doesn't apply to stop and start. */
function freezesOf(action: LifecycleAction) {
  return action === 'start' || action === 'stop' ? action : 'covered';
}

type OperationNames = Pick<OperationSpec, 'summary' | 'title' | 'first'>;

function actionOnNamed(action: LifecycleAction, names: OperationNames, examples: readonly string[]) {
  return {
    ...namedChange,
    id: `component.${action}`,
    keywords: [[action]],
    ...names,
    undoable: undoableOf(action),
    freezes: freezesOf(action),
    mark: (name: string) => marks[action]({ name }),
    examples,
  } as const;
}

function ofNamed(action: LifecycleAction, names: OperationNames, examples: readonly string[]) {
  return defineChange({
    ...actionOnNamed(action, names, examples),
    evidence: 'before',
    plan: (_args, facts, ask) => planNamed(action, facts, ask),
  });
}

/** `/component <action> all`: sends the ids of all components, because the platform's own “all” returns no ids. */
function ofAll(action: 'start' | 'stop', names: OperationNames) {
  return defineChange({
    ...lifecycleChange,
    rowsNow,
    id: `component.${action}_all`,
    keywords: [[action, 'all']],
    ...names,
    undoable: undoableOf(action),
    freezes: action,
    mark: (name) => marks[action]({ name }),
    examples: [`component ${action} all`],
    params: {},
    order: [],
    gather: (_args, ask, reads) => gatherLifecycle([], ask, reads),
    // Read all components again, because a different set of components needs another plan.
    identify: () => ({}),
    plan: (_args, facts, ask) => planAll(action, facts, ask),
  });
}

/** Operations of docs/platform.md#operations. Stopping and starting everything are separate operations. */
export const componentStart = ofNamed('start', { summary: lifecycleMsg.startSays() }, ['component start promo']);
export const componentStop = ofNamed('stop', { summary: lifecycleMsg.stopSays() }, [
  'component stop web',
  'component stop web api',
]);
export const componentUpgrade = ofNamed(
  'upgrade',
  { summary: lifecycleMsg.upgradeSays(), title: lifecycleMsg.upgradeForm() },
  ['component upgrade web'],
);
export const componentDeploy = defineChange({
  ...actionOnNamed('deploy', { summary: lifecycleMsg.deploySays(), first: { position: 4 } }, ['component deploy web']),
  evidence: 'before-and-after',
  gather: (args, ask, reads) => gatherDeploy(args.component, ask, reads),
  plan(_args, facts: DeployFacts, ask) {
    const plan = planNamed('deploy', facts, ask);
    if ('problem' in plan || 'already' in plan) return plan;
    const touched = facts.all.filter(({ serviceId }) => plan.locks?.includes(serviceId));
    return { ...plan, rows: [...plan.rows, ...versionRows(touched, facts)] };
  },
});
export const componentStartAll = ofAll('start', {
  summary: lifecycleMsg.startAllSays(),
  title: lifecycleMsg.startAllForm(),
});
export const componentStopAll = ofAll('stop', {
  summary: lifecycleMsg.stopAllSays(),
  title: lifecycleMsg.stopAllForm(),
});
