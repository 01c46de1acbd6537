import type { Answer, AskButton, Part } from '../../core/command/answer.ts';
import { type Context, type Place, parseNamedPlace, placeKey, placeText } from '../../core/command/context.ts';
import { isAskedAlone, isDirectMessage } from '../../core/command/direct-message.ts';
import { flag, ok, optional, type Read, required, wrong } from '../../core/command/params.ts';
import { isProblem, notAllowed, type Problem, refused } from '../../core/command/problem.ts';
import { defined, present } from '../../core/defined.ts';
import type { Ask, KeptSetting } from '../../core/operation.ts';
import { maySetting } from '../../core/policy/decide.ts';
import { channelContext, contextsOf } from '../../core/policy/policy.ts';
import { momentNear } from '../../core/text/instant-text.ts';
import { join, type Lang, type Text } from '../../core/text/text.ts';
import type { ContextKey, StoredContext } from '../../store/stored-types.ts';
import {
  defineQuestion,
  defineSetting,
  type Operation,
  type Reads,
  type SettingServices,
  settingEntry,
} from '../shared/define.ts';
import { seenAppName } from '../shared/place/app-names.ts';
import { channelLanguages } from '../shared/place/channel-language.ts';
import { contextOf, contextText, knownContexts, plainContext } from '../shared/place/known-contexts.ts';
import { channelLanguageMsg } from './channel-language-messages.ts';
import { chartLooks } from './channel-settings.ts';
import { chartLookMsg } from './chart-look-messages.ts';
import { checkContext } from './check-context.ts';
import { contextMsg } from './context-messages.ts';

/** Word that clears the context. */
const nothing = 'none';

const lastMe = (word: string, last: boolean) => (last && word.toLowerCase() === 'me' ? 'yes' : undefined);

const contextUse = defineSetting({
  id: 'context.use',
  tool: { none: 'a context is set by people' },
  command: 'portolan',
  keywords: [['use']],
  summary: contextMsg.useSays(),
  searched: contextMsg.useSearched(),
  title: contextMsg.useForm(),
  examples: [
    'portolan use shop/east-1/12 as shop',
    'portolan use shop/east-1/shop',
    'portolan use shop',
    'portolan use shop me=yes',
  ],
  params: {
    where: required<string>(contextMsg.where(), contextMsg.whereMissing(), readWhere, {
      input: 'external',
      source: 'contexts',
      hint: contextMsg.whereHint(),
      aliases: ['context'],
    }),
    as_word: optional<string>(contextMsg.name(), readAs, { input: 'hidden' }),
    name: optional<string>(contextMsg.name(), readContextName, { hint: contextMsg.nameHint(), aliases: ['as'] }),
    me: flag(contextMsg.me(), 'me', { keyword: lastMe }),
  },
  order: ['where', 'as_word', 'name'],
  setsContext: { ofChannel: {}, ofPerson: { me: ['yes'] } },
  needs: 'nothing',

  async apply(args, ask, settings): Promise<Answer | Problem> {
    const fromPolicy = channelContext(settings.policy, ask.channel);
    // In direct messages and forms opened from App Home, the setting is the person's own. App Home shows that setting.
    const isOwn = args.me || isAskedAlone(ask);
    if (!isOwn && fromPolicy) return refused(contextMsg.policySets());
    if (!isOwn) {
      const refusal = maySetting(settings.policy, 'set_context', await settings.actor(ask.person, ask.channel));
      if (refusal) return notAllowed(refusal);
    }
    if (args.where.toLowerCase() === nothing) return clearContext(isOwn, ask, settings);
    const wanted = await contextOf(args.where, settings, ask.context.team === '' ? undefined : ask.context);
    if (isProblem(wanted)) return wanted;
    const checked = await checkContext(wanted, settings, ask.now);
    if (isProblem(checked)) return checked;
    const context = { ...checked, name: args.name ?? checked.name };
    const before = await meantBefore(context, settings);
    // A name is valid for everyone, so a personal setting must not take the name from another context.
    if (before && isOwn)
      return refused(contextMsg.nameTaken({ name: context.name ?? '', place: contextText(before) }), [], 'name');
    const said = contextText(context);
    const moved = before && contextMsg.nameMoved({ name: context.name ?? '', place: contextText(before) });
    if (isOwn) {
      await saveContext(context, isOwn, ask, settings);
      return lineAnswer(contextMsg.youUse({ context: said }));
    }
    const standing = await settings.contexts.get('channel', ask.channel);
    if (standing && isAlreadySet(plainContext(standing), context))
      return lineAnswer(contextMsg.channelUsesIt({ context: said }));
    const notes = { moved, kept: await settings.kept(ask.channel, context) };
    return announceFirst(changedText(standing, context, ask), notes, standing, ask, settings, () =>
      saveContext(context, isOwn, ask, settings),
    );
  },
});

function lineAnswer(line: Text): Answer {
  return { title: contextMsg.title(), parts: [{ part: 'line', text: line }], share: false };
}

function isAlreadySet(one: Context, other: Context): boolean {
  return placeKey(one) === placeKey(other) && (other.name === undefined || one.name === other.name);
}

