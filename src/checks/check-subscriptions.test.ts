import { expect, test } from 'vitest';
import { aSchedule } from '../../test/operations/samples.ts';
import { someRecord } from '../../test/store-records.ts';
import { defaultPolicy } from '../core/policy/policy.ts';
import type { Follow } from '../operations/follow/stored-follow.ts';
import { type Schedule, storedSchedule } from '../operations/schedule/stored-schedule.ts';
import { checkFollowing, checkSchedules } from './check-subscriptions.ts';

const follow = (channel: string, more: Partial<Follow> = {}) => {
  const by = { id: 'U1', name: 'Ann', lang: 'en', zone: 'UTC' };
  const body = { channel, context: { team: 'shop', region: 'east', app: '1' }, only: 'deploys', at: 1, by, ...more };
  return someRecord('follow', channel, body, { channel });
};

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
  const schedule = (id: string, more: Partial<Schedule> = {}) => storedSchedule(aSchedule({ id, ...more }));
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
