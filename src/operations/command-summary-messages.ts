import { messages, type Text } from '../core/text/text.ts';
import type { commands } from './commands.ts';

const msg = messages('command', {
  region: { en: () => 'Look up the regions of the team', zh: () => '查看团队的集群' },
  component: { en: () => 'Inspect, start, stop, deploy and scale components', zh: () => '查看、启动、关闭、部署和伸缩组件' },
  port: {
    en: () => 'List, open, close and change the ports of a component',
    zh: () => '查看、开放、关闭和修改组件的端口',
  },
  gateway: { en: () => 'Create a gateway rule', zh: () => '创建网关规则' },
  monitor: { en: () => 'Post a monitoring chart', zh: () => '发送监控图' },
  portolan: {
    en: () => 'What can be asked, contexts, requests, the record',
    zh: () => '全部功能、上下文、请求和审计记录',
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
