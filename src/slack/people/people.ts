import type { WebClient } from '@slack/web-api';
import * as z from 'zod';
import type { MembershipType, Person } from '../../core/command/context.ts';
import type { Actor } from '../../core/policy/decide.ts';
import type { Groups } from '../../core/policy/policy.ts';
import { langOf } from '../../core/text/text.ts';
import type { People } from '../../operations/shared/services.ts';
import { slackRefusal } from '../app/slack-errors.ts';

/** Profiles change rarely; rights must be fresh (product, section 7: membership at most 60 s old). */
const profileMs = 10 * 60_000;
const membershipMs = 60_000;
/** Of a large channel only so many members are looked at to find one who could decide. */
const mostLookedAt = 60;
const mostCached = 5_000;
/** Of a channel with more members nobody knows whether somebody is not in it. */
const mostMembers = 20_000;

const User = z.object({
  id: z.string(),
  team_id: z.string().optional(),
  name: z.string().optional(),
  real_name: z.string().optional(),
  deleted: z.boolean().optional(),
  tz: z.string().nullish(),
  locale: z.string().optional(),
  is_bot: z.boolean().optional(),
  is_app_user: z.boolean().optional(),
  is_restricted: z.boolean().optional(),
  is_ultra_restricted: z.boolean().optional(),
  is_stranger: z.boolean().optional(),
  enterprise_user: z.object({ teams: z.array(z.string()).optional() }).optional(),
  profile: z.object({ display_name: z.string().optional(), real_name: z.string().optional() }).optional(),
});

/** What Slack tells of people, kept for a short while. Times in ms. */
export function createPeople(options: {
  readonly client: WebClient;
  readonly now: () => number;
  /** The workspace of the bot: anybody else is a stranger (Slack Connect). */
  readonly team: () => string;
  /** The bot's own user. */
  readonly self: () => string;
  /** The user groups that the policy names. */
  readonly groups: readonly string[];
}): People {
  const { client, now } = options;
  const profiles = createCache<Person>(profileMs, now);
  const memberships = createCache<readonly string[]>(membershipMs, now);

  async function person(id: string): Promise<Person> {
    return profiles.get(id, async () => {
      const team = options.team();
      // Without it everyone would look like a stranger, and stay one for as long as the profile is kept.
      if (team === '') throw new Error('Slack has not told the bot its workspace yet');
      const reply = await client.users.info({ user: id, include_locale: true });
      return personOf(User.parse(reply.user), team);
    });
  }

  /** `unreadable` when Slack does not tell: then nobody is taken for a member. */
  async function members(
    key: string,
    read: () => Promise<readonly string[]>,
  ): Promise<readonly string[] | 'unreadable'> {
    try {
      return await memberships.get(key, read);
    } catch (error) {
      if (slackRefusal(error)) return 'unreadable';
      throw error;
    }
  }

  const groupMembers = (group: string) =>
    members(`group ${group}`, async () => (await client.usergroups.users.list({ usergroup: group })).users ?? []);

  const channelMembers = (channel: string) => members(`channel ${channel}`, () => readMembers(channel));

  async function readMembers(channel: string): Promise<readonly string[]> {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.conversations.members({ channel, limit: 1_000, ...(cursor ? { cursor } : {}) });
      found.push(...(page.members ?? []));
      cursor = page.response_metadata?.next_cursor || undefined;
    } while (cursor && found.length < mostMembers);
    return found;
  }

  /** Never kept: whoever has just invited the bot tries again at once. */
  async function cannotPost(channel: string): Promise<boolean> {
    if (channel.startsWith('D')) return false;
    try {
      return !(await readMembers(channel)).includes(options.self());
    } catch (error) {
      if (slackRefusal(error)) return false;
      throw error;
    }
  }

  async function groupsOf(id: string): Promise<Groups> {
    const mine: string[] = [];
    const unreadable: string[] = [];
    for (const group of options.groups) {
      const found = await groupMembers(group);
      // A group that is gone must not keep those out whom another group lets in.
      if (found === 'unreadable') unreadable.push(group);
      else if (found.includes(id)) mine.push(group);
    }
    return unreadable.length === 0 ? mine : { in: mine, unreadable };
  }

  async function isIn(channel: string, id: string): Promise<boolean | 'unreadable'> {
    // Direct messages with the bot have no other members to ask about.
    if (channel.startsWith('D')) return true;
    const kept = await channelMembers(channel);
    if (kept === 'unreadable' || kept.includes(id)) return kept === 'unreadable' ? kept : true;
    // Whoever has joined since is told no wrong no.
    memberships.forget(`channel ${channel}`);
    const found = await channelMembers(channel);
    if (found === 'unreadable') return found;
    return found.includes(id) || (found.length >= mostMembers && 'unreadable');
  }

  return {
    person,
    known: profiles.known,
    cannotPost,
    async actor(who, channel): Promise<Actor> {
      const [groups, inChannel] = await Promise.all([groupsOf(who.id), isIn(channel, who.id)]);
      return { person: who, groups, inChannel };
    },
    async candidates({ channel, users = [], groups = [] }) {
      const lists = await Promise.all([
        ...groups.map(groupMembers),
        ...(channel === undefined ? [] : [channelMembers(channel)]),
      ]);
      const ids = new Set(users);
      for (const list of lists) {
        if (list === 'unreadable') return 'unreadable';
        for (const id of list) ids.add(id);
      }
      const found: Pick<Person, 'id' | 'standing'>[] = [];
      for (const id of [...ids].slice(0, mostLookedAt)) found.push(await person(id).catch(() => gone(id)));
      // Beyond those that were looked at, somebody may be there.
      return ids.size > mostLookedAt && found.filter(({ standing }) => standing === 'member').length < 3
        ? 'unreadable'
        : found;
    },
  };
}

function gone(id: string): Pick<Person, 'id' | 'standing'> {
  return { id, standing: 'stranger' };
}

function personOf(user: z.infer<typeof User>, team: string): Person {
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

function standingOf(user: z.infer<typeof User>, team: string): MembershipType {
  if (user.is_bot || user.is_app_user || user.id === 'USLACKBOT') return 'bot';
  const elsewhere = user.team_id !== undefined && user.team_id !== team && !user.enterprise_user?.teams?.includes(team);
  if (user.is_stranger || user.deleted || elsewhere) return 'stranger';
  return user.is_restricted || user.is_ultra_restricted ? 'guest' : 'member';
}

/** Remembers what was read for a while; equal reads in flight share one call, failures are not kept. */
function createCache<T>(ms: number, now: () => number) {
  const kept = new Map<string, { readonly value: Promise<T>; readonly until: number }>();
  const settled = new Map<string, T>();
  return {
    known: (key: string): T | undefined => settled.get(key),
    forget: (key: string): void => void kept.delete(key),
    get(key: string, read: () => Promise<T>): Promise<T> {
      const found = kept.get(key);
      if (found && found.until > now()) return found.value;
      if (kept.size >= mostCached) {
        kept.clear();
        settled.clear();
      }
      const value = read();
      kept.set(key, { value, until: now() + ms });
      value.then(
        (got) => settled.set(key, got),
        () => kept.delete(key),
      );
      return value;
    },
  };
}
