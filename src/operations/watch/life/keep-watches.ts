import type { ComponentSummary } from '../../../platform/component/component-reply.ts';
import type { Services } from '../../shared/services.ts';
import { isGone, type MinuteReading } from '../evaluation/evaluate-watches.ts';
import { type Watch, type WatchEvaluation, watchRecords } from '../stored-watch.ts';
import { emptiedRow, removing } from '../watch-notes.ts';
import { withComponents } from './configured-watches.ts';

/** Removes watches after all their components were deleted, but not the policy file's. Then calls `changed`. */
export async function removeGone(
  services: Pick<Services, 'store' | 'world'>,
  mine: readonly Watch[],
  reading: Pick<MinuteReading, 'components' | 'listedAt' | 'gone'>,
  before: Pick<WatchEvaluation, 'absent'>,
  changed: () => void,
): Promise<void> {
  const { store, world } = services;
  const { components: list, gone } = reading;
  if (!list) return;
  const ids = new Set(list.map(({ serviceId }) => serviceId));
  for (const watch of mine) {
    const missing = (watch.components ?? []).filter(({ id }) => !ids.has(id));
    if (missing.some(({ id }) => !isGone(id, reading, before))) continue;
    if (watch.configured) {
      if (await findAgain(services, watch, list, (id) => gone.get(id)?.is !== 'deleted')) changed();
      continue;
    }
    // A watch without a component list watches the whole app. Components that moved to another app stay in the watch.
    if (!watch.components?.every(({ id }) => !ids.has(id) && gone.get(id)?.is === 'deleted')) continue;
    // Skip a watch that a person has just deleted.
    if (!(await watchRecords.get(store, watch.id))) continue;
    if ((await store.commit(removing(watch, world.now()))) === 'saved') changed();
  }
}

/** Updates a watch's components; `keeps` decides about missing ones. Returns whether a message must be sent. */
async function findAgain(
  { store, world }: Pick<Services, 'store' | 'world'>,
  watch: Watch,
  list: readonly ComponentSummary[],
  keeps: (id: string) => boolean,
): Promise<boolean> {
  if (withComponents(watch, list, keeps) === watch) return false;
  const now = world.now();
  let isEmptied = false;
  const saved = await watchRecords.change(store, watch.id, now, (stored) => {
    if (!stored) return undefined;
    const before = stored.body;
    const body = withComponents(before, list, keeps);
    isEmptied = body.components?.length === 0 && (before.components?.length ?? 0) > 0;
    return { body, outbox: isEmptied ? [emptiedRow(before, now)] : [] };
  });
  return saved !== undefined && isEmptied;
}
