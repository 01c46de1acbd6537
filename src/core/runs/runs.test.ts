import fc from 'fast-check';
import { findRun, type RunTypes } from '../request/events/follow-event.ts';
import { isBlocked, nothingDoneBy, ofNewPods } from './component-run.ts';
import { type Shown, type StatusKind, type StatusPromise, shownBy, statusKind } from './component-status.ts';
import {
  contraryFor,
  phaseOf,
  type RunExpectation,
  type RunPhase,
  readOnce,
  rolloutWait,
  settledAfter,
} from './run-phase.ts';
import { eventsBefore, eventsSince, type RememberedEvent, rememberEvents, type SeenEvent } from './seen-event.ts';

const t = 1_800_000_000_000;
const s = 1_000;

const event = (
  id: string,
  type: string,
  since: number,
  state: SeenEvent['state'] = 'running',
  more: Partial<SeenEvent> = {},
) => ({ ...{ id, type, state, since: t + since * s }, ...more });
const pod = (id: string, type: string, since: number, more: Partial<SeenEvent> = {}) =>
  event(id, type, since, 'failed', { pod: 'web-1', ...more });

/** Pages of events, one after the other, each with its time in seconds. */
type History = readonly (readonly [number, readonly SeenEvent[]])[];

function remembered(history: History, before: readonly SeenEvent[] = []): readonly RememberedEvent[] {
  const was = eventsBefore(before, t);
  return history.reduce<readonly RememberedEvent[]>(
    (events, [at, page]) => rememberEvents(events, eventsSince(page, was), t + at * s),
    [],
  );
}

const deploy: RunTypes = { types: ['build'], next: ['upgrade'], first: ['scan'] };

describe('which events are new since a call', () => {
  const old = [
    ...[event('o3', 'stop', -5, 'succeeded'), event('o2', 'build', -4_000, 'succeeded')],
    event('o1', 'build', -9_000),
  ];

  test.each<[string, readonly SeenEvent[], readonly string[]]>([
    ['nothing new', old, []],
    ['a new one, listed first', [event('n', 'build', 1), ...old], ['n']],
    ['a new one, listed among older ones: another zone', [...old, event('n', 'build', 1)], ['n']],
    ['an older one that others made room for', [...old, event('o0', 'build', -20_000)], []],
    ['one that began shortly before the newest and appears late', [event('n', 'build', -8), ...old], ['n']],
    ['all older ones are gone', [event('n', 'build', 1)], ['n']],
    ['one without a time', [{ id: 'n', type: 'build', state: 'running' }, ...old], ['n']],
  ])('%s', (_what, page, ids) => expect(eventsSince(page, eventsBefore(old, t)).map(({ id }) => id)).toEqual(ids));
});

describe('a run among the events since its call', () => {
  const runIn = (history: History, types: RunTypes = deploy, id?: string) => {
    const { own, rollout, ahead, others, pods } = findRun(remembered(history), types, id);
    const ids = { own: own?.id, rollout: rollout?.id, ahead: ahead?.id };
    return { ...ids, others: others.map((each) => each.id), pods: pods.length };
  };
  const none = { own: undefined, rollout: undefined, ahead: undefined, others: [], pods: 0 };
  const b = event('b', 'build', 1);
  const built = event('b', 'build', 1, 'succeeded');
  const [b2, built2] = [event('b2', 'build', 2), event('b2', 'build', 2, 'succeeded')];
  const u = event('u', 'upgrade', 11);
  const rolled = event('u', 'upgrade', 11, 'succeeded');
  const x = event('x', 'upgrade', 3);
  const whole = { own: 'b', rollout: 'u' };
  const at = (second: number, ...page: readonly SeenEvent[]) => [second, page] as const;
  const update = event('u', 'upgrade-service', 11, 'running', { by: 'liu' });

  test.each<[string, History, Partial<ReturnType<typeof runIn>>]>([
    ['nothing yet', [at(1)], {}],
    ['the build alone', [at(1, b)], { own: 'b' }],
    ['the build and its rollout', [at(2, b), at(12, u, built)], whole],
    ['both at once, as after a restart of the bot', [at(40, rolled, built)], whole],
    ['the rollout is listed before its build: another zone', [at(40, built, u)], whole],
    ['the build has vanished since', [at(12, built), at(14, u)], whole],
    [
      'a rollout that was there while the build still ran belongs to an earlier build',
      [at(5, x, b), at(12, u, x, built)],
      { ...whole, others: ['x'] },
    ],
    [
      'two builds at once: each rollout to the one that ended before it',
      [at(3, b2, b), at(12, u, b2, built), at(20, event('u2', 'upgrade', 19), u, built2, built)],
      { ...whole, others: ['b2', 'u2'] },
    ],
    ['an explicit update is none', [at(12, update, built)], { own: 'b', others: ['u'] }],
    ['a scan that runs', [at(2, event('x', 'scan', 1))], {}],
    ['a failed scan: no build begins', [at(9, event('x', 'scan', 1, 'failed'), b)], { own: 'b', ahead: 'x' }],
    ['what pods go through', [at(9, pod('p', 'CrashLoopBackOff', 4), b)], { own: 'b', pods: 1 }],
  ])('%s', (_what, history, expected) => expect(runIn(history)).toEqual({ ...none, ...expected }));
});

