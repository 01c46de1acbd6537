import * as z from 'zod';
import type { Part } from '../../../core/command/answer.ts';
import type { Ask } from '../../../core/operation.ts';
import { type HasRecords, recordKind } from '../../../store/kept/record-kind.ts';
import type { SettingServices } from '../define.ts';
import { sharedMsg } from '../operation-messages.ts';
import { languageOf, languages } from './channel-language.ts';

const ChannelReader = z.object({ lang: z.enum(languages), zone: z.string() });
/** `creators`: ids of the people who made watches or subscriptions in the channel. */
type KnownReader = z.infer<typeof ChannelReader> & { readonly creators: readonly string[] };

/** The fields that watches and subscriptions to builds have in common. */
const Subscribed = z.object({ channel: z.string(), at: z.number(), by: ChannelReader.extend({ id: z.string() }) });
const subscribed = ['watch', 'follow'].map((kind) => recordKind(kind, Subscribed));

/**
 * Returns the language and time zone of the oldest watch or subscription of a channel. Later ones copy them, so that
 * the channel's messages are alike. Ignores the policy file, which has no zone.
 */
export async function channelReader(
  store: { readonly records: Pick<HasRecords['records'], 'list'> },
  channel: string,
): Promise<KnownReader | undefined> {
  const all = await Promise.all(subscribed.map((kind) => kind.bodies(store)));
  const made = all
    .flat()
    .filter((each) => each.channel === channel && each.by.id !== '')
    .toSorted((one, other) => one.at - other.at);
  const [first] = made;
  return first && { lang: first.by.lang, zone: first.by.zone, creators: made.map(({ by }) => by.id) };
}

/** Tells a person once in which language a channel's messages are posted, if nobody chose it and it may surprise. */
export async function languageNote(
  before: KnownReader | undefined,
  { channel, person: { id, lang }, prefix }: Ask,
  settings: SettingServices,
): Promise<readonly Part[]> {
  if (before?.lang === lang || before?.creators.includes(id) || (await languageOf(settings, channel)) !== undefined)
    return [];
  const command = (wanted: string) => `/${prefix}portolan language ${wanted}`;
  const text = before
    ? sharedMsg.inOtherLanguage({ command: command(lang) })
    : sharedMsg.inYourLanguage({ command: command(lang === 'en' ? 'zh' : 'en') });
  return [{ part: 'note', text }];
}
