import { ok, type Param, type RawArgs, several, wrong } from '../../core/command/params.ts';
import { isProblem, type Problem } from '../../core/command/problem.ts';
import type { Ask, OperationSpec } from '../../core/operation.ts';
import { interrupts, type Plan } from '../../core/request/plan.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { type ServicePlace, type WriteCall, writeCall } from '../../platform/call.ts';
import type { ComponentSummary, LifecycleAction } from '../../platform/component/component-endpoints.ts';
import { attemptMsg } from '../shared/attempt-messages.ts';
import { buttonMsg } from '../shared/component/component-button-messages.ts';
import { componentStatus } from '../shared/component/component-format.ts';
import { defineChange, type Operation, type Reads } from '../shared/define.ts';
import { eventMarkMsg } from '../shared/event/event-mark-messages.ts';
import { componentName, readKnown } from '../shared/find-component.ts';
import { sharedMsg } from '../shared/operation-messages.ts';
import { component } from '../shared/shared-params.ts';
import { componentImage } from './component-image.ts';
import { componentScale } from './component-scale.ts';
import { awaitedBuild, lifecycleEvents } from './lifecycle-events.ts';
import { gatherLifecycle, type LifecycleFacts } from './lifecycle-facts.ts';
import { lifecycleMsg } from './lifecycle-messages.ts';
import {
  deployWarnings,
  idsOf,
  lifecycleChange,
  namedComponents,
  operateStep,
  planAll,
  planNamed,
  planOnComponents,
  refuseState,
  singleChange,
  stateRows,
  warnKilled,
  warnOldInstances,
  whichOf,
} from './plan-lifecycle.ts';

