import { messages } from '../../core/text/text.ts';

export const conditionMsg = messages('conditions', {
  value: { en: '{en}', zh: '{zh}' },
  above: { en: '{item} above {value}', zh: '{item:apart-after}高于{value:apart-before}' },
  below: { en: '{item} below {value}', zh: '{item:apart-after}低于{value:apart-before}' },
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
  openedElsewhere: { en: 'Opened outside Portolan in {app}', zh: '在 Portolan 之外开启：“{app}”' },
  notAsked: {
    en: 'Opened without a request of Portolan, and nobody has marked it as expected. “Close” shows its plan first; accepting as expected asks for a reason and for how long.',
    zh: '没有对应的 Portolan 申请，也没有人确认为预期。“关闭”会先显示计划；确认为预期需填写理由和有效期。',
  },
  alsoToLookAt: {
    en: 'Not new, so not listed above, but also to look at: {rows}.',
    zh: '另有并非新增、上面未列出但需要查看的地址：{rows:list}。',
  },
  andMore: { en: '{rows} and {count} more', zh: '{rows}，另有 {count} 个' },
  addressBy: {
    en: '{row}: opened by the platform user {user} before {at}',
    zh: '{row}：由平台用户 {user} 于{at:apart}前开启',
  },
  addressByUnknown: {
    en: '{row}: opened before {at}. The platform doesn’t say who opened it',
    zh: '{row}：于{at:apart}前开启，平台没有记录由谁开启',
  },
  oddAddress: {
    en: (p: { row: string; odd: string }) => `${p.row}. ${p.odd.replace(/\.$/, '')}`,
    zh: (p) => `${p.row}。${p.odd.replace(/。$/, '')}`,
  },
  restartsAbove: { en: 'restarted more than {count:# time|# times} in 30 minutes', zh: '30 分钟内重启超过 {count} 次' },
  certificatesBelow: { en: 'certificate expires in less than {length}', zh: '证书将在 {length}内过期' },
  certificateOf: { en: '{name}: {what}', zh: '{name}：{what}' },
  lasting: { en: '{what} for {length}', zh: '{what}，持续 {length}' },
  valueOf: { en: '{value} ({of})', zh: '{value}（{of}）' },
  timesRestarted: { en: '{count:# restart|# restarts}', zh: '重启 {count} 次' },
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
