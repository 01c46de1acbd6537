import { defaultPolicy, type Policy } from '../../core/policy/policy.ts';
import type { Lang } from '../../core/text/text.ts';
import { channelPage } from './channel-page.ts';

const policy: Policy = {
  ...defaultPolicy,
  channels: new Map([
    ['C0ZH', { allow: ['question'], language: 'zh' }],
    ['C0ANY', { allow: ['question'] }],
  ]),
};

test.each<[string, Lang | undefined, Lang, Lang]>([
  ['C0ZH', undefined, 'en', 'zh'],
  ['C0ZH', 'en', 'en', 'zh'],
  ['C0ANY', 'zh', 'en', 'zh'],
  ['C0ANY', undefined, 'en', 'en'],
  ['C0OTHER', undefined, 'zh', 'zh'],
  ['D0MAYA', 'zh', 'en', 'en'],
  ['U0MAYA', 'zh', 'en', 'en'],
])('%s with LANGUAGE=%s, asked in %s: %s', (channel, language, lang, expected) => {
  const services = { policy, language };
  expect(channelPage(services, channel, { lang, zone: 'UTC' })).toEqual({ lang: expected, zone: 'UTC' });
});
