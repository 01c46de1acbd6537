import { retryRaces } from '../../store/retry-races.ts';
import type { Commit, Store } from '../../store/store.ts';
import type { Services } from '../shared/services.ts';
import { type LoadedSchedule, Schedule, storedSchedule } from './stored-schedule.ts';

/**
 * Changes a schedule as it is stored now, so that a pause or an end meanwhile isn't undone.
 * @param more what is saved in the same commit
 * @returns false for one that is gone
 */
export async function changeSchedule(
  { world, store }: Services,
  id: string,
  next: (current: Schedule) => Schedule,
  more: (current: Schedule) => Pick<Commit, 'due' | 'audit'> = () => ({}),
): Promise<boolean> {
  return retryRaces(`schedule ${id}`, async () => {
    const found = await loadSchedule(store, id);
    if (!found) return false;
    const saved = await store.commit({
      at: world.now(),
      schedule: { next: storedSchedule(next(found.schedule)), was: found.body },
      ...more(found.schedule),
    });
    return saved === 'saved' ? true : undefined;
  });
}

/** @returns the schedule as it is stored now; undefined for one that is gone or can’t be read */
export async function loadSchedule(
  { schedules }: { readonly schedules: Pick<Store['schedules'], 'get'> },
  id: string | undefined,
): Promise<LoadedSchedule | undefined> {
  const stored = id === undefined ? undefined : await schedules.get(id);
  const read = Schedule.safeParse(stored?.body);
  return stored && read.success ? { schedule: read.data, body: stored.body } : undefined;
}
