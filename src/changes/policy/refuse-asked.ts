import { invalid, notAllowed, type Problem } from '../../core/command/problem.ts';
import { decidersText, mayDecide, membersUnreadable } from '../../core/policy/decide.ts';
import type { PolicyDecision } from '../../core/policy/policy-decision.ts';
import { ProfileUnreadable } from '../../operations/shared/services.ts';
import type { Origin } from '../../questions/answer-request.ts';
import { changeMsg } from '../change-messages.ts';
import type { EngineContext } from '../engine-context.ts';

/** Refuses a change if an approver named by the requester isn't allowed to decide it. Only groups in the policy are. */
export async function refuseAsked(
  { services: { people } }: EngineContext,
  asked: readonly string[] = [],
  ruling: PolicyDecision,
  { person: asker, channel }: Origin,
): Promise<Problem | undefined> {
  if (asked.length === 0) return undefined;
  if (ruling.need !== 'approve') return invalid('ask', changeMsg.askedNobody());
  const says = decidersText(ruling);
  for (const id of asked) {
    if (id.startsWith('S')) {
      if (!ruling.groups.includes(id)) return invalid('ask', changeMsg.askedUnable({ who: { group: id }, says }));
      continue;
    }
    try {
      const decider = await people.actor(await people.person(id), channel);
      const verdict = mayDecide({ ruling, decider, asker: asker.id, approvals: [] });
      if (!('refusal' in verdict)) continue;
      if (verdict.canRetry) return notAllowed(verdict);
    } catch (error) {
      if (!(error instanceof ProfileUnreadable)) throw error;
      return notAllowed(membersUnreadable(error));
    }
    return invalid('ask', changeMsg.askedUnable({ who: { user: id }, says }));
  }
  return undefined;
}
