import type { Button } from '@slack/types';
import { placeText } from '../../core/command/context.ts';
import { present } from '../../core/defined.ts';
import { approvalsLeft } from '../../core/policy/decide.ts';
import type { ChangeRequest, FrozenRequest } from '../../core/request/change-request.ts';
import { hasEnded, hasFailed, hasLog, isLost, wasSeen } from '../../core/request/events/followed-event.ts';
import { failedPart, nextOf, undoRequestOf } from '../../core/request/follow-up.ts';
import { byWeight } from '../../core/request/plan.ts';
import { needsSettling } from '../../core/request/run-request.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { componentMsg } from '../../operations/component/component-messages.ts';
import { followingMsg } from '../../operations/follow/following-messages.ts';
import { requestButton } from '../answer/request-button.ts';
import { type ButtonLook, button, type Page, plainText } from '../blocks/blocks.ts';
import { cardValue } from '../blocks/card-value.ts';
import { blockLimits } from '../blocks/limits.ts';
import { cut } from '../blocks/mrkdwn.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { unmarked } from '../slack-catalog.ts';
import { cardMsg } from './card-messages.ts';
import { isResultOver } from './card-status.ts';
import { cardTimeMsg } from './card-time-messages.ts';
import { endsInTime, remindText } from './time-lines.ts';

const maxNext = 3;

/** @param shows button for the exact calls, or for all details that don't fit the card; these include the calls */
export function cardButtons(
  request: ChangeRequest,
  page: Page,
  shows: 'calls' | 'details' = 'calls',
): readonly Button[] {
  const value = cardValue(request);
  const make = (look: Omit<ButtonLook, 'value'>) => button({ ...look, value }, page);
  const calls =
    shows === 'details'
      ? [make({ actionId: 'request.review', label: cardMsg.details() })]
      : request.plan.steps.length > 0
        ? [make({ actionId: 'request.calls', label: cardMsg.calls() })]
        : [];
  const cancel = make({ actionId: 'request.cancel', label: cardMsg.cancel() });
  switch (request.state) {
    case 'proposed':
      if (request.decision.frozen) return [...whileFrozen(request, request.decision.frozen, make), cancel, ...calls];
      return [
        ...decisions(request, make, page),
        ...offers(request, make),
        ...(request.run.planned ? [changeTime(make)] : []),
        cancel,
        ...calls,
      ];
    case 'approved':
      return [cancel, ...calls];
    case 'scheduled':
      return [runNow(request, make, page), changeTime(make), cancel, ...calls];
    case 'denied':
    case 'expired':
    case 'cancelled':
      return request.system ||
        (request.shown.repeatedBy && !request.shown.repeatedBy.instead) ||
        (request.state === 'cancelled' && !request.decision.cancelled)
        ? []
        : [make({ actionId: 'request.again', label: cardTimeMsg.askAgain() })];
    case 'unknown':
      return [
        make({ actionId: 'request.check', label: cardMsg.check(), style: 'primary' }),
        ...(needsSettling(request) ? settling(make) : []),
        ...explainingButtons(request, page),
        ...calls,
      ];
    case 'running':
      return calls;
    case 'done':
    case 'failed':
      return [...afterwards(request, make), ...explainingButtons(request, page), ...calls];
    default:
      return [];
  }
}

/** Returns the button that gives up the planned time. It asks first if others have approved that time. */
function runNow({ decision: { ruling }, run: { planned } }: ChangeRequest, make: Make, page: Page): Button {
  const now = make({ actionId: 'request.run_now', label: cardTimeMsg.runNow() });
  if (ruling.need !== 'approve' || !planned) return now;
  const confirm = {
    title: plainText(cardTimeMsg.sureNow(), page, blockLimits.confirmTitle),
    text: plainText(cardTimeMsg.sureNowText({ at: { at: planned.at } }), page, blockLimits.confirmText),
    confirm: plainText(cardTimeMsg.runNow(), page, blockLimits.confirmButton),
    deny: plainText(cardTimeMsg.keepTime(), page, blockLimits.confirmButton),
  };
  return { ...now, confirm };
}

function changeTime(make: Make): Button {
  return make({ actionId: 'request.change_time', label: cardTimeMsg.changeTime() });
}

