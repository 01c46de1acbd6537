import { messages } from '../../core/text/text.ts';

/** Sentences that stay true after the answer, because Slack can't replace most notices. */
export const slowNoticeMsg = messages('slow', {
  platform: { en: 'The platform is slow (up to {seconds} s).', zh: '平台响应较慢（最长 {seconds} 秒）。' },
  platformSilent: {
    en: 'The platform hasn’t answered since {at} (up to {seconds} s more).',
    zh: '平台自 {at} 起没有响应（最长再等 {seconds} 秒）。',
  },
  slack: { en: 'Slack is slow.', zh: 'Slack 响应较慢。' },
  slackLimit: {
    en: 'Slack is limiting requests (up to {seconds} s).',
    zh: 'Slack 正在限制请求频率（最长 {seconds} 秒）。',
  },
  charts: { en: 'Drawing the chart takes a while.', zh: '生成监控图需要一些时间。' },
  apps: { en: '{done} of {of:# app|# apps} read so far.', zh: '已读取 {of} 个应用中的 {done} 个。' },
  other: { en: 'This takes a while.', zh: '处理需要一些时间。' },
  answerFollows: { en: '{says} The answer comes as a separate message.', zh: '{says}结果会以另一条消息显示。' },
  chartShows: { en: '{says} The chart follows.', zh: '{says}监控图随后更新。' },
  cardShows: { en: '{says} The card shows the result.', zh: '{says}结果会显示在卡片上。' },
});
