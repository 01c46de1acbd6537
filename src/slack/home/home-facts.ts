import { type Context, type Person, placeKey } from '../../core/command/context.ts';
import { isDirectMessage } from '../../core/command/direct-message.ts';
import { isProblem } from '../../core/command/problem.ts';
import { mainCommand, type Request } from '../../core/operation.ts';
import { type Actor, mayAsk, mayDecide } from '../../core/policy/decide.ts';
import { contextsOf } from '../../core/policy/policy.ts';
import { type ChangeRequest, readRequests } from '../../core/request/change-request.ts';
import type { Text } from '../../core/text/text.ts';
import type { OverviewFacts } from '../../operations/app/overview/overview.ts';
import { mostPlaces } from '../../operations/app/overview/read-overview.ts';
import { readSchedules, type Schedule } from '../../operations/schedule/stored-schedule.ts';
import { readOpenSince } from '../../operations/shared/exposure/open-since.ts';
import {
  contextRequest,
  helpQuestion,
  type OfferedShortcut,
  offeredOperations,
  shortcutsOf,
} from '../../operations/shared/find-operation.ts';
import { knownContexts } from '../../operations/shared/place/known-contexts.ts';
import { quickContextFor } from '../../questions/resolve-context.ts';
import type { Store } from '../../store/store.ts';
import type { StoredRequest } from '../../store/stored-types.ts';
import type { Bot } from '../interaction/bot.ts';

/** What a person may do in a channel. */
type ActorIn = (channel: string) => Promise<Actor>;

/** Reads what someone may do in a channel at most once: a Home asks for many things of few channels. */
function actorOnce({ services: { people } }: Pick<Bot, 'services'>, person: Person): ActorIn {
  const known = new Map<string, Promise<Actor>>();
  return (channel) => {
    const found = known.get(channel) ?? people.actor(person, channel);
    known.set(channel, found);
    return found;
  };
}

/** Of at most so many channels it is checked for one Home whether the person is in them. */
const mostChannels = 20;

/**
 * The applications that someone's Home is about: the contexts of the channels that they are in, the policy's and the
 * latest first, then the one that they have themselves. Of channels that can't be read, nothing is shown.
 * @param own what holds where a channel has no context
 */
async function placesOf(
  bot: Pick<Bot, 'services'>,
  person: Person,
  actorIn: ActorIn,
  own: Context | undefined,
): Promise<readonly Context[]> {
  const { services } = bot;
  const { store, policy } = services;
  const stored = (await store.contexts.list())
    .filter(({ scope, key }) => scope === 'channel' && !isDirectMessage(key))
    .toSorted((a, b) => b.context.at - a.context.at)
    .map(({ key }) => key);
  const ofPolicy = [
    ...[...(policy.channels ?? [])].flatMap(([channel, { context }]) => (context ? [channel] : [])),
    ...(policy.contexts ?? []).flatMap(({ channel }) => channel ?? []),
  ];
  const channels = [...new Set([...ofPolicy, ...stored])].slice(0, mostChannels);
  const found = await Promise.all(channels.map((channel) => contextIn(bot, person, actorIn, channel)));
  const allowed = contextsOf(policy)?.map(placeKey);
  const places = [...found, own].filter((each) => each !== undefined);
  const mine = places.filter((each) => !allowed || allowed.includes(placeKey(each)));
  return [...new Map(mine.toReversed().map((each) => [placeKey(each), each])).values()]
    .toReversed()
    .slice(0, mostPlaces);
}

/** The context of a channel; undefined where the person surely isn't, or may not be, in it. */
async function contextIn(
  { services }: Pick<Bot, 'services'>,
  person: Person,
  actorIn: ActorIn,
  channel: string,
): Promise<Context | undefined> {
  const { inChannel } = await actorIn(channel);
  if (inChannel !== true) return undefined;
  const context = await quickContextFor(services, { channel, person });
  return context && !isProblem(context) ? context : undefined;
}

