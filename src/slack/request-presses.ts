import * as z from 'zod';
import { Card } from '../core/card.ts';
import type { Person } from '../core/context.ts';
import { isProblem } from '../core/problem.ts';
import type { Deed, Pressed } from '../workflow/conductor-types.ts';
import type { Bot } from './bot.ts';
import { callsView, reasonView } from './calls-view.ts';
import { readCardValue } from './card-view.ts';
import { pageOf, tellProblem, type Visit } from './desk.ts';
import type { Pressing } from './presses.ts';
import { createReply, lineMessage } from './reply.ts';
import { say } from './request-sentences.ts';
import { say as shared } from './sentences.ts';
import { slackRefusal } from './slack-error.ts';

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
export async function pressRequest(bot: Bot, { visit, action, body }: Pressing): Promise<void> {
  const page = pageOf(visit.person);
  const target = readCardValue(action.value ?? '');
  if (!target) return visit.reply.tell(lineMessage(shared.unknownButton(), page));
  const ts = body.container.message_ts ?? body.message?.ts ?? '';
  const deed = deeds[action.action_id];
  if (deed) {
    const message = ts === '' ? {} : { message: { channel: visit.channel, ts } };
    const pressed = await bot.conductor.press({
      do: deed,
      card: target.id,
      revision: target.revision,
      person: visit.person,
      channel: visit.channel,
      ...message,
    });
    bot.metrics.pressed(action.action_id, 'ok');
    return tellPressed(bot, visit, pressed, ts);
  }
  const card = await loadCard(bot, target.id);
  if (!card) return visit.reply.tell(lineMessage(say.gone(), page));
  const what = action.action_id === 'request.deny' ? 'deny' : 'break_glass';
  const view =
    action.action_id === 'request.calls'
      ? callsView(card, page)
      : reasonView(what, { value: action.value ?? '', channel: visit.channel, ts }, card.plan.title, page);
  try {
    await bot.client.views.open({ trigger_id: visit.trigger ?? '', view });
  } catch (error) {
    if (slackRefusal(error)?.fault !== 'trigger-expired') throw error;
    await visit.reply.tell(lineMessage(shared.pressAgain(), page));
  }
}

async function loadCard(bot: Bot, id: string): Promise<Card | undefined> {
  const stored = await bot.tools.store.cards.get(id);
  const card = Card.safeParse(stored?.body);
  return card.success ? card.data : undefined;
}

/** Tells what a press came to; a stray copy of a card becomes a pointer to the real one. */
async function tellPressed(bot: Bot, visit: Visit, pressed: Pressed, ts: string): Promise<void> {
  const page = pageOf(visit.person);
  if (pressed.stray && pressed.card && ts !== '') await pointFrom(bot, visit.channel, ts, pressed.card);
  const { proposed, request } = pressed;
  if (proposed && request && isProblem(proposed)) return tellProblem(bot, visit, request, proposed);
  await visit.reply.tell(lineMessage(pressed.says, page));
}

async function pointFrom(bot: Bot, channel: string, ts: string, card: Card): Promise<void> {
  const page = { lang: card.asker.lang, zone: card.asker.zone };
  const where = card.link === undefined ? { channel: card.channel } : { link: card.link, label: say.card() };
  try {
    await bot.client.chat.update({ channel, ts, ...lineMessage(say.movedTo({ card: where }), page) });
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
  const reply = createReply({ client: bot.client, now: bot.tools.world.now, channel, user: person.id });
  const pressed = await bot.conductor.press({
    do: what,
    card: target.id,
    revision: target.revision,
    person,
    channel,
    ...(reason === '' ? {} : { reason }),
    ...(ts === '' ? {} : { message: { channel, ts } }),
  });
  bot.metrics.pressed(`request.${what}`, 'ok');
  await tellPressed(bot, { from: 'modal', person, channel, reply }, pressed, ts);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
