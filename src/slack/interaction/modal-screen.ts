import type { ViewResponseAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { Bot } from './bot.ts';
import { slackRefusal } from './slack-errors.ts';

export interface ModalScreen {
  /** Shows another view. @returns whether the view is visible; it isn't if the modal was closed */
  show(view: ModalView): Promise<boolean>;
  /** Shows errors at their inputs. Slack allows that only in answer to the submission; later it shows `orElse`. */
  reject(errors: Record<string, string>, orElse: ModalView): Promise<boolean>;
  /** Closes the modal. Slack allows that only in answer to the submission; later, the modal shows `orElse` instead. */
  close(orElse: ModalView): Promise<void>;
}

/** Slack's ack of a submission; an empty answer closes the modal. */
type Acknowledge = (answer?: ViewResponseAction) => Promise<void>;

/** Time until the modal says that work is in progress, in ms. Slack waits 3 s (docs/slack.md#answering-in-time). */
const quickMs = 1_200;

/** Quick work answers the submission with the first view, or closes the modal. Slow work first shows `waiting`. */
export function createModalScreen(
  bot: Pick<Bot, 'client' | 'services'>,
  viewId: string,
  acknowledge: Acknowledge,
  waiting: ModalView,
): ModalScreen {
  const quick = new AbortController();
  let answered: Promise<void> | undefined;
  /** Answers the submission. Returns false if Slack already has an answer. */
  async function answer(by?: ViewResponseAction): Promise<boolean> {
    if (answered) {
      await answered;
      return false;
    }
    quick.abort();
    answered = acknowledge(by);
    await answered;
    return true;
  }
  const update = (view: ModalView) => answer({ response_action: 'update', view });
  const { world } = bot.services;
  const wait = async () => {
    await world.wait(quickMs, quick.signal);
    if (!answered) await update(waiting);
  };
  wait().catch((error: unknown) => world.log.warn('a submitted form could not be answered', { error }));
  return {
    show: async (view) => (await update(view)) || updateView(bot, viewId, view),
    reject: async (errors, orElse) =>
      (await answer({ response_action: 'errors', errors })) || updateView(bot, viewId, orElse),
    close: async (orElse) => {
      if (!(await answer())) await updateView(bot, viewId, orElse);
    },
  };
}

/** Updates a modal, unless it was closed or changed. @returns whether the modal shows the view now */
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
