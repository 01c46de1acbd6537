import { messages } from '../../core/text/text.ts';

export const units = messages('charts.unit', {
  minutes: { en: 'min', zh: '分钟' },
  hours: { en: 'h', zh: '小时' },
  requests: { en: 'req/s', zh: '次/秒' },
  client: { en: 'client', zh: '人' },
  clients: { en: 'clients', zh: '人' },
  core: { en: 'core', zh: '核' },
  cores: { en: 'cores', zh: '核' },
});

export const dates = messages('charts.day', {
  date: { en: '{day} {month}', zh: '{month}{day}日' },
  fullDate: { en: '{day} {month} {year}', zh: '{year}年{month}{day}日' },
  year: { en: (p: { year: number }) => String(p.year), zh: '{year}年' },
});
