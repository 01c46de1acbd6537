import { type Command, mainCommand, type OperationSpec } from '../../core/operation.ts';

/** Returns a command's keys for people and groups, which Slack writes as references (docs/slack.md#app-manifest). */
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
