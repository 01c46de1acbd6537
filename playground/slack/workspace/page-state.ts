import { objectOf, objectsOf, stringOf } from '../json-values.ts';
import type {
  JsonRecord,
  PageChannel,
  PageFile,
  PageMessage,
  PagePerson,
  PageState,
  PageView,
} from '../page-protocol.ts';
import type { SlackState } from '../slack-state.ts';
import { repliesTo, visibleTo } from './channel-messages.ts';
import { pageValues } from './input-values.ts';
import { stackOf } from './open-views.ts';
import { mimetypeOf } from './stored-files.ts';
import type { Channel, OpenView, StoredMessage, WorkspacePerson } from './workspace.ts';

function hueOf(id: string): number {
  return [...id].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 360, 7);
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => [...word][0]) : [...(words[0] ?? '')].slice(0, 2);
  return letters.join('').toUpperCase();
}

function showPerson(person: WorkspacePerson): PagePerson {
  return {
    id: person.id,
    name: person.name,
    realName: person.realName,
    kind: person.kind === 'single_channel_guest' ? 'guest' : person.kind,
    locale: person.locale,
    timeZone: person.timeZone,
    initials: initialsOf(person.realName),
    hue: hueOf(person.id),
  };
}

/** Whether a person's client lists the conversation. Guests and strangers see only their own. */
function lists(person: WorkspacePerson, channel: Channel): boolean {
  const own = channel.members.has(person.id);
  return own || (channel.kind === 'public' && person.kind === 'member');
}

function showChannel(sim: SlackState, person: WorkspacePerson, channel: Channel): PageChannel {
  const other = [...channel.members].find((id) => id !== person.id);
  return {
    id: channel.id,
    name: channel.kind === 'direct' ? (other ?? channel.name) : channel.name,
    kind: channel.kind,
    members: [...channel.members],
    botIsMember: channel.members.has(sim.workspace.bot.user),
    topic: channel.topic,
  };
}

function showFiles(sim: SlackState, message: StoredMessage): readonly PageFile[] {
  return message.files
    .map((id) => sim.workspace.files.get(id))
    .filter((file) => file !== undefined)
    .map((file) => ({
      id: file.id,
      name: file.name,
      title: file.title,
      mimetype: mimetypeOf(file),
      size: file.bytes?.length ?? 0,
      altText: file.altText,
    }));
}

function showMessage(sim: SlackState, message: StoredMessage): PageMessage {
  const replies = repliesTo(sim, message).length;
  return {
    channel: message.channel,
    ts: message.ts,
    user: message.user,
    text: message.text,
    blocks: message.blocks,
    files: showFiles(sim, message),
    threadTs: message.threadTs ?? (replies > 0 ? message.ts : null),
    broadcast: message.broadcast,
    replies,
    ephemeral: message.ephemeralFor !== null,
    edited: message.editedAt !== null,
    at: message.at,
    values: pageValues(message.states),
  };
}

function wordsOf(text: unknown): string | null {
  const words = stringOf(objectOf(text).text);
  return words === '' ? null : words;
}

function showView(view: OpenView): PageView {
  const { content } = view;
  const blocks: readonly JsonRecord[] = objectsOf(content.blocks);
  return {
    id: view.id,
    type: view.type,
    callbackId: stringOf(content.callback_id),
    title: wordsOf(content.title) ?? '',
    submit: wordsOf(content.submit),
    close: wordsOf(content.close),
    blocks,
    hash: view.hash,
    values: pageValues(view.states),
    errors: view.errors,
  };
}

/** Returns everything that `me` sees, or undefined if the workspace has no such person. */
export function pageState(sim: SlackState, me: string): PageState | undefined {
  const { workspace, installed, journal } = sim;
  const person = workspace.people.get(me);
  if (!person) return undefined;
  const channels = [...workspace.channels.values()].filter((channel) => lists(person, channel));
  const home = workspace.views.get(workspace.homes.get(me) ?? '');
  return {
    revision: journal.revision,
    now: sim.now(),
    team: workspace.team,
    bot: { user: workspace.bot.user, name: workspace.people.get(workspace.bot.user)?.name ?? '' },
    me: showPerson(person),
    people: [...workspace.people.values()].map(showPerson),
    groups: [...workspace.groups.values()].map(({ id, handle, name, members }) => ({ id, handle, name, members })),
    channels: channels.map((channel) => showChannel(sim, person, channel)),
    messages: Object.fromEntries(
      channels.map(({ id }) => [id, visibleTo(sim, id, me).map((message) => showMessage(sim, message))]),
    ),
    views: stackOf(sim, me).map(showView),
    home: home ? showView(home) : null,
    commands: (installed.commands ?? []).map(({ command, description, hint }) => ({ command, description, hint })),
    shortcuts: installed.shortcuts ?? [],
    faults: sim.faults.active(),
  };
}
