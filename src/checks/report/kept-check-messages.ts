import { plural } from '../../core/text/plural.ts';
import { messages } from '../../core/text/text.ts';

/** Findings about stored follows, watches, schedules and accepted addresses, and about alerts. */
export const keptCheckMsg = messages('doctor.kept', {
  follows: { en: '{count:one channel follows an app|# channels follow an app}', zh: '{count} 个频道关注了应用' },
  notFollowed: {
    en: 'builds and deploys of {where} aren’t posted in channel {channel}: {en}.',
    zh: '{where} 的构建和部署没有发送到频道 {channel}：{zh}。',
  },
  followedBy: { en: '{who} had this channel follow the app.', zh: '由 {who} 设置该频道关注应用。' },
  addFollowed: {
    en: 'Add the context to the policy file, then have the channel follow the app again.',
    zh: '请将该上下文加入审批策略文件，然后让该频道重新关注应用。',
  },
  inviteFollowing: {
    en: 'Invite the bot, then have the channel follow the app again.',
    zh: '请邀请机器人，然后让该频道重新关注应用。',
  },
  watches: { en: '{count:one watch|# watches}', zh: '{count} 项监控告警' },
  watchPaused: {
    en: 'watch {id} of {where} in channel {channel} is paused: {en}.',
    zh: '频道 {channel} 中 {where} 的监控告警 {id} 已暂停：{zh}。',
  },
  watchedBy: { en: '{who} had this channel watch {en}.', zh: '由 {who} 在该频道设置，监控：{zh}。' },
  watchedByFile: { en: '{who} has this channel watch {en}.', zh: '由 {who} 在该频道设置，监控：{zh}。' },
  addWatched: {
    en: 'Add the context to the policy file, then resume the watch.',
    zh: '请将该上下文加入审批策略文件，然后继续该监控告警。',
  },
  inviteWatching: { en: 'Invite the bot, then resume the watch.', zh: '请邀请机器人，然后继续该监控告警。' },
  inviteRestart: { en: 'Invite the bot, then restart Portolan.', zh: '请邀请机器人，然后重启 Portolan。' },
  componentsUnread: { en: '{where}: its components couldn’t be read', zh: '{where}：无法读取其组件' },
  componentUnknown: {
    en: '{where} has no component “{typed}”, which the watch “{name}” names (line {line}).',
    zh: '{where} 中没有组件“{typed}”，监控告警“{name}”（第 {line} 行）指定了它。',
  },
  componentUnwatched: { en: 'It isn’t watched until there is one.', zh: '在有此组件之前，不会监控它。' },
  correctComponent: { en: 'Correct the name in the policy file.', zh: '请更正审批策略文件中的名称。' },
  componentsFine: { en: 'the components of {count:one watch|# watches} exist', zh: '{count} 项监控告警的组件均存在' },
  schedules: { en: '{count:one schedule|# schedules}', zh: '{count} 个定时任务' },
  scheduleStopped: {
    en: 'schedule {id} in channel {channel} has stopped: {en}.',
    zh: '频道 {channel} 中的定时任务 {id} 已停止：{zh}。',
  },
  scheduledBy: { en: '{who} had {words} posted there.', zh: '由 {who} 设置，定时发送 {words}。' },
  resumeSchedule: {
    en: 'Fix the cause, then resume the schedule in that channel.',
    zh: '请先解决原因，然后在该频道继续定时任务。',
  },
  alertsOf: { en: 'the alerts of “{name}”', zh: '“{name}”的告警' },
  watchNamed: { en: 'the watch “{name}”', zh: '监控告警“{name}”' },
  notPosted: {
    en: '{what} can’t be posted in channel {channel}: the bot isn’t a member there.',
    zh: '无法在频道 {channel} 中发送{what}：机器人不在该频道中。',
  },
  notPostedMatters: { en: 'People there don’t learn what fires.', zh: '该频道的成员收不到告警。' },
  inviteOrMove: {
    en: 'Invite the bot and restart Portolan, or name another channel in the policy file.',
    zh: '请邀请机器人并重启 Portolan，或在审批策略文件中指定其他频道。',
  },
  membershipUnknown: {
    en: 'Slack didn’t say whether the bot is a member of channel {channel}',
    zh: 'Slack 没有返回机器人是否在频道 {channel} 中',
  },
  alertsFine: {
    en: (p: { sources: number; watches: number }) =>
      `the bot is a member of every channel of ${counted(
        [p.sources, plural(p.sources, 'source')],
        [p.watches, plural(p.watches, 'item of “watches”', 'items of “watches”')],
      ).join(' and ')}`,
    zh: (p) =>
      `机器人已加入${counted([p.sources, ` ${p.sources} 个告警来源`], [p.watches, ` ${p.watches} 项监控告警`]).join(
        '和',
      )}的全部频道`,
  },
  expectedEnded: {
    en: 'the entry under expected: in line {line} has ended.',
    zh: '第 {line} 行的 expected 条目已过期。',
  },
  expectedEndedMatters: { en: 'Addresses that it is about are reported again.', zh: '会重新报告相关地址。' },
  extendExpected: { en: 'Remove it, or give it a later date.', zh: '请删除该条目，或改为更晚的日期。' },
  expectedUnmatched: {
    en: 'the entry under expected: in line {line} fits no address that is open.',
    zh: '第 {line} 行的 expected 条目不匹配任何已开启的地址。',
  },
  expectedUnmatchedMatters: {
    en: 'If an address that it covers is opened by mistake, nobody is notified.',
    zh: '如果误开了与它匹配的地址，不会通知任何人。',
  },
  correctExpected: { en: 'Remove it, or correct it.', zh: '请删除或更正该条目。' },
  acceptedEnded: {
    en: '{address} of {where} isn’t expected any more: what {who} accepted has ended.',
    zh: '{where} 的地址 {address} 不再是预期地址：{who} 的确认已过期。',
  },
  acceptedEndedMatters: { en: 'It is reported again.', zh: '会重新报告该地址。' },
  acceptAgain: { en: 'Accept it again, or close it.', zh: '请重新确认，或将其关闭。' },
  expected: { en: '{count:one entry|# entries}', zh: '{count} 个条目' },
});

function counted(...parts: readonly (readonly [count: number, said: string])[]): readonly string[] {
  return parts.flatMap(([count, said]) => (count === 0 ? [] : [said]));
}
