import { setImmediate as turn } from 'node:timers/promises';
import { test as base } from 'vitest';
import { componentKeyOf } from '../../src/core/request/change-request.ts';
import { createClaims } from '../../src/store/claims.ts';
import { shareClock } from '../../src/store/shared-clock.ts';
import { type Store, StoreProblem } from '../../src/store/store.ts';
import { someDue } from '../store-records.ts';
import { createClock } from './clock.ts';
import { useStages } from './stages.ts';
import { openTemporaryStore } from './temporary-store.ts';

const open = useStages();
const test = base.extend('stage', () => open());
const exposing = ['port.open', { component: ['web'], port: ['8443'], both: ['yes'] }] as const;

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let round = 0; round < 2_000; round += 1) {
    if (await holds()) return;
    await turn();
  }
  throw new Error('it never came to that');
}

async function withStore(work: (store: Store) => Promise<void>): Promise<void> {
  const store = await openTemporaryStore();
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

test('a claim is renewed for as long as the work takes, and is anybody’s 7 seconds after its holder is gone', async () =>
  withStore(async ({ due, commit }) => {
    const { world, pass } = createClock(1_000_000, 'c');
    await commit({ at: 1, due: { put: [someDue('d', { at: 1 })] } });
    const claims = createClaims(world, due, 'a');
    const [held] = await claims.take(['expiry'], 5);
    const others = () => due.claim({ now: world.now(), limit: 5, holder: 'b', leaseMs: 7_000 });
    for (let round = 0; round < 12; round += 1) {
      pass(2_000);
      await until(async () => (await due.next()) === world.now() + 7_000);
      expect(held?.holds()).toBe(true);
      expect(await others()).toEqual([]);
    }
    claims.stop();
    pass(6_999);
    expect(held?.holds()).toBe(true);
    expect(await others()).toEqual([]);
    pass(1);
    expect(held?.holds()).toBe(false);
    expect(await others()).toMatchObject([{ id: 'd', attempts: 2 }]);
  }));

test('a holder that cannot renew its claim starts nothing further: the run is another one’s', async ({ stage }) => {
  const card = await stage.card('ann', ...exposing);
  await stage.press('bob', card, 'approve');
  const { store, clock } = stage;
  let isCut = false;
  const due: Store['due'] = {
    ...store.due,
    claim: async (take) => {
      const rows = isCut ? [] : await store.due.claim(take);
      isCut ||= rows.length > 0;
      return rows;
    },
    renew: () => Promise.reject(new Error('cut off')),
    postpone: async () => false,
    next: async (kinds) => (isCut ? undefined : store.due.next(kinds)),
    finish: async () => false,
  };
  const cut = await open({ simulated: stage.simulated, clock, store: { ...store, due } });
  await stage.simulated.faults.set({ latencyMs: 150 });
  const working = cut.engine.idle();
  const key = componentKeyOf(card);
  await until(async () => (await store.leases.of([key])).length > 0);
  clock.pass(16_000);
  const at = clock.world.now();
  await store.commit({ at, lease: { take: { key, card: card.id, holder: 'other', until: at + 1 } } });
  await working;
  expect(stage.writes()).toEqual([]);
  expect((await stage.now(card)).state).toBe('approved');
  // The replica lost this lease to another one, so it must not release it.
  expect(await store.leases.of([key])).toMatchObject([{ holder: 'other' }]);
  clock.pass(1);
  await stage.engine.idle();
  expect((await stage.now(card)).state).toBe('done');
  expect(stage.writes()).toHaveLength(2);
});

test('a run whose holder is gone before its first call goes on elsewhere once the claim ended', async ({ stage }) => {
  const card = await stage.card('ann', ...exposing);
  await stage.press('bob', card, 'approve');
  const { store, clock, simulated } = stage;
  let isGone = false;
  const { promise: never, reject: end } = Promise.withResolvers<never>();
  const due: Store['due'] = { ...store.due, renew: () => never, finish: async () => false };
  const commit: Store['commit'] = async (change) => {
    const result = await store.commit(change);
    if (change.request?.next.state !== 'running') return result;
    isGone = true;
    return never;
  };
  const gone = await open({ simulated, clock, store: { ...store, due, commit } });
  let isOver = false;
  const working = gone.engine.idle().then(() => {
    isOver = true;
  });
  await until(() => isGone);
  expect(await stage.now(card)).toMatchObject({ state: 'running', run: { attempt: 1 } });
  await stage.pass(6_000);
  expect(stage.writes()).toEqual([]);
  await stage.pass(1_000);
  const done = await stage.now(card);
  expect(done).toMatchObject({
    state: 'done',
    revision: 1,
    decision: { approvals: [{ by: 'UBOB' }] },
    run: { attempt: 2 },
  });
  expect(stage.writes()).toEqual(['PUT ports/8443 open_inner', 'PUT ports/8443 open_outer']);
  const kinds = (await store.audit.search({ limit: 99 })).toReversed().map(({ kind }) => kind);
  expect(kinds).toEqual(['proposed', 'approved', 'run', 'run', 'run', 'step', 'step', 'outcome']);
  // The replica lost its connection to the store, so another replica continues the task.
  end(new StoreProblem('cut off'));
  await until(() => {
    clock.pass(300);
    return isOver;
  });
  await working;
  expect(stage.writes()).toHaveLength(2);
});

test('a change whose component is busy says so, and starts when the other one’s lease has ended', async ({ stage }) => {
  const card = await stage.card('ann', ...exposing);
  const until = stage.clock.world.now() + 60_000;
  await stage.lock(card, 60_000);
  expect(await stage.pressed('bob', card, 'approve')).toBe(
    'Approved. Waiting for another request on the same component.',
  );
  expect(await stage.now(card)).toMatchObject({ state: 'approved', run: { waits: { until, request: 'other' } } });
  stage.newPosts();
  for (let look = 0; look < 20; look += 1) await stage.pass(500);
  expect(stage.newPosts()).toEqual([]);
  expect(stage.writes()).toEqual([]);
  await stage.pass(50_000);
  const done = await stage.now(card);
  expect(done.state).toBe('done');
  expect(done.run.waits).toBeUndefined();
});

test('all replicas tell the database’s time', async () => {
  const { world, pass } = createClock(1_000_000, 'c');
  let theirs: number | undefined = 1_300_000;
  const shared = await shareClock(world, { clock: async () => theirs });
  expect(shared.world.now()).toBe(1_300_000);
  theirs = 1_200_000;
  pass(10_000);
  await until(() => shared.world.now() === 1_200_000);
  shared.stop();
  expect((await shareClock(world, { clock: async () => undefined })).world.now()).toBe(1_010_000);
});

test('between its last reading and its first call, no other change of the component runs', async ({ stage }) => {
  const { store, clock, simulated } = stage;
  const { promise: mayBegin, resolve: begin } = Promise.withResolvers<void>();
  onTestFinished(() => begin());
  let hasRead = false;
  const slow = await open({
    simulated,
    clock,
    store: {
      ...store,
      commit: async (change) => {
        if (change.request?.next.state === 'running' && !hasRead) {
          hasRead = true;
          await mayBegin;
        }
        return store.commit(change);
      },
    },
  });
  const added = { component: ['web'], port: ['9191'] };
  const [first, second] = [await stage.card('ann', ...exposing), await stage.card('ann', 'port.add', added)];
  expect(second.id).not.toBe(first.id);
  await stage.press('bob', first, 'approve');
  const working = slow.engine.idle();
  await until(() => hasRead);
  await stage.press('ann', second, 'approve');
  await stage.engine.idle();
  expect((await stage.now(second)).state).toBe('approved');
  expect(stage.writes()).toEqual([]);
  begin();
  await working;
  expect((await stage.now(first)).state).toBe('done');
  await stage.pass(10_000);
  expect((await stage.now(second)).state).toBe('done');
  expect(stage.writes()).toEqual([
    'PUT ports/8443 open_inner',
    'PUT ports/8443 open_outer',
    expect.stringContaining('POST'),
  ]);
});
