import { commands } from '../commands.ts';
import type { Operation } from '../shared/define.ts';
import { type ExampleNames, exampleIn } from './context-examples.ts';
import type { DeclaredExample } from './example-names.ts';

/** What help is made from. */
export interface HelpFacts {
  readonly offered: readonly Operation[];
  /** For examples that were not tried. */
  readonly names: ExampleNames;
  /** What was tried in this context and works, by the example as it is declared. */
  readonly works: Readonly<Record<string, string>>;
}

/** More operations than these are listed; fewer are explained with all their parameters. */
export const mostExplained = 2;
/** How many examples of one group are shown. */
export const examplesShown = 2;
/** So many are tried for one that is shown. */
const mostTried = 3;

/** The examples that may be shown, in groups: of each command's first operation, of several together, or of each. */
export function examplesAbout(
  found: readonly Operation[],
  offered: readonly Operation[],
): readonly (readonly DeclaredExample[])[] {
  const of = (operation: Operation, most: number) =>
    operation.examples.slice(0, most).map((words) => ({ operation, words }));
  if (found.length === 0) return firstOfCommands(offered).map((operation) => of(operation, mostTried));
  if (found.length <= mostExplained) return found.map((operation) => of(operation, mostTried));
  return [found.slice(0, examplesShown * mostTried).flatMap((operation) => of(operation, 1))];
}

/** The operation that stands for each command. */
export function firstOfCommands(offered: readonly Operation[]): readonly Operation[] {
  return commands.flatMap((command) => {
    const first = offered.find((each) => each.command === command && each.isHelp !== true);
    return first ? [first] : [];
  });
}

/** Examples of a group: those that work here, then others with the names that are known. */
export function chosen(group: readonly DeclaredExample[], most: number, { names, works }: HelpFacts) {
  const sure = group.flatMap(({ words }) => works[words] ?? []);
  const unsure = group.filter(({ words }) => works[words] === undefined);
  const all = [...sure, ...unsure.map(({ words, operation }) => exampleIn(words, operation, names))];
  const shown = [...new Set(all)].slice(0, most);
  return { shown, isSure: shown.every((each) => sure.includes(each)) };
}
