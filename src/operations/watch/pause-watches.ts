import { changedRecord } from '../../store/kept/changed-record.ts';
import type { ReadRecord } from '../../store/kept/record-kind.ts';
import type { Services } from '../shared/services.ts';
import { endingOf } from './life/end-watch.ts';
import { type Watch, watchRecords } from './stored-watch.ts';
import { watchNoteRow } from './watch-notes.ts';

/**
 * Pauses a watch, ends its incidents, and tells its creator: together, so that it is told even if the process dies in
 * between.
 * @returns whether it was: not where it is paused already, or was changed meanwhile
 */
export async function pauseWatch(
  { store, world }: Pick<Services, 'store' | 'world'>,
  stored: ReadRecord<Watch>,
  code: string,
): Promise<boolean> {
  const watch = stored.body;
  if (watch.paused !== undefined) return false;
  const at = world.now();
  const ending = await endingOf(store, watch, at);
  const paused = changedRecord(stored, { isOpen: false, at, body: { ...watch, paused: code } });
  // Nobody in Slack made one of the policy file: the list and doctor show it.
  const outbox = watch.configured ? [] : [watchNoteRow('watch-paused', watch, code, at)];
  const commit = { at, records: [paused, ...ending.records], outbox: [...outbox, ...ending.outbox] };
  return (await store.commit(commit)) === 'saved';
}

/**
 * Pauses the watches of a channel where nothing can be posted any more.
 * @param code why: Slack's code
 */
export async function pauseWatches(
  parts: Pick<Services, 'store' | 'world'>,
  channel: string,
  code: string,
): Promise<void> {
  for (const stored of await watchRecords.list(parts.store, { isOpen: true }))
    if (stored.channel === channel) await pauseWatch(parts, stored, code);
}
