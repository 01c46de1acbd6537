import { isSameJson } from '../../../core/defined.ts';
import type { ConfiguredWatch } from '../../../core/policy/policy.ts';
import { retryRaces } from '../../../store/retry-races.ts';
import type { Commit } from '../../../store/store.ts';
import type { StoredRecord } from '../../../store/stored-types.ts';
import type { Services } from '../../shared/services.ts';
import { Watch, watchRecords } from '../stored-watch.ts';
import { watchEntry, watchRecord } from '../watch-text.ts';
import { configuredWatch, isSameWatch, policyFileName, readConfigured } from './configured-watches.ts';
import { endingOf } from './end-watch.ts';

const policyFile = { id: 'portolan', name: policyFileName };

type KeepParts = Pick<Services, 'store' | 'world' | 'policy' | 'language'>;

/** Makes the stored watches match the policy file at startup; resumes paused ones. Returns whether anything changed. */
export async function keepConfigured(parts: KeepParts): Promise<boolean> {
  const { store, policy } = parts;
  const wanted = new Map((policy.watches ?? []).map((item) => [item.name, item]));
  const stored = await watchRecords.list(store);
  const former = stored.filter(({ id, body }) => !wanted.has(id) && body.configured !== undefined);
  let hasChanged = false;
  for (const id of [...wanted.keys(), ...former.map((each) => each.id)]) {
    const done = await retryRaces(`watch ${id}`, async () => {
      const record = await store.records.get(watchRecords.kind, id);
      const item = wanted.get(id);
      const commit = item ? await keeping(parts, item, record) : await removingFormer(parts, record);
      if (!commit) return 'same';
      return (await store.commit(commit)) === 'saved' ? 'saved' : undefined;
    });
    hasChanged ||= done === 'saved';
  }
  return hasChanged;
}

async function keeping(
  { store, world, policy, language }: KeepParts,
  item: ConfiguredWatch,
  record: StoredRecord | undefined,
): Promise<Commit | undefined> {
  const stored = watchRecords.read(record)?.body;
  const condition = readConfigured(item);
  // Reading the file already reports errors in it.
  if (!condition.ok) throw new RangeError(`the watch “${item.name}” has no condition`);
  if (stored && !stored.configured) {
    world.log.error('a watch of the policy file has the id of one that was made in Slack: rename it', {
      id: item.name,
    });
    return undefined;
  }
  const now = world.now();
  const lang = policy.channels?.get(item.channel)?.language ?? language ?? 'en';
  const next = configuredWatch(item, condition.value, stored, { now, lang });
  if (isSameJson(stored, Watch.parse(next))) return undefined;
  const isAnother = stored !== undefined && !isSameWatch(stored, item, condition.value);
  const ending = isAnother ? await endingOf(store, stored, now) : { records: [], outbox: [] };
  return {
    at: now,
    records: [watchRecord(next, now, record?.version), ...ending.records],
    outbox: ending.outbox,
    audit: [watchEntry(next, { person: policyFile, now }, 'watch.add')],
  };
}

async function removingFormer(
  { store, world }: KeepParts,
  record: StoredRecord | undefined,
): Promise<Commit | undefined> {
  const watch = watchRecords.read(record)?.body;
  if (!watch) return undefined;
  const now = world.now();
  const ending = await endingOf(store, watch, now);
  return {
    at: now,
    records: [watchRecords.drop(watch.id), ...ending.records],
    outbox: ending.outbox,
    audit: [watchEntry(watch, { person: policyFile, now }, 'watch.delete')],
  };
}
