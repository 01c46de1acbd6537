import { messages } from '../core/text/text.ts';

export const commandSummaryMsg = messages('command', {
  region: { en: 'Show the regions of the team', zh: '查看团队的集群' },
  component: { en: 'Show and change the components of the app', zh: '查看和变更应用的组件' },
  port: { en: 'List, open, close and change ports', zh: '查看、开启、关闭和修改端口' },
  gateway: { en: 'Manage gateway rules', zh: '管理网关策略' },
  monitor: { en: 'Post a monitoring chart', zh: '发送监控图' },
  follow: { en: 'Post builds and deploys in a channel', zh: '在频道中发布构建和部署' },
  watch: { en: 'Post a message when a component has a problem', zh: '组件出现问题时在频道中通知' },
  portolan: {
    en: 'Help, contexts, requests, schedules and the audit log',
    zh: '帮助、上下文、申请、定时任务和审计日志',
  },
});
