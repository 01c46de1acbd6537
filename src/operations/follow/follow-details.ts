import type { Answer, Part } from '../../core/command/answer.ts';
import { placeKey } from '../../core/command/context.ts';
import { ok, required } from '../../core/command/params.ts';
import { refused } from '../../core/command/problem.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { shortImage } from '../shared/component/component-format.ts';
import { defineQuestion } from '../shared/define.ts';
import { channelAccess } from '../shared/place/channel-access.ts';
import { followingMsg } from './following-messages.ts';
import { causeText, lengthsOf, runStateText, runsTitle, starterText } from './run-text.ts';
import { type RunLine, type RunMessage, runMessages } from './stored-follow.ts';

export const followDetails = defineQuestion({
  id: 'follow.details',
  tool: { none: 'list_events has the same facts' },
  command: 'follow',
  keywords: [['details']],
  summary: followingMsg.detailsSays(),
  title: followingMsg.detailsTitle(),
  examples: ['follow details C0SHOP:a1b2c3'],
  params: { message: required<string>(followingMsg.id(), followingMsg.idMissing(), ok) },
  order: ['message'],
  dialects: ['console'],
  async gather({ message: id }, ask, reads) {
    const message = (await runMessages.get(reads, id))?.body;
    if (!message || placeKey(message.context) !== placeKey(ask.context)) return refused(followingMsg.idUnknown());
    const mayRead = await channelAccess(ask, reads).mayKnow(message.channel);
    return mayRead ? { message } : refused(followingMsg.idUnknown());
  },
  answer: (_args, { message }): Answer => ({
    title: runsTitle(message),
    share: false,
    parts: message.lines.map((line) => runFields(line, message)),
  }),
});

function runFields(line: RunLine, { by }: RunMessage): Part {
  const { report, name, image, card } = line;
  const { took, built } = lengthsOf(report);
  const fields: readonly (readonly [Text, Text | undefined])[] = [
    [followingMsg.component(), verbatim(name)],
    [followingMsg.outcome(), runStateText(report)],
    [followingMsg.starter(), starterText(by) ?? followingMsg.platform()],
    [followingMsg.began(), followingMsg.moment({ at: { at: report.began } })],
    [followingMsg.built(), built],
    [followingMsg.took(), took],
    [followingMsg.image(), image === undefined ? undefined : verbatim(shortImage(image))],
    [followingMsg.cause(), causeText(line)],
    [
      followingMsg.request(),
      card === undefined ? undefined : followingMsg.card({ link: { link: card, label: followingMsg.itsCard() } }),
    ],
  ];
  return { part: 'fields', fields: fields.flatMap(([label, value]) => (value ? [{ label, value }] : [])) };
}