describe('new pods that can’t run, which the status of a rollout hides', () => {
  const blockedBy = (...types: readonly string[]) =>
    isBlocked(findRun(remembered([[50, types.map((type, n) => pod(`p${n}`, type, n))]]), deploy));

  test.each<[readonly string[], boolean]>([
    [['CrashLoopBackOff'], true],
    [['ContainerExitError'], true],
    [['ImagePullBackOff'], true],
    [['Unschedulable'], true],
    [['ReadinessUnhealthy', 'INITIATING'], false],
    [['LivenessRestart'], false],
    [['CrashLoopBackOff', 'AbnormalRecovery'], false],
    [['AbnormalRecovery', 'CrashLoopBackOff'], true],
    [['CrashLoopBackOff', 'ReadinessUnhealthy'], true],
    [[], false],
  ])('%j: %s', (types, expected) => expect(blockedBy(...types)).toBe(expected));

  test('however events of old and new pods are mixed: what happens to an older pod is never taken for one of the run', () => {
    const anyPod = fc.constantFrom('web-6d9f-aaaaa', 'web-6d9f-bbbbb', 'web-77c4-ccccc', 'db-0');
    const anyEvent = fc.record({ name: anyPod, since: fc.integer({ min: -500, max: 500 }) });
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 12 }), (rows) => {
        const all = rows.map(({ name, since }, n) => pod(`p${n}`, 'CrashLoopBackOff', since, { pod: name }));
        const [earlier, since] = [all.filter((each) => each.since < t), all.filter((each) => each.since >= t)];
        const isOlder = (name: string | undefined) => name !== 'db-0' && earlier.some((each) => each.pod === name);
        expect(ofNewPods(since, earlier)).toEqual(since.filter((each) => !isOlder(each.pod)));
      }),
    );
  });
});

test.each([
  ['component is not closed, can not start', true],
  ['component is closed, can not stop', true],
  ['service is closed, no need handle', true],
  ['service is closed,no need handle', true],
  ['component no change no need upgrade.', true],
  ['', false],
  ['start component success', false],
])('a success that says %j did nothing: %s', (said, nothing) => {
  expect(nothingDoneBy(event('b', 'stop', 1, 'succeeded', { said })) !== undefined).toBe(nothing);
  expect(nothingDoneBy(event('b', 'stop', 1, 'failed', { said }))).toBeUndefined();
});

describe('what a status shows of what was promised', () => {
  test.each<[string | undefined, StatusKind]>([
    [undefined, 'unknown'],
    ['', 'unknown'],
    ['unknow', 'unknown'],
    ['something-new', 'unknown'],
    ['toString', 'unknown'],
    ['upgrade', 'moving'],
    ['some_abnormal', 'degraded'],
    ['undeploy', 'stopped'],
  ])('%s is %s', (status, kind) => expect(statusKind(status)).toBe(kind));

  test.each<[StatusPromise, StatusKind, StatusKind, Shown | undefined]>([
    ['running', 'running', 'running', 'reached'],
    ['running', 'finished', 'stopped', 'reached'],
    ['running', 'moving', 'running', 'pending'],
    ['running', 'unknown', 'running', undefined],
    ['running', 'abnormal', 'abnormal', 'contrary'],
    ['running', 'degraded', 'running', 'contrary'],
    ['running', 'stopped', 'stopped', 'contrary'],
    ['stopped', 'stopped', 'running', 'reached'],
    ['stopped', 'moving', 'running', 'pending'],
    ['stopped', 'abnormal', 'abnormal', 'contrary'],
    ['kept', 'running', 'abnormal', 'reached'],
    ['kept', 'abnormal', 'running', 'contrary'],
    ['kept', 'abnormal', 'degraded', 'contrary'],
    ['kept', 'abnormal', 'abnormal', 'reached'],
    ['kept', 'degraded', 'abnormal', 'reached'],
    ['kept', 'stopped', 'stopped', 'reached'],
    ['kept', 'stopped', 'running', 'contrary'],
    ['kept', 'abnormal', 'unknown', 'contrary'],
  ])('%s: %s, which was %s: %s', (promise, kind, was, shown) => expect(shownBy(kind, promise, was)).toBe(shown));
});

