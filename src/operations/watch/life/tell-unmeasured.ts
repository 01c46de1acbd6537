import type { WatchItem } from '../../../core/watch/watch-condition.ts';
import { MONITOR_ITEMS } from '../../../platform/platform.ts';
import { changedRecord } from '../../../store/kept/changed-record.ts';
import type { Services } from '../../shared/services.ts';
import type { MinuteReading } from '../evaluation/evaluate-watches.ts';
import { type Watch, type WatchEvaluation, watchRecords } from '../stored-watch.ts';
import { unmeasuredRow } from '../watch-notes.ts';

/** Time that an item must be uncollected before it is reported, in ms. A second hourly read then confirms it. */
const certainAfter = 61 * 60_000;

/** Tells a watch's channel once that the region doesn't collect the watched item; then calls `changed`. */
export async function tellUnmeasured(
  { store, world }: Pick<Services, 'store' | 'world'>,
  mine: readonly Watch[],
  before: WatchEvaluation,
  { unmeasured, minute }: Pick<MinuteReading, 'unmeasured' | 'minute'>,
  changed: () => void,
): Promise<void> {
  const isCertain = (item: WatchItem) =>
    MONITOR_ITEMS.some((each) => each === item) || minute - (before.unmeasured?.[item] ?? minute) >= certainAfter;
  for (const { id, condition, toldUnmeasured } of mine) {
    if (toldUnmeasured || !unmeasured.includes(condition.item) || !isCertain(condition.item)) continue;
    const stored = await watchRecords.get(store, id);
    if (!stored || stored.body.toldUnmeasured) continue;
    const watch = stored.body;
    // On a conflict, retry at the next evaluation.
    const now = world.now();
    const saved = await store.commit({
      at: now,
      records: [changedRecord(stored, { body: { ...watch, toldUnmeasured: true } })],
      outbox: [unmeasuredRow(watch, now)],
    });
    if (saved === 'saved') changed();
  }
}
