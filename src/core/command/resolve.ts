import { present } from '../defined.ts';
import type { Text } from '../text/text.ts';
import { foldText, nearest } from './nearest.ts';
import type { Choice, Problem } from './problem.ts';

/** What things of one kind are named by. */
export interface NamedBy<T> {
  /** Compared as they are. */
  readonly idsOf: (thing: T) => readonly string[];
  /** The strongest first; letter case and width count only if names differ in nothing else. */
  readonly namesOf: (thing: T) => readonly (string | undefined)[];
}

/** A kind of things that people name, and what is said if none or several have a name. */
export interface NamedKind<T> extends NamedBy<T> {
  readonly param: string;
  readonly choiceOf: (thing: T) => Choice;
  readonly several: (given: { readonly typed: string; readonly count: number }) => Text;
  readonly unknown: Text;
}

/** An error lists all things of a kind if there are no more than these. */
export const mostListed = 10;

/** Returns the things that a text names: by an id, else by the strongest name that fits exactly, else by one folded. */
export function matching<T>(typed: string, things: readonly T[], { idsOf, namesOf }: NamedBy<T>): readonly T[] {
  const wanted = foldText(typed);
  const ranks = [...Array(Math.max(0, ...things.map((each) => namesOf(each).length))).keys()];
  const rules: readonly ((thing: T) => boolean)[] = [
    (thing) => idsOf(thing).includes(typed),
    ...ranks.map((rank) => (thing: T) => namesOf(thing)[rank] === typed),
    ...ranks.map((rank) => (thing: T) => foldText(namesOf(thing)[rank] ?? '') === wanted && wanted !== ''),
  ];
  const rounds = rules.values().map((rule) => things.filter(rule));
  return rounds.find((found) => found.length > 0) ?? [];
}

/**
 * Returns the only thing that a text names; otherwise the problem, with those that share the name, or the nearest ones.
 * @param found what the text may mean, if it isn't told by names alone
 */
export function resolve<T>(
  typed: string,
  things: readonly T[],
  kind: NamedKind<T>,
  found = matching(typed, things, kind),
): T | Problem {
  const { param, choiceOf, several, unknown } = kind;
  const [only] = found;
  if (only === undefined) {
    const near = nearest(typed, things, (each) => present([...kind.namesOf(each), ...kind.idsOf(each)]));
    return unknownName({ param, typed, why: unknown }, near, things, choiceOf);
  }
  if (found.length === 1) return only;
  const why = several({ typed, count: found.length });
  return { problem: 'ambiguous', param, typed, why, choices: found.map(choiceOf) };
}

/** Returns the problem of a name that nothing has: with all things if they are few, else with those near it, or some. */
export function unknownName<T>(
  asked: { readonly param: string; readonly typed?: string; readonly why: Text },
  near: readonly T[],
  all: readonly T[],
  choiceOf: (thing: T) => Choice,
): Problem {
  const areFew = all.length <= mostListed;
  const others = all.filter((each) => !near.includes(each));
  const listed = areFew || near.length === 0 ? [...near, ...others].slice(0, mostListed) : near;
  return {
    problem: 'unknown-name',
    ...asked,
    nearest: listed.map(choiceOf),
    ...(near.length > 0 ? {} : { others: true }),
    ...(listed.length < all.length ? { more: all.length - listed.length } : {}),
  };
}
