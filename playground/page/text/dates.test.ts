import { describe, expect, test } from 'vitest';
import { ago, aheadText, clock, type DateViewer, dayLabel, dayOf, exactClock, formatSlackDate } from './dates.ts';
import { fromLocalTime, toLocalTime } from './local-time.ts';

const now = Date.parse('2026-11-20T23:30:00Z');
const maya: DateViewer = { zone: 'Europe/Berlin', locale: 'en-GB', now };
const liu: DateViewer = { zone: 'Asia/Shanghai', locale: 'zh-CN', now };
const sam: DateViewer = { zone: 'America/New_York', locale: 'en-US', now };
const at = (iso: string) => Date.parse(iso) / 1000;

describe('Slack dates in the viewer’s zone', () => {
  const cases: readonly (readonly [string, DateViewer, string, string, string])[] = [
    ['a time in Berlin', maya, '2026-11-20T13:05:00Z', '{time}', '14:05'],
    ['the same in New York', sam, '2026-11-20T13:05:00Z', '{time}', '8:05 AM'],
    ['with seconds', maya, '2026-11-20T13:05:09Z', '{time_secs}', '14:05:09'],
    ['a number', maya, '2026-11-20T23:30:00Z', '{date_num}', '2026-11-21'],
    ['a short date', sam, '2026-02-18T12:00:00Z', '{date_short}', 'Feb 18, 2026'],
    ['a long date', sam, '2026-02-18T12:00:00Z', '{date_long}', 'Wednesday, February 18, 2026'],
    ['today', maya, '2026-11-21T08:00:00Z', '{date_short_pretty} at {time}', 'Today at 09:00'],
    ['yesterday', maya, '2026-11-20T08:00:00Z', '{date_pretty}', 'Yesterday'],
    ['tomorrow', sam, '2026-11-21T12:00:00Z', '{date_long_pretty}', 'Tomorrow'],
    ['today in Chinese', liu, '2026-11-21T01:00:00Z', '{date_pretty}', '今天'],
    ['from now', maya, '2026-11-21T00:30:00Z', 'expires {ago}', 'Expires in 1 hour'],
    ['an unknown token', maya, '2026-11-21T00:30:00Z', '{weekday}', 'fallback'],
  ];
  test.each(cases)('%s', (_, viewer, iso, format, said) => {
    expect(formatSlackDate(at(iso), format, 'fallback', viewer).replaceAll('\u202f', ' ')).toBe(said);
  });

  test('an unknown zone or locale is no reason to fail', () => {
    expect(
      formatSlackDate(at('2026-11-20T13:05:00Z'), '{date_num}', '', { zone: 'Mars/Base', locale: '??', now }),
    ).toBe('2026-11-20');
  });
});

test('days change with the zone', () => {
  expect(dayOf(now, maya)).toBe('2026-11-21');
  expect(dayOf(now, sam)).toBe('2026-11-20');
});

test('the line between days', () => {
  expect(dayLabel(now, maya)).toBe('Today');
  expect(dayLabel(now - 40 * 86_400_000, maya)).toContain('October');
});

test('small units', () => {
  expect(ago(now - 90_000, maya)).toBe('1 minute ago');
  expect(clock(now, maya)).toBe('00:30');
  expect(exactClock(now + 7, maya)).toBe('00:30:00.007');
});

describe('wall clocks', () => {
  test.each([
    ['2026-07-01T14:05', 'Europe/Berlin'],
    ['2026-11-20T14:05', 'Asia/Shanghai'],
    ['2026-03-29T03:30', 'Europe/Berlin'],
    ['2026-10-25T01:30', 'Europe/Berlin'],
    ['2026-11-20T14:05', 'America/St_Johns'],
  ])('%s in %s comes back as it was', (local, zone) => {
    const moment = fromLocalTime(local, zone);
    expect(moment === null ? null : toLocalTime(moment, zone)).toBe(local);
  });

  test('nonsense is nothing', () => {
    expect(fromLocalTime('soon', 'UTC')).toBeNull();
  });
});

test.each([
  [600_000, '10 minutes'],
  [3_660_000, '1 hour 1 minute'],
  [90_000_000, '1 day 1 hour'],
])('%d ms ahead is %s', (ms, words) => {
  expect(aheadText(ms)).toBe(words);
});
