import type { ChartRequests, OperationSpec, Request, Shortcut } from '../../core/operation.ts';
import type { Text } from '../../core/text/text.ts';
import type { Dialect } from '../../platform/platform.ts';
import type { Operation, Question } from './define.ts';

/**
 * Finds operations by what they declare. Code outside `src/operations` names none by its id, so that a new operation
 * takes part everywhere by its own declaration.
 */

/**
 * Whether a platform of this dialect has what an operation needs. While the dialect isn't known, everything is
 * offered.
 */
export function isOffered({ dialects }: Pick<OperationSpec, 'dialects'>, dialect: Dialect): boolean {
  return dialects === undefined || dialect === 'unknown' || dialects.includes(dialect);
}

/** The operations that are offered where nothing is typed: in help, forms, shortcuts and on App Home. */
export function offeredOperations<O extends Pick<OperationSpec, 'dialects'>>(
  operations: readonly O[],
  dialect: Dialect,
): readonly O[] {
  return operations.filter((operation) => isOffered(operation, dialect));
}

/** The modal that an operation shares with others: its title, and what its select offers. */
export interface SharedModal {
  readonly title: Text;
  readonly options: readonly { readonly id: string; readonly label: Text }[];
}

/** The shared modal of an operation; undefined where it has a modal of its own. */
export function sharedModal(
  operations: readonly OperationSpec[],
  { modalGroup }: OperationSpec,
): SharedModal | undefined {
  if (!modalGroup) return undefined;
  const options = operations.flatMap(({ id, modalGroup: group }) =>
    group?.name === modalGroup.name ? [{ id, label: group.option }] : [],
  );
  return { title: modalGroup.title, options };
}

/** An operation's entry among the shortcuts and on App Home. */
export interface OfferedShortcut extends Shortcut {
  readonly operation: string;
}

/** The operations that are offered where nothing is typed, in their order. */
export function shortcutsOf(operations: readonly OperationSpec[]): readonly OfferedShortcut[] {
  return operations
    .flatMap(({ id, shortcut }) => (shortcut ? [{ ...shortcut, operation: id }] : []))
    .sort((a, b) => a.position - b.position);
}

type ChartQuestion = Question & { readonly chart: ChartRequests };

/**
 * The question that draws charts.
 * @param id of the one that drew a certain chart; charts kept by older versions name none
 */
export function chartQuestion(operations: readonly Operation[], id?: string): ChartQuestion | undefined {
  return operations.find(
    (each): each is ChartQuestion =>
      each.kind === 'question' && each.chart !== undefined && (id === undefined || each.id === id),
  );
}

/** The request that opens the modal for choosing a context: a channel's, or a person's own. */
export function contextRequest(operations: readonly Operation[], whose: 'channel' | 'person'): Request | undefined {
  for (const operation of operations) {
    if (operation.kind !== 'setting' || !operation.setsContext) continue;
    const { ofChannel, ofPerson } = operation.setsContext;
    return { operation: operation.id, given: whose === 'channel' ? ofChannel : ofPerson };
  }
  return undefined;
}

/** Whether its result is posted in a channel: a card, or a chart. Other answers are for the person who asks. */
export function postsInChannel({ kind, chart }: Pick<Operation, 'kind'> & { readonly chart?: unknown }): boolean {
  return kind === 'change' || chart !== undefined;
}

/** The question that lists everything that can be asked. */
export function helpQuestion(operations: readonly Operation[]): Question | undefined {
  return operations.find(
    (operation): operation is Question => operation.kind === 'question' && operation.isHelp === true,
  );
}
