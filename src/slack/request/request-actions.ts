import * as z from 'zod';
import type { CardAction, Pressed } from '../../changes/change-engine-types.ts';
import type { Person } from '../../core/command/context.ts';
import { isProblem } from '../../core/command/problem.ts';
import { Card } from '../../core/request/change-request.ts';
import { createResponder, lineMessage } from '../answer/responder.ts';
import { tellProblem } from '../answer/tell-problem.ts';
import type { Bot } from '../app/bot.ts';
import { type ActionEvent, type Interaction, pageOf } from '../app/interaction.ts';
import { slackRefusal } from '../app/slack-errors.ts';
import { msg as shared } from '../app/slack-messages.ts';
import { callsView, reasonView } from './calls-view.ts';
import { readCardValue } from './card-view.ts';
import { msg } from './request-action-messages.ts';

const cardActions: Readonly<Record<string, CardAction>> = {
  'request.approve': 'approve',
  'request.cancel': 'cancel',
  'request.check': 'check',
  'request.undo': 'undo',
  'request.rest': 'rest',
  'request.extend': 'extend',
  'request.close_now': 'close_now',
};

/** A button of a card. Denying and breaking the glass ask for a reason first; the calls open as a modal. */
export async function handleCardAction(bot: Bot, { interaction, action, body }: ActionEvent): Promise<void> {
  const page = pageOf(interaction.person);
  const target = readCardValue(action.value ?? '');
  if (!target) return interaction.reply.tell(lineMessage(shared.unknownButton(), page));
  const ts = body.container.message_ts ?? body.message?.ts ?? '';
  const cardAction = cardActions[action.action_id];
  if (cardAction) {
    const message = ts === '' ? {} : { message: { channel: interaction.channel, ts } };
    const pressed = await bot.engine.press({
      do: cardAction,
      card: target.id,
      revision: target.revision,
      person: interaction.person,
      channel: interaction.channel,
      ...message,
    });
    bot.metrics.pressed(action.action_id, 'ok');
    return tellOutcome(bot, interaction, pressed, ts);
  }
  const card = await loadCard(bot, target.id);
  if (!card) return interaction.reply.tell(lineMessage(msg.gone(), page));
  const what = action.action_id === 'request.deny' ? 'deny' : 'break_glass';
  const view =
    action.action_id === 'request.calls'
      ? callsView(card, page)
      : reasonView(what, { value: action.value ?? '', channel: interaction.channel, ts }, card.plan.title, page);
  try {
    await bot.client.views.open({ trigger_id: interaction.trigger ?? '', view });
  } catch (error) {
    if (slackRefusal(error)?.fault !== 'trigger-expired') throw error;
    await interaction.reply.tell(lineMessage(shared.pressAgain(), page));
  }
}

async function loadCard(bot: Bot, id: string): Promise<Card | undefined> {
  const stored = await bot.services.store.cards.get(id);
  const card = Card.safeParse(stored?.body);
  return card.success ? card.data : undefined;
}

/** Tells what a press came to; a stray copy of a card becomes a pointer to the real one. */
async function tellOutcome(bot: Bot, interaction: Interaction, pressed: Pressed, ts: string): Promise<void> {
  const page = pageOf(interaction.person);
  if (pressed.stray && pressed.card && ts !== '') await pointFrom(bot, interaction.channel, ts, pressed.card);
  const { proposed, request } = pressed;
  if (proposed && request && isProblem(proposed)) return tellProblem(bot, interaction, request, proposed);
  await interaction.reply.tell(lineMessage(pressed.says, page));
}

async function pointFrom(bot: Bot, channel: string, ts: string, card: Card): Promise<void> {
  const page = { lang: card.asker.lang, zone: card.asker.zone };
  const where = card.link === undefined ? { channel: card.channel } : { link: card.link, label: msg.card() };
  try {
    await bot.client.chat.update({ channel, ts, ...lineMessage(msg.movedTo({ card: where }), page) });
  } catch (error) {
    if (!slackRefusal(error)) throw error;
  }
}

const ReasonMeta = z.object({ value: z.string(), channel: z.string(), ts: z.string() });

/** The reason of a denial or of a broken glass was submitted. */
export async function submitReason(
  bot: Bot,
  what: 'deny' | 'break_glass',
  metadata: string,
  reason: string,
  person: Person,
): Promise<void> {
  const meta = ReasonMeta.safeParse(parseJson(metadata));
  const target = meta.success ? readCardValue(meta.data.value) : undefined;
  if (!meta.success || !target) return;
  const { channel, ts } = meta.data;
  const reply = createResponder({ client: bot.client, now: bot.services.world.now, channel, user: person.id });
  const pressed = await bot.engine.press({
    do: what,
    card: target.id,
    revision: target.revision,
    person,
    channel,
    ...(reason === '' ? {} : { reason }),
    ...(ts === '' ? {} : { message: { channel, ts } }),
  });
  bot.metrics.pressed(`request.${what}`, 'ok');
  await tellOutcome(bot, { from: 'modal', person, channel, reply }, pressed, ts);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
