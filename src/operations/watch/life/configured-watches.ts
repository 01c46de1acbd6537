import { placeKey } from '../../../core/command/context.ts';
import { ok, type Read, wrong } from '../../../core/command/params.ts';
import { isSameJson } from '../../../core/defined.ts';
import type { ConfiguredWatch } from '../../../core/policy/policy.ts';
import type { Lang } from '../../../core/text/text.ts';
import type { WatchCondition } from '../../../core/watch/watch-condition.ts';
import type { ComponentSummary } from '../../../platform/component/component-endpoints.ts';
import { retryRaces } from '../../../store/retry-races.ts';
import type { Commit } from '../../../store/store.ts';
import type { StoredRecord } from '../../../store/stored-types.ts';
import { plain } from '../../operation-catalog.ts';
import { parseLimit } from '../../shared/chart/typed-limit.ts';
import { type NameReads, personNames } from '../../shared/person-names.ts';
import type { Services } from '../../shared/services.ts';
import { Watch, watchRecords } from '../../shared/watch/stored-watch.ts';
import { watchChanges, watchEntry, watchRecord } from '../watch-text.ts';
import { conditionFaults, conditionOf, readFor, readItem } from '../watch-threshold.ts';
import { endingOf } from './end-watch.ts';

const policyFileName = 'portolan.yaml';

export function readConfigured({
  what,
  above,
  below,
  for: lasting,
}: Pick<ConfiguredWatch, 'what' | 'above' | 'below' | 'for'>): Read<WatchCondition> {
  const item = readItem(what);
  if (!item.ok) return item;
  const length = lasting === undefined ? ok(undefined) : readFor(lasting);
  if (!length.ok) return length;
  const typed = {
    what: item.value,
    above: above === undefined ? undefined : parseLimit(above),
    below: below === undefined ? undefined : parseLimit(below),
    for: length.value,
  };
  const [fault] = conditionFaults(typed);
  return fault ? wrong(fault.why) : ok(conditionOf(typed));
}

/** Returns the error of an invalid watch in the policy file, in each language; undefined if the watch is valid. */
export function configuredFault(item: ConfiguredWatch): Readonly<Record<Lang, string>> | undefined {
  const parsed = readConfigured(item);
  return parsed.ok ? undefined : { en: plain(parsed.why, 'en'), zh: plain(parsed.why, 'zh') };
}

/** Returns a watch as the policy file now defines it. Keeps the ids and silence of `stored` if they still apply. */
export function configuredWatch(
  item: ConfiguredWatch,
  condition: WatchCondition,
  stored: Watch | undefined,
  { now, lang }: { readonly now: number; readonly lang: Lang },
): Watch {
  const kept = stored && isSameWatch(stored, item, condition) ? stored : undefined;
  const idOf = (typed: string) =>
    stored && placeKey(stored.context) === placeKey(item.context)
      ? stored.configured?.find((each) => each.typed === typed)?.id
      : undefined;
  const configured = item.components.map((typed) => {
    const id = idOf(typed);
    return id === undefined ? { typed } : { typed, id };
  });
  const ids = new Set(configured.map(({ id }) => id));
  return {
    id: item.name,
    channel: item.channel,
    context: item.context,
    condition,
    ...(configured.length > 0 ? { components: stored?.components?.filter(({ id }) => ids.has(id)) ?? [] } : {}),
    configured,
    notify: [...item.notify],
    by: { id: '', name: policyFileName, lang, zone: 'UTC' },
    at: kept?.at ?? now,
    silencedUntil: kept?.silencedUntil,
    silencedBy: kept?.silencedBy,
    toldUnmeasured: kept?.toldUnmeasured,
    toldUnread: kept?.toldUnread,
  };
}

/** Checks whether a watch still has the same context and condition, so that its stored samples stay valid. */
export function isSameWatch(
  stored: Watch,
  { context }: Pick<ConfiguredWatch, 'context'>,
  condition: WatchCondition,
): boolean {
  const { item, side, threshold, for: lasting } = stored.condition;
  return (
    placeKey(stored.context) === placeKey(context) &&
    item === condition.item &&
    side === condition.side &&
    threshold === condition.threshold &&
    lasting === condition.for
  );
}

/** Compares a component's names, alias and id. Ignores case. */
export function isCalled(each: ComponentSummary, typed: string): boolean {
  const names = [each.serviceId, each.serviceAlias, each.serviceCname, each.k8sComponentName];
  return names.some((name) => name?.toLowerCase() === typed.toLowerCase());
}

const policyFile = { id: 'portolan', name: policyFileName };

type KeepParts = Pick<Services, 'store' | 'world' | 'policy' | 'language'> & { readonly names: () => NameReads };

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
  { store, world, policy, language, names }: KeepParts,
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
  const ending = isAnother ? await endingOf(store, stored, 'changed', now) : { records: [], outbox: [] };
  const notified = isSameJson(stored?.notify ?? [], next.notify) ? [] : [...(stored?.notify ?? []), ...next.notify];
  const called = stored && notified.length > 0 ? await personNames(notified, names()) : new Map<string, string>();
  const changes = stored ? watchChanges(stored, next, called) : [];
  return {
    at: now,
    records: [watchRecord(next, now, record?.version), ...ending.records],
    outbox: ending.outbox,
    audit: [watchEntry(next, { person: policyFile, now }, stored ? 'watch.edit' : 'watch.add', { changes })],
  };
}

async function removingFormer(
  { store, world }: KeepParts,
  record: StoredRecord | undefined,
): Promise<Commit | undefined> {
  const watch = watchRecords.read(record)?.body;
  if (!watch) return undefined;
  const now = world.now();
  const ending = await endingOf(store, watch, 'unwatched', now);
  return {
    at: now,
    records: [watchRecords.drop(watch.id), ...ending.records],
    outbox: ending.outbox,
    audit: [watchEntry(watch, { person: policyFile, now }, 'watch.delete')],
  };
}
