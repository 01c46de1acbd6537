import type { Services } from '../../operations/shared/services.ts';
import type { Page } from '../blocks/blocks.ts';

/**
 * Returns the time zone for pictures without a requester: that of the person who set the channel's context, of a person
 * to notify, or of a member; otherwise UTC.
 */
export async function channelZone(
  { store, people }: Pick<Services, 'store' | 'people'>,
  channel: string,
  notify: readonly string[],
): Promise<string> {
  const context = await store.contexts.get('channel', channel);
  const zoneOf = async (id: string) => (await people.person(id).catch(() => undefined))?.zone;
  for (const id of [...(context ? [context.setBy] : []), ...notify.filter((each) => !each.startsWith('S'))]) {
    const zone = await zoneOf(id);
    if (zone !== undefined) return zone;
  }
  const [member] = (await people.candidates({ channel, enough: 1 })).people.filter(isFullMember);
  return (member && (await zoneOf(member.id))) ?? 'UTC';
}

function isFullMember({ standing }: { readonly standing: string }): boolean {
  return standing === 'member';
}

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
