import { messages } from '../../core/text/text.ts';

export const incidentPostMsg = messages('slack.incident', {
  title: { en: '*{title}*', zh: '*{title}*' },
  chartZone: {
    en: 'times in the chart are {zone}, all others are your own',
    zh: '图中为 {zone} 时间，其余为您所在时区的时间',
  },
  drawnUntil: { en: 'picture until {at}, *Chart* shows more', zh: '图片截至 {at}，点击“图表”查看之后的数据' },
  noData: { en: 'No data to chart: {what}.', zh: '没有可绘制的数据：{what}。' },
  firing: { en: 'Firing now', zh: '正在告警' },
  homeRow: { en: '*{title}*\n{status} · {channel}', zh: '*{title}*\n{status} · {channel}' },
});
