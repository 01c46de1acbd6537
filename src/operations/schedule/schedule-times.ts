import { Cron } from 'croner';
import { ok, type Read, wrong } from '../../core/command/params.ts';
import { cronOf } from './cron-words.ts';
import { scheduleMsg } from './schedule-messages.ts';
import type { Schedule } from './stored-schedule.ts';

/** Minimum interval between runs, in ms. */
const minApart = 5 * 60_000;

/**
 * Parses `weekdays at 9:00`, or a cron expression of five parts: minute, hour, day, month, weekday. Refuses times that
 * never come or come too often. The result doesn't depend on the present time.
 */
export function readCron(typed: string): Read<string> {
  const words = cronOf(typed) ?? typed.trim().replace(/\s+/g, ' ');
  let runs: readonly Date[];
  try {
    runs = new Cron(words, { mode: '5-part', timezone: 'UTC' }).nextRuns(12, new Date(Date.UTC(2026, 0, 1)));
  } catch {
    return wrong(scheduleMsg.atWrong({ typed: words.slice(0, 60) }));
  }
  if (runs.length === 0) return wrong(scheduleMsg.atNever({ typed: words }));
  const often = runs.some((run, index) => index > 0 && run.getTime() - (runs[index - 1]?.getTime() ?? 0) < minApart);
  return often ? wrong(scheduleMsg.atOften()) : ok(words);
}

/** `after`: epoch ms. `zone`: IANA name of the time zone. */
export function nextRuns(cron: string, zone: string, after: number, max: number): readonly number[] {
  return new Cron(cron, { mode: '5-part', timezone: zone }).nextRuns(max, new Date(after)).map((run) => run.getTime());
}

export function readZone(typed: string): Read<string> {
  try {
    return ok(new Intl.DateTimeFormat('en', { timeZone: typed }).resolvedOptions().timeZone);
  } catch {
    return wrong(scheduleMsg.zoneWrong({ typed: typed.slice(0, 60) }));
  }
}

/** Maximum time to retry a chart that Slack refuses temporarily, in ms. */
const keptMs = 60 * 60_000;

/** Returns the end of the retries, epoch ms: after an hour, or at the next run if that is sooner. */
export function keptUntil({ cron, zone }: Pick<Schedule, 'cron' | 'zone'>, since: number): number {
  return Math.min(since + keptMs, nextRuns(cron, zone, since, 1)[0] ?? Number.POSITIVE_INFINITY);
}

/** Maximum normal delay of a run, in ms. After a longer delay, only the latest run is posted. */
const lateMs = 5 * 60_000;

/** Returns the missed runs: an interrupted run, and after a long delay, all runs except the latest. */
export function missedRuns(schedule: Schedule, planned: number, now: number): readonly number[] {
  const before = schedule.posting === undefined ? [] : [schedule.posting];
  if (now - planned <= lateMs) return before;
  const runs = [planned, ...nextRuns(schedule.cron, schedule.zone, planned, 1_000)].filter((at) => at <= now);
  return [...before, ...runs.slice(0, -1)];
}
