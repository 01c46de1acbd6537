import { messages } from '../../../core/text/text.ts';

export const pausedMsg = messages('following', {
  pausedChannel: {
    en: () => 'I was removed from the channel',
    zh: () => '我已被移出该频道',
  },
  pausedDenied: {
    en: (p: { code: string }) => `the channel’s settings don’t let me post (\`${p.code}\`)`,
    zh: (p) => `该频道的设置不允许我发消息（\`${p.code}\`）`,
  },
  pausedArchived: { en: () => 'the channel is archived', zh: () => '该频道已归档' },
  pausedContext: { en: () => 'the policy has no such context any more', zh: () => '审批策略中已没有该上下文' },
  pausedOther: {
    en: (p: { code: string }) => `Slack refuses it (\`${p.code}\`)`,
    zh: (p) => `Slack 拒绝（\`${p.code}\`）`,
  },
});
