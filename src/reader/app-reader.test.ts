import { openTemporaryStore } from '../../test/engine/temporary-store.ts';
import { type SimulatedTime, simulateTime } from '../../test/following/simulated-time.ts';
import { type ComponentSummary, readComponents } from '../platform/component/component-endpoints.ts';
import { PlatformError } from '../platform/errors/platform-error.ts';
import type { Store } from '../store/store.ts';
import { type AppReader, createAppReader } from './app-reader.ts';
import type { Pace } from './read-schedule.ts';
import type { ReadApp } from './reader-subscriber.ts';
import { createRunReads } from './run-reads.ts';

const minute = 60_000;
const shop: ReadApp = { key: 'shop/east/1', place: { team: 'shop', region: 'east', app: '1' } };
const manyApps = Array.from({ length: 8 }, (_, n) => ({ key: `a${n}`, place: { ...shop.place, app: `${n}` } }));
const never = new Promise<never>(() => {});

interface Read {
  readonly what: 'list' | 'events';
  readonly by: string;
  readonly at: number;
  readonly component?: string;
}

async function withStage(options: StageOptions, body: (of: ReturnType<typeof stage>) => Promise<void>): Promise<void> {
  const store = await openTemporaryStore();
  const staged = stage(store, options);
  try {
    await body(staged);
    expect(staged.time.errors).toEqual([]);
  } finally {
    await staged.stop();
    await store.close();
  }
}

interface StageOptions {
  readonly apps?: readonly ReadApp[];
  readonly size?: number;
  /** Interval of reading only the list, in ms. If undefined, events are read too. */
  readonly listEvery?: number;
}

function stage(store: Store, { apps = [shop], size = 2, listEvery }: StageOptions) {
  const time: SimulatedTime = simulateTime(1_800_000_000_000);
  const reads: Read[] = [];
  const statuses = new Map<string, string>();
  const paces = new Map<string, Pace>();
  const platform = { isDown: false, peopleWait: 0 };
  const given: unknown[] = [];
  const taken: string[] = [];
  const ids = Array.from({ length: size }, (_, n) => `c${n}`);
  const list = (): readonly ComponentSummary[] =>
    readComponents(
      ids.map((id) => ({
        service_id: id,
        service_alias: id,
        service_cname: id,
        status: statuses.get(id) ?? 'running',
      })),
    ) ?? [];
  const wanted = { apps };
  const running = new Set<AppReader>();

  function replica(name: string) {
    let isKilled = false;
    const alive = async <T>(value: () => T): Promise<T> => (isKilled ? never : value());
    const api = {
      readsUnderWay: () => platform.peopleWait,
      listComponents: async () => {
        reads.push({ what: 'list', by: name, at: time.world.now() });
        if (platform.isDown)
          throw new PlatformError({ asked: 'listComponents', kind: 'timeout', outcome: 'unknown', canRetry: true });
        return alive(list);
      },
      listEvents: async ({ service }: { readonly service: string }) => {
        reads.push({ what: 'events', by: name, at: time.world.now(), component: service });
        return alive(() => ({ total: 0, events: [] }));
      },
      readComponent: () => never,
      readEventLog: async () => undefined,
    };
    const runs = createRunReads(api, time.world.now);
    const reader: AppReader = createAppReader({
      world: { ...time.world, wait: (ms, signal) => (isKilled ? never : time.world.wait(ms, signal)) },
      store,
      platform: api,
      runs,
    });
    reader.subscribe({
      name: 'test',
      apps: async () => (isKilled ? [] : wanted.apps),
      listed: async (reading) => void given.push('failed' in reading ? 'failed' : reading.components.length),
      ...(listEvery === undefined
        ? {
            events: {
              read: async ({ component }) => void taken.push(component),
              pace: (_app, component) => paces.get(component) ?? 'recent',
            },
          }
        : { listEvery }),
    });
    reader.start();
    running.add(reader);
    return {
      reader,
      runs,
      /** Simulates a killed process: its later actions have no effect. */
      kill: () => {
        isKilled = true;
        running.delete(reader);
      },
    };
  }
  const within = (from: number, to: number, what?: Read['what']) =>
    reads.filter((read) => read.at >= from && read.at < to && (what === undefined || read.what === what));
  return {
    time,
    reads,
    statuses,
    paces,
    platform,
    given,
    taken,
    wanted,
    replica,
    within,
    now: () => time.world.now(),
    stop: () => Promise.all([...running].map((each) => each.stop())),
  };
}

test('one of three replicas reads, and another one goes on within 20 seconds after it was killed', () =>
  withStage({}, async ({ time, replica, within, now }) => {
    const replicas = ['a', 'b', 'c'].map((name) => ({ name, ...replica(name) }));
    await time.pass(5 * minute);
    expect(new Set(within(0, now()).map(({ by }) => by)).size).toBe(1);
    expect(replicas.filter(({ reader }) => reader.isReading())).toHaveLength(1);
    const killed = now();
    const first = replicas.find(({ reader }) => reader.isReading());
    first?.kill();
    await time.pass(20_000);
    const next = within(killed, now(), 'list').find(({ by }) => by !== first?.name);
    expect(next).toBeDefined();
    await time.pass(minute);
    expect(new Set(within(next?.at ?? 0, now()).map(({ by }) => by)).size).toBe(1);
  }));

