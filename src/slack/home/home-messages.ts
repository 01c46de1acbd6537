import { apart, enumerated } from '../../core/text/chinese.ts';
import { messages } from '../../core/text/text.ts';

export const homeMsg = messages('slack.home', {
  title: { en: 'Portolan', zh: 'Portolan' },
  hello: {
    en: 'Hello {who}. Inspect, change and chart your applications from Slack. Every change starts with a plan.',
    zh: '您好，{who}。在 Slack 中查看、变更和监控您的应用；每项变更都从计划开始。',
  },
  posted: {
    en: (p: { where: string; title: string }) => `✓ Your request was posted in ${p.where}: ${p.title}`,
    zh: (p) => `✓ 您的申请已发布到${apart(p.where).trimEnd()}：${p.title}`,
  },
  postedSince: { en: '{status}\n{title} · {where}', zh: '{status}\n{title} · {where}' },
  waiting: { en: 'Waiting for your decision', zh: '等待您处理' },
  review: { en: 'Review', zh: '查看' },
  reviewSpoken: { en: 'Review the request: {title}', zh: '查看申请：{title}' },
  open: { en: 'Reachable from outside now', zh: '已开启对外服务' },
  down: { en: 'Stopped or abnormal', zh: '已关闭或异常' },
  certificates: { en: 'Certificates that expire within 30 days', zh: '30 天内过期的证书' },
  quiet: {
    en: 'Nothing waits for you, and nothing needs attention.',
    zh: '没有等待您处理的申请，也没有需要关注的事项。',
  },
  reading: { en: 'Reading your applications…', zh: '正在读取您的应用…' },
  unread: {
    en: (p: { what: string }) => `⚠ Couldn’t read ${p.what}. Open this tab again in a minute.`,
    zh: (p) => `⚠ 无法读取${enumerated(p.what)}。请一分钟后重新打开此页。`,
  },
  unreadPart: {
    en: '⚠ Couldn’t read a part of your applications. Open this tab again in a minute.',
    zh: '⚠ 您的部分应用无法读取。请一分钟后重新打开此页。',
  },
  platformDown: {
    en: '⚠ The platform doesn’t answer at the moment. Open this tab again in a minute.',
    zh: '⚠ 平台暂时没有响应。请一分钟后重新打开此页。',
  },
  schedules: { en: 'Scheduled charts', zh: '定时图表' },
  schedule: { en: '*{words}*\n{when} · {where}', zh: '*{words}*\n{when} · {where}' },
  paused: { en: '{where} · paused', zh: '{where} · 已暂停' },
  inZone: { en: '{when} ({zone})', zh: '{when}（{zone}）' },
  yourMessages: { en: 'your direct messages', zh: '您的私信' },
  channelIs: { en: '{channel}', zh: '{channel}' },
  mine: { en: 'Your pending requests', zh: '您未完成的申请' },
  firstShown: { en: 'Showing the first {shown}. There are more.', zh: '仅显示前 {shown} 个，还有更多。' },
  contexts: { en: 'Contexts', zh: '上下文' },
  allContexts: { en: (p: { contexts: string }) => p.contexts, zh: (p) => enumerated(p.contexts) },
  yours: { en: 'Yours: {context}', zh: '您的：{context}' },
  byDefault: { en: 'Default: {context}. You have no personal context.', zh: '默认：{context}。您没有设置个人上下文。' },
  contextNone: {
    en: 'You have no personal context. It applies in channels that have no context.',
    zh: '您还没有设置个人上下文，它用于没有上下文的频道。',
  },
  someShown: { en: 'Showing {shown} of {total}.', zh: '显示 {shown} 个，共 {total} 个。' },
  setContext: { en: 'Set my context', zh: '设置我的上下文' },
  recent: { en: 'Recent changes', zh: '最近的变更' },
  help: { en: 'All commands: `{command}`', zh: '全部命令：`{command}`' },
  asOf: { en: 'Updated at {at}. To update it, open this tab again.', zh: '更新于 {at}。重新打开此页可刷新。' },
  asOfRead: {
    en: 'Updated at {at}. The platform was read at {read}, at most once a minute. To update it, open this tab again.',
    zh: '更新于 {at}。平台数据读取于 {read}，每分钟最多读取一次。重新打开此页可刷新。',
  },
  titleLinked: { en: '{title}', zh: '{title}' },
  scheduledFor: { en: 'scheduled for {at}', zh: '计划于 {at} 执行' },
  frozen: { en: 'frozen', zh: '变更冻结' },
  request: { en: '{symbol} {title}\n{who} · {context} · {at}', zh: '{symbol} {title}\n{who} · {context} · {at}' },
});
