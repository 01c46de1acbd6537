import type { PostedMessage, Poster, PostPlace } from '../../delivery/poster.ts';
import { ifRoom } from '../answer/notes.ts';
import type { Message } from '../blocks/blocks.ts';
import { drawIncident } from '../incident/draw-incident.ts';
import type { Homes, SlackServices } from '../interaction/bot.ts';
import { channelPage } from '../interaction/channel-page.ts';
import { linkOf, postMessage, resultOf } from '../interaction/post-message.ts';
import { slackRefusal } from '../interaction/slack-errors.ts';
import { tellEvidence } from '../request/tell-evidence.ts';
import { plain } from '../slack-catalog.ts';
import { drawForms, type Posting } from './draw-forms.ts';
import { postScheduled } from './post-scheduled.ts';

/** Posts messages that nobody has just requested, and refreshes App Homes that show a posted request. */
export function createPoster(bot: SlackServices, homes: Pick<Homes, 'changed'>): Poster<Posting> {
  return {
    async post(place, drawn) {
      if (drawn.shows === 'scheduled-chart') return postScheduled(bot, place, drawn);
      if (drawn.shows === 'evidence') return resultOf(bot, place.channel, () => tellEvidence(bot, drawn));
      if (drawn.shows === 'card') homes.changed();
      const page = channelPage(bot.services, place.channel, place.reader);
      const [first, ...shorter] = drawForms(drawn, page, bot.services.world.now());
      const result = await resultOf(bot, place.channel, () => sendFirstTaken(bot, place, first, shorter));
      if (result.posted) await keepPicture(bot, drawn, result);
      else if ('fix' in result) {
        const { code, fix } = result;
        bot.services.world.log.warn('Slack refused a message', {
          shows: drawn.shows,
          code,
          fix: plain(fix, 'en'),
          ...('card' in drawn ? { request: drawn.card.id } : {}),
        });
      }
      return result;
    },
    picture: async (place, drawn) =>
      drawn.shows === 'incident'
        ? drawIncident(bot, drawn.incident, channelPage(bot.services, place.channel, place.reader))
        : undefined,
    link: (at) => linkOf(bot.client, at),
  };
}

/** Sends the first form of a message that Slack accepts. @throws Slack's error for the last form */
async function sendFirstTaken(
  bot: SlackServices,
  place: PostPlace,
  form: Message,
  [next, ...others]: readonly Message[],
): Promise<PostedMessage> {
  try {
    return await send(bot, place, form);
  } catch (error) {
    if (!next || slackRefusal(error)?.fault !== 'bad-blocks') throw error;
    bot.services.world.log.warn('Slack refused the blocks of a message: a shorter one is sent', { error });
    return sendFirstTaken(bot, place, next, others);
  }
}

async function send({ client }: SlackServices, place: PostPlace, message: Message): Promise<PostedMessage> {
  const { channel, ts } = place;
  if (ts === undefined) return postMessage(client, message, place);
  await client.chat.update({ channel, ts, ...message });
  return { channel, ts };
}

/** Records that the message shows this picture, so that its previous picture can be deleted. */
async function keepPicture(bot: SlackServices, drawn: Posting, { channel, ts }: PostedMessage): Promise<void> {
  if (drawn.shows !== 'incident' || !drawn.chart) return;
  const { store, world } = bot.services;
  const post = { id: `incident:${drawn.incident.id}`, channel, ts, fileIds: [drawn.chart.file], at: world.now() };
  await ifRoom(bot, () => store.posts.keep({ ...post, body: {} }));
}
