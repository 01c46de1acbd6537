import { defined } from '../../core/defined.ts';
import { handleAction, pressAgainButton } from '../app/router.ts';
import { createChartTurns } from '../interaction/chart-turns.ts';
import { type Interaction, pageOf } from '../interaction/interaction.ts';
import { ActionBody } from '../interaction/payloads.ts';
import { lineMessage } from '../interaction/responder.ts';
import { intentOf } from '../request/press-intents.ts';
import { begin, forMember, type Listening, replyTo, unreadPerson } from './listening.ts';

/** Answers buttons and other controls of messages and views. */
export function listenToButtons(listening: Listening): void {
  const { app, bot, presses } = listening;
  const { services, metrics } = bot;
  const arrivals = createChartTurns();
  app.action(/.*/, async ({ body, ack, respond }) => {
    const since = services.world.now();
    // A press on a card is stored first: once it is acknowledged, it counts, also when this process dies.
    const parsed = ActionBody.safeParse(body);
    const intent = parsed.success ? intentOf(parsed.data) : undefined;
    const saved = intent && (await presses.save(intent, since));
    await ack();
    metrics.acked('action', services.world.now() - since);
    const read = ActionBody.parse(body);
    const [action] = read.actions;
    if (!action) return;
    const channel = read.channel?.id ?? '';
    const thread = read.message?.thread_ts ?? read.container.thread_ts;
    const reply = replyTo(bot, {
      channel: channel || 'D',
      user: read.user.id,
      ...(channel ? { respond } : {}),
      ...defined({ thread }),
      isPrivate: read.container.is_ephemeral === true,
    });
    const person = () => services.people.person(read.user.id);
    begin(listening, {
      what: action.action_id,
      reply,
      person,
      again: (page) => pressAgainButton(read, action, page),
      async act() {
        if (saved && 'held' in saved) return presses.process(saved.held, reply);
        if (saved) {
          const known = services.people.known(read.user.id) ?? unreadPerson(read.user.id);
          return reply.tell(lineMessage(saved.unsaved, pageOf(known)));
        }
        // Of two people's presses on one message, the first stays the first, whether or not the person is known
        // already.
        const message = { channel, ts: read.container.message_ts ?? '' };
        const interaction: Interaction = {
          from: 'button',
          person: await arrivals(message, person),
          channel,
          reply,
          ...defined({ thread, trigger: read.trigger_id }),
        };
        await forMember(interaction, () => handleAction(bot, { interaction, action, body: read }));
      },
    });
  });
}
