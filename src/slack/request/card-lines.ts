import { approvalsLeft } from '../../core/policy/decide.ts';
import { type ChangeRequest, isFinal, type StepRun } from '../../core/request/change-request.ts';
import { isWaiting } from '../../core/request/decide-request.ts';
import { hasFailed } from '../../core/request/events/followed-event.ts';
import { byWeight, canonical } from '../../core/request/plan.ts';
import { shortId } from '../../core/request/request-id.ts';
import { requestMsg } from '../../core/request/request-messages.ts';
import { join, quotable, type Text, type Value, verbatim } from '../../core/text/text.ts';
import { boldContext } from '../answer/answer-view.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { cardMsg } from './card-messages.ts';
import { hasAccessEnded, otherRequest, when } from './card-status.ts';
import { cardTimeMsg } from './card-time-messages.ts';
import { progressLines } from './progress-lines.ts';
import { timeRemarks } from './time-lines.ts';

/** The line of a break-glass decision, as prominent as the status. */
export function glassLine({ breakGlass, approvals, ruling: { need, count } }: ChangeRequest): readonly Text[] {
  if (!breakGlass) return [];
  const said = { who: { user: breakGlass.by }, reason: quotable(breakGlass.reason) };
  // Without a freeze, nobody breaks the glass for what they can confirm.
  if (need !== 'approve') return [cardTimeMsg.brokeGlassFrozen(said)];
  return [
    approvals.length === 0
      ? cardMsg.brokeGlass(said)
      : cardMsg.brokeGlassWith({ ...said, given: approvals.length, count }),
  ];
}

/** The result: why it failed, each step where that matters, and the addresses while they can be used. */
export function outcomeLines(card: ChangeRequest): readonly Text[] {
  const says = card.state === 'done' && !hasAccessEnded(card) ? (card.says ?? []) : [];
  const left = card.state === 'failed' ? (card.says ?? []) : [];
  return withoutRepeats([...(card.why ? [card.why] : []), ...stepLines(card), ...says, ...left]);
}

/** What is told in several places, such as why a step failed and therefore the request, is shown once. */
function withoutRepeats(texts: readonly Text[]): readonly Text[] {
  return [...new Map(texts.map((text) => [canonical(text), text])).values()];
}

/**
 * Several steps are listed as soon as one was sent, until all of them are done. A single one is listed only if it
 * failed, or if its outcome is unknown: then the platform's response is all there is to show. How far the platform's
 * events are is told below their step, and afterwards where there is more to it than that all is done.
 */
function stepLines(card: ChangeRequest): readonly Text[] {
  const begun = card.steps.some(({ state }) => state !== 'waiting');
  if (!begun || (isFinal(card.state) && card.state !== 'failed' && card.state !== 'done')) return [];
  const several = card.plan.steps.length > 1;
  return card.plan.steps.flatMap((step, index) => {
    const run = card.steps[index];
    if (card.state === 'done') return isSimple(run) ? [] : progressLines(card, index);
    return [...(several ? [stepLine(step.says, run)] : onlyStep(run)), ...progressLines(card, index)];
  });
}

/** Whether a completed step needs no line. */
function isSimple(run: StepRun | undefined): boolean {
  const { events = [] } = run ?? {};
  return events.every(({ state, elsewhere = [] }) => state === 'succeeded' && elsewhere.length === 0);
}

function onlyStep(run: StepRun | undefined): readonly Text[] {
  if (run?.state !== 'failed' && run?.state !== 'unknown' && run?.state !== 'not-sent') return [];
  return run.why === undefined ? [] : [referring(run.why, run)];
}

function stepLine(step: Text, run: StepRun | undefined): Text {
  switch (run?.state) {
    case 'sent':
    case 'following':
      return cardMsg.stepSent({ step });
    case 'done':
      return (run.events ?? []).some(hasFailed) ? cardMsg.stepPartly({ step }) : cardMsg.stepDone({ step });
    case 'failed':
      return run.why === undefined
        ? cardMsg.stepEnded({ step })
        : cardMsg.stepFailed({ step, why: referring(run.why, run) });
    case 'unknown':
      return cardMsg.stepUnknown({ step, why: referring(run.why ?? cardMsg.noAnswer(), run) });
    case 'not-sent':
      return cardMsg.stepNotSent({ step });
    default:
      return cardMsg.stepWaiting({ step });
  }
}

/** With the platform's own reference, by which its people find the call, as problems of questions show it. */
function referring(why: Text, { reference }: StepRun): Text {
  return reference === undefined ? why : join([why, slackMsg.reference({ reference })]);
}

/** What changed since the revision before, a line for each thing. */
export function changedLines(card: ChangeRequest): readonly Text[] {
  if (!card.changed || card.state !== 'proposed') return [];
  const nothing = requestMsg.nothing().key;
  const rows = card.changed.map((row) =>
    row.what.key === requestMsg.rowTitle().key
      ? cardMsg.changedTitleRow(row)
      : row.before.key === nothing
        ? cardMsg.changedAdded(row)
        : row.after.key === nothing
          ? cardMsg.changedRemoved(row)
          : cardMsg.changedRow(row),
  );
  return [cardMsg.changedTitle({ needs: needsText(card) }), ...rows];
}

/** What a new revision needs: the same once more, or more than the one before. */
function needsText({ ruling: { need }, raised }: ChangeRequest): Text {
  if (need === 'approve') return raised ? cardMsg.needsApprovalNow() : cardMsg.needsApprovalAgain();
  return raised ? cardMsg.needsConfirmationNow() : cardMsg.needsConfirmationAgain();
}

/**
 * The warnings to read before deciding, the most serious first; nothing once it is decided and over. Those that weigh are
 * shown first and at full size, the others in small type; `remarks` are those that a decision doesn't depend on.
 */
