import { defineChange } from '../shared/define.ts';
import { lifecycleEvents } from './lifecycle-events.ts';
import { gatherLifecycle } from './lifecycle-facts.ts';
import { msg } from './lifecycle-messages.ts';
import { doneLines, observeStep, planAll } from './plan-lifecycle.ts';

/** `/component stop all`: every component of the application by its id, since the platform's own "all" shows none. */
export const componentStopAll = defineChange({
  id: 'component.stop_all',
  command: 'component',
  keywords: [['stop', 'all']],
  summary: msg.stopAllSays(),
  examples: ['component stop all'],
  params: {},
  order: [],
  dialects: ['console'],
  needs: 'context',
  verify: 'event',
  events: lifecycleEvents,

  risk: () => 'disrupt',

  gather: (_args, ask, reads) => gatherLifecycle([], ask, reads),
  plan: (_args, facts, ask) => planAll('stop', facts, ask),
  observe: observeStep,
  done: doneLines,
});
