import type { ChartMark } from '../charts/data/job.ts';
import type { ChangesFound } from './change-marks.ts';
import { planHistory } from './chart-history.ts';

const start = 1_795_140_000;
const hour = 3_600;
const day = 25 * hour;
const order = { start, end: start + 6 * hour };
const mark = (after: number, more: Partial<ChartMark> = {}): ChartMark => ({
  time: start + after,
  what: 'restart',
  components: ['web'],
  ...more,
});
const changesOf = (marks: readonly ChartMark[], more: Partial<ChangesFound> = {}): ChangesFound => ({
  marks,
  otherChanges: [],
  troubles: [],
  knownSince: start - day,
  ...more,
});
const plan = (changes: ChangesFound, asked = order, max = 11_000) => planHistory(asked, changes, max);

describe('what the effects of changes are judged by', () => {
  test('is the day before the first of them, every minute where their windows are long', () =>
    expect(plan(changesOf([mark(2 * hour), mark(4 * hour, { components: ['api'] })]))).toEqual({
      start: start + 2 * hour - day,
      end: order.end,
      step: 60,
      components: ['web', 'api'],
    }));

  test.each<[string, ChangesFound]>([
    ['nothing was changed', changesOf([])],
    ['too little came after', changesOf([mark(6 * hour - 300)])],
    ['the next change follows at once', changesOf([mark(hour), mark(hour + 200)])],
    [
      'something else was under way',
      changesOf([mark(hour)], { otherChanges: [{ since: start, time: start + 2 * hour, components: ['web'] }] }),
    ],
    ['what else was done isn’t known', changesOf([mark(hour)], { knownSince: Number.POSITIVE_INFINITY })],
  ])('nothing is read where %s', (_why, changes) => expect(plan(changes)).toBeUndefined());

  test('of a long range only the newest changes are judged, so that no more is read than the platform gives', () => {
    const week = { start, end: start + 7 * 24 * hour };
    const marks = [mark(hour, { components: ['web'] }), mark(100 * hour, { components: ['api'] })];
    expect(plan(changesOf(marks), week)).toMatchObject({ components: ['api'], step: 60, start: start + 75 * hour });
    expect(plan(changesOf([mark(160 * hour)]), week, 2_500)).toMatchObject({ start: start + 135 * hour });
    expect(plan(changesOf(marks), week, 1_000)).toBeUndefined();
  });
});
