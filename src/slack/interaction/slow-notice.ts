import type { Text } from '../../core/text/text.ts';
import { trackWaits, type WaitCause } from '../../core/waits.ts';
import type { World } from '../../core/world.ts';
import { type Interaction, pageOf } from './interaction.ts';
import { lineMessage } from './responder.ts';
import { slowNoticeMsg } from './slow-notice-messages.ts';

/** After so many ms without an answer, a notice is shown. */
export const slowMs = 3_000;
/**
 * After so many ms more, each time, the progress of a long reading is told again. A response_url is used for each and has
 * to be left for the answer (docs/slack.md#answering-in-time).
 */
const progressMs = [30_000, 60_000, 120_000];

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
      for (const [index, ms] of [slowMs, ...progressMs].entries()) {
        await services.world.wait(ms, stop.signal);
        const wait = waits.latest();
        if (stop.signal.aborted || (index > 0 && wait?.on !== 'apps')) return;
        const page = pageOf(interaction.person);
        const says = waitText(wait);
        const stays = lineMessage(whereText(says, shownBy?.()), page);
        const replaced = lineMessage(says, page);
        await interaction.reply.tellWaiting({ inPlace, replaced, stays, again: index > 0 });
      }
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
