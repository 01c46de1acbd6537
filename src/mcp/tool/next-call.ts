import type { RawArgs } from '../../core/command/params.ts';
import type { Problem } from '../../core/command/problem.ts';
import { defined } from '../../core/defined.ts';
import type { Operation } from '../../operations/shared/define.ts';
import { isOffered } from '../../operations/shared/find-operation.ts';
import { argumentsOf, schemaOf } from './tool-schema.ts';
import { changeParameters, changesOf, type Offered, readParameters, viewOf } from './tool-table.ts';
import type { NextCall } from './tool-text.ts';

const maxChoices = 3;

/** Returns the call for a button in Slack, or undefined if agents can't call it. */
export function nextCallOf(
  { operations, platform }: Offered,
  { operation, given }: { readonly operation: string; readonly given: RawArgs },
  context: string | undefined,
): NextCall | undefined {
  const next = offeredOf({ operations, platform }).find(({ id }) => id === operation);
  if (!next || 'none' in next.tool) return undefined;
  const { name } = next.tool;
  const isChange = next.kind === 'change';
  const { properties } = isChange ? schemaOf(next.params) : readParameters(operations, name);
  if (Object.keys(given).some((param) => !Object.hasOwn(properties, param))) return undefined;
  // plan_change accepts the parameters of all changes. Some have another type there than in their own change.
  const taken = isChange
    ? { ...properties, ...changeParameters(changesOf(operations, platform.dialect())) }
    : properties;
  const named = argumentsOf(next.params, given, taken);
  const where = defined({ context });
  if (isChange) return { tool: 'plan_change', arguments: { ...where, change: operation, parameters: named } };
  const view = viewOf(next);
  return { tool: name, arguments: { ...where, ...named, ...(view === '' ? {} : { view }) } };
}

function offeredOf({ operations, platform }: Offered): readonly Operation[] {
  return operations.filter((each) => isOffered(each, platform.dialect()));
}

interface FailedCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Returns calls to try after a failed call: the same with another name, or the actions that people are offered. */
export function nextAfter(catalog: Offered, call: FailedCall, problem: Problem): readonly NextCall[] {
  const { context } = call.arguments;
  const where = typeof context === 'string' ? context : undefined;
  switch (problem.problem) {
    case 'unknown-name':
      return problem.param === 'component' && (problem.others || problem.nearest.length === 0)
        ? [{ tool: 'find_components', arguments: defined({ context: where }) }]
        : withChoices(call, problem, problem.nearest);
    case 'ambiguous':
      return withChoices(call, problem, problem.choices);
    case 'refused':
      return (problem.offers ?? []).flatMap((offer) => nextCallOf(catalog, offer, where) ?? []);
    case 'no-context':
      return [{ tool: 'list_contexts', arguments: {} }];
    default:
      return [];
  }
}

function withChoices(
  { name, arguments: given }: FailedCall,
  { param, typed }: { readonly param: string; readonly typed?: string | undefined },
  choices: readonly { readonly value: string }[],
): readonly NextCall[] {
  // Offer plan_change instead, because a change of another component must be planned before it is proposed.
  const tool = name === 'propose_change' ? 'plan_change' : name;
  const { reason: _reason, idempotency_key: _key, ...same } = given;
  const { parameters } = same;
  return choices.slice(0, maxChoices).flatMap(({ value }): readonly NextCall[] => {
    if (param === 'in') return [{ tool, arguments: { ...same, context: value } }];
    if (parameters === undefined)
      return [{ tool, arguments: { ...same, [param]: replaced(same[param], typed, value) } }];
    if (typeof parameters !== 'object' || parameters === null) return [];
    const fields: Readonly<Record<string, unknown>> = { ...parameters };
    return [
      { tool, arguments: { ...same, parameters: { ...fields, [param]: replaced(fields[param], typed, value) } } },
    ];
  });
}

function replaced(given: unknown, typed: string | undefined, value: string): unknown {
  return Array.isArray(given) ? given.map((each) => (given.length === 1 || each === typed ? value : each)) : value;
}
