import * as z from 'zod';
import type { Pressed } from '../../changes/change-engine-types.ts';
import { isProblem } from '../../core/command/problem.ts';
import { Card } from '../../core/request/change-request.ts';
import { lineMessage } from '../answer/reply.ts';
import type { Bot } from '../app/bot.ts';
import { type Interaction, pageOf, tellProblem } from '../app/handlers.ts';
import type { Pressing } from '../app/router.ts';
import { slackRefusal } from '../app/slack-errors.ts';
import { msg as shared } from '../app/slack-messages.ts';
import { callsView, reasonView } from './calls-view.ts';
import { readCardValue } from './card-view.ts';
import { msg } from './request-action-messages.ts';

/** A card's button that opens a modal: denying and breaking the glass ask for a reason first, the calls are shown. */
export async function pressRequest(bot: Bot, { interaction, action, body }: Pressing): Promise<void> {
  const page = pageOf(interaction.person);
  const target = readCardValue(action.value ?? '');
  if (!target) return interaction.reply.tell(lineMessage(shared.unknownButton(), page));
  const ts = body.container.message_ts ?? body.message?.ts ?? '';
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
export async function tellPressed(bot: Bot, interaction: Interaction, pressed: Pressed, ts: string): Promise<void> {
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

/** What a reason form carries: the pressed button's value and message. */
export const ReasonMeta = z.object({ value: z.string(), channel: z.string(), ts: z.string() });
