import { apart, enumerated } from '../../core/text/chinese.ts';
import { plural } from '../../core/text/plural.ts';
import { messages } from '../../core/text/text.ts';

export const conditionMsg = messages('conditions', {
  value: { en: (p: { en: string; zh: string }) => p.en, zh: '{zh}' },
  above: {
    en: (p: { item: string; value: string }) => `${p.item} above ${p.value}`,
    zh: (p) => `${apart(p.item).trimStart()}高于${apart(p.value).trimEnd()}`,
  },
  below: {
    en: (p: { item: string; value: string }) => `${p.item} below ${p.value}`,
    zh: (p) => `${apart(p.item).trimStart()}低于${apart(p.value).trimEnd()}`,
  },
  ofLimit: { en: '{value} of its limit', zh: '上限的 {value}' },
  requestTime: { en: 'response time', zh: '响应时间' },
  request: { en: 'requests', zh: '吞吐率' },
  requestClient: { en: 'clients online', zh: '在线人数' },
  gatewayLatency: { en: 'latency at the gateway (p95)', zh: '网关延迟（p95）' },
  gatewayRequests: { en: 'requests at the gateway', zh: '网关请求数' },
  gatewayErrors: { en: '5xx errors at the gateway', zh: '网关 5xx 错误' },
  cpu: { en: 'CPU', zh: 'CPU' },
  memory: { en: 'memory', zh: '内存' },
  network: { en: 'network traffic', zh: '网络流量' },
  abnormal: { en: 'abnormal', zh: '运行异常' },
  restarts: { en: 'restarts', zh: '重启' },
  oom: { en: 'out of memory', zh: '内存不足' },
  certificates: { en: 'certificates', zh: '证书' },
  exposure: { en: 'what is opened to the outside', zh: '对外开放的地址' },
  openedElsewhere: { en: 'Opened outside Portolan in {app}', zh: '在 Portolan 之外开放：“{app}”' },
  notAsked: {
    en: 'Opened without a request of Portolan, and nobody has marked it as expected. “Close” shows its plan first; accepting as expected asks for a reason and for how long.',
    zh: '没有对应的 Portolan 申请，也没有人确认为预期。“关闭”会先显示计划；确认为预期需填写理由和有效期。',
  },
  alsoToLookAt: {
    en: (p: { rows: string }) => `Not new, so not listed above, but also to look at: ${p.rows}.`,
    zh: (p) => `另有并非新增、上面未列出但需要查看的地址：${enumerated(p.rows)}。`,
  },
  andMore: { en: '{rows} and {count} more', zh: '{rows}，另有 {count} 个' },
  addressBy: {
    en: (p: { row: string; user: string; at: string }) =>
      `${p.row}: opened by the platform user ${p.user} before ${p.at}`,
    zh: (p) => `${p.row}：由平台用户 ${p.user} 于${apart(p.at)}前开放`,
  },
  addressByUnknown: {
    en: (p: { row: string; at: string }) => `${p.row}: opened before ${p.at}. The platform doesn’t say who opened it`,
    zh: (p) => `${p.row}：于${apart(p.at)}前开放，平台没有记录由谁开放`,
  },
  oddAddress: {
    en: (p: { row: string; odd: string }) => `${p.row}. ${p.odd.replace(/\.$/, '')}`,
    zh: (p) => `${p.row}。${p.odd.replace(/。$/, '')}`,
  },
  restartsAbove: {
    en: (p: { count: number }) => `restarted more than ${plural(p.count, 'time')} in 30 minutes`,
    zh: '30 分钟内重启超过 {count} 次',
  },
  certificatesBelow: { en: 'certificate expires in less than {length}', zh: '证书将在 {length}内过期' },
  certificateOf: { en: '{name}: {what}', zh: '{name}：{what}' },
  lasting: { en: '{what} for {length}', zh: '{what}，持续 {length}' },
  valueOf: { en: '{value} ({of})', zh: '{value}（{of}）' },
  inMs: { en: 'ms', zh: '毫秒' },
  perSecond: { en: 'per second', zh: '每秒' },
  inClients: { en: 'clients', zh: '人' },
  inCores: { en: 'cores', zh: '核' },
  inMemory: { en: 'MiB, or % of the limit', zh: 'MiB，或上限的百分比' },
  inTraffic: { en: 'for example 10MB/s', zh: '例如 10MB/s' },
  timesRestarted: { en: (p: { count: number }) => plural(p.count, 'restart'), zh: '重启 {count} 次' },
  expiresAt: { en: 'valid until {at}', zh: '{at}过期' },
  restartsEstimated: {
    en: 'Restarts are estimated, since kube-state-metrics isn’t installed: containers that ran for less than 15 seconds are missed.',
    zh: '由于未安装 kube-state-metrics，重启次数为估算值：运行不足 15 秒的容器不计入。',
  },
  abnormalStays: {
    en: 'The platform shows this state until the pod is replaced, even if the component has recovered.',
    zh: '平台会一直显示该状态，直到实例被替换，即使组件已恢复。',
  },
});
