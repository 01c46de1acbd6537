import { openTemporaryStore } from '../../../test/engine/temporary-store.ts';
import { defaultPolicy, type Policy } from '../../core/policy/policy.ts';
import type { Lang } from '../../core/text/text.ts';
import { channelLanguages } from '../../operations/shared/place/channel-language.ts';
import { channelPage } from './channel-page.ts';

const policy: Policy = {
  ...defaultPolicy,
  channels: new Map([
    ['C0ZH', { allow: ['question'], language: 'zh' }],
    ['C0ANY', { allow: ['question'] }],
  ]),
};

const store = await openTemporaryStore();
for (const channel of ['C0SET', 'C0ZH']) {
  const lang = channel === 'C0SET' ? 'zh' : 'en';
  await channelLanguages.change(store, channel, 1, () => ({ body: { lang }, row: { at: 1 } }));
}

test.each<[string, Lang | undefined, Lang, Lang]>([
  ['C0ZH', undefined, 'en', 'zh'],
  ['C0ZH', 'en', 'en', 'zh'],
  ['C0ANY', 'zh', 'en', 'zh'],
  ['C0ANY', undefined, 'en', 'en'],
  // Set in Slack, which counts if the policy file sets nothing.
  ['C0SET', 'en', 'en', 'zh'],
  ['C0OTHER', undefined, 'zh', 'zh'],
  // Only one person reads direct messages: Slack's words for days are in that language.
  ['D0MAYA', 'zh', 'en', 'en'],
  ['U0MAYA', 'zh', 'en', 'en'],
])('%s with LANGUAGE=%s, asked in %s: %s', async (channel, language, lang, expected) => {
  const services = { policy, language, store, world: { now: () => 5 } };
  const now = channel.startsWith('C') ? { now: 5 } : {};
  expect(await channelPage(services, channel, { lang, zone: 'UTC' })).toEqual({ lang: expected, zone: 'UTC', ...now });
});
