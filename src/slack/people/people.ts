import type { WebClient } from '@slack/web-api';
import pLimit from 'p-limit';
import * as z from 'zod';
import type { MembershipType, Person } from '../../core/command/context.ts';
import { isDirectMessage } from '../../core/command/direct-message.ts';
import type { Actor, Candidates } from '../../core/policy/decide.ts';
import type { Groups } from '../../core/policy/policy-decision.ts';
import type { Lang } from '../../core/text/text.ts';
import { GroupsUnreadable, type People, ProfileUnreadable } from '../../operations/shared/services.ts';
import { linkOf } from '../interaction/post-message.ts';
import { limitedMsOf, refusalOrThrow, slackRefusal } from '../interaction/slack-errors.ts';
import { createMembershipReader, type MembershipReader } from './membership.ts';
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

type Profiles = ReturnType<typeof createProfiles>;

/** Reads profiles. Until `auth.test` has answered, `team` is empty, and members look like strangers. */
function createProfiles(client: WebClient, now: () => number, team: () => string) {
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
    /** `maxAge` in ms. @throws ProfileUnreadable if Slack doesn't answer, or the bot's workspace is unknown */
    read: (id: string, maxAge: number) => profiles.get(id, maxAge, () => fetchProfile(id)),
    last: profiles.last,
  };
}

function personOf(user: User, team: string): Person {
  const name = user.profile?.display_name || user.profile?.real_name || user.real_name || user.name || user.id;
  return { id: user.id, name, lang: langOf(user.locale), zone: zoneOf(user.tz), standing: standingOf(user, team) };
}

/** Returns the language for a Slack locale such as `zh-CN` or `en-GB`: Chinese or English. */
function langOf(locale: string | undefined): Lang {
  return locale?.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

function zoneOf(zone: string | null | undefined): string {
  if (!zone) return 'UTC';
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/** `is_app_user` doesn't mark bots: it marks people who have authorized the app (docs/slack.md#people). */
function isBot({ id, is_bot, is_workflow_bot, is_connector_bot, profile }: User): boolean {
  return id === 'USLACKBOT' || Boolean(is_bot || is_workflow_bot || is_connector_bot || profile?.bot_id);
}

function standingOf(user: User, team: string): MembershipType {
  if (isBot(user)) return 'bot';
  const elsewhere = user.team_id !== undefined && user.team_id !== team && !user.enterprise_user?.teams?.includes(team);
  if (user.is_stranger || user.deleted || elsewhere) return 'stranger';
  return user.is_restricted || user.is_ultra_restricted ? 'guest' : 'member';
}

/** Maximum age of the profile of a person who asks or presses, in ms, because a member may have become a guest. */
const actorProfileMs = 60_000;
/** Maximum age of possible approvers' profiles, in ms. When one of them presses, the profile is read again. */
const candidateProfileMs = 10 * 60_000;
/** Maximum number of members of a large channel to check for possible approvers. */
const maxLookedAt = 60;
/** Number of profiles to read at the same time (`users.info` allows about a hundred per minute). */
const lookers = 8;

export function createPeople(options: {
  readonly client: WebClient;
  readonly now: () => number;
  /** The bot's workspace; empty until known. People from other workspaces are strangers (Slack Connect). */
  readonly team: () => string;
  readonly groups: readonly string[];
}): People {
  const { client, now } = options;
  const profiles = createProfiles(client, now, options.team);
  const membership = createMembershipReader(client, now);

  async function groupsOf(id: string): Promise<Groups> {
    const groups = await Promise.all(
      options.groups.map(async (group) => ({ group, members: await membership.groupMembers(group) })),
    );
    // If a group was deleted, people who are members of another group must keep their rights.
    const groupsWhere = (holds: (members: readonly string[] | 'unreadable') => boolean) =>
      groups.filter(({ members }) => holds(members)).map(({ group }) => group);
    const unreadable = groupsWhere((members) => members === 'unreadable');
    const mine = groupsWhere((members) => members !== 'unreadable' && members.includes(id));
    return unreadable.length === 0 ? mine : { in: mine, unreadable, ...limited() };
  }

  function limited(): { readonly limitedMs?: number } {
    return { limitedMs: membership.limitedMs() };
  }

  return {
    person: (id, as = 'lately') => profiles.read(id, as === 'now' ? 0 : actorProfileMs),
    known: profiles.last,
    async actor(who, channel): Promise<Actor> {
      const [groups, inChannel] = await Promise.all([groupsOf(who.id), membership.isInChannel(channel, who.id)]);
      return { person: who, groups, inChannel, ...(inChannel === 'unreadable' ? limited() : {}) };
    },
    isPublic: async (channel) => !isDirectMessage(channel) && (await membership.isPublic(channel)) === true,
    /** Not cached, because a person who has just invited the bot retries immediately. */
    async cannotPost(channel) {
      if (isDirectMessage(channel)) return false;
      try {
        return (await client.conversations.info({ channel })).channel?.is_member === false;
      } catch (error) {
        // Slack hides a private channel from a bot that isn't a member.
        return refusalOrThrow(error).fault === 'not-in-channel';
      }
    },
    async isBotIn(channel) {
      try {
        return (await client.conversations.info({ channel })).channel?.is_member === true;
      } catch (error) {
        refusalOrThrow(error);
        return false;
      }
    },
    sharedChannels: membership.sharedChannels,
    async userGroups() {
      const groups = await membership.userGroups();
      if (groups === 'unreadable') throw new GroupsUnreadable();
      return groups;
    },
    linkOf: (message) => linkOf(client, message),
    async candidates(query) {
      const result = await findCandidates(membership, profiles, query);
      return { ...result, ...(result.others === 'unreadable' ? limited() : {}) };
    },
  };
}

type CandidateProfile = Candidates['people'][number];

async function findCandidates(
  membership: MembershipReader,
  profiles: Profiles,
  { channel, users = [], groups = [], enough = Number.POSITIVE_INFINITY, except }: Parameters<People['candidates']>[0],
): Promise<Candidates> {
  const lists = await Promise.all([
    ...groups.map(membership.groupMembers),
    ...(channel === undefined ? [] : [membership.channelMembers(channel)]),
  ]);
  const ids = new Set(users);
  let others: Candidates['others'] = 'none';
  for (const list of lists) {
    if (list === 'unreadable') others = 'unreadable';
    else for (const id of 'ids' in list ? list.ids : list) ids.add(id);
    if (typeof list === 'object' && 'ids' in list && !list.complete && others === 'none') others = 'more';
  }
  if (ids.size > maxLookedAt && others === 'none') others = 'more';
  const waiting = [...ids].filter((id) => id !== except).slice(0, maxLookedAt);
  const people: CandidateProfile[] = [];
  const isEnough = () => people.filter(({ standing }) => standing === 'member').length >= enough;
  await pLimit(lookers).map(waiting, async (id) => {
    if (isEnough()) return;
    const candidate = await readCandidate(profiles, id);
    if (candidate) people.push(candidate);
    else others = 'unreadable';
  });
  return { people, others };
}

/** Returns undefined if the profile couldn't be read. */
async function readCandidate(profiles: Profiles, id: string): Promise<CandidateProfile | undefined> {
  try {
    return await profiles.read(id, candidateProfileMs);
  } catch (error) {
    if (!(error instanceof ProfileUnreadable)) throw error;
    // The policy file may name a person who doesn't exist in this workspace.
    return slackRefusal(error.cause)?.code === 'user_not_found' ? { id, standing: 'stranger' } : undefined;
  }
}
