import type { WebClient } from '@slack/web-api';
import { isDirectMessage } from '../../core/command/direct-message.ts';
import type { SlackGroup } from '../../operations/shared/define.ts';
import { limitedMsOf, slackRefusal } from '../interaction/slack-errors.ts';
import { createAgedCache } from './people-cache.ts';

/** Result of a permission check. Only `true` grants the permission. `unreadable`: Slack didn't answer. */
export type Membership = boolean | 'unreadable';

/** Maximum age of memberships, in ms (docs/security.md#permissions-that-slack-cant-confirm). */
const membershipMs = 60_000;
/** Page size that Slack recommends for every list (docs/slack.md#lists-in-pages). */
const pageSize = 200;
/** Maximum number of pages of members. In larger channels, the channels of each person are read instead. */
const maxMemberPages = 5;
/** Maximum number of pages of a person's channels. If there are more, the answer is unknown. */
const maxConversationPages = 50;

export type MembershipReader = ReturnType<typeof createMembershipReader>;

/** Reads the members of channels and user groups. Answers are at most 60 s old; failed reads aren't cached. */
export function createMembershipReader(client: WebClient, now: () => number) {
  let limitedUntil = 0;

  /** Caches reads by channel, group or person. A read throws errors that aren't refusals by Slack. */
  function kept<T>(read: (key: string) => Promise<T>) {
    const cache = createAgedCache<T>(now);
    const get = async (key: string): Promise<T | 'unreadable'> => {
      try {
        return await cache.get(key, membershipMs, () => read(key));
      } catch (error) {
        limitedUntil = Math.max(limitedUntil, now() + (limitedMsOf(error) ?? 0));
        if (error instanceof UnknownMembership || slackRefusal(error)) return 'unreadable';
        throw error;
      }
    };
    return { get, forget: cache.forget };
  }

  /** Ids of the first thousand members of a channel. `complete`: there are no more members. */
  const channels = kept(async (channel) => {
    const ids: string[] = [];
    const complete = await readPages(maxMemberPages, async (cursor) => {
      const reply = await client.conversations.members({ channel, limit: pageSize, ...cursor });
      ids.push(...(reply.members ?? []));
      return reply;
    });
    return { ids, complete };
  });
  const groups = kept(async (group) => (await client.usergroups.users.list({ usergroup: group })).users ?? []);
  const lists = kept(
    async (): Promise<readonly SlackGroup[]> =>
      ((await client.usergroups.list()).usergroups ?? []).flatMap(({ id, handle = '', name = handle }) =>
        id === undefined ? [] : [{ id, handle, name }],
      ),
  );
  /** Id of the user's direct messages with the bot. `conversations.open` needs no scope to read it. */
  const directs = kept(async (user) => (await client.conversations.open({ users: user })).channel?.id);
  /** Whether a channel is public, and not a direct message. */
  const publics = kept(async (channel) => {
    const { channel: info } = await client.conversations.info({ channel });
    return info?.is_private === false && !info.is_im && !info.is_mpim;
  });
  /** Whether a person's channels include the given one. @throws UnknownMembership after too many pages */
  const inLarge = kept(async (key) => {
    const [channel, user] = key.split(' ');
    let isMember = false;
    const complete = await readPages(maxConversationPages, async (cursor) => {
      const types = 'public_channel,private_channel';
      const reply = await client.users.conversations({ user, types, limit: pageSize, ...cursor });
      isMember = reply.channels?.some(({ id }) => id === channel) ?? false;
      return isMember ? {} : reply;
    });
    if (!complete) throw new UnknownMembership();
    return isMember;
  });

  /** A person's channels that the bot can see. For an empty id, the bot's own channels. */
  const joined = kept(async (user) => {
    const list: { id: string; name: string }[] = [];
    await readPages(maxConversationPages, async (cursor) => {
      const types = 'public_channel,private_channel';
      const query = user === '' ? {} : { user };
      const reply = await client.users.conversations({
        ...query,
        types,
        exclude_archived: true,
        limit: pageSize,
        ...cursor,
      });
      for (const { id, name } of reply.channels ?? []) if (id !== undefined) list.push({ id, name: name ?? id });
      return reply;
    });
    return list;
  });

  async function isInLarge(channel: string, user: string): Promise<Membership> {
    const key = `${channel} ${user}`;
    const isIn = await inLarge.get(key);
    // Don't cache a negative answer. Otherwise, a person who joins a moment later would be refused for a minute.
    if (isIn === false) inLarge.forget(key);
    return isIn;
  }

  return {
    channelMembers: channels.get,
    /** Remaining time of Slack's rate limit for these reads, in ms; undefined without one. */
    limitedMs: () => (limitedUntil > now() ? limitedUntil - now() : undefined),
    isPublic: publics.get,
    async sharedChannels(user: string) {
      const [own, theirs] = await Promise.all([joined.get(''), joined.get(user)]);
      if (own === 'unreadable' || theirs === 'unreadable') return [];
      const ownIds = new Set(own.map(({ id }) => id));
      return theirs.filter(({ id }) => ownIds.has(id));
    },
    groupMembers: groups.get,
    userGroups: () => lists.get(''),
    async isInChannel(channel: string, user: string): Promise<Membership> {
      if (isDirectMessage(channel)) {
        const own = await directs.get(user);
        return own === 'unreadable' ? own : own === channel;
      }
      const before = await channels.get(channel);
      if (before === 'unreadable') return before;
      if (before.ids.includes(user)) return true;
      if (!before.complete) return isInLarge(channel, user);
      // The cached list doesn't include people who joined later, so read it again.
      channels.forget(channel);
      const fresh = await channels.get(channel);
      if (fresh === 'unreadable') return fresh;
      if (fresh.ids.includes(user)) return true;
      return fresh.complete ? false : isInLarge(channel, user);
    },
  };
}

class UnknownMembership extends Error {}

/** Reads the pages of a list. @returns false if there are more pages than `most` */
async function readPages(
  max: number,
  read: (cursor: { readonly cursor?: string }) => Promise<{ response_metadata?: { next_cursor?: string } }>,
): Promise<boolean> {
  let cursor = '';
  for (let page = 0; page < max; page += 1) {
    cursor = (await read(cursor === '' ? {} : { cursor })).response_metadata?.next_cursor ?? '';
    if (cursor === '') return true;
  }
  return false;
}
