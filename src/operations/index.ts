import { audit, definePolicy, openings, requests } from './audit/audit.ts';
import { componentList } from './component/list.ts';
import { componentShow } from './component/show.ts';
import { contextShow, contextUse } from './context/context.ts';
import { gatewayChanges } from './gateway/changes.ts';
import { defineHelp } from './help/help.ts';
import { monitor } from './monitor/monitor.ts';
import { portChanges } from './port/changes.ts';
import { portList } from './port/list.ts';
import { regionList } from './region/list.ts';
import { regionShow } from './region/show.ts';
import {
  defineSchedule,
  scheduleList,
  schedulePause,
  scheduleRemove,
  scheduleResume,
  scheduleRun,
} from './schedule/schedule.ts';
import type { Operation } from './shared/define.ts';

/** Everything that can be asked. A new operation is a folder and a line here. */
export const operations: readonly Operation[] = [
  regionList,
  regionShow,
  componentList,
  componentShow,
  portList,
  ...portChanges,
  ...gatewayChanges,
  monitor,
  contextUse,
  contextShow,
  requests,
  openings,
  audit,
  definePolicy(() => operations),
  defineSchedule(() => operations),
  scheduleList,
  scheduleRemove,
  schedulePause,
  scheduleResume,
  scheduleRun,
  defineHelp(() => operations),
];
