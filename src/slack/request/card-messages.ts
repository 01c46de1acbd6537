import { withoutCapital } from '../../core/text/plural.ts';
import { messages } from '../../core/text/text.ts';

export const cardMsg = messages('slack.card', {
  tookAt: { en: '{at}, took {took}', zh: '{at}，用时{took:apart-before}' },
  underOneSecond: { en: 'less than 1 s', zh: '不到 1 秒' },
  atTime: { en: 'at {at}', zh: '{at}' },

  waitsConfirm: {
    en: '◌ *Waiting for confirmation* from {who}. Request expires {until}',
    zh: '◌ *等待确认*：{who}。申请将于 {until} 过期',
  },
  waitsApproval: {
    en: '◌ *Waiting for approval* from {who}. Request expires {until}',
    zh: '◌ *等待审批*：{who}。申请将于 {until} 过期',
  },
  waitsGlass: {
    en: '◌ *Waiting for approval*, but nobody can approve it, since requesters can’t approve their own requests. Only {role} can run it, with *Break glass*. Request expires {until}',
    zh: '◌ *等待审批*，但没有人可以审批（申请人不能审批自己的申请）。只有“{role}”的成员可以通过 *紧急执行* 运行。申请将于 {until} 过期',
  },
  waitsGlassFew: {
    en: (p: { given: number; count: number; able: number; role: string; until: string }) =>
      `◌ *Waiting for approval*: it needs ${p.count} approvals and has ${p.given}, but ${p.able <= p.given ? 'nobody is left who could give another' : `only ${p.able === 1 ? '1 person' : `${p.able} people`} besides the requester can approve it`}. Only ${p.role} can run it, with *Break glass*. Request expires ${p.until}`,
    zh: (p) =>
      `◌ *等待审批*：需要 ${p.count} 人批准，已有 ${p.given} 人，但${p.able <= p.given ? '没有其他人可以再批准' : `除申请人外只有 ${p.able} 人可以审批`}。只有“${p.role}”的成员可以通过 *紧急执行* 运行。申请将于 ${p.until} 过期`,
  },
  waitsMore: {
    en: '◌ *Waiting for approval*: it has {given} of {count} approvals. Still needed from {who}. Request expires {until}',
    zh: '◌ *等待审批*：需要 {count} 人批准，已有 {given} 人。仍需 {who} 批准。申请将于 {until} 过期',
  },
  asked: {
    en: (p: { who: string; count: number }) => `${p.who} ${p.count === 1 ? 'was' : 'were'} asked to decide.`,
    zh: '已请 {who} 审批。',
  },
  approved: { en: '✓ *Approved*, starting now', zh: '✓ *已批准*，即将执行' },
  starting: { en: '◌ *Starting now*', zh: '◌ *即将执行*' },
  approvedUnread: {
    en: '✓ *Approved*, but not run: I can’t check in Slack whether the approvers still may approve. It expires {until}',
    zh: '✓ *已批准*。无法从 Slack 确认审批人是否仍有权限，因此尚未执行，将于 {until} 过期',
  },
  approvedWaits: {
    en: '✓ *Approved*. Waiting for {other} on the same component. This one expires {until}',
    zh: '✓ *已批准*。正在等待同一组件的{other}。本申请将于 {until} 过期',
  },
  laterRequest: { en: 'a later request', zh: '之后的申请' },
  running: { en: '▶ *In progress*', zh: '▶ *进行中*' },
  judgedAt: { en: 'Before and after are compared {at}, in the thread', zh: '将于 {at} 在消息列中对比变更前后' },
  worse: { en: '⚠ {says}', zh: '⚠ {says}' },
  worseWithIncident: { en: '⚠ {says}. More in {incident}', zh: '⚠ {says}，详见{incident}' },
  done: { en: '✓ *Done* {at}', zh: '✓ *已完成*，{at}' },
  /** A request that closes something later has closed nothing yet, so *Done* would be misunderstood. */
  closingSet: { en: '✓ *Closing time set* {at}', zh: '✓ *已设置关闭时间*，{at}' },
  doneUntil: { en: '{done}. Closes automatically {until}', zh: '{done}。将于 {until} 自动关闭' },
  /** It also took over the closing time of internal access that was opened earlier. */
  doneUntilBoth: {
    en: '{done}. External and internal access close automatically {until}',
    zh: '{done}。对外服务和对内服务将于 {until} 自动关闭',
  },
  doneNarrowed: {
    en: '{done}. External access was closed {closed}. Internal access closes automatically {until}',
    zh: '{done}。对外服务已关闭（{closed}），对内服务将于 {until} 自动关闭',
  },
  doneNarrowedBy: {
    en: '{done}. External access was closed by {who} {closed}. Internal access closes automatically {until}',
    zh: '{done}。{who} 已关闭对外服务（{closed}），对内服务将于 {until} 自动关闭',
  },
  doneLater: {
    en: '{done}. Closes automatically {until}, as changed by {other}',
    zh: '{done}。{other}已将自动关闭时间改为 {until}',
  },
  doneLate: {
    en: '{done}. ? *Closing not confirmed*: its closing time was {until}, as changed by {other}, which says more',
    zh: '{done}。? *关闭未确认*：{other}设置的关闭时间为 {until}，详见该申请',
  },
  doneMoved: {
    en: '{done}. A later request set a new closing time',
    zh: '{done}。之后的申请设置了新的关闭时间',
  },
  doneKept: {
    en: '{done}. Stays open: {other} removed the closing time',
    zh: '{done}。保持开放：{other}取消了自动关闭',
  },
  closedBy: { en: '○ *Closed by {who}* {at}', zh: '○ *由 {who} 关闭*，{at}' },
  closedAutomatically: { en: '○ *Closed automatically* {at}', zh: '○ *已自动关闭*，{at}' },
  closedLate: {
    en: '○ *Closed automatically* {at} instead of {planned}',
    zh: '○ *已自动关闭*，{at}，原定 {planned}',
  },
  closedBothBy: {
    en: '○ *External and internal access closed by {who}* {at}',
    zh: '○ *对外服务和对内服务由 {who} 关闭*，{at}',
  },
  closedBothAutomatically: {
    en: '○ *External and internal access closed automatically* {at}',
    zh: '○ *对外服务和对内服务已自动关闭*，{at}',
  },
  closedSince: { en: '{closed}. It was opened {since}', zh: '{closed}。开启时间：{since}' },
  /** External access was closed first. */
  closedInParts: { en: '{status}, and external access was closed {at}', zh: '{status}，对外服务已先于 {at} 关闭' },
  closedInPartsBy: {
    en: '{status}, and {who} closed external access {at}',
    zh: '{status}，{who} 已先于 {at} 关闭对外服务',
  },
  closedAfterChange: {
    en: '○ *Closed automatically* {at}. Access was changed outside Portolan {changed}: someone may have opened the port again before',
    zh: '○ *已自动关闭*，{at}。{changed} 曾在 Portolan 之外更改过访问：此前可能有人重新开启过该端口',
  },
  closedElsewhere: { en: '○ *Closed outside Portolan*, seen {at}', zh: '○ *已在 Portolan 之外关闭*，发现于 {at}' },
  reopened: {
    en: '● *Closed and opened again outside Portolan*, seen {at}. It doesn’t close automatically',
    zh: '● *已在 Portolan 之外关闭后重新开启*，发现于 {at}，不会自动关闭',
  },
  /** Only external access was closed, and then opened again. */
  closedAndLater: {
    en: '○ *External access was closed by {who}* {at}, and later opened again. Request {other} says when everything closes',
    zh: '○ *对外服务由 {who} 关闭*，{at}，之后已重新开启。全部关闭时间见申请 {other}',
  },
  /** In a row of external access that was closed before the internal access. */
  closedSinceThen: { en: '{after}, closed since then', zh: '{after}，之后已关闭' },
  movedSinceThen: { en: '{after}, later moved to {until}', zh: '{after}，之后改为 {until}' },
  removedSinceThen: { en: '{after}, later removed', zh: '{after}，之后已取消' },
  closedLater: { en: '○ *Closed* by a later request', zh: '○ *已由之后的申请关闭*' },
  closing: { en: '▶ *Closing now*', zh: '▶ *正在关闭*' },
  closingUnknown: {
    en: '? *Closing not confirmed*: it may still be open. Checking again {at}',
    zh: '? *关闭未确认*：可能仍开启，将于 {at} 再次检查',
  },
  readAt: { en: '{says} at {at}', zh: '{says}（{at}）' },
  lastRead: { en: 'When last read: {says}', zh: '上次读取时：{says}' },
  closingLost: {
    en: '⚠ *Not found any more*: check in the console that it’s closed',
    zh: '⚠ *已找不到*：请在控制台确认已关闭',
  },
  closingWaits: {
    en: '⚠ *Still open*: closing waits for {other} on this component, {until} at the latest',
    zh: '⚠ *仍开启*：等待该组件上的{other}结束后关闭，最迟 {until}',
  },
  stillOpen: { en: '⚠ *Still open*: closing failed. Trying again {at}', zh: '⚠ *仍开启*：关闭失败，将于 {at} 重试' },
  failed: { en: '✗ *Failed* {at}', zh: '✗ *失败*，{at}' },
  failedPartly: { en: '◐ *Partly done* {at}', zh: '◐ *部分完成*，{at}' },
  failedBefore: {
    en: '◐ *Partly done* {at}: the remaining steps didn’t run',
    zh: '◐ *部分完成*，{at}：其余步骤未执行',
  },
  failedUntil: {
    en: '{status}. What it opened closes automatically {until}',
    zh: '{status}。已开放的部分将于 {until} 自动关闭',
  },
  itsDone: { en: 'It’s done', zh: '已完成' },
  itFailed: { en: 'It failed', zh: '已失败' },
  unknown: { en: '? *Outcome unknown*: the platform didn’t confirm the change', zh: '? *结果未知*：平台未确认该变更' },
  unknownAgain: {
    en: '? *Outcome unknown*: the platform didn’t confirm the change. Checking again {at}',
    zh: '? *结果未知*：平台未确认该变更，将于 {at} 再次检查',
  },
  denied: { en: '✗ *Denied* by {who} {at}. Nothing was changed', zh: '✗ *已拒绝*：{who}，{at}。未做任何更改' },
  deniedBecause: {
    en: '✗ *Denied* by {who} {at}: “{reason}”. Nothing was changed',
    zh: '✗ *已拒绝*：{who}，{at}。理由：“{reason}”。未做任何更改',
  },
  cancelled: { en: '○ *Canceled* by {who} {at}. Nothing was changed', zh: '○ *已取消*：{who}，{at}。未做任何更改' },
  cancelledItself: { en: '○ *Canceled* {at}', zh: '○ *已取消*，{at}' },
  expired: {
    en: '○ *Expired* {at}: no one decided in time. Nothing was changed',
    zh: '○ *已过期*，{at}：无人及时审批，未做任何更改',
  },
  expiredFrozen: {
    en: '○ *Expired* {at}: it was frozen. Nothing was changed',
    zh: '○ *已过期*，{at}：变更被冻结，未做任何更改',
  },
  expiredConfirm: {
    en: '○ *Expired* {at}: it wasn’t confirmed in time. Nothing was changed',
    zh: '○ *已过期*，{at}：未及时确认，未做任何更改',
  },
  expiredWaiting: {
    en: '○ *Expired* {at}: it couldn’t start in time. Nothing was changed',
    zh: '○ *已过期*，{at}：未能及时开始执行，未做任何更改',
  },
  /** Effect of a later request on the result of this one. */
  endedBy: {
    en: '○ *{what}* by {who} {at}: see request {other}',
    zh: '○ *{what}*：{who}，{at}，见申请 {other}',
  },
  endedItself: { en: '○ *{what}* automatically {at}', zh: '○ *{what}*（自动），{at}' },
  nowUndone: { en: 'Undone', zh: '已撤销' },
  nowClosed: { en: 'Closed', zh: '已关闭' },
  nowOuterClosed: { en: 'External access closed', zh: '对外服务已关闭' },
  nowTimed: { en: 'Closing time set', zh: '已设置关闭时间' },
  closesAt: { en: 'The port closes automatically {until}.', zh: '该端口将于 {until} 自动关闭。' },
  nowRuleDeleted: { en: 'Rule deleted', zh: '网关策略已删除' },
  portLeft: {
    en: '⚠ Its port stays open to the internet, so the address may still answer. To end access, close the port.',
    zh: '⚠ 端口的对外服务仍开启，该地址可能仍可访问。要终止访问，请关闭端口。',
  },
  portClosedToo: { en: 'External access to its port is closed, too.', zh: '其端口的对外服务也已关闭。' },
  ruleLeft: {
    en: 'The rule isn’t deleted, so its address may still work.',
    zh: '网关策略未删除，其地址可能仍可访问。',
  },
  ruleInactive: {
    en: 'The rule isn’t deleted: its address works again if external access is opened again.',
    zh: '网关策略未删除：再次开启对外服务后，其地址会恢复可用。',
  },
  replacedBy: { en: 'Replaced by request {other}: {title}', zh: '已由申请 {other} 代替：{title}' },
  repeatedBy: { en: 'Asked again: see request {other}', zh: '已重新申请：见申请 {other}' },
  brokeGlass: {
    en: '🚨 *Break glass*: {who} ran this without approval. “{reason}”',
    zh: '🚨 *紧急执行*：{who} 未经审批直接执行。理由：“{reason}”',
  },
  brokeGlassWith: {
    en: '🚨 *Break glass*: {who} ran this with only {given} of {count} approvals. “{reason}”',
    zh: '🚨 *紧急执行*：{who} 在仅有 {given} 人批准（需要 {count} 人）时直接执行。理由：“{reason}”',
  },

  blind: {
    en: 'The platform couldn’t be read from {from} to {to}, so parts of it may have ended earlier than seen here.',
    zh: '{from} 至 {to} 期间无法读取平台，部分步骤的实际结束时间可能更早。',
  },
  what: { en: 'What', zh: '对象' },
  now: { en: 'Now', zh: '当前' },
  before: { en: 'Before', zh: '变更前' },
  after: { en: 'After', zh: '变更后' },
  /** Of what was read after a run that failed, so that nobody takes it for the plan. */
  afterFailure: { en: 'After the failure', zh: '失败后' },
  requested: { en: 'Requested', zh: '申请内容' },
  whileOpen: { en: 'While open', zh: '开放期间' },
  warning: { en: '⚠ {warning}', zh: '⚠ {warning}' },
  /** A remark that doesn't speak against the change. */
  remark: { en: '• {remark}', zh: '• {remark}' },
  beside: { en: '• Request {other} is also pending: {title}', zh: '• 另有未完成的申请 {other}：{title}' },
  /** Another open request would set the same thing to another value. */
  contradicts: {
    en: '⚠ Request {other} is also pending and contradicts this one: {title}. If both run, the one that runs last decides.',
    zh: '⚠ 另有与此冲突的未完成申请 {other}：{title}。如果两者都执行，以后执行的为准。',
  },
  /** The request that Undo would make. People need to know it before they decide. */
  undoable: { en: (p: { undo: string }) => `• Undo: ${withoutCapital(p.undo)}`, zh: '• 撤销方式：{undo}' },
  undoableIfApproved: {
    en: (p: { undo: string }) => `• Undo (needs approval): ${withoutCapital(p.undo)}`,
    zh: '• 撤销方式（须经批准）：{undo}',
  },
  /** Line for a request that needs more than one approval. */
  runsAfter: {
    en: '{left:• The next approval runs this.|• This runs only after # approvals.}',
    zh: '{left:• 再有 1 人批准即会执行。|• 需 # 人批准后才会执行。}',
  },
  glassSkips: {
    en: '• *Break glass*: {role} can run this without approval, with a reason that is shown here.',
    zh: '• *紧急执行*：“{role}”的成员可填写理由（会显示在此处），不经审批直接执行。',
  },
  undoNoneSmall: { en: '• Can’t be undone. {why}', zh: '• 无法撤销：{why}' },
  undoNone: { en: '⚠ *Can’t be undone.* {why}', zh: '⚠ *无法撤销*：{why}' },
  /** Line between the warning of a probable failure and the other warnings. */
  ifItWorks: { en: 'If it works after all:', zh: '如果仍然成功：' },
  changedTitle: { en: '*The plan changed.* {needs} What is different:', zh: '*计划有变。* {needs}变化如下：' },
  needsApprovalAgain: {
    en: 'The new plan needs approval: approvals of the earlier one don’t count.',
    zh: '新计划需要审批，对旧计划的批准不再有效。',
  },
  needsApprovalNow: { en: 'It now needs approval.', zh: '现在需要审批。' },
  needsConfirmationAgain: { en: 'The new plan needs confirmation.', zh: '新计划需要确认。' },
  needsConfirmationNow: { en: 'It now needs confirmation.', zh: '现在需要确认。' },
  planRow: { en: '• {what}: {before} → {after}', zh: '• {what}：{before} → {after}' },
  planAdds: { en: '• {what}: {after}', zh: '• {what}：{after}' },
  moreInDetails: { en: 'and {count} more in *Details*', zh: '另有 {count} 项，见 *详情*' },
  changedRow: {
    en: '• {what}: earlier plan {before}; new plan {after}',
    zh: '• {what}：原计划为{before:apart-before}；新计划为{after:apart-before}',
  },
  changedTitleRow: { en: '• Earlier plan: {before}', zh: '• 原计划：{before}' },
  changedAdded: { en: '• New in the plan: {what} ({after})', zh: '• 计划中新增：{what}（{after}）' },
  changedRemoved: {
    en: '• No longer needed: {what} ({before})',
    zh: '• 已不再需要：{what}（{before}）',
  },

  stepWaiting: { en: '◌ {step}', zh: '◌ {step}' },
  stepSent: { en: '▶ {step}', zh: '▶ {step}' },
  stepDone: { en: '✓ {step}', zh: '✓ {step}' },
  stepPartly: { en: '⚠ {step}: partly done', zh: '⚠ {step}：部分完成' },
  /** Status of a step that failed. The lines below it describe the failure. */
  stepEnded: { en: '✗ {step}', zh: '✗ {step}' },
  stepFailed: { en: '✗ {step}: {why}', zh: '✗ {step}：{why}' },
  stepUnknown: { en: '? {step}: {why}', zh: '? {step}：{why}' },
  stepNotSent: { en: '○ {step}: not sent', zh: '○ {step}：未发送' },
  noAnswer: { en: 'no clear answer', zh: '没有明确答复' },

  requestedBy: { en: 'Requested by {who}', zh: '{who} 申请' },
  requestedBecause: { en: 'Requested by {who}: “{reason}”', zh: '{who} 申请，理由：“{reason}”' },
  requestedByAgent: { en: 'Requested by the agent *{agent}* for {who}', zh: '智能体 *{agent}* 代 {who} 提出申请' },
  requestedByAgentBecause: {
    en: 'Requested by the agent *{agent}* for {who}. The agent says: “{reason}”',
    zh: '智能体 *{agent}* 代 {who} 提出申请。智能体的说明：“{reason}”',
  },
  approvals: { en: 'Approved by {who}', zh: '批准人：{who}' },
  approval: { en: '{who} {at}', zh: '{who}（{at}）' },
  undoOf: { en: 'Undo of request {other}', zh: '撤销此前的变更（申请 {other}）' },
  restOf: { en: 'Rest of request {other}', zh: '申请 {other} 的其余步骤' },
  extends: { en: 'Extends request {other}', zh: '延长此前的开放（申请 {other}）' },
  follows: { en: 'Follows request {other}', zh: '接续此前的申请 {other}' },
  stamp: { en: '{context} · request `{id}`', zh: '{context} · 申请编号 `{id}`' },
  dot: { en: '{one} · {other}', zh: '{one} · {other}' },
  shortened: {
    en: 'Slack didn’t accept the full card, so this is a shorter one.',
    zh: 'Slack 未接受完整的卡片，因此这里只显示简要内容。',
  },
  spoken: { en: '{status} · {title}', zh: '{status} · {title}' },

  confirm: { en: 'Confirm', zh: '确认' },
  approve: { en: 'Approve', zh: '批准' },
  deny: { en: 'Deny', zh: '拒绝' },
  cancel: { en: 'Cancel request', zh: '取消申请' },
  calls: { en: 'API calls', zh: '查看 API 调用' },
  details: { en: 'Details', zh: '详情' },
  check: { en: 'Check now', zh: '立即检查' },
  undo: { en: 'Undo', zh: '撤销' },
  rest: { en: 'Request the remaining steps', zh: '申请其余步骤' },
  extend: { en: 'Extend', zh: '延长' },
  closeNow: { en: 'Close now', zh: '立即关闭' },
  breakGlass: { en: 'Break glass', zh: '紧急执行' },
  sureTitle: { en: 'Are you sure?', zh: '确定吗？' },
  sureText: { en: '{title}. {warnings}{undo}{more}', zh: '{title}。{warnings}{undo}{more}' },
  surePlanned: { en: '{title}, at {at}', zh: '{title}，时间 {at}' },
  sureUndo: { en: (p: { undo: string }) => `Undo: ${withoutCapital(p.undo)}.`, zh: '撤销方式：{undo}。' },
  sureUndoIfApproved: {
    en: (p: { undo: string }) => `Undo (needs approval): ${withoutCapital(p.undo)}.`,
    zh: '撤销方式（须经批准）：{undo}。',
  },
  sureNoUndo: { en: 'Can’t be undone. {why}', zh: '无法撤销。{why}' },
  sureOneOf: { en: 'Are you sure? (approval {nth} of {count})', zh: '确定吗？（第 {nth} 次批准，共需 {count} 次）' },
  sureMore: { en: ' The card says more.', zh: '更多说明见卡片。' },
  sureYes: { en: 'Approve', zh: '批准' },
  sureNo: { en: 'Go back', zh: '返回' },
});
