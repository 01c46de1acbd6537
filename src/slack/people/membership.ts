import type { WebClient } from '@slack/web-api';
import { isDirectMessage } from '../../core/command/direct-message.ts';
import type { SlackGroup } from '../../operations/shared/define.ts';
import { limitedMsOf, slackRefusal } from '../interaction/slack-errors.ts';
import { createAgedCache } from './people-cache.ts';

/** What is known about a permission: only `true` passes. `unreadable`: Slack didn't answer, so it isn't known. */
export type Membership = boolean | 'unreadable';

/** Membership may be this old (docs/security.md#permissions-that-slack-cant-confirm), in ms. */
const membershipMs = 60_000;
/** The largest page of `conversations.members`, and of `users.conversations` (docs.slack.dev: at most 999). */
const memberPage = 1_000;
const conversationPage = 999;
/** Nobody is in more channels than these pages hold; beyond them the answer is unknown. */
const maxConversationPages = 50;

/** Some members of a channel; `complete` when it has no others. */
interface Members {
  readonly ids: readonly string[];
  readonly complete: boolean;
}

/** Who is in a channel or a user group. Each answer is at most 60 s old; a failed reading is never kept. */
export interface MembershipReader {
  isInChannel(channel: string, user: string): Promise<Membership>;
  /** The channel's members, or the first thousand of them. */
  channelMembers(channel: string): Promise<Members | 'unreadable'>;
  groupMembers(group: string): Promise<readonly string[] | 'unreadable'>;
  userGroups(): Promise<readonly SlackGroup[] | 'unreadable'>;
  /** Whether a channel is a public one of this workspace's members. */
  isPublic(channel: string): Promise<Membership>;
  /** For how long Slack still limits what is read here, in ms; undefined where it doesn't. */
  limitedMs(): number | undefined;
}

export function createMembershipReader(client: WebClient, now: () => number): MembershipReader {
  const channels = createAgedCache<Members>(now);
  const groups = createAgedCache<readonly string[]>(now);
  const lists = createAgedCache<readonly SlackGroup[]>(now);
  const directs = createAgedCache<string | undefined>(now);
  const inLarge = createAgedCache<boolean>(now);
  const publics = createAgedCache<boolean>(now);
  let limitedUntil = 0;

  /** @throws what isn't a refusal of Slack's */
  async function orUnreadable<T>(reading: Promise<T>): Promise<T | 'unreadable'> {
    try {
      return await reading;
    } catch (error) {
      limitedUntil = Math.max(limitedUntil, now() + (limitedMsOf(error) ?? 0));
      if (error instanceof UnknownMembership || slackRefusal(error)) return 'unreadable';
      throw error;
    }
  }

  const channelMembers = (channel: string) =>
    orUnreadable(
      channels.get(channel, membershipMs, async () => {
        const page = await client.conversations.members({ channel, limit: memberPage });
        return { ids: page.members ?? [], complete: !page.response_metadata?.next_cursor };
      }),
    );

  /** The bot's direct messages have one other member. `conversations.open` finds them without a scope to read them. */
  async function isInDirect(channel: string, user: string): Promise<Membership> {
    const own = await orUnreadable(
      directs.get(user, membershipMs, async () => (await client.conversations.open({ users: user })).channel?.id),
    );
    return own === 'unreadable' ? own : own === channel;
  }

  async function isInLarge(channel: string, user: string): Promise<Membership> {
    const key = `${channel} ${user}`;
    const found = await orUnreadable(inLarge.get(key, membershipMs, () => listsChannel(channel, user)));
    // Someone who joins a moment later must not be refused for a minute.
    if (found === false) inLarge.forget(key);
    return found;
  }

  /** @throws UnknownMembership after too many pages */
  async function listsChannel(channel: string, user: string): Promise<boolean> {
    let cursor: string | undefined;
    for (let page = 0; page < maxConversationPages; page += 1) {
      const reply = await client.users.conversations({
        user,
        types: 'public_channel,private_channel',
        limit: conversationPage,
        ...(cursor ? { cursor } : {}),
      });
      if (reply.channels?.some(({ id }) => id === channel)) return true;
      cursor = reply.response_metadata?.next_cursor || undefined;
      if (!cursor) return false;
    }
    throw new UnknownMembership();
  }

  return {
    channelMembers,
    limitedMs: () => (limitedUntil > now() ? limitedUntil - now() : undefined),
    isPublic: (channel) =>
      orUnreadable(
        publics.get(channel, membershipMs, async () => {
          const { channel: info } = await client.conversations.info({ channel });
          return info?.is_private === false && !info.is_im && !info.is_mpim;
        }),
      ),
    groupMembers: (group) =>
      orUnreadable(
        groups.get(group, membershipMs, async () => {
          return (await client.usergroups.users.list({ usergroup: group })).users ?? [];
        }),
      ),
    userGroups: () =>
      orUnreadable(
        lists.get('', membershipMs, async () =>
          ((await client.usergroups.list()).usergroups ?? []).flatMap(({ id, handle = '', name = handle }) =>
            id === undefined ? [] : [{ id, handle, name }],
          ),
        ),
      ),
    async isInChannel(channel, user) {
      if (isDirectMessage(channel)) return isInDirect(channel, user);
      const kept = await channelMembers(channel);
      if (kept === 'unreadable') return kept;
      if (kept.ids.includes(user)) return true;
      if (!kept.complete) return isInLarge(channel, user);
      // A kept list says nothing about someone who has joined since.
      channels.forget(channel);
      const fresh = await channelMembers(channel);
      if (fresh === 'unreadable' || fresh.ids.includes(user)) return fresh === 'unreadable' ? fresh : true;
      return fresh.complete ? false : isInLarge(channel, user);
    },
  };
}

class UnknownMembership extends Error {}
