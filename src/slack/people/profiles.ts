import type { WebClient } from '@slack/web-api';
import * as z from 'zod';
import type { MembershipType, Person } from '../../core/command/context.ts';
import { langOf } from '../../core/text/text.ts';
import { ProfileUnreadable } from '../../operations/shared/services.ts';
import { limitedMsOf } from '../interaction/slack-errors.ts';
import { createAgedCache } from './people-cache.ts';

const User = z.object({
  id: z.string(),
  team_id: z.string().optional(),
  name: z.string().optional(),
  real_name: z.string().optional(),
  deleted: z.boolean().optional(),
  tz: z.string().nullish(),
  locale: z.string().optional(),
  is_bot: z.boolean().optional(),
  is_workflow_bot: z.boolean().optional(),
  is_connector_bot: z.boolean().optional(),
  is_restricted: z.boolean().optional(),
  is_ultra_restricted: z.boolean().optional(),
  is_stranger: z.boolean().optional(),
  enterprise_user: z.object({ teams: z.array(z.string()).optional() }).optional(),
  profile: z
    .object({ display_name: z.string().optional(), real_name: z.string().optional(), bot_id: z.string().nullish() })
    .optional(),
});
type User = z.infer<typeof User>;

export type Profiles = ReturnType<typeof createProfiles>;

/**
 * Profiles as Slack has them: who someone is, and whether they are a full member of this workspace.
 * @param team the bot's workspace, empty until `auth.test` has answered: before that, members can't be distinguished
 * from strangers
 */
export function createProfiles(client: WebClient, now: () => number, team: () => string) {
  const profiles = createAgedCache<Person>(now);

  async function fetchProfile(id: string): Promise<Person> {
    try {
      const workspace = team();
      if (workspace === '') throw new Error('the workspace is not known yet');
      const reply = await client.users.info({ user: id, include_locale: true });
      return personOf(User.parse(reply.user), workspace);
    } catch (error) {
      throw new ProfileUnreadable(id, { cause: error, limitedMs: limitedMsOf(error) });
    }
  }

  return {
    /**
     * @param maxAge how old the profile may be, in ms
     * @throws ProfileUnreadable when Slack doesn't answer, or before the bot knows its own workspace
     */
    read: (id: string, maxAge: number) => profiles.get(id, maxAge, () => fetchProfile(id)),
    /** The profile as it was last read, however old. */
    last: profiles.last,
  };
}

function personOf(user: User, team: string): Person {
  const name = user.profile?.display_name || user.profile?.real_name || user.real_name || user.name || user.id;
  return { id: user.id, name, lang: langOf(user.locale), zone: zoneOf(user.tz), standing: standingOf(user, team) };
}

function zoneOf(zone: string | null | undefined): string {
  if (!zone) return 'UTC';
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/** What marks a bot. `is_app_user` doesn't: it marks people who have authorized the app (docs/slack.md#people). */
function isBot({ id, is_bot, is_workflow_bot, is_connector_bot, profile }: User): boolean {
  return id === 'USLACKBOT' || Boolean(is_bot || is_workflow_bot || is_connector_bot || profile?.bot_id);
}

function standingOf(user: User, team: string): MembershipType {
  if (isBot(user)) return 'bot';
  const elsewhere = user.team_id !== undefined && user.team_id !== team && !user.enterprise_user?.teams?.includes(team);
  if (user.is_stranger || user.deleted || elsewhere) return 'stranger';
  return user.is_restricted || user.is_ultra_restricted ? 'guest' : 'member';
}
