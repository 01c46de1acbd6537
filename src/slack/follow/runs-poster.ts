import type { RunsPoster } from '../../operations/follow/deliver-runs.ts';
import { runStateText, runsTitle } from '../../operations/follow/run-text.ts';
import type { RunMessage } from '../../operations/follow/stored-follow.ts';
import { contextText } from '../../operations/shared/place/known-contexts.ts';
import { noContext, pausedText } from '../../operations/shared/place/paused-text.ts';
import type { Page } from '../blocks/blocks.ts';
import type { SlackServices } from '../interaction/bot.ts';
import { channelPage } from '../interaction/channel-page.ts';
import { editOf, postTo } from '../interaction/post-message.ts';
import { lineMessage } from '../interaction/responder.ts';
import { runsMsg } from './runs-messages.ts';
import { runsMessage } from './runs-view.ts';

/** How messages about runs reach Slack. */
export function createRunsPoster(bot: SlackServices): RunsPoster {
  const pageOfRuns = ({ channel, reader }: Pick<RunMessage, 'channel' | 'reader'>): Page =>
    channelPage(bot.services, channel, reader);
  const post = postTo(bot);
  const edit = editOf(bot);
  return {
    post: (message) => post(message.channel, runsMessage(message, pageOfRuns(message))),
    edit: (message, ts) => edit({ channel: message.channel, ts }, runsMessage(message, pageOfRuns(message))),
    mention: (message, ts, line, user) => {
      const title = runsTitle({ ...message, lines: [line] });
      const text = runsMsg.mention({ who: { user }, title, state: runStateText(line.report) });
      return post(message.channel, lineMessage(text, pageOfRuns(message)), { thread: ts });
    },
    missed: (channel, { count, failed, reader }) =>
      post(
        channel,
        lineMessage(
          failed > 0 ? runsMsg.missedFailed({ count, failed }) : runsMsg.missed({ count }),
          pageOfRuns({ channel, reader }),
        ),
      ),
    paused: ({ channel, context, by }, code) => {
      const where = { channel: { channel }, context: contextText(context), why: pausedText(code) };
      const text = code === noContext ? runsMsg.pausedByPolicy(where) : runsMsg.paused(where);
      return post(by.id, lineMessage(text, { lang: by.lang, zone: by.zone }));
    },
  };
}
