import { expect, test } from 'vitest';
import { defaultPolicy, type Policy } from '../../core/policy/policy.ts';
import type { Lang } from '../../core/text/text.ts';
import type { Watch } from '../../operations/watch/stored-watch.ts';
import { channelZone } from '../incident/draw-incident.ts';
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

const watchIn = (channel: string, id: string): Watch => ({
  ...{ id: 'w1', channel, notify: [], at: 1, context: { team: 'shop', region: 'east', app: '12' } },
  condition: { item: 'abnormal', side: 'above', threshold: 0, for: 0 },
  by: { id, name: id, lang: 'en', zone: 'Africa/Cairo' },
});

test.each([
  ['of its watch’s charts', { setBy: 'U1' }, ['U2'], 'Africa/Cairo', [watchIn('C1', 'U4')]],
  ['of who set its context', { setBy: 'U1' }, ['U2'], 'Asia/Shanghai', [watchIn('C2', 'U4'), watchIn('C1', '')]],
  ['of who is notified', undefined, ['S1', 'U2'], 'Europe/Berlin', []],
  ['of a member', undefined, [], 'America/Lima', []],
  ['whose profile can’t be read: the next one’s', { setBy: 'U9' }, ['U2'], 'Europe/Berlin', []],
])('the zone of a channel is that %s', async (_whose, context, notify, expected, watches) => {
  const zones = new Map(Object.entries({ U1: 'Asia/Shanghai', U2: 'Europe/Berlin', U3: 'America/Lima' }));
  const services = {
    store: {
      contexts: { get: async () => context },
      records: { list: async () => watches.map((body) => ({ id: body.id, version: 1, at: 1, body })) },
    },
    people: {
      async person(id: string) {
        const zone = zones.get(id);
        if (zone === undefined) throw new Error('unreadable');
        return { zone };
      },
      candidates: async () => ({
        people: [
          { id: 'U8', standing: 'guest' },
          { id: 'U3', standing: 'member' },
        ],
      }),
    },
  } as unknown as Parameters<typeof channelZone>[0];
  expect(await channelZone(services, 'C1', notify)).toBe(expected);
});
