import { interpret } from '../../core/command/interpret.ts';
import { readAll } from '../../core/command/params.ts';
import {
  type ChartRequests,
  mainCommand,
  type OperationSpec,
  type Request,
  type Shortcut,
} from '../../core/operation.ts';
import type { Risk } from '../../core/policy/policy.ts';
import type { Text } from '../../core/text/text.ts';
import type { Dialect } from '../../platform/endpoint.ts';
import type { Operation, Question } from './define.ts';

/** Finds operations by their declarations. Other code never uses an operation's id, so new ones are included. */

/** Checks whether the platform supports an operation. While the dialect is unknown, all are offered. */
export function isOffered({ dialects }: Pick<OperationSpec, 'dialects'>, dialect: Dialect): boolean {
  return dialects === undefined || dialect === 'unknown' || dialects.includes(dialect);
}

export function offeredOperations<O extends Pick<OperationSpec, 'dialects'>>(
  operations: readonly O[],
  dialect: Dialect,
): readonly O[] {
  return operations.filter((operation) => isOffered(operation, dialect));
}

export interface SharedModal {
  readonly title: Text;
  readonly options: readonly { readonly id: string; readonly label: Text }[];
}

export interface OfferedShortcut extends Shortcut {
  readonly operation: string;
}

export function shortcutsOf(operations: readonly OperationSpec[]): readonly OfferedShortcut[] {
  return operations
    .flatMap(({ id, shortcut }) => (shortcut ? [{ ...shortcut, operation: id }] : []))
    .sort((a, b) => a.position - b.position);
}

type ChartQuestion = Question & { readonly chart: ChartRequests };

/** Returns the question that draws charts. Charts stored by older versions have no `id`. */
export function chartQuestion(operations: readonly Operation[], id?: string): ChartQuestion | undefined {
  return operations.find(
    (each): each is ChartQuestion =>
      each.kind === 'question' && each.chart !== undefined && (id === undefined || each.id === id),
  );
}

export function contextRequest(operations: readonly Operation[], whose: 'channel' | 'person'): Request | undefined {
  for (const operation of operations) {
    if (operation.kind !== 'setting' || !operation.setsContext) continue;
    const { ofChannel, ofPerson } = operation.setsContext;
    return { operation: operation.id, given: whose === 'channel' ? ofChannel : ofPerson };
  }
  return undefined;
}

/** Checks whether a result is posted in the channel: a card or a chart. Only the requester sees other answers. */
export function postsInChannel({ kind, chart }: Pick<Operation, 'kind'> & { readonly chart?: unknown }): boolean {
  return kind === 'change' || chart !== undefined;
}

export function helpQuestion(operations: readonly Operation[]): Question | undefined {
  return operations.find(
    (operation): operation is Question => operation.kind === 'question' && operation.isHelp === true,
  );
}

/** Returns the risks of a change, because the policy's decision depends on the arguments. */
export function risksOf(operation: Operation): readonly Risk[] {
  const lowest = operation.kind === 'change' && operation.minRisk ? [operation.minRisk] : [];
  return [...new Set([...lowest, ...exampleRisks(operation).map(({ risk }) => risk)])];
}

/** Returns each risk of a change's examples with the first example that has it. */
export function exampleRisks(operation: Operation): readonly { readonly risk: Risk; readonly words: string }[] {
  if (operation.kind !== 'change') return [];
  const risks = operation.examples.flatMap((words) => {
    const meant = interpret([operation], mainCommand, words);
    const parsed = meant.meaning === 'request' ? readAll(operation.params, meant.request.given) : undefined;
    return parsed && 'args' in parsed ? [{ risk: operation.risk(parsed.args), words }] : [];
  });
  return risks.filter(({ risk }, index) => risks.findIndex((each) => each.risk === risk) === index);
}

/** Returns an operation's command with its longest keywords. */
export function shortWords({ command, keywords }: OperationSpec): string {
  const [words = []] = keywords.toSorted((a, b) => b.length - a.length);
  return [command, ...words].join(' ');
}
