import type { Context, Person } from '../../core/command/context.ts';
import { isDirectMessage } from '../../core/command/direct-message.ts';
import { readAll } from '../../core/command/params.ts';
import { invalid, isProblem, notAllowed, type Problem, refused } from '../../core/command/problem.ts';
import {
  type Actor,
  type Candidates,
  maySetting,
  membersUnreadable,
  type NotAllowed,
} from '../../core/policy/decide.ts';
import { channelMembers, type Risk, risks } from '../../core/policy/policy.ts';
import { type Groups, isIn, type PolicyDecision, type PolicyInput, rule } from '../../core/policy/policy-decision.ts';
import { policyMsg } from '../../core/policy/policy-messages.ts';
import type { ChangeRequest } from '../../core/request/change-request.ts';
import { type Plan, plannedEnd } from '../../core/request/plan.ts';
import type { Rechecked, RuledPlan } from '../../core/request/transition.ts';
import { durationText } from '../../core/text/duration-messages.ts';
import { type Change, ruledLike } from '../../operations/shared/define.ts';
import { ProfileUnreadable } from '../../operations/shared/services.ts';
import { isContextOf } from '../../questions/resolve-context.ts';
import { changeMsg } from '../change-messages.ts';
import type { EngineContext } from '../engine-context.ts';
import { problemText, recall } from '../verify.ts';

interface PlannedChange {
  readonly operation: Change;
  readonly args: Readonly<Record<string, unknown>>;
  readonly plan: Plan;
  readonly context: Context;
  /** Whether the context differs from the channel's default. */
  readonly elsewhere: boolean;
  readonly person: Person;
  readonly channel: string;
}

/** Applies the policy to a plan. Returns a problem if it refuses or nobody can decide. @throws ProfileUnreadable */
export async function rulePlan(engine: EngineContext, change: PlannedChange): Promise<RuledPlan | Problem> {
  const { policy, people } = engine.services;
  const { plan, person, channel } = change;
  const who = await people.actor(person, channel);
  const outside = await notInChannel(engine, who, channel);
  if (outside) return outside;
  const risk = riskOf(change);
  const asked = {
    context: change.context,
    channel,
    asker: { id: person.id, groups: who.groups },
    touchesMost: plan.touchesMost === true,
    elsewhere: change.elsewhere ? true : undefined,
  };
  const ruling = rule(policy, { risk, ...namedIn(change), ...asked });
  if ('refused' in ruling) return notAllowed({ ...ruling, refusal: ruling.refused });
  const refusal = mayOpenFor(engine, plan, ruling, who);
  if (refusal) return refusal;
  const nobody = await nobodyDecides(engine, ruling, who, channel);
  if (nobody && 'refusal' in nobody) return notAllowed(nobody);
  const needed = undoNeeds(engine.services, plan, asked);
  return { risk, ruling, ...(nobody ? { onlyGlass: nobody } : {}), ...(needed ? { undoNeeds: needed } : {}) };
}

/** Returns `approve` if the undo would need an approval now. A person who confirms alone can't always undo alone. */
export function undoNeeds(
  { policy, operations }: Pick<EngineContext['services'], 'policy' | 'operations'>,
  { undo }: Pick<Plan, 'undo'>,
  asked: Pick<PolicyInput, 'context' | 'channel' | 'asker' | 'touchesMost' | 'elsewhere'>,
): 'approve' | undefined {
  const wanted = 'proposal' in undo ? undo.proposal : undefined;
  const operation = operations.find(({ id }) => id === wanted?.operation);
  if (!wanted || operation?.kind !== 'change') return undefined;
  const parsed = readAll(operation.params, wanted.given);
  if (!('args' in parsed)) return undefined;
  const risk = operation.risk(parsed.args);
  const ruling = rule(policy, { risk, operation: operation.id, ...ruledLike(operation), ...asked });
  return 'refused' in ruling || ruling.need !== 'approve' ? undefined : 'approve';
}

/** Returns the risk of a planned change, because the plan can do less than its arguments say. */
export function riskOf({ operation, args, plan }: Pick<PlannedChange, 'operation' | 'args' | 'plan'>): Risk {
  return plan.risk ?? operation.risk(args);
}

/** Returns the names that policy rules match. A plan with its own, lower risk isn't matched as the other operation. */
function namedIn({ operation, plan }: PlannedChange) {
  const { ruledAs: _, ...own } = ruledLike(operation);
  return { operation: operation.id, ...(plan.risk === undefined ? ruledLike(operation) : own) };
}

