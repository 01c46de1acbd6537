import { type Context, placeKey } from '../../core/command/context.ts';
import type { Problem } from '../../core/command/problem.ts';
import { matching, type NamedKind, resolve } from '../../core/command/resolve.ts';
import type { Ask } from '../../core/operation.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import type { Component, ComponentSummary } from '../../platform/component/component-reply.ts';
import { PlatformError } from '../../platform/errors/platform-error.ts';
import { namesOfComponents, parseMonitoring } from '../../platform/monitoring/monitoring-reply.ts';
import { keptPerPlace } from '../../store/store.ts';
import type { Reads } from './define.ts';
import { sharedMsg } from './operation-messages.ts';
import { orUndefined } from './or-undefined.ts';

/** A component by all the names that people may use for it. */
export interface Named {
  readonly id: string;
  readonly alias: string;
  /**
   * As people are shown it: the display name (the alias where there is none), with the alias beside it where it isn't
   * unique.
   */
  readonly name: string;
  /** The display name alone, where it isn't unique in the app. */
  readonly displayName?: string;
  readonly inCluster?: string;
  readonly status?: string;
  /** It has an instance on each node: their number can't be changed. */
  readonly onEachNode?: true;
}

/** What is known of the components of a place; `complete` when a name that is not among them does not exist. */
export interface KnownComponents {
  readonly complete: boolean;
  readonly components: readonly Named[];
}

/** A reply larger than this is not read for names: parsing it would hold up the event loop. */
const MOST_BYTES = 512 * 1024;

/**
 * The components of an app: by the platform's own list where it has one, else by those that are monitored, else
 * those that were seen before.
 */
export async function knownComponents(place: Context, reads: Reads, now: number): Promise<KnownComponents> {
  const listed = await reads.platform.listComponents(place);
  if (listed) {
    const components = listed.map(namedOf);
    await rememberComponents(place, components, reads, now, 'whole');
    return { complete: true, components: tellApart(components) };
  }
  const seen = await seenComponents(place, reads);
  const monitored = await monitoredComponents(place, reads, now);
  const known = new Map([...seen, ...monitored].map((each) => [each.id, each]));
  return { complete: false, components: tellApart([...known.values()]) };
}

/**
 * Components as people are shown them: those that share a display name have their aliases beside it.
 * @param others of the same app, which aren't asked for
 */
export function tellApart<N extends Named>(components: readonly N[], others: readonly Named[] = []): readonly N[] {
  const all = [...others, ...components].map((each) => [each.id, each] as const);
  const summaries = new Map(all).values().map((each) => {
    return { serviceId: each.id, serviceAlias: each.alias, serviceCname: displayNameOf(each) };
  });
  const names = namesOfComponents([...summaries]);
  return components.map((each) => {
    const name = names.get(each.id) ?? each.name;
    return name === displayNameOf(each) ? each : { ...each, name, displayName: displayNameOf(each) };
  });
}

function displayNameOf({ name, displayName = name }: Named): string {
  return displayName;
}

/** A component with its alias, for lists that people choose from. */
export function choiceText(each: Named): string {
  const name = displayNameOf(each);
  return name === each.alias ? each.alias : `${name} (${each.alias})`;
}

/** The name of a component for people. */
export function componentName({ serviceCname, serviceAlias }: ComponentSummary): string {
  return serviceCname || serviceAlias;
}

/** The names of a component in the platform's list; whether it shares them, `tellApart` says. */
export function namedOf(each: ComponentSummary): Named {
  return {
    id: each.serviceId,
    alias: each.serviceAlias,
    name: componentName(each),
    ...(each.k8sComponentName ? { inCluster: each.k8sComponentName } : {}),
    ...(each.status ? { status: each.status } : {}),
    onEachNode: each.extendMethod === 'daemonset' ? true : undefined,
  };
}

async function monitoredComponents(place: Context, reads: Reads, now: number): Promise<readonly Named[]> {
  const end = Math.floor(now / 60_000) * 60;
  // Names are a convenience here: without them what was typed is tried as it is.
  const bytes = await orUndefined(reads.platform.queryMonitoring({ ...place, start: end - 60, end, step: 60 }));
  if (!bytes || bytes.byteLength > MOST_BYTES) return [];
  const found = (parseMonitoring(bytes) ?? []).map((each) => {
    const alias = each.serviceAlias || each.serviceId;
    return { id: each.serviceId, alias, name: each.serviceCname || alias };
  });
  await rememberComponents(place, found, reads, now);
  return found;
}

/** The components that were read in a context before. */
export async function seenComponents(place: Context, reads: { readonly seen: Pick<Reads['seen'], 'find'> }) {
  const things = await reads.seen.find(placeKey(place), 'component');
  const seen = things.map(({ id, names: [alias = id, name = alias, inCluster] }): Named => {
    return { id, alias, name, ...(inCluster ? { inCluster } : {}) };
  });
  return tellApart(seen);
}

/**
 * Keeps the names of components: for platforms that have no list, and to tell those apart that share one.
 * @param whole whether they are all of the app
 */
