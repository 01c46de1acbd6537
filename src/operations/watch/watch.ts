import type { Answer, AskButton, Part } from '../../core/command/answer.ts';
import { type Context, placeKey } from '../../core/command/context.ts';
import { print } from '../../core/command/interpret.ts';
import { type Args, type FormLook, ok, optional, type RawArgs, required, several } from '../../core/command/params.ts';
import { isProblem, type Problem, type Proposal, refused } from '../../core/command/problem.ts';
import { readPerson } from '../../core/command/read-person.ts';
import { isSameJson, present } from '../../core/defined.ts';
import type { Ask, KeptSetting } from '../../core/operation.ts';
import { maxWatches } from '../../core/policy/policy.ts';
import { printDuration } from '../../core/text/duration.ts';
import { listText, verbatimList } from '../../core/text/joined.ts';
import { inOneText, join, type Text, verbatim } from '../../core/text/text.ts';
import {
  isMeasured,
  isOfGateway,
  isReadByRange,
  type WatchCondition,
  type WatchItem,
  watchItems,
} from '../../core/watch/watch-condition.ts';
import { hostsOf } from '../../platform/monitoring/gateway-query.ts';
import type { RegionSources } from '../../platform/monitoring/region-sources.ts';
import {
  isLimitShare,
  LIMIT_SHARES,
  type LimitShare,
  SHARE_ITEMS,
  wholeOf,
} from '../../platform/monitoring/resource-query.ts';
import { retryRaces } from '../../store/retry-races.ts';
import { sourceMsg } from '../shared/chart/collected-item-messages.ts';
import { hasSameUnit, itemInstead, meantItem, missingSource, unmeasuredText } from '../shared/chart/collected-items.ts';
import { parseLimit, withShare } from '../shared/chart/typed-limit.ts';
import { unservedText } from '../shared/chart/unserved-components.ts';
import { isThirdParty } from '../shared/component/component-format.ts';
import { defineSetting, type Reads, type SettingServices } from '../shared/define.ts';
import { readExposure } from '../shared/exposure/read-exposure.ts';
import { findComponents, type Named } from '../shared/find-component.ts';
import { orUndefined } from '../shared/or-undefined.ts';
import { personNames } from '../shared/person-names.ts';
import { channelReader, languageNote } from '../shared/place/channel-reader.ts';
import { contextText } from '../shared/place/known-contexts.ts';
import { refuseSharedPosting } from '../shared/place/refuse-posting.ts';
import { componentsParam } from '../shared/shared-params.ts';
import { type Watch, watchRecords } from '../shared/watch/stored-watch.ts';
import { limitOf, readCertificates } from './evaluation/read-samples.ts';
import { isSameWatch } from './life/configured-watches.ts';
import { editingOf } from './life/edit-watch.ts';
import { oneTurn } from './one-turn.ts';
import { findOwnWatch, refuseInFile } from './own-watch.ts';
import { presentValue } from './present-value.ts';
import { gatherList, typedWatch, watchesAnswer, watchShow } from './watch-list.ts';
import { watchMsg } from './watch-messages.ts';
import {
  absentFrom,
  absentNote,
  watchAnswer,
  watchChanges,
  watchCommand,
  watchEntry,
  watchRecord,
  watchText,
} from './watch-text.ts';
import {
  conditionFaults,
  conditionOf,
  knownWords,
  limitParam,
  readFor,
  readItem,
  unitNote,
  usualFor,
  watchItemOf,
  wordsFor,
} from './watch-threshold.ts';
import { itemText, itemValue, lastingText } from './watched-items.ts';

/** People and groups that a watch mentions. Slack has no menu that selects both, so there are two parameters. */
export const notifiedParams = {
  notify: several<string>(watchMsg.notify(), readPerson, { hint: watchMsg.notifyHint(), commas: true, people: true }),
  groups: several<string>(watchMsg.groups(), readPerson, {
    hint: watchMsg.groupsHint(),
    commas: true,
    people: true,
    input: 'external',
    source: 'groups',
  }),
};

