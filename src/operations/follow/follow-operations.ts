import type { Answer, Part } from '../../core/command/answer.ts';
import { type Context, placeKey, placeText } from '../../core/command/context.ts';
import { ok, optional, withDefault, wrong } from '../../core/command/params.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { isSameJson, present } from '../../core/defined.ts';
import type { Ask, KeptSetting } from '../../core/operation.ts';
import { verbatimList } from '../../core/text/joined.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { stretchOf } from '../../reader/read-schedule.ts';
import type { AuditEntry } from '../../store/audit/audit-entry.ts';
import type { RecordChange } from '../../store/store.ts';
import { inBothLanguages } from '../operation-catalog.ts';
import { listedWhole } from '../shared/answer/paging.ts';
import { shortImage } from '../shared/component/component-format.ts';
import {
  defineQuestion,
  defineSetting,
  type Operation,
  type Reads,
  type SettingServices,
  settingEntry,
} from '../shared/define.ts';
import { findComponents } from '../shared/find-component.ts';
import { channelAccess, mayShare, sharing } from '../shared/place/channel-access.ts';
import { channelReader, languageNote } from '../shared/place/channel-reader.ts';
import { contextText } from '../shared/place/known-contexts.ts';
import { pausedText } from '../shared/place/paused-text.ts';
import { refuseChangeOf, refuseSharedPosting } from '../shared/place/refuse-posting.ts';
import { componentsParam } from '../shared/shared-params.ts';
import { followingMsg } from './following-messages.ts';
import {
  causeText,
  keepsRunning,
  lateText,
  lengthsOf,
  requesterText,
  runStateText,
  runsTitle,
  starterText,
} from './run-text.ts';
import {
  type Follow,
  followedComponents,
  followRecords,
  type RunLine,
  type RunMessage,
  runMessages,
} from './stored-follow.ts';
import { paceOf } from './take-in.ts';

const whats = {
  deploys: followingMsg.whatDeploys,
  failures: followingMsg.whatFailures,
  all: followingMsg.whatAll,
} as const;

const followCommand = {
  tool: { none: 'what a channel follows is for people' },
  command: 'follow',
  dialects: ['console'],
} as const;

const followAdd = defineSetting({
  ...followCommand,
  id: 'follow.add',
  keywords: [[]],
  summary: followingMsg.says(),
  searched: followingMsg.searched(),
  title: followingMsg.form(),
  words: ['deployment', 'release', 'rollout'],
  first: { position: 7, says: followingMsg.first() },
  examples: ['follow', 'follow web api', 'follow only=failures'],
  params: {
    component: componentsParam(followingMsg.componentsHint()),
    only: withDefault<Follow['only']>(followingMsg.only(), 'deploys', readOnly, {
      input: 'select',
      options: [
        { value: 'deploys', label: followingMsg.deploys() },
        { value: 'failures', label: followingMsg.failures() },
        { value: 'all', label: followingMsg.all() },
      ],
      keyword: onlyOf,
    }),
  },
  order: ['component'],

  keeps: keptApp,

  async apply(args, ask, settings): Promise<Answer | Problem> {
    const problem = await refuseSharedPosting(ask, settings, 'follow', followingMsg);
    if (problem) return problem;
    const components = await findComponents(args.component, ask, settings);
    if (isProblem(components)) return components;
    const { id, name } = ask.person;
    const reader = await channelReader(settings, ask.channel);
    const { lang, zone } = reader ?? ask.person;
    const follow: Follow = {
      channel: ask.channel,
      context: ask.context,
      only: args.only,
      by: { id, name, lang, zone },
      at: ask.now,
      ...(components.length > 0 ? { components: components.map((each) => ({ id: each.id, name: each.name })) } : {}),
    };
    const kept = (await followRecords.get(settings, ask.channel))?.body;
    if (kept && isSameFollow(kept, follow))
      return answerOf([{ part: 'line', text: followingMsg.already(addedText(kept)) }]);
    let replaced: Follow | undefined;
    await followRecords.change(settings.store, ask.channel, ask.now, async (stored) => {
      replaced = stored?.body;
      return {
        body: follow,
        row: { placeKey: placeKey(ask.context), channel: ask.channel, isOpen: true, at: ask.now },
        records: await outdated(follow, settings),
        audit: [followEntry(follow, ask, 'follow.add')],
      };
    });
    const before = replaced;
    const late = await lateness(settings, ask);
    const wasFollowed = before?.paused === undefined ? before : undefined;
    const said = wasFollowed && beforeText(wasFollowed, follow);
    return tellChannel(
      present([
        { part: 'line', text: followingMsg.added(addedText(follow)) },
        said && { part: 'note', text: said },
        { part: 'note', text: followingMsg.fromNow() },
        { part: 'note', text: late },
      ]),
      settings,
      await languageNote(reader, ask, settings),
    );
  },
});

