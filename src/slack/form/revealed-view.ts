import type { ModalView } from '@slack/types';
import type { Revealed } from '../../core/command/answer.ts';
import { join } from '../../core/text/text.ts';
import { type Page, plainText, section } from '../blocks/blocks.ts';
import { viewLimits } from '../blocks/limits.ts';
import { msg } from '../interaction/slack-messages.ts';

/** The modal that shows a secret once. Preformatted: it can be copied whole, and Slack makes no link or mention of it. */
export function revealedView({ title, before, secret, after }: Revealed, page: Page): ModalView {
  return {
    type: 'modal',
    title: plainText(title, page, viewLimits.title),
    close: plainText(msg.close(), page, viewLimits.close),
    notify_on_close: false,
    blocks: [
      section(join(before, '\n'), page),
      {
        type: 'rich_text',
        elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text: secret.reveal() }] }],
      },
      section(join(after, '\n'), page),
    ],
  };
}
