import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDuration, printDuration } from './duration.ts';
import { durationText } from './duration-messages.ts';
import { plain } from './text.ts';

test.each([
  ['15m', 900_000],
  ['24h', 86_400_000],
  ['1h30m', 5_400_000],
  [' 7D ', 604_800_000],
  ['2w', 1_209_600_000],
  ['0m', undefined],
  ['30m1h', undefined],
  ['1h1h', undefined],
  ['15', undefined],
  ['-1h', undefined],
  ['1.5h', undefined],
  ['', undefined],
])('%j', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

test('what is printed reads to the same', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), (seconds) => {
      expect(parseDuration(printDuration(seconds * 1_000))).toBe(seconds * 1_000);
    }),
  );
});

test.each([
  [7_200_000, '2 h', '2 小时'],
  [5_400_000, '1 h 30 min', '1 小时 30 分钟'],
  [90_061_000, '1 day 1 h 1 min 1 s', '1 天 1 小时 1 分钟 1 秒'],
  [172_800_000, '2 days', '2 天'],
  [0, '0 s', '0 秒'],
])('%i ms in a sentence', (ms, en, zh) => {
  expect([plain(durationText(ms), 'en'), plain(durationText(ms), 'zh')]).toEqual([en, zh]);
});
