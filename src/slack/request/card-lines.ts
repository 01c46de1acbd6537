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

export function glassLine({ breakGlass, approvals, ruling: { need, count } }: ChangeRequest): readonly Text[] {
  if (!breakGlass) return [];
  const said = { who: { user: breakGlass.by }, reason: quotable(breakGlass.reason) };
  // Without a freeze, break glass is needed only for approvals.
  if (need !== 'approve') return [cardTimeMsg.brokeGlassFrozen(said)];
  return [
    approvals.length === 0
      ? cardMsg.brokeGlass(said)
      : cardMsg.brokeGlassWith({ ...said, given: approvals.length, count }),
  ];
}

/** Returns the result: why it failed, relevant steps, and the addresses while they are open. */
export function outcomeLines(card: ChangeRequest): readonly Text[] {
  const says = card.state === 'done' && !hasAccessEnded(card) ? (card.says ?? []) : [];
  const left = card.state === 'failed' ? (card.says ?? []) : [];
  return withoutRepeats([...(card.why ? [card.why] : []), ...stepLines(card), ...says, ...left]);
}

/** Removes duplicates: the reason of a step is often also the request's. */
function withoutRepeats(texts: readonly Text[]): readonly Text[] {
  return [...new Map(texts.map((text) => [canonical(text), text])).values()];
}

/** Lists several steps from the first sent until all are done; a single one only if it failed or is unknown. */
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

/** Adds the platform's own reference, with which its administrators find the call. */
function referring(why: Text, { reference }: StepRun): Text {
  return reference === undefined ? why : join([why, slackMsg.reference({ reference })]);
}

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

function needsText({ ruling: { need }, raised }: ChangeRequest): Text {
  if (need === 'approve') return raised ? cardMsg.needsApprovalNow() : cardMsg.needsApprovalAgain();
  return raised ? cardMsg.needsConfirmationNow() : cardMsg.needsConfirmationAgain();
}

/** Returns the warnings before a decision: `heavy` at full size, `light` in small type. `remarks` don't affect it. */
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

/** Checks whether a missing undo matters. It doesn't for a new closing time or a restart. */
function isLossy({ plan: { steps, undo }, risk }: ChangeRequest): boolean {
  return risk !== 'change' && steps.length > 0 && !('none' in undo && undo.needless);
}

function withoutUndo(card: ChangeRequest): readonly Text[] {
  const { undo, steps } = card.plan;
  if (!('none' in undo) || undo.needless || isLossy(card)) return [];
  return [steps.length === 0 ? cardMsg.remark({ remark: undo.none }) : cardMsg.undoNoneSmall({ why: undo.none })];
}

function undoLine({ undoNeeds }: ChangeRequest, undo: Text): Text {
  return undoNeeds ? cardMsg.undoableIfApproved({ undo }) : cardMsg.undoable({ undo });
}

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

/** Returns requester and reason, if given. By name: a card notifies only people who may decide. */
export function reasonLine(card: ChangeRequest): readonly Text[] {
  return card.reason === undefined ? [] : [askedText(card)];
}

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

/** An agent's reason is marked as the agent's, because no person wrote it. */
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

/** Returns place and id, the last thing to be cut. */
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
