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
  const answer = await planOnly(engine, request, origin);
  if (!('planned' in answer)) return answer;
  const { planned } = answer;
  const hash = planHash(planned.plan);
  // A frozen request has nothing to confirm, because its card offers the alternatives.
  const isToShow = !planned.frozen && (shown !== undefined || planned.ruling.need !== 'approve');
  if (isToShow && hash !== shown) return { toConfirm: planned, hash };
  const proposed = await putCard(engine, planned);
  return isProblem(proposed) || !('request' in proposed) ? proposed : confirmed(engine, proposed, origin);
}

async function confirmed(
  engine: EngineContext,
  proposed: Extract<Proposed, { readonly request: unknown }>,
  { person }: Origin,
): Promise<Proposed> {
  const { request } = proposed;
  if (
    request.state !== 'proposed' ||
    request.frozen ||
    request.ruling.need !== 'confirm' ||
    request.asker.id !== person.id
  )
    return proposed;
  const { id, revision, channel } = request;
  const pressed = await pressCard(engine, { do: 'approve', card: id, revision, person, channel });
  return { ...proposed, request: pressed.card ?? request };
}
