import type { RequestDrawn } from '../../changes/request-drawn.ts';
import { placeText } from '../../core/command/context.ts';
import { visible } from '../../core/text/visible.ts';
import { requestButton } from '../answer/request-button.ts';
import { actions, button, type Message, type Page, preformatted, section } from '../blocks/blocks.ts';
import { cut, escapeMrkdwn, messageText, mrkdwn } from '../blocks/mrkdwn.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { cardValue } from './card-value.ts';
import { progressMsg } from './progress-messages.ts';

/** Maximum characters of preformatted text; Slack accepts about 3,000 per block (docs/slack.md#blocks). */
const longest = 2_900;

export function logMessage(
  { card: changeRequest, name, text, timedOut, log }: Extract<RequestDrawn, { shows: 'log' }>,
  page: Page,
): Message {
  const what = timedOut ? progressMsg.logTimedOut({ name }) : progressMsg.logFailed({ name });
  const title = text === undefined ? progressMsg.noLog({ what }) : progressMsg.logTail({ what });
  const request = log && { ...log, in: placeText(changeRequest.context) };
  const buttons = [
    button(
      { actionId: 'request.rest', label: slackMsg.tryAgain(), value: cardValue(changeRequest), style: 'primary' },
      page,
    ),
    ...(request ? requestButton({ actionId: 'ask:log', label: request.label }, request, page) : []),
  ];
  const shown = text === undefined ? '' : cut(visible(text), longest);
  return {
    text: messageText([mrkdwn(title, page.lang), ...(shown === '' ? [] : [escapeMrkdwn(shown)])]),
    blocks: [section(title, page), ...(shown === '' ? [] : [preformatted(shown)]), ...actions(buttons)],
  };
}
