import type { Given } from '../../core/params.ts';
import type { Plan } from '../../core/plan.ts';

/**
 * What closes again what a change leaves open for a while: words of `port.close`, to be planned when the time has come,
 * so that only what is still open is closed.
 * @param asked the request: its operation, and what it was given
 * @returns undefined where nothing was opened for a while
 */
export function closingOf(asked: { readonly operation: string; readonly given: Given }, plan: Plan): Given | undefined {
  if (plan.openFor === undefined) return undefined;
  if (asked.operation === 'port.open') return 'proposal' in plan.undo ? plan.undo.proposal.given : undefined;
  if (asked.operation !== 'port.until') return undefined;
  const { port, side } = asked.given;
  return { component: [plan.component], ...(port ? { port } : {}), ...(side ? { side } : {}) };
}
