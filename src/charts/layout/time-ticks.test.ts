import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isZone, offsetsText } from '../../core/text/zone-offset.ts';
import { wallAt, zoneClock } from '../data/zone.ts';
import { timeTicks } from './time-ticks.ts';

const utc = (text: string) => Date.parse(text) / 1000;
function labels(zone: string, from: string, to: string, lang: 'en' | 'zh' = 'en', most = 7): string[] {
  const [start, end] = [utc(from), utc(to)];
  return timeTicks(zoneClock(zone, start, end), start, end, most, lang).map((tick) => tick.lines.join('/'));
}

describe('ticks', () => {
  test('an hour', () =>
    expect(labels('UTC', '2026-11-20T08:00Z', '2026-11-20T09:00Z')).toEqual([
      '08:00',
      '08:10',
      '08:20',
      '08:30',
      '08:40',
      '08:50',
      '09:00',
    ]));
  test('a zone of half hours', () =>
    expect(labels('Asia/Kolkata', '2026-11-20T08:00Z', '2026-11-20T14:00Z')).toEqual([
      '14:00',
      '15:00',
      '16:00',
      '17:00',
      '18:00',
      '19:00',
    ]));
  test('midnight names its day', () =>
    expect(labels('Asia/Shanghai', '2026-11-19T08:00Z', '2026-11-20T08:00Z', 'zh')).toEqual([
      '16:00',
      '20:00',
      '00:00/11月20日',
      '04:00',
      '08:00',
      '12:00',
      '16:00',
    ]));
  test('a week', () =>
    expect(labels('Europe/Berlin', '2026-11-13T08:00Z', '2026-11-20T08:00Z')).toEqual([
      '14 Nov/Sat',
      '15 Nov/Sun',
      '16 Nov/Mon',
      '17 Nov/Tue',
      '18 Nov/Wed',
      '19 Nov/Thu',
      '20 Nov/Fri',
    ]));
  test('the day on which clocks go back has its four hours of the clock, one of them five hours long', () => {
    const [start, end] = [utc('2026-10-24T22:00Z'), utc('2026-10-25T23:00Z')];
    const ticks = timeTicks(zoneClock('Europe/Berlin', start, end), start, end, 7, 'en');
    expect(ticks.map((tick) => tick.lines[0])).toEqual(['00:00', '04:00', '08:00', '12:00', '16:00', '20:00', '00:00']);
    expect(ticks.slice(1).map((tick, index) => (tick.time - (ticks[index]?.time ?? 0)) / 3600)).toEqual([
      5, 4, 4, 4, 4, 4,
    ]);
  });
  test('hours that the clock jumps over have no tick, hours that it repeats have two', () => {
    expect(labels('Europe/Berlin', '2026-03-29T00:00Z', '2026-03-29T04:00Z')).toEqual([
      '01:00',
      '03:00',
      '04:00',
      '05:00',
      '06:00',
    ]);
    expect(labels('Europe/Berlin', '2026-10-24T23:00Z', '2026-10-25T03:00Z')).toEqual([
      '01:00',
      '02:00',
      '02:00',
      '03:00',
      '04:00',
    ]);
  });
  test('a day without midnight starts at its first moment', () => {
    // Beirut goes from 00:00 to 01:00 on 29 March 2026.
    expect(labels('Asia/Beirut', '2026-03-26T00:00Z', '2026-04-01T00:00Z')).toContain('29 Mar/Sun');
  });
});

test('every tick is round, inside the range and growing, in any zone', () => {
  const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Chatham'];
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 1_500_000_000, max: 1_900_000_000 }),
      fc.integer({ min: 900, max: 86_400 * 60 }),
      (zone, start, length) => {
        const clock = zoneClock(zone, start, start + length);
        const ticks = timeTicks(clock, start, start + length, 7, 'en');
        expect(ticks.length).toBeLessThanOrEqual(10);
        for (const [index, { time }] of ticks.entries()) {
          expect(time).toBeGreaterThanOrEqual(start);
          expect(time).toBeLessThanOrEqual(start + length);
          expect(wallAt(clock, time).second).toBe(0);
          if (index > 0) expect(time).toBeGreaterThan(ticks[index - 1]?.time ?? 0);
        }
      },
    ),
    { numRuns: 200 },
  );
});

test('the clock agrees with the runtime at every moment', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 365 * 24 * 4 }), (quarter) => {
      const start = utc('2026-01-01T00:00Z');
      const clock = zoneClock('America/New_York', start, start + 365 * 86_400);
      const wall = wallAt(clock, start + quarter * 900);
      const parts = new Intl.DateTimeFormat('en-US', {
        timeZone: 'America/New_York',
        hourCycle: 'h23',
        hour: 'numeric',
        day: 'numeric',
      }).formatToParts((start + quarter * 900) * 1000);
      expect(String(wall.hour)).toBe(String(Number(parts.find((part) => part.type === 'hour')?.value)));
      expect(String(wall.day)).toBe(parts.find((part) => part.type === 'day')?.value);
    }),
    { numRuns: 60 },
  );
});

test('offsets in words', () => {
  const say = (zone: string, from: string, to: string) => offsetsText(zoneClock(zone, utc(from), utc(to)).offsets);
  expect(say('UTC', '2026-01-01T00:00Z', '2026-01-02T00:00Z')).toBe('UTC');
  expect(say('Asia/Shanghai', '2026-01-01T00:00Z', '2026-01-02T00:00Z')).toBe('UTC+8');
  expect(say('America/St_Johns', '2026-01-01T00:00Z', '2026-01-02T00:00Z')).toBe('UTC−3:30');
  expect(say('Europe/Berlin', '2026-10-24T00:00Z', '2026-10-26T00:00Z')).toBe('UTC+2/+1');
  expect(say('Europe/Berlin', '2026-01-01T00:00Z', '2026-12-31T00:00Z')).toBe('UTC+1/+2');
  expect([isZone('Europe/Berlin'), isZone('Mars/Base'), isZone('')]).toEqual([true, false, false]);
});
