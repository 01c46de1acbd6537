import { momentNear } from '../../core/text/instant-text.ts';
import type { Instant, Text } from '../../core/text/text.ts';
import { trackWaits, type WaitCause } from '../../core/waits.ts';
import type { World } from '../../core/world.ts';
import { silentAnywhereSince } from '../../operations/shared/incident/region-trouble.ts';
import type { HasRecords } from '../../store/kept/record-kind.ts';
import { type Interaction, pageOf } from './interaction.ts';
import { lineMessage } from './responder.ts';
import { slowNoticeMsg } from './slow-notice-messages.ts';

/** Time without an answer after which a notice is shown, in ms. */
export const slowMs = 3_000;
/** Delays of the progress notices, in ms. The answer needs one use of the URL (docs/slack.md#answering-in-time). */
const progressMs = [30_000, 60_000, 120_000];

type Shower = 'card' | 'chart';

interface WaitServices {
  readonly store: { readonly records: Pick<HasRecords['records'], 'list'> };
  readonly world: Pick<World, 'wait' | 'log' | 'now'>;
}

interface SlowWork {
  /** Whether the answer replaces the message with the pressed button. */
  readonly inPlace?: boolean;
  /** Returns the existing card or chart that shows the result. Otherwise, the result is a separate message. */
  readonly shownBy?: () => Shower | undefined;
}

/** Runs work for a waiting person. If the work is slow, a private notice says why; the answer replaces the notice. */
export async function whileSlow<T>(
  { services }: { readonly services: WaitServices },
  interaction: Interaction,
  job: () => Promise<T>,
  { inPlace = false, shownBy }: SlowWork = {},
): Promise<T> {
  // A modal already shows that work is in progress, so no notice is needed.
  if (interaction.from === 'modal') return job();
  return trackWaits(async (waits) => {
    const stop = new AbortController();
    const notice = async () => {
      for (const [index, ms] of [slowMs, ...progressMs].entries()) {
        await services.world.wait(ms, stop.signal);
        const wait = waits.latest();
        if (stop.signal.aborted || (index > 0 && wait?.on !== 'apps')) return;
        const page = pageOf(interaction.person);
        const silent = wait?.on === 'platform' ? await silentAnywhereSince(services.store) : undefined;
        if (stop.signal.aborted) return;
        const says = waitText(wait, silent === undefined ? undefined : momentNear(silent, services.world.now()));
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

/** @param silent since when the platform hasn't answered anyone, if that is known */
function waitText(wait: WaitCause | undefined, silent: Instant | undefined): Text {
  switch (wait?.on) {
    case 'platform':
      if (silent) return slowNoticeMsg.platformSilent({ at: silent, seconds: wait.seconds });
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
