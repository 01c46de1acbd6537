import type { World } from '../../core/world.ts';
import { channelLanguages } from '../../operations/context/channel-settings.ts';
import type { Services } from '../../operations/shared/services.ts';
import type { HasRecords } from '../../store/kept/record-kind.ts';
import type { Page } from '../blocks/blocks.ts';

/**
 * Returns how public posts are drawn: at the present, in the language of the channel (of the policy file first), of
 * `LANGUAGE`, or of the reader.
 */
export async function channelPage(
  {
    policy,
    language,
    store,
    world,
  }: Pick<Services, 'policy' | 'language'> & {
    readonly store: HasRecords;
    readonly world: Pick<World, 'now'>;
  },
  channel: string,
  reader: Page,
): Promise<Page> {
  // The id is a person's, or that of direct messages with the bot: use the reader's language.
  if (/^[UWD]/.test(channel)) return reader;
  const own = policy.channels?.get(channel)?.language ?? (await channelLanguages.get(store, channel))?.body.lang;
  return { ...reader, now: world.now(), lang: own ?? language ?? reader.lang };
}
