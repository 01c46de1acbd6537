import { chineseWords, enumerated } from '../../core/text/chinese.ts';
import { messages } from '../../core/text/text.ts';

export const auditMsg = messages('record', {
  requestsSays: { en: () => 'List pending requests', zh: () => '查看未完成的申请' },
  requestsTitle: { en: () => 'Pending requests', zh: () => '未完成的申请' },
  requestsNone: { en: () => 'There are no pending requests here.', zh: () => '这里没有未完成的申请。' },
  requestsNoneForYou: {
    en: () => 'There are no requests here that you can see.',
    zh: () => '这里没有您可以查看的申请。',
  },
  requestsElsewhere: {
    en: () => 'Requests in channels that you aren’t in aren’t shown.',
    zh: () => '您未加入的频道中的申请不会显示。',
  },
  requestsUnread: {
    en: () => 'Slack didn’t return the members of a channel. Its requests aren’t shown. Try again in a minute.',
    zh: () => 'Slack 未返回某个频道的成员，该频道中的申请未显示。请稍后再试。',
  },
  ticket: { en: (p: { ticket: string }) => `ticket ${p.ticket}`, zh: (p) => `工单 ${p.ticket}` },
  toCard: { en: (p: { title: string }) => p.title, zh: (p) => p.title },
  request: { en: () => 'Request', zh: () => '申请' },
  requestHint: {
    en: () => 'The ID of a request. Shows each of its steps.',
    zh: () => '申请的 ID，用于查看它的每个步骤。',
  },
  state: { en: () => 'Status', zh: () => '状态' },
  asker: { en: () => 'Requested by', zh: () => '申请人' },
  askedAt: { en: (p: { who: string; when: string }) => `${p.who}, ${p.when}`, zh: (p) => `${p.who}，${p.when}` },
  stateUntil: {
    en: (p: { state: string; when: string }) => `${p.state}, expires ${p.when}`,
    zh: (p) => `${p.state}，截止时间 ${p.when}`,
  },
  openingsSays: { en: () => 'List ports with temporary access', zh: () => '查看临时开放的端口' },
  openingsForm: { en: () => 'List temporary access', zh: () => '查看临时开放的端口' },
  openingsTitle: { en: () => 'Temporary access', zh: () => '临时开放的端口' },
  openingsNone: { en: () => 'No ports have temporary access here.', zh: () => '这里没有临时开放的端口。' },
  extend: { en: () => 'Extend…', zh: () => '延长…' },
  closeNow: { en: () => 'Close now', zh: () => '立即关闭' },
  opening: {
    en: (p: { port: string; end: string; opened: string }) => `*${p.port}* · ${p.end}\n${p.opened}`,
    zh: (p) => `*${p.port}* · ${p.end}\n${p.opened}`,
  },
  opened: {
    en: (p: { who: string; when: string }) => `Opened by ${p.who}, ${p.when}`,
    zh: (p) => `${p.who} 开放，${p.when}`,
  },
  openedFor: {
    en: (p: { who: string; when: string; why: string }) => `Opened by ${p.who}, ${p.when}: “${p.why}”`,
    zh: (p) => `${p.who} 开放，${p.when}：“${p.why}”`,
  },
  closesIn: {
    en: (p: { left: string; at: string }) => `closes in ${p.left}, at ${p.at}`,
    zh: (p) => `${p.left}后关闭（${p.at}）`,
  },
  permanent: {
    en: (p: { ports: string }) => `Open without a closing time: ${p.ports}`,
    zh: (p) => `没有关闭时间的对外端口：${enumerated(p.ports)}`,
  },
  andMore: { en: (p: { count: number }) => `${p.count} more`, zh: (p) => `另外 ${p.count} 个` },
  allAddresses: { en: () => 'All addresses', zh: () => '全部对外地址' },
  openingOption: {
    en: (p: { port: string; component: string; side: string }) => `${p.component} ${p.port} (${p.side})`,
    zh: (p) => `${p.component} ${p.port}（${p.side}）`,
  },
  outer: { en: () => 'external', zh: () => '对外' },
  inner: { en: () => 'internal', zh: () => '对内' },
  auditPartly: {
    en: (p: { why: string }) => `Showing only your own entries and those of requests in channels you’re in. ${p.why}`,
    zh: (p) => `仅显示您自己的记录，以及您所在频道中申请的记录。${p.why}`,
  },
  auditNotBound: {
    en: () =>
      'To let a channel’s members read all entries of a context, bind the context to the channel in the policy file.',
    zh: () => '如需让某频道的成员查看一个上下文的全部记录，请在审批策略文件中将该上下文绑定到该频道。',
  },
  policySays: {
    en: () => 'Show which rule applies to a change, and why',
    zh: () => '查看某项变更适用的审批策略规则及原因',
  },
  policyForm: { en: () => 'Check the policy', zh: () => '查看审批策略' },
  policyTitle: { en: (p: { words: string }) => `Policy for: ${p.words}`, zh: (p) => `适用规则：${p.words}` },
  words: { en: () => 'Change', zh: () => '变更命令' },
  wordsHint: { en: () => 'For example: port open web 8080', zh: () => '例如：port open web 8080' },
  wordsMissing: {
    en: () => 'Enter a change, for example: port open web 8080.',
    zh: () => '请输入变更命令，例如：port open web 8080。',
  },
  wordsUnknown: {
    en: (p: { words: string }) => `I don’t recognize \`${p.words}\`. Enter a change such as \`port open web 8080\`.`,
    zh: (p) => `无法识别 \`${p.words}\`。请输入变更命令，例如 \`port open web 8080\`。`,
  },
  questionRuns: {
    en: () => 'This only reads. Any full member can run it.',
    zh: () => '此操作仅查询，所有正式成员均可执行。',
  },
  understoodAs: {
    en: (p: { words: string; says: string }) => `Command: \`${p.words}\` (${p.says}).`,
    zh: (p) => `命令：\`${p.words}\`（${p.says}）。`,
  },
  policyLess: {
    en: (p: { verdict: string }) => `If it doesn’t keep anything open longer than it would be now: ${p.verdict}`,
    zh: (p) => `如果不会比现在开放得更久：${p.verdict}`,
  },
  settingMay: {
    en: () => 'This changes Portolan’s settings. `may` in the policy file controls who can do that.',
    zh: () => '此操作会更改 Portolan 的设置。谁可以更改由审批策略文件的 `may` 决定。',
  },
  auditFirst: { en: () => 'See who opened or changed what', zh: () => '查看谁开放或更改了什么' },
  auditSays: { en: () => 'Show the audit log', zh: () => '查看审计日志' },
  auditTitle: { en: () => 'Audit log', zh: () => '审计日志' },
  auditTitleOf: {
    en: (p: { what: string }) => `Audit log: ${p.what}`,
    zh: (p) => `审计日志：${enumerated(p.what)}`,
  },
  sinceDate: { en: (p: { date: string }) => `since ${p.date}`, zh: (p) => `${p.date}起` },
  openingsOnly: { en: () => 'requests to open access', zh: () => '开放访问的申请' },
  openedHint: {
    en: () => 'Only requests that open access: ports and gateway rules.',
    zh: () => '仅显示开放访问的申请：端口和网关策略。',
  },
  auditNone: { en: () => 'There are no entries here yet.', zh: () => '这里还没有记录。' },
  auditNoneOpened: { en: () => 'No requests to open access were found.', zh: () => '没有开放访问的申请。' },
  auditNoneForYou: { en: () => 'There are no entries that you may see.', zh: () => '没有您可以查看的记录。' },
  auditNoneFound: {
    en: (p: { typed: string }) => `No entries match \`${p.typed}\`.`,
    zh: (p) => `没有与 \`${p.typed}\` 匹配的记录。`,
  },
  severalRequests: {
    en: (p: { typed: string; count: number }) =>
      `\`${p.typed}\` is the beginning of ${p.count} IDs. Use the whole one.`,
    zh: (p) => `\`${p.typed}\` 是 ${p.count} 个申请 ID 的开头，请使用完整的 ID。`,
  },
  auditNoPage: {
    en: (p: { page: number }) => `Page ${p.page} doesn’t exist.`,
    zh: (p) => `没有第 ${p.page} 页。`,
  },
  search: { en: () => 'Search', zh: () => '搜索' },
  since: { en: () => 'Since', zh: () => '起始时间' },
  sinceHint: {
    en: () => 'A length of time such as 7d, a date such as 2026-11-19, today or yesterday.',
    zh: () => '时长（例如 7d）、日期（例如 2026-11-19）、today 或 yesterday。',
  },
  sinceWrong: {
    en: (p: { typed: string }) => `\`${p.typed}\` isn’t a valid time. Use 24h, 7d, yesterday or 2026-11-19.`,
    zh: (p) => `\`${p.typed}\` 不是有效的时间。请使用 24h、7d、yesterday 或 2026-11-19。`,
  },
  onlyOpenings: { en: () => 'Requests to open access', zh: () => '开放访问的申请' },
  allEntries: { en: () => 'All entries', zh: () => '全部记录' },
  export: { en: () => 'Send me the entries as files', zh: () => '以文件形式发送记录' },
  exported: {
    en: () => 'I’m sending the audit log to your direct messages with me, as CSV and JSON Lines.',
    zh: () => '正在将审计日志发送到您与我的私信中，格式为 CSV 和 JSON Lines。',
  },
  exportTitle: { en: () => 'Portolan’s audit log', zh: () => 'Portolan 审计日志' },
  about: {
    en: (p: { what: string; values: string }) => `${p.what}: ${p.values}`,
    zh: (p) => `${p.what}：${enumerated(p.values)}`,
  },
  channelIs: { en: (p: { channel: string }) => p.channel, zh: (p) => p.channel },
  direct: { en: () => 'direct messages', zh: () => '私信' },
  recorded: { en: (p: { en: string; zh: string }) => p.en, zh: (p) => p.zh },
  failedAt: {
    en: (p: { result: string; names: string }) => `${p.result}, failed: ${p.names}`,
    zh: (p) => `${p.result}，失败：${p.names}`,
  },
  because: {
    en: (p: { what: string; reason: string }) => `${p.what}: “${p.reason}”`,
    zh: (p) => `${p.what}：“${p.reason}”`,
  },
  idIs: { en: (p: { id: string }) => `Request \`${p.id}\``, zh: (p) => `申请 \`${p.id}\`` },
  requestedBy: {
    en: (p: { who: string; when: string }) => `by ${p.who}, ${p.when}`,
    zh: (p) => `${p.who} 提出申请，${p.when}`,
  },
  markedTitle: {
    en: (p: { mark: string; title: string }) => `${p.mark} *${p.title}*`,
    zh: (p) => `${p.mark} *${p.title}*`,
  },
  statedTitle: {
    en: (p: { mark: string; state: string; title: string }) => `${p.mark} ${capitalized(p.state)} · *${p.title}*`,
    zh: (p) => `${p.mark} ${p.state} · *${p.title}*`,
  },
  warnedTitle: {
    en: (p: { title: string; what: string }) => `${p.title} · ⚠ *${p.what}*`,
    zh: (p) => `${p.title} · ⚠ *${p.what}*`,
  },
  until: { en: (p: { at: string }) => `until ${p.at}`, zh: (p) => `直到 ${p.at}` },
  untilRecovered: { en: () => 'until it recovers', zh: () => '直到恢复' },
  byPerson: { en: (p: { what: string; who: string }) => `${p.what} by ${p.who}`, zh: (p) => `${p.who} ${p.what}` },
  personDid: { en: (p: { who: string; what: string }) => `${p.who} ${p.what}`, zh: (p) => `${p.who} ${p.what}` },
  by: {
    en: (p: { what: string; who: string; when: string }) => `${p.what} by ${p.who}, ${p.when}`,
    zh: (p) => chineseWords([p.who, `${p.what}，${p.when}`]),
  },
  inRole: { en: (p: { who: string; role: string }) => `${p.who} (${p.role})`, zh: (p) => `${p.who}（${p.role}）` },
  throughAgent: {
    en: (p: { who: string; agent: string }) => `${p.who} through the agent ${p.agent}`,
    zh: (p) => `${p.who} 通过智能体 ${p.agent}`,
  },
  byRule: {
    en: (p: { line: string }) => `rule on line ${p.line} of the policy`,
    zh: (p) => `审批策略第 ${p.line} 行的规则`,
  },
  byDefault: { en: () => 'default rule', zh: () => '默认规则' },
  onGround: {
    en: (p: { what: string; ground: string }) => `${p.what} (${p.ground})`,
    zh: (p) => `${p.what}（${p.ground}）`,
  },
  endedAt: {
    en: (p: { what: string; when: string }) => `${p.what}, ${p.when}`,
    zh: (p) => `${p.what}，${p.when}`,
  },
  showSteps: { en: () => 'Details', zh: () => '详情' },
  withResult: {
    en: (p: { what: string; result: string }) => `${p.what}: ${p.result}`,
    zh: (p) => `${p.what}：${p.result}`,
  },
  did: {
    en: (p: { who: string; what: string; when: string }) => `*${p.who}* ${p.what}, ${p.when}`,
    zh: (p) => `*${p.who}* ${p.what}，${p.when}`,
  },
  happened: {
    en: (p: { what: string; when: string }) => `${capitalized(p.what)}, ${p.when}`,
    zh: (p) => `${p.what}，${p.when}`,
  },
  outcome: {
    en: (p: { mark: string; what: string }) => `${p.mark} *${capitalized(p.what)}*`,
    zh: (p) => `${p.mark} *${p.what}*`,
  },
  took: { en: (p: { time: string }) => `took ${p.time}`, zh: (p) => `用时 ${p.time}` },
  step: { en: (p: { mark: string; what: string }) => `${p.mark} ${p.what}`, zh: (p) => `${p.mark} ${p.what}` },
  call: {
    en: (p: { call: string; status: string }) => `${p.call} → ${p.status}`,
    zh: (p) => `${p.call} → ${p.status}`,
  },
  noResponse: { en: () => 'no response', zh: () => '无响应' },
  openNow: { en: (p: { until: string }) => `open until ${p.until}`, zh: (p) => `开放至 ${p.until}` },
  openUntil: { en: (p: { until: string }) => `Open until ${p.until}`, zh: (p) => `开放至 ${p.until}` },
  card: { en: () => 'Open card', zh: () => '打开卡片' },
  backToLog: { en: () => '‹ Audit log', zh: () => '‹ 审计日志' },
  afterwards: {
    en: (p: { who: string; what: string; when: string }) => `Then *${p.who}*, ${p.when}: ${p.what}`,
    zh: (p) => `之后 *${p.who}*，${p.when}：${p.what}`,
  },
  incident: {
    en: (p: { what: string; when: string }) => `⚠ Incident after it, ${p.when}: ${p.what}`,
    zh: (p) => `⚠ 之后发生告警，${p.when}：${p.what}`,
  },
  incidentEnded: {
    en: (p: { what: string; when: string; length: string }) =>
      `⚠ Incident after it, ${p.when}: ${p.what}, resolved after ${p.length}`,
    zh: (p) => `⚠ 之后发生告警，${p.when}：${p.what}，${p.length}后恢复`,
  },
  newer: { en: () => '‹ Newer', zh: () => '‹ 较新' },
  older: { en: () => 'Older ›', zh: () => '较早 ›' },
  whoIs: { en: (p: { who: string }) => p.who, zh: (p) => p.who },
  lateWaits: {
    en: () => '⚠ late: waiting for another change of the component',
    zh: () => '⚠ 已超时：正在等待该组件的另一变更',
  },
  lateUnsure: {
    en: (p: { at: string }) => `⚠ late: closing not confirmed, checking again at ${p.at}`,
    zh: (p) => `⚠ 已超时：关闭未确认，将于 ${p.at} 再次检查`,
  },
  lateFailed: {
    en: (p: { at: string }) => `⚠ late: closing failed, trying again at ${p.at}`,
    zh: (p) => `⚠ 已超时：关闭失败，将于 ${p.at} 重试`,
  },
  lateNow: { en: () => '▶ closing now', zh: () => '▶ 正在关闭' },
  moment: { en: (p: { when: string }) => p.when, zh: (p) => p.when },
  proposed: { en: () => '◌ waiting', zh: () => '◌ 等待中' },
  scheduled: { en: () => 'scheduled', zh: () => '已排期' },
  scheduledFor: { en: (p: { at: string }) => `scheduled for ${p.at}`, zh: (p) => `计划于 ${p.at}` },
  frozen: { en: () => 'frozen', zh: () => '已冻结' },
  approved: { en: () => '✓ approved', zh: () => '✓ 已批准' },
  running: { en: () => '▶ in progress', zh: () => '▶ 进行中' },
  unknown: { en: () => '? outcome unknown', zh: () => '? 结果未知' },
});

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
