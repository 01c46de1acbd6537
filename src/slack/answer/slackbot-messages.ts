import { messages } from '../../core/text/text.ts';

export const slackbotMsg = messages('slackbot', {
  openCard: { en: 'Open the card', zh: '打开卡片' },
  checkAgain: { en: 'Check again', zh: '再次查看' },
  nextPage: { en: 'Next page', zh: '下一页' },
  ports: { en: 'Ports', zh: '端口' },
  events: { en: 'Events', zh: '事件' },
  contexts: { en: 'Contexts', zh: '上下文' },
  context: { en: 'Context', zh: '上下文' },
  channels: { en: 'Channels', zh: '频道' },
  channel: { en: '{channel}', zh: '{channel}' },
  noChannel: { en: 'none', zh: '无' },
  changes: { en: 'Changes of the last 24 hours', zh: '最近 24 小时的变更' },
  when: { en: 'Time', zh: '时间' },
  change: { en: 'Change', zh: '变更' },
  who: { en: 'By', zh: '操作人' },
  none: { en: 'None', zh: '无' },
  planned: {
    en: 'This is only a plan. Nothing was requested or changed.',
    zh: '以上仅为计划，尚未提出申请，也未做任何变更。',
  },
  moment: { en: '{when}', zh: '{when}' },
});
