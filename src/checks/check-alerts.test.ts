import { expect, test } from 'vitest';
import type { AlertSource } from '../core/policy/policy.ts';
import type { Tried } from '../slack/app/inspect-slack.ts';
import { alertChannels, checkAlerts } from './check-alerts.ts';

const source = (name: string, channel: string, routed?: string): readonly [string, AlertSource] => [
  name,
  {
    name,
    line: 1,
    tokenEnv: 'ALERTS_TOKEN',
    channel,
    components: [],
    routes: routed === undefined ? [] : [{ labels: new Map([['team', 'shop']]), channel: routed }],
  },
];
const alertSources = new Map([source('ops', 'C0OPS', 'C0SHOP'), source('net', 'C0OPS')]);

test('each channel is asked for once, that of a route too', () => {
  expect(alertChannels({ alertSources })).toEqual(['C0OPS', 'C0SHOP']);
  expect(alertChannels({})).toEqual([]);
});

test('a channel without the bot is named, with its source', () => {
  const members = new Map([
    ['C0OPS', { value: true }],
    ['C0SHOP', { value: false }],
  ]);
  expect(checkAlerts({ alertSources }, { channels: members })).toMatchObject([
    { level: 'warning', found: expect.stringContaining('“ops” can’t be posted in channel C0SHOP') },
  ]);
  const all = new Map([...members, ['C0SHOP', { value: true }] as const]);
  expect(checkAlerts({ alertSources }, { channels: all })).toMatchObject([{ level: 'ok' }]);
  const unread = new Map<string, Tried<boolean>>([...all, ['C0SHOP', { error: new Error('ratelimited') }]]);
  expect(checkAlerts({ alertSources }, { channels: unread })).toMatchObject([{ level: 'unknown' }]);
});

test('a channel of a watch is looked at too', () => {
  const context = { team: 'shop', region: 'east', app: '1' };
  const slow = {
    name: 'slow',
    line: 9,
    channel: 'C0WEB',
    components: [],
    what: 'abnormal',
    notify: [],
    context,
  };
  expect(alertChannels({ alertSources, watches: [slow] })).toEqual(['C0OPS', 'C0SHOP', 'C0WEB']);
  const channels = new Map<string, Tried<boolean>>([['C0WEB', { value: false }]]);
  expect(checkAlerts({ watches: [slow] }, { channels }).map(({ found }) => found)).toEqual([
    'the watch “slow” can’t be posted in channel C0WEB: the bot isn’t a member there.',
  ]);
});
