import type { Services } from '../../operations/shared/services.ts';
import type { Page } from '../blocks/blocks.ts';

/**
 * The time zone of pictures that nobody asked for, such as those of alerts: that of who set the channel's context, of
 * who is notified, or of a member of the channel, the first that is known. Otherwise UTC.
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
