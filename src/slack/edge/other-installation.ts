import { mayAsk } from '../../core/policy/decide.ts';
import { lineView } from '../form/form-view.ts';
import type { Bot } from '../interaction/bot.ts';
import { knownPerson, pageOf } from '../interaction/interaction.ts';
import { createResponder, lineMessage, type Respond } from '../interaction/responder.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import type { SlackEnvelope } from './slack-envelope.ts';

type Send = typeof globalThis.fetch;

export type Ack = (shown?: object) => Promise<void>;

/** Answers a request for another installation with the message for other workspaces, and does nothing else. */
export async function answerElsewhere(bot: Bot, send: Send, envelope: SlackEnvelope, ack: Ack): Promise<void> {
  const { kind, type, user, channel, responseUrl } = envelope;
  const stranger = { ...knownPerson(bot, user ?? ''), standing: 'stranger' } as const;
  const page = pageOf(stranger);
  const text = mayAsk(stranger)?.refusal;
  if (!text || !user || kind === 'other') return ack();
  if (type === 'block_suggestion') return ack({ options: [] });
  if (type === 'view_submission')
    return ack({ response_action: 'update', view: lineView(slackMsg.done(), text, page) });
  const message = lineMessage(text, page);
  if (kind === 'command') return ack({ response_type: 'ephemeral', ...message });
  await ack();
  if (kind === 'event' && type !== 'app_mention' && type !== 'message') return;
  const respond: Respond | undefined = responseUrl === undefined ? undefined : (body) => post(send, responseUrl, body);
  const reply = createResponder(bot, { channel: channel ?? 'D', user, respond });
  await reply.tell(message).catch((error: unknown) => {
    bot.services.world.log.warn('a person of another installation could not be told', { error });
  });
}

async function post(send: Send, url: string, body: object): Promise<void> {
  const response = await send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`the response_url answered ${response.status}`);
}
