import { messages } from '../../core/text/text.ts';

export const actionMsg = messages('slack.request', {
  callsTitle: { en: () => 'API calls', zh: () => 'API 调用' },
  callTitle: {
    en: (p: { number: number; says: string }) => `*${p.number}.* ${p.says}`,
    zh: (p) => `*${p.number}.* ${p.says}`,
  },
  notPostedYet: {
    en: () =>
      'Your request is saved, but Slack hasn’t accepted its card yet. I’ll keep trying until it expires. Nothing runs before the card is posted.',
    zh: () => '申请已保存，但 Slack 尚未接受其卡片。我会在过期前不断重试；卡片发出之前不会执行任何操作。',
  },
  runTitle: { en: () => 'Run this?', zh: () => '确定执行吗？' },
  runSubmit: { en: () => 'Run now', zh: () => '立即执行' },
  runsNow: {
    en: (p: { channel: string }) => `The policy lets this run without approval. Its card is posted in ${p.channel}.`,
    zh: (p) => `审批策略允许不经审批执行此变更。卡片会发到 ${p.channel}。`,
  },
  runsConfirmed: {
    en: (p: { channel: string }) => `It runs as soon as you confirm. Its card is posted in ${p.channel}.`,
    zh: (p) => `您确认后立即执行。卡片会发到 ${p.channel}。`,
  },
  runsPlanned: {
    en: (p: { at: string; channel: string }) => `It runs ${p.at} if you confirm. Its card is posted in ${p.channel}.`,
    zh: (p) => `您确认后将于 ${p.at} 执行。卡片会发到 ${p.channel}。`,
  },
  requestTitle: { en: () => 'Request this?', zh: () => '确定申请吗？' },
  postRequest: { en: () => 'Post request', zh: () => '提交申请' },
  postsRequest: {
    en: (p: { who: string; channel: string }) => `Needs approval from ${p.who}. The request is posted in ${p.channel}.`,
    zh: (p) => `需要审批：${p.who}。申请会发到 ${p.channel}。`,
  },
  runChanged: {
    en: () => '⚠ The plan has changed since you saw it. Nothing was run. Review it again.',
    zh: () => '⚠ 计划已有变化，未执行任何操作。请重新查看。',
  },
  notPostedTitle: { en: () => 'Card not posted yet', zh: () => '卡片尚未发布' },
  callsNote: {
    en: () => 'The calls of this plan in their order. Each is sent at most once. Credentials are never shown.',
    zh: () => '本计划的调用及其顺序。每个最多发送一次。不会显示凭据。',
  },
  callsNotSent: {
    en: () =>
      'Nothing has been sent. If this runs, the calls are sent in this order, each at most once. Credentials are never shown.',
    zh: () => '尚未发送任何调用。执行时按此顺序发送，每个最多发送一次。不会显示凭据。',
  },
  callsForMembers: {
    en: (p: { channel: string }) =>
      `Only members of ${p.channel} can see the API calls. Join the channel, then try again.`,
    zh: (p) => `只有 ${p.channel} 的成员可以查看 API 调用。请先加入该频道，然后重试。`,
  },
  verdictAfter: {
    en: (p: { title: string; says: string }) => `*${p.says}* in the 15 minutes after “${p.title}”`,
    zh: (p) => `*${p.says}*：${p.title}之后 15 分钟`,
  },
  movedAfter: {
    en: (p: { title: string; says: string }) => `*${p.says}* since “${p.title}”`,
    zh: (p) => `*${p.says}*：${p.title}之后`,
  },
  worseAfter: {
    en: (p: { title: string }) => `⚠ *Something got worse* after “${p.title}”. It may have another cause.`,
    zh: (p) => `⚠ *情况变差*：${p.title}之后。也可能另有原因。`,
  },
  worseUntil: {
    en: (p: { title: string; at: string }) =>
      `*Recovered at ${p.at}*: something got worse after “${p.title}”. It may have had another cause.`,
    zh: (p) => `*${p.at} 已恢复*：${p.title}之后情况曾变差，也可能另有原因。`,
  },
  unresolvedAfter: {
    en: (p: { title: string }) => `⚠ *Not resolved* after “${p.title}”.`,
    zh: (p) => `⚠ *尚未恢复*：${p.title}之后。`,
  },
  recoveredAfter: {
    en: (p: { title: string }) => `✓ *Recovered* after “${p.title}”.`,
    zh: (p) => `✓ *已恢复*：${p.title}之后。`,
  },
  marked: {
    en: (p: { mark: string; says: string }) => `${p.mark} ${p.says}`,
    zh: (p) => `${p.mark} ${p.says}`,
  },
  item: { en: (p: { says: string }) => `• ${p.says}`, zh: (p) => `• ${p.says}` },
  verdictSince: {
    en: (p: { says: string }) => `${p.says} after 15 minutes`,
    zh: (p) => `${p.says}（15 分钟后）`,
  },
  movedSince: {
    en: (p: { says: string }) => `${p.says} since`,
    zh: (p) => `此后 ${p.says}`,
  },
  nothingToCompare: { en: () => 'No monitoring data to compare', zh: () => '没有监控数据可供对比' },
  reviewTitle: { en: () => 'Review the request', zh: () => '查看申请' },
  reviewCard: {
    en: (p: { channel: string; card: string }) => `In ${p.channel}: ${p.card}.`,
    zh: (p) => `在 ${p.channel} 中：${p.card}。`,
  },
  notYours: {
    en: (p: { channel: string }) =>
      `Only members of ${p.channel}, and those who may decide, can see this request. Join the channel, then try again.`,
    zh: (p) => `只有 ${p.channel} 的成员和可以审批的人可以查看此申请。请先加入该频道，然后重试。`,
  },
  denyTitle: { en: () => 'Deny the request', zh: () => '拒绝申请' },
  denySubmit: { en: () => 'Deny', zh: () => '拒绝' },
  glassTitle: { en: () => 'Break glass', zh: () => '紧急执行' },
  glassSubmit: { en: () => 'Run now', zh: () => '立即执行' },
  glassWarning: {
    en: () =>
      '🚨 This runs without approval. It’s announced in the channel and recorded in the audit log, with your reason.',
    zh: () => '🚨 将不经审批直接执行，并连同您的理由在频道中公告、写入审计日志。',
  },
  extendTitle: { en: () => 'Keep open longer', zh: () => '延长开启时间' },
  extendSubmit: { en: () => 'Request', zh: () => '提交申请' },
  extendBy: { en: () => 'How much longer', zh: () => '延长多久' },
  extendUntil: { en: () => 'Or until a time', zh: () => '或延长到指定时间' },
  closesNow: { en: (p: { at: string }) => `Currently closes at ${p.at}`, zh: (p) => `当前关闭时间：${p.at}` },
  waitsForApproval: { en: () => 'Waiting for approval', zh: () => '等待审批' },
  waitsForConfirmation: { en: () => 'Waiting for confirmation', zh: () => '等待确认' },
  isFrozen: { en: () => 'Frozen', zh: () => '变更冻结' },
  isScheduled: { en: () => 'Scheduled', zh: () => '已排期' },
  runs: { en: () => 'In progress', zh: () => '进行中' },
  requestedAlready: { en: () => 'Already requested', zh: () => '已有相同申请' },
  isPosted: {
    en: (p: { card: string }) => `The request is in the channel: ${p.card}.`,
    zh: (p) => `申请已发到频道：${p.card}。`,
  },
  confirmIt: {
    en: (p: { card: string }) => `Confirm the request in the channel: ${p.card}.`,
    zh: (p) => `请在频道中确认该申请：${p.card}。`,
  },
  answered: { en: () => 'Answer', zh: () => '回答' },
  movedTo: {
    en: (p: { card: string }) => `This request’s card has moved: ${p.card}.`,
    zh: (p) => `此申请的卡片已移到：${p.card}。`,
  },
  card: { en: () => 'see the card', zh: () => '查看卡片' },
  withIncident: {
    en: (p: { text: string; incident: string }) => `${p.text}\nMore in ${p.incident}.`,
    zh: (p) => `${p.text}\n详见${p.incident}。`,
  },
  incident: { en: () => 'the incident', zh: () => '告警消息' },
  notSaved: { en: () => 'Your click wasn’t saved. Try again.', zh: () => '您的操作未保存，请再点击一次。' },
  diskFullPress: {
    en: () => 'Your click wasn’t saved: Portolan’s disk is full. Contact your Portolan administrator, then try again.',
    zh: () => '您的操作未保存：Portolan 的磁盘已满。请联系 Portolan 管理员，然后再点击一次。',
  },
});
