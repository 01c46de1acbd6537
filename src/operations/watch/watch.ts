import type { Answer } from '../../core/command/answer.ts';
import { type Context, placeKey } from '../../core/command/context.ts';
import { type Args, ok, optional, type Read, required, several, wrong } from '../../core/command/params.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import type { Ask, KeptSetting } from '../../core/operation.ts';
import { mostWatches, type WatchCondition, type WatchItem } from '../../core/watch/watch-condition.ts';
import { defineSetting, type Reads, type SettingServices } from '../shared/define.ts';
import { findComponents } from '../shared/find-component.ts';
import { contextText } from '../shared/place/known-contexts.ts';
import { refuseSharedPosting } from '../shared/place/refuse-posting.ts';
import { componentsParam } from '../shared/shared-params.ts';
import { Watch, watchKind } from './stored-watch.ts';
import { watchMsg } from './watch-messages.ts';
import { absentFrom, absentNote, watchCommand, watchEntry, watchRecord, watchText } from './watch-text.ts';
import {
  conditionFaults,
  conditionOf,
  knownWords,
  readFor,
  readItem,
  readLimit,
  type TypedLimit,
  watchable,
  watchItemOf,
} from './watch-threshold.ts';
import { itemText } from './watched-items.ts';

/** Whom a watch mentions. Slack has no picker for people and groups together. */
export const notifiedParams = {
  notify: several<string>(watchMsg.notify(), readNotified, { hint: watchMsg.notifyHint(), commas: true, people: true }),
  groups: several<string>(watchMsg.groups(), readNotified, {
    hint: watchMsg.groupsHint(),
    commas: true,
    people: true,
    input: 'external',
    source: 'groups',
  }),
};

/** A watch of all components, for the channel where someone asks. */
export function newWatch(
  { notify, groups }: Args<typeof notifiedParams>,
  { channel, context, now, person: { id, name, lang, zone } }: Ask,
  watchId: string,
  condition: WatchCondition,
): Watch {
  return {
    ...{ id: watchId.toLowerCase(), channel, context, condition, at: now },
    notify: [...new Set([...notify, ...groups])],
    by: { id, name, lang, zone },
  };
}

/** @returns whether they were saved: not where one has the id of another */
export async function saveNew(watches: readonly Watch[], ask: Ask, { store }: SettingServices): Promise<boolean> {
  const saved = await store.commit({
    at: ask.now,
    records: watches.map((watch) => ({ next: watchRecord(watch), expect: 'new' })),
    audit: watches.map((watch) => watchEntry(watch, ask, 'watch.add')),
  });
  return saved === 'saved';
}

/** Whether it can be seen that a component runs out of memory: only with kube-state-metrics. */
export async function canSeeOom(
  { context: { region }, now }: Ask,
  { platform }: Pick<Reads, 'platform'>,
): Promise<boolean> {
  return (await platform.hasKubeState({ region, at: Math.floor(now / 1_000) })) === true;
}

/** `/watch [component…] <what> [above=…|below=…] [for=…] [notify=…]`. */
export const watchAdd = defineSetting({
  ...watchCommand,
  id: 'watch.add',
  keywords: [['add'], []],
  summary: watchMsg.says(),
  title: watchMsg.form(),
  opensForm: true,
  keeps: keptWatches,
  examples: ['watch abnormal', 'watch web latency above=500ms', 'watch certificates below=14d'],
  params: {
    component: componentsParam(watchMsg.componentsHint()),
    what: required<WatchItem>(watchMsg.what(), watchMsg.whatMissing({ known: knownWords }), readItem, {
      input: 'select',
      keyword: (word) => watchItemOf(word),
      aliases: ['item'],
      options: watchable.map((item) => ({ value: item, label: itemText(item) })),
    }),
    above: optional<TypedLimit>(watchMsg.above(), readLimit, { hint: watchMsg.aboveHint() }),
    below: optional<TypedLimit>(watchMsg.below(), readLimit, { hint: watchMsg.belowHint() }),
    for: optional<number>(watchMsg.for(), readFor, { hint: watchMsg.forHint() }),
    ...notifiedParams,
  },
  order: ['component'],

  faults: conditionFaults,

  async apply(args, ask, settings): Promise<Answer | Problem> {
    const no = await refuseSharedPosting(ask, settings, 'watch', watchMsg);
    if (no) return no;
    const condition = conditionOf(args);
    if (condition.item === 'oom' && !(await canSeeOom(ask, settings)))
      return refused(watchMsg.noKubeState(), [
        { label: watchMsg.watchRestarts(), operation: 'watch.add', given: { what: ['restarts'] } },
      ]);
    const found = condition.item === 'certificates' ? [] : await findComponents(args.component, ask, settings);
    if (isProblem(found)) return found;
    const key = placeKey(ask.context);
    if ((await settings.records.list(watchKind, { placeKey: key })).length >= mostWatches)
      return refused(watchMsg.tooMany({ most: mostWatches }));
    const watch: Watch = {
      ...newWatch(args, ask, settings.newId().slice(-6), condition),
      ...(found.length > 0 ? { components: found.map((each) => ({ id: each.id, name: each.name })) } : {}),
    };
    if (!(await saveNew([watch], ask, settings))) return refused(watchMsg.tryAgain());
    return {
      title: watchMsg.title(),
      share: false,
      parts: [
        { part: 'line', text: watchMsg.added({ context: contextText(ask.context), what: watchText(watch) }) },
        { part: 'note', text: watchMsg.addedNote({ id: watch.id }) },
        ...absentNote(await absentFrom(watch, settings)),
      ],
    };
  },
});

/** A person or group as Slack writes them in a command: `<@U…|name>`, `<!subteam^S…|name>`, or the bare id. */
export function readNotified(typed: string): Read<string> {
  const [, person, group] = /^<?(?:@([UW][A-Z0-9]{2,20})|!subteam\^(S[A-Z0-9]{2,20}))(?:\|[^>]*)?>?$/.exec(typed) ?? [];
  const id = person ?? group ?? /^[USW](?=.*\d)[A-Z0-9]{2,20}$/.exec(typed)?.[0];
  return id === undefined ? wrong(watchMsg.notifyWrong({ typed })) : ok(id);
}

/** Of a channel whose context changes: its watches keep theirs. */
async function keptWatches(
  channel: string,
  next: Context | undefined,
  { records }: Pick<Reads, 'records'>,
): Promise<KeptSetting | undefined> {
  const stored = await records.list(watchKind, { isOpen: true });
  const others = stored
    .filter((each) => each.channel === channel)
    .flatMap(({ body }) => Watch.safeParse(body).data ?? [])
    .filter(({ context }) => !next || placeKey(context) !== placeKey(next));
  const [first] = others;
  if (!first) return undefined;
  return { text: watchMsg.stillWatches({ count: others.length, context: contextText(first.context) }) };
}
