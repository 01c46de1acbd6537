import { createClock } from '../../test/engine/clock.ts';
import { openTemporaryStore } from '../../test/engine/temporary-store.ts';
import type { Store } from '../store/store.ts';
import type { Outgoing } from '../store/stored-types.ts';
import { type Attempt, createJobs, type JobKind } from './jobs.ts';

const start = 1_000_000;
let store: Store;
let clock: ReturnType<typeof createClock>;
let tried: { readonly id: string; readonly at: number }[];
const ended: (() => Promise<void>)[] = [];

beforeEach(async () => {
  store = await openTemporaryStore();
  clock = createClock(start, 'jobs');
  tried = [];
});
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
  await store.close();
});

function replica(work: (id: string) => Attempt | Promise<Attempt>, more: Partial<JobKind<Outgoing>> = {}) {
  const kind: JobKind<Outgoing> = {
    what: 'a row',
    kinds: () => ['line'],
    slots: 8,
    work: async ({ row }) => {
      tried.push({ id: row.id, at: clock.world.now() - start });
      return work(row.id);
    },
    ...more,
  };
  return createJobs(clock.world, store.outbox, [kind], { pollMs: 1_000 });
}

async function put(...ids: readonly string[]): Promise<void> {
  const at = clock.world.now();
  await store.commit({ at, outbox: ids.map((id) => ({ id, kind: 'line', at, body: {} })) });
}
/** Lets `ms` pass, and works on what is due after each step of `every` ms. */
async function pass(jobs: { drain(): Promise<void> }, ms: number, every: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += every) {
    await jobs.drain();
    clock.pass(every);
  }
}
const triedIds = () => tried.map(({ id }) => id);

test('one slow row holds up none of seven others', async () => {
  const slow = Promise.withResolvers<Attempt>();
  const jobs = replica((id) => (id === 'slow' ? slow.promise : 'sent'), { slots: 2 });
  await put('slow', 'a', 'b', 'c', 'd', 'e', 'f', 'g');
  jobs.start();
  ended.push(jobs.stop);
  await expect.poll(() => store.outbox.size()).toBe(1);
  expect(triedIds()).toEqual(['slow', 'a', 'b', 'c', 'd', 'e', 'f', 'g']);
  expect(jobs.size()).toBe(1);
  slow.resolve('over');
  await expect.poll(() => store.outbox.size()).toBe(0);
});

test('a kind whose slots are all taken holds up no other kind', async () => {
  const slow = Promise.withResolvers<Attempt>();
  const kind = (of: string, work: () => Promise<Attempt>): JobKind<Outgoing> => ({
    what: of,
    kinds: () => [of],
    slots: 1,
    work,
  });
  let sent = 0;
  const kinds = [
    kind('chart', () => slow.promise),
    kind('line', async () => {
      sent += 1;
      return 'sent';
    }),
  ];
  const jobs = createJobs(clock.world, store.outbox, kinds, { pollMs: 1_000 });
  const at = clock.world.now();
  const chart = (id: string) => ({ id, kind: 'chart', at, body: {} });
  await store.commit({ at, outbox: [chart('1'), chart('2')] });
  await put('a', 'b', 'c');
  jobs.start();
  ended.push(jobs.stop);
  await expect.poll(() => sent).toBe(3);
  expect(jobs.size()).toBe(1);
  slow.resolve('over');
});

test('what fails is tried again, later each time, and given up in the end', async () => {
  const jobs = replica(
    (id) => {
      if (id === 'broken') throw new Error('a bug');
      return { failed: 'refused' };
    },
    { retry: { firstMs: 1_000, maxMs: 3_000, attempts: 4 } },
  );
  await put('broken', 'refused');
  await pass(jobs, 20_000, 250);
  const times = [0, 750, 2_250, 4_500];
  for (const id of ['broken', 'refused'])
    expect(tried.filter((each) => each.id === id).map(({ at }) => at)).toEqual(times);
  expect(clock.errors).toHaveLength(4);
  expect(clock.errors[0]).toMatchObject(['a row failed', { row: 'broken' }]);
  expect(await store.outbox.size()).toBe(0);
});