test('20 components: at most 24 reads a minute, and what is open every 5 seconds', () =>
  withStage({ size: 20 }, async ({ time, replica, within, now, paces, statuses }) => {
    const { reader } = replica('a');
    await time.pass(2 * minute);
    expect(reader.lateMs()).toBe(minute);
    const quiet = now();
    await time.pass(10 * minute);
    expect(within(quiet, now()).length / 10).toBeLessThanOrEqual(24);
    expect(within(quiet, now(), 'list')).toHaveLength(40);
    statuses.set('c3', 'upgrade');
    const changed = now();
    await time.pass(15_500);
    expect(within(changed, now(), 'events').filter(({ component }) => component === 'c3')).not.toHaveLength(0);
    paces.set('c3', 'open');
    const opened = now();
    await time.pass(minute);
    const open3 = within(opened, now(), 'events').filter(({ component }) => component === 'c3');
    expect(open3.length).toBeGreaterThanOrEqual(11);
    expect(open3.length).toBeLessThanOrEqual(13);
  }));

test('many at once: in no minute more than 240, nor 40 of the events of one', () =>
  withStage({ apps: manyApps, size: 60 }, async ({ time, replica, within, now }) => {
    const { reader } = replica('a');
    const start = now();
    await time.pass(6 * minute);
    for (let from = start; from < now(); from += 5_000)
      expect(within(from, from + minute).length).toBeLessThanOrEqual(240);
    expect(within(start + minute, now()).length / 5).toBeGreaterThan(220);
    // Reading 8 lists four times a minute leaves 208 reads, but 480 components should be read once a minute.
    expect(reader.lateMs()).toBeGreaterThan(2 * minute);
    expect(reader.isWanted()).toBe(true);
  }));

test('a hundred apps whose lists alone are needed, once a minute: each is read at the beginning of every minute', () => {
  const apps = Array.from({ length: 100 }, (_, n) => ({ key: `a${n}`, place: { ...shop.place, app: `${n}` } }));
  return withStage({ apps, listEvery: minute }, async ({ time, replica, within, now }) => {
    replica('a');
    await time.pass(2 * minute);
    for (let n = 0; n < 5; n += 1) {
      const from = now();
      await time.pass(minute);
      expect(within(from, from + 10_000).length).toBe(100);
      expect(within(from, from + minute).length).toBe(100);
    }
  });
});

test('eight apps of a region that times out: one of them is asked once a minute; all are read again when it answers', () =>
  withStage({ apps: manyApps }, async ({ time, replica, within, now, platform, given }) => {
    replica('a');
    await time.pass(minute);
    platform.isDown = true;
    await time.pass(3 * minute);
    const down = now();
    await time.pass(10 * minute);
    expect(within(down, now()).map(({ what }) => what)).toEqual(Array.from({ length: 10 }, () => 'list'));
    platform.isDown = false;
    given.length = 0;
    await time.pass(3 * minute);
    expect(given.slice(-8)).toEqual(Array.from({ length: 8 }, () => 2));
    expect(within(now() - minute, now(), 'events')).toHaveLength(16);
  }));

test('people come first, and what nobody wants any more isn’t read', () =>
  withStage({}, async ({ time, replica, within, now, platform, wanted }) => {
    replica('a');
    await time.pass(20_000);
    platform.peopleWait = 1;
    const busy = now();
    await time.pass(20_000);
    // A background read waits for people's reads for three seconds at most. Otherwise, constant requests would block
    // it.
    expect(within(busy, now(), 'list').map(({ at }) => (at - 3_000 - busy) % 1_000)).toEqual([0]);
    wanted.apps = [];
    await time.pass(10_000);
    const unwanted = now();
    await time.pass(5 * minute);
    expect(within(unwanted, now())).toEqual([]);
  }));

test('what Portolan reads of its own change is taken in for those who follow the component, and isn’t read again', () =>
  withStage({}, async ({ time, replica, within, now, taken }) => {
    const { runs } = replica('a');
    await time.pass(minute + 30_000);
    taken.length = 0;
    const begun = now();
    const failed = () => {};
    for (let second = 0; second < 120; second += 5) {
      await runs.events({ place: shop.place, failed }, ['c0']);
      // A component with the same id in another application, which isn't followed.
      await runs.events({ place: { ...shop.place, app: '2' }, failed }, ['c1']);
      await time.pass(5_000);
    }
    expect(taken.filter((component) => component === 'c0')).toHaveLength(24);
    expect(within(begun, now(), 'events').filter(({ component }) => component === 'c0')).toHaveLength(24);
    expect(taken.filter((component) => component === 'c1')).toHaveLength(2);
  }));
