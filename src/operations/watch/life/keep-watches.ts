import type { ComponentSummary } from '../../../platform/component/component-reply.ts';
import { changedRecord } from '../../../store/kept/changed-record.ts';
import type { Services } from '../../shared/services.ts';
import { isGone, type MinuteReading } from '../evaluation/evaluate-watches.ts';
import { type Watch, type WatchEvaluation, watchRecords } from '../stored-watch.ts';
import { emptiedRow, removing } from '../watch-notes.ts';
import { withComponents } from './configured-watches.ts';

/**
 * Watches whose components were all deleted are over (`isGone`); one of the policy file waits for others of their names.
 * @param changed called when a message is to be sent
 */
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
    // Without components it watches all of the app's. Of what moved to another app, the watch keeps its own.
    if (!watch.components?.every(({ id }) => !ids.has(id) && gone.get(id)?.is === 'deleted')) continue;
    // Who deleted it meanwhile was told so.
    if (!(await watchRecords.get(store, watch.id))) continue;
    if ((await store.commit(removing(watch, world.now()))) === 'saved') changed();
  }
}

/**
 * @param keeps whether it keeps a component that the list lacks
 * @returns whether a message is to be sent
 */
async function findAgain(
  { store, world }: Pick<Services, 'store' | 'world'>,
  watch: Watch,
  list: readonly ComponentSummary[],
  keeps: (id: string) => boolean,
): Promise<boolean> {
  if (withComponents(watch, list, keeps) === watch) return false;
  const stored = await watchRecords.get(store, watch.id);
  if (!stored) return false;
  const known = stored.body;
  const body = withComponents(known, list, keeps);
  const isEmptied = body.components?.length === 0 && (known.components?.length ?? 0) > 0;
  const now = world.now();
  // Who changed it meanwhile is followed a minute later.
  const saved = await store.commit({
    at: now,
    records: [changedRecord(stored, { body })],
    outbox: isEmptied ? [emptiedRow(known, now)] : [],
  });
  return isEmptied && saved === 'saved';
}
