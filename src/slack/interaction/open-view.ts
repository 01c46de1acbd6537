import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { slackLimitText } from '../../core/policy/policy-decision.ts';
import type { Text } from '../../core/text/text.ts';
import { isPassing, slackRefusal } from './slack-errors.ts';
import { slackMsg } from './slack-messages.ts';

/**
 * Opens a modal. A trigger lives for three seconds (docs/slack.md#views), so nothing is waited for.
 * @param onto where a button of a modal was pressed: that modal is there again once this one is closed
 * @returns why it isn't open, for a message with a button that brings a new trigger; undefined when it is open
 * @throws Slack's error where a new trigger would not help, such as `invalid_blocks`
 */
export async function openView(
  client: WebClient,
  trigger: string,
  view: ModalView,
  opened: (view: { readonly id: string; readonly hash?: string }) => void = () => {},
  onto?: 'modal',
): Promise<Text | undefined> {
  try {
    const given = { trigger_id: trigger, view };
    const { view: shown } = await (onto === 'modal' ? client.views.push(given) : client.views.open(given));
    if (shown?.id) opened({ id: shown.id, hash: shown.hash });
    return undefined;
  } catch (error) {
    const why = notOpened(error);
    if (!why) throw error;
    return why;
  }
}

/** Why a modal didn't open, where pressing a button may help; undefined for any other error. */
export function notOpened(error: unknown): Text | undefined {
  const refusal = slackRefusal(error);
  switch (refusal?.fault) {
    case 'trigger-expired':
      return slackMsg.triggerExpired();
    case 'rate-limited':
      return slackLimitText(refusal.retryAfterMs ?? 60_000);
    default:
      return refusal && isPassing(refusal) ? slackMsg.formUnreachable() : undefined;
  }
}
