import type { Context } from '../../core/command/context.ts';
import { type Problem, refused } from '../../core/command/problem.ts';
import { type Actor, mayAsk } from '../../core/policy/decide.ts';
import { type AgentPolicy, type AgentRight, channelMembers, type Policy } from '../../core/policy/policy.ts';
import { groupsUnreadableText, isIn } from '../../core/policy/policy-decision.ts';
import { agentMsg } from './agent-messages.ts';

/** Returns why a person may not have agents, or undefined. Checked when an agent is created and at each call. */
export function refuseOwner({ agents, roles }: Policy, who: Pick<Actor, 'person' | 'groups'>): Problem | undefined {
  const standing = mayAsk(who.person);
  if (standing) return refused(standing.refusal);
  if (agents.allow.length === 0) return refused(agentMsg.noneAllowed());
  if (agents.who === 'nobody') return refused(agentMsg.whoNobody());
  if (agents.who === channelMembers) return undefined;
  const role = roles.get(agents.who);
  const isOne = role ? isIn(role, who.person.id, who.groups) : false;
  if (isOne === 'unreadable') return { problem: 'refused', why: groupsUnreadableText(who.groups), canRetry: true };
  return isOne ? undefined : refused(agentMsg.whoRole({ role: agents.who }));
}

/** Returns the agent's right under the current policy, or undefined. The policy may allow less than the token. */
export function rightOf({ allow }: AgentPolicy, may: AgentRight): AgentRight | undefined {
  if (allow.includes(may)) return may;
  return may === 'propose' && allow.includes('read') ? 'read' : undefined;
}

export function isAgentContext({ contexts }: AgentPolicy, context: Context): boolean {
  if (!contexts) return true;
  return contexts.some((pattern) =>
    (['team', 'region', 'app'] as const).every((part) => pattern[part] === '*' || pattern[part] === context[part]),
  );
}
