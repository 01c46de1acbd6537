import { agentOperations } from './agent/agent-operations.ts';
import { appList } from './app/app-list.ts';
import { auditOperations } from './audit/audit-operations.ts';
import { componentOperations } from './component/component-operations.ts';
import { channelLanguage, chartLook } from './context/channel-settings.ts';
import { contextOperations } from './context/context-operations.ts';
import { eventOperations } from './event/event-operations.ts';
import { exposureOperations } from './exposure/exposure-operations.ts';
import { followOperations } from './follow/follow-operations.ts';
import { freezeOperations } from './freeze/freeze-operations.ts';
import { gatewayOperations } from './gateway/gateway-operations.ts';
import { defineHelp } from './help/help.ts';
import { lifecycleOperations } from './lifecycle/lifecycle-operations.ts';
import { monitor } from './monitor/monitor.ts';
import { portOperations } from './port/port-operations.ts';
import { regionOperations } from './region/region-operations.ts';
import { scheduleOperations } from './schedule/schedule-operations.ts';
import type { Operation } from './shared/define.ts';
import { watchOperations } from './watch/watch-operations.ts';

/** Add a new operation to the list of its feature. Operations without such a list are listed here. */
export const operations: readonly Operation[] = [
  ...regionOperations,
  ...componentOperations,
  ...eventOperations,
  ...lifecycleOperations,
  ...portOperations,
  ...gatewayOperations,
  monitor,
  chartLook,
  ...followOperations,
  ...watchOperations,
  ...exposureOperations,
  appList,
  ...contextOperations,
  channelLanguage,
  ...auditOperations(() => operations),
  ...scheduleOperations(() => operations),
  ...freezeOperations(() => operations),
  ...agentOperations,
  defineHelp(() => operations),
];

export const changeIds: readonly string[] = operations.filter(({ kind }) => kind === 'change').map(({ id }) => id);
