import { type Context, placeKey } from '../../../core/command/context.ts';
import type { World } from '../../../core/world.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Store } from '../../../store/store.ts';
import type { Services } from '../services.ts';
import { knownContexts } from './known-contexts.ts';

export interface AppNameSources {
  readonly world: Pick<World, 'now'>;
  readonly platform: Pick<Platform, 'readApp'>;
  readonly store: { readonly seen: Pick<Store['seen'], 'find' | 'remember'> };
}

export interface ContextNameSources extends AppNameSources, Pick<Services, 'policy'> {
  readonly store: AppNameSources['store'] & { readonly contexts: Pick<Store['contexts'], 'list'> };
}

/** Returns a place with the names that messages show, because a place in the policy file may have none. */
export async function withKnownNames(context: Context, services: ContextNameSources): Promise<Context> {
  const { store, policy } = services;
  const known = await knownContexts({ policy, contexts: store.contexts });
  const name = context.name ?? known.find((each) => placeKey(each) === placeKey(context))?.name;
  return { ...context, name, appName: (await appNameOf(context, services)) ?? context.appName };
}

/** How long an app's name is used before it is read again, in ms. Apps can be renamed in the console. */
const nameKeptMs = 60_000;
/** Time of the last read of each app's name, epoch ms, per database. */
const namesRead = new WeakMap<object, Map<string, number>>();

/** Returns the platform's name of an app. Asks the platform at most once a minute. */
export async function appNameOf(context: Context, services: AppNameSources): Promise<string | undefined> {
  const { platform, store, world } = services;
  const { team, region, app } = context;
  const readTimes = namesRead.get(store) ?? new Map<string, number>();
  namesRead.set(store, readTimes);
  const key = placeKey(context);
  const now = world.now();
  if (now - (readTimes.get(key) ?? -Infinity) < nameKeptMs) return seenAppName(context, services);
  try {
    const info = await platform.readApp({ team, region, app });
    if (info)
      await store.seen.remember([{ place: appsOf(context), kind: 'app', id: app, names: [info.name], at: now }]);
    if (readTimes.size >= 1_000) readTimes.clear();
    readTimes.set(key, now);
    return info?.name;
  } catch {
    // The name is optional, so ignore this failure. The question reports it.
    return seenAppName(context, services);
  }
}

function appsOf({ team, region }: Context): string {
  return `${team}/${region}`;
}

export async function seenAppName(context: Context, services: AppNameSources): Promise<string | undefined> {
  const apps = await services.store.seen.find(appsOf(context), 'app');
  return apps.find(({ id }) => id === context.app)?.names[0];
}
