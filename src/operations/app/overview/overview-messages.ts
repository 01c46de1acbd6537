import { messages } from '../../../core/text/text.ts';

export const overviewMsg = messages('overview', {
  row: { en: '*{what}*\n{facts}', zh: '*{what}*\n{facts}' },
  oddRow: { en: '⚠ *{what}*\n{facts}', zh: '⚠ *{what}*\n{facts}' },
  shut: {
    en: 'external access is off, but its rule may still work',
    zh: '对外服务已关闭，但其网关策略可能仍有效',
  },
  database: { en: 'a database', zh: '数据库' },
  portOf: { en: '{component}:{port}', zh: '{component}:{port}' },
  openedBy: { en: 'opened by {who}', zh: '由 {who} 开启' },
  asOf: { en: '{says} (as of {at})', zh: '{says}（截至 {at}）' },
  notRead: { en: '⚠ Can’t be read at the moment.', zh: '⚠ 暂时无法读取。' },
  recorded: { en: 'as Portolan recorded it', zh: '据 Portolan 的记录' },
  byGlass: { en: '🚨 by break glass', zh: '🚨 紧急执行' },
  openedByAt: { en: 'opened by {who} at {at}', zh: '由 {who} 于 {at} 开启' },
  someOutside: {
    en: '{outside} of {total} addresses opened outside Portolan, first seen at {at}',
    zh: '{total} 个地址中有 {outside} 个在 Portolan 之外开启（首次发现：{at}）',
  },
  openAsShown: {
    en: '⚠ As the platform showed it last, and Portolan recorded it since. More may be open.',
    zh: '⚠ 平台最近一次显示的内容，以及此后 Portolan 的记录。可能还有其他开放的端口。',
  },
  openAsRecorded: {
    en: '⚠ Only what Portolan recorded. More may be open.',
    zh: '⚠ 仅包含 Portolan 的记录。可能还有其他开放的端口。',
  },
  outside: { en: 'opened outside Portolan, first seen at {at}', zh: '在 Portolan 之外开启（首次发现：{at}）' },
  outsideBy: {
    en: 'opened outside Portolan by {user}, first seen at {at}',
    zh: '由 {user} 在 Portolan 之外开启（首次发现：{at}）',
  },
  closingFailed: { en: '⚠ closing failed, trying again at {at}', zh: '⚠ 关闭失败，将于 {at} 重试' },
  closesAt: { en: 'closes automatically at {at}', zh: '将于 {at} 自动关闭' },
  close: { en: 'Close', zh: '关闭' },
  closeSpoken: { en: 'Close external access to {what}', zh: '关闭“{what}”的对外服务' },
  deleteSpoken: { en: 'Delete the rule {rule}', zh: '删除网关策略 {rule}' },
  doSpoken: { en: '{label} {name}', zh: '{label}“{name}”' },
  expiresToday: { en: '⚠ expires in less than a day', zh: '⚠ 不到 1 天后过期' },
  expiresIn: { en: '{days:⚠ expires in 1 day|⚠ expires in # days}', zh: '⚠ {days} 天后过期' },
  ofTeam: { en: 'team {team}', zh: '团队“{team}”' },
  unnamed: { en: 'Certificate {id}', zh: '证书 {id}' },
  components: { en: 'the components of {context}', zh: '“{context}”的组件' },
  statuses: { en: 'the status of {names} in {context}', zh: '“{context}”中 {names:list} 的状态' },
  rules: { en: 'the gateway rules of {context}', zh: '“{context}”的网关策略' },
  certificates: { en: 'the certificates of team {team}', zh: '团队“{team}”的证书' },
});
