import type { IncidentLine } from '../../core/incident/incident.ts';
import { verbatim } from '../../core/text/text.ts';
import { newTrack } from '../../core/watch/watch-state.ts';
import { firingBefore, linesAround, metAfter, metBefore, sharedLull, wasGoingAt } from './incident-feature.ts';

test('an earlier firing is named with its end, also if that came after the change, as everywhere else', () => {
  const what = verbatim('web: latency');
  const firing = (from: number, to: number) => ({ from, to, peaks: [{ what }] });
  const before = (from: number, to: number) => firingBefore({ firings: [firing(from, to)] }, [{ what }], 100);
  expect(before(50, 150)).toEqual({ from: 50, to: 150 });
  expect(before(50, 80)).toEqual({ from: 50, to: 80 });
  expect(before(100, 150)).toBeUndefined();
});

test.each([
  ['before and after it', { since: 50 }, true],
  ['until after it', { since: 50, ended: 110, watchedSince: 20 }, true],
  ['until before it', { since: 50, ended: 90 }, false],
  ['after it only', { since: 110 }, false],
  ['before it, as a watch read that was made after it', { since: 50, watchedSince: 120 }, false],
])('a change is judged by a condition that was met %s: %j', (_when, line, isJudged) => {
  expect(wasGoingAt(line, 100)).toBe(isJudged);
});

test('a condition is met again from the first value after its end, also before it fires', () => {
  const pending = { ...newTrack(300), state: 'pending', since: 280 } as const;
  const lines = [{ key: 'w c1' }, { key: 'w c2' }];
  expect(metAfter(lines, 200, { 'w c1': newTrack(300), 'w c2': pending })).toBe(280);
  expect(metAfter(lines, 290, { 'w c2': pending, 'w c3': pending })).toBeUndefined();
});

describe('after a change at 100, a note is about', () => {
  const condition = (key: string, more: Partial<IncidentLine>): IncidentLine => ({
    ...{ key, what: verbatim(key), state: 'firing', since: 50 },
    ...more,
  });
  const keys = (...lines: IncidentLine[]) => linesAround(lines, 100).lines.map(({ key }) => key);
  const latency = condition('latency', {});
  const again = condition('5xx', { since: 150, earlier: { from: 60, to: 120 } });

  test('all conditions that were met before, if one of them went on all the time', () => {
    expect(keys(latency, again)).toEqual(['latency', '5xx']);
    expect(keys({ ...latency, state: 'recovering' }, again)).toEqual(['5xx']);
  });

  test('the time in which none of them was met, if it was long enough', () => {
    const minutes = (from: number, to: number) => ({ from: from * 60_000, to: to * 60_000 });
    const line = (lull?: IncidentLine['lull']) => condition('latency', { lull });
    const errors = condition('5xx', { since: 9 * 60_000, earlier: minutes(0, 4) });
    expect(sharedLull([line(minutes(3, 8)), errors], 60_000)).toEqual(minutes(4, 8));
    expect(sharedLull([line(), errors], 60_000)).toBeUndefined();
    expect(sharedLull([line(minutes(3, 5))], 60_000)).toBeUndefined();
    // It recovered before the change.
    expect(sharedLull([line(minutes(3, 8))], 4 * 60_000)).toBeUndefined();
  });

  test('only the conditions that began after it, if one of them is new', () => {
    expect(keys(latency, condition('5xx', { since: 150 }))).toEqual(['5xx']);
    expect(keys(latency, { ...again, earlier: { from: 110, to: 120 } })).toEqual(['5xx']);
  });

  test('the earlier time of conditions that were met before it, too', () => {
    expect(metBefore([again], 100)).toEqual({ from: 60, to: 120 });
    expect(metBefore([again, condition('oom', { since: 150 })], 100)).toBeUndefined();
    expect(metBefore([latency], 100)).toBeUndefined();
  });
});
