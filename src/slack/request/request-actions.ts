import * as z from 'zod';
import type { Deed, Pressed } from '../../changes/change-engine-types.ts';
import type { Person } from '../../core/command/context.ts';
import { isProblem } from '../../core/command/problem.ts';
import { membersUnreadable } from '../../core/policy/decide.ts';
import { Card } from '../../core/request/change-request.ts';
import { ProfileUnreadable } from '../../operations/shared/services.ts';
import { createReply, lineMessage } from '../answer/reply.ts';
import { readActionId, tryPressAgain } from '../answer/try-again.ts';
import type { Bot } from '../app/bot.ts';
import { answerKeptMs, type Interaction, pageOf, tellProblem } from '../app/handlers.ts';
import type { Pressing } from '../app/router.ts';
import { slackRefusal } from '../app/slack-errors.ts';
import { msg as shared } from '../app/slack-messages.ts';
import { callsView, reasonView } from './calls-view.ts';
import { readCardValue } from './card-view.ts';
import { msg } from './request-action-messages.ts';

const deeds: Readonly<Record<string, Deed>> = {
  'request.approve': 'approve',
  'request.cancel': 'cancel',
  'request.check': 'check',
  'request.undo': 'undo',
  'request.rest': 'rest',
  'request.extend': 'extend',
  'request.close_now': 'close_now',
};

/** A button of a card. Denying and breaking the glass ask for a reason first; the calls open as a modal. */
export async function pressRequest(bot: Bot, { interaction, action, body }: Pressing): Promise<void> {
  const page = pageOf(interaction.person);
  const target = readCardValue(action.value ?? '');
  if (!target) return interaction.reply.tell(lineMessage(shared.unknownButton(), page));
  const ts = body.container.message_ts ?? body.message?.ts ?? '';
  const { id, repeated } = readActionId(action.action_id);
  const deed = deeds[id];
  if (deed) {
    const message = ts === '' || repeated ? {} : { message: { channel: interaction.channel, ts } };
    const pressed = await bot.engine.press({
      do: deed,
      card: target.id,
      revision: target.revision,
      person: interaction.person,
      channel: interaction.channel,
      ...message,
    });
    bot.metrics.pressed(id, 'ok');
    return tellPressed(bot, interaction, pressed, repeated ? '' : ts, { id, value: action.value ?? '' });
  }
  const card = await loadCard(bot, target.id);
  if (!card) return interaction.reply.tell(lineMessage(msg.gone(), page));
  if (id === 'request.calls') {
    const hidden = await hidesCalls(bot, card, interaction.person);
    if (hidden) return tellPressed(bot, interaction, hidden, '', { id, value: action.value ?? '' });
  }
  const what = id === 'request.deny' ? 'deny' : 'break_glass';
  const meta = { value: action.value ?? '', channel: interaction.channel, ts: repeated ? '' : ts };
  const view =
    id === 'request.calls'
      ? callsView(card, page)
      : reasonView(what, meta, card.plan.title, page, await keptReason(bot, meta.value, interaction.person));
  try {
    await bot.client.views.open({ trigger_id: interaction.trigger ?? '', view });
  } catch (error) {
    if (slackRefusal(error)?.fault !== 'trigger-expired') throw error;
    await interaction.reply.tell(lineMessage(shared.pressAgain(), page));
  }
}

/** The exact calls are for members of the card's channel: they may name what others may not see. */
async function hidesCalls(bot: Bot, card: Card, person: Person): Promise<Pressed | undefined> {
  const { inChannel } = await bot.services.people.actor(person, card.channel);
  if (inChannel === true) return undefined;
  if (inChannel === false) return { says: msg.callsForMembers({ channel: { channel: card.channel } }) };
  const { no } = membersUnreadable();
  return { says: no, canRetry: true };
}

/** A reason that was typed when nobody could be read is offered again. */
const reasonNote = (value: string, user: string) => `reason:${value}:${user}`;

async function keptReason(bot: Bot, value: string, person: Person): Promise<string | undefined> {
  const kept = z
    .string()
    .safeParse(await bot.services.store.notes.read(reasonNote(value, person.id), bot.services.world.now()));
  return kept.success ? kept.data : undefined;
}

async function loadCard(bot: Bot, id: string): Promise<Card | undefined> {
  const stored = await bot.services.store.cards.get(id);
  const card = Card.safeParse(stored?.body);
  return card.success ? card.data : undefined;
}

/** Tells what a press came to; a stray copy of a card becomes a pointer to the real one. */
async function tellPressed(
  bot: Bot,
  interaction: Interaction,
  pressed: Pressed,
  ts: string,
  button: { readonly id: string; readonly value: string },
): Promise<void> {
  const page = pageOf(interaction.person);
  if (pressed.stray && pressed.card && ts !== '') await pointFrom(bot, interaction.channel, ts, pressed.card);
  const { proposed, request } = pressed;
  if (proposed && request && isProblem(proposed)) return tellProblem(bot, interaction, request, proposed);
  const more = pressed.canRetry ? tryPressAgain(button.id, button.value, page) : [];
  await interaction.reply.tell(lineMessage(pressed.says, page, [...more]));
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

/**
 * The reason of a denial or of a broken glass was submitted. What was typed isn't lost when Slack can't be read.
 * @param known the profile as it was last read: only for the language of an answer
 */
export async function submitReason(
  bot: Bot,
  what: 'deny' | 'break_glass',
  metadata: string,
  reason: string,
  known: Person,
  profile: () => Promise<Person>,
): Promise<void> {
  const meta = ReasonMeta.safeParse(parseJson(metadata));
  const target = meta.success ? readCardValue(meta.data.value) : undefined;
  if (!meta.success || !target) return;
  const { channel, ts, value } = meta.data;
  const person = await readProfile(bot, profile);
  const pressed: Pressed = person
    ? await bot.engine.press({
        do: what,
        card: target.id,
        revision: target.revision,
        person,
        channel,
        ...(reason === '' ? {} : { reason }),
        ...(ts === '' ? {} : { message: { channel, ts } }),
      })
    : { says: shared.profileUnreadable(), canRetry: true };
  bot.metrics.pressed(`request.${what}`, 'ok');
  if (pressed.canRetry && reason !== '') {
    const { store, world } = bot.services;
    await store.notes.keep(reasonNote(value, known.id), reason, world.now() + answerKeptMs);
  }
  const reply = createReply({ client: bot.client, now: bot.services.world.now, channel, user: known.id });
  const interaction: Interaction = { from: 'modal', person: person ?? known, channel, reply };
  await tellPressed(bot, interaction, pressed, ts, { id: `request.${what}`, value });
}

async function readProfile(bot: Bot, profile: () => Promise<Person>): Promise<Person | undefined> {
  try {
    return await profile();
  } catch (error) {
    if (!(error instanceof ProfileUnreadable)) throw error;
    bot.services.world.log.warn('who presses could not be read', { error });
    return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
