import { expect, test } from 'vitest';
import { onEveryEngine } from '../../../test/store-engines.ts';
import { createSharedBudget } from './shared-budget.ts';

onEveryEngine('a budget', ({ open, place }) => {
  test('counts within any minute, and not what was refused', async () => {
    const { budgets } = await open();
    const at = 1_000_000;
    for (const call of [0, 30_000, 59_000]) expect(await budgets.take('a', 3, at + call)).toBeUndefined();
    expect(await budgets.take('a', 3, at + 59_000)).toBe(at + 60_000);
    expect(await budgets.take('a', 3, at + 59_999)).toBe(at + 60_000);
    expect(await budgets.take('b', 3, at + 59_000)).toBeUndefined();
    expect(await budgets.take('a', 3, at + 60_000)).toBeUndefined();
    expect(await budgets.take('a', 3, at + 60_000)).toBe(at + 90_000);
  });

  test('gives back what didn’t happen', async () => {
    const budget = createSharedBudget(await open(), 'a', 2);
    for (let call = 0; call < 5; call += 1) {
      expect(await budget.take(1_000 + call)).toBeUndefined();
      await budget.refund(1_000 + call);
    }
  });

  test('on several replicas at once gives never more than the limit, and no fewer', async () => {
    const where = await place();
    const stores = [await open(where)];
    if (where.databaseUrl !== undefined) stores.push(await open(where), await open(where));
    const replicas = stores.map((store) => createSharedBudget(store, 'a', 60));
    const calls = Array.from({ length: 90 }, (_, index) => replicas[index % replicas.length]?.take(1_000_000));
    const taken = (await Promise.all(calls)).filter((again) => again === undefined);
    expect(taken).toHaveLength(60);
  });

  test('asks the database for nothing once this process has taken all', async () => {
    const { budgets } = await open();
    let asked = 0;
    const take: typeof budgets.take = (...of) => {
      asked += 1;
      return budgets.take(...of);
    };
    const budget = createSharedBudget({ budgets: { ...budgets, take } }, 'a', 2);
    for (const now of [1_000, 2_000]) await budget.take(now);
    expect([await budget.take(3_000), asked]).toEqual([61_000, 2]);
  });
});
