import type { ExampleNames } from '../shared/answer/kept-examples.ts';
import type { Operation } from '../shared/define.ts';
import type { DeclaredExample } from './example-names.ts';
import { exampleIn } from './working-examples.ts';

/** What help is made from. */
export interface HelpFacts {
  readonly offered: readonly Operation[];
  /** For examples that were not tried. */
  readonly names: ExampleNames;
  /** What was tried in this context and works, by the example as it is declared. Absent: nothing was tried yet. */
  readonly works?: Readonly<Record<string, string>>;
}

/** More operations than these are listed; fewer are explained with all their parameters. */
export const mostExplained = 2;
/** How many examples of one group are shown. */
export const examplesShown = 2;
/** So many are tried for one that is shown. */
const mostTried = 3;

/** The examples that may be shown, in groups: of what people need first, of several operations together, or of each. */
export function examplesAbout(
  found: readonly Operation[],
  offered: readonly Operation[],
): readonly (readonly DeclaredExample[])[] {
  const of = (operation: Operation, most: number) =>
    operation.examples.slice(0, most).map((words) => ({ operation, words }));
  if (found.length === 0) return firstThings(offered).map((declared) => [declared]);
  if (found.length <= mostExplained) return found.map((operation) => of(operation, mostTried));
  return [found.slice(0, examplesShown * mostTried).flatMap((operation) => of(operation, 1))];
}

/** What people need first, in its order, each with the example that is shown of it. */
export function firstThings(offered: readonly Operation[]): readonly DeclaredExample[] {
  return offered
    .flatMap((operation) => {
      const words = operation.first?.example ?? operation.examples[0];
      return operation.first && words !== undefined ? [{ operation, words, position: operation.first.position }] : [];
    })
    .sort((one, other) => one.position - other.position);
}

/**
 * Examples of a group: those that work here, then others with the names that are known.
 * @returns also whether one of them is doubtful: what wasn't tried yet isn't
 */
export function chosen(group: readonly DeclaredExample[], most: number, { names, works: tried }: HelpFacts) {
  const all = group
    .map(({ words, operation }) => ({ operation, words, works: tried?.[words] }))
    .toSorted((a, b) => Number(a.works === undefined) - Number(b.works === undefined))
    .flatMap(({ operation, words, works }) => {
      const shown = works ?? exampleIn(words, operation, names);
      return shown === undefined ? [] : [{ operation, words: shown, isSure: works !== undefined }];
    });
  const shown = all
    .filter(({ words }, index) => all.findIndex((each) => each.words === words) === index)
    .slice(0, most);
  return { shown, isDoubtful: tried !== undefined && shown.some(({ isSure }) => !isSure) };
}
