import type { Person } from '../core/context.ts';
import type { Bot } from './bot.ts';
import { pageOf } from './desk.ts';
import { readHome } from './home-facts.ts';
import { homeView } from './home-view.ts';

/** Publishes somebody's App Home as things stand now. */
export async function publishHome(bot: Bot, person: Person): Promise<void> {
  const facts = await readHome(bot, person);
  await bot.client.views.publish({ user_id: person.id, view: homeView(facts, pageOf(person)) });
}
