import type { Answer } from '../../core/command/answer.ts';
import type { Bot } from '../interaction/bot.ts';
import { channelPage } from '../interaction/channel-page.ts';
import { type Interaction, pageOf } from '../interaction/interaction.ts';
import { postMessage } from '../interaction/post-message.ts';
import { answerMessage } from './answer-view.ts';

/**
 * Announces in a channel what someone is about to set there: as a message of the bot, or, where it isn't a
 * member, by the response_url.
 * @returns false where nobody but the person would see it
 */
export async function announced(bot: Bot, interaction: Interaction, announcement: Answer): Promise<boolean> {
  const { channel, person, reply } = interaction;
  const page = channelPage(bot.services, channel, pageOf(person));
  const message = answerMessage(announcement, { at: bot.services.world.now() }, page);
  try {
    await postMessage(bot.client, message, { channel });
    return true;
  } catch (error) {
    bot.services.world.log.info('an announcement goes through the response_url', { channel, error });
    return reply.tellAll(message);
  }
}
