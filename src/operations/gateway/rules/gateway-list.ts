import type { Part } from '../../../core/command/answer.ts';
import { ok, optional } from '../../../core/command/params.ts';
import { isProblem, type Problem } from '../../../core/command/problem.ts';
import { type Text, verbatim } from '../../../core/text/text.ts';
import { pageButtons, pageFrom, pageNote, pastEnd } from '../../shared/answer/paging.ts';
import { defineQuestion } from '../../shared/define.ts';
import { appOf, findComponent, type Named } from '../../shared/find-component.ts';
import { msg as shared } from '../../shared/operation-messages.ts';
import { component, page } from '../../shared/shared-params.ts';
import { type AnyRule, sortedRules } from './find-rule.ts';
import {
  certificateText,
  componentOf,
  gatherRules,
  type RuleFacts,
  ruleText,
  stateText,
  targetOf,
  weightText,
} from './rule-facts.ts';
import { msg } from './rule-list-messages.ts';

const pageSize = 20;

interface RuleListFacts extends RuleFacts {
  /** Only its rules are listed. */
  readonly of?: Named;
}

/** `/gateway list [component]`: docs/platform.md#reading-gateway-rules. */
export const gatewayList = defineQuestion({
  id: 'gateway.list',
  tool: { name: 'list_gateway_rules' },
  command: 'gateway',
  keywords: [['list'], ['rules']],
  summary: msg.listSays(),
  title: msg.listForm(),
  examples: ['gateway list', 'gateway list web'],
  params: {
    component: optional<string>(shared.component(), ok, {
      input: 'external',
      source: 'components',
      hint: shared.componentHint(),
      aliases: component.aliases ?? [],
    }),
    page,
  },
  order: ['component'],
  dialects: ['console'],

  async gather(args, ask, reads): Promise<RuleListFacts | Problem> {
    const of = args.component === undefined ? undefined : await findComponent(args.component, ask, reads);
    if (isProblem(of)) return of;
    const facts = await gatherRules(ask, reads);
    return isProblem(facts) || !of ? facts : { ...facts, of };
  },

  answer(args, { rules, components, certificates, of }, ask) {
    const title = of ? msg.listOf({ component: of.name }) : msg.listTitle({ app: appOf(ask.context) });
    const ours = rules.filter(({ rule }) => of === undefined || rule.serviceId === of.id);
    const all = sortedRules(ours, (rule) => componentOf(rule, components));
    const paging = { page: args.page, size: pageSize, total: all.length };
    const shown = pageFrom(all, paging);
    const given = of ? { component: [of.id] } : {};
    const create = { label: msg.create(), operation: 'gateway.http', given, opens: 'modal' } as const;
    if (shown.length === 0) {
      const none = of ? msg.noneOf({ component: of.name }) : msg.none();
      const why: Part = { part: 'line', text: all.length > 0 ? pastEnd(paging) : none };
      return { title, parts: [why, { part: 'buttons', buttons: [create] }] };
    }
    const row = (rule: AnyRule): readonly Text[] => [
      verbatim(rule.address),
      stateText(rule),
      targetOf(rule, components),
      certificateText(rule, certificates),
      weightText(rule),
    ];
    const parts: Part[] = [
      {
        part: 'table',
        caption: title,
        columns: [msg.address(), msg.state(), msg.leadsTo(), msg.certificate(), msg.weight()],
        rows: shown.map(row),
      },
      { part: 'note', text: pageNote(paging, shown.length) },
      { part: 'note', text: msg.activeNote() },
      {
        part: 'select',
        label: msg.openOne(),
        operation: 'gateway.show',
        params: ['rule'],
        given: {},
        options: shown.map((rule) => ({ values: [rule.id], label: ruleText(rule, components) })),
      },
      { part: 'buttons', buttons: [create, ...pageButtons('gateway.list', given, paging)] },
    ];
    return { title, parts };
  },
});
