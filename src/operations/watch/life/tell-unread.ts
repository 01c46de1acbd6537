import { changedRecord } from '../../../store/kept/changed-record.ts';
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
    const stored = await watchRecords.get(store, id);
    const watch = stored?.body;
    const news = watch ? unknownOf(names, watch.toldUnread) : [];
    if (!watch || news.length === 0) continue;
    // On a conflict, the next evaluation tries again.
    const now = world.now();
    const body = { ...watch, toldUnread: [...(watch.toldUnread ?? []), ...news] };
    const commit = { at: now, records: [changedRecord(stored, { body })], outbox: [unreadRow(watch, news, now)] };
    if ((await store.commit(commit)) === 'saved') changed();
  }
}

function unknownOf(names: readonly string[], told: readonly string[] = []): readonly string[] {
  return names.filter((name) => !told.includes(name));
}