function addedText(follow: Follow) {
  return { context: contextText(follow.context), what: whatText(follow), who: follow.by.name };
}

/** Compares ids too, because a component that was deleted and created again has a new one. */
export function isSameFollow(one: Omit<Follow, 'channel' | 'by' | 'at'>, other: typeof one): boolean {
  const isActive = one.paused === undefined && placeKey(one.context) === placeKey(other.context);
  return isActive && one.only === other.only && isSameJson(one.components, other.components);
}

/** Returns what a channel followed before it follows something else. */
function beforeText(before: Follow, next: Follow): Text {
  if (placeKey(before.context) !== placeKey(next.context))
    return followingMsg.before({ context: contextText(before.context) });
  const what = whatText(before);
  return before.components ? followingMsg.beforeHere({ what }) : followingMsg.beforeWhole({ what });
}

function answerOf(parts: readonly Part[]): Answer {
  return { title: followingMsg.title(), share: false, parts };
}

/** Announces the parts in the channel. If this fails, only the person gets them. @param own parts only for the person */
async function tellChannel(
  parts: readonly Part[],
  settings: SettingServices,
  own: readonly Part[] = [],
): Promise<Answer> {
  const answer = answerOf(parts);
  if (!(await settings.announce(answer))) return answerOf([...parts, ...own]);
  return own.length > 0 ? answerOf(own) : { ...answer, announced: true };
}

async function keptApp(
  channel: string,
  next: Context | undefined,
  reads: Pick<Reads, 'records'>,
): Promise<KeptSetting | undefined> {
  const follow = (await followRecords.get(reads, channel))?.body;
  if (!follow || follow.paused !== undefined) return undefined;
  if (next && placeKey(next) === placeKey(follow.context)) return undefined;
  const text = followingMsg.stillFollows({ context: contextText(follow.context) });
  if (!next) return { text };
  const name = next.name ?? next.appName ?? placeText(next);
  return {
    text,
    offer: { label: followingMsg.switchTo({ name }), operation: 'follow.add', given: { only: [follow.only] } },
  };
}

/** Returns what to follow; also takes a bare word, so that nobody looks for a component of that name. */
function onlyOf(typed: string): Follow['only'] | undefined {
  const word = typed.toLowerCase();
  if (/^(?:deploys?|deployments?|builds?|部署|构建)$/.test(word)) return 'deploys';
  if (/^(?:failures?|failed|失败)$/.test(word)) return 'failures';
  return /^(?:all|全部)$/.test(word) ? 'all' : undefined;
}

function readOnly(typed: string) {
  const kind = onlyOf(typed);
  return kind ? ok(kind) : wrong(followingMsg.onlyWrong({ typed }));
}

/** Drops an app's stored components if no channel follows the app and no message is open, because they get outdated. */
async function outdated({ context }: Follow, settings: SettingServices): Promise<readonly RecordChange[]> {
  const key = placeKey(context);
  for (const { kind } of [followRecords, runMessages])
    if ((await settings.records.list(kind, { placeKey: key, isOpen: true })).length > 0) return [];
  const records = await settings.records.list(followedComponents.kind, { placeKey: key });
  return records.map(({ id }) => followedComponents.drop(id));
}

function followEntry(follow: Follow, ask: Ask, operation: string): AuditEntry {
  const what = inBothLanguages('what', whatText(follow));
  return settingEntry(operation, ask, follow.context, { ...what, channel: follow.channel });
}

function whatText({ only, components }: Follow): Text {
  const what = whats[only]();
  if (!components) return what;
  return followingMsg.addedOf({
    what,
    names: verbatimList(components.map(({ name }) => name)),
  });
}

async function lateness(reads: Pick<Reads, 'records'>, ask: Pick<Ask, 'context' | 'now'>): Promise<Text> {
  const key = placeKey(ask.context);
  const [follows, components] = await Promise.all([
    followRecords.list(reads, { isOpen: true }),
    followedComponents.list(reads),
  ]);
  // An app's components stay stored after nobody follows the app, but they are no longer read.
  const followedApps = new Set(follows.map((each) => each.placeKey));
  const paces = components.flatMap(({ placeKey: app, body }) =>
    followedApps.has(app) ? [{ app, pace: paceOf(body, ask.now) }] : [],
  );
  const byApp = Map.groupBy(paces, ({ app }) => app);
  const stretch = stretchOf(new Map([...byApp].map(([app, each]) => [app, each.map(({ pace }) => pace)])));
  return lateText(stretch.events(key));
}

