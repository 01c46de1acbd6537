import { messages } from '../../core/text/text.ts';

export const msg = messages('slack.request', {
  callsTitle: { en: () => 'Exact calls', zh: () => '具体调用' },
  callTitle: {
    en: (p: { number: number; says: string }) => `*${p.number}.* ${p.says}`,
    zh: (p) => `*${p.number}.* ${p.says}`,
  },
  notPostedYet: {
    en: () =>
      'Your request is saved, but Slack has not taken its card yet. I keep trying until it expires; nothing runs before its card is posted.',
    zh: () => '申请已保存，但 Slack 尚未接受其卡片。我会在过期前不断重试；卡片发出之前不会执行任何操作。',
  },
  callsNote: {
    en: () =>
      'Sent in this order, each at most once. The access token is added when sending; it and values that are credentials are never shown.',
    zh: () => '按此顺序发送，每个最多一次。访问令牌在发送时加入；令牌及凭据类的值从不显示。',
  },
  callsForMembers: {
    en: (p: { channel: string }) => `Only members of ${p.channel} can see the exact calls. Join it, then press again.`,
    zh: (p) => `只有 ${p.channel} 的成员可以查看具体调用。请先加入该频道，然后重试。`,
  },
  denyTitle: { en: () => 'Deny the request', zh: () => '拒绝请求' },
  denySubmit: { en: () => 'Deny', zh: () => '拒绝' },
  glassTitle: { en: () => 'Break the glass', zh: () => '紧急执行' },
  glassSubmit: { en: () => 'Run it alone', zh: () => '单独执行' },
  glassWarning: {
    en: () => '🚨 You decide alone. It is announced in the channel and written into the record with your reason.',
    zh: () => '🚨 您将单独决定。此事会在频道中公告，并连同您的理由写入审计记录。',
  },
  gone: { en: () => 'This request is no longer stored. Ask again.', zh: () => '此请求已不再保存。请重新申请。' },
  movedTo: {
    en: (p: { card: string }) => `This request’s card is here: ${p.card}.`,
    zh: (p) => `此请求的卡片在这里：${p.card}。`,
  },
  card: { en: () => 'the card', zh: () => '卡片' },
  notSaved: { en: () => 'Your press wasn’t saved. Press again.', zh: () => '您的操作未保存，请再点击一次。' },
  diskFullPress: {
    en: () => 'Your press wasn’t saved: the bot’s disk is full. Contact your Portolan administrator, then press again.',
    zh: () => '您的操作未保存：机器人的磁盘已满。请联系 Portolan 管理员，然后再点击一次。',
  },
});
