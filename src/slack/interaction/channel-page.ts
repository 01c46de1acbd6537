import type { World } from '../../core/world.ts';
import { languageOf } from '../../operations/shared/place/channel-language.ts';
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
  const own = await languageOf({ policy, language, records: store.records }, channel);
  return { ...reader, now: world.now(), lang: own ?? reader.lang };
}
