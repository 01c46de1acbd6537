import { tryRequestAgain } from '../answer/try-again.ts';
import { openForm } from '../form/open-form.ts';
import type { Interaction } from '../interaction/interaction.ts';
import { ShortcutBody, shortcutCallback } from '../interaction/payloads.ts';
import { begin, forMember, type Listening, replyTo } from './listening.ts';

/** Opens the forms of global shortcuts. */
export function listenToShortcuts(listening: Listening): void {
  const { app, bot } = listening;
  const { services, metrics } = bot;
  app.shortcut(new RegExp(`^${shortcutCallback}`), async ({ body, ack }) => {
    const since = services.world.now();
    await ack();
    metrics.acked('shortcut', services.world.now() - since);
    const read = ShortcutBody.parse(body);
    const reply = replyTo(bot, { channel: 'D', user: read.user.id });
    const person = () => services.people.person(read.user.id);
    const request = { operation: read.callback_id.slice(shortcutCallback.length), given: {} };
    begin(listening, {
      what: read.callback_id,
      reply,
      person,
      again: (page) => tryRequestAgain(request, page, 'modal'),
      async act() {
        const interaction: Interaction = {
          from: 'shortcut',
          person: await person(),
          channel: '',
          reply,
          trigger: read.trigger_id,
        };
        await forMember(interaction, () => openForm(bot, interaction, request, []));
      },
    });
  });
}
