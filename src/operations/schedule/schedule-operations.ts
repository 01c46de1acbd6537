import type { Operation } from '../shared/define.ts';
import { defineSchedule } from './schedule.ts';
import { scheduleList } from './schedule-list.ts';
import { schedulePause, scheduleRemove, scheduleResume, scheduleRun } from './schedule-settings.ts';

export function scheduleOperations(operations: () => readonly Operation[]): readonly Operation[] {
  return [defineSchedule(operations), scheduleList, scheduleRemove, schedulePause, scheduleResume, scheduleRun];
}