/** What someone's App Home shows of what is stored. */
export interface HomeFacts {
  readonly person: Person;
  /** What is offered without typing: the shortcuts, the person's own context, help. */
  readonly shortcuts: readonly OfferedShortcut[];
  readonly setContext?: Request;
  /** The command that lists everything. */
  readonly help: string;
  /** Why this person may not ask anything; then nothing else is shown. */
  readonly refused?: Text;
  /** Open requests that wait for this person. */
  readonly waiting: readonly ChangeRequest[];
  readonly mine: readonly ChangeRequest[];
  /** The latest that ended, in channels that this person is in. */
  readonly recent: readonly ChangeRequest[];
  /** Of each list, how many there are in all; undefined where only so many were looked at and there are more. */
  readonly totals: {
    readonly waiting: number | undefined;
    readonly mine: number;
    readonly contexts: number;
    readonly schedules: number;
  };
  /** Charts that are posted in channels that this person is in, and their own. */
  readonly schedules: readonly Schedule[];
  /** The applications that it is about, and what is stored of them. */
  readonly places: readonly Context[];
  readonly stored: Pick<OverviewFacts, 'holds' | 'done' | 'openSince'>;
  readonly contexts: readonly Context[];
  /** What is used where a channel has no context: the person's own, else the configured one. */
  readonly context?: { readonly place: Context; readonly isOwn: boolean };
  readonly at: number;
}

const mostShown = 5;
const mostContexts = 10;
/** Whether someone may decide as a member is looked up in so many channels, those with the oldest requests. */
const mostWaitingChannels = 20;
/** Among so many requests, those that opened what is open now are looked for, and those that wait for this person. */
const mostLookedAt = 60;
const mostReadFirst = 12;

/** Reads what an App Home shows; nothing of it comes from the platform. */
export async function readHome(bot: Pick<Bot, 'services'>, person: Person): Promise<HomeFacts> {
  const { store, policy, world, operations, platform, prefix } = bot.services;
  const setContext = contextRequest(operations, 'person');
  const entries = {
    shortcuts: shortcutsOf(offeredOperations(operations, platform.dialect())),
    setContext,
    help: `/${prefix}${helpQuestion(operations)?.examples[0] ?? mainCommand}`,
  };
  const refused = mayAsk(person)?.no;
  if (refused) {
    const totals = { waiting: 0, mine: 0, contexts: 0, schedules: 0 };
    const none = { waiting: [], mine: [], recent: [], schedules: [], contexts: [], places: [], totals };
    return { person, ...entries, refused, ...none, stored: { holds: [], done: [] }, at: world.now() };
  }
  const [own, recent, contexts, context, stored] = await Promise.all([
    store.requests.open({ asker: person.id }),
    store.requests.recent(mostLookedAt),
    knownContexts({ contexts: store.contexts, policy }),
    quickContextFor(bot.services, { channel: '', person }),
    store.contexts.get('person', person.id),
  ]);
  const actorIn = actorOnce(bot, person);
  const { waiting, isAll } = await waitingFor(store.requests, person, actorIn);
  const mine = cardsOf(own).filter(({ id, system }) => !system && !waiting.some((card) => card.id === id));
  const place = context && !isProblem(context) ? context : undefined;
  const [places, ended, schedules] = await Promise.all([
    placesOf(bot, person, actorIn, place),
    visibleTo(person, actorIn, cardsOf(recent)),
    schedulesOf(bot, person, actorIn),
  ]);
  const holds = await Promise.all(places.map((place) => store.temporaryAccess.list({ placeKey: placeKey(place) })));
  const openSince = await Promise.all(places.map((place) => readOpenSince(place, store)));
  return {
    person,
    ...entries,
    waiting: waiting.slice(0, mostShown),
    mine: mine.slice(0, mostShown),
    totals: {
      waiting: isAll && waiting.length <= mostShown ? waiting.length : undefined,
      mine: mine.length,
      contexts: contexts.length,
      schedules: schedules.length,
    },
    recent: ended.slice(0, mostShown),
    schedules: schedules.slice(0, mostShown),
    places,
    stored: {
      holds: holds.flat(),
      done: ended.filter(({ state }) => state === 'done'),
      openSince: new Map(openSince.flatMap((each) => [...each])),
    },
    contexts: contexts.slice(0, mostContexts),
    ...(place ? { context: { place, isOwn: stored !== undefined } } : {}),
    at: world.now(),
  };
}

