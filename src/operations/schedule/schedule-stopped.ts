import type { Text } from '../../core/text/text.ts';
import { msg } from './schedule-messages.ts';

/** Slack's codes for a channel that takes nothing from the bot, and the problems of a chart that will not pass. */
const reasons: ReadonlyMap<string, () => Text> = new Map([
  ['not_in_channel', msg.stoppedChannel],
  ['channel_not_found', msg.stoppedChannel],
  ['no_permission', msg.stoppedChannel],
  ['restricted_action', msg.stoppedChannel],
  ['is_archived', msg.stoppedArchived],
  ['refused', msg.stoppedRefused],
  ['unknown-name', msg.stoppedName],
  ['ambiguous', msg.stoppedName],
  ['invalid', msg.stoppedWords],
]);

/** Why a schedule stopped by itself, in words; `code` is Slack's, or the kind of problem that its chart met. */
export function stoppedText(code: string): Text {
  return reasons.get(code)?.() ?? msg.stoppedOther({ code });
}
