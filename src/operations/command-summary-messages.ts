import { messages, type Text } from '../core/text/text.ts';
import type { commands } from './commands.ts';

const msg = messages('command', {
  region: { en: () => 'List regions and show their details', zh: () => '查看集群列表和详情' },
  component: { en: () => 'List components and show their details', zh: () => '查看组件列表和详情' },
  port: {
    en: () => 'List, open, close and change ports',
    zh: () => '查看、开放、关闭和修改端口',
  },
  gateway: { en: () => 'Create gateway rules', zh: () => '创建网关规则' },
  monitor: { en: () => 'Post monitoring charts', zh: () => '发送监控图' },
  portolan: {
    en: () => 'Help, contexts, requests, schedules and the audit log',
    zh: () => '帮助、上下文、申请、定时任务和审计日志',
  },
});

/** What each slash command is for, in one line: what Slack shows while it is typed. */
export const commandSummaries: Readonly<Record<(typeof commands)[number], Text>> = {
  region: msg.region(),
  component: msg.component(),
  port: msg.port(),
  gateway: msg.gateway(),
  monitor: msg.monitor(),
  portolan: msg.portolan(),
};
