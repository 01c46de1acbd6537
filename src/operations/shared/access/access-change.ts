import type { ChangeRequest } from '../../../core/request/change-request.ts';
import { PortState } from './port-state.ts';
import type { AccessSide } from './stored-access.ts';

/** The sides of a port that a request opens, or closes. */
export interface AccessChange {
  readonly port: number;
  readonly opens: readonly AccessSide[];
  readonly closes: readonly AccessSide[];
}

/** What a request does to a port's sides; undefined when it is about something else. */
export function accessChangeOf(request: ChangeRequest): AccessChange | undefined {
  if (request.plan.steps.length === 0) return typedChange(request);
  const moves = request.plan.steps.flatMap((step) => {
    const [before, after] = [PortState.safeParse(step.before).data, PortState.safeParse(step.after).data];
    return before && after ? [{ before, after }] : [];
  });
  const port = moves[0]?.after.port;
  if (port === undefined) return undefined;
  const opens: AccessSide[] = [];
  const closes: AccessSide[] = [];
  for (const { before, after } of moves)
    for (const side of ['inner', 'outer'] as const) {
      // A gateway rule tells of a port that is open before and after it: that opens nothing.
      if (after[side] === true && before[side] !== true) opens.push(side);
      if (after[side] === false || (before.there && !after.there)) closes.push(side);
    }
  return { port, opens, closes };
}

/** A closing time for a port that is open already, or the end of one: such a plan has no step to tell. */
function typedChange({ operation, given }: ChangeRequest): AccessChange | undefined {
  const port = Number(given.port?.[0]);
  const opens = operation === 'port.open' || operation === 'port.until';
  if (!opens || !Number.isInteger(port)) return undefined;
  if (given.both?.[0] === 'yes') return { port, opens: ['outer', 'inner'], closes: [] };
  return { port, opens: [given.side?.[0]?.toLowerCase() === 'inner' ? 'inner' : 'outer'], closes: [] };
}

/** A plan that stopped half way has opened only what its steps did, or may have done. */
export function openedBy(request: ChangeRequest, sides: readonly AccessSide[]): AccessSide[] {
  if (request.state === 'done') return [...sides];
  const done = request.plan.steps.filter((_, index) => ['done', 'unknown'].includes(request.steps[index]?.state ?? ''));
  const states = done.flatMap((step) => PortState.safeParse(step.after).data ?? []);
  return sides.filter((side) => states.some((state) => state[side] === true));
}
