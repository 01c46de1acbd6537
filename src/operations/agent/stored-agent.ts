import * as z from 'zod';
import { Context } from '../../core/command/context.ts';
import { agentRights } from '../../core/policy/policy.ts';
import type { StoredAgent } from '../../store/stored-types.ts';

/** A program that acts with a token of its owner. Times are epoch ms. */
export const Agent = z.object({
  v: z.literal(1),
  id: z.string(),
  name: z.string(),
  owner: z.object({ id: z.string(), name: z.string() }),
  may: z.enum(agentRights),
  /** The only contexts that the agent may use. If absent, it may use the contexts of its owner's channels. */
  contexts: z.array(Context).optional(),
  hash: z.string(),
  at: z.number(),
  expires: z.number(),
});
export type Agent = z.infer<typeof Agent>;

export interface LoadedAgent extends Agent {
  readonly used?: number;
}

/** Returns undefined for an agent that a newer version wrote. */
export function loadAgent(stored: StoredAgent | undefined): LoadedAgent | undefined {
  const agent = Agent.safeParse(stored?.body).data;
  return agent && { ...agent, used: stored?.used };
}

/** Kinds of due rows: a token expires soon, or an agent was revoked, so its open requests must end. */
export const agentDueKinds = ['agent.expires', 'agent.revoked'] as const;

export const AgentDue = z.object({ agent: z.string(), by: z.object({ id: z.string(), name: z.string() }) });
export type AgentDue = z.infer<typeof AgentDue>;
