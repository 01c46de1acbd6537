import type { AskButton, Part } from '../../../core/command/answer.ts';
import { ok, type Param, required } from '../../../core/command/params.ts';
import { isProblem } from '../../../core/command/problem.ts';
import { present } from '../../../core/defined.ts';
import { shownPairsText } from '../../../core/text/secret.ts';
import { type Text, verbatim } from '../../../core/text/text.ts';
import type { HttpRule } from '../../../platform/gateway/gateway-endpoints.ts';
import { defineQuestion } from '../../shared/define.ts';
import { sharedMsg } from '../../shared/operation-messages.ts';
import { httpAddress } from '../../shared/port-addresses.ts';
import { creatorOf } from '../../shared/port-notes.ts';
import { type AnyRule, isActive } from './find-rule.ts';
import {
  findRule,
  gatherRules,
  type Missing,
  mayAnswerAt,
  missingOf,
  missingText,
  type RuleFacts,
  ruleAddressText,
  ruleCertificateText,
  ruleStateText,
  targetOf,
  weightText,
  withPorts,
} from './gateway-facts.ts';
import { ruleListMsg } from './gateway-list-messages.ts';

export const ruleParam: Param<string> & { readonly required: true } = required<string>(
  ruleListMsg.rule(),
  ruleListMsg.ruleMissing(),
  ok,
  {
    input: 'external',
    source: 'rules',
    hint: ruleListMsg.ruleHint(),
    aliases: ['address', 'domain'],
  },
);

export const gatewayShow = defineQuestion({
  id: 'gateway.show',
  tool: { none: 'list_gateway_rules has the same facts' },
  command: 'gateway',
  keywords: [['show']],
  summary: ruleListMsg.showSays(),
  examples: ['gateway show www.shop.test'],
  params: { rule: ruleParam },
  order: ['rule'],
  dialects: ['console'],

  async gather(args, ask, reads) {
    const facts = await gatherRules(ask, reads);
    if (isProblem(facts)) return facts;
    const shown = findRule(args.rule, facts, ask);
    if (isProblem(shown)) return shown;
    const address = shown.kind === 'http' ? httpAddress(shown.rule) : undefined;
    const [ports, creator] = await Promise.all([
      withPorts(facts, [shown], ask, reads),
      address === undefined ? undefined : creatorOf(address, ask, reads),
    ]);
    return { ...ports, shown, creator };
  },

  answer(_args, facts) {
    const { shown, components, certificates, creator } = facts;
    const { rule } = shown;
    const missing = missingOf(shown, facts);
    const fields = [
      { label: ruleListMsg.address(), value: ruleAddressText(shown) },
      { label: ruleListMsg.leadsTo(), value: targetOf(shown, components) },
      { label: ruleListMsg.kind(), value: shown.kind === 'http' ? ruleListMsg.http() : ruleListMsg.tcp() },
      { label: ruleListMsg.state(), value: ruleStateText(shown, facts) },
      {
        label: ruleListMsg.serves(),
        value: servesText(shown, facts),
      },
      ...(shown.kind === 'http'
        ? httpFields(shown.rule, ruleCertificateText(shown, certificates), weightText(shown))
        : []),
      { label: ruleListMsg.madeBy(), value: madeBy(rule.type, creator) },
      { label: ruleListMsg.ruleId(), value: verbatim(shown.id) },
    ];
    const parts: Part[] = [
      { part: 'fields', fields },
      ...(missing ? [{ part: 'note', text: missingText(shown, missing, components) } as const] : []),
      ...(shown.kind === 'http' ? httpNotes(shown.rule) : []),
      { part: 'buttons', buttons: ruleButtons(shown, missing) },
    ];
    return { title: ruleListMsg.showTitle(), parts };
  },
});

function servesText(shown: AnyRule, facts: RuleFacts): Text {
  if (isActive(shown) !== false) return ruleListMsg.servesUnchecked();
  return mayAnswerAt(shown, facts) ? ruleListMsg.servesMaybe() : ruleListMsg.servesNot();
}

function httpFields(rule: HttpRule, certificate: Text, weight: Text) {
  return [
    { label: ruleListMsg.certificate(), value: certificate },
    { label: ruleListMsg.weight(), value: weight },
    { label: ruleListMsg.path(), value: verbatim(rule.domainPath || '/') },
    ...(rule.domainCookie ? [{ label: ruleListMsg.cookie(), value: verbatim(shownPairsText(rule.domainCookie)) }] : []),
    ...(rule.domainHeader ? [{ label: ruleListMsg.header(), value: verbatim(shownPairsText(rule.domainHeader)) }] : []),
    ...(rule.autoSsl ? [{ label: ruleListMsg.autoSsl(), value: sharedMsg.yes() }] : []),
  ];
}

/**
 * Of a rule's settings, the live route only uses the domain (docs/platform.md#live-routes). Some settings can't be read
 * (docs/platform.md#reading-gateway-rules).
 */
function httpNotes(rule: HttpRule): readonly Part[] {
  const isPlain =
    (rule.domainPath || '/') === '/' && !rule.domainCookie && !rule.domainHeader && (rule.theWeight ?? 100) === 100;
  return [
    ...(isPlain ? [] : [{ part: 'note', text: ruleListMsg.routedByHost() } as const]),
    { part: 'note', text: ruleListMsg.settingsUnreadable() },
  ];
}

function madeBy(type: number | undefined, creator: Text | undefined): Text {
  if (type === undefined) return sharedMsg.none();
  return type === 0 ? ruleListMsg.madeByPort() : (creator ?? ruleListMsg.madeByPeople());
}

function ruleButtons({ kind, id, rule }: AnyRule, missing: Missing | undefined): readonly AskButton[] {
  const component = missing === 'component' ? undefined : rule.serviceId;
  return present<AskButton>([
    kind === 'http' && { label: ruleListMsg.deleteRule(), operation: 'gateway.delete', given: { rule: [id] } },
    ...(component ? [{ label: ruleListMsg.ports(), operation: 'port.list', given: { component: [component] } }] : []),
    { label: ruleListMsg.allRules(), operation: 'gateway.list', given: {} },
  ]);
}
