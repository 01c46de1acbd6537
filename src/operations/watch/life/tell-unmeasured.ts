import type { WatchItem } from '../../../core/watch/watch-condition.ts';
import { MONITOR_ITEMS } from '../../../platform/platform.ts';
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
    const now = world.now();
    const saved = await watchRecords.change(store, id, now, (stored) => {
      if (!stored || stored.body.toldUnmeasured) return undefined;
      return { body: { ...stored.body, toldUnmeasured: true }, outbox: [unmeasuredRow(stored.body, now)] };
    });
    if (saved) changed();
  }
}
