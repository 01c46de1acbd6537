import { messages } from '../core/text/text.ts';

/** What the engine says: to whoever asks or presses, and why a step came to nothing. */
export const msg = messages('change', {
  unknownCard: {
    en: () => 'I no longer know this request. Ask for it again.',
    zh: () => '我已找不到该申请，请重新申请。',
  },
  noBot: {
    en: () => 'I cannot post in this channel, so nothing was asked. Invite me with /invite, then ask again.',
    zh: () => '我无法在此频道发消息，因此未提交申请。请用 /invite 邀请我，然后重新申请。',
  },
  noChannel: {
    en: () => 'That channel no longer exists or is archived, so nothing was asked. Ask in another one.',
    zh: () => '该频道已不存在或已归档，因此未提交申请。请在其他频道申请。',
  },
  unpostable: {
    en: (p: { fix: string }) => `I couldn’t post the card, so the request was canceled. ${p.fix}`,
    zh: (p) => `卡片无法发布，申请已取消。${p.fix}`,
  },
  cardStale: {
    en: (p: { fix: string }) => `I couldn’t update the card of this request, so it may show an earlier state. ${p.fix}`,
    zh: (p) => `此申请的卡片无法更新，显示的可能是较早的状态。${p.fix}`,
  },
  notYourChannel: {
    en: (p: { channel: string }) =>
      `You are not in ${p.channel}, so nothing was asked there. Choose a channel that you are in.`,
    zh: (p) => `您不在 ${p.channel} 中，因此未在那里提交申请。请选择您所在的频道。`,
  },
  notYoursToClose: {
    en: (p: { channel: string }) =>
      `You are not in ${p.channel}, where this was opened, so nothing happened. Join it, then press again.`,
    zh: (p) => `您不在 ${p.channel} 中，而该端口是在那里申请开放的，操作未生效。请加入后重试。`,
  },
  nobodySees: {
    en: () => 'Actor else has to approve this, and nobody else sees what is asked here. Ask in a channel.',
    zh: () => '该变更须由他人审批，而这里没有其他人能看到。请在频道中申请。',
  },
  storeFailed: {
    en: () => 'My database did not answer, so I cannot tell whether this was saved. Look at the card, or try again.',
    zh: () => '我的数据库没有响应，无法确认是否已保存。请查看卡片，或重试。',
  },
  pressFailed: {
    en: () => 'Something went wrong on my side. Look at the card: what it shows is what holds. Then press again.',
    zh: () => '我这边出了问题。请以卡片显示的状态为准，然后重试。',
  },
  peopleUnreadable: {
    en: () => 'I could not read from Slack who you are, so nothing happened. Try again.',
    zh: () => '无法从 Slack 读取您的身份，操作未生效。请重试。',
  },
  tooLong: {
    en: (p: { most: string }) => `Too long: at most ${p.most} here.`,
    zh: (p) => `时间过长：此处最多 ${p.most}。`,
  },
  noUndo: { en: (p: { why: string }) => `This cannot be undone here. ${p.why}`, zh: (p) => `此处无法撤销。${p.why}` },
  notOver: {
    en: () => 'This has not ended yet. Wait until it has, then ask for more.',
    zh: () => '该变更尚未结束，请等待结束后再操作。',
  },
  nothingDone: {
    en: () => 'Nothing was done here, so there is nothing to undo.',
    zh: () => '未做任何更改，无需撤销。',
  },
  nothingLeft: { en: () => 'Nothing is left to do here.', zh: () => '没有剩余步骤。' },
  asked: { en: () => 'Asked as a new request.', zh: () => '已作为新申请提交。' },
  askedAlready: {
    en: () => 'The same is asked already; that request is still open.',
    zh: () => '相同的申请已存在，仍未结束。',
  },
  nothingToCheck: {
    en: () => 'There is nothing to check: how it ended is known.',
    zh: () => '无需检查：结果已确定。',
  },
  notShown: {
    en: () => 'The platform said yes, but does not show it yet.',
    zh: () => '平台已接受请求，但状态尚未更新。',
  },
  sideEffects: {
    en: (p: { why: string }) => `${p.why} Something may have changed all the same: look at the component.`,
    zh: (p) => `${p.why} 但可能已产生部分变化，请查看组件状态。`,
  },
  stillRunning: {
    en: (p: { title: string }) => `Another request is still running on this component: ${p.title}. Wait until it ends.`,
    zh: (p) => `该组件上的另一请求仍在执行：${p.title}。请等待其结束。`,
  },
  stillRunningAt: {
    en: (p: { title: string; link: string }) =>
      `Another request is still running on this component: ${p.title} (${p.link}). Wait until it ends.`,
    zh: (p) => `该组件上的另一请求仍在执行：${p.title}（${p.link}）。请等待其结束。`,
  },
  itsCard: { en: () => 'show it', zh: () => '查看' },
  eventsUnreadable: {
    en: () => 'The platform’s events can’t be read, so the call wasn’t sent. Try again.',
    zh: () => '无法读取平台的操作记录，因此未发送请求。请重试。',
  },
  tooLate: {
    en: () => 'It took too long to save, so the call was not sent.',
    zh: () => '保存耗时过长，因此未发送请求。',
  },
  bug: {
    en: () => 'I made a mistake here and cannot tell what became of the call.',
    zh: () => '我内部出错，无法确认请求的结果。',
  },
  noContext: { en: () => 'No context holds any more.', zh: () => '没有可用的上下文。' },
});
