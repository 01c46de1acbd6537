import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { slackLimitText } from '../../core/policy/policy-decision.ts';
import type { Text } from '../../core/text/text.ts';
import { isPassing, slackRefusal } from './slack-errors.ts';
import { slackMsg } from './slack-messages.ts';

/**
 * Opens a modal. Call it immediately, because a trigger expires after 3 s (docs/slack.md#views).
 * @param onto `modal` if the pressed button is in a modal, which appears again after the new one is closed
 * @returns undefined if the modal is open; otherwise the reason, for a message with a button that brings a new trigger
 * @throws Slack's error if a new trigger wouldn't help, such as `invalid_blocks`
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

/** Returns why a modal didn't open, if another press may help. Returns undefined for other errors. */
function notOpened(error: unknown): Text | undefined {
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
