import { type Context, isTeamId, type Person, placeKey } from '../core/command/context.ts';
import { isChannel } from '../core/command/direct-message.ts';
import { invalid, isProblem, type Problem } from '../core/command/problem.ts';
import { channelContext, contextsOf } from '../core/policy/policy.ts';
import { resultWithin } from '../core/world.ts';
import { appMsg } from '../operations/app/app-messages.ts';
import { aboutPlace } from '../operations/context/check-context.ts';
import { contextMsg } from '../operations/context/context-messages.ts';
import { findRegion } from '../operations/shared/find-region.ts';
import type { AppSource } from '../operations/shared/place/find-app.ts';
import { contextOf, plainContext } from '../operations/shared/place/known-contexts.ts';
import { readsOf, type Services } from '../operations/shared/services.ts';
import { PlatformError } from '../platform/errors/platform-error.ts';

/**
 * A context by the names that the platform itself uses. It takes a team's id for its name (docs/platform.md#paths) and
 * perhaps other letter case, but rules, equal requests, temporary access and the record know a place by one spelling.
 * The team's regions are asked once for each spelling, and remembered. What the policy file lists is compared with that
 * list alone.
 * @param sure whether the names have to be proven: then a platform that does not tell is a failure, not passed over
 * @throws PlatformError where the names have to be proven and the platform does not answer
 */
async function canonicalContext(context: Context, services: Services, sure: boolean): Promise<Context | Problem> {
  if (contextsOf(services.policy)) return context;
  const seen = await seenPlace(context, services);
  if (seen) return seen;
  try {
    const region = await findRegion(context.region, context, readsOf(services));
    if (isProblem(region)) return sure ? aboutPlace(region, context) : context;
    const team = region.tenantName || context.team;
    if (sure && !region.tenantName && isTeamId(team)) return invalid('where', contextMsg.teamById({ team }));
    const proper = { ...context, team, region: region.regionName };
    // An alias may be given to another region one day: only names are remembered.
    const isName = context.region.toLowerCase() === region.regionName.toLowerCase();
    if (isName && region.tenantName) await rememberPlace(context, proper, services);
    return proper;
  } catch (error) {
    if (sure || !(error instanceof PlatformError)) throw error;
    return context;
  }
}

/** The same for a context that was read before, without asking the platform; undefined where it was not. */
async function seenPlace(context: Context, services: Services): Promise<Context | undefined> {
  const [seen] = await services.store.seen.find(spelling(context), 'region');
  const [team, region] = seen?.names ?? [];
  return team === undefined || region === undefined ? undefined : { ...context, team, region };
}

async function rememberPlace(typed: Context, { team, region }: Context, services: Services): Promise<void> {
  const at = services.world.now();
  await services.store.seen.remember([
    { place: spelling(typed), kind: 'region', id: region, names: [team, region], at },
  ]);
}

function spelling({ team, region }: Context): string {
  return `spelt ${encodeURIComponent(team)}/${encodeURIComponent(region)}`;
}

/** In place of a context, where an operation needs none and none is set. */
export const noContext: Context = { team: '', region: '', app: '' };

/**
 * The context that applies: what was given, then the channel's (the policy file's before one set with `use`), then the
 * person's, then the configured one (docs/operations.md#commands).
 * @returns undefined when none holds; a problem when what was said is no context
 * @throws PlatformError when `sure` is asked and the platform cannot tell
 */
export async function contextFor(services: Services, asked: Where): Promise<Context | Problem | undefined> {
  const found = await storedContextFor(services, asked);
  if (found === undefined || isProblem(found)) return found;
  const proper = await canonicalContext(found, services, asked.sure ?? false);
  if (!isProblem(proper)) return withNames(proper, services, asked);
  // What stands by itself was looked at when it was set: the question tells what is wrong with it now.
  return asked.in === undefined && proper.problem === 'unknown-name' ? withNames(found, services, asked) : proper;
}

/**
 * Whether a context is a channel's own: the policy file's, the one set with `use`, or the configured one where nothing
 * else is set. One that was named in a command or is a person's isn't, nor what holds in someone's direct messages.
 */
export async function isContextOf(services: Services, channel: string, context: Context): Promise<boolean> {
  const own =
    channelContext(services.policy, channel) ??
    (isChannel(channel) ? ((await services.store.contexts.get('channel', channel)) ?? services.fallback) : undefined);
  if (!own) return false;
  if (placeKey(own) === placeKey(context)) return true;
  // The same place may be written in another way, such as with the team's id.
  const proper = contextsOf(services.policy) ? undefined : await seenPlace(own, services);
  return proper !== undefined && placeKey(proper) === placeKey(context);
}

/** What was said of a context, and where. */
export interface Where {
  readonly in?: string;
  readonly channel: string;
  readonly person: Person;
  /** Whether the place has to be known by its proper names: rules may be about it. */
  readonly sure?: boolean;
}

