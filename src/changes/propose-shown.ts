import { isProblem } from '../core/command/problem.ts';
import type { Request } from '../core/operation.ts';
import { planHash } from '../core/request/plan-hash.ts';
import type { Origin } from '../questions/answer-request.ts';
import { pressCard } from './card-action.ts';
import type { Proposed, ToConfirm } from './change-engine-types.ts';
import type { EngineContext } from './engine-context.ts';
import { planOnly, putCard } from './propose.ts';

export async function proposeShown(
  engine: EngineContext,
  request: Request,
  origin: Origin,
  shown?: string,
): Promise<Proposed | ToConfirm> {
  const found = await planOnly(engine, request, origin);
  if (!('planned' in found)) return found;
  const { planned } = found;
  const hash = planHash(planned.plan);
  // A frozen request has nothing to confirm: its card offers the alternatives.
  const isToShow = !planned.frozen && (shown !== undefined || planned.ruling.need !== 'approve');
  if (isToShow && hash !== shown) return { toConfirm: planned, hash };
  const proposed = await putCard(engine, planned);
  return isProblem(proposed) || !('card' in proposed) ? proposed : confirmed(engine, proposed, origin);
}

async function confirmed(
  engine: EngineContext,
  proposed: Extract<Proposed, { readonly card: unknown }>,
  { person }: Origin,
): Promise<Proposed> {
  const { card } = proposed;
  if (card.state !== 'proposed' || card.frozen || card.ruling.need !== 'confirm' || card.asker.id !== person.id)
    return proposed;
  const { id, revision, channel } = card;
  const pressed = await pressCard(engine, { do: 'approve', card: id, revision, person, channel });
  return { ...proposed, card: pressed.card ?? card };
}
