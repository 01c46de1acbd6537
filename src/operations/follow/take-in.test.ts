import { statusKind } from '../../core/runs/component-status.ts';
import type { SeenEvent } from '../../core/runs/seen-event.ts';
import { plain } from '../operation-catalog.ts';
import { causeText, runStateText } from './run-text.ts';
import { type TakenIn, takeIn, wantsLog } from './take-in.ts';

const start = 1_800_000_000_000;
const longest = 30 * 60_000;
const readingOf = (events: readonly SeenEvent[], more: Partial<TakenIn> = {}): TakenIn => ({
  ...{ component: 'c', name: 'web', status: 'running', longest, events },
  ...more,
});

test('what was over at the first reading is history; what runs for ever is given up, and corrected when it ends after all', () => {
  const old: SeenEvent = { id: 'old', type: 'build-service', state: 'succeeded', since: start - 600_000, by: 'tom' };
  const stuck: SeenEvent = { id: 'stuck', type: 'start-service', state: 'running', since: start + 1_000, by: 'tom' };
  const first = takeIn(undefined, readingOf([old]), start);
  expect(first?.runs.map(({ isHistory }) => isHistory)).toEqual([true]);
  const begun = takeIn(first, readingOf([stuck, old]), start + 2_000);
  const given = takeIn(begun, readingOf([stuck, old]), start + longest + 10_000);
  expect(given?.runs.map(({ report }) => report.state).at(-1)).toBe('unknown');
  const ended = { ...stuck, state: 'failed', said: 'no node' } as const;
  const updated = takeIn(given, readingOf([ended, old]), start + longest + 60_000);
  const later = takeIn(updated, readingOf([ended, old]), start + longest + 70_000);
  expect(later?.runs.map(({ report, isHistory }) => [report.id, isHistory ?? report.state])).toEqual([
    ['old', true],
    ['stuck', 'failed'],
  ]);
});

test('a run that ended in an outage longer than a run may take is told as it ended, not given up', () => {
  const build: SeenEvent = { id: 'b', type: 'build-service', state: 'running', since: start, by: 'tom' };
  const ended = { ...build, state: 'succeeded' } as const;
  const rollout: SeenEvent = { id: 'u', type: 'upgrade', state: 'succeeded', since: start + 90_000 };
  const back = start + longest + 15 * 60_000;
  const readings: readonly (readonly [at: number, events?: readonly SeenEvent[]])[] = [
    [start + 5_000, [build]],
    [back],
    [back + 5_000, [rollout, ended]],
    [back + 15_000],
    [back + longest, [rollout, ended]],
  ];
  let followed = takeIn(undefined, readingOf([]), start - 1_000);
  const states = readings.map(([at, events]) => {
    followed = takeIn(followed, { ...readingOf([]), events }, at);
    return followed?.runs.map(({ report }) => report.state).join();
  });
  expect(states).toEqual(['building', 'building', 'rolling-out', 'running', 'running']);
});

test('what was forgotten for newer events doesn’t come back as something new, although it is still listed', () => {
  const event = (n: number): SeenEvent => ({
    ...{ id: `e${n}`, type: 'restart-service', state: 'succeeded', by: 'tom' },
    since: start + n * 60_000,
  });
  const pod: SeenEvent = { id: 'pod', type: 'OOMKilled', state: 'failed', pod: 'web-1', since: start + 30_000 };
  let followed = takeIn(undefined, readingOf([]), start);
  for (let n = 0; n < 45; n += 1) followed = takeIn(followed, readingOf([event(n), pod]), start + (n + 1) * 60_000);
  // In another time zone, the first event stays among the newest.
  const later = takeIn(followed, readingOf([event(44), event(0), pod]), start + 50 * 60_000);
  expect(later?.runs.map(({ report }) => report.id)).toEqual(followed?.runs.map(({ report }) => report.id));
  expect(later?.runs.map(({ report }) => report.id)).not.toContain('e0');
});

test('a rollout whose build was forgotten isn’t a run of its own, however often a component is deployed', () => {
  let followed: ReturnType<typeof takeIn>;
  let rows: readonly SeenEvent[] = [];
  const reported = new Set<string>();
  for (let n = 0; n < 60; n += 1) {
    const since = start + n * 300_000;
    const build: SeenEvent = { id: `b${n}`, type: 'build-service', state: 'succeeded', by: 'tom', since };
    const rollout: SeenEvent = { id: `u${n}`, type: 'upgrade', state: 'succeeded', since: since + 61_000 };
    const take = (events: readonly SeenEvent[], at: number) => {
      followed = takeIn(followed, readingOf(events.slice(0, 30)), at);
      for (const { report } of followed?.runs ?? []) reported.add(report.id);
    };
    take([{ ...build, state: 'running' }, ...rows], since + 5_000);
    rows = [rollout, build, ...rows];
    for (const later of [65_000, 70_000, 80_000]) take(rows, since + later);
  }
  expect([...reported]).toEqual(Array.from({ length: 60 }, (_, n) => `b${n}`));
});

/** A rolling update that succeeds after 24 s, with the component's status at some seconds. */
function rolledOut(statuses: readonly (readonly [number, string])[], more: readonly SeenEvent[] = []) {
  const update: SeenEvent = { id: 'u', type: 'upgrade-service', state: 'running', by: 'tom', since: start };
  const ended: SeenEvent = { ...update, state: 'succeeded', ended: start + 24_000, said: 'upgrade success' };
  // The log of a successful event only repeats the event's message.
  const logs = new Map([['u', '> upgrade success']]);
  const saying = (events: readonly SeenEvent[], status: string) =>
    readingOf(events, { status: statusKind(status), logs });
  const first = takeIn(undefined, saying([], 'running'), start - 1_000);
  const begun = takeIn(first, saying([update], 'upgrade'), start + 1_000);
  return statuses.reduce(
    (followed, [at, status]) => takeIn(followed, saying([...more, ended], status), start + at * 1_000),
    begun,
  );
}

