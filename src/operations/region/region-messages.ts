import { messages } from '../../core/text/text.ts';

export const msg = messages('region', {
  listSays: { en: () => 'List the regions of the team', zh: () => '列出团队的集群' },
  showSays: { en: () => 'Read one region: use, health, certificates', zh: () => '查看集群：资源、健康、证书' },
  listTitle: { en: (p: { team: string }) => `Regions of ${p.team}`, zh: (p) => `团队 ${p.team} 的集群` },
  listNone: { en: () => 'The team has no region yet.', zh: () => '团队还没有集群。' },
  listNoneFound: {
    en: (p: { typed: string }) => `No region’s name contains “${p.typed}”.`,
    zh: (p) => `没有名称包含“${p.typed}”的集群。`,
  },
  pageEmpty: {
    en: (p: { page: number; total: number }) =>
      `Page ${p.page} is past the end: there ${p.total === 1 ? 'is 1 region' : `are ${p.total} regions`} in all.`,
    zh: (p) => `第 ${p.page} 页超出范围：共有 ${p.total} 个集群。`,
  },
  pageOf: {
    en: (p: { from: number; to: number; total: number }) => `${p.from}–${p.to} of ${p.total}`,
    zh: (p) => `第 ${p.from}–${p.to} 条，共 ${p.total} 条`,
  },
  name: { en: () => 'Name', zh: () => '名称' },
  alias: { en: () => 'Alias', zh: () => '别名' },
  status: { en: () => 'Status', zh: () => '状态' },
  scope: { en: () => 'Scope', zh: () => '范围' },
  domains: { en: () => 'Domains', zh: () => '域名' },
  description: { en: () => 'Description', zh: () => '描述' },
  showTitle: { en: (p: { name: string }) => `Region ${p.name}`, zh: (p) => `集群 ${p.name}` },
  health: { en: () => 'Health', zh: () => '健康' },
  healthy: { en: () => '✓ ok', zh: () => '✓ 正常' },
  unhealthy: { en: () => '✕ failure: the platform cannot reach this region', zh: () => '✕ 故障：平台无法连接该集群' },
  cpu: { en: () => 'CPU, requested', zh: () => 'CPU（已申请）' },
  memory: { en: () => 'Memory, requested', zh: () => '内存（已申请）' },
  disk: { en: () => 'Shared disk, used', zh: () => '共享磁盘（已用）' },
  usage: {
    en: (p: { bar: string; percent: number; used: string; total: string; unit: string }) =>
      `${p.bar} ${p.percent} %\n${p.used} of ${p.total} ${p.unit}`,
    zh: (p) => `${p.bar} ${p.percent} %\n${p.used} / ${p.total} ${p.unit}`,
  },
  cores: { en: () => 'cores', zh: () => '核' },
  notMeasured: { en: () => 'not measured: the region did not say', zh: () => '未测得：集群没有提供' },
  quota: { en: (p: { team: string }) => `Quota of team ${p.team}`, zh: (p) => `团队 ${p.team} 的配额` },
  quotaCpu: { en: () => 'CPU, limits of running instances', zh: () => 'CPU（运行中实例的上限）' },
  quotaMemory: { en: () => 'Memory, limits of running instances', zh: () => '内存（运行中实例的上限）' },
  quotaUnknown: { en: () => 'unknown', zh: () => '未知' },
  usedOnly: {
    en: (p: { used: string; unit: string }) => `${p.used} ${p.unit}, total unknown`,
    zh: (p) => `${p.used} ${p.unit}，总量未知`,
  },
  address: { en: () => 'API address', zh: () => 'API 地址' },
  socketAddress: { en: () => 'WebSocket address', zh: () => 'WebSocket 地址' },
  httpDomain: { en: () => 'HTTP root domain', zh: () => 'HTTP 根域名' },
  tcpDomain: { en: () => 'TCP root domain', zh: () => 'TCP 根域名' },
  caCertificate: { en: () => 'CA certificate', zh: () => 'CA 证书' },
  certificate: { en: () => 'Client certificate', zh: () => '客户端证书' },
  expiresIn: {
    en: (p: { days: number; date: string }) => `expires ${p.date}, in ${p.days} ${p.days === 1 ? 'day' : 'days'}`,
    zh: (p) => `${p.date} 到期，还有 ${p.days} 天`,
  },
  expiresSoon: {
    en: (p: { days: number; date: string }) => `⚠ expires ${p.date}, in ${p.days} ${p.days === 1 ? 'day' : 'days'}`,
    zh: (p) => `⚠ ${p.date} 到期，只剩 ${p.days} 天`,
  },
  expired: { en: (p: { date: string }) => `✕ expired on ${p.date}`, zh: (p) => `✕ 已于 ${p.date} 过期` },
  notReadable: { en: () => 'not readable', zh: () => '无法读取' },
  showSelect: { en: () => 'Show a region', zh: () => '查看集群' },
  showButton: { en: (p: { name: string }) => `Show ${p.name}`, zh: (p) => `查看 ${p.name}` },
  requestedNote: {
    en: () => 'CPU and memory: what workloads have requested, not what they use right now.',
    zh: () => 'CPU 和内存是工作负载申请的量，不是当前实际使用量。',
  },
});
