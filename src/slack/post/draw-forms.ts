import type { AnyBlock, Button } from '@slack/types';
import type { RequestDrawn } from '../../changes/request-drawn.ts';
import { placeText } from '../../core/command/context.ts';
import type { ChangeRequest } from '../../core/request/change-request.ts';
import { stillAsked } from '../../core/request/decide-request.ts';
import type { Text } from '../../core/text/text.ts';
import { visible } from '../../core/text/visible.ts';
import type { Line } from '../../delivery/poster.ts';
import type { RunsDrawn } from '../../operations/follow/deliver-runs.ts';
import type { IncidentDrawn } from '../../operations/incident/posted-incident.ts';
import type { ScheduledAnswer, ScheduledChart } from '../../operations/schedule/post-schedule.ts';
import { answerMessage } from '../answer/answer-view.ts';
import { requestButton } from '../answer/request-button.ts';
import { actions, button, lines, type Message, type Page, preformatted, section } from '../blocks/blocks.ts';
import { cardValue } from '../blocks/card-value.ts';
import { cut, escapeMrkdwn, messageText, mrkdwn } from '../blocks/mrkdwn.ts';
import { runsMessage } from '../follow/runs-view.ts';
import { incidentMessage } from '../incident/incident-view.ts';
import { lineMessage } from '../interaction/responder.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { cardMsg } from '../request/card-messages.ts';
import { cardMessage, cardTexts } from '../request/card-view.ts';
import { progressMsg } from '../request/progress-messages.ts';
import { actionMsg } from '../request/request-action-messages.ts';

export type Posting = Line | RequestDrawn | RunsDrawn | IncidentDrawn | ScheduledChart | ScheduledAnswer;

/** A posting that can be drawn without reading anything. Charts must be read first. */
type DrawnAtOnce = Exclude<Posting, { shows: 'evidence' | 'scheduled-chart' }>;

/** `isOffered` checks whether the platform supports an operation. `now` is in epoch ms. */
export interface Drawing {
  readonly now: number;
  isOffered(operation: string): boolean;
}

/** Draws a message. @returns the message, and simpler forms that are used if Slack refuses the message's blocks */
export function drawForms(drawn: DrawnAtOnce, reader: Page, drawing: Drawing): readonly [Message, ...Message[]] {
  const page = { ...reader, now: drawing.now };
  switch (drawn.shows) {
    case 'line':
      return [lineMessage(drawn.text, page)];
    case 'answer':
      return [answerMessage(drawn.answer, drawn, page)];
    case 'card':
      return cardForms(drawn.request, page);
    case 'card-line':
      return [cardLine(drawn, page, drawing.isOffered)];
    case 'card-direct':
      return [cardDirect(drawn, page)];
    case 'log':
      return [logMessage(drawn, page)];
    case 'runs':
      return [runsMessage(drawn.message, page)];
    case 'incident':
      return [incidentMessage(drawn.incident, page, drawing.now, drawn.chart, drawing.isOffered)];
  }
}

/**
 * Returns a card's forms, fullest first, in case Slack refuses blocks. All forms of a waiting card have buttons. A card is
 * read on later days, and in other time zones, so all of its moments have their day.
 */
export function cardForms(request: ChangeRequest, { lang, zone }: Page): readonly [Message, ...Message[]] {
  const page: Page = { lang, zone, now: 'later' };
  const full = cardMessage(request, page);
  const plain = {
    text: full.text,
    blocks: [...plainBlocks(request, page), ...full.blocks.filter(({ type }) => type === 'actions')],
  };
  const textOnly = { text: full.text, blocks: [] };
  return request.state === 'proposed' ? [full, plain] : [full, plain, textOnly];
}

/** Returns a card as sections of text, without header, table, small print and buttons. */
function plainBlocks(request: ChangeRequest, page: Page): AnyBlock[] {
  const { reason, status, state, changed, rows, heavy, light, origin, stamp } = cardTexts(request);
  return [
    ...lines([cardMsg.spoken({ status, title: request.plan.title }), ...reason, ...state], page),
    ...lines([...changed, ...rows, ...heavy, ...light], page),
    ...lines([...origin, stamp, cardMsg.shortened()], page),
  ];
}

