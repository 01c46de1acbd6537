import { checkPayload } from '../check/check-payload.ts';
import { commandPayload } from '../delivery/interaction-payloads.ts';
import { postAnswer } from '../delivery/response-url.ts';
import { isJson, objectOf } from '../json-values.ts';
import type { PageActed } from '../page-protocol.ts';
import { SlackRefusal } from '../slack-state.ts';
import { slackbotUser } from '../slackbot/slackbot.ts';
import { change, directChannel, parentOf, post } from '../workspace/channel-messages.ts';
import { showView } from '../workspace/open-views.ts';
import { typedCommand, typedMessage } from '../workspace/typed-text.ts';
import type { Channel, StoredMessage, WorkspacePerson } from '../workspace/workspace.ts';
import { failed, type Refused, refuse, type Stage } from './action-stage.ts';

function opened(stage: Stage, person: WorkspacePerson, id: string): Channel | Refused {
  const channel = stage.sim.workspace.channels.get(id);
  if (!channel || (channel.kind !== 'public' && !channel.members.has(person.id)))
    return refuse('channel_not_found', 'That conversation is not there.');
  if (!channel.members.has(person.id)) return refuse('not_in_channel', `Join #${channel.name} to type here.`);
  return channel.archived ? refuse('is_archived', 'That channel is archived.') : channel;
}

function refuseWithNotice(stage: Stage, person: WorkspacePerson, channel: string, error: string, say: string): Refused {
  stage.sim.journal.notice(person.id, channel, say);
  return refuse(error, say);
}

/** Sends `/command words`. Commands don't work in threads, nor for people of other workspaces. */
export async function slash(
  stage: Stage,
  person: WorkspacePerson,
  typed: { readonly channel: string; readonly text: string; readonly threadTs?: string | undefined },
): Promise<PageActed> {
  const { sim } = stage;
  const channel = opened(stage, person, typed.channel);
  if ('ok' in channel) return channel;
  const [, command = '', rest = ''] = /^(\/\S*)\s*([\s\S]*)$/.exec(typed.text.trim()) ?? [];
  const { commands } = sim.installed;
  const installed = commands?.find((one) => one.command === command);
  if (command === '' || (commands && !installed) || person.kind === 'stranger' || person.kind === 'bot')
    return refuseWithNotice(
      stage,
      person,
      channel.id,
      'invalid_command',
      `\`${command}\` is not a valid command. In Slack, all messages that start with the "/" character are interpreted as commands.`,
    );
  if (typed.threadTs !== undefined && typed.threadTs !== '')
    return refuseWithNotice(
      stage,
      person,
      channel.id,
      'not_in_threads',
      `${command} is not supported in threads. Sorry!`,
    );
  const text = typedCommand(sim.workspace, rest.trim(), installed?.escapes ?? false);
  const payload = commandPayload(sim, person, channel, { command, text });
  const ack = await stage.deliver({ kind: 'slash_commands', name: command, payload });
  if (!ack.ok) return failed(stage, person, channel.id, command, ack);
  return answered(stage, person, channel, command, ack.body);
}

function answered(stage: Stage, person: WorkspacePerson, channel: Channel, command: string, body: unknown): PageActed {
  if (body === '' || body === undefined || body === null || (isJson(body) && Object.keys(body).length === 0))
    return { ok: true };
  const message = typeof body === 'string' ? { text: body } : body;
  const wrong = isJson(message) && 'response_action' in message;
  const faults = wrong
    ? [{ error: 'invalid_payload', path: '/response_action', why: 'answers views, not commands' }]
    : checkPayload('ack', message);
  stage.sim.journal.fault(`ack of ${command}`, body, faults);
  if (faults[0])
    return refuseWithNotice(
      stage,
      person,
      channel.id,
      faults[0].error,
      `${command} failed with the error "invalid_command_response"`,
    );
  try {
    const posted = postAnswer(stage.sim, { user: person.id, channel: channel.id }, objectOf(message));
    return { ok: true, ts: posted.ts };
  } catch (error) {
    if (error instanceof SlackRefusal)
      return refuseWithNotice(
        stage,
        person,
        channel.id,
        error.code,
        `${command} failed with the error "${error.code}"`,
      );
    throw error;
  }
}

