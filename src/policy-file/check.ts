import { appNumber, isAppName, isTeamId, type Place, parseConfiguredPlace } from '../core/command/context.ts';
import { nearest } from '../core/command/nearest.ts';
import type { Condition } from '../core/policy/policy.ts';
import { maxWatches } from '../core/policy/policy.ts';
import { join, type Text } from '../core/text/text.ts';
import { policyFileMsg } from './policy-file-messages.ts';
import { ids } from './schema.ts';

/** Position in the policy file: keys and list indexes, from the top of the file. */
export type Path = readonly (string | number)[];

/** A mistake at a position in the file. `key`: the key at this position is wrong, not its value. */
export interface Mistake {
  readonly path: Path;
  readonly key?: true;
  readonly why: Text;
}

interface CheckedReference {
  readonly path: Path;
  readonly value: unknown;
}

/** Finds broken references and contradictions in the raw value, so that other mistakes don't hide them. */
export function checkReferences(raw: unknown, changes: readonly string[] | undefined): readonly Mistake[] {
  return [
    ...checkRoleNames(raw),
    ...checkRoleReferences(raw),
    ...checkAskers(raw),
    ...checkOperations(raw, changes),
    ...checkContexts(raw),
    ...checkChannels(raw),
    ...checkWatches(raw),
    ...checkCounts(raw),
  ];
}

/** Returns the values at a path. `*` matches every entry of a map or list, or a single value instead of a list. */
export function valuesAt(raw: unknown, pattern: Path, base: Path = []): readonly CheckedReference[] {
  const [first, ...rest] = pattern;
  if (first === undefined) return [{ path: base, value: raw }];
  if (Array.isArray(raw))
    return first === '*' ? raw.flatMap((item, index) => valuesAt(item, rest, [...base, index])) : [];
  if (isMap(raw)) {
    if (first === '*') return Object.entries(raw).flatMap(([key, value]) => valuesAt(value, rest, [...base, key]));
    return Object.hasOwn(raw, first) ? valuesAt(raw[first], rest, [...base, first]) : [];
  }
  return first === '*' && rest.length === 0 && raw !== undefined && raw !== null ? [{ path: base, value: raw }] : [];
}

function isMap(raw: unknown): raw is Readonly<Record<string, unknown>> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

function keys(raw: unknown, section: string): readonly string[] {
  const map = valuesAt(raw, [section])[0]?.value;
  return isMap(map) ? Object.keys(map) : [];
}

function texts(references: readonly CheckedReference[]): readonly { readonly path: Path; readonly value: string }[] {
  return references.flatMap(({ path, value }) => (typeof value === 'string' ? [{ path, value }] : []));
}

function unknownTexts(
  references: readonly CheckedReference[],
  isKnown: (value: string) => boolean,
  why: (value: string) => Text,
): readonly Mistake[] {
  return texts(references).flatMap(({ path, value }) => (isKnown(value) ? [] : [{ path, why: why(value) }]));
}

/** Returns a mistake's text with the most similar valid name, or with all valid names if none is similar. */
export function withNearest(why: Text, typed: string, names: readonly string[]): Text {
  const [near] = nearest(typed, names, (name) => [name], 1);
  if (near !== undefined) return join([why, policyFileMsg.didYouMean({ near })]);
  if (names.length === 0 || names.length > 40) return why;
  return join([why, policyFileMsg.thereAre({ names: names.join(', ') })]);
}

const frozenSections = ['freezes', 'windows'] as const;

export function conditions(raw: unknown, name: Condition): readonly CheckedReference[] {
  return ['rules', ...frozenSections].flatMap((section) => valuesAt(raw, [section, '*', 'when', name, '*']));
}

/** Words with a fixed meaning, which can't be names of roles. */
const reservedRoles = ['members', 'nobody', 'asker', 'channel-members'];

function checkRoleNames(raw: unknown): readonly Mistake[] {
  return keys(raw, 'roles').flatMap((name): readonly Mistake[] => {
    const path = ['roles', name];
    if (reservedRoles.includes(name)) return [{ path, key: true, why: policyFileMsg.reservedName({ name }) }];
    return ids.user.test(name) ? [{ path, key: true, why: policyFileMsg.likeUserId({ name }) }] : [];
  });
}

