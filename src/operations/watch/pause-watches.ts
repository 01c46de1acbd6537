import * as z from 'zod';
import { changedRecord } from '../../store/kept/changed-record.ts';
import type { Commit } from '../../store/store.ts';
import type { Outgoing, StoredRecord } from '../../store/stored-types.ts';
import type { Services } from '../shared/services.ts';
import { endingOf } from './life/end-watch.ts';
import { Watch, watchKind } from './stored-watch.ts';

/** The rows that tell the creator of a watch that it is paused, and a channel that it is over, or can't be measured. */
export const watchNoteKinds = ['watch-paused', 'watch-gone', 'watch-unmeasured', 'watch-unread'] as const;

/** What such a row carries. */
export const WatchNote = z.object({ watch: Watch, code: z.string() });
export type WatchNote = z.infer<typeof WatchNote>;

function watchNoteRow(kind: (typeof watchNoteKinds)[number], watch: Watch, code: string, now: number): Outgoing {
  const body: WatchNote = { watch, code };
  return { id: `${kind}:${watch.id}:${now}`, kind, at: now, body };
}

/**
 * Pauses a watch, ends its incidents, and tells its creator: together, so that it is told even if the process dies in
 * between.
 * @returns whether it was: not where it is paused already, or was changed meanwhile
 */
export async function pauseWatch(
  { store, world }: Pick<Services, 'store' | 'world'>,
  stored: StoredRecord,
  code: string,
): Promise<boolean> {
  const watch = Watch.safeParse(stored.body).data;
  if (!watch || watch.paused !== undefined) return false;
  const at = world.now();
  const ending = await endingOf(store, watch, at);
  const paused = changedRecord(stored, { isOpen: false, at, body: { ...watch, paused: code } });
  // Nobody in Slack made one of the policy file: the list and doctor show it.
  const outbox = watch.configured ? [] : [watchNoteRow('watch-paused', watch, code, at)];
  const commit = { at, records: [paused, ...ending.records], outbox: [...outbox, ...ending.outbox] };
  return (await store.commit(commit)) === 'saved';
}

/** What removes a watch all of whose components were deleted, and says so in its channel. */
export function removing(watch: Watch, now: number): Commit {
  return {
    at: now,
    records: [{ drop: { kind: watchKind, id: watch.id } }],
    outbox: [watchNoteRow('watch-gone', watch, '', now)],
  };
}

/** That all components of a watch of the policy file were deleted: it stays there, and waits for others of their names. */
export function emptiedRow(watch: Watch, now: number): Outgoing {
  return watchNoteRow('watch-gone', watch, '', now);
}

/** That the platform can't read certificates that are watched. */
export function unreadRow(watch: Watch, names: readonly string[], now: number): Outgoing {
  return watchNoteRow('watch-unread', watch, names.join(', '), now);
}

/** That the region doesn't collect what is watched. */
export function unmeasuredRow(watch: Watch, now: number): Outgoing {
  return watchNoteRow('watch-unmeasured', watch, '', now);
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
  for (const stored of await parts.store.records.list(watchKind, { isOpen: true }))
    if (stored.channel === channel) await pauseWatch(parts, stored, code);
}
