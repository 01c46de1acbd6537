import type { Answer } from '../../core/command/answer.ts';
import { plain } from '../../core/text/text.ts';
import type { Bot } from '../app/bot.ts';
import type { Interaction } from '../app/interaction.ts';
import { slackRefusal } from '../app/slack-errors.ts';
import { upload } from '../chart/upload.ts';
import { refusalText } from './refusal-view.ts';
import { lineMessage } from './responder.ts';

/** Sends an answer's files to the asker's own messages with the bot. */
export async function sendAnswerFiles(
  bot: Bot,
  interaction: Interaction,
  files: NonNullable<Answer['files']>,
): Promise<void> {
  try {
    const opened = await bot.client.conversations.open({ users: interaction.person.id });
    const channel = opened.channel?.id ?? interaction.person.id;
    for (const file of files) {
      const title = plain(file.title, interaction.person.lang);
      await upload(bot.client, bot.services.world, {
        name: file.name,
        title,
        bytes: new TextEncoder().encode(file.content),
        share: { channel },
      });
    }
  } catch (error) {
    const refusal = slackRefusal(error);
    if (!refusal) throw error;
    const page = { lang: interaction.person.lang, zone: interaction.person.zone };
    await interaction.reply.tell(lineMessage(refusalText(refusal, interaction.channel, bot.self().name), page));
  }
}