function whileFrozen(request: ChangeRequest, frozen: FrozenRequest, make: Make): readonly Button[] {
  const { again, exception, glass } = frozen;
  return present([
    !again && !endsInTime(request) && make({ actionId: 'request.again', label: remindText(frozen), style: 'primary' }),
    exception && make({ actionId: 'request.exception', label: cardTimeMsg.askException() }),
    glass && make({ actionId: 'request.break_glass', label: cardMsg.breakGlass() }),
    request.run.planned && changeTime(make),
  ]);
}

/** Returns buttons to say how the request ended, if the platform doesn't show that. */
function settling(make: Make): readonly Button[] {
  return [
    make({ actionId: 'request.settle:done', label: cardMsg.itsDone() }),
    make({ actionId: 'request.settle:failed', label: cardMsg.itFailed() }),
  ];
}

type Make = (look: Omit<ButtonLook, 'value'>) => Button;

function decisions(request: ChangeRequest, make: Make, page: Page): readonly Button[] {
  const { decision } = request;
  if (decision.ruling.need !== 'approve')
    return [make({ actionId: 'request.approve', label: cardMsg.confirm(), style: 'primary' })];
  const approve = make({ actionId: 'request.approve', label: cardMsg.approve(), style: 'primary' });
  // If everyone who can approve has already approved, another press would only be refused.
  const areAllIn = decision.onlyGlass !== undefined && decision.onlyGlass.able <= decision.approvals.length;
  const asksAgain = request.risk === 'destroy' || request.plan.warnings.some(({ lasts }) => lasts === 'asks');
  return present([
    !areAllIn && (asksAgain ? { ...approve, confirm: confirmation(request, page) } : approve),
    make({ actionId: 'request.deny', label: cardMsg.deny(), style: 'danger' }),
    decision.ruling.breakGlass && make({ actionId: 'request.break_glass', label: cardMsg.breakGlass() }),
  ]);
}

const longestSureTitle = 200;

function confirmation(request: ChangeRequest, page: Page) {
  const { decision } = request;
  const { title, undo, warnings } = request.plan;
  const { planned } = request.run;
  const asked = verbatim(cut(unmarked(title, page.lang, page.zone), longestSureTitle));
  const name = planned ? cardMsg.surePlanned({ title: asked, at: { at: planned.at } }) : asked;
  const undoText =
    'none' in undo
      ? cardMsg.sureNoUndo({ why: undo.none })
      : (decision.undoNeeds ? cardMsg.sureUndoIfApproved : cardMsg.sureUndo)({ undo: undo.proposal.label });
  const textWith = (warned: readonly string[], undone: Text | '', isWhole = false) => {
    const warning = verbatim(warned.map((each) => `${each}${page.lang === 'zh' ? '' : ' '}`).join(''));
    return cardMsg.sureText({ title: name, warnings: warning, undo: undone, more: isWhole ? '' : cardMsg.sureMore() });
  };
  const fits = (warned: readonly string[], undone: Text | '') =>
    unmarked(textWith(warned, undone), page.lang, page.zone).length <= blockLimits.confirmText;
  const { count } = decision.ruling;
  const left = approvalsLeft(decision.ruling, request.asker.id, decision.approvals);
  // Probable failures and permanent losses come first, because not all warnings may fit.
  const { heavy: lost } = byWeight(warnings.filter(({ weight }) => weight === 'irreversible'));
  const rest = warnings.filter(({ weight }) => weight !== 'irreversible');
  const { fails, heavy } = byWeight(rest.filter(({ lasts }) => lasts !== 'asks'));
  // The reason for the question matters more than who can reach it, which the title says too.
  const { heavy: lasting } = byWeight(rest.filter(({ lasts }) => lasts === 'asks'));
  const all = [...fails, ...lost, ...lasting, ...heavy].map((warning) => unmarked(warning, page.lang, page.zone));
  // The first warning matters more than the way to undo it, which is on the card. That there is none is said anyway.
  const shortly = 'none' in undo ? cardMsg.sureNoUndo({ why: '' }) : '';
  const undone = fits(all.slice(0, 1), undoText) ? undoText : shortly;
  const fitting: string[] = [];
  for (const each of all) if (fits([...fitting, each], undone)) fitting.push(each);
  const isWhole = fitting.length === all.length && undone === undoText;
  return {
    title: plainText(
      count > 1 ? cardMsg.sureOneOf({ nth: count - left + 1, count }) : cardMsg.sureTitle(),
      page,
      blockLimits.confirmTitle,
    ),
    text: plainText(textWith(fitting, undone, isWhole), page, blockLimits.confirmText),
    confirm: plainText(cardMsg.sureYes(), page, blockLimits.confirmButton),
    deny: plainText(cardMsg.sureNo(), page, blockLimits.confirmButton),
    style: 'danger' as const,
  };
}

