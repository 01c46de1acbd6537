import { withoutOne } from '../../../core/text/plural.ts';
import { messages } from '../../../core/text/text.ts';

export const chartParamMsg = messages('monitor', {
  componentsHint: { en: 'Leave empty for all monitored components.', zh: '留空表示所有已开启监控的组件。' },
  range: { en: 'Range', zh: '时间范围' },
  rangeHint: {
    en: '15m, 6h, 7d, today, yesterday, 08:00..12:00, or 2026-11-19T08:00..12:00 in your time zone.',
    zh: '15m、6h、7d、今天、昨天、08:00..12:00，或 2026-11-19T08:00..12:00（按您的时区）。',
  },
  lastOption: { en: (p: { time: string }) => `Last ${withoutOne(p.time)}`, zh: '最近 {time}' },
  todayOption: { en: 'Today', zh: '今天' },
  yesterdayOption: { en: 'Yesterday', zh: '昨天' },
  itemOption: { en: '{title} ({item})', zh: '{title}（{item}）' },
  resourcesOption: { en: 'CPU, memory and network (resources)', zh: 'CPU、内存和网络（resources）' },
  rangeWrong: {
    en: '`{typed}` isn’t a valid time range. Use 15m, 6h, 7d, today, yesterday, 08:00..12:00 or 2026-11-19T08:00..12:00.',
    zh: '`{typed}` 不是有效的时间范围。可填 15m、6h、7d、今天、昨天、08:00..12:00 或 2026-11-19T08:00..12:00。',
  },
  rangeFuture: {
    en: 'This time range is in the future. Choose an earlier one.',
    zh: '该时间范围在未来。请选择更早的时间。',
  },
  item: { en: 'Monitoring items', zh: '监控项' },
  itemHint: {
    en: 'Leave empty for what the region collects. For example gateway-latency, errors, cpu, memory, network, or resources for the last three.',
    zh: '留空则显示集群已采集的监控项。例如 gateway-latency（网关延迟）、errors（网关错误）、cpu、memory、network；resources 表示后三项。',
  },
  itemWrong: {
    en: '`{typed}` isn’t a valid monitoring item. Use one of these: {known}.',
    zh: '`{typed}` 不是有效的监控项。可用的有：{known:list}。',
  },
  step: { en: 'Step', zh: '步长' },
  stepHint: {
    en: 'The time between two points: seconds, or 1m, 5m, 1h. Leave empty to choose it automatically.',
    zh: '相邻两点的间隔：秒数，或 1m、5m、1h。留空则自动选择。',
  },
  stepWrong: {
    en: '`{typed}` isn’t a valid step. Use seconds, or 1m, 5m, 1h.',
    zh: '`{typed}` 不是有效的步长。请填秒数，或 1m、5m、1h。',
  },
  above: { en: 'Threshold', zh: '阈值' },
  aboveHint: {
    en: 'Marks values above it: 500, 300ms, memory:80%. A number without a unit is in the chart’s unit.',
    zh: '标出超过它的值，例如 500、300ms、memory:80%（内存）。不带单位时，单位与图中相同。',
  },
  below: { en: 'Lower threshold', zh: '下限阈值' },
  belowHint: {
    en: 'Marks values below it: 5, 300ms, gateway-requests:5. A number without a unit is in the chart’s unit.',
    zh: '标出低于它的值，例如 5、300ms、gateway-requests:5（网关请求数）。不带单位时，单位与图中相同。',
  },
  aboveWrong: {
    en: '`{typed}` isn’t a valid threshold. Use a number, such as 500, 300ms or memory:80%.',
    zh: '`{typed}` 不是有效的阈值。请填数字，例如 500、300ms 或 memory:80%。',
  },
  aboveWhich: {
    en: 'The chart shows several items. Name the one you mean, for example above={item}:{value}.',
    zh: '图中有多个监控项。请指明监控项，例如 above={item}:{value}。',
  },
  aboveElsewhere: {
    en: 'The chart doesn’t show {item}. Add it with item={item}.',
    zh: '图中没有 {item}。请加上 item={item}。',
  },
  aboveMany: {
    en: 'A chart can show up to {most} thresholds. Remove some.',
    zh: '一张图最多显示 {most} 个阈值。请删除一些。',
  },
  vs: { en: 'Compare with', zh: '对比' },
  vsHint: {
    en: 'yesterday, 7d (7 days earlier), or a range as long as the chart, such as 2026-11-12T08:00..12:00.',
    zh: '昨天、7d（7 天前），或与图同样长的时间范围，例如 2026-11-12T08:00..12:00。',
  },
  vsWrong: {
    en: '`{typed}` isn’t a valid period to compare with. Use yesterday, 7d or 2026-11-12T08:00..12:00.',
    zh: '`{typed}` 不是有效的对比时间。可填昨天、7d 或 2026-11-12T08:00..12:00。',
  },
  vsLength: {
    en: 'The chart covers {range}, but the period to compare with covers {length}. Use the same length for both.',
    zh: '图的时间范围为 {range}，对比的时间范围为 {length}。两者长度必须相同。',
  },
  yesterday: { en: 'yesterday', zh: '昨天' },
  daysBefore: {
    en: (p: { count: number }) => (p.count === 1 ? 'the day before' : `${p.count} days earlier`),
    zh: (p) => (p.count === 1 ? '前一天' : `${p.count} 天前`),
  },
  timeBefore: { en: '{time} earlier', zh: '{time}前' },
  outer: { en: 'Only components with external access', zh: '仅开启对外服务的组件' },
});
