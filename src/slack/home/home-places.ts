import { type Context, type Person, placeKey } from '../../core/command/context.ts';
import { isDirectMessage } from '../../core/command/direct-message.ts';
import { isProblem } from '../../core/command/problem.ts';
import type { Actor } from '../../core/policy/decide.ts';
import { contextsOf } from '../../core/policy/policy.ts';
import { mostPlaces } from '../../operations/app/overview/read-overview.ts';
import { quickContextFor } from '../../questions/resolve-context.ts';
import type { Bot } from '../interaction/bot.ts';

/** What a person may do in a channel. */
export type ActorIn = (channel: string) => Promise<Actor>;

/** Reads what someone may do in a channel at most once: a Home asks for many things of few channels. */
export function actorOnce({ services: { people } }: Pick<Bot, 'services'>, person: Person): ActorIn {
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
export async function placesOf(
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
