import { listOf, objectOf, objectsOf, stringOf } from '../json-values.ts';
import type { JsonRecord } from '../page-protocol.ts';
import { timeOf } from '../slack-ids.ts';
import { SlackRefusal, type SlackState } from '../slack-state.ts';
import { statesOf } from './input-values.ts';
import { showableFile } from './stored-files.ts';
import { pings } from './typed-text.ts';
import type { Channel, StoredMessage } from './workspace.ts';

export type Draft = {
  readonly channel: string;
  readonly user: string;
  readonly text: string;
  readonly blocks?: readonly JsonRecord[];
  readonly files?: readonly string[];
  readonly threadTs?: string | null;
  readonly broadcast?: boolean;
  readonly ephemeralFor?: string | null;
  readonly metadata?: JsonRecord | null;
};

/** Adds a `block_id` or `action_id` to blocks and elements without one, as Slack does. */
export function withIds(sim: SlackState, blocks: readonly JsonRecord[]): readonly JsonRecord[] {
  const name = () => sim.ids.make('').slice(-5);
  const withAction = (element: JsonRecord): JsonRecord =>
    element.action_id === undefined &&
    element.type !== 'image' &&
    !['plain_text', 'mrkdwn'].includes(String(element.type))
      ? { ...element, action_id: name() }
      : element;
  return blocks.map((block) => ({
    ...block,
    block_id: block.block_id ?? name(),
    ...(block.element === undefined ? {} : { element: withAction(objectOf(block.element)) }),
    ...(block.accessory === undefined ? {} : { accessory: withAction(objectOf(block.accessory)) }),
    ...(block.type === 'actions' ? { elements: objectsOf(block.elements).map(withAction) } : {}),
    ...(block.child_blocks === undefined ? {} : { child_blocks: withIds(sim, objectsOf(block.child_blocks)) }),
  }));
}

/** Returns the conversation. @throws `channel_not_found`, also for a private conversation without the bot */
export function channelOf(sim: SlackState, id: string): Channel {
  const { channels, people, bot } = sim.workspace;
  if (people.has(id) && id !== bot.user) return directChannel(sim, id);
  const channel = channels.get(id);
  if (!channel || (channel.kind !== 'public' && !channel.members.has(bot.user)))
    throw new SlackRefusal('channel_not_found');
  return channel;
}

export function directChannel(sim: SlackState, user: string): Channel {
  const { channels, bot } = sim.workspace;
  const open = [...channels.values()].find(
    (one) => one.kind === 'direct' && one.members.has(user) && one.members.has(bot.user),
  );
  if (open) return open;
  const members = new Set([user, bot.user]);
  const channel: Channel = {
    id: `D0${user.slice(1)}`,
    name: user,
    kind: 'direct',
    members,
    topic: '',
    archived: false,
  };
  channels.set(channel.id, channel);
  sim.journal.touch('channels');
  return channel;
}

/** Refuses a post with `is_archived`, `not_in_channel`, or because of the channel's settings. */
export function mayPost(sim: SlackState, channel: Channel, threadTs?: unknown): void {
  const restriction = sim.faults.restrictionOf(channel.id, typeof threadTs === 'string' && threadTs !== '');
  if (restriction !== undefined) throw new SlackRefusal(restriction);
  if (channel.archived) throw new SlackRefusal('is_archived');
  const open = channel.kind === 'public' && (sim.installed.scopes?.has('chat:write.public') ?? false);
  if (!channel.members.has(sim.workspace.bot.user) && !open) throw new SlackRefusal('not_in_channel');
}

export function messageOf(sim: SlackState, channel: string, ts: string): StoredMessage {
  const message = sim.workspace.messages.find((one) => one.channel === channel && one.ts === ts);
  if (!message) throw new SlackRefusal('message_not_found');
  return message;
}

/** Returns the parent of a reply. Refuses replies to replies, to ephemeral messages and to deleted ones. */
export function parentOf(sim: SlackState, channel: string, threadTs: unknown): string | null {
  if (typeof threadTs !== 'string' || threadTs === '') return null;
  const parent = sim.workspace.messages.find((one) => one.channel === channel && one.ts === threadTs);
  if (!parent) throw new SlackRefusal('thread_not_found');
  if (parent.ephemeralFor !== null || parent.threadTs !== null) throw new SlackRefusal('cannot_reply_to_message');
  return parent.ts;
}

