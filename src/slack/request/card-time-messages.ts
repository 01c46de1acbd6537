import { messages } from '../../core/text/text.ts';

export const cardTimeMsg = messages('slack.time', {
  frozen: { en: '❄ {why}', zh: '❄ {why}' },
  freezeEnds: { en: 'the freeze ends', zh: '冻结结束' },
  windowOpens: { en: 'the window opens', zh: '窗口开始' },
  frozenNext: {
    en: '*Next:* this can’t be approved now. {who} can press *{remind}*, and ask again with one press when {ends}. Otherwise, it expires {until}, and nothing runs.',
    zh: '*接下来*：目前无法审批。{who} 可点击“{remind}”，{ends}时点击一次即可重新申请。否则该申请将于 {until} 过期，不会执行。',
  },
  frozenPlanned: {
    en: '*Next:* this can’t run at its planned time, {at}, so it can’t be approved. {who} can press *Change time*, or *{remind}* and ask again then. Otherwise, it expires {until}, and nothing runs.',
    zh: '*接下来*：在计划的时间（{at}）无法执行，因此无法审批。{who} 可点击“更改时间”，或点击“{remind}”，届时重新申请。否则该申请将于 {until} 过期，不会执行。',
  },
  frozenAgain: {
    en: '*Next:* nothing to do yet. When {ends}, {who} is mentioned and can ask again with one press. Nothing runs automatically.',
    zh: '*接下来*：目前无需操作。{ends}时 Portolan 会提醒 {who}，点击一次即可重新申请。不会自动执行任何操作。',
  },
  frozenThaws: {
    en: '*Next:* nothing to do yet. When {ends}, this needs approval from {who}. Without it, nothing runs.',
    zh: '*接下来*：目前无需操作。{ends}后须由{who:apart}批准；未经批准不会执行。',
  },
  frozenThawsMore: {
    en: '*Next:* nothing to do yet. When {ends}, this still needs approval from {who}, as earlier approvals count. Without it, nothing runs.',
    zh: '*接下来*：目前无需操作。已有的批准仍然有效。{ends}后还须由{who:apart}批准；未经批准不会执行。',
  },
  frozenThawsToConfirm: {
    en: '*Next:* nothing to do yet. When {ends}, Portolan mentions {who}, who can confirm it. Without that, nothing runs.',
    zh: '*接下来*：目前无需操作。{ends}时 Portolan 会提醒 {who} 确认；未经确认不会执行。',
  },
  runsAtOnce: { en: 'runs at once', zh: '立即执行' },
  runsAsPlanned: { en: 'runs at its planned time', zh: '在计划的时间执行' },
  exceptionNeeds: {
    en: '*Sooner:* {asker} can press *Ask for an exception*. With approval from {who} (not the requester), it {runs}.',
    zh: '*提前执行*：{asker} 可点击“申请特批”并写明理由，由{who:apart}批准后{runs}。申请人不能批准。',
  },
  exceptionConfirms: {
    en: '*Sooner:* {asker} can press *Ask for an exception*. With a reason and their confirmation, it {runs}.',
    zh: '*提前执行*：{asker} 可点击“申请特批”，写明理由并确认后{runs}。',
  },
  /** Only for a freeze that was set in Slack. */
  lifts: {
    en: '*Ending it early:* {who}, or anyone else who may freeze changes here, can use `/portolan unfreeze`. This freeze has no exceptions.',
    zh: '*提前结束冻结*：{who} 或其他有权冻结变更的人可使用 `/portolan unfreeze`。该冻结不能申请特批。',
  },
  glassOverrides: {
    en: '*Emergency:* anyone in {role} can press *Break glass*. With a reason, it {runs}, without approval.',
    zh: '*紧急情况*：“{role}”的任何成员可点击“紧急执行”并写明理由，无需审批，{runs}。',
  },
  exception: {
    en: '⚠ *Exception to a freeze*, asked for by {who}: “{reason}”. {why}.',
    zh: '⚠ *冻结期特批*，由 {who} 申请，理由：“{reason}”。{why}。',
  },
  brokeGlassFrozen: {
    en: '🚨 *Break glass*: {who} ran this in spite of the freeze. “{reason}”',
    zh: '🚨 *紧急执行*：{who} 在冻结期间执行。理由：“{reason}”',
  },
  onlyPortolan: {
    en: '• Freezes stop only changes that are made with Portolan.',
    zh: '• 冻结仅对通过 Portolan 进行的变更有效。',
  },
  scheduled: {
    en: '🕒 *Scheduled for {at}* (your time zone). It runs automatically.',
    zh: '🕒 *计划于 {at} 执行*（您的时区）。届时自动执行。',
  },
  fromItsRun: { en: '{title}, counted from its run', zh: '{title}（从执行时起计算）' },
  scheduledChecked: {
    en: 'It is checked 15 minutes before and at its time. If the plan or its approvals changed, it waits for approval again, until {until}. If a freeze stops it, or it isn’t possible any more, nothing is sent.',
    zh: '执行前 15 分钟和执行时各检查一次。如果计划有变或审批已失效，则等待重新审批，至 {until} 过期。如遇冻结或已无法执行，则不发送任何调用。',
  },
  scheduledCheckedToConfirm: {
    en: 'It is checked 15 minutes before and at its time. If the plan changed, it waits for {who} to confirm again, until {until}. If a freeze stops it, or it isn’t possible any more, nothing is sent.',
    zh: '执行前 15 分钟和执行时各检查一次。如果计划有变，则等待 {who} 重新确认，至 {until} 过期。如遇冻结或已无法执行，则不发送任何调用。',
  },
  scheduledLooked: {
    en: '⚠ *It can’t run as things were {at}:* {why}',
    zh: '⚠ *按 {at} 的状态无法执行*：{why}',
  },
  /** Of a waiting request, after another request changed the same thing. */
  changedSince: {
    en: '⚠ *Changed since, {at}:* {why}',
    zh: '⚠ *此后已有变化*（{at}）：{why}',
  },
  changedSinceBy: {
    en: '⚠ *Changed since, by {who} {at}:* {why}',
    zh: '⚠ *此后已由 {who} 更改*（{at}）：{why}',
  },
  scheduledWho: {
    en: '• Anyone who may approve this can press *Run now* or *Change time*. The requester can too, but then it needs a new approval. Only the requester can cancel it.',
    zh: '• 有审批权限的人可点击“立即执行”或“更改时间”。申请人也可以，但之后需要重新审批。只有申请人可以取消申请。',
  },
  scheduledWhoConfirms: {
    en: '• Only the requester can run it now, change its time or cancel it.',
    zh: '• 只有申请人可以立即执行、更改时间或取消申请。',
  },
  scheduledNotThen: {
    en: '🕒 *Scheduled for {at}, but it can’t run then.*',
    zh: '🕒 *计划于 {at} 执行，但届时无法执行。*',
  },
  scheduledFrozen: {
    en: '❄ {why}. {who} can press *Change time* or *Cancel request*. If nobody does anything, nothing runs at that time, and it has to be decided again.',
    zh: '❄ {why}。{who} 可点击“更改时间”或“取消申请”。如无人操作，届时不会执行，之后须重新审批。',
  },
  planned: {
    en: '🕒 *Planned for {at}* (your time zone). Once it’s approved, it runs automatically then, or at once if that time is past.',
    zh: '🕒 *计划于 {at} 执行*（您的时区）。批准后将在该时间自动执行；如果该时间已过，则立即执行。',
  },
  plannedToConfirm: {
    en: '🕒 *Planned for {at}* (your time zone). Once it’s confirmed, it runs automatically then, or at once if that time is past.',
    zh: '🕒 *计划于 {at} 执行*（您的时区）。确认后将在该时间自动执行；如果该时间已过，则立即执行。',
  },
  missed: {
    en: '⚠ It was to run {at}, but couldn’t start in time. Nothing was sent. It runs as soon as it’s decided again.',
    zh: '⚠ 原定于 {at} 执行，但未能及时开始，未发送任何调用。重新审批后立即执行。',
  },
  pastPlan: {
    en: '⚠ The earlier request was planned for {at}. That time is past, so this one runs as soon as it’s decided.',
    zh: '⚠ 此前的申请计划于 {at} 执行，该时间已过，因此本申请审批后立即执行。',
  },
  gaveUp: {
    en: '🕒 It was planned for {at}. *Run now* gave that up.',
    zh: '🕒 原计划于 {at} 执行，因“立即执行”而取消了该计划。',
  },
  sureNow: { en: 'Run now', zh: '立即执行' },
  sureNowText: {
    en: 'It runs now instead of at {at}. Approvals for that time no longer count. If someone else must approve this, it waits for them.',
    zh: '将立即执行，不等到 {at}。针对该时间的批准不再有效。如须由他人审批，则等待其批准。',
  },
  keepTime: { en: 'Keep the time', zh: '保留原时间' },
  wasPlanned: { en: '🕒 It was planned for {at}.', zh: '🕒 原计划于 {at} 执行。' },
  endsBefore: {
    en: '⚠ It closes automatically before that, at {at} (request {other}). Unless that is extended, this request will have nothing to do.',
    zh: '⚠ 它会在此之前自动关闭：{at}（申请 {other}）。如不延长，此申请届时无需执行。',
  },
  opensAgain: {
    en: '• It’s open now, but closes automatically before that, at {at} (request {other}). The plan is for the state then, and this request opens it again.',
    zh: '• 它目前开启，但会在此之前自动关闭：{at}（申请 {other}）。计划按届时的状态制定，届时重新开启。',
  },
  besideAt: {
    en: '⚠ Request {other} on the same component is planned too, for {at}: {title}',
    zh: '⚠ 同一组件另有申请 {other}，计划于 {at} 执行：{title}',
  },
  ticket: { en: 'Ticket', zh: '工单' },
  ticketHint: { en: 'Some changes require one. Its form: {patterns}', zh: '部分变更必须填写。格式：{patterns}' },
  ofTicket: { en: 'Ticket {ticket}', zh: '工单 {ticket}' },
  remindEnds: { en: 'Remind me when it ends', zh: '结束时提醒我' },
  remindOpens: { en: 'Remind me when it opens', zh: '开始时提醒我' },
  askAgain: { en: 'Ask again', zh: '重新申请' },
  askException: { en: 'Ask for an exception', zh: '申请特批' },
  runNow: { en: 'Run now', zh: '立即执行' },
  changeTime: { en: 'Change time', zh: '更改时间' },
  changeTimeTitle: { en: 'Change the time', zh: '更改时间' },
  changeTimeSubmit: { en: 'Change', zh: '更改' },
  newTime: { en: 'When to run', zh: '执行时间' },
  changeTimeConfirms: { en: 'Confirm new time', zh: '确认新时间' },
  /** A person who may decide decides by changing the time. */
  newTimeConfirms: {
    en: 'In your time zone, at most 30 days ahead. This also confirms the change: it runs automatically at that time.',
    zh: '按您的时区，最多提前 30 天。这同时确认了该变更：届时自动执行。',
  },
  newTimeApproves: {
    en: 'In your time zone, at most 30 days ahead. If you may approve this, it counts as your approval for that time. Earlier approvals no longer count.',
    zh: '按您的时区，最多提前 30 天。如果您有审批权限，这同时视为您批准在该时间执行。之前的批准不再有效。',
  },
  newTimeAsks: {
    en: 'In your time zone, at most 30 days ahead. It needs approval for that time: earlier approvals no longer count.',
    zh: '按您的时区，最多提前 30 天。须针对该时间重新审批，之前的批准不再有效。',
  },
  newTimeFrozen: {
    en: 'In your time zone, at most 30 days ahead. It needs a decision for that time, and it runs only if no freeze is in effect then.',
    zh: '按您的时区，最多提前 30 天。须针对该时间重新决定，且届时没有冻结才会执行。',
  },
  whenHint: {
    en: 'Leave it empty to run it right after the decision. In your time zone, at most 30 days ahead.',
    zh: '留空则在批准或确认后立即执行。按您的时区，最多提前 30 天。',
  },
  exceptionTitle: { en: 'Exception to a freeze', zh: '冻结期特批' },
  exceptionSubmit: { en: 'Ask', zh: '申请' },
  exceptionNote: {
    en: 'Your reason is shown on the card and in the audit log. Those who may decide are mentioned.',
    zh: '您的理由会显示在卡片上，并写入审计日志。届时会 @有审批权限的人。',
  },
  timeMissing: { en: 'Choose a time.', zh: '请选择时间。' },
});
