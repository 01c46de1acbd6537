import { defineChange } from '../shared/define.ts';
import { lifecycleEvents } from './lifecycle-events.ts';
import { gatherLifecycle } from './lifecycle-facts.ts';
import { msg } from './lifecycle-messages.ts';
import { components, doneLines, observeStep, planNamed } from './plan-lifecycle.ts';

/** `/component start <component…>` (platform facts, continued, 4). */
export const componentStart = defineChange({
  id: 'component.start',
  command: 'component',
  keywords: [['start']],
  summary: msg.startSays(),
  examples: ['component start web'],
  params: { component: components },
  order: ['component'],
  dialects: ['console'],
  needs: 'context',
  verify: 'event',
  events: lifecycleEvents,

  risk: () => 'disrupt',

  gather: (args, ask, reads) => gatherLifecycle(args.component, ask, reads),
  plan: (_args, facts, ask) => planNamed('start', facts, ask),
  observe: observeStep,
  done: doneLines,
});
