import { expect, test } from 'vitest';
import { onEveryEngine } from '../../test/store-engines.ts';

onEveryEngine('the calls of an owner’s agents', ({ open, place }) => {
  test('are counted within any minute, and those that were refused aren’t', async () => {
    const { agents } = await open();
    const at = 1_000_000;
    for (const call of [0, 30_000, 59_000]) expect(await agents.called('U1', 3, at + call)).toBeUndefined();
    expect(await agents.called('U1', 3, at + 59_000)).toBe(at + 70_000);
    expect(await agents.called('U1', 3, at + 69_999)).toBe(at + 70_000);
    expect(await agents.called('U2', 3, at + 59_000)).toBeUndefined();
    expect(await agents.called('U1', 3, at + 70_000)).toBeUndefined();
    expect(await agents.called('U1', 3, at + 70_000)).toBe(at + 100_000);
  });

  test('on several replicas at once are never more than the limit, and no fewer', async () => {
    const where = await place();
    const replicas = [await open(where)];
    if (where.databaseUrl !== undefined) replicas.push(await open(where), await open(where));
    const calls = Array.from({ length: 90 }, (_, index) =>
      replicas[index % replicas.length]?.agents.called('U1', 60, 1_000_000),
    );
    const taken = (await Promise.all(calls)).filter((again) => again === undefined);
    expect(taken).toHaveLength(60);
  });
});
