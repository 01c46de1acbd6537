import type { AskButton, Part } from '../../../core/command/answer.ts';
import { ok, type Param, required } from '../../../core/command/params.ts';
import { isProblem, type Problem } from '../../../core/command/problem.ts';
import { shownPairsText } from '../../../core/text/secret.ts';
import { type Text, verbatim } from '../../../core/text/text.ts';
import type { HttpRule } from '../../../platform/gateway/gateway-reply.ts';
import { defineQuestion } from '../../shared/define.ts';
import { msg as shared } from '../../shared/operation-messages.ts';
import { type AnyRule, isActive } from './find-rule.ts';
import {
  certificateText,
  findRule,
  gatherRules,
  type RuleFacts,
  ruleStateText,
  targetOf,
  weightText,
} from './rule-facts.ts';
import { msg } from './rule-list-messages.ts';

/** A rule by its address or id. */
export const ruleParam: Param<string> & { readonly required: true } = required<string>(
  msg.rule(),
  msg.ruleMissing(),
  ok,
  {
    input: 'external',
    source: 'rules',
    hint: msg.ruleHint(),
    aliases: ['address', 'domain'],
  },
);

interface ShownRule extends RuleFacts {
  readonly shown: AnyRule;
}

/** `/gateway show <address or rule>`: one rule of the app's list. */
export const gatewayShow = defineQuestion({
  id: 'gateway.show',
  tool: { none: 'list_gateway_rules has the same facts' },
  command: 'gateway',
  keywords: [['show']],
  summary: msg.showSays(),
  examples: ['gateway show www.shop.test'],
  params: { rule: ruleParam },
  order: ['rule'],
  dialects: ['console'],

  async gather(args, ask, reads): Promise<ShownRule | Problem> {
    const facts = await gatherRules(ask, reads);
    if (isProblem(facts)) return facts;
    const shown = findRule(args.rule, facts, ask);
    return isProblem(shown) ? shown : { ...facts, shown };
  },

  answer(_args, { shown, components, certificates }) {
    const { rule } = shown;
    const fields = [
      { label: msg.address(), value: addressText(shown) },
      { label: msg.leadsTo(), value: targetOf(shown, components) },
      { label: msg.kind(), value: shown.kind === 'http' ? msg.http() : msg.tcp() },
      { label: msg.state(), value: ruleStateText(shown) },
      { label: msg.serves(), value: isActive(shown) === false ? msg.servesNot() : msg.servesUnchecked() },
      ...(shown.kind === 'http' ? httpFields(shown.rule, certificateText(shown, certificates), weightText(shown)) : []),
      { label: msg.madeBy(), value: madeBy(rule.type) },
      { label: msg.ruleId(), value: verbatim(shown.id) },
    ];
    const parts: Part[] = [
      { part: 'fields', fields },
      ...(shown.kind === 'http' ? httpNotes(shown.rule) : []),
      { part: 'buttons', buttons: ruleButtons(shown) },
    ];
    return { title: msg.showTitle(), parts };
  },
});

function addressText({ address }: AnyRule): Text {
  return /^https?:\/\/[^*]+$/.test(address)
    ? msg.linked({ address: { link: address, label: verbatim(address) } })
    : verbatim(address);
}

function httpFields(rule: HttpRule, certificate: Text, weight: Text) {
  return [
    { label: msg.certificate(), value: certificate },
    { label: msg.weight(), value: weight },
    { label: msg.path(), value: verbatim(rule.domainPath || '/') },
    ...(rule.domainCookie ? [{ label: msg.cookie(), value: verbatim(shownPairsText(rule.domainCookie)) }] : []),
    ...(rule.domainHeader ? [{ label: msg.header(), value: verbatim(shownPairsText(rule.domainHeader)) }] : []),
    ...(rule.autoSsl ? [{ label: msg.autoSsl(), value: shared.yes() }] : []),
  ];
}

/**
 * Of a rule's settings the live route has none but the domain (docs/platform.md#live-routes), and some can't be read
 * (docs/platform.md#reading-gateway-rules).
 */
function httpNotes(rule: HttpRule): readonly Part[] {
  const isPlain =
    (rule.domainPath || '/') === '/' && !rule.domainCookie && !rule.domainHeader && (rule.theWeight ?? 100) === 100;
  return [
    ...(isPlain ? [] : [{ part: 'note', text: msg.routedByHost() } as const]),
    { part: 'note', text: msg.settingsUnreadable() },
  ];
}

function madeBy(type: number | undefined): Text {
  if (type === undefined) return shared.none();
  return type === 0 ? msg.madeByPort() : msg.madeByPeople();
}

function ruleButtons({ kind, id, rule }: AnyRule): readonly AskButton[] {
  const component = rule.serviceId;
  return [
    ...(kind === 'http' ? [{ label: msg.deleteRule(), operation: 'gateway.delete', given: { rule: [id] } }] : []),
    ...(component ? [{ label: msg.ports(), operation: 'port.list', given: { component: [component] } }] : []),
    { label: msg.allRules(), operation: 'gateway.list', given: {} },
  ];
}
