import type { Button } from '@slack/types';

import type { Request } from '../../core/operation.ts';
import type { ChangeRequest } from '../../core/request/change-request.ts';
import type { Text } from '../../core/text/text.ts';
import { type ButtonLook, button, type Page } from '../blocks/blocks.ts';
import { cardValue } from '../blocks/card-value.ts';
import { blockLimits } from '../blocks/limits.ts';
import { slackMsg } from '../interaction/slack-messages.ts';

/** Writes a button's value. Returns undefined if it is too long for Slack; the button is then omitted. */
export function writeButtonValue(request: Request): string | undefined {
  const { operation: o, given: g, in: c, reason: r, at: a, ticket: t, ask: k } = request;
  const text = JSON.stringify({ o, g, c, r, a, t, k });
  return text.length <= blockLimits.buttonValue ? text : undefined;
}

export function requestButton(look: Omit<ButtonLook, 'value'>, request: Request, page: Page): readonly Button[] {
  const value = writeButtonValue(request);
  return value === undefined ? [] : [button({ ...look, value }, page)];
}

interface ReviewLook {
  readonly title: Text;
  /** Whether the reader can decide the request. */
  readonly mayDecide: boolean;
}

/** Opens a request with its decisions, from an answer or App Home. */
export function reviewButton(
  { id, revision, title, mayDecide }: Pick<ChangeRequest, 'id' | 'revision'> & ReviewLook,
  page: Page,
): Button {
  const style = mayDecide ? 'primary' : undefined;
  const spoken = { accessibleLabel: slackMsg.reviewSpoken({ title }), style } as const;
  const value = cardValue({ id, revision });
  return button({ actionId: 'request.review', label: slackMsg.review(), value, ...spoken }, page);
}
