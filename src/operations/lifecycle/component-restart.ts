import { quote } from '../../core/command/tokenize.ts';
import { interrupts } from '../../core/request/plan.ts';
import { buttonMsg } from '../shared/component/component-button-messages.ts';
import { defineChange } from '../shared/define.ts';
import { eventMarkMsg } from '../shared/event/event-mark-messages.ts';
import { componentName } from '../shared/find-component.ts';
import type { LifecycleFacts } from './lifecycle-facts.ts';
import { lifecycleMsg } from './lifecycle-messages.ts';
import {
  idsOf,
  namedChange,
  namedComponents,
  operateStep,
  planOnComponents,
  refuseState,
  stateRows,
  warnKilled,
  whichOf,
} from './plan-lifecycle.ts';

/** The platform has no restart, so this stops, then starts when all are stopped (docs/platform.md#operations). */
export const componentRestart = defineChange({
  ...namedChange,
  id: 'component.restart',
  keywords: [['restart']],
  summary: lifecycleMsg.restartSays(),
  title: lifecycleMsg.restartForm(),
  examples: ['component restart web'],
  first: { position: 5 },
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
    const command = `/${ask.prefix}component upgrade ${components.map((each) => quote(componentName(each))).join(' ')}`;
    return {
      ...planOnComponents(components, facts),
      title: lifecycleMsg.restartTitle({ which }),
      rows: stateRows(components, lifecycleMsg.restarted()),
      steps: [
        operateStep('stop', components, ask, { rest: start }),
        operateStep('start', components, ask, { mustFollow: { otherwise, label: buttonMsg.start() } }),
      ],
      warnings: [
        interrupts(lifecycleMsg.warnRestart()),
        warnKilled(components),
        lifecycleMsg.upgradeInstead({ command }),
      ],
      undo: { none: lifecycleMsg.undoNone(), needless: true },
      alternatives: [upgrade],
    };
  },
});