test('a row waits as long as it was asked to', async () => {
  const jobs = replica(() => (tried.length === 1 ? { failed: 'refused', retryAfterMs: 40_000 } : 'sent'));
  await put('a');
  await jobs.drain();
  clock.pass(39_999);
  await jobs.drain();
  expect(tried).toHaveLength(1);
  clock.pass(1);
  await jobs.drain();
  expect(await store.outbox.size()).toBe(0);
});

const away = (jobs: Parameters<typeof pass>[0]) => pass(jobs, 60 * 60_000, 5_000);

test('while nothing arrives, all but one row are tried seldom; once it arrives, all are due', async () => {
  let isAway = true;
  const jobs = replica(() => (isAway ? { failed: 'unreachable' } : 'sent'));
  await put('a', 'b', 'c', 'd', 'e');
  await away(jobs);
  const last = tried.filter(({ at }) => at >= 40 * 60_000);
  const counts = ['a', 'b', 'c', 'd', 'e'].map((id) => last.filter((each) => each.id === id).length);
  expect(counts.filter((count) => count <= 6)).toHaveLength(4);
  expect(Math.max(...counts)).toBeGreaterThan(60);
  isAway = false;
  await pass(jobs, 20_000, 1_000);
  expect(await store.outbox.size()).toBe(0);
});

test('a row that waits for another one never is the row that probes, and is due once a row is sent', async () => {
  let isAway = true;
  const jobs = replica((id) => (id === 'line' && isAway ? 'waits' : isAway ? { failed: 'unreachable' } : 'sent'));
  await put('line');
  await jobs.drain();
  await put('a', 'b');
  await away(jobs);
  expect(tried.filter(({ id }) => id === 'line').length).toBeLessThan(30);
  expect(tried.filter(({ id, at }) => id !== 'line' && at >= 40 * 60_000).length).toBeGreaterThan(60);
  isAway = false;
  await pass(jobs, 20_000, 1_000);
  expect(await store.outbox.size()).toBe(0);
});

test('a row that another replica sends after earlier attempts makes what waits due as well', async () => {
  const one = replica(() => ({ failed: 'unreachable' }));
  await put('a', 'b', 'c');
  await away(one);
  const other = replica(() => 'sent');
  clock.pass(15_000);
  await other.drain();
  expect(await store.outbox.size()).toBe(0);
});

test('what was asked to wait isn’t hastened, nor what has its own time', async () => {
  const jobs = replica((id) =>
    id === 'asked' ? { failed: 'refused', retryAfterMs: 90_000 } : id === 'own' ? { again: 90_000 } : 'sent',
  );
  await put('asked', 'own');
  await jobs.drain();
  await put('a', 'b');
  await jobs.drain();
  clock.pass(60_000);
  await jobs.drain();
  expect(triedIds()).toEqual(['asked', 'own', 'a', 'b']);
});

test('however long nothing arrives, no row is given up; what comes again has no earlier failures', async () => {
  const results: Attempt[] = [...Array<Attempt>(20).fill({ failed: 'unreachable' }), { again: 1_000 }];
  const jobs = replica(() => results.shift() ?? { failed: 'refused' }, {
    retry: { firstMs: 1_000, maxMs: 1_000, attempts: 3 },
  });
  await put('a');
  await pass(jobs, 60_000, 500);
  expect(tried).toHaveLength(20 + 1 + 3);
  expect(await store.outbox.size()).toBe(0);
});

test('stopping waits for what was begun, and begins nothing further', async () => {
  const slow = Promise.withResolvers<Attempt>();
  const jobs = replica(() => slow.promise, { slots: 1 });
  await put('a', 'b');
  jobs.start();
  await expect.poll(() => tried.length).toBe(1);
  let isStopped = false;
  const stopping = jobs.stop().then(() => {
    isStopped = true;
  });
  expect(isStopped).toBe(false);
  slow.resolve('sent');
  await stopping;
  expect(triedIds()).toEqual(['a']);
  expect(await store.outbox.size()).toBe(1);
});
