import type { Services } from '../../operations/shared/services.ts';
import type { Page } from '../blocks/blocks.ts';

/** Returns the language for public posts: the channel's, otherwise `LANGUAGE`, otherwise the reader's. */
export function channelPage(
  { policy, language }: Pick<Services, 'policy' | 'language'>,
  channel: string,
  reader: Page,
): Page {
  // The id is a person's, or that of direct messages with the bot: use the reader's language.
  if (/^[UWD]/.test(channel)) return reader;
  return { ...reader, lang: policy.channels?.get(channel)?.language ?? language ?? reader.lang };
}