export function newWatch(
  { notify, groups }: Args<typeof notifiedParams>,
  { channel, context, now, person: { id, name, ...person } }: Ask,
  watchId: string,
  condition: WatchCondition,
  { lang, zone }: Pick<Watch['by'], 'lang' | 'zone'> = person,
): Watch {
  return {
    id: watchId.toLowerCase(),
    channel,
    context,
    condition,
    at: now,
    notify: [...new Set([...notify, ...groups])],
    by: { id, name, lang, zone },
  };
}

/** @returns false if another watch has the same id */
export async function saveNew(watches: readonly Watch[], ask: Ask, { store }: SettingServices): Promise<boolean> {
  const saved = await store.commit({
    at: ask.now,
    records: watches.map((watch) => watchRecord(watch)),
    audit: watches.map((watch) => watchEntry(watch, ask, 'watch.add')),
  });
  return saved === 'saved';
}

function readSources({ context: { region } }: Pick<Ask, 'context'>, { platform }: Pick<Reads, 'platform'>) {
  return orUndefined(platform.readSources({ region }));
}

/** Returns the typed item, or the similar one that the region collects. */
function collectedWhat(what: WatchItem, sources: RegionSources | undefined): WatchItem {
  return watchItemOf(itemInstead(what, sources) ?? what) ?? what;
}

function refuseWithoutSource(item: WatchItem, sources: RegionSources | undefined): Problem | undefined {
  if (item === 'oom' && !sources?.kubeState)
    return refused(watchMsg.noKubeState(), [
      { label: watchMsg.watchRestarts(), operation: 'watch.add', given: { what: ['restarts'] }, keeps: true },
    ]);
  const missing = missingSource(item, sources);
  if (!missing) return undefined;
  const [instead = ''] = missing.instead;
  const other = watchItemOf(instead);
  if (!other) return refused(missing.why);
  return refused(missing.why, [
    {
      label: watchMsg.watchInstead({ item: itemText(other) }),
      operation: 'watch.add',
      // The threshold of a response time isn't one of a number of requests.
      given: { what: [instead], ...(hasSameUnit(item, other) ? {} : { above: [], below: [] }) },
      keeps: true,
    },
  ]);
}

async function refuseUnknownWord(
  words: readonly string[],
  ask: Pick<Ask, 'context' | 'now'>,
  reads: Reads,
): Promise<Problem | undefined> {
  for (const typed of words) {
    const components = await findComponents([typed], ask, reads);
    if (!isProblem(components) || components.problem !== 'unknown-name') continue;
    const sources = await readSources(ask, reads);
    const meant = meantItem(typed, watchItems, wordsFor, sources);
    const item = meant && watchItemOf(meant);
    const why = watchMsg.wordUnknown({ typed, known: knownWords });
    if (item) {
      const label = watchMsg.watchInstead({ item: itemText(item) });
      const given = { component: words.filter((each) => each !== typed), what: [item] };
      return refused(why, [{ label, operation: 'watch.add', given, keeps: true }]);
    }
    // A word after a component's name is rather meant as the item.
    const isAfterName = words.indexOf(typed) > 0;
    return components.nearest.length > 0 && !isAfterName ? components : refused(why);
  }
  return undefined;
}

/** Refuses a watch of components that will never have data of the item. */
async function refuseUnmeasured(
  item: WatchItem,
  components: readonly Named[],
  ask: Pick<Ask, 'context'>,
  reads: Pick<Reads, 'platform'>,
): Promise<Problem | undefined> {
  if (components.length === 0 || !isReadByRange(item)) return undefined;
  return isOfGateway(item) ? refuseUnserved(components, ask, reads) : refusePodless(item, components, ask, reads);
}

async function refuseUnserved(
  components: readonly Named[],
  { context }: Pick<Ask, 'context'>,
  { platform }: Pick<Reads, 'platform'>,
): Promise<Problem | undefined> {
  const rules = await orUndefined(platform.listRules(context));
  if (!rules) return undefined;
  const hosts = hostsOf(rules.http);
  const unserved = components.filter(({ id }) => !hosts.has(id));
  if (unserved.length === 0) return undefined;
  return refused(join([unservedText(unserved, rules.http), sourceMsg.useResources()]));
}