/** Announces the new context first. If this fails, sets nothing, because others would use another app unknowingly. */
async function announceFirst(
  text: Text,
  { moved, kept }: { readonly moved?: Text | undefined; readonly kept: readonly KeptSetting[] },
  before: StoredContext | undefined,
  ask: Ask,
  settings: SettingServices,
  set: () => Promise<void>,
): Promise<Answer | Problem> {
  const { title, parts: line } = lineAnswer(text);
  const parts: readonly Part[] = [
    ...line,
    ...[...(moved ? [moved] : []), ...kept.map(({ text }) => text)].map((text) => ({ part: 'note', text }) as const),
    { part: 'buttons', buttons: [setBack(before), ...kept.flatMap(({ offer }) => offer ?? [])] },
  ];
  const answer: Answer = { title, parts, share: false, announced: true };
  if (!(await settings.announce(answer))) return refused(contextMsg.notAnnounced());
  try {
    await set();
  } catch (error) {
    const context = before ? contextText(plainContext(before)) : contextMsg.noneNow();
    await settings.announce(lineAnswer(contextMsg.notSaved({ who: ask.person.name, context })));
    throw error;
  }
  return answer;
}

function changedText(before: StoredContext | undefined, context: Context, ask: Ask): Text {
  const who = ask.person.name;
  const after = contextText(context);
  return before
    ? contextMsg.changed({ who, before: contextText(plainContext(before)), after })
    : contextMsg.setFirst({ who, after });
}

function setBack(before: StoredContext | undefined): AskButton {
  if (!before) return { label: contextMsg.clearAgain(), operation: 'context.use', given: { where: [nothing] } };
  const { name, ...place } = plainContext(before);
  return {
    label: contextMsg.setBack({ name: name ?? place.appName ?? placeText(place) }),
    operation: 'context.use',
    given: { where: [placeText(place)], ...(name === undefined ? {} : { name: [name] }) },
  };
}

/** Returns the other place that a context's name meant until now. Names in the policy file never change. */
async function meantBefore(context: Context, reads: Pick<Reads, 'contexts' | 'policy'>): Promise<Place | undefined> {
  if (context.name === undefined || contextsOf(reads.policy)) return undefined;
  const [named] = await reads.contexts.named(context.name);
  if (!named || placeKey(named.context) === placeKey(context)) return undefined;
  const { name: _name, ...place } = plainContext(named.context);
  return place;
}

function readWhere(typed: string): Read<string> {
  if (typed.includes('/')) return parseNamedPlace(typed) ? ok(typed) : wrong(contextMsg.whereWrong({ typed }));
  return ok(typed);
}

function readAs(typed: string): Read<string> {
  return typed.toLowerCase() === 'as' ? ok('as') : wrong(contextMsg.asWrong({ typed }));
}

function readContextName(typed: string): Read<string> {
  if (typed.toLowerCase() === nothing) return wrong(contextMsg.nameReserved({ typed }));
  return /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,39}$/u.test(typed) ? ok(typed) : wrong(contextMsg.nameWrong({ typed }));
}

/** Removes the channel's or the person's context. The context's name stays known. */
async function clearContext(isOwn: boolean, ask: Ask, settings: SettingServices): Promise<Answer | Problem> {
  const keys = [ownerKey(isOwn, ask), ...(isOwn ? directMessages(ask) : [])] as const;
  const contexts = await Promise.all(keys.map(({ scope, key }) => settings.contexts.get(scope, key)));
  const before = contexts.find((context) => context !== undefined);
  if (!before) return lineAnswer(isOwn ? contextMsg.youHadNone() : contextMsg.channelHadNone());
  const drop = async () => {
    await settings.store.commit({
      at: ask.now,
      contexts: { drop: keys },
      audit: [settingEntry('context.use', ask, before, { ...keys[0], context: nothing })],
    });
  };
  if (!isOwn) {
    const text = contextMsg.cleared({ who: ask.person.name, before: contextText(plainContext(before)) });
    return announceFirst(text, { kept: await settings.kept(ask.channel, undefined) }, before, ask, settings, drop);
  }
  await drop();
  return lineAnswer(contextMsg.youCleared());
}

/** Returns the key of a direct message's context. Older versions set such contexts, which override the person's own. */
function directMessages({ channel }: Ask): readonly ContextKey[] {
  return isDirectMessage(channel) ? [{ scope: 'channel', key: channel }] : [];
}

function ownerKey(isOwn: boolean, ask: Ask): ContextKey {
  return isOwn ? { scope: 'person', key: ask.person.id } : { scope: 'channel', key: ask.channel };
}

async function saveContext(context: Context, isOwn: boolean, ask: Ask, settings: SettingServices): Promise<void> {
  const whose = ownerKey(isOwn, ask);
  const { name } = context;
  const stored: StoredContext = { ...context, setBy: ask.person.id, at: ask.now };
  await settings.store.commit({
    at: ask.now,
    contexts: {
      drop: isOwn ? directMessages(ask) : [],
      put: [
        { ...whose, context: stored },
        ...(name === undefined ? [] : [{ scope: 'name' as const, key: name, context: stored }]),
      ],
    },
    audit: [settingEntry('context.use', ask, context, { ...whose, context: placeText(context), ...defined({ name }) })],
  });
}

