import type { Services } from '../../operations/shared/services.ts';
import type { Page } from '../blocks/blocks.ts';

/**
 * The language of what everyone in a channel reads: the policy's for the channel, else `LANGUAGE`, else the reader's
 * own. What one person alone reads stays in theirs.
 * @param reader who asked for it
 */
export function channelPage(
  { policy, language }: Pick<Services, 'policy' | 'language'>,
  channel: string,
  reader: Page,
): Page {
  // A person, or their messages with the bot.
  if (/^[UWD]/.test(channel)) return reader;
  return { ...reader, lang: policy.channels?.get(channel)?.language ?? language ?? reader.lang };
}
