import type { Context, Place } from '../../../core/command/context.ts';
import type { App } from '../../../platform/app/app-endpoints.ts';
import type { ComponentSummary } from '../../../platform/component/component-endpoints.ts';
import { PlatformError } from '../../../platform/errors/platform-error.ts';

/** Lists a team's apps, and an app's components; undefined if the platform has no such list. */
interface AppLists {
  listApps(area: Pick<Place, 'team' | 'region'>): Promise<readonly Pick<App, 'appId' | 'name'>[] | undefined>;
  listComponents(place: Place): Promise<readonly Pick<ComponentSummary, 'serviceId'>[] | undefined>;
}

/** @returns undefined if no app contains the component */
export async function findAppOf(
  component: string,
  ...where: [context: Context, reads: { readonly platform: AppLists }, turn: () => Promise<void>]
): Promise<Context | 'no-lists' | undefined> {
  const byComponent = await findAppsOf([component], ...where);
  return byComponent === 'no-lists' ? byComponent : byComponent.get(component);
}

/**
 * Finds the current apps of components that may have moved. Reads the previous app's list, then the lists of the team's
 * other apps in the region, until all components are found. Reads each list once.
 * @param turn resolves when the next list can be read
 * @returns `no-lists` if the platform has no lists; omits components that no app lists
 * @throws PlatformError if a list can't be read
 */
export async function findAppsOf(
  components: readonly string[],
  context: Context,
  { platform }: { readonly platform: AppLists },
  turn: () => Promise<void>,
): Promise<ReadonlyMap<string, Context> | 'no-lists'> {
  const { team, region, app } = context;
  const own = await idsIn(context, platform, turn);
  if (!own) return 'no-lists';
  const byComponent = new Map<string, Context>();
  const take = (ids: ReadonlySet<string> | undefined, place: Context) => {
    for (const id of components) if (ids?.has(id) && !byComponent.has(id)) byComponent.set(id, place);
    return byComponent.size === new Set(components).size;
  };
  if (take(own, context)) return byComponent;
  await turn();
  for (const { appId, name } of (await platform.listApps({ team, region })) ?? []) {
    const place = { team, region, app: appId, appName: name };
    if (appId !== app && take(await idsIn(place, platform, turn), place)) break;
  }
  return byComponent;
}

/** Returns an empty set for a deleted app, and undefined if the platform has no list. */
async function idsIn(place: Context, platform: AppLists, turn: () => Promise<void>) {
  await turn();
  try {
    const listed = await platform.listComponents(place);
    return listed && new Set(listed.map(({ serviceId }) => serviceId));
  } catch (error) {
    if (error instanceof PlatformError && error.reason === 'no-such-app') return new Set<string>();
    throw error;
  }
}
