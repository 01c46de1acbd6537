import { apart } from '../text/chinese.ts';
import { ordinal, withCapital, withoutCapital, withoutOne } from '../text/plural.ts';
import { messages } from '../text/text.ts';
import { unbroken } from '../text/visible.ts';

export const incidentMsg = messages('incident', {
  titleOf: { en: '{name}: {what}', zh: '{name}：{what}' },
  titleOfAll: { en: '{what} ({names})', zh: '{what}（{names}）' },
  titleBoth: { en: '{title} and {other}', zh: '{title}、{other}' },
  titleMore: {
    en: (p: { title: string; count: number }) => `${p.title}, and ${p.count} more`,
    zh: (p) => `${p.title}，共 ${p.count + 1} 项`,
  },
  titleMany: { en: '{count} components: {what}', zh: '{count} 个组件：{what}' },
  severalProblems: { en: 'several problems', zh: '多种问题' },
  ofWatch: { en: '{line} (watch `{watch}`)', zh: '{line}（监控告警 `{watch}`）' },
  lineState: { en: '• {line} · {state}', zh: '• {line} · {state}' },
  lineAlone: { en: '• {line}', zh: '• {line}' },
  moreMarked: { en: 'and {count} more, marked in the chart', zh: '还有 {count} 项，已在图中标出' },
  othersMarked: {
    en: '{count:# other change|# other changes} before, marked in the chart',
    zh: '此前还有 {count} 项其他变更，已在图中标出',
  },
  otherLines: {
    en: '{count:# other change|# other changes} before',
    zh: '此前还有 {count} 项其他变更',
  },
  moreLines: { en: 'and {count} more', zh: '还有 {count} 项' },

  firing: { en: 'Firing', zh: '告警中' },
  recovering: { en: 'Recovering', zh: '恢复中' },
  resolved: { en: 'Resolved', zh: '已恢复' },
  /** The other alerts may still fire. */
  resolvedOfSent: {
    en: 'Resolved ({count:# alert|# alerts} unknown)',
    zh: '已恢复（另有 {count} 条告警未知）',
  },
  deleted: { en: 'Component deleted', zh: '组件已删除' },
  moved: { en: 'Moved to another app', zh: '已移至其他应用' },
  movedTo: { en: 'Moved to {app}', zh: '已移至“{app}”' },
  unreported: { en: 'No longer reported', zh: '不再上报' },
  notSent: { en: '{mark} *Not sent*, last reported firing at {at}', zh: '{mark} *未发送*，最近一次上报告警是 {at}' },
  unused: { en: 'Not used by a rule anymore', zh: '网关策略不再使用' },
  unwatched: { en: 'No longer watched', zh: '不再监控' },
  watchChanged: { en: 'Watch changed', zh: '监控告警已修改' },
  endedByLimit: { en: 'Ended by the new limit', zh: '因阈值修改而结束' },
  watchPaused: { en: 'Watch paused', zh: '监控告警已暂停' },
  pausedBy: { en: 'paused by {who} at {at}', zh: '{who} 于 {at} 暂停监控' },
  linePaused: { en: '{mark} *Paused* by {who} at {at}', zh: '{mark} {who} 于 {at} *暂停监控*' },
  noData: { en: 'No data', zh: '无数据' },
  silenced: { en: '*Silenced* by {who} until {until}', zh: '*已由* {who} *静默*，至 {until}' },
  /** The scope of a silence. */
  silencedAlone: { en: '{says} (only this incident)', zh: '{says}（仅此告警）' },
  silencedWatch: { en: '{says} (its whole watch)', zh: '{says}（整个监控告警）' },
  /** Its other receivers, such as a pager, are still notified. */
  silencedHere: { en: 'only here, not in Alertmanager', zh: '仅在此处静默，Alertmanager 未静默' },
  /** It has ended. `by`: later, the same problem is a new incident. */
  silencedAgain: { en: 'If it fires again: {says}', zh: '若再次告警：{says}' },
  silencedAgainBy: { en: 'If it fires again by {by}: {says}', zh: '若在 {by} 前再次告警：{says}' },
  silencedUntilOver: { en: '*Silenced* by {who} until it recovers', zh: '*已由* {who} *静默*，直到恢复' },
  silencedBefore: { en: '*Silenced* by {who} {from}–{to}', zh: '*已由* {who} *静默* {from}–{to}' },
  acknowledged: { en: '*Acknowledged* by {who} at {at}', zh: '*已由* {who} 于 {at} *认领*' },
  limited: {
    en: '*Limit changed* by {who} at {at}: {was} → {to}',
    zh: '{who} 于 {at} *修改阈值*：{was} → {to}',
  },
  limitThen: { en: 'when its limit was {was}', zh: '当时的阈值为 {was}' },
  /** The value at the end, in a message that isn't edited anymore. */
  limitedAt: { en: '{says}; value then: {value}', zh: '{says}；当时为 {value}' },
  limitUnchecked: {
    en: '{says}. The value isn’t known, so it isn’t checked against this yet.',
    zh: '{says}。当前值未知，尚未按新阈值判断。',
  },
  acknowledgedWith: { en: 'Acknowledged together with “{title}”', zh: '已与“{title}”一并认领' },
  marked: { en: '{mark} {state}', zh: '{mark} {state}' },
  markedBold: { en: '{mark} *{state}*', zh: '{mark} *{state}*' },

  titled: {
    en: (p: { mark: string; title: string }) => `${p.mark} · ${unbroken(p.title)}`,
    zh: (p) => `${p.mark} · ${unbroken(p.title)}`,
  },
  beganAgainAlone: { en: 'Began again at {at}', zh: '{at} 再次出现' },
  beganAlone: { en: 'Began at {at}', zh: '始于 {at}' },
  /** For a condition without data, because the data may have ended later. */
  beganBlind: { en: 'The problem began at {at}', zh: '问题始于 {at}' },
  foundBlind: { en: 'The problem began at {at} or earlier', zh: '问题始于 {at} 或更早' },
  /** For a condition that a watch found when it first looked, so that its beginning isn't known. */
  foundAlone: { en: 'Began at {at} or earlier', zh: '始于 {at} 或更早' },
  withinAlone: { en: '{at} (less than a minute)', zh: '{at}（不到 1 分钟）' },
  spanAlone: { en: '{from}–{to} ({length})', zh: '{from}–{to}（{length}）' },

  firesInChart: { en: '▲ {title}: firing since {at}.', zh: '▲ {title}：{at} 起告警。' },
  lull: { en: 'recovered {from}–{to}', zh: '{from}–{to} 曾恢复' },
  gap: { en: 'no data {from}–{to}', zh: '{from}–{to} 无数据' },
  gaps: { en: 'no data for {length} between {from} and {to}', zh: '{from} 至 {to} 之间有 {length}无数据' },

  /** If the beginning isn't known. */
  atLeast: { en: 'at least {length}', zh: '至少 {length}' },

  killedIn: { en: '{killed} in pod {pod}', zh: '{killed}，所在 Pod：{pod}' },
  killed: { en: 'Killed at {at}', zh: '容器于 {at} 被终止' },
  /** Old pods leave no events, so it may have happened more often. */
  killedTimes: { en: 'Killed at least {count} times, last at {at}', zh: '容器至少被终止 {count} 次，最近一次是 {at}' },
  /** For a record. */
  notAgainBy: { en: 'not again by {at}', zh: '截至 {at} 未再发生' },
  notAgainFor: { en: '{state}, not killed again for {length}', zh: '{state}，{length}内未再被终止' },
  recoveringSince: { en: 'recovering since {at}', zh: '{at} 开始恢复' },
  endsUnless: { en: 'resolved at {at} if it doesn’t happen again', zh: '如不再发生，{at} 视为已恢复' },
  inState: {
    en: (p: { state: string; what: string }) => `${p.state}, ${withoutCapital(p.what)}`,
    zh: '{state}，{what}',
  },
  /** Labels of links to other messages about the same problem. */
  earlierIncident: { en: 'Earlier incident', zh: '上一次告警' },
  laterIncident: { en: 'It fired again later', zh: '之后再次告警' },
  underMinute: { en: 'less than a minute', zh: '不到 1 分钟' },
  began: { en: '{state}, began at {at}', zh: '{state}，始于 {at}' },
  withEarlier: { en: '{says}, before that {from}–{to}', zh: '{says}，此前 {from}–{to}' },
  beganAgain: { en: '{state}, began again at {at}', zh: '{state}，{at} 再次出现' },
  foundBegan: { en: '{state}, began at {at} or earlier', zh: '{state}，始于 {at} 或更早' },
  after: { en: '{state} after {length}', zh: '{state}，历时 {length}' },
  /** Alertmanager omits alerts above its limit, and doesn't report their state. */
  unsent: {
    en: '{count:1 more alert wasn’t|# more alerts weren’t} sent, so {count:its component and state aren’t|their components and states aren’t} known here. See {source}.',
    zh: '另有 {count} 条告警未发来，其组件和状态未知，请在{source:apart}中查看。',
  },
  alertmanagerAt: { en: 'Alertmanager ({host})', zh: 'Alertmanager（{host}）' },
  now: { en: 'now {value}', zh: '当前 {value}' },
  valueAt: { en: '{value} at {at}', zh: '{value}（{at}）' },
  lastAt: { en: 'last {value} at {at}', zh: '{at} 最近一次为 {value}' },
  /** For an incident stored by an earlier version. */
  last: { en: 'last value {value}', zh: '最近一次为 {value}' },
  unknownSince: { en: 'state unknown since {at}', zh: '{at} 起状态未知' },
  platformSilent: { en: 'The platform hasn’t answered since {at}', zh: '{at} 起平台没有响应' },
  regionSilent: { en: 'No data from region {region} since {at}', zh: '{at} 起没有集群“{region}”的数据' },
  /** If the platform answers, so that the data of only this is missing. */
  nothingNewer: {
    en: 'The platform answers, but has no newer data of this',
    zh: '平台有响应，但没有更新的数据',
  },
  above: { en: 'above {en}', zh: '高于 {zh}' },
  below: { en: 'below {en}', zh: '低于 {zh}' },
  furthest: { en: 'highest {value}', zh: '最高 {value}' },
  lowest: { en: 'lowest {value}', zh: '最低 {value}' },
  times: { en: 'fired {count} times', zh: '共告警 {count} 次' },
  at: { en: '{at}', zh: '{at}' },
  mentioned: { en: '{who}', zh: '{who}' },
  linked: { en: '{what}', zh: '{what}' },

  lastingExactly: { en: 'for {length}', zh: '已持续 {length}' },
  severity: { en: 'severity {severity}', zh: '级别 {severity}' },
  unacknowledged: { en: 'not acknowledged', zh: '尚未认领' },
  repeated: {
    en: (p: { count: number; at: string }) => `${ordinal(p.count)} time since ${p.at}`,
    zh: '{at} 以来第 {count} 次',
  },
  firstSince: { en: 'First time since the watch was set up ({at})', zh: '自监控告警设置（{at}）以来首次' },
  capital: { en: (p: { says: string }) => withCapital(p.says), zh: '{says}' },
  firstAlert: { en: 'First alert like this in {length}', zh: '{length}内首次出现此类告警' },
  firstWithin: { en: 'First time in {length}', zh: '{length}内首次' },
  noChange: { en: 'No change in the hour before', zh: '此前一小时内没有变更' },
  unseenPeak: {
    en: (p: { interval: string; share: string }) =>
      `Peak not seen: the chart has one value every ${withoutOne(p.interval)} (at most ${p.share} of the limit).`,
    zh: (p) => `图中看不到内存峰值：每${apart(withoutOne(p.interval))}一个值（最高为上限的 ${p.share}）。`,
  },
  why: { en: (p: { why: string }) => `Why: ${withoutCapital(p.why)}`, zh: '原因：{why}' },
  diedBefore: { en: (p: { what: string }) => `Before it: ${withoutCapital(p.what)}`, zh: '此前：{what}' },
  /** If the problem may be older than the first check of its watch. */
  diedBeforeCheck: {
    en: (p: { what: string }) => `Before the first check: ${withoutCapital(p.what)}`,
    zh: '首次检查之前：{what}',
  },
  diedDuring: { en: (p: { what: string }) => `During it: ${withoutCapital(p.what)}`, zh: '期间：{what}' },
  inPod: { en: 'pod {pod} at {at}', zh: 'Pod {pod}，{at}' },
  noReason: { en: 'Why: the platform has given no reason so far', zh: '原因：平台尚未给出' },
  events: { en: 'Events', zh: '事件' },
  log: { en: 'Log', zh: '日志' },
  /** Includes changes that were partly done. */
  failedBefore: { en: 'Failed before: {change}', zh: '此前失败的变更：{change}' },
  failedBeforeAll: { en: 'Failed before:', zh: '此前失败的变更：' },
  before: { en: 'Changed before: {change}', zh: '此前的变更：{change}' },
  beforeAll: { en: 'Changed before:', zh: '此前的变更：' },
  doneAll: { en: 'Changed since:', zh: '此后的变更：' },
  changeItem: { en: '• {change}', zh: '• {change}' },
  done: { en: 'Changed since: {change}', zh: '此后的变更：{change}' },
  firingSpan: { en: 'Fired {from} to {to} ({length})', zh: '{from} 至 {to} 告警（{length}）' },
  /** The condition may have gone on, so that a later firing began before this end. */
  firingByLimit: { en: 'ended by another limit', zh: '因阈值修改而结束' },
  firingWithin: { en: 'Fired at {at} (less than a minute)', zh: '{at} 告警（不到 1 分钟）' },
  firingKilled: {
    en: (p: { killed: string }) => `Fired before: ${withoutCapital(p.killed)}`,
    zh: '此前告警：{killed}',
  },
  firingAcknowledged: { en: 'acknowledged by {who}', zh: '已由 {who} 认领' },
  firingSilenced: { en: 'silenced by {who} {from}–{to}', zh: '已由 {who} 静默 {from}–{to}' },
  firingSilencedFrom: { en: 'silenced by {who} from {from}', zh: '{from} 起由 {who} 静默' },
  firingDone: { en: 'changed since: {changes}', zh: '此后的变更：{changes}' },
  firingBefore: { en: 'changed before: {changes}', zh: '此前的变更：{changes}' },
  change: { en: '{what} · {by}, {at}', zh: '{what} · {by}，{at}' },
  changeAlone: { en: '{what} · {at}', zh: '{what} · {at}' },
  notified: { en: 'Notified: {who}', zh: '已通知：{who}' },

  reopened: {
    en: 'Firing again, {length} after it resolved ({count} times so far): {title}',
    zh: '“{title}”恢复 {length}后再次告警（第 {count} 次）',
  },
  /** `length`: time since the container was killed before. */
  reopenedKilled: {
    en: 'Killed again, {length} after the last time ({count} times so far): {title}',
    zh: '“{title}”距上次终止 {length}，容器再次被终止（第 {count} 次）',
  },
  /** Only a limit had ended it. */
  reopenedByLimit: {
    en: 'Firing again, {length} after another limit ended it ({count} times so far): {title}',
    zh: '“{title}”因修改阈值结束 {length}后再次告警（第 {count} 次）',
  },
  reopenedUnreported: {
    en: 'Firing again, {length} after it was no longer reported ({count} times so far): {title}',
    zh: '“{title}”不再上报 {length}后再次告警（第 {count} 次）',
  },
  over: { en: '{state} · {title}', zh: '“{title}”{state}' },
  endedFor: { en: '{text} · {who}', zh: '{text} {who}' },
  overFor: { en: '{text} {who}', zh: '{text} {who}' },
  joined: { en: 'Also firing: {title}', zh: '“{title}”也在告警' },
  /** For a record, which isn't edited when the other incident ends. */
  alsoThen: { en: 'Still firing then: {title}', zh: '当时“{title}”仍在告警' },
  alsoWithoutData: { en: 'Also without data: {title}', zh: '“{title}”也无数据' },
  alsoRecovering: { en: 'Also recovering: {title}', zh: '“{title}”也在恢复中' },
  /** After an outage, about the incidents that fired before it. */
  fireAfter: { en: 'Still firing: {incidents}', zh: '仍在告警：{incidents}' },
  blindAfter: { en: 'No data yet: {incidents}', zh: '暂无数据：{incidents}' },
  noneAfter: {
    en: 'None of the earlier incidents is still firing',
    zh: '此前的告警均已停止',
  },
  reminder: {
    en: 'Still firing after {length}, and not acknowledged: {title}',
    zh: '“{title}”已持续 {length}，尚未认领',
  },
  stillFiring: { en: 'No longer silenced, and still firing: {title}', zh: '静默已结束，“{title}”仍在告警' },
  unsilenced: { en: '{who} ended your silence of {title}', zh: '{who} 提前结束了您对“{title}”的静默' },
  withMentions: { en: '{who} {text}', zh: '{who} {text}' },

  acknowledge: { en: 'Acknowledge', zh: '认领' },
  unacknowledge: { en: 'Undo acknowledge', zh: '撤销认领' },
  silence: { en: 'Silence', zh: '静默' },
  unsilence: { en: 'End silence', zh: '结束静默' },
  chart: { en: 'Chart', zh: '图表' },
});