/** Refuses what pods measure if a component is third-party: the platform runs no pods of it. */
async function refusePodless(
  item: WatchItem,
  components: readonly Named[],
  { context }: Pick<Ask, 'context'>,
  { platform }: Pick<Reads, 'platform'>,
): Promise<Problem | undefined> {
  const all = await orUndefined(platform.listComponents(context));
  const isPodless = ({ id }: Named) => all?.some((each) => each.serviceId === id && isThirdParty(each));
  const names = components.filter(isPodless).map(({ name }) => name);
  if (names.length === 0) return undefined;
  return refused(watchMsg.podless({ names: verbatimList(names), count: names.length, item: itemText(item) }));
}

/** Says that components have no limit: a watch of a share of it would never have data. Returns undefined if all have. */
async function unlimitedText(
  item: LimitShare,
  components: readonly Named[],
  { context }: Pick<Ask, 'context'>,
  { platform }: Pick<Reads, 'platform'>,
): Promise<Text | undefined> {
  const all = components.length > 0 ? await orUndefined(platform.listComponents(context)) : undefined;
  const unlimited = components.filter(({ id }) =>
    all?.some((each) => each.serviceId === id && limitOf(each, item) === 0),
  );
  if (unlimited.length === 0) return undefined;
  const names = verbatimList(unlimited.map(({ name }) => name));
  const example = item === 'cpu_share' ? itemValue('cpu', 0.5) : itemValue('memory', 800);
  return watchMsg.unlimited({ names, item: itemText(item), example });
}

export const watchAdd = defineSetting({
  ...watchCommand,
  id: 'watch.add',
  keywords: [['add'], []],
  summary: watchMsg.says(),
  searched: watchMsg.searched(),
  title: watchMsg.form(),
  titleFor: ({ edits }) => (edits ? watchMsg.editForm() : undefined),
  opensForm: true,
  keeps: keptWatches,
  examples: [
    'watch web memory above=90%',
    'watch abnormal',
    'watch web errors above=1',
    'watch certificates below=14d',
    'watch exposure',
  ],
  params: {
    component: { ...componentsParam(watchMsg.componentsHint()), inForm: unlessOfApp, redraws: true },
    what: required<WatchItem>(watchMsg.what(), watchMsg.whatMissing({ known: knownWords }), readItem, {
      input: 'external',
      source: 'watched',
      keyword: (word) => watchItemOf(word),
      aliases: ['item'],
      shown: (value) => itemText(watchItemOf(value) ?? 'abnormal'),
    }),
    above: limitParam('above', watchMsg.above(), watchMsg.aboveHint()),
    below: limitParam('below', watchMsg.below(), watchMsg.belowHint()),
    for: optional<number>(watchMsg.for(), readFor, {
      hint: watchMsg.forHint(),
      placeholder: verbatim('5m'),
      inForm: unlessOfApp,
      dependsOn: ['what'],
      suggested: ({ given: { what: [typed = ''] = [] } }) => {
        const item = watchItemOf(typed);
        const usual = item ? usualFor(item) : 0;
        return usual > 0 ? printDuration(usual) : undefined;
      },
    }),
    ...notifiedParams,
    edits: optional<string>(watchMsg.id(), ok, { input: 'hidden' }),
  },
  order: ['component'],

  faults: conditionFaults,

  /** The values of the watch that is edited. */
  async fills({ edits = [] }, reads) {
    const watch = (await watchRecords.get(reads, edits[0]))?.body;
    return watch && typedWatch(watch);
  },

  async hints(
    { what: [typed = ''] = [], component = [], above = [], below = [] },
    ask,
    reads,
  ): Promise<Readonly<Record<string, Text>>> {
    const item = watchItemOf(typed);
    if (!item || !isMeasured(item)) return {};
    // The present value is in the unit of the limit, so that people can compare the two.
    const [limit = ''] = [...above, ...below];
    const share = LIMIT_SHARES.find((each) => wholeOf(each) === item);
    const named = share ? await findComponents(component, ask, reads) : [];
    const says = inOneText([
      share && !isProblem(named) ? await unlimitedText(share, named, ask, reads) : undefined,
      await presentValue(withShare<WatchItem>(item, parseLimit(limit), SHARE_ITEMS), component, ask, reads),
    ]);
    return says ? { above: says, below: says } : {};
  },

  async refuses({ what: [typed = ''] = [], component = [] }, ask, reads) {
    const unknown = await refuseUnknownWord(component, ask, reads);
    const item = watchItemOf(typed);
    if (unknown || !item) return unknown;
    const missing = refuseWithoutSource(item, await readSources(ask, reads));
    if (missing) return missing;
    const components = await findComponents(component, ask, reads);
    return isProblem(components) ? undefined : refuseUnmeasured(item, components, ask, reads);
  },

  async apply(args, ask, settings): Promise<Answer | Problem> {
    const refusal = await refuseSharedPosting(ask, settings, 'watch', watchMsg);
    if (refusal) return refusal;
    const sources = await readSources(ask, settings);
    const what = collectedWhat(args.what, sources);
    const condition = conditionOf({ ...args, what });
    const missing = refuseWithoutSource(condition.item, sources);
    if (missing) return missing;
    const isOfApp = condition.item === 'certificates' || condition.item === 'exposure';
    const components = isOfApp ? [] : await findComponents(args.component, ask, settings);
    if (isProblem(components)) return components;
    const unmeasured = await refuseUnmeasured(condition.item, components, ask, settings);
    if (unmeasured) return unmeasured;
    const unlimited = isLimitShare(condition.item) && (await unlimitedText(condition.item, components, ask, settings));
    if (unlimited) return refused(unlimited);
    const key = placeKey(ask.context);
    const existing = await watchRecords.bodies(settings, { placeKey: key });
    const reader = await channelReader(settings, ask.channel);
    const watch: Watch = {
      ...newWatch(args, ask, settings.newId().slice(-6), condition, reader),
      ...(components.length > 0 ? { components: components.map((each) => ({ id: each.id, name: each.name })) } : {}),
    };
    if (args.edits !== undefined) return saveEdited(args.edits, watch, ask, settings);
    const twin = existing.find((each) => isTwin(each, watch));
    if (twin) return refused(watchMsg.alreadyWatched({ what: watchText(twin) }), [showButton(twin)]);
    if (existing.length >= maxWatches) return refused(watchMsg.tooMany({ most: maxWatches }));
    // Addresses that are already open aren't reported later.
    const baseline = condition.item === 'exposure' ? await readBaseline(ask, settings) : undefined;
    const [created] = await withUnread([baseline ? { ...watch, at: baseline.at } : watch], ask, settings);
    if (!created || !(await saveNew([created], ask, settings))) return refused(watchMsg.tryAgain());
    const notes = present<Text>([
      what !== args.what && watchMsg.instead({ why: unmeasuredText(args.what), item: itemText(what) }),
      unitNote(args, condition),
      baseline && watchMsg.baseline({ count: baseline.count }),
      watchMsg.addedNote({ list: `/${ask.prefix}${shownBy(created, existing)}` }),
    ]);
    return tellAdded(
      [created],
      notes.map((text) => ({ part: 'note', text })),
      reader,
      ask,
      settings,
      existing.filter((each) => isOverlapping(each, created)),
    );
  },
});

