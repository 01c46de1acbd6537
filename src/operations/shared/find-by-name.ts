import { nearest } from '../../core/command/nearest.ts';
import type { Choice, Problem } from '../../core/command/problem.ts';
import type { Text } from '../../core/text/text.ts';

/** How things of one kind are found by a name, and what is said where none or several have it. */
interface NameSearch<T> {
  readonly param: string;
  readonly typed: string;
  /** What was typed, as the names are compared with it, where that is another text. */
  readonly compared?: string;
  /** The names that what was typed may come near to. */
  readonly namesOf: (thing: T) => readonly string[];
  readonly choiceOf: (thing: T) => Choice;
  readonly several: (given: { readonly typed: string; readonly count: number }) => Text;
  readonly unknown: Text;
}

/** The things that the first rule finds which finds any: an id before a name, say. */
export function foundFirst<T>(things: readonly T[], rules: readonly ((thing: T) => boolean)[]): readonly T[] {
  const rounds = rules.values().map((rule) => things.filter(rule));
  return rounds.find((found) => found.length > 0) ?? [];
}

/** The only thing that was found; otherwise the problem, with those that share the name or come near it. */
export function onlyFound<T>(found: readonly T[], all: readonly T[], search: NameSearch<T>): T | Problem {
  const { param, typed, compared = typed, namesOf, choiceOf, several, unknown } = search;
  const [only] = found;
  if (only === undefined)
    return unknownName({ param, typed, why: unknown }, nearest(compared, all, namesOf), all, choiceOf);
  if (found.length === 1) return only;
  const why = several({ typed, count: found.length });
  return { problem: 'ambiguous', param, typed, why, choices: found.map(choiceOf) };
}

/** The problem of a name that nothing has: with the names near it, or a few others where none comes near. */
export function unknownName<T>(
  asked: { readonly param: string; readonly typed?: string; readonly why: Text },
  near: readonly T[],
  all: readonly T[],
  choiceOf: (thing: T) => Choice,
): Problem {
  return {
    problem: 'unknown-name',
    ...asked,
    ...(near.length > 0 ? {} : { others: true }),
    nearest: (near.length > 0 ? near : all.slice(0, 5)).map(choiceOf),
  };
}
