import { present } from '../defined.ts';
import type { Text } from '../text/text.ts';
import { foldText, nearest } from './nearest.ts';
import type { Choice, Problem } from './problem.ts';

export interface NamedBy<T> {
  readonly idsOf: (thing: T) => readonly string[];
  /** Names of a thing, in order of priority. Case and width are ignored only if no name matches exactly. */
  readonly namesOf: (thing: T) => readonly (string | undefined)[];
}

export interface NamedKind<T> extends NamedBy<T> {
  readonly param: string;
  readonly choiceOf: (thing: T) => Choice;
  readonly several: (given: { readonly typed: string; readonly count: number }) => Text;
  readonly unknown: Text;
}

export const maxListed = 10;

/** Returns the things that a text names: by id, then by exact name, then by name, ignoring case and width. */
export function matching<T>(typed: string, things: readonly T[], { idsOf, namesOf }: NamedBy<T>): readonly T[] {
  const wanted = foldText(typed);
  const ranks = [...Array(Math.max(0, ...things.map((each) => namesOf(each).length))).keys()];
  const rules: readonly ((thing: T) => boolean)[] = [
    (thing) => idsOf(thing).includes(typed),
    ...ranks.map((rank) => (thing: T) => namesOf(thing)[rank] === typed),
    ...ranks.map((rank) => (thing: T) => foldText(namesOf(thing)[rank] ?? '') === wanted && wanted !== ''),
  ];
  const rounds = rules.values().map((rule) => things.filter(rule));
  return rounds.find((matches) => matches.length > 0) ?? [];
}

/** Returns the only thing that a text names, or a problem with all matches or the nearest names. */
export function resolve<T>(
  typed: string,
  things: readonly T[],
  kind: NamedKind<T>,
  matches = matching(typed, things, kind),
): T | Problem {
  const { param, choiceOf, several, unknown } = kind;
  const [only] = matches;
  if (only === undefined) {
    const near = nearest(typed, things, (each) => present([...kind.namesOf(each), ...kind.idsOf(each)]));
    return unknownName({ param, typed, why: unknown }, near, things, choiceOf);
  }
  if (matches.length === 1) return only;
  const why = several({ typed, count: matches.length });
  return { problem: 'ambiguous', param, typed, why, choices: matches.map(choiceOf) };
}

/** Returns the problem for an unknown name. It lists all names if there are few, otherwise similar names or some. */
export function unknownName<T>(
  asked: { readonly param: string; readonly typed?: string; readonly why: Text },
  near: readonly T[],
  all: readonly T[],
  choiceOf: (thing: T) => Choice,
): Problem {
  const areFew = all.length <= maxListed;
  const others = all.filter((each) => !near.includes(each));
  const listed = areFew || near.length === 0 ? [...near, ...others].slice(0, maxListed) : near;
  return {
    problem: 'unknown-name',
    ...asked,
    nearest: listed.map(choiceOf),
    ...(near.length > 0 ? {} : { others: true }),
    ...(listed.length < all.length ? { more: all.length - listed.length } : {}),
  };
}
