import { type Context, type Person, placeKey } from '../../core/command/context.ts';
import { isDirectMessage } from '../../core/command/direct-message.ts';
import { isProblem } from '../../core/command/problem.ts';
import { mainCommand, type Request } from '../../core/operation.ts';
import { type Actor, mayAsk, mayDecide } from '../../core/policy/decide.ts';
import { contextsOf } from '../../core/policy/policy.ts';
import { type ChangeRequest, hasRun, readRequests } from '../../core/request/change-request.ts';
import type { Text } from '../../core/text/text.ts';
import type { OverviewFacts } from '../../operations/app/overview/overview.ts';
import { maxPlaces } from '../../operations/app/overview/read-overview.ts';
import { readSchedules, type Schedule } from '../../operations/schedule/stored-schedule.ts';
import { readAccepted } from '../../operations/shared/exposure/expected-address.ts';
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

type ActorIn = (channel: string) => Promise<Actor>;

/** Caches a person's permissions per channel, because an App Home checks the same few channels many times. */
function actorOnce({ services: { people } }: Pick<Bot, 'services'>, person: Person): ActorIn {
  const actors = new Map<string, Promise<Actor>>();
  return (channel) => {
    const actor = actors.get(channel) ?? people.actor(person, channel);
    actors.set(channel, actor);
    return actor;
  };
}

const maxChannels = 20;

/** Returns the apps of a person's Home, first those of the person's channels. Omits channels that can't be read. */
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
  const channels = [...new Set([...ofPolicy, ...stored])].slice(0, maxChannels);
  const contexts = await Promise.all(channels.map((channel) => contextIn(bot, person, actorIn, channel)));
  const allowed = contextsOf(policy)?.map(placeKey);
  const places = [...contexts, own].filter((each) => each !== undefined);
  const mine = places.filter((each) => !allowed || allowed.includes(placeKey(each)));
  return [...new Map(mine.toReversed().map((each) => [placeKey(each), each])).values()]
    .toReversed()
    .slice(0, maxPlaces);
}

/** Returns a channel's context; undefined if the person isn't a member, or Slack can't confirm the membership. */
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

export interface HomeFacts {
  readonly person: Person;
  readonly shortcuts: readonly OfferedShortcut[];
  readonly setContext?: Request;
  readonly help: string;
  /** The command that lists a channel's pending requests. */
  readonly requests: string;
  /** The command that lists all addresses of a team. */
  readonly exposure: string;
  /** Why this person isn't allowed to use Portolan. If present, the Home shows nothing else. */
  readonly refused?: Text;
  readonly waiting: readonly ChangeRequest[];
  readonly mine: readonly ChangeRequest[];
  /** The latest ended requests: this person's own, and those in this person's channels. */
  readonly recent: readonly ChangeRequest[];
  /** This person's last request, if it was posted in the last minutes. Other lists don't repeat it. */
  readonly posted?: ChangeRequest;
  /** Number of entries of each list; undefined if there are more than were read. */
  readonly totals: {
    readonly waiting: number | undefined;
    readonly mine: number;
    readonly contexts: number;
    readonly schedules: number;
  };
  readonly schedules: readonly Schedule[];
  readonly places: readonly Context[];
  /** Known contexts that aren't among the places. */
  readonly leftOut: readonly Context[];
  /** When Portolan last changed each place, in epoch ms. What was read of the platform before is out of date. */
  readonly changed?: ReadonlyMap<string, number>;
  readonly stored: Pick<OverviewFacts, 'temporaryAccess' | 'done' | 'openSince' | 'expectations'>;
  readonly contexts: readonly Context[];
  /** The context that is used in channels without one: the person's own, otherwise the configured one. */
  readonly context?: { readonly place: Context; readonly isOwn: boolean };
  readonly at: number;
  /** Title of the answer to the last press on the Home, which is a message. */
  readonly answered?: Text | undefined;
}

