import type { Person } from '../../core/command/context.ts';
import { channelMembers, needs } from '../../core/policy/policy.ts';
import {
  type DecisionGround,
  exceptionRuling,
  type Groups,
  isIn,
  type PolicyDecision,
  type Refusal,
  rule,
} from '../../core/policy/policy-decision.ts';
import type { ChangeRequest, Decision } from '../../core/request/change-request.ts';
import { requestMsg } from '../../core/request/request-messages.ts';
import type { EventOf } from '../../core/request/transition.ts';
import type { Text } from '../../core/text/text.ts';
import { ruledLike } from '../../operations/shared/define.ts';
import { ProfileUnreadable } from '../../operations/shared/services.ts';
import { isContextOf } from '../../questions/resolve-context.ts';
import { changeOf, type EngineContext } from '../engine-context.ts';

type Voided = EventOf<'voided'>;

/**
 * Checks just before the run that the requester and approvers still count. Guests don't count, and people don't if they
 * were deactivated, left the workspace or are refused by the current policy. If a person only left a user group or
 * channel, the decision stays valid, unless the policy says otherwise (`recheck_roles`). The bot's requests always run.
 * @returns `later` if Slack doesn't answer; undefined if all count
 */
export async function recheckDecisions(
  engine: EngineContext,
  request: ChangeRequest,
): Promise<Voided | 'later' | undefined> {
  if (request.system) return undefined;
  try {
    const { people } = engine.services;
    const requester = await people.person(request.asker.id);
    const gone = requesterGone(requester);
    if (gone) return { event: 'voided', requester: gone, lost: [] };
    const ruled = await ruleNow(engine, request, requester);
    if (ruled === 'later') return ruled;
    if ('refused' in ruled)
      return ruled.canRetry
        ? 'later'
        : { event: 'voided', requester: requestMsg.requesterRefused({ why: ruled.refused }), lost: [] };
    const left = await leftChannel(engine, request, requester);
    if (left) return left;
    return await judge(engine, request, ruled);
  } catch (error) {
    if (error instanceof ProfileUnreadable) return 'later';
    throw error;
  }
}

function requesterGone({ id, standing }: Person): Text | undefined {
  if (standing === 'member') return undefined;
  const who = { who: { user: id } };
  return standing === 'guest' ? requestMsg.requesterGuest(who) : requestMsg.requesterGone(who);
}

/** Returns the current policy's decision if it requires more than the original decision, otherwise the original. */
async function ruleNow(
  engine: EngineContext,
  request: ChangeRequest,
  requester: Person,
): Promise<PolicyDecision | Refusal | 'later'> {
  const { policy, people } = engine.services;
  const { operation, risk, context, plan } = request;
  const { ruling } = request.decision;
  const { channel } = request.shown;
  if (policy.version === ruling.version && !policy.recheckRoles) return ruling;
  const change = changeOf(engine, request);
  const { groups } = await people.actor(requester, channel);
  const kept = policy.recheckRoles ? [] : (ruling.askerGroups ?? []);
  const isElsewhere = !(await isContextOf(engine.services, channel, context));
  const now = rule(policy, {
    risk,
    operation,
    context,
    channel,
    asker: { id: requester.id, groups: withGroups(groups, kept) },
    ...(change ? ruledLike(change) : {}),
    touchesMost: plan.touchesMost === true,
    ...(isElsewhere ? { elsewhere: true } : {}),
  });
  if ('refused' in now) return now;
  if (asksMore(now, request.decision.exception?.before ?? ruling)) return now;
  const excepted = exceptionNow(engine, request);
  if (excepted && asksMore(excepted, ruling)) return excepted;
  const { breakGlass: _, ...asked } = ruling;
  const breakGlass = now.need === 'approve' ? now.breakGlass : ruling.breakGlass;
  return { ...asked, version: now.version, breakGlass };
}

/** Checks whether a decision is stricter than an earlier one: a stricter need, more people, or other people. */
function asksMore(now: PolicyDecision, before: PolicyDecision): boolean {
  const [rank, old] = [needs.indexOf(now.need), needs.indexOf(before.need)];
  if (rank !== old || now.need !== 'approve') return rank > old;
  return now.count > before.count || now.from !== before.from || !sameRole(now, before);
}

