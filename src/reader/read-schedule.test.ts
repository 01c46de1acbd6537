import fc from 'fast-check';
import {
  type EventsRead,
  eventsEvery,
  eventsToRead,
  listEvery,
  maxReads,
  type Pace,
  stretchOf,
} from './read-schedule.ts';

const minute = 60_000;
const of = (open: number, recent: number, quiet: number): readonly Pace[] => [
  ...Array.from({ length: open }, () => 'open' as const),
  ...Array.from({ length: recent }, () => 'recent' as const),
  ...Array.from({ length: quiet }, () => 'quiet' as const),
];

function perMinute(apps: ReadonlyMap<string, readonly Pace[]>): number {
  const stretch = stretchOf(apps);
  return [...apps].reduce(
    (sum, [app, paces]) =>
      sum +
      minute / (listEvery * stretch.lists) +
      paces.reduce((reads, pace) => reads + minute / stretch.events(app)[pace], 0),
    0,
  );
}

describe('how many reads the intervals come to', () => {
  test.each<[string, readonly (readonly Pace[])[], number]>([
    ['20 components', [of(0, 20, 0)], 24],
    ['200 components, of which 15 are active', [of(0, 15, 185)], 44],
    ['10 applications of 20 components', Array.from({ length: 10 }, () => of(0, 20, 0)), 240],
    ['40 applications of 20 components', Array.from({ length: 40 }, () => of(0, 20, 0)), 240],
    ['60 builds at once in one application', [of(60, 0, 0)], 44],
  ])('%s: at most %#', (_what, apps, max) => {
    const reads = perMinute(new Map(apps.map((paces, n) => [`app ${n}`, paces])));
    expect(reads).toBeLessThanOrEqual(max + 0.1);
    expect(reads).toBeGreaterThan(max * 0.9);
  });

  test('quiet components get the reads that nothing else needs, before anything else is read less often', () => {
    const every = (...apps: readonly (readonly Pace[])[]) =>
      stretchOf(new Map(apps.map((paces, n) => [`${n}`, paces]))).events('0');
    const tenOf = (quiet: number) => Array.from({ length: 10 }, () => of(0, 10, quiet));
    expect(every(of(0, 10, 60))).toEqual(eventsEvery);
    expect(every(of(0, 10, 61))).toEqual({ ...eventsEvery, quiet: 3 * minute });
    expect(every(of(0, 0, 390))).toEqual({ ...eventsEvery, quiet: 10 * minute });
    expect(every(...tenOf(20))).toEqual(eventsEvery);
    expect(every(...tenOf(21))).toEqual({ ...eventsEvery, quiet: 3 * minute });
    // A busy application doesn't slow down the others.
    expect(every(of(0, 10, 20), of(60, 0, 0))).toEqual(eventsEvery);
  });

  test('whatever is followed: never more than 240, nor than 40 of the events of one application', () => {
    const paces = fc.array(fc.constantFrom<Pace>('open', 'recent', 'quiet'), { maxLength: 60 });
    fc.assert(
      fc.property(fc.array(paces, { maxLength: 80 }), (list) => {
        const apps = new Map(list.map((each, n) => [`${n}`, each]));
        expect(perMinute(apps)).toBeLessThanOrEqual(maxReads.ofAll + 0.5);
        for (const [app, each] of apps) {
          expect(perMinute(new Map([[app, each]])) - minute / listEvery).toBeLessThanOrEqual(maxReads.ofEvents + 0.5);
        }
      }),
    );
  });
});

describe('whose events are read now', () => {
  const now = 1_000_000;
  const eventsRead = (component: string, pace: Pace, ago: number | undefined, isUrgent = false): EventsRead => ({
    component,
    pace,
    at: ago === undefined ? undefined : now - ago * 1_000,
    isUrgent,
  });
  test.each<[string, readonly EventsRead[], number, readonly string[]]>([
    ['nothing due', [eventsRead('a', 'open', 4), eventsRead('b', 'recent', 59), eventsRead('c', 'quiet', 119)], 9, []],
    [
      'each at its own pace',
      [eventsRead('a', 'open', 5), eventsRead('b', 'recent', 60), eventsRead('c', 'quiet', 120)],
      9,
      ['a', 'b', 'c'],
    ],
    ['what changed comes first', [eventsRead('a', 'open', 9), eventsRead('c', 'quiet', 2, true)], 9, ['c', 'a']],
    ['new ones at once', [eventsRead('c', 'quiet', undefined)], 9, ['c']],
    ['what runs before the new', [eventsRead('c', 'quiet', undefined), eventsRead('a', 'open', undefined)], 1, ['a']],
    ['the longest due first', [eventsRead('a', 'recent', 61), eventsRead('b', 'recent', 80)], 1, ['b']],
    ['none left', [eventsRead('a', 'open', 60)], 0, []],
  ])('%s', (_what, components, left, expected) =>
    expect(eventsToRead(components, { every: eventsEvery, left, now })).toEqual(expected),
  );
});
