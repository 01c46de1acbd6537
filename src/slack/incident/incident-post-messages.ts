import { messages } from '../../core/text/text.ts';

export const incidentPostMsg = messages('slack.incident', {
  title: { en: '*{title}*', zh: '*{title}*' },
  sentBy: { en: 'from {in}, source `{source}`', zh: '来自 {in}，告警来源 `{source}`' },
  /** All other times are in each reader's own zone. */
  drawnIn: { en: 'chart in {zone}', zh: '图中时间为 {zone}' },
  /** The text above it is edited more often. */
  drawnAt: { en: 'chart as of {at}, its times in {zone}', zh: '图表截至 {at}，图中时间为 {zone}' },
  noData: { en: 'No data to chart: {what}.', zh: '没有可绘制的数据：{what}。' },
  firing: { en: 'Firing now', zh: '正在告警' },
  homeMore: { en: 'Also: {incidents}', zh: '另有：{incidents:list}' },
  homeSilent: { en: '? *No data*: {incidents}', zh: '? *无数据*：{incidents:list}' },
  linked: { en: '{title}', zh: '{title}' },
  more: { en: '{count} more', zh: '另外 {count} 个' },
  homeRow: { en: '*{title}*\n{status} · {channel}', zh: '*{title}*\n{status} · {channel}' },
});
