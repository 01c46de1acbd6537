import { handleAction, pressAgainButton } from '../app/router.ts';
import { createChartTurns } from '../interaction/chart-turns.ts';
import { knownPerson, pageOf } from '../interaction/interaction.ts';
import { ActionBody, threadOf } from '../interaction/payloads.ts';
import { createResponder, lineMessage } from '../interaction/responder.ts';
import { storedPressOf } from '../request/stored-presses.ts';
import { begin, forMember, type Listening } from './listening.ts';

export function listenToButtons(listening: Listening): void {
  const { app, bot, presses } = listening;
  const { services, metrics } = bot;
  const arrivals = createChartTurns();
  app.action(/.*/, async ({ body, ack, respond }) => {
    const since = services.world.now();
    // Store a press on a card before the ack: an acknowledged press must count even if this process dies.
    const parsed = ActionBody.safeParse(body);
    const press = parsed.success ? storedPressOf(parsed.data) : undefined;
    const saved = press && (await presses.save(press, since));
    await ack();
    metrics.acked('action', services.world.now() - since);
    const payload = ActionBody.parse(body);
    const [action] = payload.actions;
    if (!action) return;
    const channel = payload.channel?.id ?? '';
    const thread = payload.message?.thread_ts ?? payload.container.thread_ts;
    const reply = createResponder(bot, {
      channel: channel || 'D',
      user: payload.user.id,
      respond: channel ? respond : undefined,
      thread: threadOf(payload),
      isPrivate: payload.container.is_ephemeral === true,
    });
    begin(listening, {
      what: action.action_id,
      reply,
      again: (page) => pressAgainButton(payload, action, page),
      async act() {
        if (saved && 'held' in saved) return presses.process(saved.held, reply);
        if (saved) return reply.tell(lineMessage(saved.unsaved, pageOf(knownPerson(bot, payload.user.id))));
        // If two people press on one message, their order must not depend on cached profiles.
        const message = { channel, ts: payload.container.message_ts ?? '' };
        const person = arrivals(message, () => services.people.person(payload.user.id));
        const asked = { from: 'button', channel, reply, thread, trigger: payload.trigger_id } as const;
        await forMember(bot, asked, (interaction) => handleAction(bot, { interaction, action, body: payload }), person);
      },
    });
  });
}
