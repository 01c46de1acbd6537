import { messages } from '../../core/text/text.ts';

export const incidentPostMsg = messages('slack.incident', {
  title: { en: (p: { title: string }) => `*${p.title}*`, zh: (p) => `*${p.title}*` },
  chartZone: {
    en: (p: { zone: string }) => `times in the chart are ${p.zone}, all others are your own`,
    zh: (p) => `图中为 ${p.zone} 时间，其余为您所在时区的时间`,
  },
  noData: { en: (p: { what: string }) => `No data to chart: ${p.what}.`, zh: (p) => `没有可绘制的数据：${p.what}。` },
  firing: { en: () => 'Firing now', zh: () => '正在告警' },
  homeRow: {
    en: (p: { title: string; status: string; channel: string }) => `*${p.title}*\n${p.status} · ${p.channel}`,
    zh: (p) => `*${p.title}*\n${p.status} · ${p.channel}`,
  },
});