/** Refuses if the person isn't certainly in the channel, because a form can name any channel. */
async function notInChannel(engine: EngineContext, who: Actor, channel: string): Promise<Problem | undefined> {
  if (who.inChannel === true) return undefined;
  if (who.inChannel === false) return refused(changeMsg.notYourChannel({ channel: { channel } }), [], 'channel');
  // Slack hides the members of a private channel from a bot that isn't in it. Inviting the bot helps, retrying doesn't.
  return (await engine.services.people.cannotPost(channel))
    ? refused(changeMsg.noBot(), [], 'channel')
    : notAllowed(membersUnreadable(who));
}

function mayOpenFor(engine: EngineContext, plan: Plan, ruling: PolicyDecision, who: Actor): Problem | undefined {
  const now = engine.services.world.now();
  const until = plannedEnd(plan, now);
  if (until === undefined) return undefined;
  if (until - now > ruling.maxOpen) {
    const max = durationText(ruling.maxOpen);
    return invalid(
      'for',
      plan.timedUntil === undefined ? changeMsg.tooLong({ most: max }) : changeMsg.tooFarAhead({ most: max }),
    );
  }
  const refusal = maySetting(engine.services.policy, 'open_for_a_while', who);
  return refusal && notAllowed(refusal);
}

export async function nobodyDecides(
  engine: EngineContext,
  ruling: PolicyDecision,
  { person, groups: askerGroups }: Pick<Actor, 'person' | 'groups'>,
  channel: string,
): Promise<NotAllowed | { readonly able: number } | undefined> {
  if (ruling.need !== 'approve') return undefined;
  const { from, users, groups } = ruling;
  const query = from === channelMembers ? { channel } : { users, groups };
  const direct = isDirectMessage(channel);
  const candidates: Candidates = direct
    ? { people: [], others: 'none' }
    : await engine.services.people.candidates({ ...query, enough: ruling.count, except: person.id });
  const refusal = canAnybodyDecide(ruling, { id: person.id, groups: askerGroups }, candidates);
  return refusal && 'refusal' in refusal && direct ? { refusal: changeMsg.nobodySees() } : refusal;
}

/**
 * Checks whether enough other people could decide, so that no request waits without a possible approver. If there are
 * more candidates than were checked, assumes yes. People who couldn't be read don't count. @returns undefined if enough
 * people can; their number, if too few can but the requester may break the glass; otherwise the refusal
 */
export function canAnybodyDecide(
  ruling: PolicyDecision,
  asker: { readonly id: string; readonly groups: Groups },
  { people, others, limitedMs }: Candidates,
): NotAllowed | { readonly able: number } | undefined {
  if (ruling.need !== 'approve') return undefined;
  const members = people.filter(({ id, standing }) => standing === 'member' && id !== asker.id);
  const able = new Set(members.map(({ id }) => id)).size;
  if (able >= ruling.count || others === 'more') return undefined;
  if (ruling.breakGlass && isIn(ruling.breakGlass, asker.id, asker.groups) !== false) return { able };
  if (others === 'unreadable') return membersUnreadable({ limitedMs });
  const { count, from: role } = ruling;
  if (role === channelMembers)
    return { refusal: able === 0 ? policyMsg.nobodyElseHere() : policyMsg.tooFewHere({ count, able }) };
  return { refusal: able === 0 ? policyMsg.nobodyElseOf({ role }) : policyMsg.tooFewOf({ role, count, able }) };
}

/**
 * Applies the policy again to a plan that is riskier than the decided one, because approvals of the less risky plan
 * don't count. The bot's requests need no decision. @returns `later` if Slack doesn't return the possible approvers
 */
export async function ruleAgain(
  engine: EngineContext,
  request: ChangeRequest,
  plan: Plan,
): Promise<Rechecked | 'later'> {
  const recalled = recall(engine, request);
  if (request.system || 'refusal' in recalled) return { plan };
  const { operation, args } = recalled;
  const risk = riskOf({ operation, args, plan });
  const weighsMore =
    risks.indexOf(risk) > risks.indexOf(request.risk) || (plan.touchesMost && !request.plan.touchesMost);
  if (!weighsMore) return { plan };
  const { context, asker } = request;
  const { channel } = request.shown;
  try {
    const elsewhere = !(await isContextOf(engine.services, channel, context));
    const person = await engine.services.people.person(asker.id);
    const ruled = await rulePlan(engine, { operation, args, plan, context, elsewhere, person, channel });
    if (!isProblem(ruled)) return { plan, ruled };
    return ruled.problem === 'refused' && ruled.canRetry ? 'later' : { refused: problemText(ruled) };
  } catch (error) {
    if (error instanceof ProfileUnreadable) return 'later';
    throw error;
  }
}