/** Replaces a watch's condition, components and notified people. Its id, creator, channel and silence stay. */
async function saveEdited(id: string, edited: Watch, ask: Ask, settings: SettingServices): Promise<Answer | Problem> {
  const changed = await retryRaces<{ before: Watch; after: Watch; told: readonly Text[] } | Problem>(
    `watch ${id}`,
    async () => {
      const loaded = await findOwnWatch(id, ask, settings);
      if (isProblem(loaded)) return loaded;
      const { watch: before, version } = loaded;
      const refusal = refuseInFile(before);
      if (refusal) return refusal;
      const { components: _components, toldUnmeasured: _told, toldUnread: _unread, ...kept } = before;
      const { condition, components, notify, at } = edited;
      const next: Watch = { ...kept, condition, notify, ...(components ? { components } : {}) };
      const others = await watchRecords.bodies(settings, { placeKey: placeKey(before.context) });
      const twin = others.find((each) => each.id !== id && isTwin(each, next));
      if (twin) return refused(watchMsg.alreadyWatched({ what: watchText(twin) }), [showButton(twin)]);
      const isSame = isTwin(before, next);
      if (isSame && isSameJson(before.notify, notify))
        return refused(watchMsg.unchanged({ what: watchText(before) }), [showButton(before)]);
      const after = isSame ? { ...before, notify } : { ...next, at };
      const by = { id: ask.person.id, name: ask.person.name, at: ask.now };
      const incidents = isSame ? undefined : await editingOf(settings, { before, after, by });
      const names = await personNames([...before.notify, ...after.notify], settings);
      const saved = await settings.store.commit({
        at: ask.now,
        records: [watchRecord(after, ask.now, version), ...(incidents?.records ?? [])],
        outbox: incidents?.outbox ?? [],
        audit: [watchEntry(after, ask, 'watch.edit', { changes: watchChanges(before, after, names) })],
      });
      const told = present([incidents?.goesOn && watchMsg.editedGoesOn(), incidents?.ends && watchMsg.editedEnds()]);
      return saved === 'saved' ? { before, after, told } : undefined;
    },
  );
  if (isProblem(changed)) return changed;
  const { before, after, told: ofIncidents } = changed;
  const what = watchMsg.named({ what: watchText(after) });
  const was = isTwin(before, after) ? [] : [watchMsg.wasBefore({ what: watchText(before) })];
  const more = [...was, ...ofIncidents, ...(await notifiesText(after, settings))];
  const told = join([watchMsg.editedTold({ who: ask.person.name, what }), ...more]);
  await settings.announce(watchAnswer([{ part: 'line', text: told }]), after.channel);
  const absent = absentNote(await absentFrom(after, settings));
  const line: Part = { part: 'line', text: join([watchMsg.editedNow({ what }), ...more]) };
  return watchesAnswer([line, ...absent], await gatherList(ask, settings), ask);
}

