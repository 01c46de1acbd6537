import { rangeText, zoneClock } from './zone.ts';

test.each([
  [
    '2026-11-26T15:23Z',
    '2026-11-26T16:05Z',
    '26 Nov 23:23 – 27 Nov 2026 00:05',
    '2026年11月26日 23:23 – 11月27日 00:05',
  ],
  ['2026-11-26T01:00Z', '2026-11-26T02:00Z', '26 Nov 2026 09:00 – 10:00', '2026年11月26日 09:00 – 10:00'],
  [
    ...['2026-12-31T15:00Z', '2026-12-31T17:00Z'],
    ...['31 Dec 2026 23:00 – 1 Jan 2027 01:00', '2026年12月31日 23:00 – 2027年1月1日 01:00'],
  ],
] as const)('a range from %s to %s names its year once, at the place that the language has for it', (...row) => {
  const [from, to, en, zh] = row;
  const [start, end] = [Date.parse(from) / 1_000, Date.parse(to) / 1_000];
  const clock = zoneClock('Asia/Shanghai', start, end);
  expect([rangeText(clock, start, end, 'en'), rangeText(clock, start, end, 'zh')]).toEqual([en, zh]);
});
