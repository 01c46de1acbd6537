import type { Answer } from '../../core/command/answer.ts';
import { ok, required } from '../../core/command/params.ts';
import { notAllowed, type Problem } from '../../core/command/problem.ts';
import { mayAcceptExposure } from '../../core/policy/decide.ts';
import { verbatim } from '../../core/text/text.ts';
import { listedPage, pageFrom, selectOne } from '../shared/answer/paging.ts';
import { defineQuestion, defineSetting, settingEntry } from '../shared/define.ts';
import { addressText } from '../shared/exposure/address-text.ts';
import { acceptedAddresses, hasEnded, readAccepted } from '../shared/exposure/expected-address.ts';
import { bareRule } from '../shared/port-addresses.ts';
import { page } from '../shared/shared-params.ts';
import { tell } from './accept-address.ts';
import { acceptMsg } from './accept-messages.ts';

const pageSize = 20;

export const exposureExpected = defineQuestion({
  id: 'exposure.expected',
  tool: { none: 'the list of what can be reached says what is expected' },
  command: 'portolan',
  keywords: [['exposure', 'expected']],
  summary: acceptMsg.listSays(),
  title: acceptMsg.listForm(),
  examples: ['portolan exposure expected'],
  params: { page },
  order: [],
  dialects: ['console'],

  async gather(_args, ask, reads) {
    const accepted = [...(await readAccepted(reads, ask.context)).values()];
    return { accepted, inFile: (reads.policy.expected ?? []).length };
  },

  answer(args, { accepted, inFile }, ask): Answer {
    const sorted = accepted.toSorted((one, other) => one.until - other.until);
    const paging = { page: args.page, size: pageSize, total: sorted.length };
    const shown = pageFrom(sorted, paging);
    return listedPage({
      title: acceptMsg.listTitle(),
      operation: 'exposure.expected',
      given: {},
      paging,
      shown,
      none: acceptMsg.listNone(),
      columns: [acceptMsg.address(), acceptMsg.by(), acceptMsg.until(), acceptMsg.reason()],
      rowOf: (each) => {
        const at = { at: each.until, show: 'date' } as const;
        const until = hasEnded(each, ask.now) ? acceptMsg.ended({ at }) : acceptMsg.moment({ at });
        return [addressText(each), verbatim(each.by.name), until, verbatim(each.reason)];
      },
      notes: inFile > 0 ? [acceptMsg.inFile({ count: inFile })] : [],
      select: selectOne(
        acceptMsg.revokeOne(),
        { operation: 'exposure.revoke', param: 'address' },
        shown.map((each) => [each.key, verbatim(each.address)] as const),
      ),
    });
  },
});

export const exposureRevoke = defineSetting({
  id: 'exposure.revoke',
  tool: { none: 'people say what is meant to be open' },
  command: 'portolan',
  keywords: [['exposure', 'revoke']],
  summary: acceptMsg.revokeSays(),
  title: acceptMsg.revokeForm(),
  examples: ['portolan exposure revoke www.shop.test'],
  params: { address: required<string>(acceptMsg.address(), acceptMsg.addressMissing(), ok) },
  order: ['address'],
  dialects: ['console'],

  async apply({ address: typed }, ask, settings): Promise<Answer | Problem> {
    const all = [...(await readAccepted(settings, ask.context)).values()];
    const acceptance =
      all.find(({ key }) => key === typed) ?? all.find((each) => bareRule(each.address) === bareRule(typed));
    if (!acceptance)
      return { title: acceptMsg.listTitle(), parts: [{ part: 'line', text: acceptMsg.revokedUnknown({ typed }) }] };
    const { policy, actor } = settings;
    const who = await actor(ask.person, ask.channel);
    const { context, channel } = ask;
    const refusal = mayAcceptExposure(policy, { context, channel, operation: 'exposure.revoke' }, who, undefined);
    if (refusal) return notAllowed(refusal);
    const { key, address, component, port } = acceptance;
    await settings.store.commit({
      at: ask.now,
      records: [acceptedAddresses.drop(key)],
      audit: [settingEntry('exposure.revoke', ask, ask.context, { address, component, port: String(port) })],
    });
    return tell(acceptMsg.revoked({ who: ask.person.name, what: addressText(acceptance) }), 0, settings);
  },
});
