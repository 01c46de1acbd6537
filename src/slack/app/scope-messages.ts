import { messages } from '../../core/text/text.ts';

/** The scopes of the bot, each with its use. A test compares them with the methods and events in the code. */
export const scopeUses = messages('scope', {
  'app_mentions:read': { en: 'mentions of the bot in threads', zh: '在消息列中提及机器人' },
  'channels:read': {
    en: 'the members of public channels, and with them approvals there',
    zh: '公开频道的成员，以及那里的审批',
  },
  'groups:read': {
    en: 'the members of private channels, and with them approvals there',
    zh: '私有频道的成员，以及那里的审批',
  },
  'chat:write': { en: 'posting', zh: '发消息' },
  commands: { en: 'slash commands', zh: '斜杠命令' },
  'files:read': { en: 'knowing when a chart can be shown', zh: '得知监控图何时可以显示' },
  'files:write': { en: 'charts and exports', zh: '监控图和导出文件' },
  'im:history': { en: 'what people write to the bot directly', zh: '直接发给机器人的消息' },
  'im:write': { en: 'direct messages from the bot', zh: '机器人发送的私信' },
  'usergroups:read': {
    en: 'roles of the policy with user groups, and groups that watches mention',
    zh: '审批策略中使用用户组的角色，以及监控告警提及的用户组',
  },
  'users:read': { en: 'names, languages, time zones, and who is a guest', zh: '姓名、语言、时区，以及谁是访客' },
});
