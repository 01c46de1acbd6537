import { type Context, isAppName, type Place, placeText } from '../core/command/context.ts';
import type { Policy, When } from '../core/policy/policy.ts';
import type { Path } from './check.ts';

export interface NamedAppPlace {
  readonly place: Place;
  readonly path: Path;
}

export function namedPlaces({
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
export function withAppNumbers(policy: Policy, numberOf: (place: Place) => string): Policy {
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
