import { stringOf } from '../json-values.ts';
import type { JsonRecord } from '../page-protocol.ts';
import { SlackRefusal, type SlackState } from '../slack-state.ts';
import { channelOf, directChannel, messageOf, repliesTo, showMessage } from '../workspace/channel-messages.ts';
import type { Channel, WorkspacePerson } from '../workspace/workspace.ts';
import { type Method, method, page } from './method.ts';

const kindScopes = { public: 'channels', private: 'groups', direct: 'im' } as const;

function byKind(right: 'read' | 'history', run: Method['run']): Method {
  return {
    scopes: (args, sim) => {
      const channel = sim.workspace.channels.get(stringOf(args.channel));
      return channel
        ? [`${kindScopes[channel.kind]}:${right}`]
        : Object.values(kindScopes).map((kind) => `${kind}:${right}`);
    },
    run,
  };
}

function showChannel(sim: SlackState, channel: Channel, args: JsonRecord): JsonRecord {
  const { bot, people } = sim.workspace;
  const other = [...channel.members].find((id) => id !== bot.user);
  const shared = [...channel.members].some((id) => people.get(id)?.kind === 'stranger');
  const common = {
    id: channel.id,
    created: 1_600_000_000,
    is_archived: channel.archived,
    is_im: channel.kind === 'direct',
    is_mpim: false,
    ...(args.include_num_members === true ? { num_members: channel.members.size } : {}),
  };
  if (channel.kind === 'direct')
    return { ...common, user: other, is_user_deleted: people.get(other ?? '')?.deleted ?? false };
  return {
    ...common,
    name: channel.name,
    name_normalized: channel.name,
    is_channel: channel.kind === 'public',
    is_group: channel.kind === 'private',
    is_private: channel.kind === 'private',
    is_general: channel.name === 'general',
    is_member: channel.members.has(bot.user),
    is_shared: shared,
    is_ext_shared: shared,
    is_org_shared: false,
    topic: { value: channel.topic, creator: '', last_set: 0 },
    purpose: { value: '', creator: '', last_set: 0 },
    context_team_id: sim.workspace.team.id,
  };
}

const listTypes = { public: 'public_channel', private: 'private_channel', direct: 'im' } as const;
const typeScopes: Readonly<Record<string, string>> = {
  public_channel: 'channels:read',
  private_channel: 'groups:read',
  im: 'im:read',
  mpim: 'mpim:read',
};

function typesOf(args: JsonRecord): readonly string[] {
  return stringOf(args.types, 'public_channel')
    .split(',')
    .map((type) => type.trim());
}

function listed(sim: SlackState, args: JsonRecord, only: (channel: Channel) => boolean): JsonRecord {
  const types = typesOf(args);
  if (types.some((type) => typeScopes[type] === undefined)) throw new SlackRefusal('invalid_types');
  const all = [...sim.workspace.channels.values()]
    .filter((channel) => types.includes(listTypes[channel.kind]))
    .filter((channel) => channel.kind === 'public' || channel.members.has(sim.workspace.bot.user))
    .filter((channel) => !(args.exclude_archived === true && channel.archived))
    .filter(only);
  const { part, response_metadata } = page(all, args);
  return { channels: part.map((channel) => showChannel(sim, channel, args)), response_metadata };
}

/** Returns the scopes for the types of a list: only the first missing scope, or all if none is missing. */
function listScopes(args: JsonRecord, sim: SlackState): readonly string[] {
  const needed = typesOf(args).flatMap((type) => typeScopes[type] ?? []);
  const missing = needed.find((scope) => sim.installed.scopes !== null && !sim.installed.scopes.has(scope));
  return missing === undefined ? needed : [missing];
}

/** Returns a person's conversations. Private conversations are included only if the bot is a member. */
function conversationsOf(sim: SlackState, args: JsonRecord): JsonRecord {
  const user = stringOf(args.user, sim.workspace.bot.user);
  if (!sim.workspace.people.has(user)) throw new SlackRefusal('user_not_found');
  return listed(sim, args, (channel) => channel.members.has(user));
}

function members(sim: SlackState, args: JsonRecord): JsonRecord {
  const channel = channelOf(sim, stringOf(args.channel));
  const { part, response_metadata } = page([...channel.members], args);
  return { members: part, response_metadata };
}

function join(sim: SlackState, args: JsonRecord): JsonRecord {
  const channel = channelOf(sim, stringOf(args.channel));
  if (channel.kind !== 'public') throw new SlackRefusal('method_not_supported_for_channel_type');
  if (channel.archived) throw new SlackRefusal('is_archived');
  channel.members.add(sim.workspace.bot.user);
  sim.journal.touch('channels');
  return { channel: showChannel(sim, channel, args) };
}

function openDirect(sim: SlackState, args: JsonRecord): JsonRecord {
  const users = stringOf(args.users)
    .split(',')
    .filter((id) => id !== '');
  const [user] = users;
  if (args.channel !== undefined) return { channel: { id: channelOf(sim, stringOf(args.channel)).id } };
  if (!user || users.length > 1)
    throw new SlackRefusal(users.length > 1 ? 'too_many_users' : 'users_list_not_supplied');
  const person = sim.workspace.people.get(user);
  if (!person) throw new SlackRefusal('user_not_found');
  if (person.deleted) throw new SlackRefusal('user_disabled');
  const channel = directChannel(sim, user);
  return {
    no_op: false,
    already_open: false,
    channel: args.return_im === true ? showChannel(sim, channel, {}) : { id: channel.id },
  };
}

