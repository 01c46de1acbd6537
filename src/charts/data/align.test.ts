import fc from 'fast-check';
import { alignSamples, wallShift } from './align.ts';
import type { Series } from './series.ts';
import { wallAt, zoneClock } from './zone.ts';

const zone = 'Europe/Berlin';
const [HOUR, DAY] = [3600, 86_400];

function seriesOf(times: readonly number[]): Series {
  const values = Float64Array.from(times, (_, index) => index);
  return { times: Float64Array.from(times), values, breaks: new Uint32Array(0), spacing: 60, dropped: 0 };
}

/** Returns midnight in Berlin on a day of 2026, in epoch seconds. */
const midnight = (month: number, day: number, offset: number) => Date.UTC(2026, month - 1, day) / 1000 - offset * HOUR;

/** Returns the aligned times of a day's samples, each with the time when it was measured. */
function aligned(from: number, to: number, length: number, every = 900) {
  const range = { start: from, end: from + length };
  const times = Array.from({ length: Math.floor(length / every) }, (_, index) => from + index * every);
  const [then, now] = [zoneClock(zone, range.start, range.end), zoneClock(zone, to, to + 25 * HOUR)];
  const { times: moved, values } = alignSamples(seriesOf(times), then, now, wallShift(range, { start: to }, then, now));
  return [...moved].map((time, index) => ({ time, measured: times[values[index] ?? 0] ?? 0, then, now }));
}

const days = [
  ['the autumn change today', midnight(10, 24, 2), midnight(10, 25, 2), DAY],
  ['the autumn change yesterday', midnight(10, 25, 2), midnight(10, 26, 1), 25 * HOUR],
  ['the spring change today', midnight(3, 28, 1), midnight(3, 29, 1), DAY],
  ['the spring change yesterday', midnight(3, 29, 1), midnight(3, 30, 2), 23 * HOUR],
  ['no change', midnight(7, 1, 2), midnight(7, 8, 2), DAY],
] as const;

test.each(days)('%s: equal times of the local clock coincide', (_, from, to, length) => {
  const samples = aligned(from, to, length);
  expect(samples.length).toBeGreaterThan(80);
  for (const { time, measured, then, now } of samples)
    expect(wallAt(now, time).secondOfDay).toBe(wallAt(then, measured).secondOfDay);
});

test('an hour that today has twice shows the earlier values twice; one that it skips, not at all', () => {
  const at = (samples: ReturnType<typeof aligned>, hour: number) =>
    samples.filter(({ time, now }) => wallAt(now, time).hour === hour).length;
  const autumn = aligned(midnight(10, 24, 2), midnight(10, 25, 2), DAY);
  expect([at(autumn, 1), at(autumn, 2), at(autumn, 3)]).toEqual([4, 8, 4]);
  const spring = aligned(midnight(3, 28, 1), midnight(3, 29, 1), DAY);
  expect([at(spring, 1), at(spring, 2), at(spring, 3)]).toEqual([4, 0, 4]);
});

test('any two days in any zone', () =>
  fc.assert(
    fc.property(
      fc.constantFrom('Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Shanghai', 'UTC'),
      fc.integer({ min: 1_700_000_000, max: 1_800_000_000 }),
      fc.integer({ min: 1, max: 60 }),
      (somewhere, start, before) => {
        const range = { start: start - before * DAY, end: start - before * DAY + DAY };
        const [then, now] = [zoneClock(somewhere, range.start, range.end), zoneClock(somewhere, start, start + DAY)];
        const shift = wallShift(range, { start }, then, now);
        const times = Array.from({ length: 48 }, (_, index) => range.start + index * 1800);
        const moved = alignSamples(seriesOf(times), then, now, shift);
        for (const [index, time] of moved.times.entries()) {
          const measured = times[moved.values[index] ?? 0] ?? 0;
          expect(time + now.offsetAt(time)).toBe(measured + then.offsetAt(measured) + shift);
        }
      },
    ),
  ));
