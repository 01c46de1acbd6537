import type { AnyBlock } from '@slack/types';
import type { Notifier } from '../../changes/notifier.ts';
import { placeText } from '../../core/command/context.ts';
import { defined } from '../../core/defined.ts';
import type { ChangeRequest } from '../../core/request/change-request.ts';
import type { Text } from '../../core/text/text.ts';
import type { Posted } from '../../delivery/post-result.ts';
import { loadIncident } from '../../operations/incident/posted-incident.ts';
import { requestButton } from '../answer/request-button.ts';
import { actions, button, type Message, type Page } from '../blocks/blocks.ts';
import type { Homes, SlackServices } from '../interaction/bot.ts';
import { channelPage } from '../interaction/channel-page.ts';
import { type PostedMessage, postMessage, postTo, resultOf } from '../interaction/post-message.ts';
import { lineMessage } from '../interaction/responder.ts';
import { refusalOrThrow, slackRefusal } from '../interaction/slack-errors.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { plain } from '../slack-catalog.ts';
import { cardValue } from './card-value.ts';
import { cardForms } from './card-view.ts';
import { logMessage } from './log-view.ts';
import { actionMsg } from './request-action-messages.ts';
import { tellEvidence } from './tell-evidence.ts';

/** Sends the engine's messages through Slack, and refreshes App Homes that show the request. */
export function createNotifier(bot: SlackServices, homes: Pick<Homes, 'changed'>): Notifier {
  const post = postTo(bot);
  const toPerson = (user: string, text: Text, page: Page) => post(user, lineMessage(text, page));
  return {
    async card(card) {
      const told = await resultOf(bot, card.channel, () => {
        homes.changed();
        return sendFirstTaken(bot, card, cardForms(card, pageOfCard(bot, card)));
      });
      if ('fix' in told)
        bot.services.world.log.warn('Slack refused a card', { request: card.id, fix: plain(told.fix, 'en') });
      return told;
    },
    note: ({ card, text: says, mention, broadcast, incident, offer }) =>
      resultOf(bot, card.channel, async () => {
        const page = pageOfCard(bot, card);
        const link = incident === undefined ? undefined : await linkIncident(bot, incident);
        const text = link ? actionMsg.withIncident({ text: says, incident: link }) : says;
        const line = mention === 'asker' ? slackMsg.mentioning({ who: { user: card.asker.id }, text }) : text;
        const said = mention === 'deciders' ? withDeciders(card, text) : line;
        const place = { channel: card.channel, thread: card.thread ?? card.ts, broadcast };
        return postMessage(bot.client, lineMessage(said, page, link ? [] : offerButtons(card, offer, page)), place);
      }),
    direct: ({ user, card, text, lang }) => toPerson(user, withLink(card, text), { lang, zone: card.asker.zone }),
    person: ({ user, text, lang, zone }) => toPerson(user, text, { lang, zone }),
    log: ({ card, ...note }) =>
      resultOf(bot, card.channel, () => {
        const place = { channel: card.channel, thread: card.thread ?? card.ts };
        return postMessage(bot.client, logMessage(card, note, pageOfCard(bot, card)), place);
      }),
    evidence: (card, when) => resultOf(bot, card.channel, () => tellEvidence(bot, card, when)),
  };
}

/** A card is for everyone in its channel. */
function pageOfCard(bot: SlackServices, card: ChangeRequest): Page {
  return channelPage(bot.services, card.channel, { lang: card.asker.lang, zone: card.asker.zone });
}

function withLink(card: ChangeRequest, text: Text): Text {
  return card.link === undefined
    ? text
    : slackMsg.withLink({ text, link: { link: card.link, label: actionMsg.card() } });
}

/** What can be done about what a line says, as a button: it opens a plan, or shows something. */
function offerButtons(
  card: ChangeRequest,
  offer: Parameters<Notifier['note']>[0]['offer'],
  page: Page,
): readonly AnyBlock[] {
  if (offer === undefined) return [];
  const { undo } = card.plan;
  if (offer === 'undo') {
    if (!('proposal' in undo)) return [];
    const { label } = undo.proposal;
    return actions([button({ actionId: 'request.undo', label, value: cardValue(card) }, page)]);
  }
  const request = { ...offer, in: placeText(card.context) };
  return actions(requestButton({ actionId: 'ask:offer', label: offer.label }, request, page));
}

/** The link of an incident; undefined if it isn't posted yet: one that fires in the same minute may come later. */
async function linkIncident(
  bot: SlackServices,
  id: string,
): Promise<{ readonly link: string; readonly label: Text } | undefined> {
  const found = await loadIncident(bot.services.store, id);
  const link = found?.posted && (await permalink(bot, { channel: found.incident.channel, ts: found.posted.ts }));
  return link ? { link, label: actionMsg.incident() } : undefined;
}

function withDeciders(card: ChangeRequest, text: Text): Text {
  const { users, groups } = card.ruling;
  const mentions = [
    ...users.filter((user) => user !== card.asker.id).map((user) => ({ user })),
    ...groups.map((group) => ({ group })),
  ];
  return mentions.reduceRight<Text>((rest, who) => slackMsg.mentioning({ who, text: rest }), text);
}

/** Sends the first form of a card whose blocks Slack takes. @throws what Slack answers to the last one */
async function sendFirstTaken(
  bot: SlackServices,
  card: ChangeRequest,
  forms: ReturnType<typeof cardForms>,
): Promise<Omit<Posted, 'posted'>> {
  const [form, next, ...others] = forms;
  try {
    return await sendCard(bot, card, form);
  } catch (error) {
    if (!next || slackRefusal(error)?.fault !== 'bad-blocks') throw error;
    bot.services.world.log.warn('Slack refused the blocks of a card: a shorter one is sent', {
      request: card.id,
      error,
    });
    return sendFirstTaken(bot, card, [next, ...others]);
  }
}

async function sendCard(bot: SlackServices, card: ChangeRequest, message: Message): Promise<Omit<Posted, 'posted'>> {
  if (card.ts !== undefined) {
    await bot.client.chat.update({ channel: card.channel, ts: card.ts, ...message });
    return { channel: card.channel, ts: card.ts, ...defined({ link: card.link }) };
  }
  const posted = await postMessage(bot.client, message, { channel: card.channel, thread: card.thread });
  const link = await permalink(bot, posted);
  return { ...posted, ...defined({ link }) };
}

async function permalink(bot: SlackServices, { channel, ts }: PostedMessage): Promise<string | undefined> {
  try {
    return (await bot.client.chat.getPermalink({ channel, message_ts: ts })).permalink;
  } catch (error) {
    // The link is optional: the card is posted, and must not be posted again if reading the link fails.
    refusalOrThrow(error);
    return undefined;
  }
}
