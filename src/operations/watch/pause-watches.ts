import * as z from 'zod';
import { placeKey } from '../../core/command/context.ts';
import { contextsOf, type Policy } from '../../core/policy/policy.ts';
import type { Commit, Store } from '../../store/store.ts';
import type { Outgoing, StoredRecord } from '../../store/stored-types.ts';
import type { Services } from '../shared/services.ts';
import { endingOf } from './life/end-watch.ts';
import { Watch, watchKind } from './stored-watch.ts';

/** The rows that tell the creator of a watch that it is paused, and a channel that it is over. */
export const watchNoteKinds = ['watch-paused', 'watch-gone'] as const;

/** What such a row carries. */
export const WatchNote = z.object({ watch: Watch, code: z.string() });
export type WatchNote = z.infer<typeof WatchNote>;

function noteOf(kind: (typeof watchNoteKinds)[number], watch: Watch, code: string, now: number): Outgoing {
  const body: WatchNote = { watch, code };
  return { id: `${kind}:${watch.id}:${now}`, kind, at: now, body };
}

/**
 * What pauses a watch, ends its incidents, and tells its creator: together, so that it is told even if the process dies in
 * between.
 * @returns undefined where it is paused already
 */
export async function pausing(
  store: Pick<Store, 'records'>,
  stored: StoredRecord,
  code: string,
  now: number,
): Promise<Commit | undefined> {
  const watch = Watch.safeParse(stored.body).data;
  if (!watch || watch.paused !== undefined) return undefined;
  const ending = await endingOf(store, watch, now);
  const { version: expect, ...record } = stored;
  const next = { ...record, isOpen: false, at: now, body: { ...watch, paused: code } };
  // Nobody in Slack made one of the policy file: the list and doctor show it.
  const outbox = watch.configured ? [] : [noteOf('watch-paused', watch, code, now)];
  return { at: now, records: [{ next, expect }, ...ending.records], outbox: [...outbox, ...ending.outbox] };
}

/** What removes a watch all of whose components were deleted, and says so in its channel. */
export function removing(watch: Watch, now: number): Commit {
  return {
    at: now,
    records: [{ drop: { kind: watchKind, id: watch.id } }],
    outbox: [noteOf('watch-gone', watch, '', now)],
  };
}

/** That all components of a watch of the policy file were deleted: it stays there, and waits for others of their names. */
export function emptiedRow(watch: Watch, now: number): Outgoing {
  return noteOf('watch-gone', watch, '', now);
}

/** Whether the policy file still has the context of a watch. */
export function isAllowed({ context }: Pick<Watch, 'context'>, policy: Policy): boolean {
  const listed = contextsOf(policy);
  return !listed || listed.some((each) => placeKey(each) === placeKey(context));
}

/**
 * Pauses the watches of a channel where nothing can be posted any more.
 * @param code why: Slack's code
 */
export async function pauseWatches(
  { store, world }: Pick<Services, 'store' | 'world'>,
  channel: string,
  code: string,
): Promise<void> {
  for (const stored of await store.records.list(watchKind, { isOpen: true })) {
    const commit = stored.channel === channel ? await pausing(store, stored, code, world.now()) : undefined;
    if (commit) await store.commit(commit);
  }
}
