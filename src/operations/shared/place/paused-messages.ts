import { messages } from '../../../core/text/text.ts';

export const pausedMsg = messages('following', {
  pausedChannel: { en: 'I was removed from the channel', zh: '我已被移出该频道' },
  pausedDenied: {
    en: 'the channel’s settings don’t let me post (`{code}`)',
    zh: '该频道的设置不允许我发消息（`{code}`）',
  },
  pausedArchived: { en: 'the channel is archived', zh: '该频道已归档' },
  pausedContext: { en: 'the policy has no such context any more', zh: '审批策略中已没有该上下文' },
  pausedOther: { en: 'Slack refuses it (`{code}`)', zh: 'Slack 拒绝（`{code}`）' },
});
