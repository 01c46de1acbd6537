import type { Answer } from '../core/answer.ts';
import { plain } from '../core/text.ts';
import type { Bot } from './bot.ts';
import type { Visit } from './desk.ts';
import { sayRefusal } from './refusal-view.ts';
import { lineMessage } from './reply.ts';
import { slackRefusal } from './slack-error.ts';
import { upload } from './upload.ts';

/** Sends an answer's files to the asker's own messages with the bot. */
export async function sendAnswerFiles(bot: Bot, visit: Visit, files: NonNullable<Answer['files']>): Promise<void> {
  try {
    const opened = await bot.client.conversations.open({ users: visit.person.id });
    const channel = opened.channel?.id ?? visit.person.id;
    for (const file of files) {
      const title = plain(file.title, visit.person.lang);
      await upload(bot.client, bot.tools.world, {
        name: file.name,
        title,
        bytes: new TextEncoder().encode(file.content),
        share: { channel },
      });
    }
  } catch (error) {
    const refusal = slackRefusal(error);
    if (!refusal) throw error;
    const page = { lang: visit.person.lang, zone: visit.person.zone };
    await visit.reply.tell(lineMessage(sayRefusal(refusal, visit.channel, bot.self().name), page));
  }
}
