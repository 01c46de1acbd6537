import { apart } from '../../core/text/chinese.ts';
import { messages } from '../../core/text/text.ts';

export const cardMsg = messages('slack.card', {
  tookAt: {
    en: (p: { at: string; took: string }) => `${p.at}, took ${p.took}`,
    zh: (p) => `${p.at}，用时${apart(p.took).trimEnd()}`,
  },
  underOneSecond: { en: () => 'less than 1 s', zh: () => '不到 1 秒' },
  atTime: { en: (p: { at: string }) => `at ${p.at}`, zh: (p) => p.at },

  waitsConfirm: {
    en: (p: { who: string; until: string }) => `◌ *Waiting for confirmation* from ${p.who}. Expires ${p.until}`,
    zh: (p) => `◌ *等待确认*：${p.who}。申请将于 ${p.until} 过期`,
  },
  waitsApproval: {
    en: (p: { who: string; until: string }) => `◌ *Waiting for approval* from ${p.who}. Expires ${p.until}`,
    zh: (p) => `◌ *等待审批*：${p.who}。申请将于 ${p.until} 过期`,
  },
  waitsGlass: {
    en: (p: { role: string; until: string }) =>
      `◌ *Waiting for approval*, but nobody can approve it, since requesters can’t approve their own requests. Only ${p.role} can run it, with *Break glass*. Expires ${p.until}`,
    zh: (p) =>
      `◌ *等待审批*，但没有人可以审批（申请人不能审批自己的申请）。只有“${p.role}”的成员可以通过 *紧急执行* 运行。申请将于 ${p.until} 过期`,
  },
  waitsGlassFew: {
    en: (p: { given: number; count: number; able: number; role: string; until: string }) =>
      `◌ *Waiting for approval*: it needs ${p.count} approvals and has ${p.given}, but ${p.able <= p.given ? 'nobody is left who could give another' : `only ${p.able === 1 ? '1 person' : `${p.able} people`} besides the requester can approve it`}. Only ${p.role} can run it, with *Break glass*. Expires ${p.until}`,
    zh: (p) =>
      `◌ *等待审批*：需要 ${p.count} 人批准，已有 ${p.given} 人，但${p.able <= p.given ? '没有其他人可以再批准' : `除申请人外只有 ${p.able} 人可以审批`}。只有“${p.role}”的成员可以通过 *紧急执行* 运行。申请将于 ${p.until} 过期`,
  },
  waitsMore: {
    en: (p: { given: number; count: number; who: string; until: string }) =>
      `◌ *Waiting for approval*: it has ${p.given} of ${p.count} approvals. Still needed from ${p.who}. Expires ${p.until}`,
    zh: (p) => `◌ *等待审批*：需要 ${p.count} 人批准，已有 ${p.given} 人。仍需 ${p.who} 批准。申请将于 ${p.until} 过期`,
  },
  asked: {
    en: (p: { who: string; count: number }) => `${p.who} ${p.count === 1 ? 'was' : 'were'} asked to decide.`,
    zh: (p) => `已请 ${p.who} 审批。`,
  },
  approved: { en: () => '✓ *Approved*, starting now', zh: () => '✓ *已批准*，即将执行' },
  starting: { en: () => '◌ *Starting now*', zh: () => '◌ *即将执行*' },
  approvedUnread: {
    en: (p: { until: string }) =>
      `✓ *Approved*. Slack doesn’t say whether those who decided still may, so it hasn’t run. It expires ${p.until}`,
    zh: (p) => `✓ *已批准*。无法从 Slack 确认审批人是否仍有权限，因此尚未执行，将于 ${p.until} 过期`,
  },
  approvedWaits: {
    en: (p: { until: string }) =>
      `✓ *Approved*. Waiting for another request on the same component. This one expires ${p.until}`,
    zh: (p) => `✓ *已批准*。正在等待同一组件的另一申请。本申请将于 ${p.until} 过期`,
  },
  approvedWaitsFor: {
    en: (p: { other: string; until: string }) =>
      `✓ *Approved*. Waiting for request ${p.other} on the same component. This one expires ${p.until}`,
    zh: (p) => `✓ *已批准*。正在等待同一组件的申请 ${p.other}。本申请将于 ${p.until} 过期`,
  },
  running: { en: () => '▶ *In progress*', zh: () => '▶ *进行中*' },
  judgedAt: {
    en: (p: { at: string }) => `Before and after are compared ${p.at}, in the thread`,
    zh: (p) => `将于 ${p.at} 在消息列中对比变更前后`,
  },
  worse: { en: (p: { says: string }) => `⚠ ${p.says}`, zh: (p) => `⚠ ${p.says}` },
  worseWithIncident: {
    en: (p: { says: string; incident: string }) => `⚠ ${p.says}. More in ${p.incident}`,
    zh: (p) => `⚠ ${p.says}，详见${p.incident}`,
  },
  done: { en: (p: { at: string }) => `✓ *Done* ${p.at}`, zh: (p) => `✓ *已完成*，${p.at}` },
  doneUntil: {
    en: (p: { at: string; until: string }) => `✓ *Done* ${p.at}. Closes automatically ${p.until}`,
    zh: (p) => `✓ *已完成*，${p.at}。将于 ${p.until} 自动关闭`,
  },
  doneLater: {
    en: (p: { at: string; until: string; other: string }) =>
      `✓ *Done* ${p.at}. Closes automatically ${p.until}, as changed by request ${p.other}`,
    zh: (p) => `✓ *已完成*，${p.at}。申请 ${p.other} 已将自动关闭时间改为 ${p.until}`,
  },
  doneMoved: {
    en: (p: { at: string }) => `✓ *Done* ${p.at}. A later request set a new closing time`,
    zh: (p) => `✓ *已完成*，${p.at}。之后的申请设置了新的关闭时间`,
  },
  doneKept: {
    en: (p: { at: string }) => `✓ *Done* ${p.at}. Stays open: a later request removed the closing time`,
    zh: (p) => `✓ *已完成*，${p.at}。保持开放：之后的申请取消了自动关闭`,
  },
  doneKeptBy: {
    en: (p: { at: string; other: string }) =>
      `✓ *Done* ${p.at}. Stays open: request ${p.other} removed the closing time`,
    zh: (p) => `✓ *已完成*，${p.at}。保持开放：申请 ${p.other} 取消了自动关闭`,
  },
  closedBy: {
    en: (p: { who: string; at: string }) => `○ *Closed by ${p.who}* ${p.at}`,
    zh: (p) => `○ *由 ${p.who} 关闭*，${p.at}`,
  },
  closedAutomatically: {
    en: (p: { at: string }) => `○ *Closed automatically* ${p.at}`,
    zh: (p) => `○ *已自动关闭*，${p.at}`,
  },
  closedAfterChange: {
    en: (p: { at: string; changed: string }) =>
      `○ *Closed automatically* ${p.at}. Access was changed outside Portolan ${p.changed}: someone may have opened the port again before`,
    zh: (p) => `○ *已自动关闭*，${p.at}。${p.changed} 曾在 Portolan 之外更改过访问：此前可能有人重新开启过该端口`,
  },
  closedElsewhere: {
    en: (p: { at: string }) => `○ *Closed outside Portolan*, seen ${p.at}`,
    zh: (p) => `○ *已在 Portolan 之外关闭*，发现于 ${p.at}`,
  },
  reopened: {
    en: (p: { at: string }) =>
      `● *Closed and opened again outside Portolan*, seen ${p.at}. It doesn’t close automatically`,
    zh: (p) => `● *已在 Portolan 之外关闭后重新开启*，发现于 ${p.at}，不会自动关闭`,
  },
  closedLater: { en: () => '○ *Closed* by a later request', zh: () => '○ *已由之后的申请关闭*' },
  closing: { en: () => '▶ *Closing now*', zh: () => '▶ *正在关闭*' },
  closingUnknown: {
    en: (p: { at: string }) => `? *Closing not confirmed*: it may still be open. Checking again ${p.at}`,
    zh: (p) => `? *关闭未确认*：可能仍开启，将于 ${p.at} 再次检查`,
  },
  closingLost: {
    en: () => '⚠ *Not found any more*: check in the console that it’s closed',
    zh: () => '⚠ *已找不到*：请在控制台确认已关闭',
  },
  closingWaits: {
    en: (p: { until: string }) =>
      `⚠ *Still open*: closing waits for another change on this component, ${p.until} at the latest`,
    zh: (p) => `⚠ *仍开启*：正在等待该组件上的另一变更结束后关闭，最迟 ${p.until}`,
  },
  closingWaitsFor: {
    en: (p: { other: string; until: string }) =>
      `⚠ *Still open*: closing waits for request ${p.other} on this component, ${p.until} at the latest`,
    zh: (p) => `⚠ *仍开启*：等待该组件上的申请 ${p.other} 结束后关闭，最迟 ${p.until}`,
  },
  stillOpen: {
    en: (p: { at: string }) => `⚠ *Still open*: closing failed. Trying again ${p.at}`,
    zh: (p) => `⚠ *仍开启*：关闭失败，将于 ${p.at} 重试`,
  },
  failed: { en: (p: { at: string }) => `✗ *Failed* ${p.at}`, zh: (p) => `✗ *失败*，${p.at}` },
  failedPartly: { en: (p: { at: string }) => `✗ *Partly done* ${p.at}`, zh: (p) => `✗ *部分完成*，${p.at}` },
  failedBefore: {
    en: (p: { at: string }) => `✗ *Partly done* ${p.at}: the remaining steps didn’t run`,
    zh: (p) => `✗ *部分完成*，${p.at}：其余步骤未执行`,
  },
  failedUntil: {
    en: (p: { status: string; until: string }) => `${p.status}. What it opened closes automatically ${p.until}`,
    zh: (p) => `${p.status}。已开放的部分将于 ${p.until} 自动关闭`,
  },
  itsDone: { en: () => 'It’s done', zh: () => '已完成' },
  itFailed: { en: () => 'It failed', zh: () => '已失败' },
  unknown: {
    en: () => '? *Outcome unknown*: the platform didn’t confirm the change',
    zh: () => '? *结果未知*：平台未确认该变更',
  },
  unknownAgain: {
    en: (p: { at: string }) => `? *Outcome unknown*: the platform didn’t confirm the change. Checking again ${p.at}`,
    zh: (p) => `? *结果未知*：平台未确认该变更，将于 ${p.at} 再次检查`,
  },
  denied: {
    en: (p: { who: string; at: string }) => `✗ *Denied* by ${p.who} ${p.at}`,
    zh: (p) => `✗ *已拒绝*：${p.who}，${p.at}`,
  },
  deniedBecause: {
    en: (p: { who: string; at: string; reason: string }) => `✗ *Denied* by ${p.who} ${p.at}: “${p.reason}”`,
    zh: (p) => `✗ *已拒绝*：${p.who}，${p.at}。理由：“${p.reason}”`,
  },
  cancelled: { en: (p: { who: string }) => `○ *Canceled* by ${p.who}`, zh: (p) => `○ *已取消*：${p.who}` },
  cancelledItself: { en: () => '○ *Canceled*', zh: () => '○ *已取消*' },
  expired: {
    en: () => '○ *Expired*: no one decided in time. Nothing was changed',
    zh: () => '○ *已过期*：无人及时审批，未做任何更改',
  },
  expiredFrozen: {
    en: () => '○ *Expired*: it was frozen. Nothing was changed',
    zh: () => '○ *已过期*：变更被冻结，未做任何更改',
  },
  expiredConfirm: {
    en: () => '○ *Expired*: it wasn’t confirmed in time. Nothing was changed',
    zh: () => '○ *已过期*：未及时确认，未做任何更改',
  },
  expiredWaiting: {
    en: () => '○ *Expired*: it couldn’t start in time. Nothing was changed',
    zh: () => '○ *已过期*：未能及时开始执行，未做任何更改',
  },
  repeatedBy: {
    en: (p: { other: string }) => `Asked again: see request ${p.other}`,
    zh: (p) => `已重新申请：见申请 ${p.other}`,
  },
  brokeGlass: {
    en: (p: { who: string; reason: string }) => `🚨 *Break glass*: ${p.who} ran this without approval. “${p.reason}”`,
    zh: (p) => `🚨 *紧急执行*：${p.who} 未经审批直接执行。理由：“${p.reason}”`,
  },
  brokeGlassWith: {
    en: (p: { who: string; reason: string; given: number; count: number }) =>
      `🚨 *Break glass*: ${p.who} ran this with only ${p.given} of ${p.count} approvals. “${p.reason}”`,
    zh: (p) => `🚨 *紧急执行*：${p.who} 在仅有 ${p.given} 人批准（需要 ${p.count} 人）时直接执行。理由：“${p.reason}”`,
  },

  what: { en: () => 'What', zh: () => '对象' },
  now: { en: () => 'Now', zh: () => '当前' },
  before: { en: () => 'Before', zh: () => '变更前' },
  after: { en: () => 'After', zh: () => '变更后' },
  requested: { en: () => 'Requested', zh: () => '申请内容' },
  whileOpen: { en: () => 'While open', zh: () => '开放期间' },
  warning: { en: (p: { warning: string }) => `⚠ ${p.warning}`, zh: (p) => `⚠ ${p.warning}` },
  /** A remark that doesn't speak against the change. */
  remark: { en: (p: { remark: string }) => `• ${p.remark}`, zh: (p) => `• ${p.remark}` },
  beside: {
    en: (p: { other: string; title: string }) => `• Request ${p.other} is also pending: ${p.title}`,
    zh: (p) => `• 另有未完成的申请 ${p.other}：${p.title}`,
  },
  /** Another open request would set the same thing to another value. */
  contradicts: {
    en: (p: { other: string; title: string }) =>
      `⚠ Request ${p.other} is also pending and contradicts this one: ${p.title}. If both run, the one that runs last decides.`,
    zh: (p) => `⚠ 另有与此冲突的未完成申请 ${p.other}：${p.title}。如果两者都执行，以后执行的为准。`,
  },
  /** The request that Undo would make. People need to know it before they decide. */
  undoable: {
    en: (p: { undo: string }) => `• Undo: ${p.undo}`,
    zh: (p) => `• 撤销方式：${p.undo}`,
  },
  undoableIfApproved: {
    en: (p: { undo: string }) => `• Undo, only with an approval: ${p.undo}`,
    zh: (p) => `• 撤销方式（须经批准）：${p.undo}`,
  },
  /** Line for a request that needs more than one approval. */
  runsAfter: {
    en: (p: { left: number }) =>
      p.left === 1 ? '• The next approval runs this.' : `• This runs only after ${p.left} approvals.`,
    zh: (p) => (p.left === 1 ? '• 再有 1 人批准即会执行。' : `• 需 ${p.left} 人批准后才会执行。`),
  },
  glassSkips: {
    en: (p: { role: string }) =>
      `• *Break glass*: ${p.role} can run this without the approvals, with a reason that everyone here sees.`,
    zh: (p) => `• *紧急执行*：“${p.role}”的成员可不经审批执行，但必须填写此处所有人都会看到的理由。`,
  },
  undoNoneSmall: {
    en: (p: { why: string }) => `• Can’t be undone. ${p.why}`,
    zh: (p) => `• 无法撤销：${p.why}`,
  },
  undoNone: {
    en: (p: { why: string }) => `⚠ *Can’t be undone.* ${p.why}`,
    zh: (p) => `⚠ *无法撤销*：${p.why}`,
  },
  /** Line between the warning of a probable failure and the other warnings. */
  ifItWorks: { en: () => 'If it works after all:', zh: () => '如果仍然成功：' },
  changedTitle: {
    en: (p: { needs: string }) => `*The plan changed.* ${p.needs} What is different:`,
    zh: (p) => `*计划有变。* ${p.needs}变化如下：`,
  },
  needsApprovalAgain: {
    en: () => 'It needs approval again: earlier approvals no longer count.',
    zh: () => '需要重新审批，之前的批准不再有效。',
  },
  needsApprovalNow: { en: () => 'It now needs approval.', zh: () => '现在需要审批。' },
  needsConfirmationAgain: { en: () => 'It needs confirmation again.', zh: () => '需要重新确认。' },
  needsConfirmationNow: { en: () => 'It now needs confirmation.', zh: () => '现在需要确认。' },
  planRow: {
    en: (p: { what: string; before: string; after: string }) => `• ${p.what}: ${p.before} → ${p.after}`,
    zh: (p) => `• ${p.what}：${p.before} → ${p.after}`,
  },
  planAdds: {
    en: (p: { what: string; after: string }) => `• ${p.what}: ${p.after}`,
    zh: (p) => `• ${p.what}：${p.after}`,
  },
  moreInDetails: {
    en: (p: { count: number }) => `and ${p.count} more in *Details*`,
    zh: (p) => `另有 ${p.count} 项，见 *详情*`,
  },
  changedRow: {
    en: (p: { what: string; before: string; after: string }) =>
      `• ${p.what}: earlier plan ${p.before}; new plan ${p.after}`,
    zh: (p) => `• ${p.what}：原计划为${apart(p.before).trimEnd()}；新计划为${apart(p.after).trimEnd()}`,
  },
  changedTitleRow: {
    en: (p: { before: string }) => `• Earlier plan: ${p.before}`,
    zh: (p) => `• 原计划：${p.before}`,
  },
  changedAdded: {
    en: (p: { what: string; after: string }) => `• New in the plan: ${p.what} (${p.after})`,
    zh: (p) => `• 计划中新增：${p.what}（${p.after}）`,
  },
  changedRemoved: {
    en: (p: { what: string; before: string }) =>
      `• No longer in the plan, because it is so already or isn’t needed any more: ${p.what} (${p.before})`,
    zh: (p) => `• 计划不再包含（现在已是如此，或已不再需要）：${p.what}（${p.before}）`,
  },

  stepWaiting: { en: (p: { step: string }) => `◌ ${p.step}`, zh: (p) => `◌ ${p.step}` },
  stepSent: { en: (p: { step: string }) => `▶ ${p.step}`, zh: (p) => `▶ ${p.step}` },
  stepDone: { en: (p: { step: string }) => `✓ ${p.step}`, zh: (p) => `✓ ${p.step}` },
  stepPartly: { en: (p: { step: string }) => `⚠ ${p.step}: partly done`, zh: (p) => `⚠ ${p.step}：部分完成` },
  /** Status of a step that failed. The lines below it describe the failure. */
  stepEnded: { en: (p: { step: string }) => `✗ ${p.step}`, zh: (p) => `✗ ${p.step}` },
  stepFailed: {
    en: (p: { step: string; why: string }) => `✗ ${p.step}: ${p.why}`,
    zh: (p) => `✗ ${p.step}：${p.why}`,
  },
  stepUnknown: {
    en: (p: { step: string; why: string }) => `? ${p.step}: ${p.why}`,
    zh: (p) => `? ${p.step}：${p.why}`,
  },
  stepNotSent: { en: (p: { step: string }) => `○ ${p.step}: not sent`, zh: (p) => `○ ${p.step}：未发送` },
  noAnswer: { en: () => 'no clear answer', zh: () => '没有明确答复' },

  requestedBy: { en: (p: { who: string }) => `Requested by ${p.who}`, zh: (p) => `${p.who} 申请` },
  requestedBecause: {
    en: (p: { who: string; reason: string }) => `Requested by ${p.who}: “${p.reason}”`,
    zh: (p) => `${p.who} 申请，理由：“${p.reason}”`,
  },
  requestedByAgent: {
    en: (p: { agent: string; who: string }) => `Requested by the agent *${p.agent}* for ${p.who}`,
    zh: (p) => `智能体 *${p.agent}* 代 ${p.who} 提出申请`,
  },
  requestedByAgentBecause: {
    en: (p: { agent: string; who: string; reason: string }) =>
      `Requested by the agent *${p.agent}* for ${p.who}. The agent says: “${p.reason}”`,
    zh: (p) => `智能体 *${p.agent}* 代 ${p.who} 提出申请。智能体的说明：“${p.reason}”`,
  },
  approvals: { en: (p: { who: string }) => `approved by ${p.who}`, zh: (p) => `批准人：${p.who}` },
  approval: { en: (p: { who: string; at: string }) => `${p.who} ${p.at}`, zh: (p) => `${p.who}（${p.at}）` },
  undoOf: {
    en: (p: { other: string }) => `undo of request ${p.other}`,
    zh: (p) => `撤销此前的变更（申请 ${p.other}）`,
  },
  restOf: { en: (p: { other: string }) => `rest of request ${p.other}`, zh: (p) => `申请 ${p.other} 的其余步骤` },
  extends: {
    en: (p: { other: string }) => `extends request ${p.other}`,
    zh: (p) => `延长此前的开放（申请 ${p.other}）`,
  },
  follows: { en: (p: { other: string }) => `follows request ${p.other}`, zh: (p) => `接续此前的申请 ${p.other}` },
  stamp: {
    en: (p: { context: string; id: string }) => `${p.context} · request \`${p.id}\``,
    zh: (p) => `${p.context} · 申请编号 \`${p.id}\``,
  },
  dot: {
    en: (p: { one: string; other: string }) => `${p.one} · ${p.other}`,
    zh: (p) => `${p.one} · ${p.other}`,
  },
  shortened: {
    en: () => 'Slack didn’t accept the full card, so this is a shorter one.',
    zh: () => 'Slack 未接受完整的卡片，因此这里只显示简要内容。',
  },
  spoken: {
    en: (p: { status: string; title: string }) => `${p.status} · ${p.title}`,
    zh: (p) => `${p.status} · ${p.title}`,
  },

  confirm: { en: () => 'Confirm', zh: () => '确认' },
  approve: { en: () => 'Approve', zh: () => '批准' },
  deny: { en: () => 'Deny', zh: () => '拒绝' },
  cancel: { en: () => 'Cancel request', zh: () => '取消申请' },
  calls: { en: () => 'API calls', zh: () => '查看 API 调用' },
  details: { en: () => 'Details', zh: () => '详情' },
  check: { en: () => 'Check now', zh: () => '立即检查' },
  undo: { en: () => 'Undo', zh: () => '撤销' },
  rest: { en: () => 'Request the remaining steps', zh: () => '申请其余步骤' },
  extend: { en: () => 'Extend', zh: () => '延长' },
  closeNow: { en: () => 'Close now', zh: () => '立即关闭' },
  breakGlass: { en: () => 'Break glass', zh: () => '紧急执行' },
  sureTitle: { en: () => 'Are you sure?', zh: () => '确定吗？' },
  sureText: {
    en: (p: { title: string; warnings: string; undo: string; more: string }) =>
      `${p.title}. ${p.warnings}${p.undo}${p.more}`,
    zh: (p) => `${p.title}。${p.warnings}${p.undo}${p.more}`,
  },
  sureUndo: { en: (p: { undo: string }) => `Undo: ${p.undo}.`, zh: (p) => `撤销方式：${p.undo}。` },
  sureUndoIfApproved: {
    en: (p: { undo: string }) => `Undo, only with an approval: ${p.undo}.`,
    zh: (p) => `撤销方式（须经批准）：${p.undo}。`,
  },
  sureNoUndo: { en: (p: { why: string }) => `Can’t be undone. ${p.why}`, zh: (p) => `无法撤销。${p.why}` },
  sureOneOf: {
    en: (p: { nth: number; count: number }) => `Are you sure? (approval ${p.nth} of ${p.count})`,
    zh: (p) => `确定吗？（第 ${p.nth} 次批准，共需 ${p.count} 次）`,
  },
  sureMore: { en: () => ' The card says more.', zh: () => '更多说明见卡片。' },
  sureYes: { en: () => 'Approve', zh: () => '批准' },
  sureNo: { en: () => 'Go back', zh: () => '返回' },
});
