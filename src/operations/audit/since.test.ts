import { momentOf, readPeriod, readSince, spanOf } from './since.ts';

const zone = 'Europe/Berlin';
/** A Friday, 20:48 in Berlin. */
const now = Date.UTC(2026, 10, 27, 19, 48);

test.each([
  ['today', '2026-11-27', '2026-11-28'],
  ['昨天', '2026-11-26', '2026-11-27'],
  ['Yesterday', '2026-11-26', '2026-11-27'],
  ['2026-10-25', '2026-10-25', '2026-10-26'],
  ['last week', '2026-11-16', '2026-11-23'],
  ['上周', '2026-11-16', '2026-11-23'],
])('%s is a day or calendar week of the reader', (typed, first, after) => {
  const period = readPeriod(typed);
  const { from, to } = period.ok ? spanOf(period.value, now, zone) : expect.fail(typed);
  const days = [from, to + 1].map((at) => new Date(at).toLocaleString('sv', { timeZone: zone }));
  expect(days).toEqual([`${first} 00:00:00`, `${after} 00:00:00`]);
  const since = readSince(typed);
  expect(since.ok && momentOf(since.value, now, zone)).toBe(from);
});

test('a length of time is no day', () => {
  expect([readPeriod('7d').ok, readSince('7d').ok, readPeriod('web').ok]).toEqual([false, true, false]);
});
