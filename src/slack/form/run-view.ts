import type { ModalView } from '@slack/types';
import type { ChangeRequest } from '../../core/request/change-request.ts';
import { boldContext } from '../answer/answer-view.ts';
import { context, header, lines, type Page, section, smallLines } from '../blocks/blocks.ts';
import { modal } from '../blocks/modal-frame.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { warningLines } from '../request/card-lines.ts';
import { actionMsg } from '../request/request-action-messages.ts';
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
  const rows = card.plan.rows.map(({ what, before, after }) => actionMsg.planRow({ what, before, after }));
  const warnings = warningLines(card);
  const form = { callbackId: `${askCallback}${card.operation}`, submit: actionMsg.runSubmit(), meta };
  const blocks = [
    header(card.plan.title, page),
    ...(again ? [section(actionMsg.runChanged(), page)] : []),
    ...lines(rows.slice(0, mostLines), page),
    ...lines(warnings.heavy.slice(0, mostLines), page),
    ...smallLines(warnings.light.slice(0, mostLines), page),
    section(actionMsg.runsNow({ channel: { channel: card.channel } }), page),
    context(slackMsg.contextLine({ context: boldContext(card.context) }), page),
  ];
  return modal({ title: actionMsg.runTitle(), close: slackMsg.cancel(), form, blocks }, page);
}