const followNone = defineSetting({
  ...followCommand,
  id: 'follow.none',
  keywords: [['none']],
  summary: followingMsg.noneSays(),
  title: followingMsg.noneForm(),
  examples: ['follow none'],
  params: {},
  order: [],
  async apply(_args, ask, settings): Promise<Answer | Problem> {
    const follow = (await followRecords.get(settings, ask.channel))?.body;
    if (!follow) return answerOf([{ part: 'line', text: followingMsg.notFollowing() }]);
    const refusal = await refuseChangeOf(follow.by.id, ask.channel, ask, settings, 'follow');
    if (refusal) return refusal;
    await settings.store.commit({
      at: ask.now,
      records: [followRecords.drop(ask.channel)],
      audit: [followEntry(follow, ask, 'follow.none')],
    });
    const text = followingMsg.stopped({ context: contextText(follow.context), who: ask.person.name });
    return tellChannel([{ part: 'line', text }], settings);
  },
});

const followList = defineQuestion({
  ...followCommand,
  id: 'follow.list',
  keywords: [['list']],
  summary: followingMsg.listSays(),
  title: followingMsg.listForm(),
  examples: ['follow list'],
  params: {},
  order: [],
  async gather(_args, ask, reads) {
    const access = channelAccess(ask, reads);
    const all = await followRecords.bodies(reads);
    const here = all.filter(
      ({ context, channel }) => placeKey(context) === placeKey(ask.context) || channel === ask.channel,
    );
    const visible: Follow[] = [];
    for (const each of here) if (await access.mayKnow(each.channel)) visible.push(each);
    const shares = await mayShare(
      access,
      visible.map(({ channel }) => channel),
    );
    return { follows: visible, late: await lateness(reads, ask), shares };
  },
  answer(_args, { follows, late, shares }, ask): Answer {
    const stop = { label: followingMsg.stop(), operation: 'follow.none', given: {} };
    return listedWhole({
      title: followingMsg.listTitle(),
      shown: follows,
      none: followingMsg.listNone({ example: `/${ask.prefix}follow` }),
      isStacked: true,
      columns: [followingMsg.where(), followingMsg.app(), followingMsg.what(), followingMsg.by(), followingMsg.state()],
      rowOf: (each) => [
        followingMsg.channelIs({ channel: { channel: each.channel } }),
        contextText(each.context),
        whatText(each),
        verbatim(each.by.name),
        each.paused === undefined ? followingMsg.active() : followingMsg.paused({ why: pausedText(each.paused) }),
      ],
      below: present([
        { part: 'note', text: late },
        follows.some(({ channel }) => channel === ask.channel) && { part: 'buttons', buttons: [stop] },
      ]),
      ...sharing(shares),
    });
  },
});

const followDetails = defineQuestion({
  id: 'follow.details',
  tool: { none: 'list_events has the same facts' },
  command: 'follow',
  keywords: [['details']],
  summary: followingMsg.detailsSays(),
  title: followingMsg.detailsTitle(),
  examples: ['follow details C0SHOP:a1b2c3'],
  params: { message: optional<string>(followingMsg.id(), ok, { input: 'hidden' }) },
  order: ['message'],
  dialects: ['console'],
  async gather({ message: id = '' }, ask, reads) {
    const message = (await runMessages.get(reads, id))?.body;
    if (!message || placeKey(message.context) !== placeKey(ask.context)) return refused(followingMsg.idUnknown());
    const mayRead = await channelAccess(ask, reads).mayKnow(message.channel);
    return mayRead ? { message } : refused(followingMsg.idUnknown());
  },
  answer: (_args, { message }): Answer => ({
    title: runsTitle(message),
    share: false,
    parts: message.lines.map((line) => runFields(line, message)),
  }),
});

function runFields(line: RunLine, { by }: RunMessage): Part {
  const { report, name, image, card } = line;
  const { took, built } = lengthsOf(report);
  const fields: readonly (readonly [Text, Text | undefined])[] = [
    [followingMsg.component(), verbatim(name)],
    [followingMsg.outcome(), runStateText(line)],
    [followingMsg.starter(), requesterText([line]) ?? starterText(by) ?? followingMsg.platform()],
    [followingMsg.began(), followingMsg.moment({ at: { at: report.began } })],
    [followingMsg.built(), built],
    [followingMsg.took(), took],
    [followingMsg.image(), image === undefined ? undefined : verbatim(shortImage(image))],
    [followingMsg.cause(), causeText(line)],
    [followingMsg.keptRunning(), keepsRunning(report) ? followingMsg.versionBefore() : undefined],
    [
      followingMsg.request(),
      card === undefined ? undefined : followingMsg.card({ link: { link: card, label: followingMsg.itsCard() } }),
    ],
  ];
  return { part: 'fields', fields: fields.flatMap(([label, value]) => (value ? [{ label, value }] : [])) };
}

export const followOperations: readonly Operation[] = [followAdd, followNone, followList, followDetails];
