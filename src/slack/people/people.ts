import type { WebClient } from '@slack/web-api';
import type { Person } from '../../core/command/context.ts';
import type { Actor } from '../../core/policy/decide.ts';
import type { Groups } from '../../core/policy/policy.ts';
import type { People } from '../../operations/shared/services.ts';
import { slackRefusal } from '../app/slack-errors.ts';
import { createMembershipReader } from './membership.ts';
import { createProfiles } from './profiles.ts';

/** The profile of someone who asks or presses is at most this old, in ms: a member may have become a guest. */
const actorProfileMs = 60_000;
/** Those who could approve are only counted and mentioned; whoever presses is read again. In ms. */
const candidateProfileMs = 10 * 60_000;
/** Of a large channel only so many members are looked at to find one who could decide. */
const mostLookedAt = 60;

/** What Slack says about people: profiles, channels and user groups, each kept for a short while. */
export function createPeople(options: {
  readonly client: WebClient;
  readonly now: () => number;
  /** The workspace of the bot, empty until it is known: anybody else is a stranger (Slack Connect). */
  readonly team: () => string;
  /** The user groups that the policy names. */
  readonly groups: readonly string[];
}): People {
  const { client, now } = options;
  const profiles = createProfiles(client, now, options.team);
  const membership = createMembershipReader(client, now);

  async function groupsOf(id: string): Promise<Groups> {
    const found = await Promise.all(
      options.groups.map(async (group) => ({ group, members: await membership.groupMembers(group) })),
    );
    // A group that is gone must not keep those out whom another group lets in.
    const unreadable = found.filter(({ members }) => members === 'unreadable').map(({ group }) => group);
    const mine = found
      .filter(({ members }) => members !== 'unreadable' && members.includes(id))
      .map(({ group }) => group);
    return unreadable.length === 0 ? mine : { in: mine, unreadable };
  }

  return {
    person: (id) => profiles.read(id, actorProfileMs),
    known: profiles.last,
    async actor(who, channel): Promise<Actor> {
      const [groups, inChannel] = await Promise.all([groupsOf(who.id), membership.isInChannel(channel, who.id)]);
      return { person: who, groups, inChannel };
    },
    /** Never kept: someone who has just invited the bot tries again at once. */
    async cannotPost(channel) {
      if (channel.startsWith('D')) return false;
      try {
        return (await client.conversations.info({ channel })).channel?.is_member === false;
      } catch (error) {
        const refusal = slackRefusal(error);
        // A private channel without the bot doesn't exist for it.
        if (refusal) return refusal.fault === 'not-in-channel';
        throw error;
      }
    },
    async candidates({ channel, users = [], groups = [] }) {
      const lists = await Promise.all([
        ...groups.map(membership.groupMembers),
        ...(channel === undefined ? [] : [membership.channelMembers(channel)]),
      ]);
      const ids = new Set(users);
      for (const list of lists) {
        if (list === 'unreadable') return 'unreadable';
        for (const id of 'ids' in list ? list.ids : list) ids.add(id);
      }
      const found: Pick<Person, 'id' | 'standing'>[] = [];
      for (const id of [...ids].slice(0, mostLookedAt))
        found.push(await profiles.read(id, candidateProfileMs).catch(() => gone(id)));
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
