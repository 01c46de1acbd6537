import type { WebClient } from '@slack/web-api';
import { isDirectMessage } from '../../core/command/direct-message.ts';
import type { Actor, Candidates } from '../../core/policy/decide.ts';
import type { Groups } from '../../core/policy/policy-decision.ts';
import { GroupsUnreadable, type People, ProfileUnreadable } from '../../operations/shared/services.ts';
import { refusalOrThrow, slackRefusal } from '../interaction/slack-errors.ts';
import { createMembershipReader, type MembershipReader } from './membership.ts';
import { createProfiles, type Profiles } from './profiles.ts';

/** The profile of someone who asks or presses is at most this old, in ms: a member may have become a guest. */
const actorProfileMs = 60_000;
/** Those who could approve are only counted and mentioned; the person who presses is read again. In ms. */
const candidateProfileMs = 10 * 60_000;
/** Of a large channel only so many members are looked at to find one who could decide. */
const mostLookedAt = 60;
/** So many profiles of candidates are read at a time (`users.info` allows about a hundred a minute). */
const lookers = 8;

/** What Slack says about people: profiles, channels and user groups, each kept for a short while. */
export function createPeople(options: {
  readonly client: WebClient;
  readonly now: () => number;
  /** The workspace of the bot, empty until it is known: anyone else is a stranger (Slack Connect). */
  readonly team: () => string;
  readonly groups: readonly string[];
}): People {
  const { client, now } = options;
  const profiles = createProfiles(client, now, options.team);
  const membership = createMembershipReader(client, now);

  async function groupsOf(id: string): Promise<Groups> {
    const found = await Promise.all(
      options.groups.map(async (group) => ({ group, members: await membership.groupMembers(group) })),
    );
    // A deleted group must not exclude people who are members of another group.
    const groupsWhere = (holds: (members: readonly string[] | 'unreadable') => boolean) =>
      found.filter(({ members }) => holds(members)).map(({ group }) => group);
    const unreadable = groupsWhere((members) => members === 'unreadable');
    const mine = groupsWhere((members) => members !== 'unreadable' && members.includes(id));
    return unreadable.length === 0 ? mine : { in: mine, unreadable, ...limited() };
  }

  /** What is said of something that couldn't be read: for how long Slack limits requests, where it does. */
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
    /** Never kept: someone who has just invited the bot tries again at once. */
    async cannotPost(channel) {
      if (isDirectMessage(channel)) return false;
      try {
        return (await client.conversations.info({ channel })).channel?.is_member === false;
      } catch (error) {
        // A private channel without the bot doesn't exist for it.
        return refusalOrThrow(error).fault === 'not-in-channel';
      }
    },
    sharedChannels: membership.sharedChannels,
    async userGroups() {
      const found = await membership.userGroups();
      if (found === 'unreadable') throw new GroupsUnreadable();
      return found;
    },
    async candidates(query) {
      const found = await findCandidates(membership, profiles, query);
      return { ...found, ...(found.others === 'unreadable' ? limited() : {}) };
    },
  };
}

type CandidateProfile = Candidates['people'][number];

/** Finds those who could decide: people and members that are named, until there are enough. */
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
  if (ids.size > mostLookedAt && others === 'none') others = 'more';
  const waiting = [...ids].filter((id) => id !== except).slice(0, mostLookedAt);
  const people: CandidateProfile[] = [];
  const isEnough = () => people.filter(({ standing }) => standing === 'member').length >= enough;
  /** One of several readers that work side by side, until enough people were found. */
  async function readOthers(): Promise<void> {
    for (let id = waiting.shift(); id !== undefined && !isEnough(); id = waiting.shift()) {
      const found = await readCandidate(profiles, id);
      if (found) people.push(found);
      else others = 'unreadable';
    }
  }
  await Promise.all(Array.from({ length: lookers }, readOthers));
  return { people, others };
}

/** Undefined for a profile that couldn't be read: that says nothing about the person. */
async function readCandidate(profiles: Profiles, id: string): Promise<CandidateProfile | undefined> {
  try {
    return await profiles.read(id, candidateProfileMs);
  } catch (error) {
    if (!(error instanceof ProfileUnreadable)) throw error;
    // There is no such person: the policy file may name someone who has never been here.
    return slackRefusal(error.cause)?.code === 'user_not_found' ? { id, standing: 'stranger' } : undefined;
  }
}
