import fc from 'fast-check';
import type { StatusKind } from '../../core/runs/component-status.ts';
import type { RunState } from '../../core/runs/followed-run.ts';
import { readEvents } from '../../platform/event/event-endpoints.ts';
import { understoodEvent } from '../../platform/event/understood-event.ts';
import { eventsEvery } from '../../reader/read-schedule.ts';
import type { FollowedComponent } from './stored-follow.ts';
import { isReadyToPost, paceOf, takeIn } from './take-in.ts';

/** Simulates a component's real history and the platform's lists of it. Times are in seconds after `start`. */

const start = Date.UTC(2027, 0, 15, 9);
const longest = 30 * 60;

/** A row of the platform's list, with its true times. `from`: when the row appears; `to`: when its end is written. */
interface Row {
  readonly id: string;
  readonly type: string;
  readonly by: string;
  readonly began: number;
  readonly ended?: number;
  readonly fails: boolean;
  readonly from: number;
  readonly to: number;
}

interface TrueRun {
  readonly ids: readonly string[];
  readonly states: readonly RunState[];
  readonly over: number;
}

const late = fc.integer({ min: 0, max: 8 });
const anyDeploy = fc.record({
  what: fc.constant('deploy' as const),
  scan: fc.constantFrom('none', 'passes', 'fails'),
  isAhead: fc.boolean(),
  buildFor: fc.integer({ min: 15, max: 400 }),
  outcome: fc.constantFrom('runs', 'runs', 'build', 'rollout', 'no-rollout'),
  late: fc.tuple(late, late, late),
});
const anyPair = fc.record({
  what: fc.constant('pair' as const),
  buildFor: fc.tuple(fc.integer({ min: 30, max: 200 }), fc.integer({ min: 30, max: 200 })),
  apart: fc.integer({ min: 1, max: 20 }),
  late: fc.tuple(late, late, late),
});
const anyOperation = fc.record({
  what: fc.constant('operation' as const),
  type: fc.constantFrom('restart-service', 'upgrade-service', 'rollback-service', 'horizontal-service'),
  runsFor: fc.integer({ min: 5, max: 500 }),
  outcome: fc.constantFrom('runs', 'fails', 'for-ever'),
  late: fc.tuple(late, late, late),
});
type Segment =
  typeof anyDeploy extends fc.Arbitrary<infer D>
    ? typeof anyPair extends fc.Arbitrary<infer P>
      ? typeof anyOperation extends fc.Arbitrary<infer O>
        ? D | P | O
        : never
      : never
    : never;

function historyOf(segments: readonly Segment[]): { rows: Row[]; runs: TrueRun[]; until: number } {
  const rows: Row[] = [];
  const runs: TrueRun[] = [];
  let at = 0;
  let ids = 0;
  const row = (
    type: string,
    began: number,
    ended: number | undefined,
    [listed, written]: readonly [number, number],
    more: Partial<Row> = {},
  ): Row => {
    ids += 1;
    const added: Row = {
      id: `e${ids}`,
      type,
      by: 'tom',
      began,
      fails: false,
      from: began + listed,
      to: ended === undefined ? Number.POSITIVE_INFINITY : Math.max(ended, began + listed) + written,
      ended,
      ...more,
    };
    rows.push(added);
    return added;
  };
  const run = (states: readonly RunState[], ...parts: readonly Row[]) =>
    runs.push({ ids: parts.map(({ id }) => id), states, over: Math.max(...parts.map(({ to }) => to)) });
  /** Returns the rollout of a build, which begins after the build ends. The platform may only list it late. */
  const rollout = (built: number, listed: number, fails = false) =>
    row('upgrade', built + 1, built + 4, [listed, 0], { by: '', fails });
  // Add a run on the day before. Without it, the component would be read only every ten minutes.
  run(['running'], row('restart-service', -86_400, -86_390, [0, 0]));
  for (const segment of segments) {
    const [listed, written, listedNext] = segment.late;
    if (segment.what === 'operation') {
      const ended = segment.outcome === 'for-ever' ? undefined : at + segment.runsFor;
      const fails = segment.outcome === 'fails';
      const added = row(segment.type, at, ended, [listed, written], { fails });
      const done = segment.type === 'horizontal-service' ? 'done' : 'running';
      run([ended === undefined ? 'unknown' : fails ? 'failed' : done], added);
      at = (ended ?? at + longest) + 500;
    } else if (segment.what === 'pair') {
      const [first, second] = segment.buildFor;
      const ends = [at + first, at + segment.apart + second] as const;
      // The ends of these builds are listed without delay. Otherwise, rollouts couldn't be matched to builds.
      const builds = [
        row('build-service', at, ends[0], [listed, 0]),
        row('build-service', at + segment.apart, ends[1], [listed, 0]),
      ] as const;
      const rollouts = ends.map((end) => rollout(end, 0));
      for (const [n, build] of builds.entries()) {
        const own = rollouts[n];
        // The pods of the second rollout replace those of the first before anyone can see the first ones run.
        if (own) run(n === 0 ? ['running', 'replaced'] : ['running'], build, own);
      }
      at = Math.max(...ends) + 500;
    } else {
      const { scan, isAhead, buildFor, outcome } = segment;
      const scanned = scan === 'none' ? at : at + 20;
      const scans = scan === 'none' ? [] : [row('source-scan', at, scanned, [listed, 0], { fails: scan === 'fails' })];
      const built = scanned + buildFor;
      if (scan === 'fails')
        run(['failed'], ...scans, ...(isAhead ? [row('build-service', at, undefined, [listed, 0])] : []));
      else {
        const fails = outcome === 'build';
        const build = row('build-service', isAhead ? at : scanned, built, [listed, Math.min(written, 4)], { fails });
        const next = fails || outcome === 'no-rollout' ? [] : [rollout(built, listedNext, outcome === 'rollout')];
        const state = fails || outcome === 'rollout' ? 'failed' : outcome === 'no-rollout' ? 'built' : 'running';
        run([state], ...scans, build, ...next);
      }
      at = built + 500;
    }
  }
  return { rows, runs, until: at + 200 };
}