function checkRoleReferences(raw: unknown): readonly Mistake[] {
  const roles = keys(raw, 'roles');
  const places = [
    { pattern: ['rules', '*', 'from'], words: ['members'] },
    ...frozenSections.map((section) => ({ pattern: [section, '*', 'exception', 'from'], words: ['members'] })),
    { pattern: ['break_glass'], words: [] },
    { pattern: ['may', '*'], words: ['members', 'nobody'] },
    { pattern: ['agents', 'who'], words: ['members', 'nobody'] },
  ];
  return places.flatMap(({ pattern, words }) => {
    const names = [...roles, ...words];
    const why = (name: string) => withNearest(policyFileMsg.notRole({ name }), name, names);
    return unknownTexts(valuesAt(raw, pattern), (value) => names.includes(value), why);
  });
}

function checkAskers(raw: unknown): readonly Mistake[] {
  const roles = keys(raw, 'roles');
  return unknownTexts(
    conditions(raw, 'asker'),
    (value) => roles.includes(value) || ids.user.test(value),
    (name) => withNearest(policyFileMsg.notAsker({ name }), name, roles),
  );
}

function checkOperations(raw: unknown, changes: readonly string[] | undefined): readonly Mistake[] {
  if (!changes) return [];
  return unknownTexts(
    conditions(raw, 'operation'),
    (value) => changes.includes(value),
    (name) => withNearest(policyFileMsg.notChange({ name }), name, changes),
  );
}

/** Parses `team/region/app`; each part may be `*`. The app may be a number, or a name if team and region are given. */
export function parsePattern(text: string): Place | undefined {
  const parts = text.split('/').map((part) => part.trim());
  if (!parts.slice(0, 2).includes('*')) {
    const place = parseConfiguredPlace(text);
    if (place) return place;
  }
  const [team, region] = parts;
  const app = appNumber(parts[2] ?? '');
  if (parts.length !== 3 || !team || !region || !/^(?:\d+|\*)$/.test(app)) return undefined;
  return { team, region, app };
}

function checkContexts(raw: unknown): readonly Mistake[] {
  const names = keys(raw, 'contexts');
  const places = names.flatMap((name) => readPlace(raw, name));
  const check = (
    references: readonly CheckedReference[],
    read: (text: string) => Place | undefined,
    unknown: (value: { name: string }) => Text,
  ) =>
    texts(references).flatMap(({ path, value }): readonly Mistake[] => {
      if (names.includes(value)) return [];
      const place = read(value);
      if (!place) return [{ path, why: withNearest(unknown({ name: value }), value, names) }];
      if (isTeamId(place.team)) return [{ path, why: teamIdText(place.team) }];
      const some = names.length === 0 || places.some((each) => mayMatch(place, each));
      return some ? [] : [{ path, why: policyFileMsg.matchesNone({ name: value }) }];
    });
  const patterns = [
    ...conditions(raw, 'context'),
    ...valuesAt(raw, ['agents', 'contexts', '*']),
    ...valuesAt(raw, ['expected', '*', 'context', '*']),
  ];
  const one = [...valuesAt(raw, ['channels', '*', 'context']), ...watchContexts(raw)];
  return [
    ...check(patterns, parsePattern, policyFileMsg.notContextPattern),
    ...check(one, parseConfiguredPlace, policyFileMsg.notContext),
    ...unknownTexts(valuesAt(raw, ['contexts', '*', 'team']), (value) => !isTeamId(value), teamIdText),
  ];
}

export function watchContexts(raw: unknown): readonly CheckedReference[] {
  const ofSources = valuesAt(raw, ['watches', 'sources', '*', 'component']).flatMap(({ path, value }) =>
    valuesAt(value, Array.isArray(value) ? ['*', 'context'] : ['context'], path),
  );
  return [...valuesAt(raw, ['watches', 'items', '*', 'context']), ...ofSources];
}

