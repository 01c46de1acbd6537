import { messages } from '../../../core/text/text.ts';

/** What can be done about an incident. */
export const incidentActionMsg = messages('incident.actions', {
  silenceForm: { en: () => 'Silence', zh: () => '静默' },
  silenceFor: { en: () => 'For how long', zh: () => '静默时长' },
  silenceWrong: {
    en: (p: { typed: string }) => `\`${p.typed}\` isn’t a valid length of time. Use up to 30 days, such as \`for=4h\`.`,
    zh: (p) => `\`${p.typed}\` 不是有效的时长。最长 30 天，例如 \`for=4h\`。`,
  },
  restart: { en: () => 'Restart…', zh: () => '重启…' },
  scale: { en: () => 'Scale…', zh: () => '水平扩展…' },
  restartIt: { en: (p: { name: string }) => `Restart ${p.name}`, zh: (p) => `重启 ${p.name}` },
  scaleIt: { en: (p: { name: string }) => `Scale ${p.name}`, zh: (p) => `水平扩展 ${p.name}` },
  undo: { en: () => 'Undo', zh: () => '撤销' },
  undoOf: { en: (p: { what: string }) => `Undo: ${p.what}`, zh: (p) => `撤销：${p.what}` },
  failed: { en: (p: { what: string }) => `${p.what} (failed)`, zh: (p) => `${p.what}（失败）` },
  partlyDone: { en: (p: { what: string }) => `${p.what} (partly done)`, zh: (p) => `${p.what}（部分完成）` },
  stillRunning: { en: (p: { what: string }) => `${p.what} (still running)`, zh: (p) => `${p.what}（执行中）` },
  outcomeUnknown: { en: (p: { what: string }) => `${p.what} (outcome unknown)`, zh: (p) => `${p.what}（结果未知）` },
  incident: { en: () => 'Incident', zh: () => '告警' },
  incidentMissing: { en: () => 'Press the button on the incident’s message.', zh: () => '请点击告警消息上的按钮。' },
  incidentUnknown: { en: () => 'This incident is no longer stored.', zh: () => '此告警已不再保留。' },
  incidentOver: { en: () => 'This incident has ended already.', zh: () => '此告警已结束。' },
  membersOnly: {
    en: () => 'Only full members of the channel can do this.',
    zh: () => '仅频道的正式成员可以执行此操作。',
  },
  membersUnread: {
    en: () => 'I couldn’t read the members of the channel from Slack. Try again.',
    zh: () => '无法从 Slack 读取频道成员，请重试。',
  },
  acknowledgeSays: { en: () => 'Acknowledge an incident', zh: () => '确认告警' },
  acknowledgedAlready: {
    en: (p: { who: string }) => `${p.who} has acknowledged it already.`,
    zh: (p) => `${p.who} 已确认。`,
  },
  acknowledgedNow: {
    en: (p: { title: string }) => `You acknowledged ${p.title}.`,
    zh: (p) => `您已确认：${p.title}。`,
  },
  incidentSilenceSays: { en: () => 'Silence an incident for a while', zh: () => '静默告警' },
  incidentSilenced: {
    en: (p: { until: string }) => `Nothing is posted about it until ${p.until}.`,
    zh: (p) => `在 ${p.until} 之前不再发布其通知。`,
  },
  unsilenceSays: { en: () => 'End the silence of an incident', zh: () => '结束告警的静默' },
  unsilenceForm: { en: () => 'End silence', zh: () => '结束静默' },
  unsilencedNow: { en: () => 'It’s no longer silenced.', zh: () => '静默已结束。' },
  oneHour: { en: () => '1 hour', zh: () => '1 小时' },
  fourHours: { en: () => '4 hours', zh: () => '4 小时' },
  oneDay: { en: () => '1 day', zh: () => '1 天' },
  oneWeek: { en: () => '1 week', zh: () => '1 周' },
});