/** UTC offsets of the platform's processes, in hours. `isWrong`: end times have a wrong zone label. */
interface Zones {
  readonly builder: number;
  readonly api: number;
  readonly isWrong: boolean;
}

function listedAt(rows: readonly Row[], second: number, zones: Zones, vanishes: (to: number) => number) {
  const local = (at: number, hours: number, label = hours) =>
    `${new Date(start + at * 1_000 + hours * 3_600_000).toISOString().slice(0, 19)}${zoneText(label)}`;
  const events = rows
    .filter(({ from, to }) => from <= second && second <= vanishes(to))
    .map(({ id, type, by, began, ended, to, fails }) => {
      const hours =
        type === 'build-service' || type === 'source-scan' || type === 'upgrade' ? zones.builder : zones.api;
      const isOver = ended !== undefined && to <= second;
      // The platform may mark an event as timed out after three minutes, until the event's end is written.
      const isMarked = !isOver && second - began > 180;
      return {
        event_id: id,
        opt_type: type,
        target: 'service',
        target_id: 'c',
        user_name: by,
        message: '',
        status: isOver ? (fails ? 'failure' : 'success') : '',
        final_status: isOver ? 'complete' : isMarked ? 'timeout' : '',
        create_time: local(began, hours),
        start_time: local(began, hours),
        end_time: isOver ? local(ended, hours, zones.isWrong ? 8 : hours) : '',
      };
    })
    .toSorted((one, other) => (one.start_time < other.start_time ? 1 : -1));
  return (readEvents({ total: events.length, events: events.slice(0, 30) })?.events ?? []).map(understoodEvent);
}

const zoneText = (hours: number): string =>
  hours === 0 ? 'Z' : `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;

test('whatever happens to a component, and however the platform lists it: one run each, which ends as it really did', () => {
  const anyZones = fc.record({ builder: fc.constantFrom(0, 8, -5), api: fc.constantFrom(0, 8), isWrong: fc.boolean() });
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 3, arbitrary: anyDeploy }, anyPair, anyOperation), { minLength: 1, maxLength: 4 }),
      anyZones,
      fc.integer({ min: 0, max: 600 }),
      fc.constantFrom(75, 3_600, 1e9),
      fc.constantFrom<StatusKind | undefined>('running', undefined),
      (segments, zones, first, vanishesAfter, unread) => {
        const { rows, runs, until } = historyOf(segments);
        let followed: FollowedComponent | undefined;
        const tellable = new Set<string>();
        const ends = new Map<string, RunState>();
        for (let second = first; second <= Math.max(until, first + 100); ) {
          const now = start + second * 1_000;
          // In some reads, only the events are readable, not the status.
          const status = unread === undefined && second % 3 === 0 ? {} : { status: 'running' as const };
          const events = listedAt(rows, second, zones, (to) => (to < 0 ? 1e9 : Math.max(to, first) + vanishesAfter));
          const reading = {
            component: 'c',
            name: 'web',
            events,
            longest: longest * 1_000,
            followed: start + first * 1_000,
          };
          followed = takeIn(followed, { ...reading, ...status }, now) ?? followed;
          for (const run of followed?.runs ?? []) {
            const before = ends.get(run.report.id);
            if (before !== undefined) expect(run.report.state).toBe(before);
            if (['running', 'done', 'failed', 'replaced'].includes(run.report.state))
              ends.set(run.report.id, run.report.state);
            if (isReadyToPost(run)) tellable.add(run.report.id);
          }
          second += (followed ? eventsEvery[paceOf(followed, now)] : 60_000) / 1_000;
        }
        const followedRuns = followed?.runs ?? [];
        // A run that could be reported must never become a part of another run.
        for (const id of tellable) expect(followedRuns.map(({ report }) => report.id)).toContain(id);
        for (const { ids, states, over } of runs) {
          const mine = followedRuns.filter(({ report }) => ids.includes(report.id));
          if (over <= first) {
            expect(mine.every(({ isHistory }) => isHistory)).toBe(true);
            continue;
          }
          expect(mine).toHaveLength(1);
          const [run] = mine;
          expect(states).toContain(run?.report.state);
          expect(run?.isHistory).toBeUndefined();
          expect(run?.report.by).toBe('tom');
          expect(run?.report.took ?? 0).toBeLessThan(longest * 1_000 + 600_000);
        }
        expect(followedRuns.every(({ report }) => runs.some(({ ids }) => ids.includes(report.id)))).toBe(true);
      },
    ),
    { numRuns: 200 },
  );
}, 30_000);
