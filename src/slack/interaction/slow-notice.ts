import type { Text } from '../../core/text/text.ts';
import { trackWaits, type WaitCause } from '../../core/waits.ts';
import type { World } from '../../core/world.ts';
import { type Interaction, pageOf } from './interaction.ts';
import { lineMessage } from './responder.ts';
import { slowNoticeMsg } from './slow-notice-messages.ts';

/** After so many ms without an answer, a notice is shown. */
export const slowMs = 3_000;

type Shower = 'card' | 'chart';

/** How the result of slow work is shown, which its notice says. */
interface SlowWork {
  /** The answer comes in place of the message whose button was pressed. */
  readonly inPlace?: boolean;
  /** Whether the result is shown by a card or a chart that is there already; otherwise it is a message of its own. */
  readonly shownBy?: () => Shower | undefined;
}

/**
 * Does work that someone waits for. If it takes long, it says so privately, with what it waits for. The private
 * answer that follows replaces the notice where Slack can do that; elsewhere the notice says where the result comes.
 */
export async function whileSlow<T>(
  { services }: { readonly services: { readonly world: Pick<World, 'wait' | 'log'> } },
  interaction: Interaction,
  job: () => Promise<T>,
  { inPlace = false, shownBy }: SlowWork = {},
): Promise<T> {
  // A modal shows that it is reading.
  if (interaction.from === 'modal') return job();
  return trackWaits(async (waits) => {
    const stop = new AbortController();
    const notice = async () => {
      await services.world.wait(slowMs, stop.signal);
      if (stop.signal.aborted) return;
      const page = pageOf(interaction.person);
      const says = waitText(waits.latest());
      const stays = lineMessage(whereText(says, shownBy?.()), page);
      await interaction.reply.tellWaiting({ inPlace, replaced: lineMessage(says, page), stays });
    };
    notice().catch((error: unknown) => services.world.log.warn('a slow answer could not be announced', { error }));
    try {
      return await job();
    } finally {
      stop.abort();
    }
  });
}

function whereText(says: Text, shownBy: Shower | undefined): Text {
  if (shownBy === 'card') return slowNoticeMsg.cardShows({ says });
  return shownBy === 'chart' ? slowNoticeMsg.chartShows({ says }) : slowNoticeMsg.answerFollows({ says });
}

/** The text about a wait. */
export function waitText(wait: WaitCause | undefined): Text {
  switch (wait?.on) {
    case 'platform':
      return slowNoticeMsg.platform({ seconds: wait.seconds });
    case 'slack':
      return slowNoticeMsg.slack();
    case 'slack-limit':
      return slowNoticeMsg.slackLimit({ seconds: wait.seconds });
    case 'charts':
      return slowNoticeMsg.charts();
    case 'apps':
      return slowNoticeMsg.apps({ done: wait.done(), of: wait.of });
    case undefined:
      return slowNoticeMsg.other();
  }
}