/** Says whom a watch will mention, without mentioning them now. */
async function notifiesText({ notify }: Watch, reads: Reads): Promise<readonly Text[]> {
  const names = await personNames(notify, reads);
  return notify.length === 0 ? [] : [watchMsg.notifiedNow({ who: verbatimList([...names.values()]) })];
}

/** Hides a parameter if the item belongs to the whole app, not to single components. */
function unlessOfApp({ what }: RawArgs): FormLook | undefined {
  const item = watchItemOf(what?.[0] ?? '');
  return item === 'certificates' || item === 'exposure' ? undefined : {};
}

/** Reads and stores the open addresses, so that only later ones are reported. @throws PlatformError */
async function readBaseline({ context }: Ask, settings: SettingServices) {
  const exposure = await readExposure(context, { ...settings, turns: oneTurn });
  return { count: exposure?.addresses.length ?? 0, at: settings.clock() };
}

/** Marks certificates that the platform can't read now as reported, because the announcement names them. */
export async function withUnread(
  watches: readonly Watch[],
  { context: { team, region, app } }: Ask,
  { platform }: Pick<Reads, 'platform'>,
): Promise<readonly Watch[]> {
  if (!watches.some(({ condition }) => condition.item === 'certificates')) return watches;
  const used = await orUndefined(readCertificates(platform, oneTurn, { team, region, app }));
  if (!used || used.unread.length === 0) return watches;
  return watches.map((each) =>
    each.condition.item === 'certificates' ? { ...each, toldUnread: used.unread.map(({ name }) => name) } : each,
  );
}

/** Checks whether two watches post the same in one channel. Ignores the notified people. */
function isTwin(one: Watch, other: Watch): boolean {
  return isBeside(one, other) && isSameWatch(one, other, other.condition);
}

function idsOf({ components }: Watch): readonly string[] | undefined {
  return components?.map(({ id }) => id).toSorted();
}

/** Checks whether two watches of one channel differ at most in the threshold or the duration. */
function isBeside(one: Watch, other: Watch): boolean {
  return isOverlapping(one, other) && isSameJson(idsOf(one), idsOf(other));
}

/** Checks whether two watches of one channel are about the same item of at least one component. */
export function isOverlapping(one: Watch, other: Watch): boolean {
  const { item, side } = other.condition;
  const [own, others] = [idsOf(one), idsOf(other)];
  return (
    one.channel === other.channel &&
    placeKey(one.context) === placeKey(other.context) &&
    one.condition.item === item &&
    one.condition.side === side &&
    (!own || !others || own.some((id) => others.includes(id)))
  );
}

