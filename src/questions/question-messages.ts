import { apart, enumerated } from '../core/text/chinese.ts';
import { messages } from '../core/text/text.ts';

export const questionMsg = messages('workflow', {
  platformSaid: { en: '{en}', zh: '{zh}' },
  withCode: { en: '{why} Code: {code}.', zh: '{why}代码：{code}。' },
  noResources: {
    en: 'This platform’s API doesn’t provide CPU, memory and network usage.',
    zh: '此平台的 API 不提供 CPU、内存和网络用量。',
  },
  noGateway: {
    en: 'This platform’s API doesn’t provide the metrics of its gateway.',
    zh: '此平台的 API 不提供网关监控数据。',
  },
  nothingServed: {
    en: 'The gateway serves no component of this app over HTTP, so it measures nothing.',
    zh: '网关没有为该应用的任何组件提供 HTTP 访问，因此没有网关监控数据。',
  },
  noRequests: {
    en: 'The gateway measured no requests in this time range.',
    zh: '该时间范围内，网关没有采集到请求。',
  },
  noRequestsTo: {
    en: 'The gateway measured no requests to {names} in this time range.',
    zh: '该时间范围内，网关没有采集到{names:quoted}的请求。',
  },
  shareOfLimit: { en: '{share} of the limit of {limit}: {value}.', zh: '上限{limit:apart}的 {share}：{value}。' },
  noCommonLimit: {
    en: '{share} isn’t marked, because the components have no common limit. Chart one component, or use an amount.',
    zh: '未标出 {share}，因为这些组件没有相同的上限。请只查看一个组件，或改填数量。',
  },
  stopped: {
    en: (p: { names: string; count: number }) =>
      `${p.names} ${p.count === 1 ? 'is' : 'are'} stopped, so nothing can be charted in this time range.`,
    zh: (p) => `${apart(enumerated(p.names)).trimStart()}已停止，该时间范围内没有可显示的数据。`,
  },
  sharedName: {
    en: 'No usage of {names}: another component has the same in-cluster name, so the region’s monitoring can’t tell them apart.',
    zh: '没有 {names} 的用量：另有组件的内部域名与之相同，集群监控无法区分。',
  },
  resourcesInstead: {
    en: '{why} CPU and memory are shown instead.',
    zh: '{why}改为显示 CPU 和内存。',
  },
  resourcesOfMany: {
    en: 'A resource chart shows up to {most} components. Name the ones you need.',
    zh: '资源图最多显示 {most} 个组件。请指定需要的组件。',
  },
  gone: {
    en: 'This command is no longer supported. See all commands with `help`.',
    zh: '该命令已不再支持。可用 `help` 查看全部命令。',
  },
  regionClosed: {
    en: 'Region {region} can’t be used right now: {status}. Try again when it’s enabled.',
    zh: '集群“{region}”目前不可用：{status}。请在其启用后重试。',
  },
  monitoringDown: {
    en: 'The platform’s monitoring can’t be read right now. {why}',
    zh: '目前无法读取平台的监控数据。{why}',
  },
});
