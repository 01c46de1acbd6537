import { plural } from '../../core/text/plural.ts';
import { messages } from '../../core/text/text.ts';

/** Findings about stored follows, watches, schedules and accepted addresses, and about alerts. */
export const keptCheckMsg = messages('doctor.kept', {
  follows: {
    en: (p: { count: number }) => (p.count === 1 ? 'one channel follows an app' : `${p.count} channels follow an app`),
    zh: (p) => `${p.count} 个频道关注了应用`,
  },
  notFollowed: {
    en: (p: { where: string; channel: string; en: string; zh: string }) =>
      `builds and deploys of ${p.where} aren’t posted in channel ${p.channel}: ${p.en}.`,
    zh: (p) => `${p.where} 的构建和部署没有发送到频道 ${p.channel}：${p.zh}。`,
  },
  followedBy: {
    en: (p: { who: string }) => `${p.who} had this channel follow the app.`,
    zh: (p) => `由 ${p.who} 设置该频道关注应用。`,
  },
  addFollowed: {
    en: () => 'Add the context to the policy file, then have the channel follow the app again.',
    zh: () => '请将该上下文加入审批策略文件，然后让该频道重新关注应用。',
  },
  inviteFollowing: {
    en: () => 'Invite the bot, then have the channel follow the app again.',
    zh: () => '请邀请机器人，然后让该频道重新关注应用。',
  },
  watches: {
    en: (p: { count: number }) => (p.count === 1 ? 'one watch' : `${p.count} watches`),
    zh: (p) => `${p.count} 项监控告警`,
  },
  watchPaused: {
    en: (p: { id: string; where: string; channel: string; en: string; zh: string }) =>
      `watch ${p.id} of ${p.where} in channel ${p.channel} is paused: ${p.en}.`,
    zh: (p) => `频道 ${p.channel} 中 ${p.where} 的监控告警 ${p.id} 已暂停：${p.zh}。`,
  },
  watchedBy: {
    en: (p: { who: string; en: string; zh: string }) => `${p.who} had this channel watch ${p.en}.`,
    zh: (p) => `由 ${p.who} 在该频道设置，监控：${p.zh}。`,
  },
  watchedByFile: {
    en: (p: { who: string; en: string; zh: string }) => `${p.who} has this channel watch ${p.en}.`,
    zh: (p) => `由 ${p.who} 在该频道设置，监控：${p.zh}。`,
  },
  addWatched: {
    en: () => 'Add the context to the policy file, then resume the watch.',
    zh: () => '请将该上下文加入审批策略文件，然后继续该监控告警。',
  },
  inviteWatching: {
    en: () => 'Invite the bot, then resume the watch.',
    zh: () => '请邀请机器人，然后继续该监控告警。',
  },
  inviteRestart: {
    en: () => 'Invite the bot, then restart Portolan.',
    zh: () => '请邀请机器人，然后重启 Portolan。',
  },
  componentsUnread: {
    en: (p: { where: string }) => `${p.where}: its components couldn’t be read`,
    zh: (p) => `${p.where}：无法读取其组件`,
  },
  componentUnknown: {
    en: (p: { where: string; typed: string; name: string; line: number }) =>
      `${p.where} has no component “${p.typed}”, which the watch “${p.name}” names (line ${p.line}).`,
    zh: (p) => `${p.where} 中没有组件“${p.typed}”，监控告警“${p.name}”（第 ${p.line} 行）指定了它。`,
  },
  componentUnwatched: {
    en: () => 'It isn’t watched until there is one.',
    zh: () => '在有此组件之前，不会监控它。',
  },
  correctComponent: {
    en: () => 'Correct the name in the policy file.',
    zh: () => '请更正审批策略文件中的名称。',
  },
  componentsFine: {
    en: (p: { count: number }) => `the components of ${p.count === 1 ? 'one watch' : `${p.count} watches`} exist`,
    zh: (p) => `${p.count} 项监控告警的组件均存在`,
  },
  schedules: {
    en: (p: { count: number }) => (p.count === 1 ? 'one schedule' : `${p.count} schedules`),
    zh: (p) => `${p.count} 个定时任务`,
  },
  scheduleStopped: {
    en: (p: { id: string; channel: string; en: string; zh: string }) =>
      `schedule ${p.id} in channel ${p.channel} has stopped: ${p.en}.`,
    zh: (p) => `频道 ${p.channel} 中的定时任务 ${p.id} 已停止：${p.zh}。`,
  },
  scheduledBy: {
    en: (p: { who: string; words: string }) => `${p.who} had ${p.words} posted there.`,
    zh: (p) => `由 ${p.who} 设置，定时发送 ${p.words}。`,
  },
  resumeSchedule: {
    en: () => 'Fix the cause, then resume the schedule in that channel.',
    zh: () => '请先解决原因，然后在该频道继续定时任务。',
  },
  alertsOf: {
    en: (p: { name: string }) => `the alerts of “${p.name}”`,
    zh: (p) => `“${p.name}”的告警`,
  },
  watchNamed: {
    en: (p: { name: string }) => `the watch “${p.name}”`,
    zh: (p) => `监控告警“${p.name}”`,
  },
  notPosted: {
    en: (p: { what: string; channel: string }) =>
      `${p.what} can’t be posted in channel ${p.channel}: the bot isn’t a member there.`,
    zh: (p) => `无法在频道 ${p.channel} 中发送${p.what}：机器人不在该频道中。`,
  },
  notPostedMatters: {
    en: () => 'People there don’t learn what fires.',
    zh: () => '该频道的成员收不到告警。',
  },
  inviteOrMove: {
    en: () => 'Invite the bot and restart Portolan, or name another channel in the policy file.',
    zh: () => '请邀请机器人并重启 Portolan，或在审批策略文件中指定其他频道。',
  },
  membershipUnknown: {
    en: (p: { channel: string }) => `Slack didn’t say whether the bot is a member of channel ${p.channel}`,
    zh: (p) => `Slack 没有返回机器人是否在频道 ${p.channel} 中`,
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
    en: (p: { line: number }) => `the entry under expected: in line ${p.line} has ended.`,
    zh: (p) => `第 ${p.line} 行的 expected 条目已过期。`,
  },
  expectedEndedMatters: {
    en: () => 'Addresses that it is about are reported again.',
    zh: () => '会重新报告相关地址。',
  },
  extendExpected: {
    en: () => 'Remove it, or give it a later date.',
    zh: () => '请删除该条目，或改为更晚的日期。',
  },
  expectedUnmatched: {
    en: (p: { line: number }) => `the entry under expected: in line ${p.line} fits no address that is open.`,
    zh: (p) => `第 ${p.line} 行的 expected 条目不匹配任何已开启的地址。`,
  },
  expectedUnmatchedMatters: {
    en: () => 'If an address that it covers is opened by mistake, nobody is notified.',
    zh: () => '如果误开了与它匹配的地址，不会通知任何人。',
  },
  correctExpected: { en: () => 'Remove it, or correct it.', zh: () => '请删除或更正该条目。' },
  acceptedEnded: {
    en: (p: { address: string; where: string; who: string }) =>
      `${p.address} of ${p.where} isn’t expected any more: what ${p.who} accepted has ended.`,
    zh: (p) => `${p.where} 的地址 ${p.address} 不再是预期地址：${p.who} 的确认已过期。`,
  },
  acceptedEndedMatters: { en: () => 'It is reported again.', zh: () => '会重新报告该地址。' },
  acceptAgain: { en: () => 'Accept it again, or close it.', zh: () => '请重新确认，或将其关闭。' },
  expected: {
    en: (p: { count: number }) => (p.count === 1 ? 'one entry' : `${p.count} entries`),
    zh: (p) => `${p.count} 个条目`,
  },
});

function counted(...parts: readonly (readonly [count: number, said: string])[]): readonly string[] {
  return parts.flatMap(([count, said]) => (count === 0 ? [] : [said]));
}
