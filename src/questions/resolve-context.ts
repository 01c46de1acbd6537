import { type Context, isTeamId, type Person, placeKey } from '../core/command/context.ts';
import { isChannel } from '../core/command/direct-message.ts';
import { invalid, isProblem, type Problem } from '../core/command/problem.ts';
import { channelContext, contextsOf } from '../core/policy/policy.ts';
import { resultWithin } from '../core/world.ts';
import { appMsg } from '../operations/app/app-messages.ts';
import { aboutPlace } from '../operations/context/check-context.ts';
import { contextMsg } from '../operations/context/context-messages.ts';
import { findRegion } from '../operations/shared/find-team-and-region.ts';
import { appNameOf, quickAppName } from '../operations/shared/place/app-names.ts';
import type { AppSource } from '../operations/shared/place/find-app.ts';
import { contextOf, plainContext } from '../operations/shared/place/known-contexts.ts';
import { readsOf, type Services } from '../operations/shared/services.ts';
import { PlatformError } from '../platform/errors/platform-error.ts';

/**
 * Returns a context with the platform's own names. The platform also accepts team ids (docs/platform.md#paths), but
 * rules and records need a single spelling. Each spelling is looked up once and remembered.
 * @param mustExist whether a failed lookup is an error
 * @throws PlatformError if `sure` is set and the lookup fails
 */
async function canonicalContext(context: Context, services: Services, mustExist: boolean): Promise<Context | Problem> {
  if (contextsOf(services.policy)) return context;
  const place = await seenPlace(context, services);
  if (place) return place;
  try {
    const region = await findRegion(context.region, context, readsOf(services));
    if (isProblem(region)) return mustExist ? aboutPlace(region, context) : context;
    const team = region.tenantName || context.team;
    if (mustExist && !region.tenantName && isTeamId(team)) return invalid('where', contextMsg.teamById({ team }));
    const proper = { ...context, team, region: region.regionName };
    // Remember only names, because an alias may later belong to another region.
    const isName = context.region.toLowerCase() === region.regionName.toLowerCase();
    if (isName && region.tenantName) await rememberPlace(context, proper, services);
    return proper;
  } catch (error) {
    if (mustExist || !(error instanceof PlatformError)) throw error;
    return context;
  }
}

/** Returns the remembered names of a place, or undefined. */
async function seenPlace(context: Context, services: Services): Promise<Context | undefined> {
  const [stored] = await services.store.seen.find(spelling(context), 'region');
  const [team, region] = stored?.names ?? [];
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

/** The context of operations that need none, if no context is set. */
export const noContext: Context = { team: '', region: '', app: '' };

/**
 * Returns the given context, or the stored one (docs/operations.md#commands).
 * @throws PlatformError if `sure` is set and the lookup of names fails
 */
export async function contextFor(services: Services, asked: Where): Promise<Context | Problem | undefined> {
  const stored = await storedContextFor(services, asked);
  if (stored === undefined || isProblem(stored)) return stored;
  const proper = await canonicalContext(stored, services, asked.mustExist ?? false);
  if (!isProblem(proper)) return withNames(proper, services, asked);
  // A stored context was checked when it was set, so use it. The question then reports the current problem.
  return asked.in === undefined && proper.problem === 'unknown-name' ? withNames(stored, services, asked) : proper;
}

/** Checks whether a context is the channel's own: from the policy file, `use`, or the configured default. */
export async function isContextOf(services: Services, channel: string, context: Context): Promise<boolean> {
  const own =
    channelContext(services.policy, channel) ??
    (isChannel(channel) ? ((await services.store.contexts.get('channel', channel)) ?? services.fallback) : undefined);
  if (!own) return false;
  if (placeKey(own) === placeKey(context)) return true;
  // The same place may have another spelling, such as the team's id.
  const proper = contextsOf(services.policy) ? undefined : await seenPlace(own, services);
  return proper !== undefined && placeKey(proper) === placeKey(context);
}

export interface Where {
  readonly in?: string;
  readonly channel: string;
  readonly person: Person;
  /** Whether the platform's own names are required, because policy rules may refer to them. */
  readonly mustExist?: boolean;
}

/** Like `contextFor`, but asks the platform only for an unknown app, because a form must open within 3 s. */
export async function quickContextFor(services: Services, asked: Where): Promise<Context | Problem | undefined> {
  const stored = await storedContextFor(services, asked, quickApps(services)).catch((error: unknown) => {
    if (error instanceof AppsTooSlow || error instanceof PlatformError) return invalid('where', appMsg.slow());
    throw error;
  });
  if (stored === undefined || isProblem(stored)) return stored;
  const proper = contextsOf(services.policy) ? stored : ((await seenPlace(stored, services)) ?? stored);
  return withNames(proper, services, asked, quickAppName);
}

/** Time limit for listing apps while a form opens, in ms. */
const quickAppsMs = 1_200;

class AppsTooSlow extends Error {
  override readonly name = 'AppsTooSlow';
}

function quickApps({ platform, world }: Services): AppSource {
  return {
    async listApps(area) {
      // Wrap the list: an API without apps returns undefined, and `resultWithin` returns undefined for a timeout.
      const listing = platform.listApps(area).then((apps) => ({ apps }));
      const listed = await resultWithin(world, quickAppsMs, listing);
      if (!listed) throw new AppsTooSlow();
      return listed.apps;
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

async function standingContext(services: Services, { channel, person }: Where): Promise<Context | undefined> {
  const ofPolicy = channelContext(services.policy, channel);
  if (ofPolicy) return ofPolicy;
  const stored =
    (await services.store.contexts.get('channel', channel)) ?? (await services.store.contexts.get('person', person.id));
  return stored ? plainContext(stored) : services.fallback;
}

/** Adds the names of the context and its app, from the policy file, a stored context, or the platform. */
async function withNames(
  context: Context,
  services: Services,
  asked: Where,
  findAppName: (context: Context, services: Services) => Promise<string | undefined> = appNameOf,
): Promise<Context> {
  const name = await givenName(context, services, asked);
  const appName = (await findAppName(context, services)) ?? context.appName;
  return { ...context, appName, name: name ?? context.name };
}

/** Finds a context's name even if its place is given as `team/region/app`, as in buttons and forms. */
async function givenName(context: Context, services: Services, asked: Where): Promise<string | undefined> {
  if (context.name !== undefined) return context.name;
  const key = placeKey(context);
  const isIt = (each: Context | undefined) => each !== undefined && placeKey(each) === key;
  const ofPolicy = contextsOf(services.policy);
  if (ofPolicy) return ofPolicy.find(isIt)?.name;
  const standing = await standingContext(services, asked);
  if (standing && isIt(standing) && standing.name !== undefined) return standing.name;
  const all = await services.store.contexts.list();
  return all
    .filter(({ scope, context: each }) => scope === 'name' && isIt(plainContext(each)))
    .map(({ key: name }) => name)[0];
}
