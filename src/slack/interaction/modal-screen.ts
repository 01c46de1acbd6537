import type { ModalView } from '@slack/types';
import type { Bot } from './bot.ts';
import { slackRefusal } from './slack-errors.ts';

/** A modal that someone submitted, while it is worked on. */
export interface ModalScreen {
  /** Shows something else in it. @returns whether it shows that now: it may be closed already */
  show(view: ModalView): Promise<boolean>;
  /** Closes it. Slack only does so in answer to the submission: later it shows the view instead. */
  close(orElse: ModalView): Promise<void>;
}

/** Slack's answer to a submission: nothing closes the modal. */
type Acknowledge = (answer?: { readonly response_action: 'update'; readonly view: ModalView }) => Promise<void>;

/** What takes longer shows that it is under way, in ms: Slack waits three seconds for an answer (docs/slack.md#answering-in-time). */
const quickMs = 1_200;

/**
 * Makes the screen of a submitted modal: it answers the submission with the first thing that is shown, so that a quick
 * one closes the modal, and with `waiting` once that takes longer.
 */
export function createModalScreen(
  bot: Pick<Bot, 'client' | 'services'>,
  viewId: string,
  acknowledge: Acknowledge,
  waiting: ModalView,
): ModalScreen {
  const quick = new AbortController();
  let answered: Promise<void> | undefined;
  /** False if Slack has an answer already. */
  async function answer(view?: ModalView): Promise<boolean> {
    if (answered) {
      await answered;
      return false;
    }
    quick.abort();
    answered = acknowledge(view && { response_action: 'update', view });
    await answered;
    return true;
  }
  const { world } = bot.services;
  const wait = async () => {
    await world.wait(quickMs, quick.signal);
    if (!answered) await answer(waiting);
  };
  wait().catch((error: unknown) => world.log.warn('a submitted form could not be answered', { error }));
  return {
    show: async (view) => (await answer(view)) || updateView(bot, viewId, view),
    close: async (orElse) => {
      if (!(await answer())) await updateView(bot, viewId, orElse);
    },
  };
}

/**
 * Updates a modal; one that was closed meanwhile, or changed by a later press, is left as it is.
 * @returns whether it shows the view now
 */
export async function updateView(
  bot: Pick<Bot, 'client'>,
  viewId: string,
  view: ModalView,
  hash?: string,
): Promise<boolean> {
  try {
    await bot.client.views.update({ view_id: viewId, view, hash });
    return true;
  } catch (error) {
    if (slackRefusal(error)?.fault !== 'view-gone') throw error;
    return false;
  }
}
