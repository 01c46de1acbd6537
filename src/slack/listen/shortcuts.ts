import { tryRequestAgain } from '../answer/try-again.ts';
import { openForm } from '../form/open-form.ts';
import { ShortcutBody, shortcutCallback } from '../interaction/payloads.ts';
import { createResponder } from '../interaction/responder.ts';
import { begin, forMember, type Listening } from './listening.ts';

export function listenToShortcuts(listening: Listening): void {
  const { app, bot } = listening;
  const { services, metrics } = bot;
  app.shortcut(new RegExp(`^${shortcutCallback}`), async ({ body, ack }) => {
    const since = services.world.now();
    await ack();
    metrics.acked('shortcut', services.world.now() - since);
    const payload = ShortcutBody.parse(body);
    const reply = createResponder(bot, { channel: 'D', user: payload.user.id });
    const request = { operation: payload.callback_id.slice(shortcutCallback.length), given: {} };
    const asked = { from: 'shortcut', channel: '', reply, trigger: payload.trigger_id } as const;
    begin(listening, {
      what: payload.callback_id,
      reply,
      again: (page) => tryRequestAgain(request, page, 'modal'),
      act: () => forMember(bot, asked, (interaction) => openForm(bot, interaction, request, [])),
    });
  });
}
