import * as z from 'zod';
import type { Answer } from '../../core/command/answer.ts';
import { isAskedAlone } from '../../core/command/direct-message.ts';
import { flag, ok, type Param, required, wrong } from '../../core/command/params.ts';
import { type Problem, refused } from '../../core/command/problem.ts';
import type { Ask } from '../../core/operation.ts';
import type { Text } from '../../core/text/text.ts';
import type { AuditEntry } from '../../store/audit/audit-entry.ts';
import { type RecordKind, recordKind } from '../../store/kept/record-kind.ts';
import { defineSetting, type SettingServices, settingEntry } from '../shared/define.ts';
import { incidentRecords, incidentRow } from '../shared/incident/incident-rows.ts';
import { channelLanguages, languages } from '../shared/place/channel-language.ts';
import { refusePosting } from '../shared/place/refuse-posting.ts';
import { channelLanguageMsg } from './channel-language-messages.ts';
import { chartLookMsg } from './chart-look-messages.ts';

const looks = ['dark', 'light'] as const;

/** Color scheme of charts. The record's id is the Slack id of a person or a channel. */
export const chartLooks = recordKind('chart-look', z.object({ dark: z.boolean(), by: z.string().optional() }));

export const channelLanguage = defineSetting({
  id: 'channel.language',
  tool: { none: 'messages in channels are for people' },
  command: 'portolan',
  keywords: [['language']],
  summary: channelLanguageMsg.says(),
  title: channelLanguageMsg.form(),
  examples: ['portolan language zh', 'portolan language en'],
  needs: 'nothing',
  params: { language: oneOf(languages, channelLanguageMsg.language(), channelLanguageMsg) },
  order: ['language'],
  async apply({ language: lang }, ask, settings): Promise<Answer | Problem> {
    const { channel, person } = ask;
    if (isAskedAlone(ask)) return refused(channelLanguageMsg.inChannels());
    if (settings.policy.channels?.get(channel)?.language) return refused(channelLanguageMsg.policySets());
    const text = channelLanguageMsg.now({ who: person.name, language: channelLanguageMsg[lang]() });
    return setForChannel(lineAnswer(channelLanguageMsg.form(), text), ask, settings, () => {
      const entry = settingEntry('channel.language', ask, ask.context, { language: lang, channel });
      return channelLanguages.change(settings.store, channel, entry.at, async () => {
        const open = await incidentRecords.list(settings.store, { isOpen: true });
        const here = open.filter(({ body }) => body.channel === channel);
        return {
          body: { lang, by: person.id },
          row: { at: entry.at },
          audit: [entry],
          // A new version of each firing incident draws its message in the new language.
          records: here.map((each) => incidentRecords.save(each.body, each, each.version)),
          outbox: here.map((each) => incidentRow(each.id, each.version + 1, entry.at)),
        };
      });
    });
  },
});

export const chartLook = defineSetting({
  id: 'chart.look',
  tool: { none: 'pictures are for people' },
  command: 'portolan',
  keywords: [['theme']],
  summary: chartLookMsg.says(),
  title: chartLookMsg.form(),
  examples: ['portolan theme dark', 'portolan theme dark here'],
  needs: 'nothing',
  params: {
    look: oneOf(looks, chartLookMsg.look(), chartLookMsg),
    here: flag(chartLookMsg.here(), 'here', { hint: chartLookMsg.hereHint() }),
  },
  order: ['look'],
  async apply({ look, here }, ask, settings): Promise<Answer | Problem> {
    const { channel, person } = ask;
    const isHere = here && !isAskedAlone(ask);
    const saveLook = () => {
      const entry = settingEntry('chart.look', ask, isHere ? ask.context : undefined, {
        look,
        ...(isHere ? { channel } : {}),
      });
      return save(chartLooks, isHere ? channel : person.id, { dark: look === 'dark', by: person.id }, entry, settings);
    };
    const now = { look: chartLookMsg[look]() };
    if (isHere) {
      const text = chartLookMsg.channelNow({ ...now, who: person.name });
      return setForChannel(lineAnswer(chartLookMsg.form(), text), ask, settings, saveLook);
    }
    await saveLook();
    return lineAnswer(chartLookMsg.form(), chartLookMsg.yoursNow({ ...now, word: look }));
  },
});

type Says<V extends string> = Readonly<Record<V | 'missing', () => Text>> & {
  readonly wrong: (given: { typed: string }) => Text;
};

function oneOf<const V extends string>(values: readonly V[], label: Text, says: Says<V>): Param<V> {
  const find = (typed: string) => values.find((each) => each === typed.trim().toLowerCase());
  const read = (typed: string) => {
    const value = find(typed);
    return value ? ok(value) : wrong(says.wrong({ typed }));
  };
  const options = values.map((value) => ({ value, label: says[value]() }));
  return required<V>(label, says.missing(), read, { input: 'select', options, keyword: find });
}

/** Stores a setting of a channel, and tells everyone in it. */
async function setForChannel(
  answer: Answer,
  ask: Ask,
  settings: SettingServices,
  save: () => Promise<unknown>,
): Promise<Answer | Problem> {
  const refusal = await refusePosting(ask, settings, 'set_context');
  if (refusal) return refusal;
  await save();
  return (await settings.announce(answer)) ? { ...answer, announced: true } : answer;
}

function save<T>(kind: RecordKind<T>, id: string, body: T, entry: AuditEntry, { store }: SettingServices) {
  return kind.change(store, id, entry.at, () => ({ body, row: { at: entry.at }, audit: [entry] }));
}

function lineAnswer(title: Text, text: Text): Answer {
  return { title, share: false, parts: [{ part: 'line', text }] };
}
