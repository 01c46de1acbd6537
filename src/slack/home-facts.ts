import { Card } from '../core/card.ts';
import type { Context, Person } from '../core/context.ts';
import { contextsOf } from '../core/policy.ts';
import { isProblem } from '../core/problem.ts';
import type { StoredCard } from '../store/records.ts';
import { quickContextFor } from '../workflow/context.ts';
import type { Bot } from './bot.ts';

/** What somebody's App Home shows. */
export interface HomeFacts {
  readonly person: Person;
  readonly prefix: string;
  /** Open requests that wait for this person. */
  readonly waiting: readonly Card[];
  /** Their own open requests. */
  readonly mine: readonly Card[];
  /** The latest that ended, of anybody. */
  readonly recent: readonly Card[];
  readonly contexts: readonly Context[];
  readonly context?: Context;
  readonly at: number;
}

const mostShown = 5;

/** Reads what an App Home shows; nothing of it comes from the platform. */
export async function readHome(bot: Bot, person: Person): Promise<HomeFacts> {
  const { store, policy, people, world, prefix } = bot.tools;
  const somebody = await people.somebody(person, '');
  const groups = somebody.groups === 'unreadable' ? [] : somebody.groups;
  const [named, mine, recent, stored, context] = await Promise.all([
    store.cards.open({ waitingFor: [person.id, ...groups] }),
    store.cards.open({ asker: person.id }),
    store.cards.recent(30),
    store.contexts.list(),
    quickContextFor(bot.tools, { channel: '', person }),
  ]);
  const contexts = contextsOf(policy) ?? stored.map((each) => each.context);
  return {
    person,
    prefix,
    waiting: cardsOf(named).filter(({ asker, state }) => asker.id !== person.id && state === 'proposed'),
    mine: cardsOf(mine).slice(0, mostShown),
    recent: cardsOf(recent)
      .filter(({ state, system }) => (state === 'done' || state === 'failed') && !system)
      .slice(0, mostShown),
    contexts: contexts.slice(0, 10),
    ...(context && !isProblem(context) ? { context } : {}),
    at: world.now(),
  };
}

function cardsOf(stored: readonly StoredCard[]): readonly Card[] {
  return stored.flatMap(({ body }) => {
    const card = Card.safeParse(body);
    return card.success ? [card.data] : [];
  });
}
