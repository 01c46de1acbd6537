import type { WebClient } from '@slack/web-api';
import * as z from 'zod';
import { scopes } from './manifest.ts';

/** Who the bot is, as Slack says for its token. */
export interface BotIdentity {
  readonly user: string;
  readonly name: string;
  readonly team: string;
  /** The workspace's name. */
  readonly workspace: string;
  readonly enterprise?: string;
  /** Scopes that the bot needs and the token lacks; empty where Slack doesn't list the token's. */
  readonly missingScopes: readonly string[];
}

const AuthTest = z.object({
  user_id: z.string().min(1),
  user: z.string().optional(),
  team_id: z.string().min(1),
  team: z.string().optional(),
  enterprise_id: z.string().nullish(),
  /** From the header `x-oauth-scopes`. */
  response_metadata: z.object({ scopes: z.array(z.string()).optional() }).optional(),
});

/**
 * Asks Slack who the bot's token belongs to.
 * @throws Slack's error when it can't be reached or rejects the token
 */
export async function identify(client: WebClient): Promise<BotIdentity> {
  const { user_id, user, team_id, team, enterprise_id, response_metadata } = AuthTest.parse(await client.auth.test());
  const granted = response_metadata?.scopes;
  return {
    user: user_id,
    name: user ?? 'portolan',
    team: team_id,
    workspace: team ?? team_id,
    ...(enterprise_id ? { enterprise: enterprise_id } : {}),
    missingScopes: granted ? scopes.filter((scope) => !granted.includes(scope)) : [],
  };
}