const maxShown = 5;
const maxContexts = 10;
/** Number of channels to check for requests that any member may decide, the oldest requests first. */
const maxWaitingChannels = 20;
/** Maximum number of requests to read, for open access and for requests that wait for this person. */
const maxLookedAt = 60;
const maxReadFirst = 12;

/** Empty lists of a Home, for someone who may not ask. */
const nothing = {
  ...{ waiting: [], mine: [], recent: [], schedules: [], contexts: [], places: [], leftOut: [] },
  totals: { waiting: 0, mine: 0, contexts: 0, schedules: 0 },
  stored: { temporaryAccess: [], done: [] },
} satisfies Partial<HomeFacts>;

/** Reads the stored data of an App Home, without the platform. */
export async function readHome(bot: Pick<Bot, 'services'>, person: Person): Promise<HomeFacts> {
  const { store, policy, world, operations, platform, prefix } = bot.services;
  const commandOf = (wanted: string) =>
    `/${prefix}${operations.find(({ id }) => id === wanted)?.examples[0] ?? mainCommand}`;
  const setContext = contextRequest(operations, 'person');
  const entries = {
    shortcuts: shortcutsOf(offeredOperations(operations, platform.dialect())),
    setContext,
    help: `/${prefix}${helpQuestion(operations)?.examples[0] ?? mainCommand}`,
    requests: commandOf('requests'),
    exposure: commandOf('exposure'),
  };
  const refused = mayAsk(person)?.refusal;
  if (refused) return { person, ...entries, refused, ...nothing, at: world.now() };
  const [own, recent, contexts, context, stored] = await Promise.all([
    store.requests.open({ asker: person.id }),
    store.requests.recent(maxLookedAt),
    knownContexts({ contexts: store.contexts, policy }),
    quickContextFor(bot.services, { channel: '', person }),
    store.contexts.get('person', person.id),
  ]);
  const actorIn = actorOnce(bot, person);
  const { waiting, isAll } = await waitingFor(store.requests, person, actorIn);
  const pending = cardsOf(own).filter(({ id, system }) => !system && !waiting.some((request) => request.id === id));
  const latest = cardsOf(recent);
  const ended = latest.filter(({ asker, system }) => asker.id === person.id && !system);
  const posted = lastPosted([...pending, ...ended], world.now());
  const mine = pending.filter((each) => each !== posted);
  const place = context && !isProblem(context) ? context : undefined;
  const [places, schedules] = await Promise.all([
    placesOf(bot, person, actorIn, place),
    schedulesOf(bot, person, actorIn),
  ]);
  const open = await Promise.all(places.map((each) => store.requests.open({ placeKey: placeKey(each) })));
  const sent = cardsOf(open.flat()).filter(({ id }) => !pending.some((each) => each.id === id));
  const others = latest.filter(({ id }) => !sent.some((each) => each.id === id));
  const visible = await visibleTo(person, actorIn, [...sent.toReversed(), ...others]);
  const temporaryAccess = await Promise.all(
    places.map((place) => store.temporaryAccess.list({ placeKey: placeKey(place) })),
  );
  const openSince = await Promise.all(
    places.map((place) => readOpenSince(place, { ...store, isPublic: bot.services.people.isPublic })),
  );
  return {
    person,
    ...entries,
    waiting: waiting.slice(0, maxShown),
    mine: mine.slice(0, maxShown),
    totals: {
      waiting: isAll && waiting.length <= maxShown ? waiting.length : undefined,
      mine: mine.length,
      contexts: contexts.length,
      schedules: schedules.length,
    },
    recent: visible.filter((each) => each !== posted).slice(0, maxShown),
    posted,
    schedules: schedules.slice(0, maxShown),
    places,
    changed: new Map(
      [...Map.groupBy(latest, ({ context }) => placeKey(context))].map(([key, all]) => [
        key,
        Math.max(...all.map(({ run }) => run.ended ?? 0)),
      ]),
    ),
    stored: {
      temporaryAccess: temporaryAccess.flat(),
      done: visible.filter(({ state }) => state === 'done'),
      openSince: new Map(openSince.flatMap((each) => [...each])),
      expectations: { policy, accepted: await readAccepted(store) },
    },
    contexts: contexts.slice(0, maxContexts),
    leftOut: contexts.filter((each) => !places.some((place) => placeKey(place) === placeKey(each))),
    ...(place ? { context: { place, isOwn: stored !== undefined } } : {}),
    at: world.now(),
  };
}