/**
 * The same without asking the platform for names: a form has to open within three seconds. Only the name of an app that
 * was never seen is looked up, for a short time.
 */
export async function quickContextFor(services: Services, asked: Where): Promise<Context | Problem | undefined> {
  const found = await storedContextFor(services, asked, quickApps(services)).catch((error: unknown) => {
    if (error instanceof AppsTooSlow || error instanceof PlatformError) return invalid('where', appMsg.slow());
    throw error;
  });
  if (found === undefined || isProblem(found)) return found;
  const proper = contextsOf(services.policy) ? found : ((await seenPlace(found, services)) ?? found);
  return withNames(proper, services, asked, seenAppName);
}

/** How long the platform has for its apps while a form waits to open, in ms. */
const quickAppsMs = 1_200;

class AppsTooSlow extends Error {
  override readonly name = 'AppsTooSlow';
}

function quickApps({ platform, world }: Services): AppSource {
  return {
    async listApps(area) {
      // An API that can't list apps answers in time too.
      const listing = platform.listApps(area).then((apps) => ({ apps }));
      const read = await resultWithin(world, quickAppsMs, listing);
      if (!read) throw new AppsTooSlow();
      return read.apps;
    },
  };
}

async function storedContextFor(
  services: Services,
  asked: Where,
  apps: AppSource = services.platform,
): Promise<Context | Problem | undefined> {
  const standing = await standingContext(services, asked);
  if (asked.in === undefined) return standing;
  return contextOf(asked.in, { ...readsOf(services), platform: apps }, standing);
}

/** The context that holds where nothing is said. */
async function standingContext(services: Services, { channel, person }: Where): Promise<Context | undefined> {
  const ofPolicy = channelContext(services.policy, channel);
  if (ofPolicy) return ofPolicy;
  const stored =
    (await services.store.contexts.get('channel', channel)) ?? (await services.store.contexts.get('person', person.id));
  return stored ? plainContext(stored) : services.fallback;
}

/**
 * Adds the names that people know a place by: of the policy file, of a stored context, of the platform's own list when
 * it was read before (it is asked once for each place, and remembered).
 */
async function withNames(
  context: Context,
  services: Services,
  asked: Where,
  findAppName = appNameOf,
): Promise<Context> {
  const name = await givenName(context, services, asked);
  const appName = (await findAppName(context, services)) ?? context.appName;
  return { ...context, appName, name: name ?? context.name };
}

/**
 * The name that a place has, also where it was said as a triple, as buttons and forms say it: the policy file's, that
 * of the channel's or the person's own context, else any that it was given.
 */
async function givenName(context: Context, services: Services, asked: Where): Promise<string | undefined> {
  if (context.name !== undefined) return context.name;
  const key = placeKey(context);
  const isIt = (each: Context | undefined) => each !== undefined && placeKey(each) === key;
  const ofPolicy = contextsOf(services.policy);
  if (ofPolicy) return ofPolicy.find(isIt)?.name;
  const standing = await standingContext(services, asked);
  if (standing && isIt(standing) && standing.name !== undefined) return standing.name;
  const all = await services.store.contexts.list();
  // They come in the order of their names.
  return all
    .filter(({ scope, context: each }) => scope === 'name' && isIt(plainContext(each)))
    .map(({ key: name }) => name)[0];
}

/** An app can be renamed in the console: its name is read again after so many ms. */
const nameKeptMs = 60_000;
/** When the name of each app was read last, epoch ms, for each database. */
const namesRead = new WeakMap<object, Map<string, number>>();

async function appNameOf(context: Context, services: Services): Promise<string | undefined> {
  const { platform, store, world } = services;
  const { team, region, app } = context;
  const read = namesRead.get(store) ?? new Map<string, number>();
  namesRead.set(store, read);
  const key = placeKey(context);
  const now = world.now();
  if (now - (read.get(key) ?? -Infinity) < nameKeptMs) return seenAppName(context, services);
  try {
    const info = await platform.readApp({ team, region, app });
    if (info)
      await store.seen.remember([{ place: appsOf(context), kind: 'app', id: app, names: [info.name], at: now }]);
    if (read.size >= 1_000) read.clear();
    read.set(key, now);
    return info?.name;
  } catch {
    // A name is a courtesy: the question itself will tell what is wrong.
    return seenAppName(context, services);
  }
}

/** The key under which the names of a region's apps are remembered. */
function appsOf({ team, region }: Context): string {
  return `${team}/${region}`;
}

async function seenAppName(context: Context, services: Services): Promise<string | undefined> {
  const seen = await services.store.seen.find(appsOf(context), 'app');
  return seen.find(({ id }) => id === context.app)?.names[0];
}
