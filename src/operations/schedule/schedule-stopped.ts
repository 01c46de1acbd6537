import type { Text } from '../../core/text/text.ts';
import { scheduleMsg } from './schedule-messages.ts';

/** Slack's codes for a channel that takes nothing from the bot, and the problems of a chart that will not pass. */
const reasons: ReadonlyMap<string, () => Text> = new Map([
  ['not_in_channel', scheduleMsg.stoppedChannel],
  ['channel_not_found', scheduleMsg.stoppedChannel],
  ['no_permission', scheduleMsg.stoppedChannel],
  ['restricted_action', scheduleMsg.stoppedChannel],
  ['is_archived', scheduleMsg.stoppedArchived],
  ['refused', scheduleMsg.stoppedRefused],
  ['unknown-name', scheduleMsg.stoppedName],
  ['ambiguous', scheduleMsg.stoppedName],
  ['invalid', scheduleMsg.stoppedWords],
]);

/** Why a schedule stopped by itself, in words; `code` is Slack's, or the kind of problem that its chart met. */
export function stoppedText(code: string): Text {
  return reasons.get(code)?.() ?? scheduleMsg.stoppedOther({ code });
}
