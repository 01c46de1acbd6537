import fc from 'fast-check';
import { plain } from '../../slack/slack-catalog.ts';
import { parseDuration, printDuration } from './duration.ts';
import { durationText, shortDurationText } from './duration-messages.ts';

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
  ['1.5h', 5_400_000],
  ['2 hours', 7_200_000],
  ['30mins', 1_800_000],
  ['1 week', 604_800_000],
  ['0.0001h', undefined],
  ['.5h', undefined],
  ['2 moons', undefined],
  ['1 year', undefined],
  ['', undefined],
  ['2h 30m', 9_000_000],
  ['1h30', 5_400_000],
  ['1h5', 3_900_000],
  ['1h60', undefined],
  ['1h 30', undefined],
  ['30m15', undefined],
  ['2 hours 30 minutes', 9_000_000],
  ['2 hours and 30 minutes', 9_000_000],
  ['1 day, 2 hours', 93_600_000],
  ['2小时', 7_200_000],
  ['90 分钟', 5_400_000],
  ['2 小时 30 分钟', 9_000_000],
  ['1天12小时', 129_600_000],
  ['2 个小时', 7_200_000],
  ['２h', 7_200_000],
  ['１．５ｈ', 5_400_000],
  ['2h30m1h', undefined],
  ['1.5h30m', undefined],
  ['+2h', undefined],
  ['1e1h', undefined],
  ['2 小', undefined],
  ['2 hours30', undefined],
  ['两小时', 7_200_000],
  ['两个星期', 1_209_600_000],
  ['三十五分钟', 2_100_000],
  ['两天十二小时', 216_000_000],
  ['1小时半小时', 5_400_000],
  // An approximate length has no digits of its own: 两三小时 is two or three hours, not 23.
  ['两三小时', undefined],
  ['二三天', undefined],
  ['一二小时', undefined],
  ['三十五六分钟', undefined],
  ['三四十分钟', undefined],
  ['2三小时', undefined],
  ['2半小时', undefined],
  ['1.半小时', undefined],
])('%j', (text, ms) => expect(parseDuration(text)).toBe(ms));

test('what is printed reads to the same', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), (seconds) => {
      expect(parseDuration(printDuration(seconds * 1_000))).toBe(seconds * 1_000);
    }),
  ));

test('what a card or a table says can be typed', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50_000_000 }), (seconds) => {
      const ms = seconds * 1_000;
      const said = [durationText(ms), shortDurationText(ms)].flatMap((text) => [plain(text, 'en'), plain(text, 'zh')]);
      expect(said.map(parseDuration)).toEqual([ms, ms, ms, ms]);
    }),
  ));

test.each([
  [7_200_000, '2 hours', '2 h', '2 小时'],
  [3_600_000, '1 hour', '1 h', '1 小时'],
  [5_400_000, '1 hour 30 minutes', '1 h 30 min', '1 小时 30 分钟'],
  [90_061_000, '1 day 1 hour 1 minute 1 second', '1 day 1 h 1 min 1 s', '1 天 1 小时 1 分钟 1 秒'],
  [172_800_000, '2 days', '2 days', '2 天'],
  [86_400_000 + 60_000, '1 day 1 minute', '1 day 1 min', '1 天 1 分钟'],
  [999, '0 seconds', '0 s', '0 秒'],
  [-5, '0 seconds', '0 s', '0 秒'],
])('%i ms in a sentence and in a table', (ms, words, short, zh) => {
  expect([plain(durationText(ms), 'en'), plain(shortDurationText(ms), 'en')]).toEqual([words, short]);
  expect([plain(durationText(ms), 'zh'), plain(shortDurationText(ms), 'zh')]).toEqual([zh, zh]);
});

test.each([
  ['duration.h', '1', '1 hour'],
  ['duration.m', '30', '30 minutes'],
])('what a card of an earlier version holds is read: %s of %s', (key, count, en) =>
  expect(plain({ key, with: { count } }, 'en')).toBe(en),
);
