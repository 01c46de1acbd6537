import type { Services } from '../../shared/services.ts';
import { type Watch, watchRecords } from '../stored-watch.ts';
import { unreadRow } from '../watch-notes.ts';

/** Tells a watch's channel once which certificates (`names`) can't be read now; then calls `changed`. */
export async function tellUnread(
  { store, world }: Pick<Services, 'store' | 'world'>,
  mine: readonly Watch[],
  names: readonly string[],
  changed: () => void,
): Promise<void> {
  for (const { id, condition, toldUnread } of mine) {
    if (condition.item !== 'certificates' || unknownOf(names, toldUnread).length === 0) continue;
    const now = world.now();
    const saved = await watchRecords.change(store, id, now, (stored) => {
      const watch = stored?.body;
      const news = watch ? unknownOf(names, watch.toldUnread) : [];
      if (!watch || news.length === 0) return undefined;
      const body = { ...watch, toldUnread: [...(watch.toldUnread ?? []), ...news] };
      return { body, outbox: [unreadRow(watch, news, now)] };
    });
    if (saved) changed();
  }
}

function unknownOf(names: readonly string[], announced: readonly string[] = []): readonly string[] {
  return names.filter((name) => !announced.includes(name));
}
