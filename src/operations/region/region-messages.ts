import { plural } from '../../core/text/plural.ts';
import { messages } from '../../core/text/text.ts';

export const regionMsg = messages('region', {
  listSays: { en: 'List the regions of the team', zh: '列出团队的集群' },
  listForm: { en: 'List regions', zh: '列出集群' },
  showSays: { en: 'Show a region’s usage, health and certificates', zh: '查看集群的资源、健康状态和证书' },
  showForm: { en: 'Show a region', zh: '查看集群' },
  listTitle: { en: 'Regions of {team}', zh: '团队“{team}”的集群' },
  listNone: { en: 'This team has no regions yet.', zh: '该团队还没有集群。' },
  listNoneFound: { en: 'No region has `{typed}` in its name.', zh: '没有名称包含 `{typed}` 的集群。' },
  name: { en: 'Name', zh: '名称' },
  alias: { en: 'Alias', zh: '别名' },
  status: { en: 'Status', zh: '状态' },
  scope: { en: 'Scope', zh: '范围' },
  domains: { en: 'Domains', zh: '域名' },
  description: { en: 'Description', zh: '描述' },
  showTitle: { en: 'Region {name}', zh: '集群“{name}”' },
  health: { en: 'Health', zh: '健康' },
  healthy: { en: '✓ healthy', zh: '✓ 正常' },
  unhealthy: { en: '✗ failing: the platform can’t reach this region', zh: '✗ 故障：平台无法连接该集群' },
  cpu: { en: 'CPU, requested', zh: 'CPU（已申请）' },
  memory: { en: 'Memory, requested', zh: '内存（已申请）' },
  disk: { en: 'Shared disk, used', zh: '共享磁盘（已用）' },
  usage: { en: '{bar} {percent}%\n{used} of {total} {unit}', zh: '{bar} {percent}%\n{used} / {total} {unit}' },
  cores: { en: 'cores', zh: '核' },
  notMeasured: { en: 'not available', zh: '暂无数据' },
  quota: { en: 'Quota of team {team}', zh: '团队“{team}”的配额' },
  quotaCpu: { en: 'CPU, limits of running instances', zh: 'CPU（运行中实例的上限）' },
  quotaMemory: { en: 'Memory, limits of running instances', zh: '内存（运行中实例的上限）' },
  quotaUnknown: { en: 'unknown', zh: '未知' },
  usedOnly: { en: '{used} {unit}, total unknown', zh: '{used} {unit}，总量未知' },
  address: { en: 'API address', zh: 'API 地址' },
  socketAddress: { en: 'WebSocket address', zh: 'WebSocket 地址' },
  httpDomain: { en: 'HTTP root domain', zh: 'HTTP 根域名' },
  tcpDomain: { en: 'TCP root domain', zh: 'TCP 根域名' },
  caCertificate: { en: 'CA certificate', zh: 'CA 证书' },
  certificate: { en: 'Client certificate', zh: '客户端证书' },
  expiresIn: { en: 'expires {date}, in {days:# day|# days}', zh: '{date}过期，还有 {days} 天' },
  expiresOn: { en: 'expires {date}', zh: '{date}过期' },
  expiresSoon: { en: '⚠ expires {date}, in {days:# day|# days}', zh: '⚠ {date}过期，只剩 {days} 天' },
  expired: { en: '✗ expired on {date}', zh: '✗ 已于 {date}过期' },
  wrongStatus: {
    en: '⚠ This region isn’t enabled: {status}. Nothing can be changed in it.',
    zh: '⚠ 该集群未启用：{status}。无法在其中进行变更。',
  },
  wrongHealth: { en: '⚠ The platform can’t reach this region.', zh: '⚠ 平台无法连接该集群。' },
  wrongExpires: {
    en: (p: { what: string; days: number }) =>
      p.days === 0
        ? `⚠ The ${sentenceWord(p.what)} expires in less than a day.`
        : `⚠ The ${sentenceWord(p.what)} expires in ${plural(p.days, 'day')}.`,
    zh: (p) => (p.days === 0 ? `⚠ ${p.what}将在 1 天内过期。` : `⚠ ${p.what}将在 ${p.days} 天后过期。`),
  },
  wrongExpired: {
    en: (p: { what: string; date: string }) => `⚠ The ${sentenceWord(p.what)} expired on ${p.date}.`,
    zh: '⚠ {what}已于 {date}过期。',
  },
  wrongCpu: {
    en: '⚠ {percent}% of the CPU is requested. New instances may not start.',
    zh: '⚠ CPU 已申请 {percent}%，新实例可能无法启动。',
  },
  wrongMemory: {
    en: '⚠ {percent}% of the memory is requested. New instances may not start.',
    zh: '⚠ 内存已申请 {percent}%，新实例可能无法启动。',
  },
  wrongDisk: { en: '⚠ {percent}% of the shared disk is used.', zh: '⚠ 共享磁盘已使用 {percent}%。' },
  notReadable: { en: 'not readable', zh: '无法读取' },
  showSelect: { en: 'Show a region', zh: '查看集群' },
  showButton: { en: 'Show {name}', zh: '查看“{name}”' },
  requestedNote: {
    en: 'CPU and memory show what workloads have requested, not what they use now.',
    zh: 'CPU 和内存是工作负载申请的量，不是当前实际使用量。',
  },
});

/** Lowercases a label for use in a sentence, but not `CA certificate`. */
function sentenceWord(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}
