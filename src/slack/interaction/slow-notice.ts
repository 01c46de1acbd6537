import type { World } from '../../core/world.ts';
import type { Services } from '../../operations/shared/services.ts';
import { type Interaction, pageOf } from './interaction.ts';
import { lineMessage } from './responder.ts';
import { msg } from './slow-notice-messages.ts';

/** After so many ms without an answer, a notice is shown. */
export const slowMs = 3_000;

/**
 * Does what reads from the platform, and says so privately where it takes long. The private answer that follows replaces
 * the notice where Slack can do that; elsewhere the notice says that the answer comes by itself.
 * @param what which of the platform's time limits applies
 * @param inPlace whether the answer comes in place of the message whose button was pressed
 */
export async function whileSlow<T>(
  { services }: { readonly services: Pick<Services, 'deadlines'> & { readonly world: Pick<World, 'wait' | 'log'> } },
  interaction: Interaction,
  what: 'read' | 'monitoring',
  job: () => Promise<T>,
  inPlace = false,
): Promise<T> {
  // A modal shows that it is reading.
  if (interaction.from === 'modal') return job();
  const seconds = Math.round((services.deadlines ?? { read: 10_000, monitoring: 30_000 })[what] / 1_000);
  const stop = new AbortController();
  const notice = async () => {
    await services.world.wait(slowMs, stop.signal);
    if (stop.signal.aborted) return;
    const page = pageOf(interaction.person);
    const says = msg.stillWaiting({ seconds });
    const stays = lineMessage(msg.answerFollows({ says }), page);
    await interaction.reply.tellWaiting({ inPlace, replaced: lineMessage(says, page), stays });
  };
  notice().catch((error: unknown) => services.world.log.warn('a slow answer could not be announced', { error }));
  try {
    return await job();
  } finally {
    stop.abort();
  }
}
