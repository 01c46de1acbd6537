import type { AnyBlock } from '@slack/types';
import type { Notifier, NotifyResult } from '../../changes/notifier.ts';
import { placeText } from '../../core/command/context.ts';
import { defined } from '../../core/defined.ts';
import type { ChangeRequest } from '../../core/request/change-request.ts';
import type { Text } from '../../core/text/text.ts';
import { loadIncident } from '../../operations/incident/posted-incident.ts';
import { refusalText } from '../answer/refusal-view.ts';
import { requestButton } from '../answer/request-button.ts';
import { actions, button, type Message, type Page } from '../blocks/blocks.ts';
import type { Homes, SlackServices } from '../interaction/bot.ts';
import { channelPage } from '../interaction/channel-page.ts';
import { type PostedMessage, postMessage } from '../interaction/post-message.ts';
import { lineMessage } from '../interaction/responder.ts';
import { refusalOrThrow, type SlackRefusal, slackRefusal } from '../interaction/slack-errors.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { plain } from '../slack-catalog.ts';
import { cardValue } from './card-value.ts';
import { cardForms } from './card-view.ts';
import { logMessage } from './log-view.ts';
import { actionMsg } from './request-action-messages.ts';
import { tellEvidence } from './tell-evidence.ts';

/** Sends the engine's messages through Slack, and refreshes App Homes that show the request. */
export function createNotifier(bot: SlackServices, homes: Pick<Homes, 'changed'>): Notifier {
  const toPerson = (user: string, text: Text, page: Page) =>
    notify(bot, user, () => postMessage(bot.client, lineMessage(text, page), { channel: user }));
  return {
    async card(card) {
      const told = await notify(bot, card.channel, () => {
        homes.changed();
        return sendFirstTaken(bot, card, cardForms(card, pageOfCard(bot, card)));
      });
      if (!told.delivered && told.why === 'needs-fix')
        bot.services.world.log.warn('Slack refused a card', { card: card.id, fix: plain(told.fix, 'en') });
      return told;
    },
    note: ({ card, text: says, mention, broadcast, incident, offer }) =>
      notify(bot, card.channel, async () => {
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
      notify(bot, card.channel, () => {
        const place = { channel: card.channel, thread: card.thread ?? card.ts };
        return postMessage(bot.client, logMessage(card, note, pageOfCard(bot, card)), place);
      }),
    evidence: (card, when) => notify(bot, card.channel, () => tellEvidence(bot, card, when)),
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

/** Where something was sent. */
interface ToldAt extends PostedMessage {
  readonly link?: string;
}

/** A `NotifyResult` of what Slack answered; only what is no refusal of Slack's is thrown. */
async function notify(
  bot: SlackServices,
  channel: string,
  work: () => Promise<ToldAt | SlackRefusal | 'unreachable'>,
): Promise<NotifyResult> {
  const done = await work().catch(refusalOrThrow);
  if (done === 'unreachable') return { delivered: false, why: done };
  if (!('fault' in done)) return { delivered: true, ...done };
  return notDelivered(done, refusalText(done, channel, bot.self().name));
}

function notDelivered({ fault, retryAfterMs }: SlackRefusal, fix: Text): NotifyResult {
  const after = defined({ retryAfterMs });
  switch (fault) {
    case 'not-in-channel':
    case 'channel-gone':
    case 'message-gone':
    case 'rate-limited':
    case 'unreachable':
      return { delivered: false, why: fault, ...after };
    // Retrying has no effect until someone fixes the cause.
    case 'missing-scope':
    case 'bad-token':
    case 'app-restricted':
    case 'posting-denied':
    case 'thread-closed':
    case 'bad-blocks':
      return { delivered: false, why: 'needs-fix', fix };
    default:
      return { delivered: false, why: 'other', ...after };
  }
}

/** Sends the first form of a card whose blocks Slack takes. @throws what Slack answers to the last one */
async function sendFirstTaken(
  bot: SlackServices,
  card: ChangeRequest,
  forms: ReturnType<typeof cardForms>,
): Promise<ToldAt> {
  const [form, next, ...others] = forms;
  try {
    return await sendCard(bot, card, form);
  } catch (error) {
    if (!next || slackRefusal(error)?.fault !== 'bad-blocks') throw error;
    bot.services.world.log.warn('Slack refused the blocks of a card: a shorter one is sent', { card: card.id, error });
    return sendFirstTaken(bot, card, [next, ...others]);
  }
}

async function sendCard(bot: SlackServices, card: ChangeRequest, message: Message): Promise<ToldAt> {
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
