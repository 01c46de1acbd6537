import { messages } from '../../core/text/text.ts';

export const msg = messages('slack.home', {
  title: { en: () => 'Portolan', zh: () => 'Portolan' },
  hello: {
    en: (p: { who: string }) =>
      `Hello ${p.who}. Look, change and chart your applications from Slack; every change is shown as a plan first.`,
    zh: (p) => `您好，${p.who}。在 Slack 中查看、变更和监控您的应用；每项变更都会先显示计划。`,
  },
  waiting: { en: () => 'Waiting for you', zh: () => '等待您决定' },
  waitingNone: { en: () => 'Nothing waits for your decision.', zh: () => '没有等待您决定的请求。' },
  mine: { en: () => 'Your open requests', zh: () => '您未完成的请求' },
  mineNone: { en: () => 'You have no open request.', zh: () => '您没有未完成的请求。' },
  contexts: { en: () => 'Contexts', zh: () => '上下文' },
  yours: { en: (p: { context: string }) => `Yours: ${p.context}`, zh: (p) => `您的：${p.context}` },
  contextNone: {
    en: () => 'You have no context of your own. A channel’s context holds in it; yours holds everywhere else.',
    zh: () => '您还没有自己的上下文。频道的上下文在该频道内生效，您的在其他地方生效。',
  },
  setContext: { en: () => 'Set my context', zh: () => '设置我的上下文' },
  recent: { en: () => 'Recent changes', zh: () => '最近的变更' },
  recentNone: { en: () => 'No change has been made yet.', zh: () => '还没有任何变更。' },
  help: {
    en: (p: { command: string }) => `Everything you can ask: \`${p.command}\``,
    zh: (p) => `全部功能：\`${p.command}\``,
  },
  asOf: {
    en: (p: { at: string }) => `As of ${p.at}. Open this tab again for the latest.`,
    zh: (p) => `截至 ${p.at}。重新打开此页可查看最新内容。`,
  },
  titleLinked: { en: (p: { title: string }) => p.title, zh: (p) => p.title },
  request: {
    en: (p: { symbol: string; title: string; who: string; context: string; at: string }) =>
      `${p.symbol} ${p.title}\n${p.who} · ${p.context} · ${p.at}`,
    zh: (p) => `${p.symbol} ${p.title}\n${p.who} · ${p.context} · ${p.at}`,
  },
});
