import type { AskButton, AskMenu } from '../../core/command/answer.ts';
import { placeKey } from '../../core/command/context.ts';
import { ok, optional, type RawArgs } from '../../core/command/params.ts';
import { isProblem, refused } from '../../core/command/problem.ts';
import { present } from '../../core/defined.ts';
import type { Ask } from '../../core/operation.ts';
import type { Risk } from '../../core/policy/policy.ts';
import { notAllowedHere } from '../../core/policy/policy-decision.ts';
import type { TemporaryAccess } from '../../core/request/temporary-access.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import type { Certificate } from '../../platform/certificate/certificate-endpoints.ts';
import { accessMenu } from '../shared/access/access-menu.ts';
import { accessMsg } from '../shared/access/access-messages.ts';
import { closesInText } from '../shared/access/closing-text.ts';
import { expiryMsg } from '../shared/access/expiry-messages.ts';
import { expiresSoon, expiryOf, expiryText } from '../shared/access/expiry-text.ts';
import { isPortOf, readAccess } from '../shared/access/port-state.ts';
import { listedPage, pageFrom } from '../shared/answer/paging.ts';
import { textOrNone } from '../shared/component/component-format.ts';
import { defineQuestion, type Operation, type Reads } from '../shared/define.ts';
import { appOf, findComponent, type Named } from '../shared/find-component.ts';
import { sharedMsg } from '../shared/operation-messages.ts';
import { orUndefined } from '../shared/or-undefined.ts';
import { kindOf } from '../shared/port-addresses.ts';
import { component, page } from '../shared/shared-params.ts';
import { gatewayHttp } from './gateway-http.ts';
import { gatewayTcp } from './gateway-tcp.ts';
import { type AnyRule, allRules, isActive } from './listed/find-rule.ts';
import { gatewayDelete } from './listed/gateway-delete.ts';
import {
  componentOf,
  gatherRules,
  mayAnswerAt,
  missingOf,
  portOf,
  type RuleFacts,
  ruleAddressText,
  ruleCertificateText,
  ruleStateText,
  targetOf,
  weightText,
  withPorts,
} from './listed/gateway-facts.ts';
import { ruleListMsg } from './listed/gateway-list-messages.ts';
import { gatewayShow } from './listed/gateway-show.ts';

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
    const withTheirPorts = await withPorts(facts, shown, ask, reads);
    return { ...withTheirPorts, of, ...(await readWays(shown, withTheirPorts, ask, reads)) };
  },

  answer(args, facts, ask) {
    const { components, certificates, of } = facts;
    const title = of ? ruleListMsg.listOf({ component: of.name }) : ruleListMsg.listTitle({ app: appOf(ask.context) });
    const { shown, paging } = pageOfRules(args.page, facts, of);
    const isLeftOver = shown.some((rule) => missingOf(rule, facts));
    const given: RawArgs = of ? { component: [of.id] } : {};
    const create: AskButton = { label: ruleListMsg.create(), operation: 'gateway.http', given, opens: 'modal' };
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
      isStacked: true,
      rowOf: (rule) => [
        ruleAddressText(rule),
        stateText(rule, facts, ask.now),
        targetOf(rule, components),
        ruleCertificateText(rule, certificates),
        rule.kind === 'http' && rule.rule.theWeight === 100 ? sharedMsg.none() : weightText(rule),
      ],
      menuOf: (rule) => menuOf(rule, facts),
      notes: [
        ...(isLeftOver ? [ruleListMsg.leftOver()] : []),
        ruleListMsg.activeNote(),
        ...(shown.some((rule) => mayAnswerAt(rule, facts)) ? [] : [ruleListMsg.inactiveNote()]),
      ],
      buttons: [create],
    });
    return shown.length > 0 ? answer : { title, parts: [...answer.parts, { part: 'buttons', buttons: [create] }] };
  },
});

/** Changes that the policy allows in the channel to end access by rules. */
interface RuleWays {
  /** Menu and closing time (epoch ms) of each open port that a rule ends with, by the rule's id. */
  readonly closings: ReadonlyMap<string, { readonly menu: AskMenu; readonly access?: Closing }>;
  readonly mayDelete: boolean;
}

type Closing = Pick<TemporaryAccess, 'until' | 'tries'>;

async function readWays(rules: readonly AnyRule[], facts: RuleFacts, ask: Ask, reads: Reads): Promise<RuleWays> {
  const may = (risk: Risk) =>
    notAllowedHere(reads.policy, { risk, channel: ask.channel, context: ask.context }) === undefined;
  const close = { label: accessMsg.close(), operation: 'port.close', given: {} };
  const stored = await reads.temporaryAccess.list({ placeKey: placeKey(ask.context) });
  const closings = rules.flatMap((listed): readonly (readonly [string, { menu: AskMenu; access?: Closing }])[] => {
    const { serviceId: component = '' } = listed.rule;
    const port = portOf(listed, facts);
    // Closing doesn't end rules of another kind than the port's.
    if (!port?.isOuterService || !isActive(listed) || kindOf(port.protocol) !== listed.kind) return [];
    for (const access of stored) {
      const opened = readAccess(access);
      if (opened?.component === component && opened.side === 'outer' && isPortOf(opened, port))
        return [[listed.id, { menu: accessMenu(opened, ask, reads.policy), access }]];
    }
    const given = { component: [component], port: [String(port.containerPort)] };
    return [[listed.id, { menu: { given, entries: may('change') ? [close] : [] } }]];
  });
  return { closings: new Map(closings), mayDelete: may('destroy') };
}

