import { HomeEvent } from '../interaction/payloads.ts';
import { listenToButtons } from './button-presses.ts';
import { listenToForms, listenToRequestForms } from './form-submissions.ts';
import type { Listening } from './listening.ts';
import { listenToMentions } from './mentions.ts';
import { listenToSelects } from './selects.ts';
import { listenToShortcuts } from './shortcuts.ts';
import { listenToCommands } from './slash-commands.ts';

/** Registers all handlers. Each payload is first acknowledged; then its work runs as a task, which a stop waits for. */
export function listen(listening: Listening): void {
  listenToCommands(listening);
  listenToButtons(listening);
  listenToForms(listening);
  listenToRequestForms(listening);
  listenToSelects(listening);
  listenToShortcuts(listening);
  listenToMentions(listening);
  listenToHome(listening);
}

function listenToHome({ app, bot, tasks }: Listening): void {
  app.event('app_home_opened', async ({ event }) => {
    const payload = HomeEvent.parse(event);
    if (payload.tab === 'messages') return;
    tasks.run(async () => {
      try {
        await bot.homes.opened(await bot.services.people.person(payload.user));
      } catch (error) {
        bot.services.world.log.error('App Home was not published', { error });
      }
    });
  });
}
