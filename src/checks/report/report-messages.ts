import { messages } from '../../core/text/text.ts';

export const checkName = messages('check', {
  settings: { en: 'Settings', zh: '变量' },
  proxy: { en: 'Proxy', zh: '代理' },
  memory: { en: 'Memory', zh: '内存' },
  policy: { en: 'Policy', zh: '审批策略' },
  'slack-token': { en: 'Slack', zh: 'Slack' },
  'slack-connection': { en: 'Slack’s connection', zh: 'Slack 连接' },
  'slack-scopes': { en: 'Slack scopes', zh: 'Slack 权限' },
  'slack-manifest': { en: 'Slack manifest', zh: 'Slack manifest' },
  'policy-names': { en: 'Names in the policy', zh: '审批策略中的名称' },
  'slack-alerts': { en: 'Alerts', zh: '告警' },
  'slack-clock': { en: 'Clock', zh: '时钟' },
  'platform-server': { en: 'Platform', zh: '平台' },
  'platform-certificate': { en: 'Platform certificate', zh: '平台证书' },
  'platform-clock': { en: 'Platform clock', zh: '平台时钟' },
  'platform-context': { en: 'Context', zh: '上下文' },
  'platform-monitoring': { en: 'Platform monitoring', zh: '平台监控' },
  'platform-permissions': { en: 'Platform permissions', zh: '平台权限' },
  'platform-watches': { en: 'Watched components', zh: '监控的组件' },
  database: { en: 'Database', zh: '数据库' },
  disk: { en: 'Disk', zh: '磁盘' },
  'audit-log': { en: 'Audit log', zh: '审计日志' },
  evidence: { en: 'Evidence', zh: '证据' },
  following: { en: 'Following', zh: '关注' },
  watches: { en: 'Watches', zh: '监控告警' },
  schedules: { en: 'Schedules', zh: '定时任务' },
  exposure: { en: 'Expected addresses', zh: '预期地址' },
  'agents-address': { en: 'Agents', zh: '智能体' },
  'agents-slackbot': { en: 'Slackbot', zh: 'Slackbot' },
  'live-message': { en: 'Message', zh: '消息' },
  'live-chart': { en: 'Chart', zh: '监控图' },
  'live-facts': { en: 'Fact', zh: '行为' },
});

export const sectionName = messages('section', {
  Configuration: { en: 'Configuration', zh: '配置' },
  Slack: { en: 'Slack', zh: 'Slack' },
  Platform: { en: 'Platform', zh: '平台' },
  Storage: { en: 'Storage', zh: '存储' },
  Agents: { en: 'Agents', zh: '智能体' },
  Live: { en: 'Live', zh: '实测' },
  'Slack as expected': { en: 'Slack as expected', zh: 'Slack 的行为' },
});

export const reportMsg = messages('report', {
  fine: { en: 'No problems found.', zh: '没有发现问题。' },
  errors: { en: '{count:1 error|# errors}', zh: '{count} 个错误' },
  warnings: { en: '{count:1 warning|# warnings}', zh: '{count} 个警告' },
  next: { en: 'Next: {step}', zh: '下一步：{step}' },
  solve: {
    en: 'solve what is marked ⚠. npx portolan doctor checks more.',
    zh: '请解决标有 ⚠ 的问题。npx portolan doctor 会检查更多内容。',
  },
  type: { en: 'type {command} in Slack.', zh: '请在 Slack 中输入 {command}。' },
  invite: {
    en: 'invite @{bot} to a channel in Slack, and type {command} there.',
    zh: '请在 Slack 中将 @{bot} 邀请到频道，并在那里输入 {command}。',
  },
});