test('a component that is abnormal after its events succeeded: the cause is what its pods went through, not the log', () => {
  const of = { id: 'p', type: 'CrashLoopBackOff', pod: 'web-1', since: start + 30_000 };
  const crash: SeenEvent = { ...of, state: 'failed', said: 'exit code 1' };
  const abnormal = [40, 70, 105].map((at) => [at, 'abnormal'] as const);
  const cause = (more: readonly SeenEvent[]) => {
    const followed = rolledOut(abnormal, more);
    expect(followed && wantsLog(followed)).toEqual([]);
    return followed?.runs.map(({ report, line }) => {
      const text = causeText({ component: 'c', name: 'web', report, line });
      return [report.state, report.failedAt, text && plain(text, 'en', 'UTC')];
    });
  };
  expect(cause([crash])).toEqual([['failed', 'status', 'Keeps crashing, so the next restart is delayed: exit code 1']]);
  expect(cause([])).toEqual([['failed', 'status', undefined]]);
});

test('an update that doesn’t end says why its pods can’t run, while it goes on and when its end isn’t known', () => {
  const update: SeenEvent = { id: 'u', type: 'upgrade-service', state: 'running', by: 'tom', since: start };
  const of = { id: 'p', type: 'ImagePullBackOff', pod: 'web-2', since: start + 30_000 };
  const pulls: SeenEvent = { ...of, state: 'failed', said: 'manifest unknown' };
  const shown = (followed: ReturnType<typeof takeIn>) =>
    followed?.runs.map(({ report, line }) => {
      const text = causeText({ component: 'c', name: 'web', report, line });
      return [report.state, text && plain(text, 'en', 'UTC')];
    });
  const begun = takeIn(
    takeIn(undefined, readingOf([]), start - 1_000),
    readingOf([update], { status: 'moving' }),
    start,
  );
  expect(shown(begun)).toEqual([['rolling-out', undefined]]);
  const blocked = takeIn(begun, readingOf([pulls, update], { status: 'moving' }), start + 60_000);
  expect(shown(blocked)).toEqual([['rolling-out', 'The image can’t be pulled: manifest unknown']]);
  const lost = takeIn(blocked, readingOf([pulls, update], { status: 'moving' }), start + longest + 60_000);
  expect(shown(lost)).toEqual([['unknown', 'The image can’t be pulled: manifest unknown']]);
  const stateOf = (followed: ReturnType<typeof takeIn>) =>
    followed?.runs.map(({ report }) => plain(runStateText({ report }), 'en', 'UTC'));
  expect(stateOf(lost)).toEqual([expect.stringMatching(/didn’t report its end, and its new instances don’t run$/)]);
  const unclear = takeIn(begun, readingOf([update], { status: 'moving' }), start + longest + 60_000);
  expect(stateOf(unclear)).toEqual([expect.stringMatching(/didn’t report its end$/)]);
  const recovered: SeenEvent = { ...of, id: 'r', type: 'AbnormalRecovery', state: 'succeeded', since: start + 90_000 };
  const again = takeIn(blocked, readingOf([recovered, pulls, update], { status: 'moving' }), start + 120_000);
  expect(shown(again)).toEqual([['rolling-out', undefined]]);
});

test('a stop and the start after it by the same person are one restart, also if the stop was told as done', () => {
  const stop: SeenEvent = { id: 's', type: 'stop-service', state: 'succeeded', since: start, by: 'tom' };
  const begun: SeenEvent = { id: 'b', type: 'start-service', state: 'running', since: start + 3_000, by: 'tom' };
  const shown = (followed: ReturnType<typeof takeIn>) =>
    followed?.runs.map(({ report }) => [report.id, report.kind, report.state, report.began - start]);
  const first = takeIn(undefined, readingOf([]), start - 1_000);
  const stopped = [1_000, 15_000].reduce(
    (seen, at) => takeIn(seen, readingOf([stop], { status: 'stopped' }), start + at),
    first,
  );
  expect(shown(stopped)).toEqual([['s', 'stop', 'done', 0]]);
  const restart = ['s', 'restart', 'working', 0];
  expect(shown(takeIn(stopped, readingOf([begun, stop]), start + 20_000))).toEqual([restart]);
  expect(shown(takeIn(first, readingOf([begun, stop]), start + 4_000))).toEqual([restart]);
  const ended = { ...begun, state: 'succeeded' } as const;
  const started = [20_000, 32_000].reduce((seen, at) => takeIn(seen, readingOf([ended, stop]), start + at), stopped);
  expect(shown(started)).toEqual([['s', 'restart', 'running', 0]]);
});

test('a stop that another person’s start follows at once is done, although its status was never read', () => {
  const stop: SeenEvent = { id: 's', type: 'stop-service', state: 'succeeded', since: start, by: 'tom' };
  const begun: SeenEvent = { id: 'b', type: 'start-service', state: 'running', since: start + 3_000, by: 'ada' };
  const stopped = takeIn(takeIn(undefined, readingOf([]), start - 1_000), readingOf([begun, stop]), start + 4_000);
  expect(stopped?.runs.map(({ report }) => [report.kind, report.state])).toEqual([
    ['stop', 'done'],
    ['start', 'working'],
  ]);
});
