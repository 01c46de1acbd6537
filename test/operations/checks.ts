import { type Args, type Params, readAll } from '../../src/core/command/params.ts';
import { isProblem, type Problem } from '../../src/core/command/problem.ts';
import type { Ask } from '../../src/core/operation.ts';
import { Plan } from '../../src/core/request/plan.ts';
import { langs, type Text } from '../../src/core/text/text.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import { ask } from './samples.ts';

type Planned = Plan | Problem | { readonly already: Text };

/** Returns the plan, checked like the plan of a stored card. @throws if there is no plan */
export function expectPlan(planned: Planned): Plan {
  if (isProblem(planned) || 'already' in planned) throw new Error(`no plan: ${JSON.stringify(planned)}`);
  const stored = Plan.parse(JSON.parse(JSON.stringify(planned)));
  expect(stored).toEqual(planned);
  return stored;
}

export function expectRefusal(planned: Planned) {
  if (!isProblem(planned) || planned.problem !== 'refused') throw new Error(`not refused: ${JSON.stringify(planned)}`);
  return {
    why: plain(planned.why, 'en'),
    offers: (planned.offers ?? []).map(({ operation, given }) => ({ operation, given })),
  };
}

export function expectAlready(planned: Planned): string {
  if (isProblem(planned) || !('already' in planned)) throw new Error(`not already: ${JSON.stringify(planned)}`);
  return plain(planned.already, 'en');
}

export const sent = ({ steps, undo }: Plan): readonly string[] => [
  ...steps.map(({ call }) => `${call.method} ${JSON.stringify(call.body ?? null)}`),
  'none' in undo ? 'no undo' : `undo: ${undo.proposal.operation} ${JSON.stringify(undo.proposal.given)}`,
];

export function linesOf(plan: Plan): readonly string[] {
  const line = (text: Text) => plain(text, 'en');
  for (const lang of langs)
    for (const text of textsOf(plan)) expect(plain(text, lang)).not.toMatch(/undefined|\[object/);
  return [
    line(plan.title),
    ...plan.rows.map((row) => `| ${line(row.what)} | ${line(row.before)} | ${line(row.after)}`),
    ...plan.steps.map((step) => `> ${line(step.says)}: ${step.call.method} ${JSON.stringify(step.call.body ?? null)}`),
    ...plan.warnings.map((text) => `! ${line(text)}`),
    'none' in plan.undo
      ? `no undo: ${line(plan.undo.none)}`
      : `undo: ${line(plan.undo.proposal.label)} = ${plan.undo.proposal.operation} ${JSON.stringify(plan.undo.proposal.given)}`,
  ];
}

const textsOf = (plan: Plan): readonly Text[] => [
  plan.title,
  ...plan.rows.flatMap((row) => [row.what, row.before, row.after]),
  ...plan.steps.map((step) => step.says),
  ...plan.warnings,
];

/** Reads what was typed, as a command does, and plans it. */
export function planTyped<P extends Params, F>(
  change: { readonly params: P; plan: (args: Args<P>, facts: F, ask: Ask) => Planned },
  typed: Readonly<Record<string, string | readonly string[]>>,
  facts: F,
): Planned {
  const lists = Object.entries(typed).map(([key, value]) => [key, typeof value === 'string' ? [value] : value]);
  const parsed = readAll(change.params, Object.fromEntries(lists));
  if ('faults' in parsed) throw new Error(JSON.stringify(parsed.faults));
  return change.plan(parsed.args, facts, ask);
}
