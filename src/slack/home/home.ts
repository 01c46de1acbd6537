import type { Person } from '../../core/command/context.ts';
import type { Bot, Homes } from '../interaction/bot.ts';
import { pageOf } from '../interaction/interaction.ts';
import { slackRefusal } from '../interaction/slack-errors.ts';
import { readHome } from './home-facts.ts';
import { homeView } from './home-view.ts';

/** How long a person is assumed to look at their App Home after opening it, in ms. */
const lookingMs = 30 * 60_000;
const mostLooking = 50;
/** Several changes within this time (ms) are shown at once. */
const pauseMs = 400;

export function createHomes(bot: () => Bot): Homes {
  const looking = new Map<string, number>();
  let waiting = false;

  async function publish(person: Person): Promise<void> {
    const facts = await readHome(bot(), person);
    await bot().client.views.publish({ user_id: person.id, view: homeView(facts, pageOf(person)) });
  }

  /** A Home that is not fresh says as of when it is, and the others are still refreshed. */
  async function refreshOne(id: string): Promise<void> {
    const { world, people } = bot().services;
    try {
      await publish(await people.person(id));
    } catch (error) {
      world.log.warn('an App Home was not refreshed', { code: slackRefusal(error)?.code, error });
    }
  }

  async function refresh(): Promise<void> {
    const { services } = bot();
    await services.world.wait(pauseMs);
    waiting = false;
    for (const [id, since] of looking) {
      if (services.world.now() - since > lookingMs) looking.delete(id);
      else await refreshOne(id);
    }
  }

  return {
    async opened(person) {
      if (looking.size >= mostLooking) looking.delete(looking.keys().next().value ?? '');
      looking.set(person.id, bot().services.world.now());
      await publish(person);
    },
    changed() {
      if (waiting || looking.size === 0) return;
      waiting = true;
      refresh().catch((error: unknown) => {
        waiting = false;
        bot().services.world.log.error('App Homes were not refreshed', { error });
      });
    },
  };
}
