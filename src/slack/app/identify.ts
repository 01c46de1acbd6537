import type { WebClient } from '@slack/web-api';
import * as z from 'zod';
import { type Scope, scopes } from './manifest.ts';

export interface BotIdentity {
  readonly user: string;
  readonly name: string;
  readonly team: string;
  readonly workspace: string;
  readonly enterprise?: string;
  readonly botId?: string;
  /** Required scopes that the token lacks; undefined if Slack doesn't list the token's scopes. */
  readonly missingScopes: readonly Scope[] | undefined;
}

const AuthTest = z.object({
  user_id: z.string().min(1),
  user: z.string().optional(),
  team_id: z.string().min(1),
  team: z.string().optional(),
  enterprise_id: z.string().nullish(),
  bot_id: z.string().optional(),
  response_metadata: z.object({ scopes: z.array(z.string()).optional() }).optional(),
});

/** Asks Slack for the owner of the bot's token. @throws Slack's error */
export async function identify(client: WebClient): Promise<BotIdentity> {
  const { user_id, user, team_id, team, enterprise_id, bot_id, response_metadata } = AuthTest.parse(
    await client.auth.test(),
  );
  const granted = response_metadata?.scopes;
  return {
    user: user_id,
    name: user ?? 'portolan',
    team: team_id,
    workspace: team ?? team_id,
    ...(enterprise_id ? { enterprise: enterprise_id } : {}),
    botId: bot_id,
    missingScopes: granted && scopes.filter((scope) => !granted.includes(scope)),
  };
}

/** Checks whether the bot is in any channel. Returns undefined if Slack doesn't answer. Never rejects. */
export async function isInChannel(client: WebClient): Promise<boolean | undefined> {
  try {
    const { channels } = await client.users.conversations({ types: 'public_channel,private_channel', limit: 1 });
    return channels && channels.length > 0;
  } catch {
    return undefined;
  }
}
