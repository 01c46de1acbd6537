import { slackLimitText, unreadText } from '../../core/policy/policy-decision.ts';
import type { Text } from '../../core/text/text.ts';
import type { ProfileUnreadable } from '../../operations/shared/services.ts';
import type { SlackRefusal } from './slack-errors.ts';
import { slackMsg } from './slack-messages.ts';

export function profileText({ limitedMs }: ProfileUnreadable): Text {
  return unreadText(limitedMs, slackMsg.profileUnreadable());
}

export function refusalText(refusal: SlackRefusal, channel: string, bot: string): Text {
  switch (refusal.fault) {
    case 'not-in-channel':
      return slackMsg.invite({ channel: { channel }, bot });
    case 'channel-gone':
      return slackMsg.channelGone();
    case 'posting-denied':
    case 'thread-closed':
      return slackMsg.postingDenied({ channel: { channel }, bot, code: refusal.code });
    case 'app-restricted':
      return slackMsg.appRestricted({ code: refusal.code });
    case 'missing-scope':
      return slackMsg.missingScope({ scope: refusal.needed ?? refusal.code });
    case 'bad-token':
      return slackMsg.tokenRefused({ code: refusal.code });
    case 'bad-blocks':
      return slackMsg.blocksRefused({ code: refusal.code });
    case 'rate-limited':
      return slackLimitText(refusal.retryAfterMs ?? 60_000);
    case 'unreachable':
      return slackMsg.slackUnreachable();
    default:
      return slackMsg.slackRefused({ code: refusal.code });
  }
}
