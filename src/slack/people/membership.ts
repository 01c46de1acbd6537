import type { WebClient } from '@slack/web-api';
import { isDirectMessage } from '../../core/command/direct-message.ts';
import type { SlackGroup } from '../../operations/shared/define.ts';
import { limitedMsOf, slackRefusal } from '../interaction/slack-errors.ts';
import { createAgedCache } from './people-cache.ts';

/** What is known about a permission: only `true` passes. `unreadable`: Slack didn't answer, so it isn't known. */
export type Membership = boolean | 'unreadable';

/** Membership may be this old (docs/security.md#permissions-that-slack-cant-confirm), in ms. */
const membershipMs = 60_000;
/** Items of a page: as many as Slack recommends for every list (docs/slack.md#lists-in-pages). */
const pageSize = 200;
/** A channel with more members than these pages hold is a large one: each person's own channels are read instead. */
const maxMemberPages = 5;
/** Nobody is in more channels than these pages hold; beyond them the answer is unknown. */
const maxConversationPages = 50;

export type MembershipReader = ReturnType<typeof createMembershipReader>;

/** Who is in a channel or a user group. Each answer is at most 60 s old; a failed reading is never kept. */
export function createMembershipReader(client: WebClient, now: () => number) {
  let limitedUntil = 0;

  /** Keeps what is read of a channel, a group or a person. A reading throws what isn't a refusal of Slack's. */
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

  /** The first thousand members of a channel; `complete` when it has no others. */
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
  /** The bot's direct messages have one other member. `conversations.open` finds them without a scope to read them. */
  const directs = kept(async (user) => (await client.conversations.open({ users: user })).channel?.id);
  /** Whether a channel is a public one of this workspace's members. */
  const publics = kept(async (channel) => {
    const { channel: info } = await client.conversations.info({ channel });
    return info?.is_private === false && !info.is_im && !info.is_mpim;
  });
  /** Whether the list of someone's channels has one. @throws UnknownMembership after too many pages */
  const inLarge = kept(async (key) => {
    const [channel, user] = key.split(' ');
    let found = false;
    const complete = await readPages(maxConversationPages, async (cursor) => {
      const types = 'public_channel,private_channel';
      const reply = await client.users.conversations({ user, types, limit: pageSize, ...cursor });
      found = reply.channels?.some(({ id }) => id === channel) ?? false;
      return found ? {} : reply;
    });
    if (!complete) throw new UnknownMembership();
    return found;
  });

  /** The channels that someone is in as far as the bot may know; the bot's own for the empty key. */
  const joined = kept(async (user) => {
    const found: { id: string; name: string }[] = [];
    await readPages(maxConversationPages, async (cursor) => {
      const types = 'public_channel,private_channel';
      const of = user === '' ? {} : { user };
      const reply = await client.users.conversations({
        ...of,
        types,
        exclude_archived: true,
        limit: pageSize,
        ...cursor,
      });
      for (const { id, name } of reply.channels ?? []) if (id !== undefined) found.push({ id, name: name ?? id });
      return reply;
    });
    return found;
  });

  async function isInLarge(channel: string, user: string): Promise<Membership> {
    const key = `${channel} ${user}`;
    const found = await inLarge.get(key);
    // Someone who joins a moment later must not be refused for a minute.
    if (found === false) inLarge.forget(key);
    return found;
  }

  return {
    channelMembers: channels.get,
    /** For how long Slack still limits what is read here, in ms; undefined where it doesn't. */
    limitedMs: () => (limitedUntil > now() ? limitedUntil - now() : undefined),
    isPublic: publics.get,
    /** The channels that someone and the bot are in; none if Slack doesn't tell. */
    async sharedChannels(user: string) {
      const [own, theirs] = await Promise.all([joined.get(''), joined.get(user)]);
      if (own === 'unreadable' || theirs === 'unreadable') return [];
      const known = new Set(own.map(({ id }) => id));
      return theirs.filter(({ id }) => known.has(id));
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
      // A kept list says nothing about someone who has joined since.
      channels.forget(channel);
      const fresh = await channels.get(channel);
      if (fresh === 'unreadable') return fresh;
      if (fresh.ids.includes(user)) return true;
      return fresh.complete ? false : isInLarge(channel, user);
    },
  };
}

class UnknownMembership extends Error {}

/** Reads the pages of a list one after the other. @returns false where it has more than `most` */
async function readPages(
  most: number,
  read: (cursor: { readonly cursor?: string }) => Promise<{ response_metadata?: { next_cursor?: string } }>,
): Promise<boolean> {
  let cursor = '';
  for (let page = 0; page < most; page += 1) {
    cursor = (await read(cursor === '' ? {} : { cursor })).response_metadata?.next_cursor ?? '';
    if (cursor === '') return true;
  }
  return false;
}
