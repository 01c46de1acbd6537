import { apart } from '../../core/text/chinese.ts';
import { messages } from '../../core/text/text.ts';

export const cardTimeMsg = messages('slack.time', {
  frozen: { en: (p: { why: string }) => `❄ ${p.why}`, zh: (p) => `❄ ${p.why}` },
  frozenNext: {
    en: (p: { who: string; until: string }) =>
      `Nobody can approve or run this yet. *Next:* ${p.who}, press *Ask again when it ends*. You’re mentioned then, and can ask again with one press. Otherwise, this request expires ${p.until}, and nothing runs.`,
    zh: (p) =>
      `目前无法审批或执行。 *接下来：* ${p.who}，请点击 *结束时提醒我重新申请*，届时会提及您，点击一次即可重新申请。否则，该申请将于 ${p.until} 过期，不会执行。`,
  },
  frozenPlanned: {
    en: (p: { at: string; who: string; until: string }) =>
      `This is planned for ${p.at} and can’t run then. *Next:* ${p.who}, press *Change time*, or *Ask again when it ends* to be mentioned then. Otherwise, this request expires ${p.until}, and nothing runs.`,
    zh: (p) =>
      `计划于 ${p.at} 执行，但届时无法执行。 *接下来：* ${p.who}，请点击 *更改时间*，或点击 *结束时提醒我重新申请*，届时会提及您。否则，该申请将于 ${p.until} 过期，不会执行。`,
  },
  frozenAgain: {
    en: (p: { who: string }) =>
      `Nobody has to do anything yet. *Next:* when it ends, ${p.who} is mentioned and can ask again with one press. Nothing runs automatically.`,
    zh: (p) => `目前无需任何操作。 *接下来：* 结束时会提及 ${p.who}，届时点击一次即可重新申请。不会自动执行任何操作。`,
  },
  frozenThaws: {
    en: (p: { who: string }) =>
      `Nobody has to do anything yet. *Next:* when it ends, this needs approval from ${p.who}. Nothing runs automatically.`,
    zh: (p) => `目前无需任何操作。 *接下来：* 结束后，须由${apart(p.who)}审批。不会自动执行任何操作。`,
  },
  frozenThawsToConfirm: {
    en: (p: { who: string }) =>
      `Nobody has to do anything yet. *Next:* when it ends, ${p.who} can confirm it. Nothing runs automatically.`,
    zh: (p) => `目前无需任何操作。 *接下来：* 结束后，${p.who} 可以确认。不会自动执行任何操作。`,
  },
  exceptionNeeds: {
    en: (p: { asker: string; who: string }) =>
      `Sooner: ${p.asker} can ask for an exception. It needs a reason and approval from ${p.who}.`,
    zh: (p) => `提前执行：${p.asker} 可以申请例外，须写明理由，并由${apart(p.who)}批准。`,
  },
  exceptionConfirms: {
    en: (p: { asker: string }) => `Sooner: ${p.asker} can ask for an exception. It needs a reason.`,
    zh: (p) => `提前执行：${p.asker} 可以申请例外，须写明理由。`,
  },
  glassOverrides: {
    en: (p: { role: string }) => `In an emergency, ${p.role} can run it with *Break glass* and a reason.`,
    zh: (p) => `紧急情况下，角色“${p.role}”的成员可以写明理由后通过 *紧急执行* 运行。`,
  },
  exception: {
    en: (p: { who: string; reason: string; why: string }) =>
      `⚠ *Exception to a freeze*, asked for by ${p.who}: “${p.reason}”. ${p.why}.`,
    zh: (p) => `⚠ *冻结例外*，由 ${p.who} 申请，理由：“${p.reason}”。${p.why}。`,
  },
  brokeGlassFrozen: {
    en: (p: { who: string; reason: string }) =>
      `🚨 *Break glass*: ${p.who} ran this in spite of the freeze. “${p.reason}”`,
    zh: (p) => `🚨 *紧急执行*：${p.who} 在冻结期间执行。理由：“${p.reason}”`,
  },
  onlyPortolan: {
    en: () => '• Freezes bind only changes that are made with Portolan.',
    zh: () => '• 冻结只约束通过 Portolan 进行的变更。',
  },
  scheduled: {
    en: (p: { at: string }) => `🕒 *Scheduled for ${p.at}*. It runs automatically then: nobody has to do anything.`,
    zh: (p) => `🕒 *计划于 ${p.at} 执行*。届时自动执行，无需任何操作。`,
  },
  scheduledChecked: {
    en: (p: { until: string }) =>
      `• It’s checked 15 minutes before. If the plan has changed or an approval no longer counts, it doesn’t run: those who may decide are mentioned, and can decide until ${p.until}.`,
    zh: (p) =>
      `• 执行前 15 分钟会检查。如果计划有变或审批已失效，则不会执行：会提及有权审批的人，可在 ${p.until} 前重新决定。`,
  },
  scheduledNotThen: {
    en: (p: { at: string }) => `🕒 *Scheduled for ${p.at}, but it can’t run then.*`,
    zh: (p) => `🕒 *计划于 ${p.at} 执行，但届时无法执行。*`,
  },
  scheduledFrozen: {
    en: (p: { why: string; who: string }) =>
      `❄ ${p.why}. *Next:* ${p.who}, press *Change time* or *Cancel request*. Otherwise, nothing is sent at that time, and it has to be decided again.`,
    zh: (p) =>
      `❄ ${p.why}。 *接下来：* ${p.who}，请点击 *更改时间* 或 *取消申请*。否则届时不会发送任何调用，之后需要重新审批。`,
  },
  planned: {
    en: (p: { at: string }) =>
      `🕒 *Planned for ${p.at}*. Once it’s approved, it runs automatically then, or at once if that time is past.`,
    zh: (p) => `🕒 *计划于 ${p.at} 执行*。批准后将在该时间自动执行；如果该时间已过，则立即执行。`,
  },
  plannedToConfirm: {
    en: (p: { at: string }) =>
      `🕒 *Planned for ${p.at}*. Once it’s confirmed, it runs automatically then, or at once if that time is past.`,
    zh: (p) => `🕒 *计划于 ${p.at} 执行*。确认后将在该时间自动执行；如果该时间已过，则立即执行。`,
  },
  missed: {
    en: (p: { at: string }) =>
      `⚠ It was to run ${p.at}, but couldn’t start in time. Nothing was sent. It runs as soon as it’s decided again.`,
    zh: (p) => `⚠ 原定于 ${p.at} 执行，但未能及时开始，未发送任何调用。重新决定后立即执行。`,
  },
  besideAt: {
    en: (p: { other: string; title: string; at: string }) =>
      `⚠ Request ${p.other} on the same component is scheduled too, for ${p.at}: ${p.title}`,
    zh: (p) => `⚠ 同一组件另有已排期的申请 ${p.other}（${p.at}）：${p.title}`,
  },
  ticket: { en: () => 'Ticket', zh: () => '工单' },
  ticketHint: {
    en: (p: { patterns: string }) => `Some changes require one. Its form: ${p.patterns}`,
    zh: (p) => `部分变更必须填写。格式：${p.patterns}`,
  },
  ofTicket: { en: (p: { ticket: string }) => `ticket ${p.ticket}`, zh: (p) => `工单 ${p.ticket}` },
  askAgainThen: { en: () => 'Ask again when it ends', zh: () => '结束时提醒我重新申请' },
  askAgain: { en: () => 'Ask again', zh: () => '重新申请' },
  askException: { en: () => 'Ask for an exception', zh: () => '申请例外' },
  runNow: { en: () => 'Run now', zh: () => '立即执行' },
  changeTime: { en: () => 'Change time', zh: () => '更改时间' },
  changeTimeTitle: { en: () => 'Change the time', zh: () => '更改时间' },
  changeTimeSubmit: { en: () => 'Change', zh: () => '更改' },
  newTime: { en: () => 'When to run', zh: () => '执行时间' },
  newTimeHint: {
    en: () => 'In your time zone, at most 30 days ahead. A decision is for one time: it may have to be decided again.',
    zh: () => '按您的时区，最多提前 30 天。每个决定只针对一个时间，可能需要重新决定。',
  },
  whenHint: {
    en: () => 'Leave it empty to run it once it’s decided. In your time zone, at most 30 days ahead.',
    zh: () => '留空则在决定后立即执行。按您的时区，最多提前 30 天。',
  },
  exceptionTitle: { en: () => 'Exception to a freeze', zh: () => '冻结例外' },
  exceptionSubmit: { en: () => 'Ask', zh: () => '申请' },
  exceptionNote: {
    en: () => 'Your reason is shown on the card and in the audit log. Those who may decide are mentioned.',
    zh: () => '您的理由会显示在卡片上，并写入审计日志。有权审批的人会被提及。',
  },
  timeMissing: { en: () => 'Choose a time.', zh: () => '请选择时间。' },
});
