import { expect, test } from 'vitest';
import { onEveryEngine } from '../../../test/store-engines.ts';
import type { Store } from '../store.ts';
import { createSharedBudget } from './shared-budget.ts';

onEveryEngine('a budget', ({ open, place, name }) => {
  /** The stores of several replicas; the embedded engine has one process. */
  async function replicas(count: number): Promise<readonly Store[]> {
    const where = await place();
    const first = await open(where);
    const others = Array.from({ length: count - 1 }, () => (name === 'sqlite' ? first : open(where)));
    return [first, ...(await Promise.all(others))];
  }

  test('counts what all replicas have taken within a minute', async () => {
    const [here, there] = (await replicas(2)).map((store) => createSharedBudget(store, 'edits', 3));
    if (!here || !there) throw new Error('two were made');
    expect(await here.take(1_000, 2)).toEqual({ taken: 2, freeAt: 1_000 });
    expect(await there.take(2_000, 5)).toEqual({ taken: 1, freeAt: 61_000 });
    expect(await here.take(3_000)).toEqual({ taken: 0, freeAt: 61_000 });
    expect(await there.take(60_999)).toEqual({ taken: 0, freeAt: 61_000 });
    expect(await there.take(61_000, 5)).toEqual({ taken: 2, freeAt: 62_000 });
  });

  test('gives no more than there is when many take at once', async () => {
    const budgets = (await replicas(3)).map((store) => createSharedBudget(store, 'edits', 10));
    const taken = await Promise.all(budgets.flatMap((each) => Array.from({ length: 5 }, () => each.take(1_000))));
    // Where too many race, some are asked to come later.
    expect(taken.filter((each) => each.taken === 1).length).toBeLessThanOrEqual(10);
    const later = await Promise.all(budgets.map((each) => each.take(2_000, 10)));
    const all = [...taken, ...later, ...(await Promise.all(budgets.map((each) => each.take(3_000, 10))))];
    expect(all.reduce((sum, each) => sum + each.taken, 0)).toBe(10);
  });

  test('asks the database for nothing once this process has taken all', async () => {
    const store = await open();
    let reads = 0;
    const get: Store['records']['get'] = (...of) => {
      reads += 1;
      return store.records.get(...of);
    };
    const budget = createSharedBudget({ records: { ...store.records, get }, commit: store.commit }, 'edits', 2);
    await budget.take(1_000, 2);
    const before = reads;
    expect(await budget.take(2_000)).toEqual({ taken: 0, freeAt: 61_000 });
    expect(reads).toBe(before);
  });

  test('isn’t blocked by a clock that was set back', async () => {
    const budget = createSharedBudget(await open(), 'edits', 1);
    await budget.take(900_000);
    expect((await budget.take(1_000)).taken).toBe(1);
  });
});
