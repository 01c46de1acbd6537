import { changedRecord } from '../../store/kept/changed-record.ts';
import type { StoredRecord } from '../../store/stored-types.ts';
import type { Services } from '../shared/services.ts';
import { pausedRow } from './run-rows.ts';
import { Follow } from './stored-follow.ts';

/**
 * Pauses what a channel follows, and tells its creator: together, so that it is told even if the process dies in between.
 * @returns whether it was: not where it is paused already, or was changed meanwhile
 */
export async function pauseFollow(
  { store, world }: Pick<Services, 'store' | 'world'>,
  stored: StoredRecord,
  code: string,
): Promise<boolean> {
  const follow = Follow.safeParse(stored.body).data;
  if (!follow || follow.paused !== undefined) return false;
  const at = world.now();
  const paused = changedRecord(stored, { isOpen: false, at, body: { ...follow, paused: code } });
  return (await store.commit({ at, records: [paused], outbox: [pausedRow(follow.channel, at)] })) === 'saved';
}
