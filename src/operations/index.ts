import { agentCreate, agentList, agentRevoke } from './agent/agent-settings.ts';
import { appList } from './app/app-list.ts';
import { definePolicy, requests } from './audit/audit.ts';
import { defineAudit } from './audit/audit-log-question.ts';
import { openings } from './audit/openings.ts';
import { componentList } from './component/component-list.ts';
import { componentShow } from './component/component-show.ts';
import { contextShow, contextUse } from './context/context-settings.ts';
import { componentEvents } from './event/component-events.ts';
import { componentLog } from './event/component-log.ts';
import { followAdd, followList, followNone } from './follow/follow.ts';
import { followDetails } from './follow/follow-details.ts';
import { gatewayHttp } from './gateway/gateway-http.ts';
import { gatewayTcp } from './gateway/gateway-tcp.ts';
import { gatewayCertificates } from './gateway/rules/gateway-certificates.ts';
import { gatewayDelete } from './gateway/rules/gateway-delete.ts';
import { gatewayList } from './gateway/rules/gateway-list.ts';
import { gatewayShow } from './gateway/rules/gateway-show.ts';
import { defineHelp } from './help/help.ts';
import { incidentAcknowledge, incidentSilence, incidentUnsilence } from './incident/incident-actions.ts';
import { componentBuild } from './lifecycle/component-build.ts';
import { componentImage } from './lifecycle/component-image.ts';
import {
  componentDeploy,
  componentStart,
  componentStartAll,
  componentStop,
  componentStopAll,
  componentUpgrade,
} from './lifecycle/component-operate.ts';
import { componentRestart } from './lifecycle/component-restart.ts';
import { componentScale } from './lifecycle/component-scale.ts';
import { monitor } from './monitor/monitor.ts';
import { portAdd } from './port/port-add.ts';
import { portAlias } from './port/port-alias.ts';
import { portClose } from './port/port-close.ts';
import { portDelete } from './port/port-delete.ts';
import { portList } from './port/port-list.ts';
import { portOpen } from './port/port-open.ts';
import { portProtocol } from './port/port-protocol.ts';
import { portUntil } from './port/port-until.ts';
import { regionList } from './region/region-list.ts';
import { regionShow } from './region/region-show.ts';
import { defineSchedule } from './schedule/schedule.ts';
import { scheduleList } from './schedule/schedule-list.ts';
import { schedulePause, scheduleRemove, scheduleResume, scheduleRun } from './schedule/schedule-settings.ts';
import type { Operation } from './shared/define.ts';
import { watchAdd } from './watch/watch.ts';
import { watchList, watchShow } from './watch/watch-list.ts';
import { watchDelete, watchPause, watchResume, watchSilence } from './watch/watch-settings.ts';
import { watchSetup, watchUsual } from './watch/watch-usual.ts';

/** Everything that can be asked. A new operation is a folder and a line here. */
export const operations: readonly Operation[] = [
  regionList,
  regionShow,
  componentList,
  componentShow,
  componentEvents,
  componentLog,
  componentStart,
  componentStop,
  componentRestart,
  componentUpgrade,
  componentDeploy,
  componentStartAll,
  componentStopAll,
  componentScale,
  componentImage,
  componentBuild,
  portList,
  portOpen,
  portClose,
  portUntil,
  portAdd,
  portProtocol,
  portAlias,
  portDelete,
  gatewayHttp,
  gatewayTcp,
  gatewayDelete,
  gatewayList,
  gatewayShow,
  gatewayCertificates,
  monitor,
  followAdd,
  followNone,
  followList,
  followDetails,
  watchAdd,
  watchUsual,
  watchSetup,
  watchList,
  watchShow,
  watchPause,
  watchResume,
  watchDelete,
  watchSilence,
  incidentAcknowledge,
  incidentSilence,
  incidentUnsilence,
  appList,
  contextUse,
  contextShow,
  requests,
  openings,
  defineAudit(() => operations),
  definePolicy(() => operations),
  defineSchedule(() => operations),
  scheduleList,
  scheduleRemove,
  schedulePause,
  scheduleResume,
  scheduleRun,
  agentCreate,
  agentList,
  agentRevoke,
  defineHelp(() => operations),
];