/** Posts a message. The bot is notified of mentions and direct messages. */
export async function say(
  stage: Stage,
  person: WorkspacePerson,
  typed: { readonly channel: string; readonly text: string; readonly threadTs?: string | undefined },
): Promise<PageActed> {
  const { sim } = stage;
  const channel = opened(stage, person, typed.channel);
  if ('ok' in channel) return channel;
  if (typed.text.trim() === '') return refuse('no_text', 'The message is empty.');
  try {
    const threadTs = parentOf(sim, channel.id, typed.threadTs);
    const text = typedMessage(sim.workspace, typed.text);
    const message = post(sim, { channel: channel.id, user: person.id, text, threadTs });
    await hear(stage, person, channel, message);
    return { ok: true, ts: message.ts };
  } catch (error) {
    if (error instanceof SlackRefusal) return refuse(error.code, 'That thread is not there.');
    throw error;
  }
}

/** Edits a person's message. The bot gets a mention again, but a direct message as changed (docs/slack.md#mentions). */
export async function rewrite(
  stage: Stage,
  person: WorkspacePerson,
  edit: { readonly channel: string; readonly ts: string; readonly text: string },
): Promise<PageActed> {
  const { sim } = stage;
  const channel = opened(stage, person, edit.channel);
  if ('ok' in channel) return channel;
  const message = sim.workspace.messages.find(({ channel: id, ts }) => id === channel.id && ts === edit.ts);
  if (message?.user !== person.id) return refuse('cant_update_message', 'That is not there any more.');
  change(sim, message, { text: typedMessage(sim.workspace, edit.text) });
  await hear(stage, person, channel, message, { user: person.id, ts: sim.ids.ts() });
  return { ok: true, ts: message.ts };
}

const subscriptions = { public: 'message.channels', private: 'message.groups', direct: 'message.im' } as const;
const channelTypes = { public: 'channel', private: 'group', direct: 'im' } as const;

async function hear(
  stage: Stage,
  person: WorkspacePerson,
  channel: Channel,
  message: StoredMessage,
  edited?: { readonly user: string; readonly ts: string },
): Promise<void> {
  const { sim, events } = stage;
  const { bot, team } = sim.workspace;
  if (channel.members.has(slackbotUser)) {
    const text = 'The simulated Slackbot reads no sentences. Choose a tool in its first message.';
    post(sim, { channel: channel.id, user: slackbotUser, text, threadTs: message.threadTs });
    return;
  }
  const mentioned = message.text.includes(`<@${bot.user}>`);
  if (!channel.members.has(bot.user)) {
    if (mentioned)
      sim.journal.notice(person.id, channel.id, `You mentioned @portolan, but they’re not in this channel.`);
    return;
  }
  const event = {
    user: person.id,
    ts: message.ts,
    ...(person.kind === 'bot' ? { bot_id: `B${person.id.slice(1)}` } : { client_msg_id: `client-${message.ts}` }),
    text: message.text,
    team: person.teamId,
    ...(message.threadTs === null ? {} : { thread_ts: message.threadTs }),
    channel: channel.id,
    event_ts: message.ts,
    ...(person.teamId === team.id ? {} : { user_team: person.teamId, source_team: person.teamId }),
    ...(edited ? { edited } : {}),
  };
  if (mentioned && channel.kind !== 'direct') await events.emit('app_mention', { type: 'app_mention', ...event });
  const place = { channel: channel.id, channel_type: channelTypes[channel.kind] };
  const plain = edited
    ? { ...place, type: 'message', subtype: 'message_changed', hidden: true, ts: edited.ts, message: event }
    : { type: 'message', ...event, ...place };
  if (channel.kind !== 'direct' || sim.installed.directMessages) {
    const wanted = sim.installed.events?.has(subscriptions[channel.kind]) ?? channel.kind === 'direct';
    if (wanted) await events.emit(subscriptions[channel.kind], plain);
  }
}

export async function openHome(stage: Stage, person: WorkspacePerson): Promise<PageActed> {
  const { sim, events } = stage;
  if (!sim.installed.home) return refuse('not_enabled', 'This app has no Home tab.');
  if (person.kind === 'stranger')
    return refuse('not_enabled', 'Only people of this workspace can open the Home tab of its apps.');
  const channel = directChannel(sim, person.id);
  const ts = sim.ids.ts();
  const view = sim.workspace.views.get(sim.workspace.homes.get(person.id) ?? '');
  await events.emit('app_home_opened', {
    type: 'app_home_opened',
    user: person.id,
    channel: channel.id,
    tab: 'home',
    event_ts: ts,
    ...(view ? { view: showView(sim, view) } : {}),
  });
  return { ok: true, channel: channel.id };
}
