import type { App } from '@slack/bolt';
import type { AnyBlock } from '@slack/types';
import type { Person } from '../../core/command/context.ts';
import { mostTyped, unescapeEntities, unescapeSlack } from '../../core/command/tokenize.ts';
import { type Command, mainCommand } from '../../core/operation.ts';
import { isReason, mayAsk, reasonTooShortText } from '../../core/policy/decide.ts';
import { plain, type Text } from '../../core/text/text.ts';
import { commands } from '../../operations/commands.ts';
import { ProfileUnreadable } from '../../operations/shared/services.ts';
import { StoreProblem } from '../../store/store.ts';
import { profileText, refusalText } from '../answer/refusal-view.ts';
import { tryRequestAgain, tryWordsAgain } from '../answer/try-again.ts';
import type { Page } from '../blocks/blocks.ts';
import { finishSubmission, submit } from '../form/form.ts';
import { askCallback, lineView } from '../form/form-view.ts';
import { openForm } from '../form/open-form.ts';
import { createOptionRequests } from '../form/option-requests.ts';
import type { Bot } from '../interaction/bot.ts';
import { createChartTurns } from '../interaction/chart-turns.ts';
import { type Interaction, pageOf } from '../interaction/interaction.ts';
import {
  ActionBody,
  CommandBody,
  HomeEvent,
  OptionsBody,
  ShortcutBody,
  shortcutCallback,
  ViewBody,
  WordsEvent,
} from '../interaction/payloads.ts';
import { createResponder, lineMessage, type Respond, type Responder } from '../interaction/responder.ts';
import { slackRefusal } from '../interaction/slack-errors.ts';
import { msg } from '../interaction/slack-messages.ts';
import { formIntent, intentOf, type PressIntake } from '../request/press-intents.ts';
import { doTyped } from './handlers.ts';
import { handleAction, pressAgainButton } from './router.ts';
import type { Tasks } from './tasks.ts';

/** How long options wait for a profile, in ms; Slack waits three seconds for the options themselves. */
const profileWaitMs = 1_000;

/** What the forms of a card's buttons ask for, by their callback ids. */
const formOf: Readonly<Record<string, 'deny' | 'break_glass' | 'extend'>> = {
  'request.deny': 'deny',
  'request.break_glass': 'break_glass',
  'request.extend': 'extend',
};

/** A person whose profile hasn't been read yet: used only for what must be answered at once. */
function stranger(id: string): Person {
  return { id, name: id, lang: 'en', zone: 'UTC', standing: 'member' };
}

/**
 * Registers everything that Slack can send. Each is acknowledged before any work. The work continues as a task that a stop
 * waits for; an error in it is shown once, with a reference.
 */
