import { placeProblemText } from './checks/problem-text.ts';
import { plain } from './checks/report/doctor-catalog.ts';
import { doctorMsg } from './checks/report/doctor-messages.ts';
import { type Config, fixSettings } from './config.ts';
import { type Context, isAppName, type Place, placeText } from './core/command/context.ts';
import { isProblem } from './core/command/problem.ts';
import type { Policy, When } from './core/policy/policy.ts';
import type { Lang } from './core/text/text.ts';
import type { World } from './core/world.ts';
import { type AppArea, type AppSource, type NamedApp, pickApp } from './operations/shared/place/find-app.ts';
import { PlatformError } from './platform/errors/platform-error.ts';
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

function namedPlaces({
  contexts = [],
  channels,
  rules,
  agents,
  alertSources,
  watches = [],
  freezes = [],
  windows = [],
  expected = [],
}: Policy): readonly Place[] {
  const ofChannels = [...(channels?.values() ?? [])].flatMap(({ context }) => context ?? []);
  const ofRules = [...rules, ...freezes, ...windows].flatMap(({ when }) => when?.context ?? []);
  const ofSources = [...(alertSources?.values() ?? [])].flatMap(({ components }) =>
    components.map((each) => each.context),
  );
  const ofWatches = watches.map(({ context }) => context);
  const ofExpected = expected.flatMap(({ context }) => context ?? []);
  const all = [
    ...[...contexts, ...ofChannels, ...ofRules, ...(agents.contexts ?? [])],
    ...[...ofSources, ...ofWatches, ...ofExpected],
  ];
  const named = all.filter(({ app }) => isAppName(app));
  return [...new Map(named.map((place) => [placeText(place), place])).values()];
}

/** Replaces app names by app numbers, because rules compare only numbers. */
function withAppNumbers(policy: Policy, numberOf: (place: Place) => string): Policy {
  const numbered = <T extends Place>(place: T): T =>
    isAppName(place.app) ? { ...place, app: numberOf(place) } : place;
  const within = <T extends { readonly context?: Context }>(each: T): T =>
    each.context ? { ...each, context: numbered(each.context) } : each;
  const matching = <T extends { readonly when?: When }>(each: T): T =>
    each.when?.context ? { ...each, when: { ...each.when, context: each.when.context.map(numbered) } } : each;
  const { contexts, channels, rules, agents, alertSources, watches, freezes, windows, expected } = policy;
  return {
    ...policy,
    contexts: contexts?.map(numbered),
    channels: channels && mapValues(channels, within),
    watches: watches?.map(within),
    freezes: freezes?.map(matching),
    windows: windows?.map(matching),
    expected: expected?.map((each) => ({ ...each, context: each.context?.map(numbered) })),
    alertSources:
      alertSources && mapValues(alertSources, (source) => ({ ...source, components: source.components.map(within) })),
    agents: { ...agents, contexts: agents.contexts?.map(numbered) },
    rules: rules.map(matching),
  };
}

function mapValues<T>(map: ReadonlyMap<string, T>, change: (value: T) => T): ReadonlyMap<string, T> {
  return new Map([...map].map(([key, value]) => [key, change(value)]));
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
