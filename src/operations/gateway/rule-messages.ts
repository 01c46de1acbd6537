import { messages } from '../../core/text/text.ts';

/** What the plans of gateway rules say. */
export const msg = messages('gateway.rule', {
  title: {
    en: (p: { address: string; port: number; component: string }) =>
      `Route ${p.address} to port ${p.port} of ${p.component}`,
    zh: (p) => `将 ${p.address} 指向 ${p.component} 的端口 ${p.port}`,
  },
  step: {
    en: (p: { address: string; port: number }) => `Create the rule ${p.address} for port ${p.port}`,
    zh: (p) => `为端口 ${p.port} 创建策略 ${p.address}`,
  },
  stepOpening: {
    en: (p: { address: string; port: number }) =>
      `Create the rule ${p.address} for port ${p.port}, which opens the port to the outside`,
    zh: (p) => `为端口 ${p.port} 创建策略 ${p.address}，同时对外开放该端口`,
  },
  leadsTo: { en: () => 'Leads to', zh: () => '指向' },
  target: {
    en: (p: { component: string; port: number }) => `${p.component}:${p.port}`,
    zh: (p) => `${p.component}:${p.port}`,
  },
  typedDomain: { en: () => 'Domain as typed', zh: () => '输入的域名' },
  already: {
    en: (p: { address: string; port: number; component: string }) =>
      `${p.address} already leads to port ${p.port} of ${p.component}.`,
    zh: (p) => `${p.address} 已指向 ${p.component} 的端口 ${p.port}。`,
  },
  cannotChange: {
    en: (p: { address: string; port: number; component: string }) =>
      `${p.address} already leads to port ${p.port} of ${p.component}. Settings of a rule that exists are changed in the platform’s console, not here.`,
    zh: (p) => `${p.address} 已指向 ${p.component} 的端口 ${p.port}。已有策略的设置需在平台控制台中修改。`,
  },
  existsClosed: {
    en: (p: { address: string; port: number; component: string }) =>
      `The rule ${p.address} for port ${p.port} of ${p.component} exists, but the port is closed to the outside. Open it, and the rule answers.`,
    zh: (p) => `${p.component} 端口 ${p.port} 的策略 ${p.address} 已存在，但端口未对外开放。开放端口后即生效。`,
  },
  existsSomewhere: {
    en: (p: { address: string; component: string }) =>
      `${p.address} already leads to ${p.component}; to which port, the platform does not tell.`,
    zh: (p) => `${p.address} 已指向 ${p.component}；平台没有说明是哪个端口。`,
  },
  redirectExists: {
    en: (p: { address: string }) =>
      `A rule for http exists at ${p.address}: the platform adds no redirect to https beside it. Delete that rule in the platform’s console first.`,
    zh: (p) => `${p.address} 已有 http 策略：平台不能再添加跳转到 https 的策略。请先在平台控制台中删除该策略。`,
  },
  portClosed: {
    en: (p: { port: number; component: string }) =>
      `Port ${p.port} of ${p.component} is closed to the outside, and a rule needs it open. Open it together with the rule?`,
    zh: (p) => `${p.component} 的端口 ${p.port} 未对外开放，而策略需要端口开放。要在创建策略时一并开放吗？`,
  },
  offerWithOpening: { en: () => 'Rule and open the port', zh: () => '创建策略并开放端口' },
  offerOpen: { en: () => 'Open the port', zh: () => '开放端口' },
  offerEndPoint: { en: (p: { endPoint: string }) => `Use ${p.endPoint}`, zh: (p) => `使用 ${p.endPoint}` },
  taken: {
    en: (p: { endPoint: string; other: string; component: string; port: number }) =>
      `${p.endPoint} is taken: the rule ${p.other} leads to port ${p.port} of ${p.component}.`,
    zh: (p) => `${p.endPoint} 已被占用：策略 ${p.other} 指向 ${p.component} 的端口 ${p.port}。`,
  },
  takenAlike: {
    en: (p: { endPoint: string; other: string }) =>
      `The platform takes ${p.endPoint} for taken: it begins like ${p.other}, which is another rule’s.`,
    zh: (p) => `平台会认为 ${p.endPoint} 已被占用：它与另一条策略的 ${p.other} 开头相同。`,
  },
  warnOpens: {
    en: (p: { port: number }) => `Port ${p.port} is closed to the outside now: creating the rule opens it.`,
    zh: (p) => `端口 ${p.port} 目前未对外开放：创建策略会将其开放。`,
  },
  warnOpensFirst: {
    en: (p: { port: number }) =>
      `Port ${p.port} is closed to the outside now: the platform opens it first, and leaves it open even if the rule then fails.`,
    zh: (p) => `端口 ${p.port} 目前未对外开放：平台会先将其开放，即使策略随后创建失败也不会关闭。`,
  },
  warnWakes: {
    en: (p: { addresses: string }) => `With the port, these answer again: ${p.addresses}`,
    zh: (p) => `随端口开放，以下地址会重新生效：${p.addresses}`,
  },
  warnShared: {
    en: (p: { address: string; component: string; port: number; weight: string }) =>
      `${p.address} also leads to ${p.component}:${p.port} (weight ${p.weight}): requests are shared out by weight.`,
    zh: (p) => `${p.address} 也指向 ${p.component}:${p.port}（权重 ${p.weight}）：请求会按权重分配。`,
  },
  warnRedirect: {
    en: (p: { address: string }) =>
      `If a rule of ${p.address} redirects to https, which the platform does not tell, it refuses another rule there.`,
    zh: (p) => `若 ${p.address} 已有策略设置了跳转到 https（平台不会显示），平台会拒绝在此添加策略。`,
  },
  warnConfiguration: {
    en: () =>
      'The platform’s console checks the proxy settings here and then ignores them: set them in the console afterwards.',
    zh: () => '平台在此只校验代理设置而不会应用：请之后在控制台中设置。',
  },
  warnCertificate: {
    en: (p: { id: number }) =>
      `The platform does not check that certificate ${p.id} exists. If it does not, the rule is made without one.`,
    zh: (p) => `平台不会检查证书 ${p.id} 是否存在。若不存在，策略将不带证书。`,
  },
  warnAutoConfig: {
    en: () => 'Settings of the automatic certificate mean nothing while it is off.',
    zh: () => '未启用自动签发证书，其配置不起作用。',
  },
  warnLongDomain: {
    en: () => 'The platform stores domains of up to 128 characters: this one may be refused.',
    zh: () => '平台最多保存 128 个字符的域名：该域名可能被拒绝。',
  },
  warnServing: {
    en: () =>
      'The platform records the rule. Whether the address answers depends on its DNS and the gateway, and is not checked.',
    zh: () => '平台只记录策略。地址能否访问取决于 DNS 和网关，这里不做检查。',
  },
  warnHttpPort: {
    en: (p: { port: number }) => `Port ${p.port} speaks http; a TCP rule leads to it without regard to domains.`,
    zh: (p) => `端口 ${p.port} 是 http 协议；TCP 策略会忽略域名直接转发。`,
  },
  warnNodeRange: {
    en: (p: { port: number }) =>
      `${p.port} is outside 30000–32767, the ports that Kubernetes usually gives to nodes: the region may refuse it.`,
    zh: (p) => `${p.port} 不在 Kubernetes 通常的节点端口范围 30000–32767 内：集群可能会拒绝。`,
  },
  warnOtherApps: {
    en: () => 'Rules of other apps are not seen here: if one holds the end point, the platform refuses.',
    zh: () => '这里看不到其他应用的策略：若端点已被其占用，平台会拒绝。',
  },
  noUndo: {
    en: () => 'A rule is deleted in the platform’s console, or goes with its port.',
    zh: () => '策略需在平台控制台中删除，或随端口一起删除。',
  },
  created: {
    en: (p: { address: string; component: string; port: number }) =>
      `Rule created: ${p.address} leads to ${p.component}:${p.port}`,
    zh: (p) => `策略已创建：${p.address} 指向 ${p.component}:${p.port}`,
  },
  opened: {
    en: (p: { component: string; port: number }) => `Port ${p.port} of ${p.component} is open to the outside.`,
    zh: (p) => `${p.component} 的端口 ${p.port} 已对外开放。`,
  },
});
