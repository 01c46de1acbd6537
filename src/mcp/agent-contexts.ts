import { type Context, placeKey, placeText } from '../core/command/context.ts';
import { isChannel } from '../core/command/direct-message.ts';
import { nearest } from '../core/command/nearest.ts';
import { isProblem } from '../core/command/problem.ts';
import { matching, type NamedBy } from '../core/command/resolve.ts';
import { present } from '../core/defined.ts';
import { isAgentContext } from '../operations/agent/may-create-agent.ts';
import { findComponent } from '../operations/shared/find-component.ts';
import { orUndefined } from '../operations/shared/or-undefined.ts';
import { readsOf, type Services } from '../operations/shared/services.ts';
import type { Principal } from './agent-principal.ts';
import { ToolError } from './tool/tool-error.ts';
import { cleanText } from './tool/tool-text.ts';

/** Context that an agent may use, with its channels that include the agent's owner. */
export interface AgentContext {
  readonly context: Context;
  /** The channel that the policy names comes first. */
  readonly channels: readonly string[];
  readonly isNamedByPolicy: boolean;
}

/** Returns the contexts of the owner's channels that the agent's token and the policy allow. */
export async function contextsFor(services: Services, principal: Principal): Promise<readonly AgentContext[]> {
  const ofChannels = await channelContexts(services);
  const byKey = new Map<string, { context: Context; channels: string[] }>();
  for (const { channel, context } of ofChannels) {
    const { inChannel } = await services.people.actor(principal.owner, channel);
    if (inChannel !== true) continue;
    const key = placeKey(context);
    const other = byKey.get(key);
    if (other) {
      if (!other.channels.includes(channel)) other.channels.push(channel);
    } else byKey.set(key, { context, channels: [channel] });
  }
  // Channels without their own context use the configured context.
  const { fallback } = services;
  if (fallback && !byKey.has(placeKey(fallback))) {
    const taken = new Set(ofChannels.map(({ channel }) => channel));
    const shared = await services.people.sharedChannels(principal.owner.id);
    const channels = shared.flatMap(({ id }) => (taken.has(id) ? [] : [id])).slice(0, maxOfFallback);
    byKey.set(placeKey(fallback), { context: fallback, channels });
  }
  for (const context of principal.contexts ?? [])
    if (!byKey.has(placeKey(context))) byKey.set(placeKey(context), { context, channels: [] });
  const own = principal.contexts && new Set(principal.contexts.map(placeKey));
  const { contexts } = services.policy;
  const named = new Set((contexts ?? []).map(placeKey));
  const all = [...byKey.values()].map((each) => ({ ...each, isNamedByPolicy: named.has(placeKey(each.context)) }));
  return all.filter(
    ({ context }) =>
      isAgentContext(services.policy.agents, context) &&
      (!own || own.has(placeKey(context))) &&
      (!contexts || contexts.some((each) => placeKey(each) === placeKey(context))),
  );
}

/** Maximum number of listed channels that use the configured context. */
const maxOfFallback = 20;

async function channelContexts({ policy, store }: Services) {
  const ofPolicy = [
    ...(policy.contexts ?? []).flatMap((each) =>
      each.channel === undefined ? [] : [{ channel: each.channel, context: plainContext(each) }],
    ),
    ...[...(policy.channels ?? [])].flatMap(([channel, { context }]) => (context ? [{ channel, context }] : [])),
  ];
  const named = new Set(ofPolicy.map(({ channel }) => channel));
  const stored = (await store.contexts.list()).flatMap(({ scope, key, context }) =>
    scope === 'channel' && isChannel(key) && !named.has(key) ? [{ channel: key, context: plainContext(context) }] : [],
  );
  return [...ofPolicy, ...stored];
}

function plainContext({ team, region, app, name, appName }: Context): Context {
  return { team, region, app, name, appName };
}

/** Returns a context for results. Paths are exact; names may be ambiguous. */
export function contextLine({ name, appName, ...place }: Context) {
  return { context: placeText(place), name: cut(name), app_name: cut(appName) };
}

function cut(name: string | undefined): string | undefined {
  return name === undefined ? undefined : cleanText(name, 100);
}

/** Names of a context, most important first. A channel's name for it never overrides a path or the app's name. */
const contextNames: NamedBy<AgentContext> = {
  idsOf: () => [],
  namesOf: ({ context, isNamedByPolicy }) => [
    placeText(context),
    isNamedByPolicy ? context.name : undefined,
    context.appName,
    context.name,
  ],
};

/** Returns the context that an argument names, or the only context. @throws ToolError that lists the paths */
export function pickContext(typed: string | undefined, contexts: readonly AgentContext[]): AgentContext {
  const [only] = contexts;
  if (!only) throw new ToolError('You can’t use any context yet. Your owner has to be in a channel that has one.');
  if (typed === undefined && contexts.length === 1) return only;
  const wanted = (typed ?? '').trim();
  const matches = matching(wanted, contexts, contextNames);
  if (matches[0] && matches.length === 1) return matches[0];
  const names = ({ context }: AgentContext) => [placeText(context), context.name ?? ''];
  const near = matches.length > 0 ? matches : nearest(wanted, contexts, names, 5);
  const shown = (near.length > 0 ? near : contexts).slice(0, maxShown);
  const more = contexts.length - shown.length;
  throw new ToolError(
    [
      typed === undefined
        ? 'Several contexts can be used. Name one with the argument context.'
        : matches.length > 1
          ? 'context: several contexts have this name. Use a path of data.contexts.'
          : 'context: there is no such context that you can use. data.contexts has others.',
      ...(more > 0 ? [`There are ${more} more: list_contexts has all.`] : []),
    ],
    {
      data: { contexts: shown.map(({ context }) => contextLine(context)) },
      next: [{ tool: 'list_contexts', arguments: {} }],
    },
  );
}

/** Maximum number of contexts that are searched for a component. */
const maxSearched = 8;

/** Returns the contexts that certainly have a component of this name. Contexts that can't be read aren't included. */
export async function contextsWith(
  services: Services,
  contexts: readonly AgentContext[],
  component: string,
): Promise<readonly AgentContext[]> {
  const [reads, now] = [readsOf(services), services.world.now()];
  const searches = contexts.slice(0, maxSearched).map(async (each) => {
    const one = await orUndefined(findComponent(component, { context: each.context, now }, reads));
    return one !== undefined && !isProblem(one) && each;
  });
  return present(await Promise.all(searches));
}

/** Maximum number of contexts that an error lists. */
const maxShown = 20;
