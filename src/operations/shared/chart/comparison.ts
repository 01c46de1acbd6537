import { DateTime } from 'luxon';
import type { ChartComparisonOrder } from '../../../core/command/answer.ts';
import { ok, type Read, wrong } from '../../../core/command/params.ts';
import { invalid, type Problem } from '../../../core/command/problem.ts';
import { parseDuration } from '../../../core/text/duration.ts';
import { durationText, rangeLengthText } from '../../../core/text/duration-messages.ts';
import { type Text, verbatim } from '../../../core/text/text.ts';
import { chartParamMsg } from './chart-param-messages.ts';
import { readRange, resolveRange, type TypedRange } from './chart-range.ts';

/** Earlier period as typed: a duration to go back, or an explicit range. */
export type TypedComparison = { readonly back: 'yesterday' | number } | { readonly range: TypedRange };

const dayMs = 86_400_000;

/** Parses `yesterday`, `7d`, `2026-11-12T08:00..12:00`. */
export function readComparison(typed: string): Read<TypedComparison> {
  const word = typed.toLowerCase();
  if (word === 'yesterday') return ok({ back: 'yesterday' });
  const back = parseDuration(word);
  if (back !== undefined) return ok({ back });
  const range = typed.includes('..') ? readRange(typed) : undefined;
  return range?.ok ? ok({ range: range.value }) : wrong(chartParamMsg.vsWrong({ typed }));
}

/**
 * Finds the earlier period of a chart. Goes back by calendar days, so that the local clock times match.
 * @param chart epoch seconds, step in seconds
 * @param now epoch ms
 * @param zone IANA name
 * @returns a problem if an explicit range has another length than the chart, or begins in the future
 */
export function resolveComparison(
  typed: TypedComparison,
  chart: { readonly start: number; readonly end: number; readonly step: number },
  now: number,
  zone: string,
): ChartComparisonOrder | Problem {
  if ('range' in typed) {
    const { from, to } = resolveRange(typed.range, now, zone);
    if (from > now) return invalid('vs', chartParamMsg.rangeFuture());
    const asked = wallLength(chart.start * 1_000, chart.end * 1_000, zone);
    const other = wallLength(from, to, zone);
    // A chart's start and end are rounded to whole steps, so allow a difference of one step.
    if (Math.abs(asked - other) > chart.step * 1_000)
      return invalid('vs', chartParamMsg.vsLength({ length: rangeLengthText(other), range: rangeLengthText(asked) }));
    return { start: Math.floor(from / 1_000), end: Math.floor(to / 1_000), label: rangeLabel(from, to, zone) };
  }
  const ms = typed.back === 'yesterday' ? dayMs : typed.back;
  return {
    start: earlier(chart.start, ms, zone),
    end: earlier(chart.end, ms, zone),
    label: backLabel(typed.back, chart.end, now, zone),
  };
}

/** Returns the best period to compare a chart of this length (ms) with, in whole days. */
export function usualComparison(length: number): string {
  if (length <= dayMs) return 'yesterday';
  return `${Math.max(7, Math.ceil(length / dayMs))}d`;
}

function earlier(seconds: number, ms: number, zone: string): number {
  if (ms % dayMs !== 0) return seconds - Math.floor(ms / 1_000);
  return DateTime.fromSeconds(seconds, { zone })
    .minus({ days: ms / dayMs })
    .toSeconds();
}

/** Returns the length of a period by the local clock, so that a day always has 24 hours. */
function wallLength(from: number, to: number, zone: string): number {
  const offset = (at: number) => DateTime.fromMillis(at, { zone }).offset * 60_000;
  return to - from + offset(to) - offset(from);
}

function backLabel(back: 'yesterday' | number, end: number, now: number, zone: string): Text {
  if (back !== 'yesterday')
    return back % dayMs === 0
      ? chartParamMsg.daysBefore({ count: back / dayMs })
      : chartParamMsg.timeBefore({ time: durationText(back) });
  // A chart that ends at midnight belongs to the day before.
  const last = DateTime.fromSeconds(end - 1, { zone });
  return last.hasSame(DateTime.fromMillis(now, { zone }), 'day')
    ? chartParamMsg.yesterday()
    : chartParamMsg.daysBefore({ count: 1 });
}

function rangeLabel(from: number, to: number, zone: string): Text {
  const at = (ms: number) => DateTime.fromMillis(ms, { zone }).toFormat('yyyy-MM-dd HH:mm');
  return verbatim(`${at(from)}–${at(to)}`);
}
