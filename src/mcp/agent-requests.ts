import { applyEvent, loadRequest } from '../changes/apply-event.ts';
import { changeMsg } from '../changes/change-messages.ts';
import type { EngineContext, EngineFeature } from '../changes/engine-context.ts';
import { problemText } from '../changes/verify.ts';
import type { ChangeRequest } from '../core/request/change-request.ts';
import type { Text } from '../core/text/text.ts';
import { refuseOwner } from '../operations/agent/may-create-agent.ts';
import { AgentDue, agentDueKinds, loadAgent } from '../operations/agent/stored-agent.ts';
import { ProfileUnreadable } from '../operations/shared/services.ts';
import type { Due } from '../store/stored-types.ts';

/** Delay before a notice to an agent's owner is sent again after Slack refused it, in ms. */
const tellAgainMs = 5 * 60_000;

/** Cancels a revoked agent's requests, or announces that a token expires soon. Repeatable. Returns when to retry. */
async function doAgentDue(engine: EngineContext, row: Due): Promise<number | undefined> {
  const due = AgentDue.safeParse(row.body).data;
  if (!due) return undefined;
  return row.kind === 'agent.revoked' ? cancelRequests(engine, due) : tellExpiry(engine, due);
}

async function cancelRequests(engine: EngineContext, { agent, by }: AgentDue): Promise<undefined> {
  for (const { id } of await engine.services.store.requests.open({})) {
    const request = (await loadRequest(engine, id))?.request;
    if (request?.agent?.id !== agent) continue;
    await applyEvent(engine, id, { event: 'cancel', by, revision: request.revision, withdrawn: 'revoked' });
  }
  return undefined;
}

async function tellExpiry(engine: EngineContext, due: AgentDue): Promise<number | undefined> {
  const { store, people, world } = engine.services;
  const agent = loadAgent(await store.agents.get(due.agent));
  if (!agent || agent.expires <= world.now()) return undefined;
  const owner = await people.person(agent.owner.id).catch((error: unknown) => {
    world.log.warn('an agent’s owner could not be read', { agent: agent.id, error });
    return undefined;
  });
  const text = changeMsg.agentExpires({ agent: agent.name, at: { at: agent.expires } });
  const reader = { lang: owner?.lang ?? 'en', zone: owner?.zone ?? 'UTC' } as const;
  const result = await engine.poster.post({ channel: agent.owner.id, reader }, { shows: 'line', text });
  const goesOn = !result.posted && (result.why === 'unreachable' || result.why === 'rate-limited');
  return goesOn ? world.now() + Math.max(tellAgainMs, result.retryAfterMs ?? 0) : undefined;
}

/** Returns why an agent's decided request must not run: revoked token or lost right. `later`: Slack doesn't answer. */
async function refuseAgent(engine: EngineContext, request: ChangeRequest): Promise<Text | 'later' | undefined> {
  const { agent, asker } = request;
  const { channel } = request.shown;
  if (!agent) return undefined;
  const { store, people, policy } = engine.services;
  if (agent.token && !(await store.agents.get(agent.id))) return changeMsg.agentGone({ agent: agent.name });
  try {
    const person = await people.person(asker.id);
    const who = await people.actor(person, channel);
    const refusal = refuseOwner(policy, who);
    if (refusal) return refusal.problem === 'refused' && refusal.canRetry ? 'later' : problemText(refusal);
    if (who.inChannel === 'unreadable') return 'later';
    return who.inChannel ? undefined : changeMsg.ownerLeft({ owner: { user: asker.id }, channel: { channel } });
  } catch (error) {
    if (error instanceof ProfileUnreadable) return 'later';
    throw error;
  }
}

export const agentFeature: EngineFeature = {
  due: { kinds: agentDueKinds, work: doAgentDue },
  refuse: refuseAgent,
};