export function listen(app: App, bot: Bot, tasks: Tasks, presses: PressIntake): void {
  const { services, metrics } = bot;
  const { now } = services.world;
  const options = createOptionRequests(services);
  const arrivals = createChartTurns();

  /** The reply to an unhandled error: Slack's refusals and the database are named, a bug has a reference. */
  function brokenText(error: unknown, reference: string, channel: string): Text {
    const refusal = slackRefusal(error);
    if (refusal) return refusalText(refusal, channel, bot.self().name);
    if (error instanceof StoreProblem) return error.isDiskFull ? msg.diskFull() : msg.storeDown({ reference });
    return msg.bug({ reference });
  }

  /** Whether an event was not seen before. On a full disk this isn't known; it is better to answer a question twice. */
  async function isNew(eventId: string): Promise<boolean> {
    try {
      return await services.store.events.firstSight(eventId, now());
    } catch (error) {
      if (error instanceof StoreProblem && error.isDiskFull) return true;
      throw error;
    }
  }

  /** The one error boundary: the log has the error, the person its reference. */
  function work(
    what: string,
    reply: Responder,
    person: () => Promise<Person>,
    job: () => Promise<void>,
    again?: (page: Page) => readonly AnyBlock[],
  ): void {
    tasks.run(async () => {
      try {
        await job();
      } catch (error) {
        if (error instanceof ProfileUnreadable) {
          services.world.log.warn('the profile of the person who runs a command could not be read', { what, error });
          const page = pageOf(stranger(''));
          await reply.tell(lineMessage(profileText(error), page, [...(again?.(page) ?? [])]));
          return;
        }
        const reference = services.world.newId().slice(0, 8);
        // A refusal of Slack's is named; anything else is a bug.
        const level = slackRefusal(error) ? 'warn' : 'error';
        services.world.log[level]('a handler failed', { what, reference, error });
        const page = pageOf(await person().catch(() => stranger('')));
        await reply.tell(lineMessage(brokenText(error, reference, reply.channel), page)).catch((failure: unknown) => {
          services.world.log.error('the error could not be shown', { reference, error: failure });
        });
      }
    });
  }

  /**
   * Does what a full member of the workspace wants. Anyone else is told that they may not, before anything is looked up
   * or shown: no button, form or command has to think of that itself.
   */
  async function forMember(interaction: Interaction, act: () => Promise<void>): Promise<void> {
    const no = mayAsk(interaction.person)?.no;
    if (no) await interaction.reply.tell(lineMessage(no, pageOf(interaction.person)));
    else await act();
  }

  /** The profile of someone who must be answered at once; undefined when it can't be read within a second. */
  async function profileSoon(id: string): Promise<Person | undefined> {
    const stop = new AbortController();
    const late = services.world.wait(profileWaitMs, stop.signal).then(() => undefined);
    try {
      return await Promise.race([services.people.person(id), late]);
    } catch (error) {
      if (!(error instanceof ProfileUnreadable)) throw error;
      services.world.log.warn('the profile of the person who opens a select could not be read', { error });
      return undefined;
    } finally {
      stop.abort();
    }
  }

  app.command(/.*/, async ({ command, ack, respond }) => {
    const since = now();
    await ack();
    metrics.acked('command', now() - since);
    const body = CommandBody.parse(command);
    const name = commandOf(body.command, services.prefix);
    const reply = replyTo(bot, { channel: body.channel_id, user: body.user_id, respond });
    const person = () => services.people.person(body.user_id);
    const typed = unescapeEntities(body.text);
    const asked = name ?? mainCommand;
    const words = name ? typed : `${body.command} ${typed}`;
    const again = (page: Page) => tryWordsAgain(services, asked, words, page);
    work(
      body.command,
      reply,
      person,
      async () => {
        const interaction: Interaction = {
          from: 'command',
          person: await person(),
          channel: body.channel_id,
          reply,
          ...(body.trigger_id === undefined ? {} : { trigger: body.trigger_id }),
        };
        await forMember(interaction, () => doTyped(bot, interaction, asked, words));
      },
      again,
    );
  });

  app.action(/.*/, async ({ body, ack, respond }) => {
    const since = now();
    // A press on a card is stored first: once it is acknowledged, it counts, also when this process dies.
    const parsed = ActionBody.safeParse(body);
    const intent = parsed.success ? intentOf(parsed.data) : undefined;
    const saved = intent && (await presses.save(intent, since));
    await ack();
    metrics.acked('action', now() - since);
    const read = ActionBody.parse(body);
    const [action] = read.actions;
    if (!action) return;
    const channel = read.channel?.id ?? '';
    const thread = read.message?.thread_ts ?? read.container.thread_ts;
    const reply = replyTo(bot, {
      channel: channel || 'D',
      user: read.user.id,
      ...(channel ? { respond } : {}),
      ...(thread === undefined ? {} : { thread }),
      isPrivate: read.container.is_ephemeral === true,
    });
    const person = () => services.people.person(read.user.id);
    work(
      action.action_id,
      reply,
      person,
      async () => {
        if (saved && 'held' in saved) return presses.process(saved.held, reply);
        if (saved) {
          const known = services.people.known(read.user.id) ?? stranger(read.user.id);
          return reply.tell(lineMessage(saved.unsaved, pageOf(known)));
        }
        // Of two people's presses on one message, the first stays the first, whoever is known already.
        const from = { channel, ts: read.container.message_ts ?? '' };
        const interaction: Interaction = {
          from: 'button',
          person: await arrivals(from, person),
          channel,
          reply,
          ...(thread === undefined ? {} : { thread }),
          ...(read.trigger_id === undefined ? {} : { trigger: read.trigger_id }),
        };
        await forMember(interaction, () => handleAction(bot, { interaction, action, body: read }));
      },
      (page) => pressAgainButton(read, action, page),
    );
  });

  app.view({ callback_id: new RegExp(`^${askCallback}`), type: 'view_submission' }, async ({ body, ack }) => {
    const since = now();
    const read = ViewBody.parse(body);
    const known = services.people.known(read.user.id) ?? stranger(read.user.id);
    const submission = await submit(bot, read.view, known);
    if (!submission) {
      await ack({ response_action: 'update', view: lineView(msg.done(), msg.unknownButton(), pageOf(known)) });
      return;
    }
    await ack(submission.ack);
    metrics.acked('view', now() - since);
    if (!('filled' in submission)) return;
    const reply = replyTo(bot, { channel: submission.filled.meta.ch ?? 'D', user: read.user.id });
    const person = () => services.people.person(read.user.id);
    work(read.view.callback_id, reply, person, async () =>
      finishSubmission(bot, submission, read.view.id, known, person),
    );
  });

  app.view({ callback_id: /^request\./, type: 'view_submission' }, async ({ body, ack }) => {
    const since = now();
    const read = ViewBody.parse(body);
    const what = formOf[read.view.callback_id] ?? 'break_glass';
    const { values } = read.view.state;
    const reason = values.reason?.reason?.value?.trim() ?? '';
    const minutes = Number(values.longer?.longer?.selected_option?.value);
    const until = values.until?.until?.selected_date_time;
    const entered = {
      ...(Number.isFinite(minutes) ? { longer: minutes * 60_000 } : {}),
      ...(typeof until === 'number' ? { until: until * 1_000 } : {}),
    };
    const known = services.people.known(read.user.id) ?? stranger(read.user.id);
    if (what === 'break_glass' && !isReason(reason)) {
      const { lang, zone } = known;
      await ack({ response_action: 'errors', errors: { reason: plain(reasonTooShortText(), lang, zone) } });
      return;
    }
    const intent = formIntent(what, { metadata: read.view.private_metadata, reason, user: read.user.id, ...entered });
    const saved = intent && (await presses.save(intent, since));
    if (saved && 'unsaved' in saved) {
      // The form stays open, with the reason in it.
      const { lang, zone } = services.people.known(read.user.id) ?? stranger(read.user.id);
      const field = what === 'extend' ? 'longer' : 'reason';
      await ack({ response_action: 'errors', errors: { [field]: plain(saved.unsaved, lang, zone) } });
      return;
    }
    await ack();
    metrics.acked('view', now() - since);
    if (!saved) return;
    const reply = replyTo(bot, { channel: intent.channel || 'D', user: read.user.id });
    const person = () => services.people.person(read.user.id);
    work(read.view.callback_id, reply, person, () => presses.process(saved.held, reply));
  });

  app.options(/.*/, async ({ body, ack }) => {
    const since = now();
    const read = OptionsBody.parse(body);
    const person = await profileSoon(read.user.id);
    await ack({ options: person ? await options(bot, read, person) : [] });
    metrics.acked('options', now() - since);
  });

  app.shortcut(new RegExp(`^${shortcutCallback}`), async ({ body, ack }) => {
    const since = now();
    await ack();
    metrics.acked('shortcut', now() - since);
    const read = ShortcutBody.parse(body);
    const reply = replyTo(bot, { channel: 'D', user: read.user.id });
    const person = () => services.people.person(read.user.id);
    const operation = read.callback_id.slice(shortcutCallback.length);
    work(
      read.callback_id,
      reply,
      person,
      async () => {
        const interaction: Interaction = {
          from: 'shortcut',
          person: await person(),
          channel: '',
          reply,
          trigger: read.trigger_id,
        };
        await forMember(interaction, () => openForm(bot, interaction, { operation, given: {} }, []));
      },
      (page) => tryRequestAgain({ operation, given: {} }, page, 'modal'),
    );
  });

  /** Words in a message: a mention, or the person's own conversation with the bot. Slack may deliver one twice. */
  const words = async (event: unknown, eventId: string) => {
    const read = WordsEvent.parse(event);
    const { user } = read;
    if (!user || read.bot_id !== undefined || read.subtype !== undefined || user === bot.self().user) return;
    const reply = replyTo(bot, {
      channel: read.channel,
      user,
      ...(read.thread_ts === undefined ? {} : { thread: read.thread_ts }),
    });
    const person = () => services.people.person(user);
    const typed = unescapeSlack(withoutMention(read.text.slice(0, mostTyped), bot.self().user));
    work(
      read.type,
      reply,
      person,
      async () => {
        if (!(await isNew(eventId))) return;
        const direct = read.type === 'message';
        const thread = read.thread_ts ?? (direct ? undefined : read.ts);
        const interaction: Interaction = {
          from: 'mention',
          person: await person(),
          channel: read.channel,
          reply,
          ...(thread === undefined ? {} : { thread }),
        };
        await forMember(interaction, () => doTyped(bot, interaction, mainCommand, typed));
      },
      (page) => tryWordsAgain(services, mainCommand, typed, page),
    );
  };

  app.event('app_mention', async ({ event, body }) => words(event, body.event_id));
  app.event('message', async ({ event, body }) => {
    if (event.channel_type === 'im') await words(event, body.event_id);
  });
  app.event('app_home_opened', async ({ event }) => {
    const read = HomeEvent.parse(event);
    if (read.tab === 'messages') return;
    tasks.run(async () => {
      try {
        await bot.homes.opened(await services.people.person(read.user));
      } catch (error) {
        services.world.log.error('App Home was not published', { error });
      }
    });
  });
}

/** The command that a workspace's name for it means; undefined for one that is installed but unknown to us. */
function commandOf(typed: string, prefix: string): Command | undefined {
  const bare = typed.replace(/^\//, '');
  const name = prefix && bare.startsWith(prefix) ? bare.slice(prefix.length) : bare;
  return commands.find((each) => each === name);
}

function withoutMention(text: string, bot: string): string {
  return text.replace(new RegExp(`<@${bot}(?:\\|[^<>]*)?>`, 'g'), ' ').trim();
}

function replyTo(
  bot: Bot,
  to: {
    readonly channel: string;
    readonly user: string;
    readonly respond?: Respond;
    readonly thread?: string;
    readonly isPrivate?: boolean;
  },
): Responder {
  return createResponder({ client: bot.client, now: bot.services.world.now, ...to });
}
