import * as z from 'zod';
import type { Policy } from '../../../core/policy/policy.ts';
import type { Lang } from '../../../core/text/text.ts';
import { type HasRecords, recordKind } from '../../../store/kept/record-kind.ts';

export const languages = ['en', 'zh'] as const;

/** Language of messages that all members of a channel see. The record's id is the channel's. */
export const channelLanguages = recordKind(
  'channel-language',
  z.object({ lang: z.enum(languages), by: z.string().optional() }),
);

interface LanguageSources extends HasRecords {
  readonly policy: Policy;
  readonly language?: Lang;
}

/** Returns the language of the policy file, of the channel, or of `LANGUAGE`; undefined if none is set. */
export async function languageOf(sources: LanguageSources, channel: string): Promise<Lang | undefined> {
  const { policy, language } = sources;
  const ofPolicy = policy.channels?.get(channel)?.language;
  return ofPolicy ?? (await channelLanguages.get(sources, channel))?.body.lang ?? language;
}