type CardLine = Extract<RequestDrawn, { shows: 'card-line' }>;

function cardLine(
  { request, text: says, mention, incident, offer, more = [] }: CardLine,
  page: Page,
  isOffered: Drawing['isOffered'],
): Message {
  const text =
    incident === undefined
      ? says
      : actionMsg.withIncident({ text: says, incident: { link: incident, label: actionMsg.incident() } });
  const line = mention === 'asker' ? slackMsg.mentioning({ who: { user: request.asker.id }, text }) : text;
  const said = mention === 'deciders' ? withDeciders(request, text) : line;
  if (incident !== undefined) return lineMessage(said, page);
  const others = more.filter(({ operation }) => isOffered(operation));
  const buttons = others.flatMap(({ opens, label, ...each }, index) =>
    requestButton({ actionId: `${opens}.thread:${index}`, label }, { ...each, in: placeText(request.context) }, page),
  );
  return lineMessage(said, page, actions([...offered(request, offer, page), ...buttons]));
}

function cardDirect({ request, text }: Extract<RequestDrawn, { shows: 'card-direct' }>, page: Page): Message {
  const { link } = request.shown;
  const linked = link === undefined ? text : slackMsg.withLink({ text, link: { link, label: actionMsg.card() } });
  return lineMessage(linked, page);
}

function offered(changeRequest: ChangeRequest, offer: CardLine['offer'], page: Page): readonly Button[] {
  if (offer === undefined) return [];
  const { undo } = changeRequest.plan;
  const press = (actionId: string, label: Text) => [button({ actionId, label, value: cardValue(changeRequest) }, page)];
  if (offer === 'extend') return press('request.extend', cardMsg.extend());
  if (offer === 'undo') return 'proposal' in undo ? press('request.undo', undo.proposal.label) : [];
  const request = { ...offer, in: placeText(changeRequest.context) };
  return requestButton({ actionId: 'show:offer', label: offer.label }, request, page);
}

function withDeciders(request: ChangeRequest, text: Text): Text {
  const { users, groups } = request.decision.ruling;
  const asked = request.decision.asked ?? [];
  const mentions = [
    ...stillAsked(request),
    ...users.filter((user) => user !== request.asker.id && !asked.includes(user)).map((user) => ({ user })),
    ...groups.filter((group) => !asked.includes(group)).map((group) => ({ group })),
  ];
  return mentions.reduceRight<Text>((rest, who) => slackMsg.mentioning({ who, text: rest }), text);
}

/** Maximum characters of preformatted text; Slack accepts about 3,000 per block (docs/slack.md#blocks). */
const longest = 2_900;

export function logMessage(
  { request: changeRequest, name, text, timedOut, isKept, log }: Extract<RequestDrawn, { shows: 'log' }>,
  page: Page,
): Message {
  const says = isKept ? progressMsg.logKept : timedOut ? progressMsg.logTimedOut : progressMsg.logFailed;
  const title = text === undefined ? progressMsg.noLog({ what: says({ name }) }) : progressMsg.logTail({ name });
  const request = log && { ...log, in: placeText(changeRequest.context) };
  const buttons = [
    button(
      { actionId: 'request.rest', label: slackMsg.tryAgain(), value: cardValue(changeRequest), style: 'primary' },
      page,
    ),
    ...(request ? requestButton({ actionId: 'show:log', label: request.label }, request, page) : []),
  ];
  const shown = text === undefined ? '' : cut(visible(text), longest);
  return {
    text: messageText([mrkdwn(title, page.lang, page), ...(shown === '' ? [] : [escapeMrkdwn(shown)])]),
    blocks: [section(title, page), ...(shown === '' ? [] : [preformatted(shown)]), ...actions(buttons)],
  };
}
