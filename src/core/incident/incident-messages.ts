import { messages } from '../text/text.ts';

export const incidentMsg = messages('incident', {
  titleOf: { en: (p: { name: string; what: string }) => `${p.name}: ${p.what}`, zh: (p) => `${p.name}：${p.what}` },
  titleMore: {
    en: (p: { title: string; count: number }) => `${p.title}, and ${p.count} more`,
    zh: (p) => `${p.title}，共 ${p.count + 1} 项`,
  },
  titleMany: {
    en: (p: { count: number; what: string }) => `${p.count} components: ${p.what}`,
    zh: (p) => `${p.count} 个组件：${p.what}`,
  },
  severalProblems: { en: () => 'several problems', zh: () => '多种问题' },
  ofWatch: {
    en: (p: { line: string; watch: string }) => `${p.line} (watch \`${p.watch}\`)`,
    zh: (p) => `${p.line}（监控告警 \`${p.watch}\`）`,
  },
  lineState: {
    en: (p: { line: string; state: string }) => `• ${p.line}. ${p.state}`,
    zh: (p) => `• ${p.line}。${p.state}`,
  },
  lineAlone: { en: (p: { line: string }) => `• ${p.line}.`, zh: (p) => `• ${p.line}。` },
  moreLines: { en: (p: { count: number }) => `and ${p.count} more`, zh: (p) => `还有 ${p.count} 项` },

  firing: { en: () => 'Firing', zh: () => '告警中' },
  recovering: { en: () => 'Recovering', zh: () => '恢复中' },
  resolved: { en: () => 'Resolved', zh: () => '已恢复' },
  deleted: { en: () => 'Component deleted', zh: () => '组件已删除' },
  moved: { en: () => 'Moved to another app', zh: () => '已移至其他应用' },
  movedTo: { en: (p: { app: string }) => `Moved to ${p.app}`, zh: (p) => `已移至“${p.app}”` },
  unreported: { en: () => 'No longer reported', zh: () => '不再上报' },
  unwatched: { en: () => 'No longer watched', zh: () => '不再监控' },
  noData: { en: () => 'No data', zh: () => '无数据' },
  silenced: {
    en: (p: { who: string; until: string }) => `*Silenced* by ${p.who} until ${p.until}`,
    zh: (p) => `*已由* ${p.who} *静默*，至 ${p.until}`,
  },
  silencedUntilOver: {
    en: (p: { who: string }) => `*Silenced* by ${p.who} until it recovers`,
    zh: (p) => `*已由* ${p.who} *静默*，直到恢复`,
  },
  silencedBefore: { en: (p: { who: string }) => `*Silenced* by ${p.who}`, zh: (p) => `*已由* ${p.who} *静默*` },
  acknowledged: { en: (p: { who: string }) => `*Acknowledged* by ${p.who}`, zh: (p) => `*已由* ${p.who} *认领*` },
  marked: { en: (p: { mark: string; state: string }) => `${p.mark} ${p.state}`, zh: (p) => `${p.mark} ${p.state}` },
  markedBold: {
    en: (p: { mark: string; state: string }) => `${p.mark} *${p.state}*`,
    zh: (p) => `${p.mark} *${p.state}*`,
  },

  titled: { en: (p: { mark: string; title: string }) => `${p.mark} · ${p.title}`, zh: (p) => `${p.mark} · ${p.title}` },
  sinceAlone: { en: (p: { at: string }) => `Since ${p.at}`, zh: (p) => `始于 ${p.at}` },
  firedSinceAlone: { en: (p: { at: string }) => `Firing since ${p.at}`, zh: (p) => `告警始于 ${p.at}` },
  spanAlone: {
    en: (p: { from: string; to: string; length: string }) => `${p.from}–${p.to} (${p.length})`,
    zh: (p) => `${p.from}–${p.to}（${p.length}）`,
  },

  underMinute: { en: () => 'less than a minute', zh: () => '不到 1 分钟' },
  since: {
    en: (p: { state: string; at: string }) => `${p.state} since ${p.at}`,
    zh: (p) => `${p.state}，始于 ${p.at}`,
  },
  /** For a state that began after the incident fired. */
  firedSince: {
    en: (p: { state: string; at: string }) => `${p.state}, firing since ${p.at}`,
    zh: (p) => `${p.state}，告警始于 ${p.at}`,
  },
  after: {
    en: (p: { state: string; length: string }) => `${p.state} after ${p.length}`,
    zh: (p) => `${p.state}，历时 ${p.length}`,
  },
  /** Alertmanager omits alerts above its limit, and doesn't report their state. */
  asFarAsTold: {
    en: (p: { count: number }) =>
      `as far as Alertmanager reported: ${p.count === 1 ? '1 alert wasn’t' : `${p.count} alerts weren’t`} sent`,
    zh: (p) => `以 Alertmanager 发送的告警为准：另有 ${p.count} 条告警未发送`,
  },
  now: { en: (p: { value: string }) => `now ${p.value}`, zh: (p) => `当前 ${p.value}` },
  last: { en: (p: { value: string }) => `last value ${p.value}`, zh: (p) => `最后的值 ${p.value}` },
  furthest: { en: (p: { value: string }) => `peak ${p.value}`, zh: (p) => `峰值 ${p.value}` },
  lowest: { en: (p: { value: string }) => `lowest ${p.value}`, zh: (p) => `最低 ${p.value}` },
  times: { en: (p: { count: number }) => `fired ${p.count} times`, zh: (p) => `共告警 ${p.count} 次` },
  at: { en: (p: { at: string }) => p.at, zh: (p) => p.at },
  mentioned: { en: (p: { who: string }) => p.who, zh: (p) => p.who },

  why: { en: (p: { why: string }) => `Why: ${p.why}`, zh: (p) => `原因是${p.why}` },
  noReason: {
    en: () => 'Why: the platform has given no reason so far',
    zh: () => '平台尚未给出原因',
  },
  events: { en: () => 'Events', zh: () => '事件' },
  before: {
    en: (p: { change: string }) => `Changed before: ${p.change}`,
    zh: (p) => `此前的变更：${p.change}`,
  },
  beforeAll: { en: () => 'Changed before:', zh: () => '此前的变更：' },
  doneAll: { en: () => 'Done since:', zh: () => '之后的操作：' },
  changeItem: { en: (p: { change: string }) => `• ${p.change}`, zh: (p) => `• ${p.change}` },
  done: { en: (p: { change: string }) => `Done since: ${p.change}`, zh: (p) => `之后的操作：${p.change}` },
  firingSpan: {
    en: (p: { from: string; to: string; length: string }) => `Fired ${p.from} to ${p.to} (${p.length})`,
    zh: (p) => `${p.from} 至 ${p.to} 告警（${p.length}）`,
  },
  firingLine: { en: (p: { says: string }) => `• ${p.says}`, zh: (p) => `• ${p.says}` },
  change: {
    en: (p: { what: string; by: string; at: string }) => `${p.what} · ${p.by}, ${p.at}`,
    zh: (p) => `${p.what} · ${p.by}，${p.at}`,
  },
  changeAlone: { en: (p: { what: string; at: string }) => `${p.what} · ${p.at}`, zh: (p) => `${p.what} · ${p.at}` },
  notified: { en: (p: { who: string }) => `Notified: ${p.who}`, zh: (p) => `已通知：${p.who}` },

  reopened: {
    en: (p: { title: string; count: number }) => `Firing again (${p.count} times so far): ${p.title}`,
    zh: (p) => `再次告警（第 ${p.count} 次）：${p.title}`,
  },
  over: {
    en: (p: { title: string; state: string }) => `${p.state}: ${p.title}`,
    zh: (p) => `${p.state}：${p.title}`,
  },
  joined: { en: (p: { title: string }) => `Also firing: ${p.title}`, zh: (p) => `同时告警：${p.title}` },
  reminder: {
    en: (p: { title: string; length: string }) => `Still firing after ${p.length}, and not acknowledged: ${p.title}`,
    zh: (p) => `已持续 ${p.length}，尚未认领：${p.title}`,
  },
  stillFiring: {
    en: (p: { title: string }) => `No longer silenced, and still firing: ${p.title}`,
    zh: (p) => `静默已结束，仍在告警：${p.title}`,
  },
  withMentions: { en: (p: { who: string; text: string }) => `${p.who} ${p.text}`, zh: (p) => `${p.who} ${p.text}` },

  acknowledge: { en: () => 'Acknowledge', zh: () => '认领' },
  silence: { en: () => 'Silence', zh: () => '静默' },
  unsilence: { en: () => 'End silence', zh: () => '结束静默' },
  chart: { en: () => 'Chart', zh: () => '图表' },
});
