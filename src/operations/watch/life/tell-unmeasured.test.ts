import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClock } from '../../../../test/engine/clock.ts';
import { openTemporaryStore } from '../../../../test/engine/temporary-store.ts';
import { aWatch } from '../../../../test/operations/samples.ts';
import type { WatchItem } from '../../../core/watch/watch-condition.ts';
import type { Store } from '../../../store/store.ts';
import { Watch, watchRecords } from '../stored-watch.ts';
import { tellUnmeasured } from '../watch-notes.ts';
import { watchRecord } from '../watch-text.ts';

const minute = 60_000;
const { world } = createClock(5_000, 'w');
let store: Store;
let messages = 0;
beforeEach(async () => {
  messages = 0;
  store = await openTemporaryStore();
});
afterEach(() => store.close());

const watching = (item: WatchItem) => aWatch({ condition: { item, side: 'above', threshold: 500, for: 300_000 } });

async function pass(item: WatchItem, minutes: number, unmeasured: readonly WatchItem[] = [item]): Promise<void> {
  await store.commit({ at: 1, records: [watchRecord(watching(item))] });
  for (let at = 0; at <= minutes; at += 1) {
    const mine = Watch.parse((await store.records.get(watchRecords.kind, 'w'))?.body);
    const before = { items: {}, tracks: {}, moving: {}, absent: {}, unmeasured: { [item]: 0 } };
    await tellUnmeasured({ store, world }, [mine], before, { unmeasured, minute: at * minute }, () => {
      messages += 1;
    });
  }
}

describe('the channel of a watch that can’t be measured', () => {
  test.each<[what: string, item: WatchItem, minutes: number, told: number]>([
    ['is told at once what Rainbond 6 has removed, and once', 'request_time', 200, 1],
    ['is told once what may have been down, when the region was asked again', 'gateway_latency', 200, 1],
    ['isn’t told before that', 'oom', 60, 0],
  ])('%s', async (_what, item, minutes, told) => {
    await pass(item, minutes);
    expect(messages).toBe(told);
  });

  test('isn’t told anything where it is measured', async () => {
    await pass('request_time', 100, []);
    expect(messages).toBe(0);
  });
});
