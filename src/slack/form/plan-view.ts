import type { Button, ModalView } from '@slack/types';
import { decidersText } from '../../core/policy/decide.ts';
import type { ChangeRequest } from '../../core/request/change-request.ts';
import type { Text } from '../../core/text/text.ts';
import { contextText } from '../../operations/shared/place/known-contexts.ts';
import { actions, context, header, lines, type Page, section, smallLines } from '../blocks/blocks.ts';
import { modal } from '../blocks/modal-frame.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { cardMsg } from '../request/card-messages.ts';
import { cardTexts } from '../request/card-view.ts';
import { actionMsg } from '../request/request-action-messages.ts';
import { reasonInput } from '../request/request-actions.ts';
import { askCallback, askInput, type FormMeta } from './form-view.ts';

/** Maximum number of rows in the modal. The card in the channel has all rows. */
const maxRows = 20;

interface PlanShown {
  readonly meta: FormMeta;
  /** An earlier plan was shown. */
  readonly again: boolean;
  /** Buttons of other ways to get nearly the same result. */
  readonly offers: readonly Button[];
}

/** Shows the plan before the request exists. Submitting confirms or posts it. */
export function planView(request: ChangeRequest, { meta, again, offers }: PlanShown, page: Page): ModalView {
  const { rows, heavy, light, details } = cardTexts(request);
  const left = { shown: maxRows, total: rows.length };
  const { title, submit, says } = wordsOf(request, meta);
  const blocks = [
    header(request.plan.title, page),
    ...(again ? [section(actionMsg.runChanged(), page)] : []),
    ...lines(rows.slice(0, maxRows), page),
    ...(left.total > left.shown ? [context(slackMsg.rowsLeftOut(left), page)] : []),
    ...lines(heavy, page),
    ...smallLines([...light, ...details], page),
    ...actions(offers, 'form'),
    section(says, page),
    reasonInput({ optional: true, typed: meta.reason }, page),
    ...(request.decision.ruling.need === 'approve' ? [askInput(meta.ask, page)] : []),
    context(slackMsg.contextLine({ context: contextText(request.context) }), page),
  ];
  const form = { callbackId: `${askCallback}${request.operation}`, submit, meta };
  return modal({ title, close: slackMsg.cancel(), form, blocks }, page);
}

function wordsOf(
  request: ChangeRequest,
  { th: thread }: Pick<FormMeta, 'th'>,
): { readonly title: Text; readonly submit: Text; readonly says: Text } {
  const channel = thread === undefined ? { channel: request.shown.channel } : actionMsg.thisThread();
  const title = actionMsg.runTitle();
  if (request.run.planned && request.decision.ruling.need !== 'approve')
    return {
      title,
      submit: cardMsg.confirm(),
      says: actionMsg.runsPlanned({ at: { at: request.run.planned.at }, channel }),
    };
  switch (request.decision.ruling.need) {
    case 'run':
      return { title, submit: actionMsg.runSubmit(), says: actionMsg.runsNow({ channel }) };
    case 'confirm':
      return { title, submit: cardMsg.confirm(), says: actionMsg.runsConfirmed({ channel }) };
    case 'approve': {
      const says = actionMsg.postsRequest({ who: decidersText(request.decision.ruling), channel });
      return { title: actionMsg.requestTitle(), submit: actionMsg.postRequest(), says };
    }
  }
}
