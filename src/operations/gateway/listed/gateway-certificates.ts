import { refused } from '../../../core/command/problem.ts';
import { join, type Text, verbatim } from '../../../core/text/text.ts';
import type { Certificate } from '../../../platform/certificate/certificate-reply.ts';
import { expiryMsg } from '../../shared/access/expiry-messages.ts';
import { expiresSoon, expiryOf, expiryText } from '../../shared/access/expiry-text.ts';
import { listedPage, pageFrom } from '../../shared/answer/paging.ts';
import { textOrNone } from '../../shared/component/component-format.ts';
import { defineQuestion } from '../../shared/define.ts';
import { appOf } from '../../shared/find-component.ts';
import { sharedMsg } from '../../shared/operation-messages.ts';
import { orUndefined } from '../../shared/or-undefined.ts';
import { page } from '../../shared/shared-params.ts';
import { type AnyRule, allRules } from './find-rule.ts';
import { ruleListMsg } from './gateway-list-messages.ts';

const pageSize = 20;
const maxNames = 3;

/** Reads only the list (docs/platform.md#certificates), because a single certificate contains its key. */
export const gatewayCertificates = defineQuestion({
  id: 'gateway.certificates',
  tool: { name: 'list_gateway_rules', view: 'certificates' },
  command: 'gateway',
  keywords: [['certificates'], ['certs']],
  summary: ruleListMsg.certificatesSay(),
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
      rowOf: (each) => [
        textOrNone(each.alias),
        expiryText(each, ask.now),
        listText(each.issuedTo.map(verbatim)),
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
