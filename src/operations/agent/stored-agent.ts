import * as z from 'zod';
import { Context } from '../../core/command/context.ts';
import { foldText } from '../../core/command/nearest.ts';
import { agentRights } from '../../core/policy/policy.ts';
import type { Due, StoredAgent } from '../../store/stored-types.ts';

/** An agent as it is stored: a program that acts with a token of its owner's. Times are epoch ms. */
export const Agent = z.object({
  v: z.literal(1),
  id: z.string(),
  /** As it was typed. */
  name: z.string(),
  owner: z.object({ id: z.string(), name: z.string() }),
  may: z.enum(agentRights),
  /** The only contexts that it may use; absent: those of the channels that its owner is in. */
  contexts: z.array(Context).optional(),
  /** Of the token's secret. */
  hash: z.string(),
  at: z.number(),
  expires: z.number(),
});
export type Agent = z.infer<typeof Agent>;

/** An agent with the time when its token was last used. */
export interface LoadedAgent extends Agent {
  readonly used?: number;
}

/** Reads a stored agent; undefined for one that a newer version wrote. */
export function loadAgent(stored: StoredAgent | undefined): LoadedAgent | undefined {
  const agent = Agent.safeParse(stored?.body).data;
  return agent && { ...agent, used: stored?.used };
}

/** An agent as the store keeps it. */
export function storedAgent(agent: Agent): StoredAgent {
  return { id: agent.id, owner: agent.owner.id, name: foldText(agent.name), expires: agent.expires, body: agent };
}

/** Due rows about agents: a token is about to expire, and one was revoked, so that its open requests end. */
export const agentDueKinds = ['agent.expires', 'agent.revoked'] as const;

/** The content of such a row. */
export const AgentDue = z.object({ agent: z.string(), by: z.object({ id: z.string(), name: z.string() }) });
export type AgentDue = z.infer<typeof AgentDue>;

export function agentDue(kind: (typeof agentDueKinds)[number], body: AgentDue, at: number): Due {
  return { id: `${kind} ${body.agent}`, kind, at, body };
}
