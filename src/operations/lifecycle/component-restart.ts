import { quote } from '../../core/command/tokenize.ts';
import { interrupts } from '../../core/request/plan.ts';
import { msg as press } from '../shared/component/component-button-messages.ts';
import { defineChange } from '../shared/define.ts';
import { msg as mark } from '../shared/event/event-mark-messages.ts';
import { lifecycleEvents } from './lifecycle-events.ts';
import { gatherLifecycle, type LifecycleFacts, nameOf, runState } from './lifecycle-facts.ts';
import { msg } from './lifecycle-messages.ts';
import {
  components,
  doneLines,
  idsOf,
  namedComponents,
  namesOf,
  observeStep,
  operateStep,
  plannedComponents,
  planOf,
  refuseStopped,
  refuseStopping,
  refuseUnbuilt,
  rowsNow,
  rowsOf,
  some,
  whichOf,
} from './plan-lifecycle.ts';

/**
 * `/component restart <component…>`: the platform has no restart, so it is a stop and, once everything is stopped, a
 * start (docs/platform.md#operations).
 */
export const componentRestart = defineChange({
  id: 'component.restart',
  command: 'component',
  keywords: [['restart']],
  summary: msg.restartSays(),
  title: msg.restartForm(),
  examples: ['component restart web'],
  first: { position: 5 },
  params: { component: components },
  order: ['component'],
  dialects: ['console'],
  verify: 'event',
  undoable: 'never',
  evidence: 'before-and-after',
  events: lifecycleEvents,

  risk: () => 'disrupt',

  mark: (name) => mark.markRestart({ name }),

  gather: (args, ask, reads) => gatherLifecycle(args.component, ask, reads),

  identify: plannedComponents,

  plan(_args, facts: LifecycleFacts, ask) {
    const found = namedComponents(facts, ask);
    if ('problem' in found) return found;
    const unknown = found.filter((each) => runState(each) === 'unknown');
    if (unknown.length > 0)
      return { problem: 'refused', why: msg.statusUnknown({ names: namesOf(unknown) }), canRetry: true };
    const stopping = some(found.filter((each) => runState(each) === 'stopping'));
    if (stopping) return refuseStopping(stopping);
    const unbuilt = some(found.filter((each) => runState(each) === 'unbuilt'));
    if (unbuilt) return refuseUnbuilt(unbuilt);
    const stopped = some(found.filter((each) => runState(each) !== 'running'));
    if (stopped) return refuseStopped(stopped);
    const which = whichOf(found);
    const start = { operation: 'component.start', given: { component: [...idsOf(found)] } };
    const otherwise = found.length === 1 ? msg.isStopped({ which }) : msg.areStopped({ which });
    const upgrade = { label: msg.upgrade(), operation: 'component.upgrade', given: start.given };
    const command = `/${ask.prefix}component upgrade ${found.map((each) => quote(nameOf(each))).join(' ')}`;
    return {
      ...planOf(found, facts),
      title: msg.restartTitle({ which }),
      rows: rowsOf(found, msg.restarted()),
      steps: [
        operateStep('stop', found, ask, { rest: start }),
        operateStep('start', found, ask, { mustFollow: { otherwise, label: press.start() } }),
      ],
      warnings: [interrupts(msg.warnRestart()), msg.upgradeInstead({ command })],
      undo: { none: msg.undoNone(), needless: true },
      alternatives: [upgrade],
    };
  },

  observe: observeStep,
  rowsNow,
  done: doneLines,
});
