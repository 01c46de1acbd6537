import { messages } from '../../core/text/text.ts';

export const msg = messages('slack.home', {
  title: { en: () => 'Portolan', zh: () => 'Portolan' },
  hello: {
    en: (p: { who: string }) =>
      `Hello ${p.who}. Inspect, change and chart your applications from Slack. Every change starts with a plan.`,
    zh: (p) => `您好，${p.who}。在 Slack 中查看、变更和监控您的应用；每项变更都从计划开始。`,
  },
  waiting: { en: () => 'Waiting for your decision', zh: () => '等待您审批' },
  waitingNone: { en: () => 'No requests are waiting for your decision.', zh: () => '没有等待您审批的申请。' },
  mine: { en: () => 'Your pending requests', zh: () => '您未完成的申请' },
  mineNone: { en: () => 'You have no pending requests.', zh: () => '您没有未完成的申请。' },
  firstShown: {
    en: (p: { shown: number }) => `Showing the first ${p.shown}. There are more.`,
    zh: (p) => `仅显示前 ${p.shown} 个，还有更多。`,
  },
  contexts: { en: () => 'Contexts', zh: () => '上下文' },
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
  recentNone: { en: () => 'No changes yet.', zh: () => '还没有变更。' },
  help: {
    en: (p: { command: string }) => `All commands: \`${p.command}\``,
    zh: (p) => `全部命令：\`${p.command}\``,
  },
  asOf: {
    en: (p: { at: string }) => `Updated at ${p.at}. To update it, open this tab again.`,
    zh: (p) => `更新于 ${p.at}。重新打开此页可刷新。`,
  },
  titleLinked: { en: (p: { title: string }) => p.title, zh: (p) => p.title },
  request: {
    en: (p: { symbol: string; title: string; who: string; context: string; at: string }) =>
      `${p.symbol} ${p.title}\n${p.who} · ${p.context} · ${p.at}`,
    zh: (p) => `${p.symbol} ${p.title}\n${p.who} · ${p.context} · ${p.at}`,
  },
});
