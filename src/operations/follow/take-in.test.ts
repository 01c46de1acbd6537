import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SeenEvent } from '../../core/runs/seen-event.ts';
import type { FollowedComponent } from './stored-follow.ts';
import { type TakenIn, takeIn } from './take-in.ts';

const start = 1_800_000_000_000;
const longest = 30 * 60_000;

/** One deploy as it really went; times in seconds after the start. */
interface TrueDeploy {
  readonly at: number;
  readonly buildFor: number;
  readonly readyFor: number;
  readonly fails: boolean;
  /** How late its rows appear, and when those of its build vanish again; its rollout may never come. */
  readonly late: number;
  readonly vanishes: boolean;
  readonly rollsOut: boolean;
}

const anyDeploy: fc.Arbitrary<TrueDeploy> = fc.record({
  at: fc.integer({ min: 10, max: 60 }),
  buildFor: fc.integer({ min: 20, max: 300 }),
  readyFor: fc.integer({ min: 10, max: 90 }),
  fails: fc.boolean(),
  late: fc.integer({ min: 0, max: 8 }),
  vanishes: fc.boolean(),
  rollsOut: fc.boolean(),
});

/** The rows that the platform lists at a second, in some order; `zoned` ends are labeled with a wrong zone. */
function rowsAt(deploys: readonly TrueDeploy[], second: number, zoned: boolean): readonly SeenEvent[] {
  let from = 0;
  return deploys.flatMap(({ at, buildFor, fails, late, vanishes, rollsOut }, n) => {
    const began = from + at;
    const built = began + buildFor;
    from = built + 400;
    const row = (id: string, type: string, since: number, ends: number, by?: string): readonly SeenEvent[] => {
      if (second < since + late) return [];
      const isOver = second >= ends;
      const state = isOver ? (fails && type === 'build-service' ? 'failed' : 'succeeded') : 'running';
      const ended = start + ends * 1_000 + (zoned ? 8 * 3_600_000 : 0);
      return [{ id, type, state, since: start + since * 1_000, ...(by ? { by } : {}), ...(isOver ? { ended } : {}) }];
    };
    const build = vanishes && second > built + 60 ? [] : row(`b${n}`, 'build-service', began, built, 'tom');
    return [...build, ...(fails || !rollsOut ? [] : row(`u${n}`, 'upgrade', built + 1, built + 4))];
  });
}

test('whatever is read of deploys, each becomes one run, which ends as it really did, and never changes after that', () => {
  fc.assert(
    fc.property(
      fc.array(anyDeploy, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      fc.func(fc.integer()),
      (deploys, zoned, order) => {
        let known: FollowedComponent | undefined;
        const ends = new Map<string, string>();
        const total = deploys.reduce((sum, { at, buildFor }) => sum + at + buildFor + 400, 0);
        for (let second = 0; second <= total; second += 5) {
          const events = rowsAt(deploys, second, zoned).toSorted((one, other) => order(one.id) - order(other.id));
          const read: TakenIn = { component: 'c', name: 'web', events, status: 'running', longest };
          known = takeIn(known, read, start + second * 1_000);
          for (const { report } of known?.runs ?? []) {
            const before = ends.get(report.id);
            if (before !== undefined) expect(report.state).toBe(before);
            if (report.state === 'running' || report.state === 'failed') ends.set(report.id, report.state);
          }
        }
        expect(known?.runs.map(({ report }) => [report.id, report.state])).toEqual(
          deploys.map(({ fails, rollsOut }, n) => [`b${n}`, fails ? 'failed' : rollsOut ? 'running' : 'built']),
        );
        expect(known?.runs.every(({ report }) => report.took === undefined || report.took < 8 * 3_600_000)).toBe(true);
      },
    ),
    { numRuns: 30 },
  );
});

test('what was over at the first reading is history; what runs for ever is given up, and corrected when it ends after all', () => {
  const old: SeenEvent = { id: 'old', type: 'build-service', state: 'succeeded', since: start - 600_000, by: 'tom' };
  const stuck: SeenEvent = { id: 'stuck', type: 'start-service', state: 'running', since: start + 1_000, by: 'tom' };
  const read = (events: readonly SeenEvent[]): TakenIn => ({
    component: 'c',
    name: 'web',
    events,
    status: 'running',
    longest,
  });
  const first = takeIn(undefined, read([old]), start);
  expect(first?.runs.map(({ isHistory }) => isHistory)).toEqual([true]);
  const begun = takeIn(first, read([stuck, old]), start + 2_000);
  const given = takeIn(begun, read([stuck, old]), start + longest + 10_000);
  expect(given?.runs.map(({ report }) => report.state).at(-1)).toBe('unknown');
  const ended = { ...stuck, state: 'failed', said: 'no node' } as const;
  const told = takeIn(given, read([ended, old]), start + longest + 60_000);
  const later = takeIn(told, read([ended, old]), start + longest + 70_000);
  expect(later?.runs.map(({ report, isHistory }) => [report.id, isHistory ?? report.state])).toEqual([
    ['old', true],
    ['stuck', 'failed'],
  ]);
});
