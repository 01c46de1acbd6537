import type { ExampleNames } from '../shared/answer/kept-examples.ts';
import type { Operation } from '../shared/define.ts';
import { type DeclaredExample, exampleIn } from './example-names.ts';

export interface HelpFacts {
  readonly offered: readonly Operation[];
  readonly names: ExampleNames;
  /** Examples that work in this context, by their declared words. Absent if no example was tried yet. */
  readonly works?: Readonly<Record<string, string>>;
}

export const maxExplained = 2;
export const examplesShown = 2;
/** Maximum number of lines: one phone screen. */
export const maxListed = 15;
/** Number of examples that are tried for each shown example. */
const maxTried = 3;

/** Returns groups of examples: for the first steps, for several operations together, or for each operation. */
export function examplesAbout(
  operations: readonly Operation[],
  offered: readonly Operation[],
): readonly (readonly DeclaredExample[])[] {
  const examplesOf = (operation: Operation, max: number) =>
    operation.examples.slice(0, max).map((words) => ({ operation, words }));
  if (operations.length === 0) return firstThings(offered).map((declared) => [declared]);
  if (operations.length <= maxExplained) return operations.map((operation) => examplesOf(operation, maxTried));
  return [operations.slice(0, maxListed).flatMap((operation) => examplesOf(operation, 1))];
}

export function firstThings(offered: readonly Operation[]): readonly DeclaredExample[] {
  return offered
    .flatMap((operation) => {
      const words = operation.first?.example ?? operation.examples[0];
      return operation.first && words !== undefined ? [{ operation, words, position: operation.first.position }] : [];
    })
    .sort((one, other) => one.position - other.position);
}

/** Chooses a group's examples, working ones first. Also returns whether a shown example was tried and didn't work. */
export function chosen(group: readonly DeclaredExample[], max: number, { names, works: tried }: HelpFacts) {
  const all = group
    .map(({ words, operation }) => ({ operation, words, works: tried?.[words] }))
    .toSorted((a, b) => Number(a.works === undefined) - Number(b.works === undefined))
    .flatMap(({ operation, words, works }) => {
      const shown = works ?? exampleIn(words, operation, names);
      return shown === undefined ? [] : [{ operation, words: shown, isSure: works !== undefined }];
    });
  const shown = all.filter(({ words }, index) => all.findIndex((each) => each.words === words) === index).slice(0, max);
  return { shown, isDoubtful: tried !== undefined && shown.some(({ isSure }) => !isSure) };
}