export async function rememberComponents(
  place: Context,
  components: readonly Named[],
  reads: Reads,
  now: number,
  whole?: 'whole',
): Promise<void> {
  if (components.length === 0) return;
  const key = placeKey(place);
  // Of an app with thousands the rest would only be looked through.
  const kept =
    components.length <= keptPerPlace
      ? components
      : components.toSorted((one, other) => (one.id < other.id ? -1 : 1)).slice(0, keptPerPlace);
  const things = kept.map((each) => ({
    place: key,
    kind: 'component' as const,
    id: each.id,
    names: [each.alias, displayNameOf(each), ...(each.inCluster ? [each.inCluster] : [])],
    at: now,
  }));
  await reads.seen.remember(things, whole);
}

/**
 * Whether a text is a component's id, which options, buttons and requests have: then no list is read
 * (docs/platform.md#paths).
 */
export function isComponentId(typed: string): boolean {
  return /^[0-9a-f]{32}$/.test(typed);
}

type Search = Pick<Ask, 'context' | 'now'>;

/**
 * Finds the component that was named. The first of id, alias, display name and in-cluster name that fits wins; a name
 * that several share gives the choices, an unknown one the nearest names.
 */
export async function findComponent(typed: string, ask: Search, reads: Reads): Promise<Named | Problem> {
  const read = isComponentId(typed) ? await readKnown(typed, ask.context, reads) : undefined;
  if (read) return namedAmongSeen(read, ask, reads);
  return findAmong(await knownComponents(ask.context, reads, ask.now), typed, ask, reads);
}

/**
 * Finds several components with one reading of the list; one that is named twice, by its name and its id, comes once.
 */
export async function findComponents(
  typed: readonly string[],
  ask: Search,
  reads: Reads,
): Promise<readonly Named[] | Problem> {
  if (typed.length === 0) return [];
  const [only] = typed;
  if (only !== undefined && typed.length === 1) {
    const one = await findComponent(only, ask, reads);
    return 'problem' in one ? one : [one];
  }
  const known = await knownComponents(ask.context, reads, ask.now);
  const found = new Map<string, Named>();
  for (const each of new Set(typed)) {
    const one = await findAmong(known, each, ask, reads);
    if ('problem' in one) return one;
    if (!found.has(one.id)) found.set(one.id, one);
  }
  return [...found.values()];
}

async function findAmong(known: KnownComponents, typed: string, ask: Search, reads: Reads): Promise<Named | Problem> {
  const { components, complete } = known;
  const kind: NamedKind<Named> = {
    param: 'component',
    idsOf: ({ id }) => [id],
    // The last as it is shown, beside others of its name.
    namesOf: (each) => [each.alias, displayNameOf(each), each.inCluster, each.name],
    // The label tells equal names apart by their alias.
    choiceOf: (each) => ({ value: each.id, label: choiceText(each) }),
    several: sharedMsg.severalComponents,
    unknown: sharedMsg.unknownComponent({ typed, app: appOf(ask.context) }),
  };
  const whole = matching(typed, components, kind);
  const found = whole.length > 0 ? whole : matching(withoutPort(typed), components, kind);
  const direct = found.length === 0 && !complete ? await readDirectly(withoutPort(typed), ask, reads) : undefined;
  return direct ?? resolve(typed, components, kind, found);
}

/** The name of a context's app for people; where only its number is known, the words say that it is an app. */
export function appOf(context: Context): Text {
  return context.appName === undefined ? sharedMsg.appNumber({ app: context.app }) : verbatim(context.appName);
}

/** `web:8080` where only a component is asked means `web`. */
function withoutPort(typed: string): string {
  return typed.replace(/:\d{1,5}$/, '');
}

async function readDirectly(typed: string, ask: Search, reads: Reads): Promise<Named | undefined> {
  if (!/^[\w-]{1,64}$/.test(typed)) return undefined;
  const read = await readById(typed, ask.context, reads);
  return read && namedAmongSeen(read, ask, reads);
}

/** The names of a component that was read by itself, told apart from those of the app that were seen before. */
export async function namedAmongSeen(read: ComponentSummary, ask: Search, reads: Reads): Promise<Named> {
  const named = namedOf(read);
  await rememberComponents(ask.context, [named], reads, ask.now);
  const [shown = named] = tellApart([named], await seenComponents(ask.context, reads));
  return shown;
}

/**
 * A component by its id; undefined where the list has to tell: the app has no such component, or the platform can't
 * read its state (docs/platform.md#components).
 * @throws PlatformError where the platform doesn't answer
 */
export async function readKnown(id: string, place: Context, reads: Reads): Promise<Component | undefined> {
  try {
    return await readById(id, place, reads);
  } catch (error) {
    if (error instanceof PlatformError && error.status !== undefined) return undefined;
    throw error;
  }
}

async function readById(service: string, place: Context, reads: Reads): Promise<Component | undefined> {
  try {
    return await reads.platform.readComponent({ ...place, service });
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'not-found') return undefined;
    throw error;
  }
}
