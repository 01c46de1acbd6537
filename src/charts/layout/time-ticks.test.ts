import fc from 'fast-check';
import { wallAt, zoneClock } from '../data/zone.ts';
import { timeTicks } from './time-ticks.ts';

const utc = (text: string) => Date.parse(text) / 1000;
function labels(zone: string, from: string, to: string): string {
  const [start, end] = [utc(from), utc(to)];
  const ticks = timeTicks(zoneClock(zone, start, end), start, end, 7, 'en');
  return ticks.map((tick) => tick.lines.join('/')).join(' ');
}

describe('ticks', () => {
  test('the day on which clocks go back has its four hours of the clock, one of them five hours long', () => {
    const [start, end] = [utc('2026-10-24T22:00Z'), utc('2026-10-25T23:00Z')];
    const ticks = timeTicks(zoneClock('Europe/Berlin', start, end), start, end, 7, 'en');
    expect(ticks.map((tick) => tick.lines[0])).toEqual(['00:00', '04:00', '08:00', '12:00', '16:00', '20:00', '00:00']);
    expect(ticks.slice(1).map((tick, index) => (tick.time - (ticks[index]?.time ?? 0)) / 3600)).toEqual([
      5, 4, 4, 4, 4, 4,
    ]);
  });
  test('hours that the clock jumps over have no tick, hours that it repeats have two', () => {
    expect(labels('Europe/Berlin', '2026-03-29T00:00Z', '2026-03-29T04:00Z')).toBe('01:00 03:00 04:00 05:00 06:00');
    expect(labels('Europe/Berlin', '2026-10-24T23:00Z', '2026-10-25T03:00Z')).toBe('01:00 02:00 02:00 03:00 04:00');
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

test('the clock agrees with the runtime at every moment', () =>
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
  ));
