import { placeProblemText } from './checks/problem-text.ts';
import { plain } from './checks/report/doctor-catalog.ts';
import { doctorMsg } from './checks/report/doctor-messages.ts';
import { type Config, fixSettings } from './config.ts';
import { isAppName, type Place, placeText } from './core/command/context.ts';
import { isProblem } from './core/command/problem.ts';
import type { Lang } from './core/text/text.ts';
import type { World } from './core/world.ts';
import { type AppArea, type AppSource, type NamedApp, pickApp } from './operations/shared/place/find-app.ts';
import { PlatformError } from './platform/errors/platform-error.ts';
import { namedPlaces, withAppNumbers } from './policy-file/app-names.ts';
import type { Store } from './store/store.ts';

/** Thrown if apps named in the configuration don't exist or can't be looked up. The message lists them with reasons. */
export class AppNameProblem extends Error {
  override readonly name = 'AppNameProblem';
}

interface AppSources {
  readonly platform: AppSource;
  readonly store: { readonly seen: Pick<Store['seen'], 'find' | 'remember'> };
  readonly world: Pick<World, 'now'>;
}

type Listed = readonly NamedApp[] | { readonly why: string };

/** Replaces app names by numbers. If the platform can't answer, uses remembered numbers. @throws AppNameProblem */
export async function resolveAppNames(
  {
    policy,
    context,
    appNames,
    language: lang = 'en',
  }: Pick<Config, 'policy' | 'context' | 'appNames'> & Partial<Pick<Config, 'language'>>,
  sources: AppSources,
): Promise<Pick<Config, 'policy' | 'context'>> {
  const places = [...namedPlaces(policy), ...(context && isAppName(context.app) ? [context] : [])];
  if (places.length === 0) return { policy, context };
  const areas = new Map(places.map((place) => [areaKey(place), { team: place.team, region: place.region }]));
  const listed = new Map<string, Listed>();
  for (const [key, area] of areas) listed.set(key, await listedApps(area, sources, lang));
  const numbers = new Map<string, string>();
  const faults = new Set<string>();
  for (const place of places) {
    const key = placeText(place);
    const number = numberIn(listed.get(areaKey(place)) ?? [], place, lang);
    if (typeof number === 'string') numbers.set(key, number);
    else faults.add(`  ${appNames?.get(key) ?? key}: ${number.why}`);
  }
  if (faults.size > 0) throw new AppNameProblem([fixSettings(lang), '', ...faults].join('\n'));
  const numberOf = (place: Place) => numbers.get(placeText(place)) ?? place.app;
  return {
    policy: withAppNumbers(policy, numberOf),
    context: context && { ...context, app: numberOf(context) },
  };
}

function areaKey({ team, region }: AppArea): string {
  return `${team}/${region}`;
}

async function listedApps(area: AppArea, { platform, store, world }: AppSources, lang: Lang): Promise<Listed> {
  const place = areaKey(area);
  try {
    const apps = await platform.listApps(area);
    if (!apps) return { why: plain(doctorMsg.noAppNames(), lang) };
    const at = world.now();
    await store.seen.remember(apps.map(({ appId: id, name }) => ({ place, kind: 'app', id, names: [name], at })));
    return apps;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const lastListed = await store.seen.find(place, 'app');
    if (error.canRetry && lastListed.length > 0)
      return lastListed.map(({ id, names: [name = id] }) => ({ appId: id, name, k8sApp: undefined }));
    return { why: plain(doctorMsg.appNotFound(error.sentence), lang) };
  }
}

function numberIn(listed: Listed, place: Place, lang: Lang): string | { readonly why: string } {
  if ('why' in listed) return listed;
  const picked = pickApp(place.app, place, listed);
  return isProblem(picked) ? { why: placeProblemText(picked, lang) } : picked.app;
}
