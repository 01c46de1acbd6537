import { messages } from '../../core/text/text.ts';

export const scheduleMsg = messages('schedule', {
  addSays: { en: () => 'Post a chart on a schedule', zh: () => '定时发送监控图' },
  addForm: { en: () => 'Schedule a chart', zh: () => '定时发送监控图' },
  listSays: { en: () => 'List scheduled charts', zh: () => '查看定时发送的监控图' },
  removeSays: { en: () => 'Delete a schedule', zh: () => '删除定时任务' },
  pauseSays: { en: () => 'Pause a schedule', zh: () => '暂停定时任务' },
  resumeSays: { en: () => 'Resume a schedule', zh: () => '继续定时任务' },
  runSays: { en: () => 'Post a scheduled chart now', zh: () => '立即发送定时监控图' },
  runForm: { en: () => 'Post a chart now', zh: () => '立即发送监控图' },
  words: { en: () => 'Chart', zh: () => '监控图' },
  wordsHint: {
    en: () => 'The chart’s command, for example: monitor web 24h',
    zh: () => '监控图命令，例如：monitor web 24h',
  },
  wordsOther: {
    en: () => 'Only charts and `exposure` can be scheduled, for example: monitor web 24h.',
    zh: () => '只能定时发送监控图和 `exposure`，例如：monitor web 24h。',
  },
  wordsPlace: {
    en: (p: { place: string }) =>
      `A schedule has one context. Move \`in=${p.place}\` from the chart’s command to the end of the whole command.`,
    zh: (p) => `定时任务只有一个上下文。请将 \`in=${p.place}\` 从监控图命令移到整条命令的末尾。`,
  },
  wordsMe: {
    en: () =>
      'A scheduled chart is posted in the channel where you create it. Remove “me”. To get it privately, create it in your direct messages with me.',
    zh: () => '定时监控图会发送到创建它的频道。请去掉“me”。如只想发给自己，请在您与我的私信中创建。',
  },
  notInChannel: {
    en: (p: { channel: string }) =>
      `I can’t post in ${p.channel} because I’m not a member. Invite me with \`/invite\`, then try again.`,
    zh: (p) => `我不是 ${p.channel} 的成员，无法在那里发消息。请用 \`/invite\` 邀请我，然后重试。`,
  },
  at: { en: () => 'Time', zh: () => '时间' },
  atHint: {
    en: () =>
      'For example: weekdays at 9:00. Or a cron expression: minute hour day month weekday, such as 0 9 * * 1-5. The list shows the next three times of each choice.',
    zh: () =>
      '例如：工作日 9:00。也可以用 cron 表达式（分 时 日 月 周），例如 0 9 * * 1-5。列表中会显示每个选项接下来的三次时间。',
  },
  atMissing: {
    en: () => 'Enter a time, for example: weekdays at 9:00.',
    zh: () => '请输入时间，例如：工作日 9:00。',
  },
  atWrong: {
    en: (p: { typed: string }) =>
      `\`${p.typed}\` isn’t a valid time. Use one such as weekdays at 9:00, or a cron expression of five parts such as 0 9 * * 1-5.`,
    zh: (p) =>
      `\`${p.typed}\` 不是有效的时间。请使用“工作日 9:00”这样的时间，或五个部分的 cron 表达式，例如 0 9 * * 1-5。`,
  },
  atNever: {
    en: (p: { typed: string }) => `\`${p.typed}\` never occurs. Check the day and the month.`,
    zh: (p) => `\`${p.typed}\` 永远不会出现。请检查日期和月份。`,
  },
  atOften: {
    en: () => 'This is more often than every 5 minutes. Choose a longer interval.',
    zh: () => '间隔不足 5 分钟。请选择更长的间隔。',
  },
  zone: { en: () => 'Time zone', zh: () => '时区' },
  zoneHint: {
    en: () => 'For example: Europe/Berlin. Default: your own.',
    zh: () => '例如：Asia/Shanghai。默认为您的时区。',
  },
  zoneWrong: {
    en: (p: { typed: string }) => `\`${p.typed}\` isn’t a valid time zone. Use a name such as Europe/Berlin.`,
    zh: (p) => `\`${p.typed}\` 不是有效的时区。请使用名称，例如 Asia/Shanghai。`,
  },
  id: { en: () => 'Schedule', zh: () => '定时任务' },
  idMissing: {
    en: () => 'Enter the ID of a schedule, as in the list of schedules.',
    zh: () => '请输入定时任务的 ID，可在列表中查看。',
  },
  idUnknown: {
    en: (p: { id: string }) => `There is no schedule \`${p.id}\` here.`,
    zh: (p) => `这里没有定时任务 \`${p.id}\`。`,
  },
  tooMany: {
    en: (p: { most: number }) => `This context already has ${p.most} schedules, the maximum. Delete one first.`,
    zh: (p) => `此上下文已有 ${p.most} 个定时任务，已达上限。请先删除一个。`,
  },
  noChannel: {
    en: () => 'Run this command in the channel where the chart should be posted.',
    zh: () => '请在要发送监控图的频道中执行此命令。',
  },
  addedTitle: { en: () => 'Scheduled', zh: () => '已创建定时任务' },
  added: {
    en: (p: { id: string; words: string; at: string; zone: string; where: string }) =>
      `\`${p.words}\` will be posted in ${p.where}: ${p.at} (${p.zone}). ID: \`${p.id}\``,
    zh: (p) => `\`${p.words}\` 将发送到 ${p.where}：${p.at}（${p.zone}）。ID：\`${p.id}\``,
  },
  directMessages: { en: () => 'your direct messages with me', zh: () => '您与我的私信' },
  inZone: { en: (p: { zone: string }) => `(${p.zone})`, zh: (p) => `（${p.zone}）` },
  moreButtons: {
    en: (p: { shown: number }) => `Only the first ${p.shown} have buttons. For the others, type their IDs.`,
    zh: (p) => `仅前 ${p.shown} 个显示按钮，其他请输入 ID。`,
  },
  next: { en: (p: { times: string }) => `Next: ${p.times}`, zh: (p) => `接下来：${p.times}` },
  moment: { en: (p: { when: string }) => p.when, zh: (p) => p.when },
  listTitle: { en: () => 'Schedules', zh: () => '定时任务' },
  listNone: {
    en: (p: { example: string }) => `There are no schedules here. Try \`${p.example}\`.`,
    zh: (p) => `这里没有定时任务。可以试试 \`${p.example}\`。`,
  },
  chart: { en: () => 'Chart', zh: () => '监控图' },
  when: { en: () => 'When', zh: () => '时间' },
  nextRun: { en: () => 'Next', zh: () => '下次' },
  where: { en: () => 'Posted in', zh: () => '发送到' },
  by: { en: () => 'Created by', zh: () => '创建人' },
  paused: { en: () => '‖ paused', zh: () => '‖ 已暂停' },
  disabled: { en: (p: { why: string }) => `✗ stopped: ${p.why}`, zh: (p) => `✗ 已停止：${p.why}` },
  stoppedRefused: { en: () => 'its creator no longer has permission', zh: () => '创建者已无权限' },
  stoppedName: { en: () => 'a name in its command no longer exists', zh: () => '命令中的名称已不存在' },
  stoppedWords: { en: () => 'its command is no longer valid', zh: () => '命令已失效' },
  stoppedBug: { en: () => 'an internal error occurred', zh: () => '发生内部错误' },
  channelIs: { en: (p: { channel: string }) => p.channel, zh: (p) => p.channel },
  pause: { en: (p: { id: string }) => `Pause ${p.id}`, zh: (p) => `暂停 ${p.id}` },
  resume: { en: (p: { id: string }) => `Resume ${p.id}`, zh: (p) => `继续 ${p.id}` },
  run: { en: (p: { id: string }) => `Run ${p.id} now`, zh: (p) => `立即发送 ${p.id}` },
  end: { en: (p: { id: string }) => `Delete ${p.id}`, zh: (p) => `删除 ${p.id}` },
  pausedNow: {
    en: (p: { id: string }) => `\`${p.id}\` is paused. Nothing is posted until you resume it.`,
    zh: (p) => `\`${p.id}\` 已暂停，继续之前不会发送。`,
  },
  resumedNow: {
    en: (p: { id: string; when: string }) => `\`${p.id}\` is active again. Next: ${p.when}.`,
    zh: (p) => `\`${p.id}\` 已继续。下次：${p.when}。`,
  },
  endedNow: { en: (p: { id: string }) => `\`${p.id}\` is deleted.`, zh: (p) => `\`${p.id}\` 已删除。` },
  runningNow: { en: (p: { id: string }) => `Posting \`${p.id}\` now.`, zh: (p) => `正在发送 \`${p.id}\`。` },
});
