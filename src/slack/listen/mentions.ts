import { mostTyped, unescapeCommand } from '../../core/command/tokenize.ts';
import { mainCommand } from '../../core/operation.ts';
import type { Services } from '../../operations/shared/services.ts';
import { StoreProblem } from '../../store/store.ts';
import { tryWordsAgain } from '../answer/try-again.ts';
import { doTyped } from '../app/handlers.ts';
import { peopleIn } from '../app/people-params.ts';
import { WordsEvent } from '../interaction/payloads.ts';
import { createResponder } from '../interaction/responder.ts';
import { begin, forMember, type Listening } from './listening.ts';

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
  const { channel, thread_ts } = read;
  const reply = createResponder(bot, { channel, user, thread: thread_ts });
  const typed = unescapeCommand(
    withoutMention(read.text.slice(0, mostTyped), bot.self().user),
    peopleIn(services.operations, mainCommand).keys,
  ).replaceAll('`', ' ');
  const thread = thread_ts ?? (read.type === 'message' ? undefined : read.ts);
  begin(listening, {
    what: read.type,
    reply,
    again: (page) => tryWordsAgain(services, mainCommand, typed, page),
    async act() {
      if (!(await isFirstDelivery(services, eventId))) return;
      const asked = { from: 'mention', channel, reply, thread } as const;
      await forMember(bot, asked, (interaction) => doTyped(bot, interaction, mainCommand, typed));
    },
  });
}

/** Whether an event was not seen before: Slack may deliver one twice. On a full disk this isn't known; it is better to answer a question twice. */
async function isFirstDelivery({ store, world }: Services, eventId: string): Promise<boolean> {
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
