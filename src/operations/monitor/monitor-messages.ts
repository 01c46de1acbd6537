import { messages } from '../../core/text/text.ts';

export const msg = messages('monitor', {
  says: { en: () => 'Post a monitoring chart', zh: () => '发送监控图' },
  components: { en: () => 'Components', zh: () => '组件' },
  componentsHint: {
    en: () => 'Leave empty for all components that are monitored.',
    zh: () => '留空表示所有受监控的组件。',
  },
  range: { en: () => 'Range', zh: () => '时间范围' },
  rangeHint: {
    en: () => '15m, 6h, 7d, today, yesterday, or 2026-11-19T08:00..12:00 in your time zone.',
    zh: () => '15m、6h、7d、today、yesterday，或 2026-11-19T08:00..12:00（按您的时区）。',
  },
  rangeWrong: {
    en: (p: { typed: string }) =>
      `“${p.typed}” is no range of time. Write 15m, 6h, 7d, today, yesterday, or 2026-11-19T08:00..12:00.`,
    zh: (p) => `“${p.typed}”不是时间范围。可写 15m、6h、7d、today、yesterday 或 2026-11-19T08:00..12:00。`,
  },
  rangeFuture: {
    en: () => 'This range lies in the future: there is nothing to show yet.',
    zh: () => '这个时间范围在未来，还没有数据。',
  },
  item: { en: () => 'Monitoring items', zh: () => '监控项' },
  itemHint: {
    en: () => 'request_time, request, request_client. Leave empty for all.',
    zh: () => 'request_time、request、request_client。留空表示全部。',
  },
  itemWrong: {
    en: (p: { typed: string; known: string }) => `“${p.typed}” is no monitoring item. There are: ${p.known}.`,
    zh: (p) => `没有监控项“${p.typed}”。可用：${p.known}。`,
  },
  itemUnknown: {
    en: (p: { typed: string; known: string }) => `There is no monitoring item “${p.typed}”. There are: ${p.known}.`,
    zh: (p) => `没有监控项“${p.typed}”。现有：${p.known}。`,
  },
  step: { en: () => 'Step', zh: () => '步长' },
  stepHint: {
    en: () => 'Seconds, or 1m, 5m, 1h. Chosen for you when left empty.',
    zh: () => '秒数，或 1m、5m、1h。留空则自动选择。',
  },
  stepWrong: {
    en: (p: { typed: string }) => `“${p.typed}” is no step. Write seconds, or 1m, 5m, 1h.`,
    zh: (p) => `“${p.typed}”不是步长。请写秒数，或 1m、5m、1h。`,
  },
  outer: { en: () => 'Only components that are open to the outside', zh: () => '仅对外开放的组件' },
  me: { en: () => 'Send it to me alone', zh: () => '只发给我' },
  shortcut: { en: () => 'Post a chart', zh: () => '发送监控图' },
  shortcutDescription: {
    en: () => 'Monitoring of an app’s components as a chart',
    zh: () => '以图表显示应用组件的监控数据',
  },
});
