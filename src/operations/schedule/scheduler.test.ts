import { createClock } from '../../../test/engine/clock.ts';
import { people, servicesOf } from '../../../test/engine/stage.ts';
import { openTemporaryStore } from '../../../test/engine/temporary-store.ts';
import { aSchedule } from '../../../test/operations/samples.ts';
import { isProblem } from '../../core/command/problem.ts';
import type { Ask } from '../../core/operation.ts';
import { verbatim } from '../../core/text/text.ts';
import type { PostResult } from '../../delivery/post-result.ts';
import { type Line, noticingLost, type PostPlace } from '../../delivery/poster.ts';
import { createPlatform } from '../../platform/create-platform.ts';
import type { Store } from '../../store/store.ts';
import { plain } from '../operation-catalog.ts';
import { readsOf } from '../shared/services.ts';
import type { AskQuestion, ScheduledAnswer, ScheduledChart } from './post-schedule.ts';
import { schedulePause } from './schedule-operations.ts';
import { nextRuns } from './schedule-times.ts';
import { createScheduler, missedRuns, scheduleSubscriptions } from './scheduler.ts';
import { dueId, type Schedule, scheduleKind, storedSchedule } from './stored-schedule.ts';

const start = Date.UTC(2026, 0, 5, 9, 0);
const minute = 60_000;
const context = { team: 'shop', region: 'east-1', app: '12' };

const scheduleOf = (id: string, more: Partial<Schedule> = {}) =>
  aSchedule({ id, context, channel: 'C0SHOP', owner: { id: people.ann.id, name: 'Ann', lang: 'en' }, ...more });

describe('missed runs', () => {
  const hourly = scheduleOf('a', { cron: '0 * * * *' });
  test.each<[string, Schedule, number, number, readonly number[]]>([
    ['on time', hourly, start, start + minute, []],
    ['late, but the only one: it is posted now', hourly, start, start + 20 * minute, []],
    ['three passed: the last of them is posted now', hourly, start, start + 130 * minute, [start, start + 60 * minute]],
    ['one that a crash cut off', { ...hourly, posting: start - 60 * minute }, start, start, [start - 60 * minute]],
  ])('%s', (_name, schedule, planned, now, missed) => expect(missedRuns(schedule, planned, now)).toEqual(missed));
});

