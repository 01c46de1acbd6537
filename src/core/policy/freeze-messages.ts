import { apart } from '../text/chinese.ts';
import { messages } from '../text/text.ts';

export const freezeMsg = messages('freeze', {
  frozenUntil: {
    en: (p: { until: string; why: string }) => `*Frozen* until ${p.until}. Reason: “${p.why}”`,
    zh: (p) => `*变更冻结*，至 ${p.until}。理由：“${p.why}”`,
  },
  frozen: { en: (p: { why: string }) => `*Frozen*. Reason: “${p.why}”`, zh: (p) => `*变更冻结*。理由：“${p.why}”` },
  begunUntil: {
    en: (p: { until: string; who: string; why: string }) => `*Frozen* by ${p.who} until ${p.until}. Reason: “${p.why}”`,
    zh: (p) => `*变更冻结*，至 ${p.until}，由 ${p.who} 设置。理由：“${p.why}”`,
  },
  begun: {
    en: (p: { who: string; why: string }) => `*Frozen* by ${p.who}. Reason: “${p.why}”`,
    zh: (p) => `*变更冻结*，由 ${p.who} 设置。理由：“${p.why}”`,
  },
  outside: {
    en: (p: { until: string }) => `*Outside the change window*, which opens at ${p.until}`,
    zh: (p) => `*不在变更窗口内*，窗口将于 ${p.until} 开始`,
  },
  outsideWhy: {
    en: (p: { until: string; why: string }) =>
      `*Outside the change window*, which opens at ${p.until}. Reason: “${p.why}”`,
    zh: (p) => `*不在变更窗口内*，窗口将于 ${p.until} 开始。理由：“${p.why}”`,
  },
  outsideOpen: { en: () => '*Outside the change window*', zh: () => '*不在变更窗口内*' },
  outsideOpenWhy: {
    en: (p: { why: string }) => `*Outside the change window*. Reason: “${p.why}”`,
    zh: (p) => `*不在变更窗口内*。理由：“${p.why}”`,
  },
  notNow: {
    en: (p: { why: string }) => `${p.why}. Nothing can be decided until then.`,
    zh: (p) => `${p.why}。在此之前无法审批。`,
  },
  begins: {
    en: (p: { why: string }) => `${p.why}. This request can’t run then, so normal approval is blocked.`,
    zh: (p) => `${p.why}。该申请届时不能执行，因此无法正常审批。`,
  },
  stopped: {
    en: (p: { why: string }) =>
      `${p.why}. This began before the request could run, so nothing was sent. It has to be decided again.`,
    zh: (p) => `${p.why}。冻结在该申请执行前开始，因此未发送任何调用，之后需要重新审批。`,
  },
  thawed: {
    en: () => 'The freeze has ended. This request can be decided now.',
    zh: () => '冻结已结束，现在可以审批该申请。',
  },
  over: {
    en: () => 'The freeze has ended. If this is still needed, ask again.',
    zh: () => '冻结已结束。如仍有需要，请重新申请。',
  },
  overNote: {
    en: (p: { title: string }) =>
      `The freeze has ended: ${p.title}. Nothing ran. If it’s still needed, press *Ask again* on the card.`,
    zh: (p) => `冻结已结束：${p.title}。未执行任何操作。如仍有需要，请点击卡片上的“重新申请”。`,
  },
  explainFrozen: {
    en: (p: { at: string; why: string }) => `At ${p.at}, it couldn’t run. ${p.why}.`,
    zh: (p) => `在 ${p.at} 不能执行。${p.why}。`,
  },
  explainFrozenLine: {
    en: (p: { at: string; why: string; line: number }) =>
      `At ${p.at}, it couldn’t run. ${p.why} (line ${p.line} of the policy file).`,
    zh: (p) => `在 ${p.at} 不能执行。${p.why}（审批策略文件第 ${p.line} 行）。`,
  },
  explainFree: {
    en: (p: { at: string }) => `At ${p.at}, no freeze keeps it from running, and it’s within its windows.`,
    zh: (p) => `在 ${p.at} 没有冻结，且在变更窗口内，可以执行。`,
  },
  explainNever: {
    en: () => 'Freezes and windows never cover this: it must always be possible.',
    zh: () => '冻结和变更窗口从不涉及此操作：它必须随时可用。',
  },
  explainException: {
    en: (p: { who: string }) => `An exception needs a reason and approval from ${p.who}.`,
    zh: (p) => `特批须写明理由，并由${apart(p.who)}批准。`,
  },
  explainExceptionConfirms: {
    en: () => 'An exception needs a reason and the confirmation of the requester.',
    zh: () => '特批须写明理由，并由申请人确认。',
  },
  explainNoException: {
    en: () => 'The policy has no exception to this.',
    zh: () => '审批策略没有为此规定特批。',
  },
  explainGlass: {
    en: (p: { role: string }) => `In an emergency, anyone in ${p.role} can use Break glass.`,
    zh: (p) => `紧急情况下，“${p.role}”的任何成员可以使用“紧急执行”。`,
  },
  explainBounds: {
    en: () => 'Freezes and windows stop only changes that are made with Portolan.',
    zh: () => '冻结和变更窗口仅对通过 Portolan 进行的变更有效。',
  },
  notFrozen: { en: () => 'This request isn’t frozen any more.', zh: () => '该申请已不再冻结。' },
  onlyRequester: {
    en: (p: { who: string }) => `Only the requester, ${p.who}, can do this.`,
    zh: (p) => `只有申请人 ${p.who} 可以进行此操作。`,
  },
  askAgainNoted: {
    en: () => 'I’ll mention you when it ends. Nothing runs automatically.',
    zh: () => '结束时会提及您，不会自动执行任何操作。',
  },
  noException: {
    en: () => 'The policy has no exception to this. Wait until it ends.',
    zh: () => '审批策略没有为此规定特批，请等待其结束。',
  },
  anException: { en: () => 'An exception', zh: () => '特批' },
  exceptionAsked: {
    en: (p: { who: string; reason: string; why: string }) => `${p.who} asks for an exception: “${p.reason}”. ${p.why}.`,
    zh: (p) => `${p.who} 申请特批：“${p.reason}”。${p.why}。`,
  },
  exceptionNoted: {
    en: () => 'Asked. Your reason is shown on the card and in the audit log.',
    zh: () => '已申请特批。您的理由会显示在卡片上，并写入审计日志。',
  },
});