function history(sim: SlackState, args: JsonRecord): JsonRecord {
  const channel = channelOf(sim, stringOf(args.channel));
  if (!channel.members.has(sim.workspace.bot.user)) throw new SlackRefusal('not_in_channel');
  const oldest = Number(args.oldest ?? 0);
  const latest = Number(args.latest ?? Number.POSITIVE_INFINITY);
  const inside = (ts: string) =>
    args.inclusive === true ? Number(ts) >= oldest && Number(ts) <= latest : Number(ts) > oldest && Number(ts) < latest;
  const all = sim.workspace.messages
    .filter((one) => one.channel === channel.id && one.ephemeralFor === null && one.threadTs === null && inside(one.ts))
    .toReversed();
  const { part, response_metadata } = page(all, args);
  return {
    messages: part.map((one) => showMessage(sim, one)),
    has_more: response_metadata.next_cursor !== '',
    response_metadata,
  };
}

function replies(sim: SlackState, args: JsonRecord): JsonRecord {
  const channel = channelOf(sim, stringOf(args.channel));
  if (!channel.members.has(sim.workspace.bot.user)) throw new SlackRefusal('not_in_channel');
  const hasParent = sim.workspace.messages.some((one) => one.channel === channel.id && one.ts === args.ts);
  if (!hasParent) throw new SlackRefusal('thread_not_found');
  const parent = messageOf(sim, channel.id, stringOf(args.ts));
  const { part, response_metadata } = page([parent, ...repliesTo(sim, parent)], args);
  return {
    messages: part.map((one) => showMessage(sim, one)),
    has_more: response_metadata.next_cursor !== '',
    response_metadata,
  };
}

function offset(sim: SlackState, timeZone: string): number {
  const name = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(sim.now())
    .find((part) => part.type === 'timeZoneName')?.value;
  const match = /GMT([+-])(\d+):(\d+)/.exec(name ?? '');
  if (!match) return 0;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 3600 + Number(match[3]) * 60);
}

function showPerson(sim: SlackState, person: WorkspacePerson, args: JsonRecord): JsonRecord {
  const guest = person.kind === 'guest' || person.kind === 'single_channel_guest';
  const stranger = person.kind === 'stranger';
  return {
    id: person.id,
    team_id: person.teamId,
    name: person.name,
    deleted: person.deleted,
    real_name: person.realName,
    ...(person.deleted
      ? {}
      : { tz: person.timeZone, tz_label: person.timeZone, tz_offset: offset(sim, person.timeZone) }),
    profile: {
      real_name: person.realName,
      real_name_normalized: person.realName,
      display_name: person.name,
      display_name_normalized: person.name,
      team: person.teamId,
      ...(person.kind === 'bot' ? { bot_id: `B${person.id.slice(1)}` } : {}),
    },
    is_bot: person.kind === 'bot',
    is_app_user: person.appUser,
    updated: 1_700_000_000,
    ...(stranger
      ? { is_stranger: true }
      : {
          is_admin: person.admin,
          is_owner: false,
          is_primary_owner: false,
          is_restricted: guest,
          is_ultra_restricted: person.kind === 'single_channel_guest',
        }),
    ...(args.include_locale === true ? { locale: person.locale } : {}),
  };
}

function userInfo(sim: SlackState, args: JsonRecord): JsonRecord {
  const person = sim.workspace.people.get(stringOf(args.user));
  if (!person) throw new SlackRefusal('user_not_found');
  return { user: showPerson(sim, person, args) };
}

function userList(sim: SlackState, args: JsonRecord): JsonRecord {
  const own = [...sim.workspace.people.values()].filter((person) => person.kind !== 'stranger');
  const { part, response_metadata } = page(own, args);
  return { members: part.map((person) => showPerson(sim, person, args)), response_metadata };
}

function groupList(sim: SlackState, args: JsonRecord): JsonRecord {
  const usergroups = [...sim.workspace.groups.values()].map((group) => ({
    id: group.id,
    team_id: sim.workspace.team.id,
    is_usergroup: true,
    name: group.name,
    handle: group.handle,
    description: '',
    date_delete: 0,
    ...(args.include_users === true ? { users: group.members } : {}),
    ...(args.include_count === true ? { user_count: group.members.length } : {}),
  }));
  return { usergroups };
}

function groupUsers(sim: SlackState, args: JsonRecord): JsonRecord {
  const group = sim.workspace.groups.get(stringOf(args.usergroup));
  if (!group) throw new SlackRefusal('no_such_subteam');
  return { users: group.members };
}

export const peopleMethods = {
  'conversations.info': byKind('read', (sim, args) => ({
    channel: showChannel(sim, channelOf(sim, stringOf(args.channel)), args),
  })),
  'conversations.members': byKind('read', members),
  'conversations.history': byKind('history', history),
  'conversations.replies': byKind('history', replies),
  'conversations.list': { scopes: listScopes, run: (sim, args) => listed(sim, args, () => true) },
  'conversations.join': method(['channels:join'], join),
  'conversations.open': method(['im:write'], openDirect),
  'users.conversations': { scopes: listScopes, run: conversationsOf },
  'users.info': method(['users:read'], userInfo),
  'users.list': method(['users:read'], userList),
  'usergroups.list': method(['usergroups:read'], groupList),
  'usergroups.users.list': method(['usergroups:read'], groupUsers),
  'team.info': method(['team:read'], (sim) => ({ team: { ...sim.workspace.team, email_domain: '' } })),
} satisfies { readonly [name: string]: Method };