/**
 * Open requests that this person could decide now: by role, as a member of the card's channel, or as who confirms. One more than are
 * shown tells that there are more; who may decide the rest isn't looked up.
 */
async function waitingFor(
  stored: Pick<Store['requests'], 'open' | 'waitingChannels'>,
  person: Person,
  actorIn: ActorIn,
): Promise<{ readonly waiting: readonly ChangeRequest[]; readonly isAll: boolean }> {
  const channels = await stored.waitingChannels(mostWaitingChannels);
  const actors = await Promise.all(channels.map(actorIn));
  const groups = actors[0]?.groups ?? [];
  const waiting = {
    person: person.id,
    groups: 'in' in groups ? groups.in : groups,
    channels: channels.filter((_channel, at) => actors[at]?.inChannel === true),
  };
  // Few of those that name someone are not theirs to decide: seldom more have to be read than are shown.
  const readUpTo = async (limit: number) => {
    const looked = await stored.open({ waitingFor: waiting, limit });
    return { found: await decidable(person, actorIn, looked), isAll: looked.length < limit };
  };
  const few = await readUpTo(mostReadFirst);
  const read = few.isAll || few.found.length > mostShown ? few : await readUpTo(mostLookedAt);
  return { waiting: read.found, isAll: channels.length < mostWaitingChannels && read.isAll };
}

/** Those of some requests that this person could decide now: one more than are shown at most. */
async function decidable(
  person: Person,
  actorIn: ActorIn,
  stored: readonly StoredRequest[],
): Promise<readonly ChangeRequest[]> {
  const found: ChangeRequest[] = [];
  for (const card of cardsOf(stored).filter(({ system }) => !system)) {
    // Their own wait for them only where the rule is that they confirm.
    const isTheirs = card.asker.id !== person.id || card.ruling.need === 'confirm';
    if (card.state !== 'proposed' || !isTheirs || found.length > mostShown) continue;
    const decider = await actorIn(card.channel);
    const verdict = mayDecide({ ruling: card.ruling, decider, asker: card.asker.id, approvals: card.approvals });
    if (!('no' in verdict)) found.push(card);
  }
  return found;
}

/** The latest changes in channels that this person is a member of. Others may not be visible to them. */
async function visibleTo(
  person: Person,
  actorIn: ActorIn,
  cards: readonly ChangeRequest[],
): Promise<readonly ChangeRequest[]> {
  const found: ChangeRequest[] = [];
  for (const card of cards) {
    if ((card.state !== 'done' && card.state !== 'failed') || card.system) continue;
    const { inChannel } = await actorIn(card.channel);
    if (card.asker.id === person.id || inChannel === true) found.push(card);
  }
  return found;
}

/** The charts that are posted where this person reads. */
async function schedulesOf(
  { services }: Pick<Bot, 'services'>,
  person: Person,
  actorIn: ActorIn,
): Promise<readonly Schedule[]> {
  const found: Schedule[] = [];
  for (const data of readSchedules(await services.store.schedules.list())) {
    const isMine = data.owner.id === person.id;
    // What someone else has in their own messages with the bot is theirs.
    if (!isMine && isDirectMessage(data.channel)) continue;
    if (isMine || (await actorIn(data.channel)).inChannel === true) found.push(data);
  }
  return found;
}

function cardsOf(stored: readonly StoredRequest[]): readonly ChangeRequest[] {
  return readRequests(stored);
}
