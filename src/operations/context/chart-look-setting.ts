import * as z from 'zod';
import type { Answer } from '../../core/command/answer.ts';
import { isDirectMessage } from '../../core/command/direct-message.ts';
import { flag, ok, required, wrong } from '../../core/command/params.ts';
import type { Problem } from '../../core/command/problem.ts';
import type { Ask } from '../../core/operation.ts';
import { recordKind } from '../../store/kept/record-kind.ts';
import { defineSetting, type SettingServices, settingEntry } from '../shared/define.ts';
import { refusePosting } from '../shared/place/refuse-posting.ts';
import { chartLookMsg } from './chart-look-messages.ts';

const looks = ['dark', 'light'] as const;
type Look = (typeof looks)[number];
const lookOf = (typed: string): Look | undefined => looks.find((each) => each === typed.trim().toLowerCase());

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
    look: required<Look>(
      chartLookMsg.look(),
      chartLookMsg.lookMissing(),
      (typed) => {
        const look = lookOf(typed);
        return look ? ok(look) : wrong(chartLookMsg.lookWrong({ typed }));
      },
      { input: 'select', options: looks.map((value) => ({ value, label: chartLookMsg[value]() })), keyword: lookOf },
    ),
    here: flag(chartLookMsg.here(), 'here', { hint: chartLookMsg.hereHint() }),
  },
  order: ['look'],
  async apply({ look, here }, ask, settings): Promise<Answer | Problem> {
    const isChannel = here && ask.channel !== '' && !isDirectMessage(ask.channel);
    const refusal = isChannel ? await refusePosting(ask, settings, 'schedule', chartLookMsg.notInChannel) : undefined;
    if (refusal) return refusal;
    await keepLook(isChannel ? ask.channel : ask.person.id, look, ask, settings);
    const now = { look: chartLookMsg[look]() };
    const says = isChannel
      ? chartLookMsg.channelNow({ ...now, channel: { channel: ask.channel } })
      : chartLookMsg.yoursNow({ ...now, word: look });
    return { title: chartLookMsg.form(), share: false, parts: [{ part: 'line', text: says }] };
  },
});

/** Color scheme of charts. The record's id is the Slack id of a person or a channel. */
export const chartLooks = recordKind('chart-look', z.object({ dark: z.boolean(), by: z.string().optional() }));

async function keepLook(id: string, look: Look, ask: Ask, settings: SettingServices): Promise<void> {
  const { now: at } = ask;
  const audit = [
    settingEntry('chart.look', ask, undefined, { look, ...(id === ask.person.id ? {} : { channel: id }) }),
  ];
  await chartLooks.change(settings.store, id, at, () => ({
    body: { dark: look === 'dark', by: ask.person.id },
    row: { at },
    audit,
  }));
}
