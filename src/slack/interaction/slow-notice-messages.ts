import { messages } from '../../core/text/text.ts';

export const msg = messages('slow', {
  stillWaiting: {
    en: (p: { seconds: number }) => `Still waiting for the platform (up to ${p.seconds} s)…`,
    zh: (p) => `仍在等待平台响应（最长 ${p.seconds} 秒）……`,
  },
  answerFollows: {
    en: (p: { says: string }) => `${p.says} The answer comes as a separate message.`,
    zh: (p) => `${p.says}结果会以另一条消息显示。`,
  },
});
