import { messages } from '../text/text.ts';

export const freezeMsg = messages('freeze', {
  frozenUntil: { en: '*Frozen* until {until}. Reason: “{why}”', zh: '*变更冻结*，至 {until}。理由：“{why}”' },
  frozen: { en: '*Frozen*. Reason: “{why}”', zh: '*变更冻结*。理由：“{why}”' },
  begunUntil: {
    en: '*Frozen* by {who} until {until}. Reason: “{why}”',
    zh: '*变更冻结*，至 {until}，由 {who} 设置。理由：“{why}”',
  },
  begun: { en: '*Frozen* by {who}. Reason: “{why}”', zh: '*变更冻结*，由 {who} 设置。理由：“{why}”' },
  outside: { en: '*Outside the change window*, which opens at {until}', zh: '*不在变更窗口内*，窗口将于 {until} 开始' },
  outsideWhy: {
    en: '*Outside the change window*, which opens at {until}. Reason: “{why}”',
    zh: '*不在变更窗口内*，窗口将于 {until} 开始。理由：“{why}”',
  },
  outsideOpen: { en: '*Outside the change window*', zh: '*不在变更窗口内*' },
  outsideOpenWhy: { en: '*Outside the change window*. Reason: “{why}”', zh: '*不在变更窗口内*。理由：“{why}”' },
  notNow: { en: '{why}. Nothing can be decided until then.', zh: '{why}。在此之前无法审批。' },
  begins: {
    en: '{why}. This request can’t run then, so it can’t be approved.',
    zh: '{why}。该申请届时不能执行，因此无法审批。',
  },
  stopped: {
    en: '{why}. This began before the request could run, so nothing was sent. It has to be decided again.',
    zh: '{why}。冻结在该申请执行前开始，因此未发送任何调用，之后需要重新审批。',
  },
  thawed: { en: 'The freeze has ended. This request can be decided now.', zh: '冻结已结束，现在可以审批该申请。' },
  over: { en: 'The freeze has ended. If this is still needed, ask again.', zh: '冻结已结束。如仍有需要，请重新申请。' },
  overNote: {
    en: 'The freeze has ended: {title}. Nothing ran. If it’s still needed, press *Ask again* on the card.',
    zh: '冻结已结束：{title}。未执行任何操作。如仍有需要，请点击卡片上的“重新申请”。',
  },
  explainFrozen: { en: 'At {at}, it couldn’t run. {why}.', zh: '在 {at} 不能执行。{why}。' },
  explainFrozenLine: {
    en: 'At {at}, it couldn’t run. {why} (line {line} of the policy file).',
    zh: '在 {at} 不能执行。{why}（审批策略文件第 {line} 行）。',
  },
  explainFree: {
    en: 'At {at}, no freeze keeps it from running, and it’s within its windows.',
    zh: '在 {at} 没有冻结，且在变更窗口内，可以执行。',
  },
  explainNever: {
    en: 'Freezes and windows never cover this: it must always be possible.',
    zh: '冻结和变更窗口从不涉及此操作：它必须随时可用。',
  },
  explainException: {
    en: 'An exception needs a reason and approval from {who}.',
    zh: '特批须写明理由，并由{who:apart}批准。',
  },
  explainExceptionConfirms: {
    en: 'An exception needs a reason and the confirmation of the requester.',
    zh: '特批须写明理由，并由申请人确认。',
  },
  explainNoException: { en: 'The policy has no exception to this.', zh: '审批策略没有为此规定特批。' },
  explainGlass: {
    en: 'In an emergency, anyone in {role} can use Break glass.',
    zh: '紧急情况下，“{role}”的任何成员可以使用“紧急执行”。',
  },
  explainBounds: {
    en: 'Freezes and windows stop only changes that are made with Portolan.',
    zh: '冻结和变更窗口仅对通过 Portolan 进行的变更有效。',
  },
  notFrozen: { en: 'This request isn’t frozen any more.', zh: '该申请已不再冻结。' },
  onlyRequester: { en: 'Only the requester, {who}, can do this.', zh: '只有申请人 {who} 可以进行此操作。' },
  askAgainNoted: {
    en: 'I’ll mention you when it ends. Nothing runs automatically.',
    zh: '结束时会提及您，不会自动执行任何操作。',
  },
  noException: {
    en: 'The policy has no exception to this. Wait until it ends.',
    zh: '审批策略没有为此规定特批，请等待其结束。',
  },
  anException: { en: 'An exception', zh: '特批' },
  exceptionAsked: { en: '{who} asks for an exception: “{reason}”. {why}.', zh: '{who} 申请特批：“{reason}”。{why}。' },
  exceptionNoted: {
    en: 'Asked. Your reason is shown on the card and in the audit log.',
    zh: '已申请特批。您的理由会显示在卡片上，并写入审计日志。',
  },
});
