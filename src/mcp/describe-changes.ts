import { interpret } from '../core/command/interpret.ts';
import { nearest } from '../core/command/nearest.ts';
import { type RawArgs, readAll } from '../core/command/params.ts';
import { mainCommand } from '../core/operation.ts';
import type { Change } from '../operations/shared/define.ts';
import { plain } from '../slack/slack-catalog.ts';
import { ToolError } from './tool/tool-error.ts';
import { argumentsOf, schemaOf } from './tool/tool-schema.ts';
import { changesOf, type Offered } from './tool/tool-table.ts';

/** Returns the catalog of changes as rows without field names, because these would double its size. */
export function describeChanges({ operations, platform }: Offered) {
  const weights = changesOf(operations, platform.dialect()).map((each) => [each.id, weightOf(each)] as const);
  return {
    columns: ['change', 'does', 'risks', 'can_be_undone'],
    changes: weights.map(([id, { does, risks, can_be_undone }]) => [id, does, risks.join(), can_be_undone]),
    says: ['Ask again with one of them for its parameters. Where it can be undone sometimes, its plan says whether.'],
  };
}

/** @throws ToolError with similar ids if no change has the wanted id */
export function describeChange({ operations, platform }: Offered, wanted: string) {
  const change = findChange(changesOf(operations, platform.dialect()), wanted);
  return {
    change: change.id,
    ...weightOf(change),
    parameters: parametersSchema(change),
    examples: change.examples.flatMap((words) => {
      const given = exampleOf(change, words);
      return given ? [argumentsOf(change.params, given)] : [];
    }),
  };
}

function weightOf(change: Change) {
  return { does: plain(change.summary, 'en'), risks: risksOf(change), can_be_undone: change.undoable };
}

/** Returns the risks of a change's examples, because the risk may depend on the parameters. */
function risksOf(change: Change): readonly string[] {
  const risks = change.examples.flatMap((words) => {
    const given = exampleOf(change, words);
    const parsed = given && readAll(change.params, given);
    return parsed && 'args' in parsed ? [change.risk(parsed.args)] : [];
  });
  return [...new Set([...(change.leastRisk ? [change.leastRisk] : []), ...risks])];
}

function exampleOf(change: Change, words: string): RawArgs | undefined {
  const meant = interpret([change], mainCommand, words);
  return meant.meaning === 'request' ? meant.request.given : undefined;
}

export function parametersSchema(change: Change) {
  return { type: 'object' as const, ...schemaOf(change.params), additionalProperties: false };
}

/** @throws ToolError with similar ids if no change has the wanted id */
export function findChange(all: readonly Change[], wanted: string): Change {
  const found = all.find(({ id }) => id === wanted);
  if (found) return found;
  const ids = all.map(({ id }) => id);
  const near = nearest(wanted, ids, (id) => [id], 5);
  throw new ToolError(
    near.length > 0
      ? `change: there is no such change. The nearest of ${ids.length}: ${near.join(', ')}.`
      : `change: there is no such change. There are: ${ids.join(', ')}.`,
    { next: near.slice(0, 1).map((change) => ({ tool: 'describe_changes', arguments: { change } })) },
  );
}
