import { chineseWords } from '../text/chinese.ts';
import { messages } from '../text/text.ts';

export const requestMsg = messages('card', {
  reference: { en: 'Reference: `{reference}`', zh: '参考编号：`{reference}`' },
  oldRevision: {
    en: 'The plan has changed since then, so nothing was done. Review the card again, then decide.',
    zh: '计划已有变化，本次操作未生效。请重新查看卡片后再决定。',
  },
  isApproved: { en: 'This request is already approved and about to run.', zh: '该申请已获批准，即将执行。' },
  isScheduled: { en: 'This request is already approved and scheduled.', zh: '该申请已获批准，将按计划时间执行。' },
  scheduledNow: { en: 'Decided. It runs at {at}.', zh: '已决定，将于 {at} 执行。' },
  notYoursToMove: {
    en: 'Only {who}, who requested this, and those who may decide can change its time.',
    zh: '只有申请人 {who} 和有权审批的人可以更改时间。',
  },
  movedTo: {
    en: '{who} moved this to {at}.',
    zh: '{who} 已将时间改为 {at}。',
  },
  movedToNow: {
    en: '{who} wants this to run now.',
    zh: '{who} 要求立即执行。',
  },
  approvalsVoided: {
    en: '{what} {count:The approval of|The approvals of} {who} {count:no longer counts|no longer count}.',
    zh: '{what} {who} 的批准不再有效。',
  },
  approvedFor: { en: '{who} approved it for {at}.', zh: '{who} 已批准在 {at} 执行。' },
  mentioned: { en: '{who}', zh: '{who}' },
  movedAsksAgain: {
    en: 'Changed. The new time has to be decided again.',
    zh: '已更改，新的时间需要重新审批。',
  },
  missedNote: {
    en: 'This was to run at {at}, but couldn’t start within 15 minutes. Nothing was sent. Please decide again.',
    zh: '原定于 {at} 执行，但未能在 15 分钟内开始，未发送任何调用，请重新审批。',
  },
  lookedEarlyNote: {
    en: 'This is scheduled for {at}, but can’t run as things are now: {why}',
    zh: '该变更计划于 {at} 执行，但按目前状态无法执行：{why}',
  },
  lookedNote: {
    en: 'This is about to run, but can’t at the moment: {why}',
    zh: '即将到执行时间，但按目前状态无法执行：{why}',
  },
  glassLoudFrozen: {
    en: '🚨 {by} used Break glass to run this in spite of the freeze. Reason: “{reason}”',
    zh: '🚨 {by} 使用紧急执行，在冻结期间执行了该变更。理由：“{reason}”',
  },
  isRunning: { en: 'This request is already in progress.', zh: '该变更正在进行。' },
  isUnknown: {
    en: 'This request has already run. I’m still checking whether it worked.',
    zh: '该变更已执行，结果仍在确认中。',
  },
  isDone: { en: 'This request is already done.', zh: '该变更已完成。' },
  isFailed: { en: 'This request has already failed.', zh: '该变更已结束：执行失败。' },
  isDenied: { en: '{by} has already denied this request.', zh: '{by} 已拒绝该申请。' },
  isCancelled: { en: 'This request has already been canceled.', zh: '该申请已取消。' },
  restored: {
    en: 'Restored from a backup of {at}. What happened after that isn’t known here.',
    zh: '数据库已从 {at} 的备份恢复，此后发生的情况无法得知。',
  },
  isExpired: { en: 'This request has expired. Make a new one.', zh: '该申请已过期，请重新申请。' },
  isProposed: { en: 'This request is still waiting for a decision.', zh: '该申请仍在等待处理。' },

  approvedRuns: { en: 'Approved. Running now.', zh: '已批准，即将执行。' },
  confirmedRuns: { en: 'Confirmed. Running now.', zh: '已确认，即将执行。' },
  approvedMore: {
    en: 'Approved. {left} more {left:approval is|approvals are} needed.',
    zh: '已批准，还需另外 {left} 人批准。',
  },
  glassBroken: {
    en: 'Running now without approval. Your reason is shown on the card and in the audit log.',
    zh: '正在未经审批的情况下执行。您的理由会显示在卡片上，并写入审计日志。',
  },
  glassLoud: {
    en: '🚨 {by} used Break glass to run this without approval. Reason: “{reason}”',
    zh: '🚨 {by} 使用紧急执行，未经审批直接执行了该变更。理由：“{reason}”',
  },
  glassBrokenWith: {
    en: 'Running now with only {given} of {count} approvals. Your reason is shown on the card and in the audit log.',
    zh: '在仅有 {given} 人批准（需要 {count} 人）时执行。您的理由会显示在卡片上，并写入审计日志。',
  },
  glassLoudWith: {
    en: '🚨 {by} used Break glass to run this with only {given} of {count} approvals. Reason: “{reason}”',
    zh: '🚨 {by} 使用紧急执行，在仅有 {given} 人批准（需要 {count} 人）时执行了该变更。理由：“{reason}”',
  },
  deniedNow: { en: 'Denied. Nothing was changed.', zh: '已拒绝，未做任何更改。' },
  deniedNote: { en: 'This request was denied by {by}.', zh: '该申请已被 {by} 拒绝。' },
  deniedBecause: { en: 'This request was denied by {by}: “{reason}”', zh: '该申请已被 {by} 拒绝：“{reason}”' },
  cancelledNow: { en: 'Canceled. Nothing was changed.', zh: '已取消，未做任何更改。' },
  accessEnded: {
    en: 'The access is closed by now, so its closing time can’t be changed.',
    zh: '该访问已关闭，无需再更改关闭时间。',
  },
  agentWithdrew: { en: 'The agent *{agent}* withdrew it.', zh: '智能体 *{agent}* 已撤回。' },
  agentRevoked: {
    en: '{by} revoked the agent *{agent}*, which requested this.',
    zh: '提出此申请的智能体 *{agent}* 已被 {by} 吊销。',
  },
  onlyAskerCancels: {
    en: 'Only the requester, {asker}, can cancel this request.',
    zh: '只有申请人 {asker} 可以取消。',
  },
  expiredNote: {
    en: 'No one decided in time, so this request expired: {title}. Nothing was changed.',
    zh: '无人及时处理，该申请已过期：{title}。未做任何更改。',
  },
  expiredWaiting: {
    en: 'It couldn’t start in time, so this request expired: {title}. Nothing was changed.',
    zh: '未能及时开始执行，该申请已过期：{title}。未做任何更改。',
  },
  remindDeciders: {
    en: 'Reminder: this request needs a decision by {until}. Without one, it expires.',
    zh: '提醒：该申请需在 {until} 之前处理，否则将过期。',
  },
  remindChannel: {
    en: 'Reminder: {title} needs approval from {who} by {until}. Without it, the request expires.',
    zh: '提醒：{title}，需由{who}在 {until} 之前审批，否则申请将过期。',
  },
  remindConfirm: {
    en: 'Reminder: please confirm or cancel by {until}: {title}. Otherwise the request expires.',
    zh: '提醒：请在 {until} 之前确认或取消：{title}。否则申请将过期。',
  },
  remindExpired: {
    en: 'Expired, nothing was changed: {title}.',
    zh: '已过期，未做任何更改：{title}。',
  },

  requesterGone: {
    en: '{who}, who requested this, is no longer a member of this workspace. The request was canceled. Nothing was sent.',
    zh: '申请人 {who} 已不是此工作区的成员，该申请已取消，未发送任何调用。',
  },
  requesterGuest: {
    en: '{who}, who requested this, is now a guest. The request was canceled. Nothing was sent.',
    zh: '申请人 {who} 已变为访客，该申请已取消，未发送任何调用。',
  },
  requesterLeft: {
    en: '{who}, who requested this, left the channel. The request was canceled. Nothing was sent.',
    zh: '申请人 {who} 已离开频道，该申请已取消，未发送任何调用。',
  },
  requesterRefused: {
    en: '{why} The request was canceled. Nothing was sent.',
    zh: '{why}该申请已取消，未发送任何调用。',
  },
  deciderGone: {
    en: '{who}’s approval no longer counts: they are no longer a member of this workspace.',
    zh: '{who} 的批准已失效：其已不是此工作区的成员。',
  },
  deciderGuest: {
    en: '{who}’s approval no longer counts: they are now a guest.',
    zh: '{who} 的批准已失效：其已变为访客。',
  },
  deciderRefused: {
    en: '{who}’s approval no longer counts: the policy doesn’t let them approve this any more.',
    zh: '{who} 的批准已失效：审批策略不再允许其批准该申请。',
  },
  policyAsksMore: { en: 'The policy now asks for more than was decided.', zh: '审批策略现在要求更多审批。' },
  decideAgain: { en: 'Nothing was sent. Please decide again.', zh: '未发送任何调用，请重新审批。' },
  peopleUnread: {
    en: 'This hasn’t run, because I can’t check in Slack whether the approvers still may approve. I’ll keep trying until it expires at {until}.',
    zh: '无法从 Slack 确认审批人是否仍有权限，因此尚未执行。在 {until} 过期前会继续尝试。',
  },

  changedNote: {
    en: 'The state on the platform changed before this ran, so nothing was sent. The card shows the new plan. Please decide again.',
    zh: '执行前平台上的状态已变化，因此未发送任何调用。卡片上是新计划，请重新审批。',
  },
  changedWaitingNote: {
    en: 'Another change has ended, so this one would now do something else. The card shows the new plan. Please decide on that one.',
    zh: '另一变更已结束，本变更的计划因此有变。卡片上是新计划，请据此审批。',
  },
  arrow: { en: '{before} → {after}', zh: '{before} → {after}' },
  nothing: { en: '–', zh: '–' },
  rowTitle: { en: 'Plan', zh: '计划' },
  rowCalls: { en: 'Call', zh: '调用' },
  rowWarning: { en: 'Warning', zh: '警告' },
  rowDetails: { en: 'Details', zh: '细节' },
  detailsBefore: { en: 'earlier plan', zh: '原计划' },
  detailsAfter: { en: 'new plan', zh: '新计划' },
  alreadyNow: {
    en: 'Nothing was left to do. {already}',
    zh: '已无需执行。{already}',
  },
  refusedNow: {
    en: 'Nothing was changed, because this isn’t possible anymore. {why}',
    zh: '未做任何更改：现在已无法执行。{why}',
  },
  unreadableNow: {
    en: 'Nothing was changed: I couldn’t read the current state from the platform. {why}',
    zh: '未做任何更改：执行前无法从平台读取当前状态。{why}',
  },

  closingSetNote: {
    en: 'Closing time set: {title}. Closes automatically at {at}.',
    zh: '已设置关闭时间：{title}。将于 {at} 自动关闭。',
  },
  doneNote: { en: 'Done: {title}.', zh: '已完成：{title}。' },
  failedNote: { en: 'Failed: {title}. {why}', zh: '失败：{title}。{why}' },
  another: { en: 'another request', zh: '另一申请' },
  partlyNote: { en: 'Partly done: {title}. {why}', zh: '部分完成：{title}。{why}' },
  unknownNote: {
    en: (p: { title: string; why: string }) =>
      `Outcome unknown: ${p.title}. ${p.why} I won’t send it again. I’m checking the current state.`,
    zh: (p) => chineseWords([`结果未知：${p.title}。${p.why}`, '不会重发，正在检查当前状态。']),
  },
  unfollowedNote: { en: 'Outcome unknown: {title}. {why}', zh: '结果未知：{title}。{why}' },
  uncheckedNote: {
    en: 'I no longer check this automatically: {title}. If you know how it ended, say so on the card.',
    zh: '已停止自动检查：{title}。如果您知道结果，请在卡片上确认。',
  },
  otherNote: {
    en: '{title}: the current state is neither the earlier nor the planned one. Look at the platform, then press Check now.',
    zh: '{title}：当前状态既不是变更前的，也不是计划的。请到平台查看，然后点击“立即检查”。',
  },
  stoppedAfter: {
    en: 'It stopped after {done} of {all} steps. The remaining steps weren’t sent and won’t be sent automatically.',
    zh: '共 {all} 步，在第 {done} 步之后停止；其余步骤未发送，也不会自动发送。',
  },
  lateDone: {
    en: 'The call turned out to have succeeded, but the remaining steps weren’t sent.',
    zh: '事后确认该调用已成功，但其余步骤未发送。',
  },
  noAnswer: {
    en: 'I stopped during a call, so I don’t know whether the platform finished it.',
    zh: '在调用过程中被中断，因此不知道其结果。',
  },
  neverHappened: {
    en: 'After several checks, the state was still unchanged: the call had no effect.',
    zh: '多次检查后状态仍与变更前一致：该调用没有生效。',
  },
  neitherNor: {
    en: 'The state that was read is neither the earlier nor the planned one. Look at the platform.',
    zh: '读取到的状态既不是变更前的，也不是计划的。请到平台查看。',
  },
  checkGoesOn: {
    en: 'It’s still in progress on the platform. Press Check now again later.',
    zh: '平台上仍在进行，请稍后再次点击“立即检查”。',
  },
  checkBefore: {
    en: 'Nothing has changed so far. I’ll check again at {at}.',
    zh: '目前尚无变化。我会在 {at} 再次检查。',
  },
  checkOther: {
    en: 'The current state is neither the earlier nor the planned one. I’ll check again at {at}.',
    zh: '当前状态既不是变更前的，也不是计划的。我会在 {at} 再次检查。',
  },
  checkUnreadableNow: {
    en: 'I couldn’t read the current state from the platform. Try again later with Check now.',
    zh: '暂时无法读取平台状态，请稍后再次点击“立即检查”。',
  },
  checkUnreadable: {
    en: 'I couldn’t read the current state from the platform. I’ll try again automatically.',
    zh: '暂时无法从平台读取当前状态，我会自动重试。',
  },
  stillChecking: { en: 'I’m still checking whether it worked. Wait a moment.', zh: '仍在自动检查结果，请稍候。' },
  saidDone: { en: 'Said by {by}: it’s done.', zh: '{by} 确认：已完成。' },
  saidFailed: { en: 'Said by {by}: it failed.', zh: '{by} 确认：已失败。' },
  settledDone: { en: 'Recorded: it’s done, as you say.', zh: '已按您的确认记录为完成。' },
  settledFailed: { en: 'Recorded: it failed, as you say.', zh: '已按您的确认记录为失败。' },
  checkDone: { en: 'It worked: the change is done.', zh: '变更已完成。' },
  checkFailed: { en: 'It failed. The card shows why.', zh: '执行失败，原因见卡片。' },

  /** `what`: "External access to port 8080 on web". The notes are read alone, such as in a push. */
  closesSoon: { en: '{what} closes automatically at {at}.', zh: '{what}将于 {at} 自动关闭。' },
  closesNow: { en: 'Closing it now.', zh: '正在关闭。' },
  closedAlready: { en: 'It’s already closed.', zh: '已经关闭。' },
  noOpening: { en: 'This request has no temporary access.', zh: '该申请没有临时开放任何端口。' },
  closedNote: { en: '{what} was closed automatically.', zh: '{what}已自动关闭。' },
  closedNoteAt: {
    en: '{what} was closed automatically. No longer reachable: {addresses}',
    zh: '{what}已自动关闭。以下地址已无法访问：{addresses}',
  },
  /** For a channel that was told that closing failed. */
  closedAtLast: { en: '✓ {note}', zh: '✓ {note}' },
  closedOf: { en: '{note} It was opened with “{title}”.', zh: '{note}此前由“{title}”开启。' },
  nowClosed: { en: '{what} is closed now. {note}', zh: '{what}现已关闭。{note}' },
  closedByNote: { en: 'Closed by {by}.', zh: '已由 {by} 关闭。' },
  closedByRequest: { en: 'Closed by {by}: see request {other}.', zh: '已由 {by} 关闭，见申请 {other}。' },
  outerClosedNote: {
    en: 'External access closed by {by}. Internal access closes automatically at {at}.',
    zh: '对外服务已由 {by} 关闭，对内服务将于 {at} 自动关闭。',
  },
  /** For the thread of an opening with a closing time that a later request set. */
  closedLaterNote: {
    en: 'Closed automatically, at the time that request {other} set.',
    zh: '已按申请 {other} 设置的时间自动关闭。',
  },
  changedOutsideNote: {
    en: 'Closed or changed outside Portolan: see request {other}.',
    zh: '已在 Portolan 之外关闭或更改，见申请 {other}。',
  },
  elsewhereNote: {
    en: '{what} was closed outside Portolan, such as in the console.',
    zh: '{what}已在 Portolan 之外（例如控制台）关闭。',
  },
  reopenedNote: {
    en: '{what} was closed and opened again outside Portolan, such as in the console. I don’t close it: close it yourself when it’s no longer needed.',
    zh: '{what}已在 Portolan 之外（例如控制台）关闭后重新开启，不会自动关闭；不再需要时请手动关闭。',
  },
  byHandNote: { en: 'Closed early by a later request.', zh: '已由之后的申请提前关闭。' },
  keptByNote: {
    en: 'Stays open: {by} removed the closing time, which was {from}. See request {other}.',
    zh: '保持开放：{by} 取消了原定于 {from} 的自动关闭，见申请 {other}。',
  },
  keptNote: { en: 'Stays open: a later request removed the closing time.', zh: '保持开放：之后的申请取消了自动关闭。' },
  movedByNote: {
    en: '{by} moved the closing time from {from} to {at}: see request {other}.',
    zh: '{by} 将关闭时间从 {from} 改为 {at}，见申请 {other}。',
  },
  extendedNote: { en: 'A later request set a new closing time.', zh: '之后的申请设置了新的关闭时间。' },
  stillOpen: {
    // `late`: time since the closing time, or empty.
    en: (p: Record<'what' | 'why' | 'late', string>) =>
      `⚠ ${p.what} is still open${p.late && ` ${p.late}`} past its closing time. Closing failed. ${p.why} Portolan keeps trying.`,
    zh: (p) =>
      chineseWords([`⚠ ${p.what}已过关闭时间${p.late && ` ${p.late}`}，仍开启。关闭失败。${p.why}`, '将继续重试。']),
  },
  earlyFailed: {
    en: (p: { what: string; by: string; why: string }) =>
      `⚠ ${p.what} is still open. Closing it early for ${p.by} failed. ${p.why} Portolan keeps trying.`,
    zh: (p) => chineseWords([`⚠ ${p.what}仍开启。按 ${p.by} 的要求提前关闭失败。${p.why}`, '将继续重试。']),
  },
  earlyUnknown: {
    en: (p: { what: string; by: string; why: string }) =>
      `⚠ ${p.what} may still be open. The platform didn’t confirm the early closing for ${p.by}. ${p.why} Portolan keeps checking.`,
    zh: (p) => chineseWords([`⚠ ${p.what}可能仍开启。平台未确认按 ${p.by} 的要求提前关闭。${p.why}`, '将继续检查。']),
  },
  closingUnknown: {
    en: (p: Record<'what' | 'why' | 'late', string>) =>
      `⚠ ${p.what} may still be open${p.late && ` ${p.late}`} past its closing time. The platform didn’t confirm the closing. ${p.why} Portolan keeps checking.`,
    zh: (p) =>
      chineseWords([
        `⚠ ${p.what}已过关闭时间${p.late && ` ${p.late}`}，但可能仍开启。平台未确认关闭。${p.why}`,
        '将继续检查。',
      ]),
  },
});