describe('the scheduler', () => {
  let store: Store;
  let clock: ReturnType<typeof createClock>;
  /** Called once after a schedule is read, to simulate a concurrent change. */
  let meanwhile: (() => Promise<unknown>) | undefined;
  let chart: (schedule: Schedule) => Promise<PostResult>;
  const posted: string[] = [];
  const lines: string[] = [];
  const owners: string[] = [];
  const asOf: number[] = [];
  let isOwnerLimited = false;
  const done = { posted: true, channel: 'C0SHOP', ts: '1' } as const;
  const limited = { posted: false, why: 'rate-limited', code: 'ratelimited', retryAfterMs: 30_000 } as const;
  let stop: () => Promise<void> = async () => {};

  beforeEach(async () => {
    store = await openTemporaryStore();
    clock = createClock(start, 'scheduler');
    posted.length = 0;
    lines.length = 0;
    owners.length = 0;
    asOf.length = 0;
    isOwnerLimited = false;
    meanwhile = undefined;
    chart = async ({ id }) => {
      posted.push(id);
      return done;
    };
  });
  afterEach(async () => {
    await stop();
    await store.close();
  });

  function services() {
    const { schedules } = store;
    const racing: Store = {
      ...store,
      schedules: {
        ...schedules,
        async get(id) {
          const stored = await schedules.get(id);
          const interfere = meanwhile;
          meanwhile = undefined;
          await interfere?.();
          return stored;
        },
      },
    };
    const platform = createPlatform({ url: 'http://127.0.0.1:9', token: 'none', now: Date.now, random: () => 0 });
    return servicesOf({ world: clock.world, store: racing, platform });
  }

  function begin() {
    const order = { start: 0, end: 60, step: 60, range: { last: 60_000 }, outerOnly: false, privately: false };
    const ask: AskQuestion = async (_services, _request, { now }) => {
      asOf.push(now - start);
      return { result: { chart: true, ...order }, context };
    };
    const post = async ({ channel }: PostPlace, drawn: ScheduledChart | ScheduledAnswer | Line) => {
      if (drawn.shows === 'scheduled-chart') return chart(drawn.schedule);
      if (drawn.shows !== 'line') throw new Error('only charts are scheduled here');
      const isOwner = channel.startsWith('U');
      if (isOwner && isOwnerLimited) return limited;
      (isOwner ? owners : lines).push(plain(drawn.text, 'en'));
      return done;
    };
    const pause = (channel: string, code: string) =>
      scheduleSubscriptions.pauseIn({ store, world: clock.world }, channel, code);
    const scheduler = createScheduler(services(), ask, { post: noticingLost(post, pause) });
    scheduler.start();
    stop = scheduler.stop;
  }

  async function put(...schedules: readonly Schedule[]) {
    await store.commit({
      at: start,
      schedules: { put: schedules.map(storedSchedule) },
      due: {
        put: schedules.map(({ id }) => ({ id: dueId(id), kind: scheduleKind, at: start, body: { schedule: id } })),
      },
    });
  }
  const stored = async (id: string) => (await store.schedules.get(id))?.body;
  const end = (id: string) => store.commit({ at: start, schedules: { drop: [id] }, due: { drop: [dueId(id)] } });

  test('a slow schedule and one that breaks hold up no other', async () => {
    const slow = Promise.withResolvers<typeof done>();
    chart = async ({ id }) => {
      if (id === 'slow') return slow.promise;
      if (id === 'broken') throw new Error('a bug');
      posted.push(id);
      return done;
    };
    await put(scheduleOf('slow'), scheduleOf('broken'), scheduleOf('fine'), scheduleOf('good'), scheduleOf('last'));
    begin();
    await expect.poll(() => posted.toSorted()).toEqual(['fine', 'good', 'last']);
    slow.resolve(done);
    await stop();
    expect(clock.errors).toMatchObject([['a schedule failed', { row: 'schedule:broken' }]]);
    const [next] = nextRuns('0 9 * * *', 'UTC', start, 1);
    expect(await store.due.next([scheduleKind])).toBe(next);
  });

  test('a schedule that is ended while its run begins stays ended, and nothing is posted', async () => {
    await put(scheduleOf('gone'));
    meanwhile = () => end('gone');
    begin();
    await expect.poll(() => store.due.size()).toBe(0);
    expect([await stored('gone'), posted]).toEqual([undefined, []]);
  });

  test('a schedule that is paused while its run ends stays paused', async () => {
    await put(scheduleOf('calm'));
    chart = async () => {
      meanwhile = () =>
        store.commit({
          at: start,
          schedules: { put: [storedSchedule(scheduleOf('calm', { paused: true, posting: start }))] },
          due: { drop: [dueId('calm')] },
        });
      return done;
    };
    begin();
    await expect.poll(() => stored('calm')).toEqual(scheduleOf('calm', { paused: true }));
    expect(await store.due.size()).toBe(0);
  });

  /** Waits until all due rows are done. A row in progress stays claimed for some seconds. */
  const settled = () =>
    expect
      .poll(async () => {
        clock.pass(50);
        return ((await store.due.next([scheduleKind])) ?? Infinity) - clock.world.now();
      })
      .toBeGreaterThan(13_000);
  async function pass(ms: number) {
    await settled();
    for (let passed = 0; passed < ms; passed += 5 * minute) {
      clock.pass(5 * minute);
      await settled();
    }
  }

  test('a chart that Slack refuses for the time being is posted later, with its own range', async () => {
    await put(scheduleOf('kept'));
    let refusals = 2;
    chart = async ({ id }) => {
      refusals -= 1;
      if (refusals >= 0) return limited;
      posted.push(id);
      return done;
    };
    begin();
    await pass(10 * minute);
    expect([posted, owners]).toEqual([['kept'], []]);
    // The range ends at the run's time, even if the chart is posted later.
    expect([asOf.length, new Set(asOf).size]).toEqual([3, 1]);
    expect(asOf[0]).toBeLessThan(minute);
    expect(await stored('kept')).toEqual(scheduleOf('kept'));
    expect(await store.due.next([scheduleKind])).toBe(start + 24 * 60 * minute);
  });

  test.each([
    ['an hour', '0 9 * * *', 60],
    ['the next run, if that is sooner', '*/20 * * * *', 20],
  ])('after %s its owner is told that it was never posted', async (_until, cron, minutes) => {
    await put(scheduleOf('never', { cron }));
    chart = async () => (clock.world.now() < start + minutes * minute ? limited : done);
    begin();
    await pass((minutes - 5) * minute);
    expect(owners).toEqual([]);
    isOwnerLimited = true;
    await pass(10 * minute);
    isOwnerLimited = false;
    await pass(10 * minute);
    expect(owners).toEqual([
      expect.stringMatching(/`never` \(`monitor web`\).* wasn’t posted .*accept it. \(`ratelimited`\)/),
    ]);
    expect(lines).toEqual([]);
  });

  test('a chart that Slack refuses for good is told to its owner at once', async () => {
    await put(scheduleOf('bad'));
    chart = async () => ({ posted: false, why: 'needs-fix', fix: verbatim('Add it.'), code: 'missing_scope' });
    begin();
    await expect.poll(() => owners).toEqual([expect.stringContaining('Slack refused it. (`missing_scope`)')]);
  });

  test('pausing undoes nothing that happens meanwhile: a schedule that has ended stays ended', async () => {
    await put(scheduleOf('mine'));
    meanwhile = () => end('mine');
    const ask: Ask = { person: people.ann, channel: 'C0SHOP', context, now: start, prefix: '' };
    const from = services();
    const settings = {
      ...readsOf(from),
      store: from.store,
      newId: clock.world.newId,
      newSecret: clock.world.newSecret,
      cannotPost: async () => false,
      announce: async () => true,
      kept: async () => [],
      reveal: async () => false,
    };
    const answer = await schedulePause.apply({ id: 'mine' }, ask, settings);
    expect(isProblem(answer) && answer.problem).toBe('refused');
    expect(await stored('mine')).toBeUndefined();
  });
});
