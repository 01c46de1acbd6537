import { type Context, placeKey } from '../../core/command/context.ts';
import type { Problem } from '../../core/command/problem.ts';
import { matching, type NamedKind, resolve } from '../../core/command/resolve.ts';
import type { Ask } from '../../core/operation.ts';
import { shortened } from '../../core/text/shortened.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import type { Component, ComponentSummary } from '../../platform/component/component-endpoints.ts';
import { PlatformError } from '../../platform/errors/platform-error.ts';
import { namesOfComponents, parseMonitoring } from '../../platform/monitoring/monitoring-reply.ts';
import { keptPerPlace } from '../../store/store.ts';
import { componentStatus, isThirdParty } from './component/component-format.ts';
import type { Reads } from './define.ts';
import { sharedMsg } from './operation-messages.ts';
import { orUndefined } from './or-undefined.ts';

export interface Named {
  readonly id: string;
  readonly alias: string;
  /** Shown name: display name or alias. If the display name isn't unique, the alias follows. */
  readonly name: string;
  /** Display name without the alias, if the display name isn't unique in the app. */
  readonly displayName?: string;
  readonly inCluster?: string;
  readonly status?: string;
  /** Wanted number of instances. */
  readonly instances?: number;
  /** Whether it has one instance on each node, so that nobody can change their number. */
  readonly onEachNode?: true;
  /** Whether the platform runs no instances of it. */
  readonly thirdParty?: true;
}

/** Known components of a place. `complete`: the place has no other components. */
export interface KnownComponents {
  readonly complete: boolean;
  readonly components: readonly Named[];
}

/** Maximum size of a reply that is parsed for names, in bytes. Parsing more would block the event loop. */
const MAX_BYTES = 512 * 1024;

/** Returns an app's components from the platform's list, or else from monitoring, or else from earlier reads. */
export async function knownComponents(place: Context, reads: Reads, now: number): Promise<KnownComponents> {
  const listed = await reads.platform.listComponents(place);
  if (listed) {
    const components = listed.map(namedOf);
    await rememberComponents(place, components, reads, now, 'whole');
    return { complete: true, components: tellApart(components) };
  }
  const seenBefore = await seenComponents(place, reads);
  const monitored = await monitoredComponents(place, reads, now);
  const byId = new Map([...seenBefore, ...monitored].map((each) => [each.id, each]));
  return { complete: false, components: tellApart([...byId.values()]) };
}

/** Adds the alias to components that share a display name. `others`: the app's components, only for comparison. */
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

export function choiceText(each: Named): string {
  const name = displayNameOf(each);
  return name === each.alias ? each.alias : `${name} (${each.alias})`;
}

/** Maximum length of a name beside its state, so that a button has room for both. */
const maxName = 30;

/** Adds the state to a name that several components share, because their aliases say nothing to most people. */
function describedChoice(each: Named): Text | undefined {
  const { alias, displayName, status, instances: minNode } = each;
  if (displayName === undefined || status === undefined) return undefined;
  const state = componentStatus({ status, minNode });
  return join([verbatim(shortened(displayName, maxName)), state, verbatim(alias)], ' · ');
}

export function componentName({ serviceCname, serviceAlias }: ComponentSummary): string {
  return serviceCname || serviceAlias;
}

/** Returns a component's names from the platform's list. `tellApart` adds the alias if a name is shared. */
export function namedOf(each: ComponentSummary): Named {
  return {
    id: each.serviceId,
    alias: each.serviceAlias,
    name: componentName(each),
    ...(each.k8sComponentName ? { inCluster: each.k8sComponentName } : {}),
    ...(each.status ? { status: each.status } : {}),
    instances: each.minNode,
    onEachNode: each.extendMethod === 'daemonset' ? true : undefined,
    thirdParty: isThirdParty(each) ? true : undefined,
  };
}

async function monitoredComponents(place: Context, reads: Reads, now: number): Promise<readonly Named[]> {
  const end = Math.floor(now / 60_000) * 60;
  // Names are optional here. Without names, the typed text is used unchanged.
  const bytes = await orUndefined(reads.platform.queryMonitoring({ ...place, start: end - 60, end, step: 60 }));
  if (!bytes || bytes.byteLength > MAX_BYTES) return [];
  const components = (parseMonitoring(bytes) ?? []).map((each) => {
    const alias = each.serviceAlias || each.serviceId;
    return { id: each.serviceId, alias, name: each.serviceCname || alias };
  });
  await rememberComponents(place, components, reads, now);
  return components;
}

