import { type Context, placeKey } from '../../../core/command/context.ts';
import { resultWithin, type World } from '../../../core/world.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Store } from '../../../store/store.ts';
import type { Services } from '../services.ts';
import { knownContexts } from './known-contexts.ts';

export interface AppNameSources {
  readonly world: Pick<World, 'now'>;
  readonly platform: Pick<Platform, 'readApp'>;
  readonly store: { readonly seen: Pick<Store['seen'], 'find' | 'remember'> };
}

interface QuickNameSources extends AppNameSources {
  readonly world: Pick<World, 'now' | 'wait'>;
}

export interface ContextNameSources extends AppNameSources, Pick<Services, 'policy'> {
  readonly store: AppNameSources['store'] & { readonly contexts: Pick<Store['contexts'], 'list'> };
}

/** Returns a place with the names that messages show, because a place in the policy file may have none. */
export async function withKnownNames(context: Context, services: ContextNameSources): Promise<Context> {
  const { store, policy } = services;
  const contexts = await knownContexts({ policy, contexts: store.contexts });
  const name = context.name ?? contexts.find((each) => placeKey(each) === placeKey(context))?.name;
  return { ...context, name, appName: (await appNameOf(context, services)) ?? context.appName };
}

/** How long an app's name is used before it is read again, in ms. Apps can be renamed in the console. */
const nameKeptMs = 60_000;
interface NameRead {
  /** Epoch ms. */
  readonly at: number;
  readonly name: Promise<string | undefined>;
}

/** The last read of each app's name, per database. */
const namesRead = new WeakMap<object, Map<string, NameRead>>();

/** Returns the platform's name of an app. Asks the platform at most once a minute. */
export async function appNameOf(context: Context, services: AppNameSources): Promise<string | undefined> {
  const { store, world } = services;
  const reads = namesRead.get(store) ?? new Map<string, NameRead>();
  namesRead.set(store, reads);
  const key = placeKey(context);
  const at = world.now();
  const last = reads.get(key);
  if (last && at - last.at < nameKeptMs) return last.name;
  if (reads.size >= 1_000) reads.clear();
  const name = readAppName(context, services);
  reads.set(key, { at, name });
  return name;
}

async function readAppName(context: Context, services: AppNameSources): Promise<string | undefined> {
  const { platform, store, world } = services;
  const { team, region, app } = context;
  try {
    const info = await platform.readApp({ team, region, app });
    if (info)
      await store.seen.remember([
        { place: appsOf(context), kind: 'app', id: app, names: [info.name], at: world.now() },
      ]);
    return info?.name;
  } catch {
    // The name is optional, so ignore failures. The question reports them.
    return seenAppName(context, store).catch(() => undefined);
  }
}

/** Time limit for reading an app's name while a form opens, in ms. */
const quickNameMs = 600;

/** Returns an app's name without a read of the platform, unless the name was never read. */
export async function quickAppName(context: Context, services: QuickNameSources): Promise<string | undefined> {
  const knownName = (await seenAppName(context, services.store)) ?? context.appName;
  return knownName ?? resultWithin(services.world, quickNameMs, appNameOf(context, services));
}

function appsOf({ team, region }: Context): string {
  return `${team}/${region}`;
}

/** Returns the name that an app had when it was read last. */
export async function seenAppName(
  context: Context,
  { seen }: { readonly seen: Pick<Store['seen'], 'find'> },
): Promise<string | undefined> {
  const apps = await seen.find(appsOf(context), 'app');
  return apps.find(({ id }) => id === context.app)?.names[0];
}
