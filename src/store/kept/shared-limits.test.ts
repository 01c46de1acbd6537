import { onEveryEngine } from '../../../test/store-engines.ts';

onEveryEngine('a limit', ({ open, place }) => {
  test('counts within any minute, and not what was refused', async () => {
    const { limits } = await open();
    const at = 1_000_000;
    for (const call of [0, 30_000, 59_000]) expect(await limits.take('a', 3, at + call)).toBeUndefined();
    expect(await limits.take('a', 3, at + 59_000)).toBe(at + 60_000);
    expect(await limits.take('a', 3, at + 59_999)).toBe(at + 60_000);
    expect(await limits.take('b', 3, at + 59_000)).toBeUndefined();
    expect(await limits.take('a', 3, at + 60_000)).toBeUndefined();
    expect(await limits.take('a', 3, at + 60_000)).toBe(at + 90_000);
  });

  test('counts within another time too', async () => {
    const { limits } = await open();
    const at = 1_000_000;
    for (const call of [0, 2_000]) expect(await limits.take('a', 2, at + call, 6_000)).toBeUndefined();
    expect(await limits.take('a', 2, at + 5_999, 6_000)).toBe(at + 6_000);
    expect(await limits.take('a', 2, at + 6_000, 6_000)).toBeUndefined();
    expect(await limits.take('a', 2, at + 6_001, 6_000)).toBe(at + 8_000);
  });

  test('holds after a restart', async () => {
    const where = await place();
    const at = 1_000_000;
    for (const call of [0, 30_000, 59_000]) {
      const store = await open(where);
      expect(await store.limits.take('a', 3, at + call)).toBeUndefined();
      await store.close();
    }
    const { limits } = await open(where);
    expect(await limits.take('a', 3, at + 59_999)).toBe(at + 60_000);
    expect(await limits.take('a', 3, at + 60_000)).toBeUndefined();
    expect(await limits.take('a', 3, at + 60_000)).toBe(at + 90_000);
  });

  test('gives back what didn’t happen', async () => {
    const { limits } = await open();
    for (let call = 0; call < 5; call += 1) {
      expect(await limits.take('a', 2, 1_000 + call)).toBeUndefined();
      await limits.refund('a', 1_000 + call);
    }
  });

  test('on several replicas at once gives never more than the limit, and no fewer', async () => {
    const where = await place();
    const stores = [await open(where)];
    if (where.databaseUrl !== undefined) stores.push(await open(where), await open(where));
    const calls = Array.from({ length: 90 }, (_, index) =>
      stores[index % stores.length]?.limits.take('a', 60, 1_000_000),
    );
    expect((await Promise.all(calls)).filter((again) => again === undefined)).toHaveLength(60);
  });
});
