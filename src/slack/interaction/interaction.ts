import type { Person } from '../../core/command/context.ts';
import type { Operation } from '../../operations/shared/define.ts';
import type { Page } from '../blocks/blocks.ts';
import type { Bot } from './bot.ts';
import type { Action, ActionBody } from './payloads.ts';
import type { Responder } from './responder.ts';

export interface Interaction {
  readonly person: Person;
  readonly channel: string;
  readonly thread?: string | undefined;
  readonly reply: Responder;
  readonly from: 'command' | 'mention' | 'modal' | 'button' | 'shortcut';
  /** Trigger that opens a form within three seconds; mentions have no trigger. */
  readonly trigger?: string | undefined;
  /** The operation of the private answer that this press may replace. */
  readonly replaces?: string;
  /** The press was in a list, which a problem doesn't replace. */
  readonly keepsList?: boolean;
}

export interface ActionEvent {
  readonly interaction: Interaction;
  readonly action: Action;
  readonly body: ActionBody;
}

export function pageOf(person: Pick<Person, 'lang' | 'zone'>): Page {
  return { lang: person.lang, zone: person.zone };
}

/** Returns a person's last known profile, for immediate messages and their language. */
export function knownPerson({ services }: Pick<Bot, 'services'>, id: string): Person {
  return services.people.known(id) ?? { id, name: id, lang: 'en', zone: 'UTC', standing: 'member' };
}

export function operationOf(bot: Bot, id: string): Operation | undefined {
  return bot.services.operations.find((operation) => operation.id === id);
}
