import type { Text } from '../core/text.ts';
import { say } from './sentences.ts';
import type { SlackRefusal } from './slack-error.ts';

/** What Slack refused, with the one thing to do about it. */
export function sayRefusal(refusal: SlackRefusal, channel: string, bot: string): Text {
  switch (refusal.fault) {
    case 'not-in-channel':
      return say.invite({ channel: { channel }, bot });
    case 'channel-gone':
      return say.channelGone();
    case 'missing-scope':
      return say.missingScope({ scope: refusal.needed ?? refusal.code });
    case 'rate-limited':
      return say.slackBusy();
    case 'unreachable':
      return say.slackUnreachable();
    default:
      return say.slackRefused({ code: refusal.code });
  }
}