/** Names earlier watches of the same components, and offers to delete one that the new watch may be meant to replace. */
function besideParts(all: readonly Watch[], added: readonly Watch[]): readonly Part[] {
  const [earlier] = all;
  if (!earlier) return [];
  const what = watchText(earlier);
  const also = watchMsg.alsoWatched({ what: listText(all.map(watchText)) });
  const isOfApp = all.some(({ condition: { item } }) => item === 'certificates' || item === 'exposure');
  const isReplaced =
    all.length === 1 &&
    !earlier.configured &&
    added.some((each) => isOverlapping(earlier, each) && (!each.components || isBeside(earlier, each)));
  const button: AskButton = {
    label: watchMsg.deleteEarlier(),
    operation: 'watch.delete',
    given: { id: [earlier.id], sure: ['yes'] },
    confirm: watchMsg.deleteAsks({ what }),
  };
  return [
    { part: 'line', text: join(present([also, isOfApp ? undefined : watchMsg.oneMessage()])) },
    ...(isReplaced ? [{ part: 'buttons', buttons: [button] } as const] : []),
  ];
}

/** Returns the command that shows a new watch: by the name of its component, unless that may mean another watch. */
function shownBy({ components }: Watch, existing: readonly Watch[]): string {
  const [only, ...others] = components ?? [];
  if (!only || others.length > 0) return 'watch list';
  const isOther = ({ components: theirs }: Watch) => !theirs || theirs.some((each) => each.id === only.id);
  return existing.some(isOther) ? 'watch list' : print(watchShow, { id: [only.name] });
}

function showButton({ id }: Watch): Proposal {
  return { label: watchMsg.showWatch(), operation: 'watch.show', given: { id: [id] } };
}

/**
 * Announces new watches in the channel. Also tells the creator which of the mentioned people aren't in the channel.
 * @param before language and zone of the channel's earlier watches @param beside watches of the same components
 */
export async function tellAdded(
  watches: readonly Watch[],
  notes: readonly Part[],
  before: Awaited<ReturnType<typeof channelReader>>,
  ask: Ask,
  settings: SettingServices,
  beside: readonly Watch[] = [],
): Promise<Answer> {
  const [first] = watches;
  const by = { context: contextText(ask.context), who: ask.person.name };
  const items = watches.map(({ condition }) => watchMsg.addedItem({ what: lastingText(condition) }));
  const notified = first ? await notifiesText(first, settings) : [];
  const line =
    first && watches.length === 1
      ? join([watchMsg.added({ ...by, what: watchText(first) }), ...notified])
      : join([watchMsg.addedAll({ ...by, items: join(items, '\n') }), ...notified], '\n');
  const unread = watches.flatMap(({ toldUnread = [] }) => toldUnread);
  const unreadNotes: readonly Part[] =
    unread.length === 0 ? [] : [{ part: 'note', text: watchMsg.unreadNow({ names: verbatimList(unread) }) }];
  const announcement = watchAnswer([{ part: 'line', text: line }, ...notes, ...unreadNotes]);
  const absent = first ? absentNote(await absentFrom(first, settings)) : [];
  const own = [...besideParts(beside, watches), ...absent, ...(await languageNote(before, ask, settings))];
  if (!(await settings.announce(announcement))) return watchAnswer([...announcement.parts, ...own]);
  if (own.length === 0 || !first) return { ...announcement, announced: true };
  // Of several, each is for all components.
  const textOf = (each: Watch) => (watches.length > 1 ? lastingText(each.condition) : watchText(each));
  const what = listText(watches.map(textOf).map((text) => watchMsg.named({ what: text })));
  const here = watchMsg.addedHere({ what, channel: { channel: first.channel } });
  return watchAnswer([{ part: 'line', text: here }, ...own]);
}

/** Returns a note that a channel's watches keep their context after a change of its context, or undefined. */
async function keptWatches(
  channel: string,
  next: Context | undefined,
  reads: Pick<Reads, 'records'>,
): Promise<KeptSetting | undefined> {
  const others = (await watchRecords.bodies(reads, { isOpen: true })).filter(
    (each) => each.channel === channel && (!next || placeKey(each.context) !== placeKey(next)),
  );
  const [first] = others;
  if (!first) return undefined;
  return { text: watchMsg.stillWatches({ count: others.length, context: contextText(first.context) }) };
}
