import type { Services } from '../shared/services.ts';
import { Watch, watchKind } from './stored-watch.ts';

/**
 * Pauses the watches of a channel where nothing can be posted any more.
 * @param code why: Slack's code
 * @param tell called for each that is paused now
 */
export async function pauseWatches(
  { store, world }: Pick<Services, 'store' | 'world'>,
  channel: string,
  code: string,
  tell: (watch: Watch) => Promise<unknown>,
): Promise<void> {
  for (const stored of await store.records.list(watchKind, { isOpen: true })) {
    const watch = Watch.safeParse(stored.body).data;
    if (watch?.channel !== channel) continue;
    const { version: expect, ...record } = stored;
    const next = { ...record, isOpen: false, body: { ...watch, paused: code } };
    const saved = await store.commit({ at: world.now(), records: [{ next, expect }] });
    if (saved === 'saved') await tell(watch);
  }
}