export function warningLines(card: ChangeRequest): Readonly<Record<'heavy' | 'light' | 'remarks', readonly Text[]>> {
  const { plan, beside = [] } = card;
  if (!isWaiting(card)) return { heavy: [], light: [], remarks: [] };
  const final = 'none' in plan.undo && isLossy(card) ? [cardMsg.undoNone({ why: plan.undo.none })] : [];
  const other = ({ request, link, title }: (typeof beside)[number]) => ({ other: otherRequest(request, link), title });
  const timed = beside.flatMap((each) =>
    each.at === undefined ? [] : [cardTimeMsg.besideAt({ ...other(each), at: { at: each.at } })],
  );
  const against = beside
    .filter(({ contradicts, at }) => contradicts && at === undefined)
    .map((each) => cardMsg.contradicts(other(each)));
  const pending = beside
    .filter(({ contradicts, at }) => !contradicts && at === undefined)
    .map((each) => cardMsg.beside(other(each)));
  const { fails, heavy, light } = byWeight(plan.warnings);
  const [remarks, ofTime] = [light.map((remark) => cardMsg.remark({ remark })), timeRemarks(card)];
  const others = [...heavy.map((warning) => cardMsg.warning({ warning })), ...final];
  return {
    heavy: [
      ...fails.map((warning) => cardMsg.warning({ warning })),
      ...(fails.length > 0 && others.length > 0 ? [cardMsg.ifItWorks()] : []),
      ...others,
      ...against,
      ...timed,
    ],
    light: [...pending, ...remarks, ...decisionLines(card), ...ofTime],
    remarks: [...remarks, ...ofTime],
  };
}

/** Whether it matters that there is no undo: not of a closing time, which sends nothing, nor of a restart. */
function isLossy({ plan: { steps, undo }, risk }: ChangeRequest): boolean {
  return risk !== 'change' && steps.length > 0 && !('none' in undo && undo.needless);
}

/** Where nothing is lost for good, in small type: what can be done instead, or that nothing can. */
function withoutUndo(card: ChangeRequest): readonly Text[] {
  const { undo, steps } = card.plan;
  if (!('none' in undo) || undo.needless || isLossy(card)) return [];
  return [steps.length === 0 ? cardMsg.remark({ remark: undo.none }) : cardMsg.undoNoneSmall({ why: undo.none })];
}

function undoLine({ undoNeeds }: ChangeRequest, undo: Text): Text {
  return undoNeeds ? cardMsg.undoableIfApproved({ undo }) : cardMsg.undoable({ undo });
}

/** What the people who decide can count on: how it is undone, and who may run it without the approvals. */
function decisionLines(card: ChangeRequest): readonly Text[] {
  const { state, plan, ruling } = card;
  if (state !== 'proposed') return [];
  const glass = ruling.need === 'approve' && !card.frozen ? ruling.breakGlass : undefined;
  const several = ruling.need === 'approve' && ruling.count > 1 && !card.onlyGlass && !card.frozen;
  const left = approvalsLeft(ruling, card.asker.id, card.approvals);
  return [
    ...('proposal' in plan.undo ? [undoLine(card, plan.undo.proposal.label)] : withoutUndo(card)),
    ...(several ? [cardMsg.runsAfter({ left })] : []),
    ...(glass ? [cardMsg.glassSkips({ role: glass.name })] : []),
  ];
}

/** Who asked and why, if there is a reason: who decides reads it first. By name: a card pings only those who may decide. */
export function reasonLine(card: ChangeRequest): readonly Text[] {
  return card.reason === undefined ? [] : [askedText(card)];
}

/** Who asked, unless the reason says it, who approved, and what it follows. */
export function originLine(card: ChangeRequest): readonly Text[] {
  const asked = card.reason === undefined ? [askedText(card)] : [];
  const given = card.approvals.map(({ by, at }) => cardMsg.approval({ who: { user: by }, at: when(card, at) }));
  const parts = [
    ...asked,
    ...(card.ticket ? [cardTimeMsg.ofTicket({ ticket: ticketValue(card.ticket) })] : []),
    ...(given.length > 0 && card.ruling.need === 'approve' ? [cardMsg.approvals({ who: join(given, ', ') })] : []),
    ...followed(card),
  ];
  return parts.length === 0 ? [] : [parts.reduce((one, other) => cardMsg.dot({ one, other }))];
}

function ticketValue({ id, link }: NonNullable<ChangeRequest['ticket']>): Exclude<Value, number> {
  return link === undefined ? id : { link, label: verbatim(id) };
}

/** What an agent says of its reasons is marked as its words: a person hasn't written them. */
function askedText({ asker, agent, reason }: ChangeRequest): Text {
  const who = asker.name;
  if (agent) {
    const by = { agent: agent.name, who };
    return reason === undefined
      ? cardMsg.requestedByAgent(by)
      : cardMsg.requestedByAgentBecause({ ...by, reason: quotable(reason) });
  }
  return reason === undefined
    ? cardMsg.requestedBy({ who })
    : cardMsg.requestedBecause({ who, reason: quotable(reason) });
}

/** Where it is about, and its id: the last that is cut. */
export function stampLine(card: ChangeRequest): Text {
  return cardMsg.stamp({ context: boldContext(card.context, cardMsg.place), id: shortId(card.id) });
}

function followed({ follows }: ChangeRequest): readonly Text[] {
  if (!follows) return [];
  const other = otherRequest(follows.card, follows.link);
  switch (follows.how) {
    case 'undo':
      return [cardMsg.undoOf({ other })];
    case 'rest':
      return [cardMsg.restOf({ other })];
    case 'extend':
      return [cardMsg.extends({ other })];
    default:
      return [cardMsg.follows({ other })];
  }
}
