import { messages } from '../../core/text/text.ts';

export const msg = messages('slack.chart', {
  stamp: {
    en: (p: { context: string; range: string; step: string; zone: string; at: string; who: string }) =>
      `${p.context} · ${p.range} · step ${p.step} · times in ${p.zone} · ${p.who}, ${p.at}`,
    zh: (p) => `${p.context} · ${p.range} · 步长 ${p.step} · 时区 ${p.zone} · ${p.who}，${p.at}`,
  },
  scheduled: {
    en: (p: { context: string; range: string; step: string; zone: string; at: string; who: string; id: string }) =>
      `${p.context} · ${p.range} · step ${p.step} · times in ${p.zone} · ${p.at} · scheduled by ${p.who} (\`${p.id}\`)`,
    zh: (p) =>
      `${p.context} · ${p.range} · 步长 ${p.step} · 时区 ${p.zone} · ${p.at} · 由 ${p.who} 定时（\`${p.id}\`）`,
  },
  last: { en: (p: { time: string }) => `last ${p.time}`, zh: (p) => `最近 ${p.time}` },
  fromTo: { en: (p: { from: string; to: string }) => `${p.from} to ${p.to}`, zh: (p) => `${p.from} 至 ${p.to}` },
  showRange: { en: (p: { range: string }) => `Show the last ${p.range}`, zh: (p) => `显示最近 ${p.range}` },
  refresh: { en: () => '↻ Refresh', zh: () => '↻ 刷新' },
  compare: { en: () => 'Compare', zh: () => '对比' },
  compareSays: { en: () => 'Compare with an earlier period', zh: () => '与之前的时间段对比' },
  stopComparing: { en: () => 'Stop comparing', zh: () => '取消对比' },
  moreFindings: {
    en: (p: { count: number }) => (p.count === 1 ? '1 more in the numbers.' : `${p.count} more in the numbers.`),
    zh: (p) => `另有 ${p.count} 条，见数值。`,
  },
  numbers: { en: () => 'Numbers', zh: () => '数值' },
  fromRaw: {
    en: () => 'The platform’s monitoring operation returned no samples; these come from its raw query.',
    zh: () => '平台的监控接口没有返回数据；以下来自其原始查询接口。',
  },
  numbersTitle: { en: (p: { title: string }) => `Numbers of ${p.title}`, zh: (p) => `${p.title} 的数值` },
  numbersCaption: { en: () => 'The last 20 steps, newest first', zh: () => '最近 20 个步长，新的在前' },
  numbersHidden: {
    en: (p: { count: number }) =>
      p.count === 1
        ? '1 more line stands in the CSV file below.'
        : `${p.count} more lines stand in the CSV file below.`,
    zh: (p) => `另有 ${p.count} 条线，见下方 CSV 文件。`,
  },
  csvTitle: { en: (p: { title: string }) => `All points of ${p.title}`, zh: (p) => `${p.title} 的全部数据点` },
  numbersNone: { en: () => 'There are no samples in this range.', zh: () => '此范围内没有数据。' },
  inThread: {
    en: () => 'The picture is in the thread: Slack did not take it here.',
    zh: () => '图片在消息列中：Slack 未能在此显示。',
  },
  title: { en: (p: { title: string }) => `Monitoring of ${p.title}`, zh: (p) => `${p.title} 的监控` },
  unknown: {
    en: () => 'I no longer know this chart. Ask for a new one with the same words.',
    zh: () => '我已不再记得这张图。请用同样的命令重新查询。',
  },
  posted: { en: () => '✓ The chart is posted.', zh: () => '✓ 监控图已发布。' },
  sentToYou: { en: () => '✓ The chart is in your messages with me.', zh: () => '✓ 监控图已发到您与我的私信中。' },
});
