import type { AnyBlock } from '@slack/types';
import type { RequestDrawn } from '../../changes/request-drawn.ts';
import { placeText } from '../../core/command/context.ts';
import type { ChangeRequest } from '../../core/request/change-request.ts';
import { stillAsked } from '../../core/request/decide-request.ts';
import type { Text } from '../../core/text/text.ts';
import { requestButton } from '../answer/request-button.ts';
import { actions, button, type Message, type Page } from '../blocks/blocks.ts';
import { lineMessage } from '../interaction/responder.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { cardValue } from './card-value.ts';
import { actionMsg } from './request-action-messages.ts';

type CardLine = Extract<RequestDrawn, { shows: 'card-line' }>;

export function cardLine({ card: request, text: says, mention, incident, offer }: CardLine, page: Page): Message {
  const text =
    incident === undefined
      ? says
      : actionMsg.withIncident({ text: says, incident: { link: incident, label: actionMsg.incident() } });
  const line = mention === 'asker' ? slackMsg.mentioning({ who: { user: request.asker.id }, text }) : text;
  const said = mention === 'deciders' ? withDeciders(request, text) : line;
  return lineMessage(said, page, incident === undefined ? offerButtons(request, offer, page) : []);
}

export function cardDirect(
  { card: { link }, text }: Extract<RequestDrawn, { shows: 'card-direct' }>,
  page: Page,
): Message {
  const linked = link === undefined ? text : slackMsg.withLink({ text, link: { link, label: actionMsg.card() } });
  return lineMessage(linked, page);
}

function offerButtons(changeRequest: ChangeRequest, offer: CardLine['offer'], page: Page): readonly AnyBlock[] {
  if (offer === undefined) return [];
  const { undo } = changeRequest.plan;
  if (offer === 'undo') {
    if (!('proposal' in undo)) return [];
    const { label } = undo.proposal;
    return actions([button({ actionId: 'request.undo', label, value: cardValue(changeRequest) }, page)]);
  }
  const request = { ...offer, in: placeText(changeRequest.context) };
  return actions(requestButton({ actionId: 'ask:offer', label: offer.label }, request, page));
}

function withDeciders(request: ChangeRequest, text: Text): Text {
  const { users, groups } = request.ruling;
  const asked = request.asked ?? [];
  const mentions = [
    ...stillAsked(request),
    ...users.filter((user) => user !== request.asker.id && !asked.includes(user)).map((user) => ({ user })),
    ...groups.filter((group) => !asked.includes(group)).map((group) => ({ group })),
  ];
  return mentions.reduceRight<Text>((rest, who) => slackMsg.mentioning({ who, text: rest }), text);
}
