import { plural, pluralForm } from '../../../core/text/plural.ts';
import { messages } from '../../../core/text/text.ts';

export const ruleListMsg = messages('gateway.rules', {
  listSays: { en: () => 'List the gateway rules of the app', zh: () => '列出应用的网关策略' },
  listForm: { en: () => 'List gateway rules', zh: () => '列出网关策略' },
  listTitle: { en: (p: { app: string }) => `Gateway rules of ${p.app}`, zh: (p) => `应用“${p.app}”的网关策略` },
  listOf: {
    en: (p: { component: string }) => `Gateway rules of ${p.component}`,
    zh: (p) => `组件“${p.component}”的网关策略`,
  },
  none: { en: () => 'This app has no gateway rules.', zh: () => '此应用没有网关策略。' },
  noneOf: {
    en: (p: { component: string }) => `${p.component} has no gateway rules.`,
    zh: (p) => `“${p.component}”没有网关策略。`,
  },
  create: { en: () => 'Create a rule…', zh: () => '创建网关策略……' },
  openOne: { en: () => 'Show a rule…', zh: () => '查看网关策略……' },
  address: { en: () => 'Address', zh: () => '地址' },
  state: { en: () => 'State', zh: () => '状态' },
  leadsTo: { en: () => 'Routes to', zh: () => '指向' },
  certificate: { en: () => 'Certificate', zh: () => '证书' },
  weight: { en: () => 'Weight', zh: () => '权重' },
  kind: { en: () => 'Kind', zh: () => '类型' },
  active: { en: () => '● active', zh: () => '● 已启用' },
  inactive: { en: () => '○ inactive', zh: () => '○ 未启用' },
  inactiveMayAnswer: { en: () => '○ inactive, may still answer', zh: () => '○ 未启用，可能仍可访问' },
  stateUnknown: { en: () => '? unknown', zh: () => '? 未知' },
  withoutPort: {
    en: (p: { state: string }) => `${p.state}, but its port doesn’t exist`,
    zh: (p) => `${p.state}，但端口不存在`,
  },
  withoutComponent: {
    en: (p: { state: string }) => `${p.state}, but its component isn’t in this app`,
    zh: (p) => `${p.state}，但组件不在此应用中`,
  },
  portMissing: {
    en: (p: { component: string; port: string }) => `${p.component} has no port ${p.port}, so this rule is left over.`,
    zh: (p) => `组件“${p.component}”没有端口 ${p.port}，该网关策略是残留的。`,
  },
  componentMissing: {
    en: (p: { component: string; port: string }) =>
      `${p.component} isn’t in this app: it was deleted, or moved to another app. If it was moved, close port ${p.port} there to end access.`,
    zh: (p) =>
      `组件“${p.component}”不在此应用中：已被删除，或已移动到其他应用。如已移动，请在该应用中关闭端口 ${p.port} 以终止访问。`,
  },
  leftOver: {
    en: () =>
      'Rules whose port or component doesn’t exist are left over. Delete HTTP rules with `/gateway delete`, TCP rules in the platform’s console.',
    zh: () =>
      '端口或组件已不存在的网关策略是残留的。HTTP 网关策略可用 `/gateway delete` 删除，TCP 网关策略请在平台控制台中删除。',
  },
  serves: { en: () => 'Reachable', zh: () => '可访问' },
  servesNot: { en: () => 'no, external access is closed', zh: () => '否：端口未开启对外服务' },
  servesMaybe: {
    en: () => 'may still answer, although external access is closed',
    zh: () => '端口未开启对外服务，但可能仍可访问',
  },
  servesUnchecked: { en: () => 'not checked', zh: () => '未检查' },
  target: {
    en: (p: { component: string; port: string }) => `${p.component}:${p.port}`,
    zh: (p) => `${p.component}:${p.port}`,
  },
  certificateNumber: { en: (p: { id: number }) => `#${p.id}`, zh: (p) => `#${p.id}` },
  certificateNamed: {
    en: (p: { alias: string; id: number }) => `${p.alias} (#${p.id})`,
    zh: (p) => `${p.alias}（#${p.id}）`,
  },
  activeNote: {
    en: () =>
      '“active” means that the rule is turned on in the platform. Whether its address can be reached isn’t checked.',
    zh: () => '“已启用”表示平台已打开网关策略，未检查地址能否访问。',
  },
  inactiveNote: {
    en: () => 'The address of an “inactive” rule can’t be reached.',
    zh: () => '“未启用”的网关策略无法访问。',
  },
  option: {
    en: (p: { address: string; target: string }) => `${p.address} → ${p.target}`,
    zh: (p) => `${p.address} → ${p.target}`,
  },

  showSays: { en: () => 'Show a gateway rule', zh: () => '查看网关策略' },
  showTitle: { en: () => 'Gateway rule', zh: () => '网关策略' },
  linked: { en: (p: { address: string }) => p.address, zh: (p) => p.address },
  rule: { en: () => 'Rule', zh: () => '网关策略' },
  ruleHint: {
    en: () => 'Its address, such as www.shop.test/cart or 203.0.113.9:30021, or its ID.',
    zh: () => '网关策略的地址，例如 www.shop.test/cart 或 203.0.113.9:30021，或网关策略 ID。',
  },
  ruleMissing: {
    en: () => 'Enter the address of a rule, such as www.shop.test.',
    zh: () => '请填写网关策略的地址，例如 www.shop.test。',
  },
  unknownRule: {
    en: (p: { typed: string; app: string }) => `No gateway rule of ${p.app} has the address or ID \`${p.typed}\`.`,
    zh: (p) => `应用“${p.app}”中没有地址或 ID 为 \`${p.typed}\` 的网关策略。`,
  },
  severalRules: {
    en: (p: { typed: string; count: number }) => `${p.count} rules have the address \`${p.typed}\`. Which one?`,
    zh: (p) => `有 ${p.count} 条网关策略的地址是 \`${p.typed}\`。是哪一条？`,
  },
  http: { en: () => 'HTTP', zh: () => 'HTTP' },
  tcp: { en: () => 'TCP', zh: () => 'TCP' },
  path: { en: () => 'Path', zh: () => '路径' },
  cookie: { en: () => 'Cookie condition', zh: () => 'Cookie 条件' },
  header: { en: () => 'Header condition', zh: () => '请求头条件' },
  autoSsl: { en: () => 'Automatic certificate', zh: () => '自动签发证书' },
  madeBy: { en: () => 'Created by', zh: () => '创建方式' },
  madeByPort: { en: () => 'the platform, when the port was opened', zh: () => '平台在开启端口时创建' },
  madeByPeople: { en: () => 'a person', zh: () => '人工创建' },
  ruleId: { en: () => 'Rule ID', zh: () => '网关策略 ID' },
  routedByHost: {
    en: () => 'The platform stores path, conditions and weight, but its gateway may route by domain alone.',
    zh: () => '平台会保存路径、条件和权重，但网关可能只按域名转发。',
  },
  settingsUnreadable: {
    en: () => 'Extensions and proxy settings of a rule can’t be read here.',
    zh: () => '此处无法读取网关策略的扩展和代理设置。',
  },
  deleteRule: { en: () => 'Delete the rule', zh: () => '删除网关策略' },
  ports: { en: () => 'Ports', zh: () => '端口' },
  allRules: { en: () => 'All rules', zh: () => '全部网关策略' },

  certificatesSay: { en: () => 'List certificates and when they expire', zh: () => '列出证书及过期时间' },
  certificatesForm: { en: () => 'List certificates', zh: () => '列出证书' },
  certificatesTitle: { en: (p: { team: string }) => `Certificates of ${p.team}`, zh: (p) => `团队“${p.team}”的证书` },
  noCertificates: { en: () => 'The team has no certificates.', zh: () => '团队没有证书。' },
  alias: { en: () => 'Certificate name', zh: () => '证书名称' },
  expires: { en: () => 'Expires', zh: () => '过期时间' },
  names: { en: () => 'Domains', zh: () => '域名' },
  usedBy: { en: () => 'Used by', zh: () => '使用它的网关策略' },
  issuer: { en: () => 'Issuer', zh: () => '证书来源' },
  number: { en: () => 'Number', zh: () => '编号' },
  thirdParty: { en: () => 'third party', zh: () => '第三方签发' },
  unused: { en: () => 'no rule', zh: () => '无' },
  moreRules: {
    en: (p: { first: string; more: number }) => `${p.first} and ${p.more} more`,
    zh: (p) => `${p.first} 等，另有 ${p.more} 条`,
  },
  usedHere: {
    en: (p: { app: string }) =>
      `“Used by” lists rules of ${p.app} only. Other apps of the team may use these certificates too.`,
    zh: (p) => `“使用它的网关策略”只列出应用“${p.app}”的网关策略。团队的其他应用也可能在使用这些证书。`,
  },
  rulesUnread: {
    en: () => 'The rules couldn’t be read, so it isn’t known which certificates are in use.',
    zh: () => '无法读取网关策略，因此不知道哪些证书正在使用。',
  },
  unreadable: {
    en: (p: { count: number }) =>
      `The platform can’t read ${plural(p.count, 'certificate')}, such as one for an IPv6 address. When it expires isn’t known.`,
    zh: (p) => `平台无法解析 ${p.count} 个证书（例如包含 IPv6 地址的证书），无法得知其过期时间。`,
  },
  attention: {
    en: (p: { count: number }) =>
      `${plural(p.count, 'certificate')} ${pluralForm(p.count, 'needs', 'need')} attention.`,
    zh: (p) => `${p.count} 个证书需要关注。`,
  },
});
