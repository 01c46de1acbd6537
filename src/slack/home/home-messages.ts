import { apart, enumerated } from '../../core/text/chinese.ts';
import { messages } from '../../core/text/text.ts';

export const homeMsg = messages('slack.home', {
  title: { en: () => 'Portolan', zh: () => 'Portolan' },
  hello: {
    en: (p: { who: string }) =>
      `Hello ${p.who}. Inspect, change and chart your applications from Slack. Every change starts with a plan.`,
    zh: (p) => `您好，${p.who}。在 Slack 中查看、变更和监控您的应用；每项变更都从计划开始。`,
  },
  posted: {
    en: (p: { where: string; title: string }) => `✓ Your request was posted in ${p.where}: ${p.title}`,
    zh: (p) => `✓ 您的申请已发布到${apart(p.where).trimEnd()}：${p.title}`,
  },
  waiting: { en: () => 'Waiting for your decision', zh: () => '等待您处理' },
  review: { en: () => 'Review', zh: () => '查看' },
  reviewSpoken: {
    en: (p: { title: string }) => `Review the request: ${p.title}`,
    zh: (p) => `查看申请：${p.title}`,
  },
  open: { en: () => 'Reachable from outside now', zh: () => '已开启对外服务' },
  down: { en: () => 'Stopped or abnormal', zh: () => '已关闭或异常' },
  certificates: { en: () => 'Certificates that expire within 30 days', zh: () => '30 天内过期的证书' },
  quiet: {
    en: () => 'Nothing waits for you, and nothing needs attention.',
    zh: () => '没有等待您处理的申请，也没有需要关注的事项。',
  },
  reading: { en: () => 'Reading your applications…', zh: () => '正在读取您的应用…' },
  unread: {
    en: (p: { what: string }) => `⚠ Couldn’t read ${p.what}. Open this tab again in a minute.`,
    zh: (p) => `⚠ 无法读取${enumerated(p.what)}。请一分钟后重新打开此页。`,
  },
  unreadPart: {
    en: () => '⚠ Couldn’t read a part of your applications. Open this tab again in a minute.',
    zh: () => '⚠ 您的部分应用无法读取。请一分钟后重新打开此页。',
  },
  platformDown: {
    en: () => '⚠ The platform doesn’t answer at the moment. Open this tab again in a minute.',
    zh: () => '⚠ 平台暂时没有响应。请一分钟后重新打开此页。',
  },
  schedules: { en: () => 'Scheduled charts', zh: () => '定时图表' },
  schedule: {
    en: (p: { words: string; when: string; where: string }) => `*${p.words}*\n${p.when} · ${p.where}`,
    zh: (p) => `*${p.words}*\n${p.when} · ${p.where}`,
  },
  paused: { en: (p: { where: string }) => `${p.where} · paused`, zh: (p) => `${p.where} · 已暂停` },
  inZone: { en: (p: { when: string; zone: string }) => `${p.when} (${p.zone})`, zh: (p) => `${p.when}（${p.zone}）` },
  yourMessages: { en: () => 'your direct messages', zh: () => '您的私信' },
  channelIs: { en: (p: { channel: string }) => p.channel, zh: (p) => p.channel },
  mine: { en: () => 'Your pending requests', zh: () => '您未完成的申请' },
  firstShown: {
    en: (p: { shown: number }) => `Showing the first ${p.shown}. There are more.`,
    zh: (p) => `仅显示前 ${p.shown} 个，还有更多。`,
  },
  contexts: { en: () => 'Contexts', zh: () => '上下文' },
  allContexts: { en: (p: { contexts: string }) => p.contexts, zh: (p) => enumerated(p.contexts) },
  yours: { en: (p: { context: string }) => `Yours: ${p.context}`, zh: (p) => `您的：${p.context}` },
  byDefault: {
    en: (p: { context: string }) => `Default: ${p.context}. You have no personal context.`,
    zh: (p) => `默认：${p.context}。您没有设置个人上下文。`,
  },
  contextNone: {
    en: () => 'You have no personal context. It applies in channels that have no context.',
    zh: () => '您还没有设置个人上下文，它用于没有上下文的频道。',
  },
  someShown: {
    en: (p: { shown: number; total: number }) => `Showing ${p.shown} of ${p.total}.`,
    zh: (p) => `显示 ${p.shown} 个，共 ${p.total} 个。`,
  },
  setContext: { en: () => 'Set my context', zh: () => '设置我的上下文' },
  recent: { en: () => 'Recent changes', zh: () => '最近的变更' },
  help: {
    en: (p: { command: string }) => `All commands: \`${p.command}\``,
    zh: (p) => `全部命令：\`${p.command}\``,
  },
  asOf: {
    en: (p: { at: string }) => `Updated at ${p.at}. To update it, open this tab again.`,
    zh: (p) => `更新于 ${p.at}。重新打开此页可刷新。`,
  },
  asOfRead: {
    en: (p: { at: string; read: string }) =>
      `Updated at ${p.at}. The platform was read at ${p.read}, at most once a minute. To update it, open this tab again.`,
    zh: (p) => `更新于 ${p.at}。平台数据读取于 ${p.read}，每分钟最多读取一次。重新打开此页可刷新。`,
  },
  titleLinked: { en: (p: { title: string }) => p.title, zh: (p) => p.title },
  scheduledFor: { en: (p: { at: string }) => `scheduled for ${p.at}`, zh: (p) => `计划于 ${p.at} 执行` },
  frozen: { en: () => 'frozen', zh: () => '变更冻结' },
  request: {
    en: (p: { symbol: string; title: string; who: string; context: string; at: string }) =>
      `${p.symbol} ${p.title}\n${p.who} · ${p.context} · ${p.at}`,
    zh: (p) => `${p.symbol} ${p.title}\n${p.who} · ${p.context} · ${p.at}`,
  },
});
