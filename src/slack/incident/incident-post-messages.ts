import { messages } from '../../core/text/text.ts';

export const incidentPostMsg = messages('slack.incident', {
  title: { en: '*{title}*', zh: '*{title}*' },
  drawnUntil: {
    en: 'chart until {at}, drawn in {zone}; other times are your own',
    zh: '图表截至 {at}，按 {zone} 绘制；其余为您所在时区的时间',
  },
  drawnBeforeHighest: {
    en: 'chart until {at}, before the highest value, drawn in {zone}; other times are your own',
    zh: '图表截至 {at}，不含之后的最高值，按 {zone} 绘制；其余为您所在时区的时间',
  },
  drawnBeforeLowest: {
    en: 'chart until {at}, before the lowest value, drawn in {zone}; other times are your own',
    zh: '图表截至 {at}，不含之后的最低值，按 {zone} 绘制；其余为您所在时区的时间',
  },
  sentBy: { en: 'from Alertmanager `{source}`', zh: '来自 Alertmanager `{source}`' },
  drawnIn: { en: 'chart drawn in {zone}; other times are your own', zh: '图表按 {zone} 绘制；其余为您所在时区的时间' },
  noData: { en: 'No data to chart: {what}.', zh: '没有可绘制的数据：{what}。' },
  firing: { en: 'Firing now', zh: '正在告警' },
  homeRow: { en: '*{title}*\n{status} · {channel}', zh: '*{title}*\n{status} · {channel}' },
});