/** Names of watches must be unique, and the number per context is limited. */
function checkWatches(raw: unknown): readonly Mistake[] {
  const names = texts(valuesAt(raw, ['watches', 'items', '*', 'name']));
  const twice = names
    .filter(({ value }, index) => names.findIndex((each) => each.value === value) < index)
    .map(({ path, value }) => ({ path, why: policyFileMsg.watchTwice({ name: value }) }));
  const contexts = Map.groupBy(texts(valuesAt(raw, ['watches', 'items', '*', 'context'])), ({ value }) => value);
  const tooMany = [...contexts].flatMap(([name, each]) =>
    each
      .slice(maxWatches, maxWatches + 1)
      .map(({ path }) => ({ path, why: policyFileMsg.mostWatches({ name, most: maxWatches }) })),
  );
  return [...twice, ...tooMany];
}

/** Returns the error for a team ID. Contexts are compared by the team's name, so an ID would never match. */
function teamIdText(team: string): Text {
  return policyFileMsg.teamId({ team });
}

function readPlace(raw: unknown, name: string): readonly Place[] {
  const [team, region, app] = ['team', 'region', 'app'].map(
    (part) => valuesAt(raw, ['contexts', name, part])[0]?.value,
  );
  const number = typeof app === 'number' ? String(app) : app;
  return typeof team === 'string' && typeof region === 'string' && typeof number === 'string'
    ? [{ team, region, app: number }]
    : [];
}

/** Checks whether a pattern may match a place. App names aren't known yet, because they are resolved at startup. */
function mayMatch(pattern: Place, place: Place): boolean {
  const isNamed = isAppName(pattern.app) || isAppName(place.app);
  return (['team', 'region', 'app'] as const).every(
    (part) => pattern[part] === '*' || pattern[part] === place[part] || (part === 'app' && isNamed),
  );
}

function checkChannels(raw: unknown): readonly Mistake[] {
  const mistakes: Mistake[] = [];
  const owners = new Map<string, string>();
  for (const { path, value } of texts(valuesAt(raw, ['contexts', '*', 'channel']))) {
    const name = String(path[1]);
    const owner = owners.get(value);
    if (owner !== undefined) mistakes.push({ path, why: policyFileMsg.channelOwned({ channel: value, owner }) });
    else owners.set(value, name);
    const other = texts(valuesAt(raw, ['channels', value, 'context']))[0];
    if (other && other.value !== name && parseConfiguredPlace(other.value) === undefined)
      mistakes.push({ path: other.path, why: policyFileMsg.sameChannel({ name }) });
  }
  const channels = keys(raw, 'channels');
  if (valuesAt(raw, ['channels']).length === 0) return mistakes;
  const rules = unknownTexts(
    conditions(raw, 'channel'),
    (value) => !ids.channel.test(value) || channels.includes(value),
    (channel) => policyFileMsg.channelUnlisted({ channel }),
  );
  return [...mistakes, ...rules];
}

function checkCounts(raw: unknown): readonly Mistake[] {
  const exceptions = frozenSections.flatMap((section) => valuesAt(raw, [section, '*', 'exception']));
  return [...valuesAt(raw, ['rules', '*']), ...exceptions].flatMap(({ path, value }): readonly Mistake[] => {
    if (!isMap(value)) return [];
    const { need, from, count } = value;
    if (need === 'run' || need === 'confirm')
      return ['from', 'count']
        .filter((key) => Object.hasOwn(value, key))
        .map((key) => ({ path: [...path, key], key: true, why: policyFileMsg.onlyApprove({ key }) }));
    if (typeof from !== 'string' || typeof count !== 'number') return [];
    const users = new Set(texts(valuesAt(raw, ['roles', from, 'users', '*'])).map((user) => user.value));
    const isCertain = keys(raw, 'roles').includes(from) && valuesAt(raw, ['roles', from, 'groups', '*']).length === 0;
    if (!isCertain || users.size >= count) return [];
    return [{ path: [...path, 'count'], why: policyFileMsg.tooFew({ count, role: from, people: users.size }) }];
  });
}
