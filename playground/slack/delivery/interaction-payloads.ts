import { objectOf } from '../json-values.ts';
import type { JsonRecord } from '../page-protocol.ts';
import type { SlackState } from '../slack-state.ts';
import { showMessage } from '../workspace/channel-messages.ts';
import { makeTrigger, showView } from '../workspace/open-views.ts';
import type { Channel, OpenView, StoredMessage, WorkspacePerson } from '../workspace/workspace.ts';
import { makeResponseUrl } from './response-url.ts';

export type InteractionPlace = { readonly message: StoredMessage } | { readonly view: OpenView };

function common(sim: SlackState, person: WorkspacePerson): JsonRecord {
  const { team, bot } = sim.workspace;
  return {
    user: { id: person.id, username: person.name, name: person.name, team_id: person.teamId },
    api_app_id: bot.app,
    token: 'legacy',
    team: { id: team.id, domain: team.domain },
    enterprise: null,
    is_enterprise_install: false,
  };
}

function nameOf(channel: Channel | undefined): string {
  if (channel?.kind === 'direct') return 'directmessage';
  return channel?.kind === 'private' ? 'privategroup' : (channel?.name ?? '');
}

function channelPart(sim: SlackState, id: string): JsonRecord {
  return { id, name: nameOf(sim.workspace.channels.get(id)) };
}

function container(place: InteractionPlace): JsonRecord {
  if ('view' in place) return { type: 'view', view_id: place.view.id };
  const { message } = place;
  return {
    type: 'message',
    message_ts: message.ts,
    channel_id: message.channel,
    is_ephemeral: message.ephemeralFor !== null,
    ...(message.threadTs === null ? {} : { thread_ts: message.threadTs }),
  };
}

export function commandPayload(
  sim: SlackState,
  person: WorkspacePerson,
  channel: Channel,
  words: { readonly command: string; readonly text: string },
): JsonRecord {
  const { team, bot } = sim.workspace;
  return {
    token: 'legacy',
    team_id: team.id,
    team_domain: team.domain,
    channel_id: channel.id,
    channel_name: nameOf(channel),
    user_id: person.id,
    user_name: person.name,
    command: words.command,
    text: words.text,
    api_app_id: bot.app,
    is_enterprise_install: 'false',
    response_url: makeResponseUrl(sim, person.id, channel.id, null),
    trigger_id: makeTrigger(sim, person.id, null),
  };
}

/** `block_actions`: an element was used. As in Slack, an ephemeral message isn't included. */
export function actionPayload(
  sim: SlackState,
  person: WorkspacePerson,
  place: InteractionPlace,
  action: JsonRecord,
): JsonRecord {
  const inView = 'view' in place ? place.view.id : null;
  const base = {
    type: 'block_actions',
    ...common(sim, person),
    container: container(place),
    trigger_id: makeTrigger(sim, person.id, inView),
    actions: [{ ...action, action_ts: sim.ids.ts() }],
  };
  if ('view' in place) return { ...base, view: showView(sim, place.view) };
  const { message } = place;
  return {
    ...base,
    channel: channelPart(sim, message.channel),
    ...(message.ephemeralFor === null ? { message: showMessage(sim, message) } : {}),
    state: { values: message.states },
    response_url: makeResponseUrl(sim, person.id, message.channel, message),
  };
}

/** `block_suggestion`: an external select needs options. As in Slack, its view contains no entered values. */
export function optionsPayload(
  sim: SlackState,
  person: WorkspacePerson,
  place: InteractionPlace,
  asked: { readonly blockId: string; readonly actionId: string; readonly typed: string },
): JsonRecord {
  return {
    type: 'block_suggestion',
    ...common(sim, person),
    container: container(place),
    action_id: asked.actionId,
    block_id: asked.blockId,
    value: asked.typed,
    ...('view' in place
      ? { view: { ...showView(sim, place.view), state: { values: {} } } }
      : {
          channel: channelPart(sim, place.message.channel),
          ...(place.message.ephemeralFor === null ? { message: showMessage(sim, place.message) } : {}),
        }),
  };
}

/** `view_submission`, with a response URL for each conversation select that requests one. */
export function submissionPayload(sim: SlackState, person: WorkspacePerson, view: OpenView): JsonRecord {
  return {
    type: 'view_submission',
    ...common(sim, person),
    trigger_id: makeTrigger(sim, person.id, view.id),
    view: showView(sim, view),
    response_urls: responseUrls(sim, person, view),
  };
}

function responseUrls(sim: SlackState, person: WorkspacePerson, view: OpenView): readonly JsonRecord[] {
  const blocks = Array.isArray(view.content.blocks) ? view.content.blocks.map(objectOf) : [];
  return blocks.flatMap((block) => {
    const element = objectOf(block.element);
    const state = view.states[String(block.block_id)]?.[String(element.action_id)];
    const channel = state?.selected_conversation ?? state?.selected_channel;
    if (element.response_url_enabled !== true || typeof channel !== 'string') return [];
    const url = makeResponseUrl(sim, person.id, channel, null);
    return [{ block_id: block.block_id, action_id: element.action_id, channel_id: channel, response_url: url }];
  });
}

/** `view_closed`; `cleared` if the whole stack was closed. */
export function closedPayload(sim: SlackState, person: WorkspacePerson, view: OpenView, cleared: boolean): JsonRecord {
  return { type: 'view_closed', ...common(sim, person), view: showView(sim, view), is_cleared: cleared };
}

export function shortcutPayload(
  sim: SlackState,
  person: WorkspacePerson,
  callbackId: string,
  message: StoredMessage | null,
): JsonRecord {
  const base = {
    ...common(sim, person),
    callback_id: callbackId,
    trigger_id: makeTrigger(sim, person.id, null),
    action_ts: sim.ids.ts(),
  };
  if (!message) return { type: 'shortcut', ...base };
  return {
    type: 'message_action',
    ...base,
    message_ts: message.ts,
    channel: channelPart(sim, message.channel),
    message: showMessage(sim, message),
    response_url: makeResponseUrl(sim, person.id, message.channel, message),
  };
}