/** Refuses images of files that can't be shown: unknown files, no image, somebody else's, or not processed yet. */
export function checkImages(sim: SlackState, blocks: unknown): void {
  const wrong = imagesIn(blocks, []).filter(({ file }) => !showableFile(sim, file));
  if (wrong.length === 0) return;
  const messages = wrong.map(({ path }) => `[ERROR] invalid slack file [json-pointer:/blocks${path}/slack_file]`);
  throw new SlackRefusal('invalid_blocks', { response_metadata: { messages } });
}

function imagesIn(value: unknown, path: readonly (string | number)[]): readonly { file: JsonRecord; path: string }[] {
  if (Array.isArray(value)) return listOf(value).flatMap((one, index) => imagesIn(one, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  const here = objectOf(value);
  const own =
    here.slack_file === undefined ? [] : [{ file: objectOf(here.slack_file), path: path.map((p) => `/${p}`).join('') }];
  return [...own, ...Object.entries(here).flatMap(([key, one]) => imagesIn(one, [...path, key]))];
}

/** Posts a message. An ephemeral message in a thread without replies isn't shown (docs/slack.md#messages). */
export function post(sim: SlackState, draft: Draft): StoredMessage {
  const ts = sim.ids.ts();
  const blocks = withIds(sim, draft.blocks ?? []);
  const threadTs = draft.threadTs ?? null;
  const ephemeralFor = draft.ephemeralFor ?? null;
  const begun = sim.workspace.messages.some(
    (one) => one.channel === draft.channel && one.threadTs === threadTs && one.ephemeralFor === null,
  );
  const message: StoredMessage = {
    channel: draft.channel,
    ts,
    user: draft.user,
    byBot: draft.user === sim.workspace.bot.user,
    text: draft.text,
    blocks,
    files: draft.files ?? [],
    threadTs,
    broadcast: threadTs !== null && draft.broadcast === true,
    ephemeralFor,
    shown: ephemeralFor === null || threadTs === null || begun,
    metadata: draft.metadata ?? null,
    pings: ephemeralFor === null ? pings(draft.text, blocks) : [],
    editedAt: null,
    at: timeOf(ts),
    states: statesOf(blocks),
  };
  sim.workspace.messages.push(message);
  sim.journal.touch('messages');
  return message;
}

export function change(
  sim: SlackState,
  message: StoredMessage,
  to: { readonly text?: string; readonly blocks?: readonly JsonRecord[] },
): void {
  if (to.text !== undefined) message.text = to.text;
  if (to.blocks !== undefined) {
    message.blocks = withIds(sim, to.blocks);
    message.states = statesOf(message.blocks, message.states);
  }
  message.editedAt = sim.now();
  sim.journal.touch('messages');
}

export function remove(sim: SlackState, message: StoredMessage): void {
  const { messages } = sim.workspace;
  const kept = messages.filter(
    (one) => one !== message && !(one.channel === message.channel && one.threadTs === message.ts),
  );
  messages.splice(0, messages.length, ...kept);
  sim.journal.touch('messages');
}

export function visibleTo(sim: SlackState, channel: string, user: string): readonly StoredMessage[] {
  const conversation = sim.workspace.channels.get(channel);
  if (!conversation || (conversation.kind !== 'public' && !conversation.members.has(user))) return [];
  return sim.workspace.messages.filter(
    (one) => one.channel === channel && one.shown && (one.ephemeralFor === null || one.ephemeralFor === user),
  );
}

export function repliesTo(sim: SlackState, message: StoredMessage): readonly StoredMessage[] {
  return sim.workspace.messages.filter(
    (one) => one.channel === message.channel && one.threadTs === message.ts && one.ephemeralFor === null,
  );
}

export function showMessage(sim: SlackState, message: StoredMessage): JsonRecord {
  const { team, bot } = sim.workspace;
  const replies = repliesTo(sim, message);
  const threadTs = message.threadTs ?? (replies.length > 0 ? message.ts : undefined);
  return {
    type: 'message',
    ...(message.byBot ? { subtype: undefined, bot_id: bot.id, app_id: bot.app } : {}),
    user: message.user,
    text: message.text,
    ts: message.ts,
    team: team.id,
    blocks: message.blocks,
    ...(message.files.length > 0 ? { files: message.files.map((id) => ({ id })) } : {}),
    thread_ts: threadTs,
    ...(replies.length > 0 ? { reply_count: replies.length } : {}),
    ...(message.metadata === null ? {} : { metadata: message.metadata }),
    ...(message.editedAt === null
      ? {}
      : { edited: { user: message.user, ts: `${Math.floor(message.editedAt / 1000)}.000000` } }),
  };
}

export function textOf(args: JsonRecord): string {
  return stringOf(args.text, stringOf(args.markdown_text));
}
