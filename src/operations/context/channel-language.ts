import * as z from 'zod';
import type { Answer } from '../../core/command/answer.ts';
import { isAskedAlone } from '../../core/command/direct-message.ts';
import { ok, required, wrong } from '../../core/command/params.ts';
import { type Problem, refused } from '../../core/command/problem.ts';
import type { Lang } from '../../core/text/text.ts';
import { recordKind } from '../../store/kept/record-kind.ts';
import { defineSetting, settingEntry } from '../shared/define.ts';
import { refusePosting } from '../shared/place/refuse-posting.ts';
import { channelLanguageMsg } from './channel-language-messages.ts';

/** Language of messages that all members of a channel see. The record's id is the channel's. */
export const channelLanguages = recordKind(
  'channel-language',
  z.object({ lang: z.enum(['en', 'zh']), by: z.string().optional() }),
);

const languages = ['en', 'zh'] as const satisfies readonly Lang[];
const languageOf = (typed: string) => languages.find((each) => each === typed.trim().toLowerCase());

export const channelLanguage = defineSetting({
  id: 'channel.language',
  tool: { none: 'messages in channels are for people' },
  command: 'portolan',
  keywords: [['language']],
  summary: channelLanguageMsg.says(),
  title: channelLanguageMsg.form(),
  examples: ['portolan language zh', 'portolan language en'],
  needs: 'nothing',
  params: {
    language: required<Lang>(
      channelLanguageMsg.language(),
      channelLanguageMsg.missing(),
      (typed) => {
        const lang = languageOf(typed);
        return lang ? ok(lang) : wrong(channelLanguageMsg.wrong({ typed }));
      },
      {
        input: 'select',
        options: languages.map((value) => ({ value, label: channelLanguageMsg[value]() })),
        keyword: languageOf,
      },
    ),
  },
  order: ['language'],
  async apply({ language: lang }, ask, settings): Promise<Answer | Problem> {
    const { channel, now: at } = ask;
    if (isAskedAlone(ask)) return refused(channelLanguageMsg.inChannels());
    if (settings.policy.channels?.get(channel)?.language) return refused(channelLanguageMsg.policySets());
    const refusal = await refusePosting(ask, settings, 'set_context', channelLanguageMsg.notInChannel);
    if (refusal) return refusal;
    const audit = [settingEntry('channel.language', ask, undefined, { language: lang, channel })];
    await channelLanguages.change(settings.store, channel, at, () => ({
      body: { lang, by: ask.person.id },
      row: { at },
      audit,
    }));
    const text = channelLanguageMsg.now({ who: ask.person.name, language: channelLanguageMsg[lang]() });
    const answer: Answer = { title: channelLanguageMsg.form(), share: false, parts: [{ part: 'line', text }] };
    return (await settings.announce(answer)) ? { ...answer, announced: true } : answer;
  },
});
