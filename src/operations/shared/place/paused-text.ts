import type { Text } from '../../../core/text/text.ts';
import { noContext } from '../../../delivery/subscription.ts';
import { pausedMsg } from './paused-messages.ts';

export function pausedText(code: string): Text {
  if (code === 'is_archived' || code === 'is_inactive') return pausedMsg.pausedArchived();
  if (code === noContext) return pausedMsg.pausedContext();
  const removed = ['not_in_channel', 'channel_not_found', 'no_permission', 'user_not_in_channel'];
  if (/^restricted_action|^posting_to_channel_denied$/.test(code)) return pausedMsg.pausedDenied({ code });
  return removed.includes(code) ? pausedMsg.pausedChannel() : pausedMsg.pausedOther({ code });
}