describe('how far a run is', () => {
  const built: History = [
    [2, [event('b', 'build', 1)]],
    [10, [event('b', 'build', 1, 'succeeded')]],
  ];
  const rolled: History = [
    ...built,
    [12, [event('u', 'upgrade', 10, 'succeeded'), event('b', 'build', 1, 'succeeded')]],
  ];
  /** Status readings, each with its time in seconds. */
  const readings = (...statuses: readonly (readonly [number, StatusKind])[]) =>
    statuses.reduce<RunExpectation['reading']>(
      (reading, [at, kind]) => readOnce(reading, shownBy(kind, 'running', 'running'), t + at * s),
      undefined,
    );

  const phase = (
    history: History,
    at: number,
    reading?: RunExpectation['reading'],
    more: Partial<RunExpectation> = {},
  ) =>
    phaseOf(
      findRun(remembered(history), deploy),
      { promise: 'running', rollsOut: true, ...(reading ? { reading } : {}), ...more },
      t + at * s,
    );

  test.each<[string, RunPhase, RunPhase]>([
    ['no event', phase([[1, []]], 5), 'awaited'],
    ['the build runs', phase([[1, [event('b', 'build', 1)]]], 900), 'working'],
    ['the build failed', phase([[9, [event('b', 'build', 1, 'failed')]]], 9), 'failed'],
    ['the scan failed', phase([[9, [event('x', 'scan', 1, 'failed')]]], 9), 'failed'],
    ['built, no rollout yet', phase(built, 69), 'rollout-awaited'],
    ['built, no rollout within 60 s', phase(built, 10 + rolloutWait / s), 'lost'],
    ['the rollout runs', phase([...built, [12, [event('u', 'upgrade', 10)]]], 300), 'rolling-out'],
    ['the rollout failed', phase([...built, [12, [event('u', 'upgrade', 10, 'failed')]]], 12), 'failed'],
    ['the rollout is written, nothing read', phase(rolled, 12), 'settling'],
    ['running, read once', phase(rolled, 13, readings([13, 'running'])), 'settling'],
    ['running, read twice too soon', phase(rolled, 22, readings([13, 'running'], [22, 'running'])), 'settling'],
    ['running, read twice', phase(rolled, 23, readings([13, 'running'], [23, 'running'])), 'done'],
    ['not known in between', phase(rolled, 23, readings([13, 'running'], [18, 'unknown'], [23, 'running'])), 'done'],
    ['starting in between', phase(rolled, 23, readings([13, 'running'], [18, 'moving'], [23, 'running'])), 'settling'],
    ['old pods right after the event', phase(rolled, 23, readings([13, 'abnormal'], [23, 'running'])), 'settling'],
    ['abnormal for 59 s', phase(rolled, 72, readings([13, 'abnormal'], [72, 'abnormal'])), 'settling'],
    ['abnormal for 60 s', phase(rolled, 73, readings([13, 'abnormal'], [73, 'abnormal'])), 'contrary'],
    ['never known', phase(rolled, 1_700, readings([13, 'unknown'], [1_700, 'unknown'])), 'settling'],
    ['one reading is enough', phase(rolled, 13, readings([13, 'running']), { once: true }), 'done'],
  ])('%s', (_what, actual, expected) => expect(actual).toBe(expected));

  test('an event that the platform has given up is decided by the status, once nobody waits for it any longer', () => {
    const overdue = { ...event('u', 'upgrade', 10), overdue: true as const };
    const history: History = [...built, [12, [overdue]]];
    const running = readings([1_800, 'running'], [1_810, 'running']);
    expect(phase(history, 1_810, running)).toBe('rolling-out');
    expect(phase(history, 1_800, undefined, { late: true })).toBe('settling');
    expect(phase(history, 1_810, running, { late: true })).toBe('done');
    const abnormal = readings([1_800, 'abnormal'], [1_860, 'abnormal']);
    expect(phase(history, 1_860, abnormal, { late: true })).toBe('contrary');
    // Until the build is over, the previous version runs.
    const build: History = [[1, [{ ...event('b', 'build', 1), overdue: true as const }]]];
    expect(phase(build, 1_810, running, { late: true })).toBe('working');
  });

  test('whatever is read, it is never done before two readings 10 s apart, nor contrary before 60 s', () => {
    const kinds = fc.constantFrom<StatusKind>('running', 'abnormal', 'moving', 'unknown', 'stopped', 'degraded');
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), kinds), { maxLength: 30 }), (steps) => {
        let at = 12;
        const statuses: (readonly [number, StatusKind])[] = [];
        for (const [wait, kind] of steps) {
          at += wait;
          statuses.push([at, kind]);
          const now = phase(rolled, at, readings(...statuses));
          const certain = statuses.filter(([, each]) => each !== 'unknown');
          const since = (is: (kind: StatusKind) => boolean) => {
            const other = certain.findLastIndex(([, each]) => !is(each));
            const first = certain[other + 1]?.[0];
            return first === undefined ? 0 : ((certain.at(-1)?.[0] ?? first) - first) * s;
          };
          if (now === 'done') expect(since((each) => each === 'running')).toBeGreaterThanOrEqual(settledAfter);
          if (now === 'contrary')
            expect(
              since((each) => each === 'abnormal' || each === 'stopped' || each === 'degraded'),
            ).toBeGreaterThanOrEqual(contraryFor);
          if (now !== 'settling') return;
        }
      }),
    );
  });
});
