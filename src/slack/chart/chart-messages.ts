import { apart } from '../../core/text/chinese.ts';
import { withoutOne } from '../../core/text/plural.ts';
import { messages } from '../../core/text/text.ts';

export const chartMsg = messages('slack.chart', {
  stamp: {
    en: (p: { context: string; range: string; step: string; zone: string; at: string; who: string }) =>
      `${p.context} · ${p.range} · one point every ${withoutOne(p.step)} · times in ${p.zone} · ${p.who}, ${p.at}`,
    zh: (p) => `${p.context} · ${p.range} · 每${apart(withoutOne(p.step))}一个点 · 时区 ${p.zone} · ${p.who}，${p.at}`,
  },
  scheduled: {
    en: (p: { context: string; range: string; step: string; zone: string; at: string; who: string; id: string }) =>
      `${p.context} · ${p.range} · one point every ${withoutOne(p.step)} · times in ${p.zone} · ${p.at} · scheduled by ${p.who} (\`${p.id}\`)`,
    zh: (p) =>
      `${p.context} · ${p.range} · 每${apart(withoutOne(p.step))}一个点 · 时区 ${p.zone} · ${p.at} · ${p.who} 的定时任务（\`${p.id}\`）`,
  },
  typical: { en: 'Typical values before and after the change.', zh: '数值为变更前后的典型值。' },
  last: { en: (p: { time: string }) => `last ${withoutOne(p.time)}`, zh: '最近 {time}' },
  // The text must begin with the button's label, for voice control (WCAG 2.5.3, label in name).
  showRange: {
    en: (p: { label: string; range: string }) => `${p.label}: show the last ${withoutOne(p.range)}`,
    zh: '{label}：显示最近 {range}',
  },
  refresh: { en: '↻ Refresh', zh: '↻ 刷新' },
  compare: { en: 'Compare', zh: '对比' },
  showItem: { en: 'Show {item}', zh: '显示{item:apart-before}' },
  showAll: { en: 'Show all items', zh: '显示全部监控项' },
  showSays: { en: '{label}: draw it in the picture, too', zh: '{label}：同时画在图中' },
  schedule: { en: 'Schedule…', zh: '定时发送…' },
  openConsole: { en: 'Open in console', zh: '在控制台中打开' },
  compareSays: { en: 'Compare with an earlier period', zh: '与之前的时间段对比' },
  stopComparing: { en: 'Stop comparing', zh: '取消对比' },
  allInNumbers: { en: 'All items: under Numbers.', zh: '全部项目见“数值”。' },
  moreRows: { en: '{count:# more row|# more rows} under Numbers.', zh: '另有 {count} 行，见“数值”。' },
  numbers: { en: 'Numbers', zh: '数值' },
  numbersTitle: { en: 'Numbers of {title}', zh: '{title} 的数值' },
  numbersCaption: {
    en: '{count:# point|# points} across the whole range, with the highest ones, newest first',
    zh: '整个时间范围内的 {count} 个时间点（含最高点），由新到旧',
  },
  numbersHidden: {
    en: '{count:# more line|# more lines} in the CSV file below.',
    zh: '另有 {count} 条线，见下方 CSV 文件。',
  },
  csvTitle: { en: 'All points of {title}', zh: '{title} 的全部数据点' },
  numbersNone: { en: 'No data in this range.', zh: '该时间范围内没有数据。' },
  inThread: {
    en: 'Slack couldn’t show the picture here. It’s in the thread.',
    zh: 'Slack 无法在此显示图片，请在消息列中查看。',
  },
  noPicture: {
    en: 'Couldn’t upload the picture to Slack. Refresh to try again.',
    zh: '无法将图片上传到 Slack。可点击“刷新”重试。',
  },
  title: { en: 'Monitoring of {title}', zh: '{title} 的监控' },
  unknown: {
    en: 'This chart is too old to update. Post a new one with the same command.',
    zh: '这张图已过期，无法更新。请用同样的命令重新发送。',
  },
  postedIn: { en: '✓ The chart is in {where}.', zh: '✓ 监控图已发到{where}。' },
  numbersPosted: { en: '✓ The numbers are in {where}.', zh: '✓ 数值已发到{where}。' },
  /** The range of the chart, with the chart's own end. */
  numbersSpan: { en: '{from} – {to}', zh: '{from} – {to}' },
  theThread: { en: 'the thread', zh: '消息列' },
  sentToYou: { en: '✓ The chart is in your direct messages with me.', zh: '✓ 监控图已发到您与我的私信中。' },
});