/** How long a Home confirms that a request was posted, in ms. */
const postedFor = 10 * 60_000;

function lastPosted(requests: readonly ChangeRequest[], now: number): ChangeRequest | undefined {
  return requests
    .filter(({ at, shown: { ts } }) => ts !== undefined && now - at < postedFor)
    .toSorted((one, other) => other.at - one.at)[0];
}

/** Returns requests that this person could decide now, at most one more than the Home shows. */
async function waitingFor(
  stored: Pick<Store['requests'], 'open' | 'waitingChannels'>,
  person: Person,
  actorIn: ActorIn,
): Promise<{ readonly waiting: readonly ChangeRequest[]; readonly isAll: boolean }> {
  const channels = await stored.waitingChannels(maxWaitingChannels);
  const actors = await Promise.all(channels.map(actorIn));
  const groups = actors[0]?.groups ?? [];
  const waiting = {
    person: person.id,
    groups: 'in' in groups ? groups.in : groups,
    channels: channels.filter((_channel, at) => actors[at]?.inChannel === true),
  };
  // This person can decide most of the requests found, so the first read is usually enough.
  const readUpTo = async (limit: number) => {
    const looked = await stored.open({ waitingFor: waiting, limit });
    return { found: await decidable(person, actorIn, looked), isAll: looked.length < limit };
  };
  const few = await readUpTo(maxReadFirst);
  const decidableRequests = few.isAll || few.found.length > maxShown ? few : await readUpTo(maxLookedAt);
  return { waiting: decidableRequests.found, isAll: channels.length < maxWaitingChannels && decidableRequests.isAll };
}

/** Returns the requests that this person could decide now, at most one more than the Home shows. */
async function decidable(
  person: Person,
  actorIn: ActorIn,
  stored: readonly StoredRequest[],
): Promise<readonly ChangeRequest[]> {
  const requests: ChangeRequest[] = [];
  for (const request of cardsOf(stored).filter(({ system }) => !system)) {
    // A person's own request waits for them only if it needs confirmation.
    const isTheirs = request.asker.id !== person.id || request.decision.ruling.need === 'confirm';
    if (request.state !== 'proposed' || !isTheirs || requests.length > maxShown) continue;
    const decider = await actorIn(request.shown.channel);
    const verdict = mayDecide({
      ruling: request.decision.ruling,
      decider,
      asker: request.asker.id,
      approvals: request.decision.approvals,
    });
    if (!('refusal' in verdict)) requests.push(request);
  }
  return requests;
}

/** Returns the latest changes of this person and of this person's channels. Other changes may be private. */
async function visibleTo(
  person: Person,
  actorIn: ActorIn,
  requests: readonly ChangeRequest[],
): Promise<readonly ChangeRequest[]> {
  const visible: ChangeRequest[] = [];
  for (const request of requests) {
    if (!hasRun(request) || request.system) continue;
    const { inChannel } = await actorIn(request.shown.channel);
    if (request.asker.id === person.id || inChannel === true) visible.push(request);
  }
  return visible;
}

async function schedulesOf(
  { services }: Pick<Bot, 'services'>,
  person: Person,
  actorIn: ActorIn,
): Promise<readonly Schedule[]> {
  const schedules: Schedule[] = [];
  for (const data of readSchedules(await services.store.schedules.list())) {
    const isMine = data.owner.id === person.id;
    // Schedules in another person's direct messages are private.
    if (!isMine && isDirectMessage(data.channel)) continue;
    if (isMine || (await actorIn(data.channel)).inChannel === true) schedules.push(data);
  }
  return schedules;
}

function cardsOf(stored: readonly StoredRequest[]): readonly ChangeRequest[] {
  return readRequests(stored);
}
