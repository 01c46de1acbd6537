import * as z from 'zod';
import { maxTyped, unescapeMessage } from '../../core/command/tokenize.ts';
import { mainCommand } from '../../core/operation.ts';
import type { Services } from '../../operations/shared/services.ts';
import { kept } from '../../store/purge.ts';
import { StoreProblem } from '../../store/store.ts';
import { tryWordsAgain } from '../answer/try-again.ts';
import { doTyped } from '../app/handlers.ts';
import { peopleIn } from '../app/people-params.ts';
import { pageOf } from '../interaction/interaction.ts';
import { createResponder, lineMessage } from '../interaction/responder.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { begin, forMember, type Listening } from './listening.ts';

export function listenToMentions(listening: Listening): void {
  const { app } = listening;
  app.event('app_mention', async ({ event }) => hear(listening, event));
  app.event('message', async ({ event }) => {
    if (event.channel_type === 'im') await hear(listening, event);
  });
}

/** Subtypes of messages that people write (docs/slack.md#mentions). */
const peoples: readonly (string | undefined)[] = [
  undefined,
  'file_share',
  'me_message',
  'reply_broadcast',
  'thread_broadcast',
];

const edited = z.object({ ts: z.string() }).optional();
const words = {
  subtype: z.string().optional(),
  bot_id: z.string().optional(),
  user: z.string().optional(),
  text: z.string().default(''),
  ts: z.string(),
  thread_ts: z.string().optional(),
  edited,
};

/** Mentions, and direct messages with the bot. Slack also sends this event when a direct message is edited. */
const WordsEvent = z.object({
  ...words,
  type: z.enum(['app_mention', 'message']),
  channel: z.string(),
  message: z.object(words).optional(),
  previous_message: z.object({ edited }).optional(),
});
type WordsEvent = z.infer<typeof WordsEvent>;

async function hear(listening: Listening, event: unknown): Promise<void> {
  const { bot } = listening;
  const { services } = bot;
  const said = saidIn(WordsEvent.parse(event));
  if (!said || said.user === bot.self().user) return;
  const { user, channel, thread_ts, type, subtype } = said;
  if (!user || said.bot_id !== undefined || !peoples.includes(subtype)) {
    const isMention = type === 'app_mention' || said.text !== withoutMention(said.text, bot.self().user);
    if (isMention) services.world.log.info('a mention was not answered', { channel, subtype, bot: said.bot_id });
    return;
  }
  const reply = createResponder(bot, { channel, user, thread: thread_ts });
  const spoken = withoutMention(said.text.slice(0, maxTyped), bot.self().user);
  const typed = unescapeMessage(spoken, peopleIn(services.operations, mainCommand).keys).replace(/^[\s*:：,，、]+/, '');
  const thread = thread_ts ?? (type === 'message' ? undefined : said.ts);
  begin(listening, {
    what: type,
    reply,
    again: (page) => tryWordsAgain(services, mainCommand, typed, page),
    async act() {
      const next = await whatToDo(services, said);
      if (next === 'nothing') return;
      const asked = { from: 'mention', channel, reply, thread } as const;
      await forMember(bot, asked, (interaction) =>
        next === 'run'
          ? doTyped(bot, interaction, mainCommand, typed)
          : reply.tell(lineMessage(slackMsg.editsNotRun(), pageOf(interaction.person))),
      );
    },
  });
}

/** Returns the present text, or undefined if an edit only added something, such as a link preview. */
function saidIn(event: WordsEvent): WordsEvent | undefined {
  if (event.subtype !== 'message_changed') return event;
  const { message, previous_message: before, type, channel } = event;
  const isEdit = message?.edited !== undefined && message.edited.ts !== before?.edited?.ts;
  return isEdit ? { ...message, type, channel } : undefined;
}

/** Handles a message once, despite replicas, repeats and edits. Refuses an edit of a message that is forgotten. */
async function whatToDo(
  services: Services,
  { channel, ts, edited }: WordsEvent,
): Promise<'run' | 'refuse edit' | 'nothing'> {
  const message = `message ${channel} ${ts}`;
  const isForgotten = edited !== undefined && services.world.now() - Number(ts) * 1_000 >= kept.event;
  if (!isForgotten && (await isFirstSight(services, message, edited === undefined))) return 'run';
  if (edited === undefined) return 'nothing';
  return (await isFirstSight(services, `${message} edited ${edited.ts}`, true)) ? 'refuse edit' : 'nothing';
}

/** Checks whether an event is new, because Slack may deliver it twice. @param ifUnknown the result on a full disk */
async function isFirstSight({ store, world }: Services, id: string, ifUnknown: boolean): Promise<boolean> {
  try {
    return await store.events.firstSight(id, world.now());
  } catch (error) {
    if (error instanceof StoreProblem && error.isDiskFull) return ifUnknown;
    throw error;
  }
}

/** Removes the mention of the bot, and a colon or comma after the mention. */
function withoutMention(text: string, bot: string): string {
  const mention = `<@${bot}(?:\\|[^<>]*)?>`;
  return text
    .replace(new RegExp(`(^|[\\s*\`])${mention}[\\s:：,，、]*`, 'g'), '$1')
    .replace(new RegExp(mention, 'g'), ' ')
    .trim();
}
