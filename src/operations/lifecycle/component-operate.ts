import type { Evidence } from '../../core/operation.ts';
import type { Risk } from '../../core/policy/policy.ts';
import type { Text } from '../../core/text/text.ts';
import type { LifecycleAction } from '../../platform/lifecycle/lifecycle-schema.ts';
import { defineChange } from '../shared/define.ts';
import { lifecycleEvents } from './lifecycle-events.ts';
import { gatherLifecycle } from './lifecycle-facts.ts';
import { msg } from './lifecycle-messages.ts';
import { components, doneLines, observeStep, planAll, planNamed } from './plan-lifecycle.ts';

/** What the operations that only send one action have in common (platform facts, continued, 4). */
const common = {
  command: 'component',
  dialects: ['console'],
  needs: 'context',
  verify: 'event',
  events: lifecycleEvents,
  risk: (): Risk => 'disrupt',
  observe: observeStep,
  done: doneLines,
} as const;

/** `/component <action> <component…>`. */
function ofNamed(action: LifecycleAction, summary: Text, examples: readonly string[], evidence: Evidence = 'before') {
  return defineChange({
    ...common,
    id: `component.${action}`,
    evidence,
    keywords: [[action]],
    summary,
    examples,
    params: { component: components },
    order: ['component'],
    gather: (args, ask, reads) => gatherLifecycle(args.component, ask, reads),
    plan: (_args, facts, ask) => planNamed(action, facts, ask),
  });
}

/** `/component <action> all`: every component of the application by its id, since the platform's own "all" shows none. */
function ofAll(action: 'start' | 'stop', summary: Text) {
  return defineChange({
    ...common,
    id: `component.${action}_all`,
    keywords: [[action, 'all']],
    summary,
    examples: [`component ${action} all`],
    params: {},
    order: [],
    gather: (_args, ask, reads) => gatherLifecycle([], ask, reads),
    plan: (_args, facts, ask) => planAll(action, facts, ask),
  });
}

/** The operations of platform facts, continued, 4; a stop and a start of everything are operations of their own. */
export const componentStart = ofNamed('start', msg.startSays(), ['component start web']);
export const componentStop = ofNamed('stop', msg.stopSays(), ['component stop web', 'component stop web api']);
export const componentUpgrade = ofNamed('upgrade', msg.upgradeSays(), ['component upgrade web']);
export const componentDeploy = ofNamed('deploy', msg.deploySays(), ['component deploy web'], 'before-and-after');
export const componentStartAll = ofAll('start', msg.startAllSays());
export const componentStopAll = ofAll('stop', msg.stopAllSays());