const maxKnown = 20;

const contextShow = defineQuestion({
  id: 'context.show',
  tool: { none: 'list_contexts lists them' },
  command: 'portolan',
  keywords: [['context']],
  summary: contextMsg.showSays(),
  title: contextMsg.showForm(),
  examples: ['portolan context'],
  params: { me: flag(contextMsg.me(), 'me', { input: 'hidden', keyword: lastMe }) },
  order: [],
  needs: 'nothing',

  async gather(_args, ask, reads) {
    const [channel, person, contexts, language, look] = await Promise.all([
      reads.contexts.get('channel', ask.channel),
      reads.contexts.get('person', ask.person.id),
      knownContexts(reads),
      channelLanguages.get(reads, ask.channel),
      chartLooks.get(reads, ask.channel),
    ]);
    return {
      channel,
      person,
      known: contexts,
      policy: channelContext(reads.policy, ask.channel),
      fallback: reads.fallback && {
        ...reads.fallback,
        appName: await seenAppName(reads.fallback, reads),
      },
      language,
      policyLanguage: reads.policy.channels?.get(ask.channel)?.language,
      look,
    };
  },

  answer(_args, facts, ask) {
    const isAlone = isAskedAlone(ask);
    const holds = ask.context.team === '' ? undefined : ask.context;
    const fields = [
      { label: contextMsg.holds(), value: holds ? contextText(holds) : contextMsg.noneNow() },
      ...(facts.policy ? [{ label: contextMsg.ofPolicy(), value: contextText(facts.policy) }] : []),
      ...(isAlone && !facts.channel
        ? []
        : [
            {
              label: contextMsg.ofChannel(),
              value: facts.channel ? contextSet(facts.channel, ask.now) : contextMsg.noneNow(),
            },
          ]),
      { label: contextMsg.ofYou(), value: facts.person ? contextSet(facts.person, ask.now) : contextMsg.noneNow() },
      ...(facts.fallback ? [{ label: contextMsg.ofDefault(), value: contextText(facts.fallback) }] : []),
      ...(isAlone ? [] : looksHere(facts, ask.now)),
    ];
    const { known: contexts } = facts;
    const parts = present<Part>([
      { part: 'fields', fields },
      !isAlone && { part: 'note', text: contextMsg.changeLook({ command: `/${ask.prefix}portolan` }) },
      !holds && { part: 'line', text: contextMsg.noneHere({ command: `/${ask.prefix}portolan` }) },
      contexts.length > 0 && { part: 'heading', text: contextMsg.known() },
      contexts.length > 0 && { part: 'line', text: join(contexts.slice(0, maxKnown).map(contextText), '\n') },
      contexts.length > maxKnown && {
        part: 'note',
        text: contextMsg.knownMore({ shown: maxKnown, total: contexts.length }),
      },
      { part: 'buttons', buttons: useButtons(contexts) },
    ]);
    return { title: contextMsg.title(), parts, share: false };
  },
});

function useButtons(contexts: readonly Context[]): readonly AskButton[] {
  const named = contexts.slice(0, 4).map((context) => {
    const name = context.name ?? placeText(context);
    return { label: contextMsg.useOne({ name }), operation: 'context.use', given: { where: [name] } };
  });
  return [...named, { label: contextMsg.change(), operation: 'context.use', given: {}, opens: 'modal' as const }];
}

interface LooksHere {
  readonly policyLanguage?: Lang;
  readonly language?: Awaited<ReturnType<typeof channelLanguages.get>>;
  readonly look?: Awaited<ReturnType<typeof chartLooks.get>>;
}

/** Shows the language and the color scheme of messages that everyone in the channel sees. */
function looksHere(
  { policyLanguage, language, look }: LooksHere,
  now: number,
): readonly { readonly label: Text; readonly value: Text }[] {
  const own = language && setText(channelLanguageMsg[language.body.lang](), language.body.by, language.at, now);
  const value = policyLanguage
    ? contextMsg.byPolicy({ value: channelLanguageMsg[policyLanguage]() })
    : (own ?? contextMsg.notSet());
  const name = chartLookMsg[look?.body.dark ? 'dark' : 'light']();
  return [
    { label: contextMsg.language(), value },
    { label: contextMsg.charts(), value: look ? setText(name, look.body.by, look.at, now) : name },
  ];
}

function contextSet(stored: StoredContext, now: number): Text {
  return setText(contextText(plainContext(stored)), stored.setBy, stored.at, now);
}

/** Adds who set a value, and when. Settings of older versions don't say who. */
function setText(value: Text, by: string | undefined, at: number, now: number): Text {
  return by === undefined ? value : contextMsg.setBy({ value, who: { user: by }, when: momentNear(at, now) });
}

export const contextOperations: readonly Operation[] = [contextUse, contextShow];
