import { aConfiguredWatch, aSchedule, aWatch } from '../../test/operations/samples.ts';
import { someRecord } from '../../test/store-records.ts';
import { defaultPolicy } from '../core/policy/policy.ts';
import type { Follow } from '../operations/follow/stored-follow.ts';
import { type Schedule, storedSchedule } from '../operations/schedule/stored-schedule.ts';
import type { Watch } from '../operations/shared/watch/stored-watch.ts';
import { readComponents } from '../platform/component/component-endpoints.ts';
import { checkWatchedComponents } from './check-platform.ts';
import { checkFollowing, checkSchedules, checkWatches } from './check-subscriptions.ts';

const by = { id: 'U1', name: 'Ann', lang: 'en', zone: 'UTC' } as const;
const condition = { item: 'abnormal', side: 'above', threshold: 0, for: 300_000 } as const;

const follow = (channel: string, more: Partial<Follow> = {}) => {
  const body = { channel, context: { team: 'shop', region: 'east', app: '1' }, only: 'deploys', at: 1, by, ...more };
  return someRecord('follow', channel, body, { channel });
};
const watch = (id: string, more: Partial<Watch> = {}) =>
  someRecord('watch', id, aWatch({ id, by, condition, ...more }));
const schedule = (id: string, more: Partial<Schedule> = {}) => storedSchedule(aSchedule({ id, ...more }));

test('a channel that isn’t told of an app any more is named with the cause and what helps', () => {
  expect(checkFollowing([], defaultPolicy)).toEqual([]);
  expect(checkFollowing([follow('C1'), follow('C2')], defaultPolicy)).toMatchObject([
    { level: 'ok', found: '2 channels follow an app' },
  ]);
  expect(checkFollowing([follow('C1'), follow('C2', { paused: 'not_in_channel' })], defaultPolicy)).toEqual([
    {
      check: 'following',
      level: 'warning',
      found: 'builds and deploys of shop/east/1 aren’t posted in channel C2: I was removed from the channel.',
      why: 'Ann had this channel follow the app.',
      fix: 'Invite the bot, then have the channel follow the app again.',
      zh: {
        found: 'shop/east/1 的构建和部署没有发送到频道 C2：我已被移出该频道。',
        why: '由 Ann 设置该频道关注应用。',
        fix: '请邀请机器人，然后让该频道重新关注应用。',
      },
    },
  ]);
});

test.each([
  ['2', 'east', 'warning'],
  // App names are resolved only when the bot starts.
  ['shop-app', 'east', 'ok'],
  ['shop-app', 'west', 'warning'],
])(
  'a context that the policy file has lost is reported before the bot starts with it: %s in %s',
  (app, region, level) => {
    const policy = { ...defaultPolicy, contexts: [{ name: 'cart', team: 'shop', region, app }] };
    const [finding, ...others] = checkFollowing([follow('C1')], policy);
    expect([finding?.level, others]).toEqual([level, []]);
    if (level === 'warning') expect(finding?.fix).toContain('policy file');
  },
);

test('a schedule that stopped by itself is named with the cause; one that a person paused is not', () => {
  expect(checkSchedules([schedule('a'), schedule('b', { paused: true })])).toMatchObject([
    { level: 'ok', found: '2 schedules' },
  ]);
  expect(checkSchedules([schedule('a'), schedule('b', { disabled: 'is_archived' })])).toEqual([
    {
      check: 'schedules',
      level: 'warning',
      found: 'schedule b in channel C1 has stopped: the channel is archived.',
      why: 'Ann had monitor web posted there.',
      fix: 'Fix the cause, then resume the schedule in that channel.',
      zh: {
        found: '频道 C1 中的定时任务 b 已停止：该频道已归档。',
        why: '由 Ann 设置，定时发送 monitor web。',
        fix: '请先解决原因，然后在该频道继续定时任务。',
      },
    },
  ]);
});

test('a watch that isn’t evaluated is named with the cause and what helps; one that a person paused is not', () => {
  expect(checkWatches([], defaultPolicy)).toEqual([]);
  expect(checkWatches([watch('a'), watch('b', { paused: 'person' })], defaultPolicy)).toMatchObject([
    { level: 'ok', found: '2 watches' },
  ]);
  expect(checkWatches([watch('a', { paused: 'not_in_channel' })], defaultPolicy)).toEqual([
    {
      check: 'watches',
      level: 'warning',
      found: 'watch a of shop/east/1 in channel C1 is paused: I was removed from the channel.',
      why: 'Ann had this channel watch abnormal for 5 minutes (all components).',
      fix: 'Invite the bot, then resume the watch.',
      zh: {
        found: '频道 C1 中 shop/east/1 的监控告警 a 已暂停：我已被移出该频道。',
        why: '由 Ann 在该频道设置，监控：运行异常，持续 5 分钟（全部组件）。',
        fix: '请邀请机器人，然后继续该监控告警。',
      },
    },
  ]);
});

test.each<[string, Partial<Watch>, string]>([
  ['2', {}, 'Add the context to the policy file, then resume the watch.'],
  // A configured watch is removed with its line, which requires the context, so there is nothing to do.
  ['2', { configured: [] }, 'one watch'],
  ['shop-app', {}, 'one watch'],
])('of a watch whose context isn’t in the policy file, which has %s: %j', (app, more, says) => {
  const policy = { ...defaultPolicy, contexts: [{ name: 'cart', team: 'shop', region: 'east', app }] };
  expect(checkWatches([watch('a', more)], policy).map(({ found, fix }) => fix ?? found)).toEqual([says]);
});

test('a component that a watch of the policy file names and that doesn’t exist is named, with its line', async () => {
  const item = (name: string, components: readonly string[]) => aConfiguredWatch({ name, components });
  const listed = readComponents([{ service_id: 'a1', service_alias: 'gr1', service_cname: 'web' }]);
  const platform = { listComponents: async () => listed };
  expect(await checkWatchedComponents({ watches: [item('all', [])] }, platform)).toEqual([]);
  expect(await checkWatchedComponents({ watches: [item('slow', ['Web', 'gr1'])] }, platform)).toMatchObject([
    { level: 'ok', found: 'the components of one watch exist' },
  ]);
  expect(await checkWatchedComponents({ watches: [item('slow', ['web', 'wbe'])] }, platform)).toMatchObject([
    { level: 'warning', found: 'shop/east/1 has no component “wbe”, which the watch “slow” names (line 9).' },
  ]);
  const both = [item('slow', ['wbe']), item('down', ['web', 'dbb'])];
  expect((await checkWatchedComponents({ watches: both }, platform)).map(({ found }) => found)).toEqual([
    expect.stringContaining('“wbe”, which the watch “slow” names'),
    expect.stringContaining('“dbb”, which the watch “down” names'),
  ]);
  // The platform knows apps only by number. The check of contexts covers apps given by name.
  const byName = { ...item('slow', ['wbe']), context: { team: 'shop', region: 'east', app: 'shop-app' } };
  expect(await checkWatchedComponents({ watches: [byName] }, platform)).toEqual([]);
  const silent = { listComponents: async () => undefined };
  expect(await checkWatchedComponents({ watches: [item('slow', ['web'])] }, silent)).toMatchObject([
    { level: 'unknown' },
  ]);
});
