import type { App } from '@slack/bolt';
import type { AnyBlock } from '@slack/types';
import type { Person } from '../../core/command/context.ts';
import { mayAsk } from '../../core/policy/decide.ts';
import type { Text } from '../../core/text/text.ts';
import { ProfileUnreadable } from '../../operations/shared/services.ts';
import { StoreProblem } from '../../store/store.ts';
import type { Tasks } from '../app/tasks.ts';
import type { Page } from '../blocks/blocks.ts';
import type { Bot } from '../interaction/bot.ts';
import { type Interaction, knownPerson, pageOf } from '../interaction/interaction.ts';
import { profileText, refusalText } from '../interaction/refusal-view.ts';
import { lineMessage, type Responder } from '../interaction/responder.ts';
import { slackRefusal } from '../interaction/slack-errors.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import type { PressIntake } from '../request/stored-presses.ts';

export interface Listening {
  readonly app: App;
  readonly bot: Bot;
  readonly tasks: Tasks;
  readonly presses: PressIntake;
}

export interface Work {
  readonly what: string;
  readonly reply: Responder;
  /** Does the work. @returns when done; the caller reports and logs errors */
  act(): Promise<unknown>;
  again?(page: Page): readonly AnyBlock[];
}

/** Runs work after its ack. This is the only error boundary: the log gets the error, the person a reference to it. */
export function begin({ bot, tasks }: Listening, { what: work, reply, act, again }: Work): void {
  const { world, people } = bot.services;
  tasks.run(async () => {
    const since = world.now();
    try {
      await act();
      world.log.debug('answered', { work, person: reply.user, ms: world.now() - since });
    } catch (error) {
      if (error instanceof ProfileUnreadable) {
        world.log.warn('the profile of the person who runs a command could not be read', { work, error });
        const page = pageOf(knownPerson(bot, reply.user));
        return reply.tell(lineMessage(profileText(error), page, again?.(page)));
      }
      const reference = world.newId().slice(0, 8);
      // A refusal by Slack is expected; any other error is a bug.
      const level = slackRefusal(error) ? 'warn' : 'error';
      world.log[level]('a handler failed', { work, reference, error });
      const page = pageOf(await people.person(reply.user).catch(() => knownPerson(bot, reply.user)));
      await reply.tell(lineMessage(errorText(bot, error, reference, reply.channel), page)).catch((failure: unknown) => {
        world.log.error('the error could not be shown', { reference, error: failure });
      });
    }
  });
}

/** Returns the reply to an unhandled error. Names Slack's refusals and database problems; for a bug, a reference. */
function errorText(bot: Bot, error: unknown, reference: string, channel: string): Text {
  const refusal = slackRefusal(error);
  if (refusal) return refusalText(refusal, channel, bot.self().name);
  if (error instanceof StoreProblem) return error.isDiskFull ? slackMsg.diskFull() : slackMsg.storeDown({ reference });
  return slackMsg.bug({ reference });
}

/** Runs work only for full members. All other people are refused before anything is read, so handlers needn't check. */
export async function forMember(
  { services }: Bot,
  asked: Omit<Interaction, 'person'>,
  act: (interaction: Interaction) => Promise<void>,
  reading: Promise<Person> = services.people.person(asked.reply.user),
): Promise<void> {
  const person = await reading;
  const refusal = mayAsk(person)?.refusal;
  if (refusal) await asked.reply.tell(lineMessage(refusal, pageOf(person)));
  else await act({ ...asked, person });
}
