import { Cron } from 'croner';
import { ok, type Read, wrong } from '../../core/command/params.ts';
import { cronOf } from './cron-words.ts';
import { scheduleMsg } from './schedule-messages.ts';
import type { Schedule } from './stored-schedule.ts';

/** Closer runs than this are refused, in ms. */
const leastApart = 5 * 60_000;

/**
 * Reads a time such as `weekdays at 9:00`, or a cron expression of five parts: minute, hour, day, month, weekday. What
 * never comes, or comes too often, is refused; neither depends on the present time.
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
  const often = runs.some((run, index) => index > 0 && run.getTime() - (runs[index - 1]?.getTime() ?? 0) < leastApart);
  return often ? wrong(scheduleMsg.atOften()) : ok(words);
}

/**
 * The next runs after a moment.
 * @param after epoch ms
 * @param zone IANA name
 */
export function nextRuns(cron: string, zone: string, after: number, most: number): readonly number[] {
  return new Cron(cron, { mode: '5-part', timezone: zone }).nextRuns(most, new Date(after)).map((run) => run.getTime());
}

/** Reads an IANA time zone's name. */
export function readZone(typed: string): Read<string> {
  try {
    return ok(new Intl.DateTimeFormat('en', { timeZone: typed }).resolvedOptions().timeZone);
  } catch {
    return wrong(scheduleMsg.zoneWrong({ typed: typed.slice(0, 60) }));
  }
}

/** So long at most a chart is kept that Slack refuses for the time being, in ms. */
const keptMs = 60 * 60_000;

/** Until when the chart of a run is tried (epoch ms): for an hour, or until the next run if that is sooner. */
export function keptUntil({ cron, zone }: Pick<Schedule, 'cron' | 'zone'>, since: number): number {
  return Math.min(since + keptMs, nextRuns(cron, zone, since, 1)[0] ?? Number.POSITIVE_INFINITY);
}

/** A run that is this late was missed: it is told, not replayed (ms). */
const lateMs = 5 * 60_000;

/**
 * The runs that did not happen: those before the latest, when this one comes late. The latest itself is posted now, once,
 * whatever was missed; a run that a crash cut off counts as missed.
 */
export function missedRuns(schedule: Schedule, planned: number, now: number): readonly number[] {
  const before = schedule.posting === undefined ? [] : [schedule.posting];
  if (now - planned <= lateMs) return before;
  const runs = [planned, ...nextRuns(schedule.cron, schedule.zone, planned, 1_000)].filter((at) => at <= now);
  return [...before, ...runs.slice(0, -1)];
}
