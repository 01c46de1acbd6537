import { mostTyped, unescapeCommand } from '../../core/command/tokenize.ts';
import { defined } from '../../core/defined.ts';
import { mainCommand } from '../../core/operation.ts';
import type { Services } from '../../operations/shared/services.ts';
import { StoreProblem } from '../../store/store.ts';
import { tryWordsAgain } from '../answer/try-again.ts';
import { doTyped } from '../app/handlers.ts';
import { peopleIn } from '../app/people-params.ts';
import type { Interaction } from '../interaction/interaction.ts';
import { WordsEvent } from '../interaction/payloads.ts';
import { begin, forMember, type Listening, replyTo } from './listening.ts';

/** Answers words in a message: a mention, or the person's own conversation with the bot. */
export function listenToMentions(listening: Listening): void {
  const { app } = listening;
  app.event('app_mention', async ({ event, body }) => hear(listening, event, body.event_id));
  app.event('message', async ({ event, body }) => {
    if (event.channel_type === 'im') await hear(listening, event, body.event_id);
  });
}

async function hear(listening: Listening, event: unknown, eventId: string): Promise<void> {
  const { bot } = listening;
  const { services } = bot;
  const read = WordsEvent.parse(event);
  const { user } = read;
  if (!user || read.bot_id !== undefined || read.subtype !== undefined || user === bot.self().user) return;
  const reply = replyTo(bot, {
    channel: read.channel,
    user,
    ...defined({ thread: read.thread_ts }),
  });
  const person = () => services.people.person(user);
  const typed = unescapeCommand(
    withoutMention(read.text.slice(0, mostTyped), bot.self().user),
    peopleIn(services.operations, mainCommand).keys,
  ).replaceAll('`', ' ');
  begin(listening, {
    what: read.type,
    reply,
    person,
    again: (page) => tryWordsAgain(services, mainCommand, typed, page),
    async act() {
      if (!(await isNew(services, eventId))) return;
      const direct = read.type === 'message';
      const thread = read.thread_ts ?? (direct ? undefined : read.ts);
      const interaction: Interaction = {
        from: 'mention',
        person: await person(),
        channel: read.channel,
        reply,
        ...defined({ thread }),
      };
      await forMember(interaction, () => doTyped(bot, interaction, mainCommand, typed));
    },
  });
}

/** Whether an event was not seen before: Slack may deliver one twice. On a full disk this isn't known; it is better to answer a question twice. */
async function isNew({ store, world }: Services, eventId: string): Promise<boolean> {
  try {
    return await store.events.firstSight(eventId, world.now());
  } catch (error) {
    if (error instanceof StoreProblem && error.isDiskFull) return true;
    throw error;
  }
}

function withoutMention(text: string, bot: string): string {
  return text.replace(new RegExp(`<@${bot}(?:\\|[^<>]*)?>`, 'g'), ' ').trim();
}
