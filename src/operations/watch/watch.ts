import type { Answer } from '../../core/command/answer.ts';
import { type Context, placeKey } from '../../core/command/context.ts';
import { isAskedAlone } from '../../core/command/direct-message.ts';
import { type Args, ok, optional, type Read, required, several, wrong } from '../../core/command/params.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import type { Ask, KeptSetting } from '../../core/operation.ts';
import { mostWatches, type WatchItem } from '../../core/watch/watch-condition.ts';
import { defineSetting, type Reads, type SettingServices } from '../shared/define.ts';
import { findComponents } from '../shared/find-component.ts';
import { contextText } from '../shared/place/known-contexts.ts';
import { refusePosting } from '../shared/place/refuse-posting.ts';
import { componentsParam } from '../shared/shared-params.ts';
import { recordOf, watchEntry } from './life/watch-record.ts';
import { type Watch, Watch as WatchSchema, watchKind } from './stored-watch.ts';
import { msg } from './watch-messages.ts';
import { absentFrom, absentNote, watchText } from './watch-text.ts';
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
  notify: several<string>(msg.notify(), readNotified, { hint: msg.notifyHint(), commas: true, people: true }),
  groups: several<string>(msg.groups(), readNotified, {
    hint: msg.groupsHint(),
    commas: true,
    people: true,
    input: 'external',
    source: 'groups',
  }),
};

/** The people and groups that were given, each once. */
export function notifiedOf({ notify, groups }: Args<typeof notifiedParams>): string[] {
  return [...new Set([...notify, ...groups])];
}

/** `/watch [component…] <what> [above=…|below=…] [for=…] [notify=…]`. */
export const watchAdd = defineSetting({
  id: 'watch.add',
  tool: { none: 'watches are made by people' },
  command: 'watch',
  keywords: [['add'], []],
  summary: msg.says(),
  title: msg.form(),
  opensForm: true,
  keeps: keptWatches,
  examples: ['watch abnormal', 'watch web latency above=500ms', 'watch certificates below=14d'],
  params: {
    component: componentsParam(msg.componentsHint()),
    what: required<WatchItem>(msg.what(), msg.whatMissing({ known: knownWords }), readItem, {
      input: 'select',
      keyword: (word) => watchItemOf(word),
      aliases: ['item'],
      options: watchable.map((item) => ({ value: item, label: itemText(item) })),
    }),
    above: optional<TypedLimit>(msg.above(), readLimit, { hint: msg.aboveHint() }),
    below: optional<TypedLimit>(msg.below(), readLimit, { hint: msg.belowHint() }),
    for: optional<number>(msg.for(), readFor, { hint: msg.forHint() }),
    ...notifiedParams,
  },
  order: ['component'],
  dialects: ['console'],

  faults: conditionFaults,

  async apply(args, ask, settings): Promise<Answer | Problem> {
    const no = await notHere(ask, settings);
    if (no) return no;
    const condition = conditionOf(args);
    if (condition.item === 'oom') {
      const { region } = ask.context;
      const hasKubeState = await settings.platform.hasKubeState({ region, at: Math.floor(ask.now / 1_000) });
      if (hasKubeState !== true)
        return refused(msg.noKubeState(), [
          { label: msg.watchRestarts(), operation: 'watch.add', given: { what: ['restarts'] } },
        ]);
    }
    const found = condition.item === 'certificates' ? [] : await findComponents(args.component, ask, settings);
    if (isProblem(found)) return found;
    const key = placeKey(ask.context);
    if ((await settings.records.list(watchKind, { placeKey: key })).length >= mostWatches)
      return refused(msg.tooMany({ most: mostWatches }));
    const { id, name, lang, zone } = ask.person;
    const watch: Watch = {
      id: settings.newId().slice(-6).toLowerCase(),
      channel: ask.channel,
      context: ask.context,
      condition,
      ...(found.length > 0 ? { components: found.map((each) => ({ id: each.id, name: each.name })) } : {}),
      notify: notifiedOf(args),
      by: { id, name, lang, zone },
      at: ask.now,
    };
    const saved = await settings.store.commit({
      at: ask.now,
      records: [{ next: { ...recordOf(watch), body: watch }, expect: 'new' }],
      audit: [watchEntry(watch, ask, 'watch.add')],
    });
    if (saved !== 'saved') return refused(msg.tryAgain());
    return {
      title: msg.title(),
      share: false,
      parts: [
        { part: 'line', text: msg.added({ context: contextText(ask.context), what: watchText(watch) }) },
        { part: 'note', text: msg.addedNote({ id: watch.id }) },
        ...absentNote(await absentFrom(watch, settings)),
      ],
    };
  },
});

/** A person or group as Slack writes them in a command: `<@U…|name>`, `<!subteam^S…|name>`, or the bare id. */
export function readNotified(typed: string): Read<string> {
  const [, person, group] = /^<?(?:@([UW][A-Z0-9]{2,20})|!subteam\^(S[A-Z0-9]{2,20}))(?:\|[^>]*)?>?$/.exec(typed) ?? [];
  const id = person ?? group ?? /^[USW](?=.*\d)[A-Z0-9]{2,20}$/.exec(typed)?.[0];
  return id === undefined ? wrong(msg.notifyWrong({ typed })) : ok(id);
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
    .flatMap(({ body }) => WatchSchema.safeParse(body).data ?? [])
    .filter(({ context }) => !next || placeKey(context) !== placeKey(next));
  const [first] = others;
  if (!first) return undefined;
  return { text: msg.stillWatches({ count: others.length, context: contextText(first.context) }) };
}

/** Why a channel can't watch anything, or this person may not decide it. */
export async function notHere(ask: Ask, settings: SettingServices): Promise<Problem | undefined> {
  if (isAskedAlone(ask)) return refused(msg.noChannel());
  return refusePosting(ask, settings, 'watch', msg.notInChannel);
}
