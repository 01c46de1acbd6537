import { apart, enumerated } from '../../../core/text/chinese.ts';
import { messages } from '../../../core/text/text.ts';

export const sourceMsg = messages('sources', {
  noResponseTime: {
    en: 'This region doesn’t collect response times. Rainbond 6 removed them.',
    zh: '该集群不采集响应时间，Rainbond 6 已移除此监控项。',
  },
  noRequests: {
    en: 'This region doesn’t collect the requests of components. Rainbond 6 removed them.',
    zh: '该集群不采集组件的吞吐率，Rainbond 6 已移除此监控项。',
  },
  noClients: {
    en: 'This region doesn’t collect online clients. Rainbond 6 removed them.',
    zh: '该集群不采集在线人数，Rainbond 6 已移除此监控项。',
  },
  noGateway: { en: 'This region doesn’t collect the metrics of its gateway.', zh: '该集群不采集网关监控数据。' },
  sharedHosts: {
    en: 'The gateway has no figures of {names} alone, because other components use the same domain.',
    zh: '网关没有{names:quoted}单独的监控数据，因为其他组件使用相同的域名。',
  },
  noActiveRule: {
    en: (p: { names: string; count: number }) =>
      `Latency, requests and errors of ${p.names} aren’t measured, because no active HTTP gateway rule leads to ${p.count === 1 ? 'it' : 'them'}.`,
    zh: (p) =>
      `没有已启用的 HTTP 网关策略指向${apart(enumerated(p.names)).trimEnd()}，因此不采集其网关延迟、请求数和错误。`,
  },
  ruleDeleted: {
    en: 'Gateway rule {address} was deleted at {at}.',
    zh: '网关策略 {address} 已于{at:apart}删除。',
  },
  useResources: { en: 'Use cpu, memory or network instead.', zh: '请改用 CPU、内存或网络。' },
  noContainers: {
    en: 'This region doesn’t collect CPU, memory and network usage.',
    zh: '该集群不采集 CPU、内存和网络用量。',
  },
  noKubeState: { en: 'This region has no kube-state-metrics.', zh: '该集群未安装 kube-state-metrics。' },
  instead: {
    en: (p: { why: string; items: string }) => `${p.why} Use ${p.items} instead.`,
    zh: (p) => `${p.why}请改用${apart(enumerated(p.items)).trimEnd()}。`,
  },
  named: { en: '`{en}`', zh: '{zh}' },
  word: { en: '{en}', zh: '{zh}' },
  titled: { en: '{title} (`{item}`)', zh: '{title}（`{item}`）' },
  chartOf: { en: 'Chart {en}', zh: '查看{zh:apart-before}' },
  collected: { en: 'Monitoring', zh: '监控数据' },
  unknown: { en: 'Not known right now', zh: '暂时无法获取' },
  requests: { en: 'requests of components', zh: '组件请求' },
  containers: { en: 'CPU, memory and network', zh: 'CPU、内存和网络' },
  gateway: { en: 'gateway requests', zh: '网关请求' },
  kubeState: { en: 'restarts (kube-state-metrics)', zh: '重启（kube-state-metrics）' },
  has: { en: 'Collected: {what}', zh: '已采集：{what:list}' },
  hasNot: { en: '{has}. Not collected: {not}', zh: '{has}。未采集：{not:list}' },
});
