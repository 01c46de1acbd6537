import { buildComponentCall } from '../../platform/component/component-calls.ts';
import { defineChange } from '../shared/define.ts';
import { eventMarkMsg } from '../shared/event/event-mark-messages.ts';
import { component } from '../shared/shared-params.ts';
import { type DeployFacts, gatherDeploy, versionRows } from './deployed-version.ts';
import { awaitedBuild, lifecycleEvents } from './lifecycle-events.ts';
import { lifecycleMsg } from './lifecycle-messages.ts';
import {
  deployWarnings,
  namedComponents,
  planOnComponents,
  rowsNow,
  singleChange,
  stateRows,
  whichOf,
} from './plan-lifecycle.ts';

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