function stateText(rule: AnyRule, facts: RuleFacts & RuleWays, now: number): Text {
  const { access } = facts.closings.get(rule.id) ?? {};
  return join(present([ruleStateText(rule, facts), access && closesInText(access, now)]), ' · ');
}

/** Returns the details of a rule, and the changes that the policy allows in the channel. */
function menuOf({ id, kind }: AnyRule, { closings, mayDelete }: RuleWays): AskMenu {
  const { given, entries = [] } = closings.get(id)?.menu ?? {};
  const deletes = { label: accessMsg.deleteRule(), operation: 'gateway.delete', given: {} };
  return {
    given: { ...given, rule: [id] },
    entries: [
      { label: ruleListMsg.showRule(), operation: 'gateway.show', given: {} },
      ...entries,
      ...(kind === 'http' && mayDelete ? [deletes] : []),
    ],
  };
}

/** Returns a page of rules, counted from 1. `of`: only rules of this component. */
function pageOfRules(page: number, { rules, components }: RuleFacts, component: Named | undefined) {
  const ours = rules.filter(({ rule }) => component === undefined || rule.serviceId === component.id);
  const all = sortedRules(ours, (rule) => componentOf(rule, components));
  const paging = { page, size: pageSize, total: all.length };
  return { shown: pageFrom(all, paging), paging };
}

function sortedRules(rules: readonly AnyRule[], targetNameOf: (rule: AnyRule) => string): readonly AnyRule[] {
  const key = (each: AnyRule) => [
    isActive(each) === false ? '1' : '0',
    targetNameOf(each),
    String(each.rule.containerPort ?? 0).padStart(5, '0'),
    each.address,
  ];
  return rules
    .map((each) => ({ each, key: key(each).join('\u0000') }))
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ each }) => each);
}

const maxNames = 3;

/** Reads only the list (docs/platform.md#certificates), because a single certificate contains its key. */
const gatewayCertificates = defineQuestion({
  id: 'gateway.certificates',
  tool: { name: 'list_gateway_rules', view: 'certificates' },
  command: 'gateway',
  keywords: [['certificates'], ['certs']],
  summary: ruleListMsg.certificatesSay(),
  searched: ruleListMsg.certificatesSearched(),
  title: ruleListMsg.certificatesForm(),
  examples: ['gateway certificates'],
  params: { page },
  order: [],
  dialects: ['console'],

  async gather(_args, { context }, reads) {
    const [list, rules] = await Promise.all([
      reads.platform.listCertificates(context),
      orUndefined(reads.platform.listRules(context)),
    ]);
    if (!list) return refused(sharedMsg.notInApi());
    return { ...list, rules: rules && allRules(rules) };
  },

  answer(args, { certificates, unreadable, rules }, ask) {
    const title = ruleListMsg.certificatesTitle({ team: ask.context.team });
    const all = certificates.toSorted((a, b) => expiryOf(a) - expiryOf(b) || a.id - b.id);
    const paging = { page: args.page, size: pageSize, total: all.length };
    const urgent = all.filter((each) => expiresSoon(each, ask.now)).length;
    return listedPage({
      title,
      operation: 'gateway.certificates',
      given: {},
      paging,
      shown: pageFrom(all, paging),
      none: ruleListMsg.noCertificates(),
      columns: [
        ruleListMsg.alias(),
        ruleListMsg.expires(),
        ruleListMsg.names(),
        ruleListMsg.usedBy(),
        ruleListMsg.issuer(),
        ruleListMsg.number(),
      ],
      isStacked: true,
      rowOf: (each) => [
        textOrNone(each.alias),
        expiryText(each, ask.now),
        listText(each.issuedTo.map((name) => ruleListMsg.exactName({ name }))),
        rules ? usersOf(each, rules) : expiryMsg.expiryUnknown(),
        issuerText(each.issuedBy),
        verbatim(String(each.id)),
      ],
      notes: [
        ...(unreadable > 0 ? [ruleListMsg.unreadable({ count: unreadable })] : []),
        ...(urgent > 0 ? [ruleListMsg.attention({ count: urgent })] : []),
        rules ? ruleListMsg.usedHere({ app: appOf(ask.context) }) : ruleListMsg.rulesUnread(),
      ],
    });
  },
});

function usersOf({ id }: Certificate, rules: readonly AnyRule[]): Text {
  const users = rules.filter((each) => each.kind === 'http' && each.rule.certificateId === id);
  return users.length === 0 ? ruleListMsg.unused() : listText(users.map(({ address }) => verbatim(address)));
}

function listText(texts: readonly Text[]): Text {
  if (texts.length === 0) return sharedMsg.none();
  const first = join(texts.slice(0, maxNames), ', ');
  return texts.length > maxNames ? ruleListMsg.moreRules({ first, more: texts.length - maxNames }) : first;
}

/** Returns the issuer. The console marks issuers other than the platform with 第三方 (docs/platform.md#certificates). */
function issuerText(issuedBy: string | undefined): Text {
  if (!issuedBy) return sharedMsg.none();
  return /^第三方/.test(issuedBy) ? ruleListMsg.thirdParty() : verbatim(issuedBy.replace(/签发$/, ''));
}

export const gatewayOperations: readonly Operation[] = [
  gatewayHttp,
  gatewayTcp,
  gatewayDelete,
  gatewayList,
  gatewayShow,
  gatewayCertificates,
];
