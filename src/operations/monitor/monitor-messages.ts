import { enumerated, quotedNames } from '../../core/text/chinese.ts';
import { messages } from '../../core/text/text.ts';

export const monitorMsg = messages('monitor', {
  says: { en: 'Post a monitoring chart', zh: '发送监控图' },
  first: { en: 'Post a chart of the last 6 hours', zh: '发送最近 6 小时的监控图' },
  assumed: {
    en: 'The threshold is for {item}: {value} ms. For another item, name it: `{example}`.',
    zh: '阈值按“{item}”处理：{value} 毫秒。如需其他监控项，请指明：`{example}`。',
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
    en: (p: { typed: string; known: string }) =>
      `No monitoring item is called \`${p.typed}\`. Use one of these: ${p.known}.`,
    zh: (p) => `没有名为 \`${p.typed}\` 的监控项。可用的有：${enumerated(p.known)}。`,
  },
  wordUnknown: {
    en: (p: { typed: string; app: string; items: string }) =>
      `\`${p.typed}\` isn’t a component of ${p.app} or a monitoring item. Monitoring items: ${p.items}.`,
    zh: (p) => `\`${p.typed}\` 既不是“${p.app}”的组件，也不是监控项。监控项：${enumerated(p.items)}。`,
  },
  notMonitored: {
    en: (p: { names: string }) => `Not monitored: ${p.names}.`,
    zh: (p) => `未开启监控：${quotedNames(p.names)}。`,
  },
  noneMonitored: { en: 'No component of this app is monitored.', zh: '该应用没有开启监控的组件。' },
  outerOnly: { en: 'Only components with external access were included.', zh: '仅包含开启对外服务的组件。' },
  installPlugin: {
    en: 'To monitor a component, install and enable the real-time performance analysis plugin for it in the platform’s console.',
    zh: '要监控组件，请在平台控制台为其安装并启用“实时性能分析”插件。',
  },
  monitored: {
    en: (p: { names: string }) => `Monitored components: ${p.names}.`,
    zh: (p) => `已开启监控的组件：${quotedNames(p.names)}。`,
  },
  chartOf: { en: 'Chart of {name}', zh: '查看“{name}”的监控图' },
  more: { en: '{count} more', zh: '另外 {count} 个' },
  noSamples: {
    en: (p: { names: string }) => `There are no samples in this time range for ${p.names}.`,
    zh: (p) => `该时间范围内没有以下组件的数据：${quotedNames(p.names)}。`,
  },
  silent: {
    en: (p: { names: string }) =>
      `The platform returned no samples for ${p.names}. The platform’s monitoring may be down, or there was no traffic.`,
    zh: (p) => `平台没有返回以下组件的数据：${quotedNames(p.names)}。可能是监控服务不可用，或没有流量。`,
  },
  me: { en: 'Send it only to me', zh: '只发给我' },
  shortcut: { en: 'Post a chart', zh: '发送监控图' },
  shortcutDescription: { en: 'Chart the monitoring of an app’s components', zh: '以图表显示应用组件的监控数据' },
});
