import { defineChange } from '../shared/define.ts';
import { lifecycleEvents } from './lifecycle-events.ts';
import { gatherLifecycle } from './lifecycle-facts.ts';
import { msg } from './lifecycle-messages.ts';
import { components, doneLines, observeStep, planNamed } from './plan-lifecycle.ts';

/** `/component stop <component…>` (platform facts, continued, 4). */
export const componentStop = defineChange({
  id: 'component.stop',
  command: 'component',
  keywords: [['stop']],
  summary: msg.stopSays(),
  examples: ['component stop web', 'component stop web api'],
  params: { component: components },
  order: ['component'],
  dialects: ['console'],
  needs: 'context',
  verify: 'event',
  events: lifecycleEvents,

  risk: () => 'disrupt',

  gather: (args, ask, reads) => gatherLifecycle(args.component, ask, reads),
  plan: (_args, facts, ask) => planNamed('stop', facts, ask),
  observe: observeStep,
  done: doneLines,
});
