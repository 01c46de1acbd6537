import { plural } from '../../core/text/plural.ts';
import { messages } from '../../core/text/text.ts';

export const slowNoticeMsg = messages('slow', {
  platform: {
    en: (p: { seconds: number }) => `Still waiting for the platform (up to ${p.seconds} s)…`,
    zh: (p) => `仍在等待平台响应（最长 ${p.seconds} 秒）……`,
  },
  slack: { en: () => 'Still waiting for Slack…', zh: () => '仍在等待 Slack 响应……' },
  slackLimit: {
    en: (p: { seconds: number }) => `Slack is limiting requests. Still waiting (up to ${p.seconds} s)…`,
    zh: (p) => `Slack 正在限制请求频率，仍在等待（最长 ${p.seconds} 秒）……`,
  },
  charts: { en: () => 'Still drawing the chart…', zh: () => '仍在生成监控图……' },
  apps: {
    en: (p: { done: number; of: number }) => `Still reading: ${p.done} of ${plural(p.of, 'app')}…`,
    zh: (p) => `正在读取：${p.of} 个应用中的 ${p.done} 个……`,
  },
  other: { en: () => 'Still working on it…', zh: () => '仍在处理……' },
  answerFollows: {
    en: (p: { says: string }) => `${p.says} The answer comes as a separate message.`,
    zh: (p) => `${p.says}结果会以另一条消息显示。`,
  },
  chartShows: {
    en: (p: { says: string }) => `${p.says} Then the chart is updated.`,
    zh: (p) => `${p.says}监控图随后更新。`,
  },
  cardShows: {
    en: (p: { says: string }) => `${p.says} The card shows the result.`,
    zh: (p) => `${p.says}结果会显示在卡片上。`,
  },
});