/** Returns the buttons after a request's end. Access that is closed again has no undo. */
function afterwards(request: ChangeRequest, make: Make): readonly Button[] {
  const { closed, how, again: closesAgain } = request.access ?? {};
  // If a later request moved the end, its card has the buttons. This card links to it.
  const open = closed === false;
  const someDone = request.run.steps.some(({ state }) => state === 'done');
  const someLeft = request.run.steps.some(
    ({ state }) => state === 'waiting' || state === 'not-sent' || state === 'failed',
  );
  const rest = request.state === 'failed' && someDone && someLeft;
  const isOpen = open || how === 'extended';
  const isOver = isResultOver(request) || request.shown.undoneBy?.how === 'deleted';
  const undo = 'operation' in (undoRequestOf(request) ?? {}) && !isOpen && !isOver;
  const again = (rest || failedInPassing(request)) && againLabel(request);
  return present([
    open && request.state === 'done' && make({ actionId: 'request.extend', label: cardMsg.extend() }),
    open &&
      make({
        actionId: 'request.close_now',
        label: closesAgain === undefined ? cardMsg.closeNow() : slackMsg.tryAgain(),
      }),
    ...offers(request, make),
    undo && make({ actionId: 'request.undo', label: cardMsg.undo() }),
    again && make({ actionId: 'request.rest', label: again }),
  ]);
}

/** Returns the button that may explain how the change of one component ended: its log, or else how the component is. */
function explainingButtons({ state, context, run: { steps } }: ChangeRequest, page: Page): readonly Button[] {
  if (state !== 'failed' && state !== 'unknown') return [];
  const [one, ...others] = steps
    .flatMap(({ events = [] }) => events)
    .filter((each) => wasSeen(each) && (!hasEnded(each) || (state === 'failed' && hasFailed(each))));
  if (one?.event === undefined || others.length > 0) return [];
  const { component, name, event } = one;
  const into = placeText(context);
  if (state === 'failed' && !hasLog(one))
    return requestButton(
      { actionId: 'show:component', label: componentMsg.showButton({ name }) },
      { operation: 'component.show', given: { component: [component] }, in: into },
      page,
    );
  const given = { component: [component], event: [event] };
  return requestButton(
    { actionId: 'show:log', label: followingMsg.log() },
    { operation: 'component.log', given, in: into },
    page,
  );
}

/** Checks whether a failed request may succeed if it is repeated: it wasn't refused, or its rollout never began. */
function failedInPassing(request: ChangeRequest): boolean {
  if (request.state !== 'failed' || request.system) return false;
  if (failedPart(request)) return true;
  return request.run.steps.every(
    ({ state, status = 0, canRetry, events = [] }) =>
      state !== 'done' &&
      (state !== 'unknown' || events.some(isLost)) &&
      (canRetry || status < 400 || status === 429 || status >= 500),
  );
}

/** Returns buttons for other requests. A button refers to its request by an index. */
function offers(request: ChangeRequest, make: Make): readonly Button[] {
  return nextOf(request)
    .slice(0, maxNext)
    .map(({ label }, index) => make({ actionId: `request.next:${index}`, label }));
}

/** Returns the retry label: the step's own; "the rest" if the next step never ran; otherwise "try again". */
function againLabel(request: ChangeRequest): Text {
  const { operation, plan } = request;
  const { steps } = request.run;
  const part = failedPart(request);
  if (part?.operation === operation) return slackMsg.tryAgain();
  const next = part?.step ?? plan.steps.findIndex((_, index) => steps[index]?.state !== 'done');
  const neverRan = next > 0 && steps[next]?.state !== 'failed' && !part;
  return plan.steps[next]?.mustFollow?.label ?? (neverRan ? cardMsg.rest() : slackMsg.tryAgain());
}
