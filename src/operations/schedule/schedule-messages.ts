import { messages } from '../../core/text/text.ts';

export const msg = messages('schedule', {
  addSays: { en: () => 'Post a chart by itself, at set times', zh: () => '定时自动发送监控图' },
  listSays: { en: () => 'Charts that post themselves', zh: () => '自动发送的监控图' },
  removeSays: { en: () => 'End a schedule', zh: () => '删除定时任务' },
  pauseSays: { en: () => 'Pause a schedule', zh: () => '暂停定时任务' },
  resumeSays: { en: () => 'Resume a paused schedule', zh: () => '恢复已暂停的定时任务' },
  runSays: { en: () => 'Post a scheduled chart now', zh: () => '立即发送定时监控图' },
  words: { en: () => 'Chart', zh: () => '监控图' },
  wordsHint: {
    en: () => 'The words of a chart, such as: monitor web 24h',
    zh: () => '监控命令，例如：monitor web 24h',
  },
  wordsMissing: {
    en: () => 'Say which chart, such as: monitor web 24h.',
    zh: () => '请说明是哪张图，例如：monitor web 24h。',
  },
  wordsOther: {
    en: () => 'Only charts can be scheduled: start with monitor, such as: monitor web 24h.',
    zh: () => '只能定时发送监控图：请以 monitor 开头，例如：monitor web 24h。',
  },
  wordsPlace: {
    en: (p: { place: string }) =>
      `A schedule keeps the context it is set in. Leave “in=${p.place}” out here, and put it behind the command itself.`,
    zh: (p) => `定时任务使用设置时的上下文。请在此去掉“in=${p.place}”，并把它写在命令本身之后。`,
  },
  wordsMe: {
    en: () =>
      'A scheduled chart goes to where it is set. Leave “me” out; to get it alone, set it in your messages with me.',
    zh: () => '定时监控图会发到设置它的地方。请去掉“me”；若只想发给自己，请在您与我的私信中设置。',
  },
  notInChannel: {
    en: (p: { channel: string }) =>
      `I am not in ${p.channel} and could not post there. \`/invite\` me, then try again.`,
    zh: (p) => `我不在 ${p.channel} 中，无法在那里发消息。请先 \`/invite\` 我，然后重试。`,
  },
  at: { en: () => 'At', zh: () => '时间' },
  atHint: {
    en: () => 'Cron words: minute hour day month weekday. "0 9 * * 1-5" is 09:00 from Monday to Friday.',
    zh: () => 'cron 表达式：分 时 日 月 周。"0 9 * * 1-5" 表示周一至周五 09:00。',
  },
  atMissing: {
    en: () => 'Say when, in cron words: at "0 9 * * 1-5" is 09:00 from Monday to Friday.',
    zh: () => '请用 cron 表达式说明时间：at "0 9 * * 1-5" 表示周一至周五 09:00。',
  },
  atWrong: {
    en: (p: { typed: string }) =>
      `“${p.typed}” is no time in cron words. Write five parts, such as "0 9 * * 1-5" for 09:00 from Monday to Friday.`,
    zh: (p) => `“${p.typed}”不是 cron 表达式。请写五个部分，例如 "0 9 * * 1-5" 表示周一至周五 09:00。`,
  },
  atNever: {
    en: (p: { typed: string }) => `“${p.typed}” never comes. Check the day and the month.`,
    zh: (p) => `“${p.typed}”永远不会到来。请检查日期和月份。`,
  },
  atOften: {
    en: () => 'That is more often than every five minutes. A channel deserves more quiet.',
    zh: () => '间隔不足五分钟，过于频繁。请减少频率，以免打扰频道。',
  },
  zone: { en: () => 'Time zone', zh: () => '时区' },
  zoneHint: {
    en: () => 'Such as Europe/Berlin. Yours when left empty.',
    zh: () => '例如 Asia/Shanghai。留空则使用您的时区。',
  },
  zoneWrong: {
    en: (p: { typed: string }) => `“${p.typed}” is no time zone. Write a name such as Europe/Berlin.`,
    zh: (p) => `“${p.typed}”不是时区。请写名称，例如 Asia/Shanghai。`,
  },
  id: { en: () => 'Schedule', zh: () => '定时任务' },
  idMissing: {
    en: () => 'Name a schedule by its id; the list shows them.',
    zh: () => '请指定定时任务的 ID，可在列表中查看。',
  },
  idUnknown: {
    en: (p: { id: string }) => `There is no schedule ${p.id} here.`,
    zh: (p) => `这里没有定时任务 ${p.id}。`,
  },
  tooMany: {
    en: (p: { most: number }) => `There are ${p.most} schedules here already. End one first.`,
    zh: (p) => `这里已有 ${p.most} 个定时任务。请先删除一个。`,
  },
  noChannel: {
    en: () => 'Ask this in the channel where the chart should be posted.',
    zh: () => '请在要发送监控图的频道中设置。',
  },
  addedTitle: { en: () => 'Scheduled', zh: () => '已设置定时' },
  added: {
    en: (p: { id: string; words: string; at: string; zone: string }) =>
      `\`${p.id}\`: \`${p.words}\` at \`${p.at}\` (${p.zone}), posted in this channel.`,
    zh: (p) => `\`${p.id}\`：\`${p.words}\`，时间 \`${p.at}\`（${p.zone}），发送到本频道。`,
  },
  next: { en: (p: { times: string }) => `Next: ${p.times}`, zh: (p) => `接下来：${p.times}` },
  moment: { en: (p: { when: string }) => p.when, zh: (p) => p.when },
  listTitle: { en: () => 'Schedules', zh: () => '定时任务' },
  listNone: {
    en: (p: { example: string }) => `No chart posts itself here. Try \`${p.example}\`.`,
    zh: (p) => `这里没有定时监控图。可以试试 \`${p.example}\`。`,
  },
  chart: { en: () => 'Chart', zh: () => '监控图' },
  when: { en: () => 'When', zh: () => '时间' },
  nextRun: { en: () => 'Next', zh: () => '下次' },
  where: { en: () => 'Where', zh: () => '频道' },
  by: { en: () => 'By', zh: () => '设置人' },
  paused: { en: () => '‖ paused', zh: () => '‖ 已暂停' },
  disabled: { en: (p: { why: string }) => `✕ stopped: ${p.why}`, zh: (p) => `✕ 已停止：${p.why}` },
  stoppedChannel: { en: () => 'I can no longer post in its channel', zh: () => '我已无法在其频道中发消息' },
  stoppedArchived: { en: () => 'its channel is archived', zh: () => '其频道已归档' },
  stoppedRefused: { en: () => 'its owner may no longer ask for it', zh: () => '设置人已无权查询' },
  stoppedName: { en: () => 'a name in it can no longer be found', zh: () => '其中的名称已找不到' },
  stoppedWords: { en: () => 'its words no longer mean a chart', zh: () => '其命令已不再有效' },
  stoppedOther: { en: (p: { code: string }) => `refused (${p.code})`, zh: (p) => `被拒绝（${p.code}）` },
  channelIs: { en: (p: { channel: string }) => p.channel, zh: (p) => p.channel },
  who: { en: (p: { who: string }) => p.who, zh: (p) => p.who },
  pause: { en: (p: { id: string }) => `Pause ${p.id}`, zh: (p) => `暂停 ${p.id}` },
  resume: { en: (p: { id: string }) => `Resume ${p.id}`, zh: (p) => `恢复 ${p.id}` },
  run: { en: (p: { id: string }) => `Run ${p.id} now`, zh: (p) => `立即发送 ${p.id}` },
  end: { en: (p: { id: string }) => `End ${p.id}`, zh: (p) => `删除 ${p.id}` },
  pausedNow: {
    en: (p: { id: string }) => `\`${p.id}\` is paused. Nothing is posted until it is resumed.`,
    zh: (p) => `\`${p.id}\` 已暂停，恢复之前不会发送。`,
  },
  resumedNow: {
    en: (p: { id: string; when: string }) => `\`${p.id}\` goes on. Next: ${p.when}.`,
    zh: (p) => `\`${p.id}\` 已恢复。下次：${p.when}。`,
  },
  endedNow: { en: (p: { id: string }) => `\`${p.id}\` is ended.`, zh: (p) => `\`${p.id}\` 已删除。` },
  runningNow: { en: (p: { id: string }) => `\`${p.id}\` is on its way.`, zh: (p) => `\`${p.id}\` 正在发送。` },
});