const components: Param<readonly string[]> = {
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

const namedChange = {
  ...lifecycleChange,
  rowsNow,
  params: { component: components },
  order: ['component'],
  gather: (args: { readonly component: readonly string[] }, ask: Ask, reads: Reads) =>
    gatherLifecycle(args.component, ask, reads),
  identify: plannedComponents,
} as const;

function plannedComponents({ component, locks = [component] }: Plan): RawArgs {
  return { component: [...locks] };
}

function rowsNow({ locks = [] }: Plan, { all }: LifecycleFacts): readonly Text[] {
  return locks.map((id) => componentStatus(all.find(({ serviceId }) => serviceId === id)));
}

/** The platform has no restart, so this stops, then starts when all are stopped (docs/platform.md#operations). */
export const componentRestart = defineChange({
  ...namedChange,
  id: 'component.restart',
  keywords: [['restart']],
  summary: lifecycleMsg.restartSays(),
  attempt: (_given, component) => attemptMsg.restart({ component }),
  title: lifecycleMsg.restartForm(),
  examples: ['component restart web'],
  first: { position: 4, says: lifecycleMsg.restartFirst() },
  undoable: 'never',
  freezes: 'restart',
  evidence: 'before-and-after',

  mark: (name) => eventMarkMsg.markRestart({ name }),

  plan(_args, facts: LifecycleFacts, ask) {
    const components = namedComponents(facts, ask);
    if ('problem' in components) return components;
    const refusal = refuseState('restart', components);
    if (refusal) return refusal;
    const which = whichOf(components);
    const start = { operation: 'component.start', given: { component: [...idsOf(components)] } };
    const otherwise = components.length === 1 ? lifecycleMsg.isStopped({ which }) : lifecycleMsg.areStopped({ which });
    const upgrade = { label: lifecycleMsg.upgrade(), operation: 'component.upgrade', given: start.given };
    return {
      ...planOnComponents(components, facts),
      title: lifecycleMsg.restartTitle({ which }),
      rows: stateRows(components, lifecycleMsg.restarted()),
      steps: [
        operateStep('stop', components, ask, { rest: start }),
        operateStep('start', components, ask, { mustFollow: { otherwise, label: buttonMsg.start() } }),
      ],
      warnings: [interrupts(lifecycleMsg.warnRestart()), ...warnOldInstances(components), warnKilled(components)],
      undo: { none: lifecycleMsg.undoNone(), needless: true },
      alternatives: [upgrade],
    };
  },
});

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

type OperationNames = Pick<OperationSpec, 'summary' | 'title' | 'first' | 'searched'>;

function actionOnNamed(action: LifecycleAction, names: OperationNames, examples: readonly string[]) {
  return {
    ...namedChange,
    id: `component.${action}`,
    keywords: [[action]],
    ...names,
    attempt: (_given: RawArgs, component: Text) => attemptMsg[action]({ component }),
    undoable: undoableOf(action),
    freezes: freezesOf(action),
    mark: (name: string) => marks[action]({ name }),
    examples,
  } as const;
}

function ofNamed(action: LifecycleAction, names: OperationNames, examples: readonly string[]) {
  return defineChange({
    ...actionOnNamed(action, names, examples),
    evidence: action === 'upgrade' ? 'before-and-after' : 'before',
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
export const componentStop = ofNamed(
  'stop',
  { summary: lifecycleMsg.stopSays(), searched: lifecycleMsg.stopSearched() },
  ['component stop web', 'component stop web api'],
);
export const componentUpgrade = ofNamed(
  'upgrade',
  { summary: lifecycleMsg.upgradeSays(), title: lifecycleMsg.upgradeForm() },
  ['component upgrade web'],
);
export const componentDeploy = defineChange({
  ...actionOnNamed(
    'deploy',
    { summary: lifecycleMsg.deploySays(), first: { position: 5, says: lifecycleMsg.deployFirst() } },
    ['component deploy web'],
  ),
  evidence: 'before-and-after',
  gather: (args, ask, reads) => gatherDeploy(args.component, ask, reads),
  plan(_args, facts: DeployFacts, ask) {
    const plan = planNamed('deploy', facts, ask);
    if ('problem' in plan || 'already' in plan) return plan;
    const touched = facts.all.filter(({ serviceId }) => plan.locks?.includes(serviceId));
    return { ...plan, rows: [...plan.rows, ...versionRows(touched, facts)] };
  },
});

interface DeployFacts extends LifecycleFacts {
  /** Branch or tag of each component built from source code, by id, if readable. */
  readonly branches?: Readonly<Record<string, string>>;
}

/** Maximum number of components for which the branch is read, because each needs a separate read. */
const maxRead = 8;

/** Reads the branches in addition to the components, because the list of components doesn't have branches. */
async function gatherDeploy(typed: readonly string[], ask: Ask, reads: Reads): Promise<DeployFacts | Problem> {
  const facts = await gatherLifecycle(typed, ask, reads);
  if (isProblem(facts)) return facts;
  const built = facts.all.filter((each) => facts.named.includes(each.serviceId) && isBuilt(each)).slice(0, maxRead);
  const branches = await Promise.all(
    built.map(async ({ serviceId }) => {
      const branch = (await readKnown(serviceId, ask.context, reads))?.codeVersion;
      return branch ? [[serviceId, branch] as const] : [];
    }),
  );
  return { ...facts, branches: Object.fromEntries(branches.flat()) };
}

function versionRows(touched: readonly ComponentSummary[], { branches = {} }: DeployFacts): Plan['rows'] {
  return touched.flatMap((one) => {
    const what = lifecycleMsg.versionOf({ name: componentName(one) });
    if (one.image && !isBuilt(one) && one.serviceSource?.startsWith('docker'))
      return [{ what, before: verbatim(one.image), after: lifecycleMsg.pulledAgain({ image: one.image }) }];
    return isBuilt(one) ? [{ what, before: lifecycleMsg.lastBuilt(), after: newest(branches[one.serviceId]) }] : [];
  });
}

function isBuilt({ serviceSource }: ComponentSummary): boolean {
  return serviceSource === 'source_code';
}

/** The console writes a tag as `tag:v1`. */
function newest(branch: string | undefined): Text {
  if (branch === undefined) return lifecycleMsg.newestCode();
  return branch.startsWith('tag:') ? lifecycleMsg.tagged({ tag: branch.slice(4) }) : lifecycleMsg.newestOf({ branch });
}

export const componentStartAll = ofAll('start', {
  summary: lifecycleMsg.startAllSays(),
  title: lifecycleMsg.startAllForm(),
});
export const componentStopAll = ofAll('stop', {
  summary: lifecycleMsg.stopAllSays(),
  title: lifecycleMsg.stopAllForm(),
});

/**
 * `/component build <component>`: builds the stored source. The call sends no settings, because a repository or
 * password would replace the stored one (docs/platform.md#building). Of all build calls, only the reply to this one
 * contains its event.
 */
export const componentBuild = defineChange({
  ...singleChange,
  rowsNow,
  id: 'component.build',
  freezes: 'covered',
  keywords: [['build']],
  summary: lifecycleMsg.buildSays(),
  attempt: (_given, component) => attemptMsg.build({ component }),
  title: lifecycleMsg.buildForm(),
  examples: ['component build web'],
  params: { component },
  order: ['component'],
  undoable: 'never',
  events: {
    ...lifecycleEvents,
    idIn: (reply) => (reply.operation === 'buildComponent' ? reply.value.eventId : undefined),
  },

  // The plan awaits a rollout only if the platform starts one automatically. The change is a deploy then.
  mark: (name, done) =>
    done?.plan.steps.some(({ awaits }) => awaits?.next !== undefined)
      ? eventMarkMsg.markDeploy({ name })
      : lifecycleMsg.markBuild({ name }),

  gather: (args, ask, reads) => gatherDeploy([args.component], ask, reads),

  plan(_args, facts: DeployFacts, ask) {
    const components = namedComponents(facts, ask);
    if ('problem' in components) return components;
    const [one] = components;
    const which = whichOf(components);
    const upgrades = one.buildUpgrade !== false;
    const title = upgrades ? lifecycleMsg.deployTitle({ which }) : lifecycleMsg.buildTitle({ which });
    return {
      ...planOnComponents(components, facts),
      title,
      rows: [
        ...stateRows(components, upgrades ? lifecycleMsg.deployed() : lifecycleMsg.built()),
        ...versionRows(components, facts),
      ],
      steps: [
        {
          says: title,
          call: buildComponentCall({ ...ask.context, service: one.serviceId }),
          before: { runs: null },
          after: { runs: null },
          awaits: awaitedBuild(components, upgrades ? lifecycleMsg.deploying() : lifecycleMsg.building(), {
            rollsOut: upgrades,
          }),
        },
      ],
      warnings: upgrades
        ? [...deployWarnings(components), lifecycleMsg.noteBuildFails()]
        : [lifecycleMsg.warnBuildOnly()],
      undo: { none: lifecycleMsg.undoNone() },
    };
  },
});

export function buildComponentCall(place: ServicePlace): WriteCall {
  return writeCall('buildComponent', place, {});
}

export const lifecycleOperations: readonly Operation[] = [
  componentStart,
  componentStop,
  componentRestart,
  componentUpgrade,
  componentDeploy,
  componentStartAll,
  componentStopAll,
  componentScale,
  componentImage,
  componentBuild,
];
