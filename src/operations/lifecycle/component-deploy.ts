import { defineChange } from '../shared/define.ts';
import { lifecycleEvents } from './lifecycle-events.ts';
import { gatherLifecycle } from './lifecycle-facts.ts';
import { msg } from './lifecycle-messages.ts';
import { components, doneLines, observeStep, planNamed } from './plan-lifecycle.ts';

/** `/component deploy <component…>` (platform facts, continued, 4). */
export const componentDeploy = defineChange({
  id: 'component.deploy',
  command: 'component',
  keywords: [['deploy']],
  summary: msg.deploySays(),
  examples: ['component deploy web'],
  params: { component: components },
  order: ['component'],
  dialects: ['console'],
  needs: 'context',
  verify: 'event',
  events: lifecycleEvents,

  risk: () => 'disrupt',

  gather: (args, ask, reads) => gatherLifecycle(args.component, ask, reads),
  plan: (_args, facts, ask) => planNamed('deploy', facts, ask),
  observe: observeStep,
  done: doneLines,
});
