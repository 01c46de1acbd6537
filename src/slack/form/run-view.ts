import type { KnownBlock, ModalView } from '@slack/types';
import type { ChangeRequest } from '../../core/request/change-request.ts';
import { join, type Text } from '../../core/text/text.ts';
import { contextText } from '../answer/answer-view.ts';
import { context, header, type Page, plainText, section } from '../blocks/blocks.ts';
import { viewLimits } from '../blocks/limits.ts';
import { msg } from '../interaction/slack-messages.ts';
import { warningLines } from '../request/card-lines.ts';
import { msg as requestText } from '../request/request-action-messages.ts';
import { askCallback, type FormMeta } from './form-view.ts';

/** As many rows and warnings as a modal shows; its card in the channel has all of them. */
const mostLines = 20;

/**
 * The plan of a request that the policy runs at once, before it does: a form would run it otherwise without anyone
 * having seen it.
 * @param card the request as it would be saved
 * @param again whether another plan was shown before
 */
export function runView(card: ChangeRequest, meta: FormMeta, page: Page, again: boolean): ModalView {
  const rows = card.plan.rows.map(({ what, before, after }) => requestText.planRow({ what, before, after }));
  const warnings = warningLines(card);
  return {
    type: 'modal',
    callback_id: `${askCallback}${card.operation}`,
    title: plainText(requestText.runTitle(), page, viewLimits.title),
    submit: plainText(requestText.runSubmit(), page, viewLimits.submit),
    close: plainText(msg.cancel(), page, viewLimits.close),
    private_metadata: JSON.stringify(meta),
    notify_on_close: false,
    blocks: [
      header(card.plan.title, page),
      ...(again ? lines([requestText.runChanged()], page) : []),
      ...lines(rows, page),
      ...lines(warnings.heavy, page),
      ...smallLines(warnings.light, page),
      section(requestText.runsNow({ channel: { channel: card.channel } }), page),
      context(msg.contextLine({ context: contextText(card.context) }), page),
    ],
  };
}

function lines(texts: readonly Text[], page: Page): readonly KnownBlock[] {
  return texts.length > 0 ? [section(join(texts.slice(0, mostLines), '\n'), page)] : [];
}

function smallLines(texts: readonly Text[], page: Page): readonly KnownBlock[] {
  return texts.length > 0 ? [context(join(texts.slice(0, mostLines), '\n'), page)] : [];
}
