import type { Person } from '../../core/command/context.ts';
import type { Operation } from '../../operations/shared/define.ts';
import type { Page } from '../blocks/blocks.ts';
import type { Bot } from './bot.ts';
import type { Action, ActionBody } from './payloads.ts';
import type { Responder } from './responder.ts';

/** Someone who interacts with the bot: who, where, and how to answer them. */
export interface Interaction {
  readonly person: Person;
  readonly channel: string;
  readonly thread?: string | undefined;
  readonly reply: Responder;
  /** How it was asked, for the metrics. */
  readonly from: 'command' | 'mention' | 'modal' | 'button' | 'shortcut';
  /** Opens a form within three seconds; mentions have none. */
  readonly trigger?: string | undefined;
  /** The operation whose private answer this press may replace. */
  readonly replaces?: string;
}

/** A press of a button, or a choice in a select, and the message or view that contains it. */
export interface ActionEvent {
  readonly interaction: Interaction;
  readonly action: Action;
  readonly body: ActionBody;
}

/** The language and time zone in which a person reads. */
export function pageOf(person: Pick<Person, 'lang' | 'zone'>): Page {
  return { lang: person.lang, zone: person.zone };
}

/** Someone as they were last read, if ever: for what must be said at once, and in which language. */
export function knownPerson({ services }: Pick<Bot, 'services'>, id: string): Person {
  return services.people.known(id) ?? { id, name: id, lang: 'en', zone: 'UTC', standing: 'member' };
}

export function operationOf(bot: Bot, id: string): Operation | undefined {
  return bot.services.operations.find((operation) => operation.id === id);
}