function sameRole(one: PolicyDecision, other: PolicyDecision): boolean {
  const ids = ({ users, groups }: PolicyDecision) => [...users, ...groups].sort().join(' ');
  return ids(one) === ids(other);
}

function exceptionNow(
  { services }: EngineContext,
  { decision: { exception } }: ChangeRequest,
): PolicyDecision | undefined {
  const { policy } = services;
  const all = [...(policy.freezes ?? []), ...(policy.windows ?? [])];
  const rule = all.find(({ id }) => exception?.frozen.ids.includes(id))?.exception;
  return exception && rule && exceptionRuling(policy, rule, exception.before);
}

/** Returns a person's current and stored groups, because the current policy may name groups that the old one didn't. */
function withGroups(now: Groups, kept: readonly string[]): Groups {
  if (!('in' in now)) return [...new Set([...now, ...kept])];
  const unreadable = now.unreadable.filter((group) => !kept.includes(group));
  return { ...now, in: [...new Set([...now.in, ...kept])], unreadable };
}

async function leftChannel(
  { services }: EngineContext,
  { asker, shown: { channel } }: ChangeRequest,
  requester: Person,
): Promise<Voided | 'later' | undefined> {
  if (!services.policy.recheckRoles) return undefined;
  const { inChannel } = await services.people.actor(requester, channel);
  if (inChannel === 'unreadable') return 'later';
  if (inChannel) return undefined;
  return { event: 'voided', requester: requestMsg.requesterLeft({ who: { user: asker.id } }), lost: [] };
}

async function judge(
  engine: EngineContext,
  request: ChangeRequest,
  ruling: PolicyDecision,
): Promise<Voided | 'later' | undefined> {
  const lost: Voided['lost'][number][] = [];
  const { approvals, breakGlass } = request.decision;
  for (const decision of [...approvals, ...(breakGlass ? [breakGlass] : [])]) {
    const why = await whyVoid(engine, request, ruling, decision);
    if (why === 'later') return why;
    if (why) lost.push({ by: { id: decision.by, name: decision.name }, why });
  }
  const more = asksMore(ruling, request.decision.ruling);
  if (lost.length === 0 && !more) return undefined;
  return { event: 'voided', lost, ...(more ? { ruling } : {}) };
}

async function whyVoid(
  { services }: EngineContext,
  { asker, shown: { channel } }: ChangeRequest,
  ruling: PolicyDecision,
  { by, ground }: Decision,
): Promise<Text | 'later' | undefined> {
  const { people, policy } = services;
  const who = { who: { user: by } };
  const person = await people.person(by);
  if (person.standing === 'guest') return requestMsg.deciderGuest(who);
  if (person.standing !== 'member') return requestMsg.deciderGone(who);
  if (by === asker.id && ground?.as !== 'break-glass') return undefined;
  // Requests stored by older versions don't record why a decision counted.
  if (ground && !groundHolds(ruling, by, ground)) return requestMsg.deciderRefused(who);
  if (!policy.recheckRoles) return undefined;
  const actor = await people.actor(person, channel);
  const role = ground?.as === 'break-glass' ? ruling.breakGlass : ruling;
  const isOne =
    ground?.as !== 'break-glass' && ruling.from === channelMembers
      ? actor.inChannel
      : role && isIn(role, by, actor.groups);
  if (isOne === 'unreadable') return 'later';
  return isOne ? undefined : requestMsg.deciderRefused(who);
}

/** Checks whether a decision still counts: the policy must still name the person, or the group behind their role. */
function groundHolds(ruling: PolicyDecision, by: string, ground: DecisionGround | undefined): boolean {
  if (ground?.as === 'requester') return true;
  const role = ground?.as === 'break-glass' ? ruling.breakGlass : ruling.from === channelMembers ? 'anyone' : ruling;
  if (role === 'anyone' || role === undefined) return role === 'anyone';
  return role.users.includes(by) || (ground?.group !== undefined && role.groups.includes(ground.group));
}
