import { messages } from '../../core/text/text.ts';

export const monitorMsg = messages('monitor', {
  searched: {
    en: 'slow, latency, errors, error rate, 5xx, 500, 502, 503, 504, memory, cpu, disk, traffic, graph, chart, charts',
    zh: '慢，卡顿，延迟，错误率，内存，磁盘，流量，曲线',
  },
  says: { en: 'Post a monitoring chart', zh: '发送监控图' },
  first: { en: 'Post a chart of the last 6 hours', zh: '发送最近 6 小时的监控图' },
  assumed: {
    en: 'The threshold is for {item}: {value} ms. For another item, name it: `{example}`.',
    zh: '阈值按“{item}”处理：{value} ms。如需其他监控项，请指明：`{example}`。',
  },
  instead: {
    en: '{why} Shown instead: {item}.',
    zh: '{why}已改为显示{item:apart-before}。',
  },
  rangeOneEnd: {
    en: 'Enter both start= and end=, and no other range.',
    zh: '请同时填写 start= 和 end=，并去掉其他时间范围。',
  },
  outerResources: {
    en: 'cpu, memory and network can’t be limited to components with external access. Name the components instead.',
    zh: 'CPU、内存和网络不能只显示开启对外服务的组件。请改为指定组件。',
  },
  itemUnknown: {
    en: 'No monitoring item is called `{typed}`. Use one of these: {known}.',
    zh: '没有名为 `{typed}` 的监控项。可用的有：{known:list}。',
  },
  wordUnknown: {
    en: '`{typed}` isn’t a component of {app} or a monitoring item. Monitoring items: {items}.',
    zh: '`{typed}` 既不是“{app}”的组件，也不是监控项。监控项：{items:list}。',
  },
  vsWord: {
    en: '`{typed}` compares with an earlier time, such as `vs=1d`. For several components, name them without it.',
    zh: '`{typed}` 用于与更早的时间对比，例如 `vs=1d`。如需显示多个组件，请直接依次输入组件名。',
  },
  notMonitored: { en: 'Not monitored: {names}.', zh: '未开启监控：{names:quoted}。' },
  noneMonitored: { en: 'No component of this app is monitored.', zh: '该应用没有开启监控的组件。' },
  outerOnly: { en: 'Only components with external access were included.', zh: '仅包含开启对外服务的组件。' },
  installPlugin: {
    en: 'To monitor a component, install and enable the real-time performance analysis plugin for it in the platform’s console.',
    zh: '要监控组件，请在平台控制台为其安装并启用“实时性能分析”插件。',
  },
  monitored: { en: 'Monitored components: {names}.', zh: '已开启监控的组件：{names:quoted}。' },
  chartOf: { en: 'Chart of {name}', zh: '查看“{name}”的监控图' },
  more: { en: '{count} more', zh: '另外 {count} 个' },
  noSamples: {
    en: 'There are no samples in this time range for {names}.',
    zh: '该时间范围内没有以下组件的数据：{names:quoted}。',
  },
  silent: {
    en: 'The platform returned no samples for {names}. The platform’s monitoring may be down, or there was no traffic.',
    zh: '平台没有返回以下组件的数据：{names:quoted}。可能是监控服务不可用，或没有流量。',
  },
  me: { en: 'Send it only to me', zh: '只发给我' },
  shortcut: { en: 'Post a chart', zh: '发送监控图' },
  shortcutDescription: { en: 'Chart the monitoring of an app’s components', zh: '以图表显示应用组件的监控数据' },
});
