import type { Text } from '../../core/text.ts';
import { say } from './sentences.ts';

/** Slack's codes for a channel that takes nothing from the bot, and the problems of a chart that will not pass. */
const reasons: ReadonlyMap<string, () => Text> = new Map([
  ['not_in_channel', say.stoppedChannel],
  ['channel_not_found', say.stoppedChannel],
  ['no_permission', say.stoppedChannel],
  ['restricted_action', say.stoppedChannel],
  ['is_archived', say.stoppedArchived],
  ['refused', say.stoppedRefused],
  ['unknown-name', say.stoppedName],
  ['ambiguous', say.stoppedName],
  ['invalid', say.stoppedWords],
]);

/** Why a schedule stopped by itself, in words; `code` is Slack's, or the kind of problem that its chart met. */
export function sayStopped(code: string): Text {
  return reasons.get(code)?.() ?? say.stoppedOther({ code });
}
