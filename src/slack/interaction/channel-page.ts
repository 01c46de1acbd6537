import { channelLanguages } from '../../operations/context/channel-language.ts';
import type { Services } from '../../operations/shared/services.ts';
import type { HasRecords } from '../../store/kept/record-kind.ts';
import type { Page } from '../blocks/blocks.ts';

/** Returns the language for public posts: the channel's (of the policy file first), `LANGUAGE`, or the reader's. */
export async function channelPage(
  { policy, language, store }: Pick<Services, 'policy' | 'language'> & { readonly store: HasRecords },
  channel: string,
  reader: Page,
): Promise<Page> {
  // The id is a person's, or that of direct messages with the bot: use the reader's language.
  if (/^[UWD]/.test(channel)) return reader;
  const own = policy.channels?.get(channel)?.language ?? (await channelLanguages.get(store, channel))?.body.lang;
  return { ...reader, lang: own ?? language ?? reader.lang };
}
