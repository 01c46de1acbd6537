import { apart, enumerated } from '../../../core/text/chinese.ts';
import { messages } from '../../../core/text/text.ts';

export const addressMsg = messages('address', {
  leadsTo: { en: '`{address}` → {target}', zh: '`{address}` → {target}' },
  endPassed: {
    en: (p: { at: string }) => `Temporary access ended at ${p.at}, but the port is still open.`,
    zh: (p) => `临时开放应已于${apart(p.at)}结束，但端口仍然开放。`,
  },
  database: { en: 'A database can be reached from outside.', zh: '可从外部访问数据库。' },
  closed: {
    en: 'The port was closed, but this address may still answer. Portolan can’t check that.',
    zh: '端口已关闭，但该地址可能仍可访问，Portolan 无法检查。',
  },
  refused: {
    en: 'Opening the port was refused, but this address may be open. Portolan can’t check that.',
    zh: '开启端口被拒绝，但该地址可能已经开放，Portolan 无法检查。',
  },
  deleted: {
    en: 'Its rule was deleted, but the port is still open. The address may still answer.',
    zh: '网关策略已删除，但端口仍然开放，该地址可能仍可访问。',
  },
  componentGone: { en: 'The component doesn’t exist any more.', zh: '组件已不存在。' },
  portGone: { en: 'The component has no such port any more.', zh: '组件已没有该端口。' },
  noTcpDelete: {
    en: 'The platform’s API can’t delete TCP rules. Delete it in the console.',
    zh: '平台的 API 不能删除 TCP 网关策略，请在控制台删除。',
  },
  expired: {
    en: (p: { date: string }) => `The certificate expired on ${p.date}.`,
    zh: (p) => `证书已于${apart(p.date)}过期。`,
  },
  expiredSome: { en: 'The certificate has expired.', zh: '证书已过期。' },
  otherNames: {
    en: (p: { names: string }) => `The certificate is for other names: ${p.names}.`,
    zh: (p) => `证书用于其他域名：${enumerated(p.names)}。`,
  },
  noEnd: {
    en: 'A TCP address that has been open for {length}, without a closing time.',
    zh: 'TCP 地址已开放 {length}，没有关闭时间。',
  },
  sameDomain: { en: 'Another rule has the same domain and path.', zh: '另一条网关策略的域名和路径与其相同。' },
  stopped: { en: 'The component is stopped.', zh: '组件已关闭。' },
  opened: {
    en: (p: { at: string; who: string; request: string }) => `Opened at ${p.at} by ${p.who} (${p.request})`,
    zh: (p) => `${p.who}${apart(p.at)}开放（${p.request}）`,
  },
  request: { en: 'request {id}', zh: '申请 {id}' },
  openedElsewhere: {
    en: (p: { at: string }) => `Opened outside Portolan before ${p.at}. The platform doesn’t say who opened it.`,
    zh: (p) => `于${apart(p.at)}前在 Portolan 之外开放，平台没有记录由谁开放。`,
  },
  openedByUser: {
    en: (p: { at: string; user: string }) => `Opened outside Portolan by the platform user ${p.user} before ${p.at}.`,
    zh: (p) => `平台用户 ${p.user} 于${apart(p.at)}前在 Portolan 之外开放。`,
  },
  ofPort: { en: 'Port {port}: {says}', zh: '端口 {port}：{says}' },
  ofAddresses: {
    en: (p: { port: number; addresses: string; says: string }) => `Port ${p.port}, ${p.addresses}: ${p.says}`,
    zh: (p) => `端口 ${p.port}，${enumerated(p.addresses)}：${p.says}`,
  },
  until: { en: (p: { at: string }) => `Closes at ${p.at}`, zh: (p) => `将于${apart(p.at)}关闭` },
  expectedByFile: {
    en: (p: { line: number; reason: string }) =>
      `Expected by the policy file, line ${p.line}${p.reason === '' ? '' : `: ${p.reason}`}`,
    zh: (p) => `审批策略文件第 ${p.line} 行预期${p.reason === '' ? '' : `：${p.reason}`}`,
  },
  expectedBy: { en: 'Accepted by {who} until {until}: {reason}', zh: '{who} 已确认为预期，有效期至 {until}：{reason}' },
});
