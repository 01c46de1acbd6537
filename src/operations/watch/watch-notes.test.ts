import { expect, test } from 'vitest';
import { createClock } from '../../../test/engine/clock.ts';
import { openTemporaryStore } from '../../../test/engine/temporary-store.ts';
import { aWatch } from '../../../test/operations/samples.ts';
import { Watch, watchRecords } from './stored-watch.ts';
import { tellUnread } from './watch-notes.ts';
import { watchRecord } from './watch-text.ts';

const { world } = createClock(5_000, 'w');

test('the channel is told once of each certificate that can’t be read, and not of what it was told as the watch was made', async () => {
  const store = await openTemporaryStore();
  const condition = { item: 'certificates', side: 'below', threshold: 86_400_000, for: 0 } as const;
  const made = aWatch({ condition, toldUnread: ['a.test'] });
  await store.commit({ at: 1, records: [watchRecord(made)] });
  let told = 0;
  for (const names of [['a.test'], ['a.test', 'b.test'], ['b.test'], ['a.test', 'b.test', 'c.test']]) {
    const mine = Watch.parse((await store.records.get(watchRecords.kind, 'w'))?.body);
    await tellUnread({ store, world }, [mine], names, () => {
      told += 1;
    });
  }
  expect(told).toBe(2);
  expect(Watch.parse((await store.records.get(watchRecords.kind, 'w'))?.body).toldUnread).toEqual([
    'a.test',
    'b.test',
    'c.test',
  ]);
  await store.close();
});
