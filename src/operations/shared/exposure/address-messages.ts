import { messages } from '../../../core/text/text.ts';

export const addressMsg = messages('address', {
  leadsTo: { en: '`{address}` → {target}', zh: '`{address}` → {target}' },
  createdBy: { en: '{who}, {at} ({request})', zh: '{who}，{at}（{request}）' },
  endUnconfirmed: {
    en: 'Its closing time has passed, but the closing isn’t confirmed.',
    zh: '关闭时间已过，但关闭尚未确认。',
  },
  endPassed: {
    en: 'Temporary access ended at {at}, but the port is still open.',
    zh: '临时开放应已于{at:apart}结束，但端口仍然开放。',
  },
  permanent: { en: '*{name}* · no closing time', zh: '*{name}* · 没有关闭时间' },
  permanentOdd: { en: '⚠ *{name}* · no closing time', zh: '⚠ *{name}* · 没有关闭时间' },
  permanentDatabase: {
    en: '⚠ *{name}* · a database, no closing time',
    zh: '⚠ *{name}* · 数据库，没有关闭时间',
  },
  permanentShut: {
    en: '⚠ *{name}* · external access is off, but its rule may still work',
    zh: '⚠ *{name}* · 对外服务已关闭，但其网关策略可能仍有效',
  },
  shut: {
    en: 'External access is off, but its rule may still work.',
    zh: '对外服务已关闭，但其网关策略可能仍有效。',
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
  deletedOf: {
    en: '{addresses}: its rule was deleted, but the port is still open. The address may still answer.',
    zh: '{addresses:list}：网关策略已删除，但端口仍然开放，该地址可能仍可访问。',
  },
  componentGone: { en: 'The component doesn’t exist any more.', zh: '组件已不存在。' },
  portGone: { en: 'The component has no such port any more.', zh: '组件已没有该端口。' },
  noTcpDelete: {
    en: 'The platform’s API can’t delete TCP rules. Delete it in the console.',
    zh: '平台的 API 不能删除 TCP 网关策略，请在控制台删除。',
  },
  expired: { en: 'The certificate expired on {date}.', zh: '证书已于{date:apart}过期。' },
  expiredSome: { en: 'The certificate has expired.', zh: '证书已过期。' },
  otherNames: { en: 'The certificate is for other names: {names}.', zh: '证书用于其他域名：{names:list}。' },
  noEnd: {
    en: 'A TCP address that has been open for {length}, without a closing time.',
    zh: 'TCP 地址已开放 {length}，没有关闭时间。',
  },
  sameDomain: { en: 'Another rule has the same domain and path.', zh: '另一条网关策略的域名和路径与其相同。' },
  stopped: { en: 'The component is stopped.', zh: '组件已关闭。' },
  componentStopped: { en: 'component stopped', zh: '组件已关闭' },
  opened: { en: 'Opened by {who} at {at} ({request})', zh: '{who}{at:apart}开启（{request}）' },
  request: { en: 'request {id}', zh: '申请 {id}' },
  ofPort: { en: 'Port {port}: {says}', zh: '端口 {port}：{says}' },
  portOpened: {
    en: 'Port {port}: opened by {who} at {at} ({request})',
    zh: '端口 {port}：{who} 于 {at} 开启（{request}）',
  },
  ofAddresses: { en: 'Port {port}, {addresses}: {says}', zh: '端口 {port}，{addresses:list}：{says}' },
  ofDeleted: {
    en: 'Port {port}, {addresses}: {says}. Its rule was deleted since, but it may still answer.',
    zh: '端口 {port}，{addresses:list}：{says}。网关策略此后已删除，该地址可能仍可访问。',
  },
  asOf: { en: '{address} (as of {at})', zh: '{address}（截至 {at}）' },
  andMore: {
    en: (p: { first: string; count: number }) => `${p.first} and ${p.count} more`,
    zh: (p) => `${p.first} 等 ${p.count + 1} 个地址`,
  },
  openedBy: { en: 'Opened by {who}, {when}', zh: '{who} 开启，{when}' },
  openedByGlass: { en: 'Opened by {who}, {when} · 🚨 by break glass', zh: '{who} 开启，{when} · 🚨 紧急执行' },
  openedApproved: {
    en: 'Opened by {who}, {when} · approved by {approver}',
    zh: '{who} 开启，{when} · {approver} 批准',
  },
  firstSeen: { en: 'first seen {when}', zh: '首次发现：{when}' },
  openBefore: {
    en: 'Already open when addresses were first recorded, {when}. Who opened it isn’t known.',
    zh: '首次记录地址（{when}）时已开放，开启者未知。',
  },
  openedOutside: {
    en: 'Opened outside Portolan, first seen {when}. Who opened it isn’t known.',
    zh: '在 Portolan 之外开启（首次发现：{when}），开启者未知。',
  },
  openedOutsideBy: {
    en: 'Opened outside Portolan by the platform user {user}, first seen {when}',
    zh: '由平台用户 {user} 在 Portolan 之外开启（首次发现：{when}）',
  },
  expectedByFile: {
    en: (p: { line: number; reason: string }) =>
      `Expected by the policy file, line ${p.line}${p.reason === '' ? '' : `: ${p.reason}`}`,
    zh: (p) => `审批策略文件第 ${p.line} 行预期${p.reason === '' ? '' : `：${p.reason}`}`,
  },
  expectedBy: { en: 'Accepted by {who} until {until}: {reason}', zh: '{who} 已确认为预期，有效期至 {until}：{reason}' },
});
