import { messages } from '../../core/text/text.ts';

export const msg = messages('slack.card', {
  waitsConfirm: {
    en: (p: { who: string; until: string }) => `◌ *Waiting for ${p.who} to confirm*, until ${p.until}`,
    zh: (p) => `◌ *等待 ${p.who} 确认*，截止 ${p.until}`,
  },
  waitsApproval: {
    en: (p: { who: string; until: string }) => `◌ *Waiting for approval* by ${p.who}, until ${p.until}`,
    zh: (p) => `◌ *等待审批*：${p.who}，截止 ${p.until}`,
  },
  waitsMore: {
    en: (p: { left: number; who: string; until: string }) =>
      `◌ *Waiting for ${p.left} more ${p.left === 1 ? 'approval' : 'approvals'}* (${p.who}), until ${p.until}`,
    zh: (p) => `◌ *还需 ${p.left} 个审批*（${p.who}），截止 ${p.until}`,
  },
  approved: { en: () => '✓ *Approved* – about to run', zh: () => '✓ *已批准* – 即将执行' },
  approvedWaits: {
    en: (p: { until: string }) =>
      `✓ *Approved* – waiting for another change on this component. If that change doesn’t finish, this one starts after ${p.until}.`,
    zh: (p) => `✓ *已批准* – 正在等待该组件的另一项变更完成。若其未完成，将在 ${p.until} 后执行。`,
  },
  approvedWaitsFor: {
    en: (p: { other: string; until: string }) =>
      `✓ *Approved* – waiting for ${p.other} on this component. If that change doesn’t finish, this one starts after ${p.until}.`,
    zh: (p) => `✓ *已批准* – 正在等待该组件的${p.other}完成。若其未完成，将在 ${p.until} 后执行。`,
  },
  otherChange: { en: () => 'another change', zh: () => '另一项变更' },
  running: { en: () => '▶ *Running*', zh: () => '▶ *执行中*' },
  done: { en: (p: { at: string }) => `✓ *Done*, ${p.at}`, zh: (p) => `✓ *已完成*，${p.at}` },
  failed: { en: (p: { at: string }) => `✕ *Failed*, ${p.at}`, zh: (p) => `✕ *失败*，${p.at}` },
  failedPartly: {
    en: (p: { at: string }) => `✕ *Failed partway*, ${p.at}: the steps below tell what was done`,
    zh: (p) => `✕ *部分失败*，${p.at}：各步骤的结果见下`,
  },
  unknown: {
    en: () => '? *Not known yet*: the platform did not say whether it worked',
    zh: () => '? *结果未知*：平台没有告知是否成功',
  },
  unknownAgain: {
    en: (p: { at: string }) => `? *Not known yet*: the platform did not say whether it worked. Read again at ${p.at}.`,
    zh: (p) => `? *结果未知*：平台没有告知是否成功。将于 ${p.at} 再次读取。`,
  },
  denied: {
    en: (p: { who: string; at: string }) => `✕ *Denied* by ${p.who}, ${p.at}`,
    zh: (p) => `✕ *已拒绝*：${p.who}，${p.at}`,
  },
  deniedBecause: {
    en: (p: { who: string; at: string; reason: string }) => `✕ *Denied* by ${p.who}, ${p.at}: ${p.reason}`,
    zh: (p) => `✕ *已拒绝*：${p.who}，${p.at}：${p.reason}`,
  },
  cancelled: { en: (p: { who: string }) => `○ *Cancelled* by ${p.who}`, zh: (p) => `○ *已取消*：${p.who}` },
  cancelledItself: { en: () => '○ *Cancelled*', zh: () => '○ *已取消*' },
  expired: {
    en: () => '○ *Expired*: nobody decided in time, nothing was done',
    zh: () => '○ *已过期*：无人及时决定，未做任何更改',
  },
  asks: { en: (p: { who: string }) => `Asked by ${p.who}`, zh: (p) => `申请人：${p.who}` },
  asksBecause: {
    en: (p: { who: string; reason: string }) => `Asked by ${p.who}: “${p.reason}”`,
    zh: (p) => `申请人：${p.who}：“${p.reason}”`,
  },
  what: { en: () => 'What', zh: () => '项目' },
  before: { en: () => 'Before', zh: () => '变更前' },
  after: { en: () => 'After', zh: () => '变更后' },
  plan: { en: () => 'Plan', zh: () => '计划' },
  warning: { en: (p: { warning: string }) => `⚠ ${p.warning}`, zh: (p) => `⚠ ${p.warning}` },
  changedTitle: {
    en: (p: { revision: number }) =>
      `*The state changed meanwhile* – this is plan ${p.revision}, earlier approvals are void:`,
    zh: (p) => `*状态已变化* – 这是第 ${p.revision} 版计划，之前的审批已作废：`,
  },
  changedRow: {
    en: (p: { what: string; before: string; after: string }) => `• ${p.what}: ${p.before} → ${p.after}`,
    zh: (p) => `• ${p.what}：${p.before} → ${p.after}`,
  },
  undoPossible: { en: () => 'Can be undone afterwards.', zh: () => '之后可以撤销。' },
  undoNone: { en: (p: { why: string }) => `Cannot be undone here: ${p.why}`, zh: (p) => `无法在此撤销：${p.why}` },
  stepWaiting: { en: (p: { step: string }) => `◌ ${p.step}`, zh: (p) => `◌ ${p.step}` },
  stepSent: { en: (p: { step: string }) => `▶ ${p.step}`, zh: (p) => `▶ ${p.step}` },
  stepDone: { en: (p: { step: string }) => `✓ ${p.step}`, zh: (p) => `✓ ${p.step}` },
  stepFailed: {
    en: (p: { step: string; why: string }) => `✕ ${p.step} – ${p.why}`,
    zh: (p) => `✕ ${p.step} – ${p.why}`,
  },
  stepUnknown: {
    en: (p: { step: string; why: string }) => `? ${p.step} – ${p.why}`,
    zh: (p) => `? ${p.step} – ${p.why}`,
  },
  stepNotSent: { en: (p: { step: string }) => `○ ${p.step} – not sent`, zh: (p) => `○ ${p.step} – 未发送` },
  noAnswer: { en: () => 'no clear answer', zh: () => '没有明确答复' },
  refusedStep: { en: () => 'refused', zh: () => '被拒绝' },
  approvals: { en: (p: { who: string }) => `✓ Approved by ${p.who}`, zh: (p) => `✓ 已批准：${p.who}` },
  approval: { en: (p: { who: string; at: string }) => `${p.who} (${p.at})`, zh: (p) => `${p.who}（${p.at}）` },
  brokeGlass: {
    en: (p: { who: string; reason: string }) => `🚨 *Glass broken* by ${p.who}, alone: “${p.reason}”`,
    zh: (p) => `🚨 *紧急执行*：${p.who} 单独决定：“${p.reason}”`,
  },
  opensFor: {
    en: (p: { time: string }) => `Closes by itself ${p.time} after it opened.`,
    zh: (p) => `开放 ${p.time} 后自动关闭。`,
  },
  closesAt: { en: (p: { at: string }) => `⏱ Closes by itself: ${p.at}`, zh: (p) => `⏱ 自动关闭：${p.at}` },
  closingAgain: {
    en: (p: { at: string }) => `⏱ ⚠ Closing failed so far. It is tried again at ${p.at}.`,
    zh: (p) => `⏱ ⚠ 关闭尚未成功，将于 ${p.at} 重试。`,
  },
  closedItself: { en: () => '⏱ Closed again.', zh: () => '⏱ 已重新关闭。' },
  closedByHand: { en: () => '⏱ It was closed by hand before its time.', zh: () => '⏱ 已提前手动关闭。' },
  keptOpen: {
    en: () => '⏱ Stays open: it was opened again without an end.',
    zh: () => '⏱ 保持开放：之后又被无限期开放。',
  },
  extended: { en: () => '⏱ Extended by another request.', zh: () => '⏱ 已由另一个请求延长。' },
  stamp: {
    en: (p: { context: string; id: string }) => `${p.context} · request \`${p.id}\``,
    zh: (p) => `${p.context} · 请求 \`${p.id}\``,
  },
  confirm: { en: () => 'Confirm', zh: () => '确认' },
  approve: { en: () => 'Approve', zh: () => '批准' },
  deny: { en: () => 'Deny', zh: () => '拒绝' },
  cancel: { en: () => 'Cancel request', zh: () => '取消请求' },
  calls: { en: () => 'Exact calls', zh: () => '具体调用' },
  check: { en: () => 'Check now', zh: () => '立即检查' },
  undo: { en: () => 'Undo', zh: () => '撤销' },
  rest: { en: () => 'Ask for the rest', zh: () => '申请其余步骤' },
  extend: { en: () => 'Extend', zh: () => '延长' },
  closeNow: { en: () => 'Close now', zh: () => '立即关闭' },
  breakGlass: { en: () => 'Break glass', zh: () => '紧急执行' },
  sureTitle: { en: () => 'Are you sure?', zh: () => '确定吗？' },
  sureText: {
    en: (p: { title: string }) => `${p.title}. This deletes something on the platform.`,
    zh: (p) => `${p.title}。这会删除平台上的内容。`,
  },
  sureYes: { en: () => 'Approve', zh: () => '批准' },
  sureNo: { en: () => 'Look again', zh: () => '再看看' },
});
