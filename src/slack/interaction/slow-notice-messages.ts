import { plural } from '../../core/text/plural.ts';
import { messages } from '../../core/text/text.ts';

export const slowNoticeMsg = messages('slow', {
  platform: {
    en: 'Still waiting for the platform (up to {seconds} s)…',
    zh: '仍在等待平台响应（最长 {seconds} 秒）……',
  },
  slack: { en: 'Still waiting for Slack…', zh: '仍在等待 Slack 响应……' },
  slackLimit: {
    en: 'Slack is limiting requests. Still waiting (up to {seconds} s)…',
    zh: 'Slack 正在限制请求频率，仍在等待（最长 {seconds} 秒）……',
  },
  charts: { en: 'Still drawing the chart…', zh: '仍在生成监控图……' },
  apps: {
    en: (p: { done: number; of: number }) => `Still reading: ${p.done} of ${plural(p.of, 'app')}…`,
    zh: '正在读取：{of} 个应用中的 {done} 个……',
  },
  other: { en: 'Still working on it…', zh: '仍在处理……' },
  answerFollows: { en: '{says} The answer comes as a separate message.', zh: '{says}结果会以另一条消息显示。' },
  chartShows: { en: '{says} Then the chart is updated.', zh: '{says}监控图随后更新。' },
  cardShows: { en: '{says} The card shows the result.', zh: '{says}结果会显示在卡片上。' },
});
