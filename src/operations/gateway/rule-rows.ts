import type { Plan } from '../../core/request/plan.ts';
import type { Text } from '../../core/text/text.ts';
import type { ComponentFacts } from '../shared/change-facts.ts';
import { msg as shared } from '../shared/operation-messages.ts';
import { msg } from './rule-messages.ts';
import { isThere, ruleOf } from './rule-state.ts';

/** The row that names what a rule leads to. */
export function leadsTo(facts: ComponentFacts, port: number): Plan['rows'][number] {
  const after = msg.target({ component: facts.component.name, port });
  return { what: msg.leadsTo(), before: shared.none(), after };
}

/** What a rule's plan has brought about. That the address answers is nowhere to be read, so it is not said. */
export function doneRule(plan: Plan, facts: ComponentFacts): readonly Text[] {
  const rule = ruleOf(plan);
  if (!rule || !isThere(rule, facts)) return [];
  const component = facts.component.name;
  const opened = facts.ports.some((each) => each.containerPort === rule.port && each.isOuterService);
  const before = plan.steps[0]?.before;
  const wasOpen = typeof before === 'object' && before !== null && 'portOpen' in before && before.portOpen === true;
  return [
    msg.created({ address: rule.address, component, port: rule.port }),
    ...(opened && !wasOpen ? [msg.opened({ component, port: rule.port })] : []),
  ];
}
