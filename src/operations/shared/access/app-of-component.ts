import type { Context } from '../../../core/command/context.ts';
import { PlatformError } from '../../../platform/errors/platform-error.ts';
import type { Reads } from '../define.ts';

/**
 * Finds the app of a component that may have been moved: the one that it was in, then the team's others in the region.
 * @param turn resolves when another list may be read
 * @returns `no-lists` if the platform has none; undefined if no app lists it
 * @throws PlatformError if a list can't be read
 */
export async function findAppOf(
  component: string,
  context: Context,
  { platform }: Pick<Reads, 'platform'>,
  turn: () => Promise<void>,
): Promise<Context | 'no-lists' | undefined> {
  const { team, region, app } = context;
  const own = await idsIn(context, platform, turn);
  if (!own) return 'no-lists';
  if (own.has(component)) return context;
  await turn();
  for (const { appId, name } of (await platform.listApps({ team, region })) ?? []) {
    const place = { team, region, app: appId, appName: name };
    if (appId !== app && (await idsIn(place, platform, turn))?.has(component)) return place;
  }
  return undefined;
}

/** The ids of an app's components; none of one that was deleted. */
async function idsIn(place: Context, platform: Reads['platform'], turn: () => Promise<void>) {
  await turn();
  try {
    const listed = await platform.listComponents(place);
    return listed && new Set(listed.map(({ serviceId }) => serviceId));
  } catch (error) {
    if (error instanceof PlatformError && error.reason === 'no-such-app') return new Set<string>();
    throw error;
  }
}
