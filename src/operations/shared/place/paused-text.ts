import type { Text } from '../../../core/text/text.ts';
import { noContext } from '../../../delivery/subscription.ts';
import { pausedMsg } from './paused-messages.ts';

const left = ['not_in_channel', 'channel_not_found'];

/** Checks whether something is paused because the bot isn't in its channel, so that it goes on once the bot is back. */
export function hasLeft(code: string): boolean {
  return left.includes(code);
}

export function pausedText(code: string): Text {
  if (code === 'is_archived' || code === 'is_inactive') return pausedMsg.pausedArchived();
  if (code === noContext) return pausedMsg.pausedContext();
  if (/^restricted_action|^posting_to_channel_denied$/.test(code)) return pausedMsg.pausedDenied({ code });
  const removed = [...left, 'no_permission', 'user_not_in_channel'];
  return removed.includes(code) ? pausedMsg.pausedChannel() : pausedMsg.pausedOther({ code });
}
