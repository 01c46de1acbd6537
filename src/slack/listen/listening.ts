import type { App } from '@slack/bolt';
import type { AnyBlock } from '@slack/types';
import type { Person } from '../../core/command/context.ts';
import { mayAsk } from '../../core/policy/decide.ts';
import type { Text } from '../../core/text/text.ts';
import { ProfileUnreadable } from '../../operations/shared/services.ts';
import { StoreProblem } from '../../store/store.ts';
import { profileText, refusalText } from '../answer/refusal-view.ts';
import type { Tasks } from '../app/tasks.ts';
import type { Page } from '../blocks/blocks.ts';
import type { Bot } from '../interaction/bot.ts';
import { type Interaction, pageOf } from '../interaction/interaction.ts';
import { createResponder, lineMessage, type Respond, type Responder } from '../interaction/responder.ts';
import { slackRefusal } from '../interaction/slack-errors.ts';
import { msg } from '../interaction/slack-messages.ts';
import type { PressIntake } from '../request/press-intents.ts';

/** What every handler of Slack's payloads works with. */
export interface Listening {
  readonly app: App;
  readonly bot: Bot;
  readonly tasks: Tasks;
  readonly presses: PressIntake;
}

/** A piece of work that someone in Slack waits for. */
export interface Work {
  /** For the log. */
  readonly what: string;
  readonly reply: Responder;
  person(): Promise<Person>;
  /** @returns once it is done; its errors are told and logged */
  act(): Promise<unknown>;
  /** The button that does the same again, where there is one. */
  again?(page: Page): readonly AnyBlock[];
}

/** A person whose profile hasn't been read yet: used only for what must be answered at once. */
export function unreadPerson(id: string): Person {
  return { id, name: id, lang: 'en', zone: 'UTC', standing: 'member' };
}

/**
 * Does work after its ack, as a task that a stop waits for. The one error boundary: the log has the error, the person
 * its reference.
 */
export function begin({ bot, tasks }: Listening, { what, reply, person, act, again }: Work): void {
  const { world } = bot.services;
  tasks.run(async () => {
    try {
      await act();
    } catch (error) {
      if (error instanceof ProfileUnreadable) {
        world.log.warn('the profile of the person who runs a command could not be read', { what, error });
        const page = pageOf(unreadPerson(''));
        await reply.tell(lineMessage(profileText(error), page, [...(again?.(page) ?? [])]));
        return;
      }
      const reference = world.newId().slice(0, 8);
      // A refusal of Slack's is named; anything else is a bug.
      const level = slackRefusal(error) ? 'warn' : 'error';
      world.log[level]('a handler failed', { what, reference, error });
      const page = pageOf(await person().catch(() => unreadPerson('')));
      await reply.tell(lineMessage(errorText(bot, error, reference, reply.channel), page)).catch((failure: unknown) => {
        world.log.error('the error could not be shown', { reference, error: failure });
      });
    }
  });
}

/** The reply to an unhandled error: Slack's refusals and the database are named, a bug has a reference. */
function errorText(bot: Bot, error: unknown, reference: string, channel: string): Text {
  const refusal = slackRefusal(error);
  if (refusal) return refusalText(refusal, channel, bot.self().name);
  if (error instanceof StoreProblem) return error.isDiskFull ? msg.diskFull() : msg.storeDown({ reference });
  return msg.bug({ reference });
}

/**
 * Does what a full member of the workspace wants. Anyone else is told that they may not, before anything is looked up
 * or shown: no button, form or command has to check that itself.
 */
export async function forMember(interaction: Interaction, act: () => Promise<void>): Promise<void> {
  const no = mayAsk(interaction.person)?.no;
  if (no) await interaction.reply.tell(lineMessage(no, pageOf(interaction.person)));
  else await act();
}

/** The replies to one payload. */
export function replyTo(
  bot: Bot,
  to: {
    readonly channel: string;
    readonly user: string;
    readonly respond?: Respond;
    readonly thread?: string;
    readonly isPrivate?: boolean;
  },
): Responder {
  return createResponder({ client: bot.client, world: bot.services.world, ...to });
}
