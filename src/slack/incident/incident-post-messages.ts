import { messages } from '../../core/text/text.ts';

export const incidentPostMsg = messages('slack.incident', {
  title: { en: '*{title}*', zh: '*{title}*' },
  drawnUntil: {
    en: 'chart until {at}, in {zone}',
    zh: '图表截至 {at}（{zone}）',
  },
  drawnBeforeHighest: {
    en: 'chart until {at}, before the highest value, in {zone}',
    zh: '图表截至 {at}，不含之后的最高值（{zone}）',
  },
  drawnBeforeLowest: {
    en: 'chart until {at}, before the lowest value, in {zone}',
    zh: '图表截至 {at}，不含之后的最低值（{zone}）',
  },
  sentBy: { en: 'from {in} `{source}`', zh: '来自 {in} `{source}`' },
  drawnIn: { en: 'chart in {zone}', zh: '图表时区为 {zone}' },
  noData: { en: 'No data to chart: {what}.', zh: '没有可绘制的数据：{what}。' },
  firing: { en: 'Firing now', zh: '正在告警' },
  homeRow: { en: '*{title}*\n{status} · {channel}', zh: '*{title}*\n{status} · {channel}' },
});
