import { enumerated } from '../../../core/text/chinese.ts';
import { messages } from '../../../core/text/text.ts';

export const overviewMsg = messages('overview', {
  row: {
    en: (p: { what: string; facts: string }) => `*${p.what}*\n${p.facts}`,
    zh: (p) => `*${p.what}*\n${p.facts}`,
  },
  portOf: {
    en: (p: { component: string; port: number }) => `${p.component}:${p.port}`,
    zh: (p) => `${p.component}:${p.port}`,
  },
  more: {
    en: (p: { first: string; count: number }) => `${p.first} and ${p.count} more`,
    zh: (p) => `${p.first} 等 ${p.count + 1} 个地址`,
  },
  openedBy: { en: (p: { who: string }) => `opened by ${p.who}`, zh: (p) => `由 ${p.who} 开启` },
  since: { en: (p: { at: string }) => `since ${p.at}`, zh: (p) => `自 ${p.at} 起` },
  sinceBy: {
    en: (p: { at: string; who: string }) => `since ${p.at}, by ${p.who}`,
    zh: (p) => `自 ${p.at} 起，由 ${p.who} 开放`,
  },
  someOutside: {
    en: (p: { at: string; outside: number; total: number }) =>
      `${p.outside} of ${p.total} addresses opened outside Portolan before ${p.at}`,
    zh: (p) => `${p.total} 个地址中有 ${p.outside} 个于 ${p.at} 前在 Portolan 之外开放`,
  },
  outside: {
    en: (p: { at: string }) => `opened outside Portolan before ${p.at}`,
    zh: (p) => `于 ${p.at} 前在 Portolan 之外开放`,
  },
  outsideBy: {
    en: (p: { at: string; user: string }) => `opened outside Portolan by ${p.user} before ${p.at}`,
    zh: (p) => `由 ${p.user} 于 ${p.at} 前在 Portolan 之外开放`,
  },
  closesAt: { en: (p: { at: string }) => `closes automatically at ${p.at}`, zh: (p) => `将于 ${p.at} 自动关闭` },
  close: { en: () => 'Close', zh: () => '关闭' },
  closeSpoken: {
    en: (p: { what: string }) => `Close external access to ${p.what}`,
    zh: (p) => `关闭“${p.what}”的对外服务`,
  },
  doSpoken: {
    en: (p: { label: string; name: string }) => `${p.label} ${p.name}`,
    zh: (p) => `${p.label}“${p.name}”`,
  },
  expiresToday: { en: () => '⚠ expires in less than a day', zh: () => '⚠ 不到 1 天后过期' },
  expiresIn: {
    en: (p: { days: number }) => (p.days === 1 ? '⚠ expires in 1 day' : `⚠ expires in ${p.days} days`),
    zh: (p) => `⚠ ${p.days} 天后过期`,
  },
  ofTeam: { en: (p: { team: string }) => `team ${p.team}`, zh: (p) => `团队“${p.team}”` },
  unnamed: { en: (p: { id: number }) => `Certificate ${p.id}`, zh: (p) => `证书 ${p.id}` },
  components: {
    en: (p: { context: string }) => `the components of ${p.context}`,
    zh: (p) => `“${p.context}”的组件`,
  },
  statuses: {
    en: (p: { context: string; names: string }) => `the status of ${p.names} in ${p.context}`,
    zh: (p) => `“${p.context}”中 ${enumerated(p.names)} 的状态`,
  },
  rules: {
    en: (p: { context: string }) => `the gateway rules of ${p.context}`,
    zh: (p) => `“${p.context}”的网关策略`,
  },
  certificates: {
    en: (p: { team: string }) => `the certificates of team ${p.team}`,
    zh: (p) => `团队“${p.team}”的证书`,
  },
});
