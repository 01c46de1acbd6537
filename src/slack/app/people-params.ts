import { type Command, mainCommand, type OperationSpec } from '../../core/operation.ts';

/**
 * The keys of a command that take people and groups, as `ask=` of every change does: Slack is asked to write those as references
 * (docs/slack.md#app-manifest). Behind the main command every other one can be typed.
 */
export function peopleIn(
  operations: readonly OperationSpec[],
  command: Command,
): { readonly escapes: boolean; readonly keys: readonly string[] } {
  const own = operations.filter((operation) => command === mainCommand || operation.command === command);
  const keys = own.flatMap(({ kind, params }) => [
    ...(kind === 'change' ? ['ask'] : []),
    ...Object.entries(params).flatMap(([name, { people, aliases = [] }]) => (people ? [name, ...aliases] : [])),
  ]);
  return { escapes: keys.length > 0, keys: [...new Set(keys)] };
}
