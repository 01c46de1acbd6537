import { withReading } from '../operations/follow/follow-memory.ts';
import { minGap } from '../operations/shared/evidence/read-interval.ts';
import type { AuditRow } from '../store/audit/audit-entry.ts';
import { requestOf } from './evidence-request.ts';
import { gapsOf } from './read-coverage.ts';
import { separationOf } from './separation.ts';

const sam = { id: 'U1', name: 'Sam' };
const liu = { id: 'U2', name: 'Liu' };
const app = { contextKey: 'a/b/1', context: 'shop' };
const minute = 60_000;

const entries = (...kinds: readonly (readonly [kind: string, who: typeof sam, more?: Partial<AuditRow>])[]) =>
  kinds.map(([kind, who, more], index): AuditRow => {
    const chained = { seq: index + 1, prev: '', hash: '', placeKey: 'a/b/1', place: 'shop' };
    return { ...chained, at: index, kind, who, request: 'r', status: 'proposed', ...more };
  });
const ended = ['outcome', sam, { status: 'done', outcome: 'done', details: { done: 1 } }] as const;

describe('who had a hand in a request', () => {
  test.each([
    ['someone else approved', [['proposed', sam], ['approved', liu], ended], 'two-people'],
    ['its requester confirmed', [['proposed', sam], ['approved', sam], ended], 'one-person'],
    ['nobody decided', [['proposed', sam], ended], 'one-person'],
    ['break glass', [['proposed', sam], ['break_glass', sam], ended], 'break-glass'],
    [
      'break glass after one of two',
      [['proposed', sam], ['approved', liu], ['break_glass', sam], ended],
      'break-glass',
    ],
    [
      'an approval of an older plan',
      [['proposed', sam], ['approved', liu], ['replanned', sam], ['approved', sam], ended],
      'one-person',
    ],
    ['an approval that became void', [['proposed', sam], ['approved', liu], ['voided', liu], ended], 'one-person'],
    [
      'an approval before an exception',
      [['proposed', sam], ['approved', liu], ['exception', sam], ended],
      'one-person',
    ],
    ['Portolan itself', [['proposed', { id: 'portolan', name: 'Portolan' }], ended], 'automatic'],
  ] as const)('%s', (_, story, separation) =>
    expect(requestOf({ id: 'r', rows: entries(...story) }).separation).toBe(separation),
  );

  test('without a known requester, nobody counts as another person', () => {
    const decisions = [{ kind: 'approved', who: liu, counts: true }];
    expect(separationOf({ decisions, requester: undefined, isAutomatic: false })).toBe('one-person');
  });
});

test.each([
  ['done', [ended], 'changed'],
  ['failed after a step was done', [['outcome', sam, { status: 'failed', details: { done: 1 } }]], 'partly'],
  ['failed at once', [['outcome', sam, { status: 'failed', details: { done: 0 } }]], 'nothing'],
  ['with an unknown outcome', [['outcome', sam, { status: 'unknown', outcome: 'unknown' }]], 'unknown'],
  ['settled after an unknown outcome', [['outcome', sam, { status: 'unknown' }], ['settled', liu], ended], 'changed'],
  ['denied', [['denied', liu, { status: 'denied' }]], 'nothing'],
  ['waiting', [], 'open'],
] as const)('what a request has done: %s', (_, story, effect) =>
  expect(requestOf({ id: 'r', rows: entries(['proposed', sam], ...story) }).effect).toBe(effect),
);

describe('gaps', () => {
  const time = { from: 0, to: 100 * minute };
  test.each([
    ['never followed', [], ['0 100 never']],
    ['followed all the time', ['0 100'], []],
    ['before', ['20 100'], ['0 20 before']],
    ['between and after', ['0 30', '50 80'], ['30 50 between', '80 100 after']],
    ['shorter ones aren’t any', ['5 40', '45 95'], []],
    ['beyond the time', ['-50 -20', '200 300'], ['0 100 never']],
  ] as const)('%s', (_, intervals, gaps) => {
    const stretches = intervals.map((each) => {
      const [from = 0, to = 0] = each.split(' ').map((minutes) => Number(minutes) * minute);
      return { from, to };
    });
    const rows = gapsOf({ ...app, intervals: stretches }, time);
    expect(rows.map(({ from, to, gap }) => `${from / minute} ${to / minute} ${gap}`)).toEqual(gaps);
  });
});

describe('the time in which an app is read', () => {
  const interval = { from: 0, to: 60 * minute, version: 3 };
  test('grows, saved now and then', () => {
    expect(withReading('a', interval, 61 * minute)).toBeUndefined();
    const later = withReading('a', interval, 66 * minute);
    expect(later).toMatchObject({ interval: { from: 0, to: 66 * minute, version: 4 }, change: { expect: 3 } });
  });
  test('begins again after a gap', () => {
    const at = interval.to + minGap;
    expect(withReading('a', interval, at)).toMatchObject({ interval: { from: at, to: at, version: 1 } });
    expect(withReading('a', undefined, at)).toMatchObject({ change: { expect: 'new' } });
  });
});
