import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { Context, Person } from '../core/command/context.ts';
import { type AgentRight, channelMembers } from '../core/policy/policy.ts';
import { idFromBytes } from '../core/request/request-id.ts';
import type { Secret } from '../core/text/secret.ts';
import { refuseOwner, rightOf } from '../operations/agent/may-create-agent.ts';
import type { LoadedAgent } from '../operations/agent/stored-agent.ts';
import { ProfileUnreadable, type Services } from '../operations/shared/services.ts';
import { ToolError, unlessProblem } from './tool/tool-error.ts';

export type Caller =
  | { readonly by: 'token'; readonly agent: LoadedAgent }
  | {
      readonly by: 'slack';
      /** Digest of the signed body. A repeated request has the same digest. */
      readonly sent: string;
      readonly secret: Secret;
    };

/** Agent that acts in a call for a person, with the person's current rights. */
export interface Principal {
  readonly agent: { readonly id: string; readonly name: string; readonly token: boolean };
  readonly owner: Person;
  readonly may: AgentRight;
  /** Contexts that the agent may use; undefined means the contexts of the owner's channels. */
  readonly contexts?: readonly Context[];
  /** Derives a request's id from a key that the agent sends. Nobody else can guess the id. */
  readonly idFrom: (key: string) => string;
  /** Digest of the signed body, if the body is signed. Used if the agent sends no key. */
  readonly sent?: string;
  /** Whether results are for Slackbot, with blocks in the person's language. */
  readonly inSlack: boolean;
  /** Maximum time that `get_request` waits, in ms. */
  readonly waitMs: number;
}

const waits = { token: 25_000, slack: 5_000 };

function idsFrom(secret: string): Principal['idFrom'] {
  return (key) => idFromBytes(createHmac('sha256', secret).update(key).digest().subarray(0, 26));
}

/** Person who uses Slackbot (Slack: `_meta.slack` of a call). */
const SlackMeta = z.object({
  user_id: z.string().regex(/^[UW][A-Z0-9]+$/),
  team_id: z.string().nullish(),
  enterprise_id: z.string().nullish(),
});

/**
 * Returns the principal of a call with its current rights. @param meta `_meta.slack` of the call; read only if Slack
 * signed the call @param isProposal asks Slack without the cache, because an owner may have become a guest within the
 * last minute @throws ToolError if the principal has no rights
 */
export async function principalOf(
  services: Services,
  caller: Caller,
  team: string,
  meta: unknown,
  isProposal = false,
): Promise<Principal> {
  if (caller.by === 'token') return ofAgent(services, caller.agent, isProposal);
  const who = SlackMeta.safeParse(meta).data;
  if (!who) throw new ToolError('Slack didn’t say who asks, so nothing was done.');
  if (!who.team_id || who.team_id !== team) throw new ToolError('Only members of the workspace of this bot can ask.');
  const owner = await readOwner(services, who.user_id, isProposal);
  const may = rightOf(services.policy.agents, 'propose');
  if (!may) throw new ToolError('The policy allows no agents.');
  return {
    agent: { id: 'slackbot', name: 'Slackbot', token: false },
    owner,
    may,
    idFrom: idsFrom(`${caller.secret.reveal()} ${owner.id}`),
    sent: caller.sent,
    inSlack: true,
    waitMs: waits.slack,
  };
}

async function ofAgent(services: Services, agent: LoadedAgent, isProposal: boolean): Promise<Principal> {
  const owner = await readOwner(services, agent.owner.id, isProposal);
  const may = rightOf(services.policy.agents, agent.may);
  if (!may) throw new ToolError('The policy allows no agents.');
  return {
    agent: { id: agent.id, name: agent.name, token: true },
    owner,
    may,
    contexts: agent.contexts,
    idFrom: idsFrom(agent.hash),
    inSlack: false,
    waitMs: waits.token,
  };
}

async function readOwner(services: Services, id: string, isProposal: boolean): Promise<Person> {
  const { people, policy } = services;
  try {
    const person = await people.person(id, isProposal ? 'now' : 'lately');
    const needsGroups = policy.agents.who !== channelMembers && policy.agents.who !== 'nobody';
    const groups = needsGroups ? (await people.actor(person, id)).groups : [];
    unlessProblem(refuseOwner(policy, { person, groups }), person);
    return person;
  } catch (error) {
    if (error instanceof ProfileUnreadable) throw new ToolError('Slack can’t be read now. Try again in a minute.');
    throw error;
  }
}
