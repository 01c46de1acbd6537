import { messages } from '../text/text.ts';

/** What a card's turns say: to whoever pressed, in its thread, on the card. */
export const msg = messages('card', {
  oldRevision: {
    en: () => 'The plan changed since then. Nothing happened: look at the card again and decide on what it shows now.',
    zh: () => '计划已有变化，本次操作未生效。请重新查看卡片后再决定。',
  },
  isApproved: { en: () => 'This is approved already and about to run.', zh: () => '该申请已获批准，即将执行。' },
  isRunning: { en: () => 'This is running already.', zh: () => '该变更已在执行。' },
  isUnknown: {
    en: () => 'This has run; whether it worked is still being read back.',
    zh: () => '该变更已执行，结果仍在确认中。',
  },
  isDone: { en: () => 'This is done already.', zh: () => '该变更已完成。' },
  isFailed: { en: () => 'This has ended already: it failed.', zh: () => '该变更已结束：执行失败。' },
  isDenied: { en: (p: { by: string }) => `${p.by} has denied this already.`, zh: (p) => `${p.by} 已拒绝该申请。` },
  isCancelled: { en: () => 'This was cancelled already.', zh: () => '该申请已取消。' },
  isExpired: {
    en: () => 'This request has expired. Ask for it again.',
    zh: () => '该申请已过期，请重新申请。',
  },
  isProposed: { en: () => 'This still waits for a decision.', zh: () => '该申请仍在等待决定。' },

  approvedRuns: { en: () => 'Approved. It runs now.', zh: () => '已批准，即将执行。' },
  confirmedRuns: { en: () => 'Confirmed. It runs now.', zh: () => '已确认，即将执行。' },
  approvedMore: {
    en: (p: { left: number }) =>
      `Approved. It still needs ${p.left} ${p.left === 1 ? 'other person' : 'other people'}.`,
    zh: (p) => `已批准，还需另外 ${p.left} 人批准。`,
  },
  glassBroken: {
    en: () => 'You decided this alone. It runs now; your reason stands on the card and in the record.',
    zh: () => '您已单独决定执行。您的理由会显示在卡片上并记入审计。',
  },
  glassLoud: {
    en: (p: { by: string; reason: string }) => `${p.by} broke the glass and decided this alone. Reason: ${p.reason}`,
    zh: (p) => `${p.by} 破窗执行，单独决定了该变更。理由：${p.reason}`,
  },
  deniedNow: { en: () => 'Denied. Nothing was sent.', zh: () => '已拒绝，未发送任何请求。' },
  deniedNote: { en: (p: { by: string }) => `${p.by} denied this.`, zh: (p) => `${p.by} 拒绝了该申请。` },
  deniedBecause: {
    en: (p: { by: string; reason: string }) => `${p.by} denied this: ${p.reason}`,
    zh: (p) => `${p.by} 拒绝了该申请：${p.reason}`,
  },
  cancelledNow: { en: () => 'Cancelled. Nothing was sent.', zh: () => '已取消，未发送任何请求。' },
  onlyAskerCancels: {
    en: (p: { asker: string }) => `Only ${p.asker}, who asked for it, can cancel this.`,
    zh: (p) => `只有申请人 ${p.asker} 可以取消。`,
  },
  expiredNote: {
    en: () => 'Nobody decided in time, so this expired. Nothing was sent.',
    zh: () => '未在期限内作出决定，该申请已过期，未发送任何请求。',
  },
  expiredWaiting: {
    en: () => 'It could not begin in time, so this expired. Nothing was sent.',
    zh: () => '未能在期限内开始执行，该申请已过期，未发送任何请求。',
  },
  remindDeciders: {
    en: (p: { until: string }) => `This still waits for a decision, until ${p.until}.`,
    zh: (p) => `该申请仍在等待决定，截止 ${p.until}。`,
  },
  remindAsker: {
    en: (p: { title: string; until: string }) =>
      `Nobody has decided yet: ${p.title}. It expires at ${p.until}; ask somebody who may decide.`,
    zh: (p) => `尚无人决定：${p.title}。将于 ${p.until} 过期，请联系有权审批的人。`,
  },
  remindConfirm: {
    en: (p: { title: string; until: string }) =>
      `This still waits for your Confirm: ${p.title}. It expires at ${p.until}.`,
    zh: (p) => `该申请仍在等待您确认：${p.title}。将于 ${p.until} 过期。`,
  },

  changedNote: {
    en: () => 'Things changed before it ran, so nothing was sent. Here is the new plan; it has to be decided again.',
    zh: () => '执行前情况有变，未发送任何请求。请查看新计划并重新决定。',
  },
  arrow: {
    en: (p: { before: string; after: string }) => `${p.before} → ${p.after}`,
    zh: (p) => `${p.before} → ${p.after}`,
  },
  nothing: { en: () => '–', zh: () => '–' },
  rowTitle: { en: () => 'Plan', zh: () => '计划' },
  rowCalls: { en: () => 'Calls', zh: () => '请求' },
  rowWarning: { en: () => 'Warning', zh: () => '警告' },
  rowDetails: { en: () => 'Details', zh: () => '细节' },
  detailsBefore: { en: () => 'as planned before', zh: () => '原计划' },
  detailsAfter: { en: () => 'planned anew', zh: () => '已重新计划' },
  alreadyNow: {
    en: (p: { already: string }) => `Nothing was sent: somebody else was faster. ${p.already}`,
    zh: (p) => `未发送任何请求，因为已有人先行操作。${p.already}`,
  },
  refusedNow: {
    en: (p: { why: string }) => `Nothing was sent: it no longer works. ${p.why}`,
    zh: (p) => `未发送任何请求，因为条件已不满足。${p.why}`,
  },
  unreadableNow: {
    en: (p: { why: string }) => `Nothing was sent: the platform could not be read before running. ${p.why}`,
    zh: (p) => `未发送任何请求，因为执行前无法读取平台状态。${p.why}`,
  },

  doneNote: { en: (p: { title: string }) => `Done: ${p.title}.`, zh: (p) => `已完成：${p.title}。` },
  failedNote: {
    en: (p: { title: string; why: string }) => `Failed: ${p.title}. ${p.why}`,
    zh: (p) => `失败：${p.title}。${p.why}`,
  },
  unknownNote: {
    en: (p: { title: string; why: string }) =>
      `Not clear yet: ${p.title}. ${p.why} I am not sending it again, only reading what is there now.`,
    zh: (p) => `结果未明：${p.title}。${p.why} 我不会重发，只会继续读取当前状态。`,
  },
  otherNote: {
    en: (p: { title: string }) =>
      `${p.title}: the platform shows neither what was before nor what was planned. Look there, then press Check.`,
    zh: (p) => `${p.title}：平台上的状态既非之前的，也非计划的。请到平台查看，然后点击“检查”。`,
  },
  stoppedAfter: {
    en: (p: { done: number; all: number }) =>
      `It stopped after ${p.done} of ${p.all} steps; the rest was not sent and is not sent by itself.`,
    zh: (p) => `已在 ${p.all} 步中的第 ${p.done} 步后停止；其余步骤未发送，也不会自动发送。`,
  },
  stoppedBefore: {
    en: () => 'It was interrupted before anything was sent.',
    zh: () => '在发送任何请求之前被中断。',
  },
  lateDone: {
    en: () => 'The call worked after all, but the rest of the plan was not sent.',
    zh: () => '该请求最终成功了，但计划的其余步骤未发送。',
  },
  noAnswer: {
    en: () => 'It was interrupted while a call was on its way, so its answer is not known.',
    zh: () => '在请求途中被中断，因此不知道其结果。',
  },
  neverHappened: {
    en: () => 'Read again and again, the platform shows the state as before: the call had no effect.',
    zh: () => '多次读取后，平台状态与之前一致：该请求没有生效。',
  },
  neitherNor: {
    en: () => 'The platform shows neither what was before nor what was planned. See there what it is now.',
    zh: () => '平台上的状态既非之前的，也非计划的。请到平台查看当前状态。',
  },
  checkBefore: {
    en: (p: { at: string }) => `The platform still shows the state as before. I read again at ${p.at}.`,
    zh: (p) => `平台状态仍与之前一致。我会在 ${p.at} 再次读取。`,
  },
  checkOther: {
    en: (p: { at: string }) =>
      `The platform shows neither what was before nor what was planned. I read again at ${p.at}.`,
    zh: (p) => `平台上的状态既非之前的，也非计划的。我会在 ${p.at} 再次读取。`,
  },
  checkUnreadable: {
    en: () => 'The platform could not be read just now. I try again by myself.',
    zh: () => '暂时无法读取平台状态，我会自动重试。',
  },
  checkDone: { en: () => 'It is done.', zh: () => '已完成。' },
  checkFailed: { en: () => 'It failed; the card says why.', zh: () => '执行失败，原因见卡片。' },

  closesNow: { en: () => 'It is being closed now.', zh: () => '正在关闭。' },
  closedAlready: { en: () => 'This is over already.', zh: () => '已经结束。' },
  noOpening: { en: () => 'This request opened nothing for a while.', zh: () => '该申请没有限时开放。' },
  closedNote: {
    en: () => 'The time is over: what this had opened is closed again.',
    zh: () => '时间已到：已关闭此前开放的端口。',
  },
  byHandNote: {
    en: () => 'What this had opened was closed before its time.',
    zh: () => '此前开放的端口已提前关闭。',
  },
  keptNote: {
    en: () => 'A later request keeps this open without an end.',
    zh: () => '后续申请使其持续开放，不再自动关闭。',
  },
  extendedNote: {
    en: () => 'A later request set a new closing time.',
    zh: () => '后续申请设定了新的关闭时间。',
  },
  closingFailed: {
    en: (p: { why: string; at: string }) =>
      `This should be closed by now, but closing failed: ${p.why} I read and try again at ${p.at}.`,
    zh: (p) => `此时应已关闭，但关闭失败：${p.why} 我会在 ${p.at} 读取后重试。`,
  },
});
