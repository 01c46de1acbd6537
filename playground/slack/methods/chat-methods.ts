import { objectsOf, stringOf } from '../json-values.ts';
import type { JsonRecord } from '../page-protocol.ts';
import { SlackRefusal, type SlackState } from '../slack-state.ts';
import {
  change,
  channelOf,
  checkImages,
  mayPost,
  messageOf,
  parentOf,
  post,
  remove,
  showMessage,
  textOf,
} from '../workspace/channel-messages.ts';
import type { Channel, StoredMessage } from '../workspace/workspace.ts';
import { type Method, method, mustHave, mustPass } from './method.ts';

/** `chat.*` (docs/slack.md#messages). */

function writable(sim: SlackState, args: JsonRecord): Channel {
  const channel = channelOf(sim, stringOf(args.channel));
  if (channel.kind === 'direct' && !sim.installed.directMessages) throw new SlackRefusal('messages_tab_disabled');
  mayPost(sim, channel, args.thread_ts);
  return channel;
}

function warnings(args: JsonRecord): JsonRecord {
  const missing = Array.isArray(args.blocks) && args.blocks.length > 0 && stringOf(args.text) === '';
  const all = { warnings: ['missing_text_in_message'] };
  return missing ? { warning: 'missing_text_in_message', response_metadata: all } : {};
}

function blocksOf(args: JsonRecord): readonly JsonRecord[] {
  if (typeof args.markdown_text === 'string') return [{ type: 'markdown', text: args.markdown_text }];
  return objectsOf(args.blocks);
}

function customized(sim: SlackState, args: JsonRecord): void {
  const custom = ['username', 'icon_emoji', 'icon_url'].some((key) => args[key] !== undefined);
  const { scopes } = sim.installed;
  if (custom && scopes !== null && !scopes.has('chat:write.customize'))
    throw new SlackRefusal('missing_scope', { needed: 'chat:write.customize', provided: [...scopes].join(',') });
}

function postMessage(sim: SlackState, args: JsonRecord): JsonRecord {
  mustHave(args, 'channel');
  mustPass(sim, 'chat.postMessage', 'message', args);
  customized(sim, args);
  const channel = writable(sim, args);
  const threadTs = parentOf(sim, channel.id, args.thread_ts);
  checkImages(sim, args.blocks);
  const message = post(sim, {
    channel: channel.id,
    user: sim.workspace.bot.user,
    text: textOf(args),
    blocks: blocksOf(args),
    threadTs,
    broadcast: args.reply_broadcast === true,
    ...(args.metadata === undefined ? {} : { metadata: objectsOf([args.metadata])[0] ?? null }),
  });
  return { channel: channel.id, ts: message.ts, message: showMessage(sim, message), ...warnings(args) };
}

function postEphemeral(sim: SlackState, args: JsonRecord): JsonRecord {
  mustHave(args, 'channel', 'user');
  mustPass(sim, 'chat.postEphemeral', 'ephemeral', args);
  customized(sim, args);
  const channel = writable(sim, args);
  const user = stringOf(args.user);
  if (!sim.workspace.people.has(user)) throw new SlackRefusal('user_not_found');
  if (!channel.members.has(user)) throw new SlackRefusal('user_not_in_channel');
  const threadTs = parentOf(sim, channel.id, args.thread_ts);
  checkImages(sim, args.blocks);
  const message = post(sim, {
    channel: channel.id,
    user: sim.workspace.bot.user,
    text: textOf(args),
    blocks: blocksOf(args),
    threadTs,
    ephemeralFor: user,
  });
  return { message_ts: message.ts, ...warnings(args) };
}

/** Returns the bot's message. An ephemeral message can't be changed or deleted by its timestamp. */
function ownMessage(sim: SlackState, args: JsonRecord, otherwise: string): StoredMessage {
  const channel = channelOf(sim, stringOf(args.channel));
  const message = messageOf(sim, channel.id, stringOf(args.ts));
  if (message.ephemeralFor !== null) throw new SlackRefusal('message_not_found');
  if (!message.byBot) throw new SlackRefusal(otherwise);
  return message;
}

function update(sim: SlackState, args: JsonRecord): JsonRecord {
  mustHave(args, 'channel', 'ts');
  mustPass(sim, 'chat.update', 'update', args);
  const message = ownMessage(sim, args, 'cant_update_message');
  if (sim.workspace.channels.get(message.channel)?.archived) throw new SlackRefusal('is_inactive');
  checkImages(sim, args.blocks);
  // An update with only text removes the blocks; an update with only blocks keeps the text.
  const isTextKept = args.text === undefined && args.markdown_text === undefined;
  change(sim, message, { ...(isTextKept ? {} : { text: textOf(args) }), blocks: blocksOf(args) });
  const shown = showMessage(sim, message);
  return { channel: message.channel, ts: message.ts, text: message.text, message: shown, ...warnings(args) };
}

function deleteMessage(sim: SlackState, args: JsonRecord): JsonRecord {
  mustHave(args, 'channel', 'ts');
  const message = ownMessage(sim, args, 'cant_delete_message');
  remove(sim, message);
  return { channel: message.channel, ts: message.ts };
}

function getPermalink(sim: SlackState, args: JsonRecord): JsonRecord {
  mustHave(args, 'channel', 'message_ts');
  const channel = channelOf(sim, stringOf(args.channel));
  const message = messageOf(sim, channel.id, stringOf(args.message_ts));
  if (message.ephemeralFor !== null) throw new SlackRefusal('message_not_found');
  const { domain } = sim.workspace.team;
  const thread = message.threadTs === null ? '' : `?thread_ts=${message.threadTs}&cid=${channel.id}`;
  const place = `archives/${channel.id}/p${message.ts.replace('.', '')}`;
  return { channel: channel.id, permalink: `https://${domain}.slack.com/${place}${thread}` };
}

const write = ['chat:write'];

export const chatMethods = {
  'chat.postMessage': method(write, postMessage),
  'chat.postEphemeral': method(write, postEphemeral),
  'chat.update': method(write, update),
  'chat.delete': method(write, deleteMessage),
  'chat.getPermalink': method([], getPermalink),
} satisfies { readonly [name: string]: Method };
