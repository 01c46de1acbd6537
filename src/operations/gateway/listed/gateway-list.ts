import type { AskButton } from '../../../core/command/answer.ts';
import type { RawArgs } from '../../../core/command/params.ts';
import { ok, optional } from '../../../core/command/params.ts';
import { isProblem } from '../../../core/command/problem.ts';
import { verbatim } from '../../../core/text/text.ts';
import { listedPage, pageFrom, selectOne } from '../../shared/answer/paging.ts';
import { defineQuestion } from '../../shared/define.ts';
import { appOf, findComponent, type Named } from '../../shared/find-component.ts';
import { sharedMsg } from '../../shared/operation-messages.ts';
import { component, page } from '../../shared/shared-params.ts';
import { sortedRules } from './find-rule.ts';
import {
  componentOf,
  gatherRules,
  mayAnswerAt,
  missingOf,
  type RuleFacts,
  ruleCertificateText,
  ruleStateText,
  ruleText,
  targetOf,
  weightText,
  withPorts,
} from './gateway-facts.ts';
import { ruleListMsg } from './gateway-list-messages.ts';

const pageSize = 20;

/** `/gateway list [component]`: docs/platform.md#reading-gateway-rules. */
export const gatewayList = defineQuestion({
  id: 'gateway.list',
  tool: { name: 'list_gateway_rules' },
  command: 'gateway',
  keywords: [['list'], ['rules']],
  summary: ruleListMsg.listSays(),
  title: ruleListMsg.listForm(),
  examples: ['gateway list', 'gateway list web'],
  params: {
    component: optional<string>(sharedMsg.component(), ok, {
      input: 'external',
      source: 'components',
      hint: sharedMsg.componentHint(),
      aliases: component.aliases ?? [],
    }),
    page,
  },
  order: ['component'],
  dialects: ['console'],

  async gather(args, ask, reads) {
    const of = args.component === undefined ? undefined : await findComponent(args.component, ask, reads);
    if (isProblem(of)) return of;
    const facts = await gatherRules(ask, reads);
    if (isProblem(facts)) return facts;
    const { shown } = pageOfRules(args.page, facts, of);
    return { ...(await withPorts(facts, shown, ask, reads)), of };
  },

  answer(args, facts, ask) {
    const { components, certificates, of } = facts;
    const title = of ? ruleListMsg.listOf({ component: of.name }) : ruleListMsg.listTitle({ app: appOf(ask.context) });
    const { shown, paging } = pageOfRules(args.page, facts, of);
    const isLeftOver = shown.some((rule) => missingOf(rule, facts));
    const given: RawArgs = of ? { component: [of.id] } : {};
    const create: AskButton = { label: ruleListMsg.create(), operation: 'gateway.http', given, opens: 'modal' };
    const choices = shown.map((rule) => [rule.id, ruleText(rule, components)] as const);
    const answer = listedPage({
      title,
      operation: 'gateway.list',
      given,
      paging,
      shown,
      none: of ? ruleListMsg.noneOf({ component: of.name }) : ruleListMsg.none(),
      columns: [
        ruleListMsg.address(),
        ruleListMsg.state(),
        ruleListMsg.leadsTo(),
        ruleListMsg.certificate(),
        ruleListMsg.weight(),
      ],
      rowOf: (rule) => [
        verbatim(rule.address),
        ruleStateText(rule, facts),
        targetOf(rule, components),
        ruleCertificateText(rule, certificates),
        weightText(rule),
      ],
      notes: [
        ...(isLeftOver ? [ruleListMsg.leftOver()] : []),
        ruleListMsg.activeNote(),
        ...(shown.some((rule) => mayAnswerAt(rule, facts)) ? [] : [ruleListMsg.inactiveNote()]),
      ],
      select: selectOne(ruleListMsg.openOne(), { operation: 'gateway.show', param: 'rule' }, choices),
      buttons: [create],
    });
    return shown.length > 0 ? answer : { title, parts: [...answer.parts, { part: 'buttons', buttons: [create] }] };
  },
});

/** Returns a page of rules, counted from 1. `of`: only rules of this component. */
function pageOfRules(page: number, { rules, components }: RuleFacts, component: Named | undefined) {
  const ours = rules.filter(({ rule }) => component === undefined || rule.serviceId === component.id);
  const all = sortedRules(ours, (rule) => componentOf(rule, components));
  const paging = { page, size: pageSize, total: all.length };
  return { shown: pageFrom(all, paging), paging };
}