export async function seenComponents(place: Context, reads: { readonly seen: Pick<Reads['seen'], 'find'> }) {
  const things = await reads.seen.find(placeKey(place), 'component');
  const components = things.map(({ id, names: [alias = id, name = alias, inCluster] }): Named => {
    return { id, alias, name, ...(inCluster ? { inCluster } : {}) };
  });
  return tellApart(components);
}

/** Stores names of components, to distinguish equal names and to use if there is no list. `whole`: all of the app. */
export async function rememberComponents(
  place: Context,
  components: readonly Named[],
  reads: Reads,
  now: number,
  whole?: 'whole',
): Promise<void> {
  if (components.length === 0) return;
  const key = placeKey(place);
  // Of thousands of components, store only a part: more names wouldn't be useful.
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

/** Checks whether a text is a component's id. An id can be used without a list (docs/platform.md#paths). */
export function isComponentId(typed: string): boolean {
  return /^[0-9a-f]{32}$/.test(typed);
}

type Search = Pick<Ask, 'context' | 'now'>;

/** Finds a component by id, alias, display name, then in-cluster name; otherwise returns choices or similar names. */
export async function findComponent(typed: string, ask: Search, reads: Reads): Promise<Named | Problem> {
  const summary = isComponentId(typed) ? await readKnown(typed, ask.context, reads) : undefined;
  if (summary) return namedAmongSeen(summary, ask, reads);
  return findAmong(await knownComponents(ask.context, reads, ask.now), typed, ask, reads);
}

/** Finds several components with one read of the list. Returns a component once, even if it was typed twice. */
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
  const knownHere = await knownComponents(ask.context, reads, ask.now);
  const byId = new Map<string, Named>();
  for (const each of new Set(typed)) {
    const one = await findAmong(knownHere, each, ask, reads);
    if ('problem' in one) return one;
    if (!byId.has(one.id)) byId.set(one.id, one);
  }
  return [...byId.values()];
}

async function findAmong(
  knownHere: KnownComponents,
  typed: string,
  ask: Search,
  reads: Reads,
): Promise<Named | Problem> {
  const { components, complete } = knownHere;
  const kind: NamedKind<Named> = {
    param: 'component',
    idsOf: ({ id }) => [id],
    // The last name is the shown name, which contains the alias if the display name isn't unique.
    namesOf: (each) => [each.alias, displayNameOf(each), each.inCluster, each.name],
    // The label contains the alias to distinguish equal names.
    choiceOf: (each) => ({ value: each.id, label: choiceText(each), described: describedChoice(each) }),
    several: sharedMsg.severalComponents,
    unknown: sharedMsg.unknownComponent({ typed, app: appOf(ask.context) }),
  };
  const exact = matching(typed, components, kind);
  const matches = exact.length > 0 ? exact : matching(withoutPort(typed), components, kind);
  const direct = matches.length === 0 && !complete ? await readDirectly(withoutPort(typed), ask, reads) : undefined;
  return direct ?? resolve(typed, components, kind, matches);
}

export function appOf(context: Context): Text {
  return context.appName === undefined ? sharedMsg.appNumber({ app: context.app }) : verbatim(context.appName);
}

/** Removes the port: `web:8080` means `web` if only a component is needed. */
function withoutPort(typed: string): string {
  return typed.replace(/:\d{1,5}$/, '');
}

async function readDirectly(typed: string, ask: Search, reads: Reads): Promise<Named | undefined> {
  if (!/^[\w-]{1,64}$/.test(typed)) return undefined;
  const summary = await readById(typed, ask.context, reads);
  return summary && namedAmongSeen(summary, ask, reads);
}

/** Names a component that was read without the list. Compares its name with known components of the app. */
export async function namedAmongSeen(summary: ComponentSummary, ask: Search, reads: Reads): Promise<Named> {
  const named = namedOf(summary);
  await rememberComponents(ask.context, [named], reads, ask.now);
  const [shown = named] = tellApart([named], await seenComponents(ask.context, reads));
  return shown;
}

/** Reads a component by id; undefined if the list is needed (docs/platform.md#components). @throws PlatformError */
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
