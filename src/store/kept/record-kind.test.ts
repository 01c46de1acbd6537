import * as z from 'zod';
import { onEveryEngine } from '../../../test/store-engines.ts';
import { recordKind } from './record-kind.ts';

const counters = recordKind('counter', z.object({ count: z.number() }));

onEveryEngine('a change of a record', ({ open }) => {
  test('counts, although others change the record at the same time', async () => {
    const store = await open();
    const more = (at: number) =>
      counters.change(store, 'a', at, (stored) => ({ body: { count: (stored?.body.count ?? 0) + 1 } }));
    const saved = await Promise.all([1, 2, 3, 4, 5].map(more));
    expect(saved.map((body) => body?.count).toSorted()).toEqual([1, 2, 3, 4, 5]);
    expect((await counters.get(store, 'a'))?.body).toEqual({ count: 5 });
  });

  test('is saved with its rows, and keeps the fields that it doesn’t name', async () => {
    const store = await open();
    const row = { placeKey: 'p', channel: 'C1', isOpen: false };
    await counters.change(store, 'a', 1, () => ({ body: { count: 1 }, row }));
    const outbox = [{ id: 'line', kind: 'line', at: 2, body: {} }];
    const records = [counters.save({ count: 7 }, { id: 'b', at: 2 })];
    await counters.change(store, 'a', 2, () => ({ body: { count: 2 }, outbox, records }));
    expect(await counters.get(store, 'a')).toMatchObject({ ...row, at: 1, version: 2, body: { count: 2 } });
    expect([(await counters.get(store, 'b'))?.body, await store.outbox.size()]).toEqual([{ count: 7 }, 1]);
  });

  test('saves nothing if there is no next body, and says why', async () => {
    const store = await open();
    await counters.change(store, 'a', 1, () => ({ body: { count: 1 } }));
    const problem = { problem: 'refused' } as const;
    expect(await counters.change<typeof problem>(store, 'a', 2, () => problem)).toBe(problem);
    expect(await counters.change(store, 'b', 2, () => undefined)).toBeUndefined();
    expect([(await counters.get(store, 'a'))?.version, await counters.get(store, 'b')]).toEqual([1, undefined]);
  });
});
