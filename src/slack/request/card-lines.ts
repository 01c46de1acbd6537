import { present } from '../../core/defined.ts';
import { approvalsLeft } from '../../core/policy/decide.ts';
import { type ChangeRequest, isFinal, portOffers, type StepRun } from '../../core/request/change-request.ts';
import { isWaiting } from '../../core/request/decide-request.ts';
import { failureText, withReference } from '../../core/request/events/failure-text.ts';
import { shownTime } from '../../core/request/events/follow-request.ts';
import { type FollowedEvent, hasFailed, isLost } from '../../core/request/events/followed-event.ts';
import { judgedAt } from '../../core/request/finish-request.ts';
import { type Awaited, byWeight, canonical, sentenceOf } from '../../core/request/plan.ts';
import { requestLink, shortId } from '../../core/request/request-id.ts';
import { requestMsg } from '../../core/request/request-messages.ts';
import { portolanActor } from '../../core/request/transition.ts';
import { durationText } from '../../core/text/duration-messages.ts';
import { join, quotable, type Text, type Value, verbatim } from '../../core/text/text.ts';
import { ruleMsg } from '../../operations/gateway/gateway-rule-messages.ts';
import { lifecycleMsg } from '../../operations/lifecycle/lifecycle-messages.ts';
import { openMsg } from '../../operations/port/port-open-messages.ts';
import { ruleOf, setsOnlyClosing } from '../../operations/shared/access/port-state.ts';
import { contextText } from '../../operations/shared/place/known-contexts.ts';
import { cardMsg } from './card-messages.ts';
import { isResultOver, when } from './card-status.ts';
import { cardTimeMsg } from './card-time-messages.ts';
import { progressMsg } from './progress-messages.ts';
import { actionMsg } from './request-action-messages.ts';

export function glassLine({ decision: { breakGlass, approvals, ruling } }: ChangeRequest): readonly Text[] {
  if (!breakGlass) return [];
  const said = { who: { user: breakGlass.by }, reason: quotable(breakGlass.reason) };
  // Without a freeze, break glass can only replace approvals.
  if (ruling.need !== 'approve') return [cardTimeMsg.brokeGlassFrozen(said)];
  return [
    approvals.length === 0
      ? cardMsg.brokeGlass(said)
      : cardMsg.brokeGlassWith({ ...said, given: approvals.length, count: ruling.count }),
  ];
}

/** Returns the lines about the result: why it failed, relevant steps, and the addresses while access is open. */
export function outcomeLines(request: ChangeRequest): readonly Text[] {
  const { run } = request;
  const says = request.state === 'done' && !isResultOver(request) ? stillSo(request) : [];
  const { access } = request;
  const left = [...(request.state === 'failed' ? (run.says ?? []) : []), ...(access?.left ? [access.left] : [])];
  const why = run.why ? [run.why] : [];
  const { repeatedBy } = request.shown;
  const next = [...(repeatedBy ? [repeatedLine(repeatedBy)] : []), ...undoneLines(request)];
  const steps = [...stepLines(request), ...blindLine(request)];
  return withoutRepeats([...why, ...aftermathLine(request), ...steps, ...says, ...left, ...next]);
}

/** Says when a run that ended couldn't be followed, because its end may be earlier than it was seen. */
function blindLine({ state, run: { steps } }: ChangeRequest): readonly Text[] {
  const blind = present(steps.flatMap(({ events = [] }) => events.map((event) => event.blind)));
  const [longest] = blind.toSorted((one, other) => other.to - other.from - (one.to - one.from));
  if (!isFinal(state) || !longest) return [];
  return [cardMsg.blind({ from: { at: longest.from, show: 'time' }, to: { at: longest.to, show: 'time' } })];
}

function repeatedLine({ request, link, instead }: NonNullable<ChangeRequest['shown']['repeatedBy']>): Text {
  const other = requestLink(request, link);
  return instead ? cardMsg.replacedBy({ other, title: instead }) : cardMsg.repeatedBy({ other });
}

/** Returns the results that were read and are still so. If only external access was closed, the internal address is. */
function stillSo({ run, access, shown: { undoneBy, aftermath } }: ChangeRequest): readonly Text[] {
  const { ended } = run;
  // Below the verdict, a status from before it needs its time.
  const says = (run.says ?? []).map((each) =>
    aftermath && ended !== undefined && each.key === lifecycleMsg.nowIs.key
      ? cardMsg.readAt({ says: each, at: { at: ended, show: 'time' } })
      : each,
  );
  if (undoneBy?.how === 'timed') return says.filter(({ key }) => key !== ruleMsg.opened.key);
  if (undoneBy?.how === 'deleted') return [];
  const isClosed = access?.narrowed ?? (undoneBy?.how === 'outer' || undoneBy?.how === 'routed');
  const still = isClosed ? says.filter(({ key }) => key === openMsg.doneInner.key) : says;
  return access?.unsure ? still.map((each) => cardMsg.lastRead({ says: each })) : still;
}

const endings = {
  closed: cardMsg.nowClosed,
  outer: cardMsg.nowOuterClosed,
  routed: cardMsg.nowOuterClosed,
  timed: cardMsg.nowTimed,
  deleted: cardMsg.nowRuleDeleted,
  cleared: cardMsg.nowRuleDeleted,
} as const;

function undoneLines({ plan, shown: { undoneBy } }: ChangeRequest): readonly Text[] {
  if (!undoneBy) return [];
  const { request, link, by, how, until } = undoneBy;
  const what = how ? endings[how]() : cardMsg.nowUndone();
  const at = when(undoneBy.at);
  const isOwn = by.id === portolanActor.id;
  return present([
    isOwn
      ? cardMsg.endedItself({ what, at })
      : cardMsg.endedBy({ what, who: { user: by.id }, at, other: requestLink(request, link) }),
    until !== undefined && cardMsg.closesAt({ until: when(until) }),
    how === 'routed' && cardMsg.ruleLeft(),
    how === 'outer' && ruleOf(plan)?.there && cardMsg.ruleInactive(),
    undoneBy.isPortClosed && cardMsg.portClosedToo(),
    how === 'deleted' && until === undefined && portOffers(plan, undoneBy).length > 0 && cardMsg.portLeft(),
  ]);
}

/** Returns the verdict on the time after the change, or until then, when it will be known. */
function aftermathLine(request: ChangeRequest): readonly Text[] {
  const { aftermath } = request.shown;
  if (!aftermath) {
    const at = judgedAt(request);
    return at === undefined ? [] : [cardMsg.judgedAt({ at: when(at) })];
  }
  const { says, later, isWorse, isAgain, link } = aftermath;
  if (!isWorse && !isAgain) return [says];
  const worse =
    link === undefined
      ? cardMsg.worse({ says })
      : cardMsg.worseWithIncident({ says, incident: { link, label: actionMsg.incident() } });
  return present([worse, later]);
}

/** Removes duplicates, because a step's reason is often also the request's reason. */
function withoutRepeats(texts: readonly Text[]): readonly Text[] {
  return [...new Map(texts.map((text) => [canonical(text), text])).values()];
}

/**
 * Lists the steps of a request. Several steps are listed from the first sent step until all are done. A single step is
 * listed only if it failed or its result is unknown.
 */
function stepLines(request: ChangeRequest): readonly Text[] {
  const begun = request.run.steps.some(({ state }) => state !== 'waiting');
  if (!begun || (isFinal(request.state) && request.state !== 'failed' && request.state !== 'done')) return [];
  const several = request.plan.steps.length > 1;
  return request.plan.steps.flatMap((step, index) => {
    const run = request.run.steps[index];
    if (request.state === 'done') return isSimple(run) ? [] : progressLines(request, index);
    return [...(several ? [stepLine(step.says, run)] : onlyStep(run)), ...progressLines(request, index)];
  });
}

/** Maximum number of components listed per step. Components that need attention come first. */
const maxLines = 20;
const order: readonly FollowedEvent['state'][] = [
  'failed',
  'timed-out',
  'missing',
  'running',
  'awaited',
  'skipped',
  'succeeded',
];

function progressLines(request: ChangeRequest, index: number): readonly Text[] {
  const { events = [], looked } = request.run.steps[index] ?? {};
  const awaits = request.plan.steps[index]?.awaits;
  if (!awaits || request.run.steps[index]?.state === 'sent') return [];
  const listed = events.filter((event) => isShown(event, request, events));
  const sorted = listed.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  const shown = sorted
    .slice(0, maxLines)
    .flatMap((event) => [
      ...(isSaid(event, request, events) ? [] : [progressLine(event, request, { awaits, looked })]),
      ...elsewhere(event),
    ]);
  return sorted.length > maxLines ? [...shown, progressMsg.andMore({ count: sorted.length - maxLines })] : shown;
}

/** Checks whether the line of its step, or the card's status, already says that the only component is done. */
function isSaid({ state }: FollowedEvent, request: ChangeRequest, ofStep: readonly FollowedEvent[]): boolean {
  return state === 'succeeded' && ofStep.length === 1 && (request.plan.steps.length > 1 || request.state === 'done');
}

function isShown(event: FollowedEvent, { state }: ChangeRequest, ofStep: readonly FollowedEvent[]): boolean {
  // After the request has ended, nothing waits for an event that never began.
  if (isFinal(state) && event.state === 'awaited') return false;
  // The card's reason already says that nothing began, or that the platform doesn't report a rollout.
  return (
    !ofStep.every((each) => each.state === 'missing') && !((state === 'unknown' || isFinal(state)) && isLost(event))
  );
}

function progressLine(
  event: FollowedEvent,
  { state }: ChangeRequest,
  { awaits, looked }: { readonly awaits: Awaited; readonly looked: number | undefined },
): Text {
  return state === 'unknown' || isFinal(state) ? unfollowedLine(event, awaits) : eventLine(event, awaits, looked);
}

function eventLine(event: FollowedEvent, awaits: Awaited, looked: number | undefined): Text {
  const { name, state } = event;
  switch (state) {
    case 'awaited':
      return withUnread(progressMsg.awaited({ name }), event, looked);
    case 'running':
      return withUnread(runningLine(event, awaits, looked), event, looked);
    case 'succeeded':
      return progressMsg.succeeded({ name });
    case 'skipped':
      return progressMsg.skipped({ name });
    default:
      return progressMsg.failure({ failure: failureText(event, awaits) ?? verbatim(name) });
  }
}

/** Minimum time without a reading that the card says, in ms. */
const unreadFor = 15_000;

/** Says since when the platform wasn't read, so that nobody takes that for slow work. */
function withUnread(says: Text, { unread }: FollowedEvent, looked: number | undefined): Text {
  if (unread === undefined || looked === undefined || looked - unread < unreadFor) return says;
  return progressMsg.unread({ says, at: { at: unread, show: 'time' } });
}

function unfollowedLine(event: FollowedEvent, awaits: Awaited): Text {
  const { name, state, phase, status } = event;
  if (state !== 'running' && state !== 'awaited') return eventLine(event, awaits, undefined);
  return phase === 'settling' && status
    ? progressMsg.lastSeen({ name, status: status.words })
    : progressMsg.unended({ name });
}

function runningLine(event: FollowedEvent, awaits: Awaited, looked: number | undefined): Text {
  const { name, phase, since } = event;
  if (phase === 'lost') return progressMsg.lost({ name });
  if (phase === 'settling') return settlingLine(event);
  const rolling = phase === 'rollout-awaited' || phase === 'rolling-out';
  const doing = (rolling ? awaits.nextDoing : undefined) ?? awaits.doing;
  const time = since === undefined || looked === undefined ? undefined : timeText(shownTime(looked - since));
  return time === undefined ? progressMsg.running({ name, doing }) : progressMsg.runningFor({ name, doing, time });
}

function settlingLine({ name, status, reading }: FollowedEvent): Text {
  if (!status || status.kind === 'unknown') return progressMsg.settlingUnread({ name });
  const words = { name, status: status.words };
  if (reading?.shows === 'reached') return progressMsg.settled(words);
  return reading?.shows === 'contrary' ? progressMsg.contrary(words) : progressMsg.settling(words);
}

/** Returns a duration's text; undefined for less than ten seconds. */
function timeText(ms: number): Text | undefined {
  if (ms === 0) return undefined;
  return ms < 60_000 ? progressMsg.seconds({ count: ms / 1_000 }) : progressMsg.minutes({ count: ms / 60_000 });
}

function elsewhere({ name, elsewhere: others = [] }: FollowedEvent): readonly Text[] {
  return others.map(({ what, by }) =>
    by === undefined ? progressMsg.elsewhere({ name, what }) : progressMsg.elsewhereBy({ name, what, by }),
  );
}

function isSimple(run: StepRun | undefined): boolean {
  const { events = [] } = run ?? {};
  return events.every(({ state, elsewhere = [] }) => state === 'succeeded' && elsewhere.length === 0);
}

function onlyStep(run: StepRun | undefined): readonly Text[] {
  if (run?.state !== 'failed' && run?.state !== 'unknown' && run?.state !== 'not-sent') return [];
  return run.why === undefined ? [] : [withReference(run.why, run)];
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
        : cardMsg.stepFailed({ step, why: withReference(run.why, run) });
    case 'unknown':
      return cardMsg.stepUnknown({ step, why: withReference(run.why ?? cardMsg.noAnswer(), run) });
    case 'not-sent':
      return cardMsg.stepNotSent({ step });
    default:
      return cardMsg.stepWaiting({ step });
  }
}

export function changedLines(request: ChangeRequest): readonly Text[] {
  if (!request.shown.changed || request.state !== 'proposed') return [];
  const nothing = requestMsg.nothing().key;
  const rows = request.shown.changed.map((row) =>
    row.what.key === requestMsg.rowTitle().key
      ? cardMsg.changedTitleRow(row)
      : row.before.key === nothing
        ? cardMsg.changedAdded(row)
        : row.after.key === nothing
          ? cardMsg.changedRemoved(row)
          : cardMsg.changedRow(row),
  );
  return [cardMsg.changedTitle({ needs: needsText(request) }), ...rows];
}

function needsText({ decision: { ruling, raised } }: ChangeRequest): Text {
  if (ruling.need === 'approve') return raised ? cardMsg.needsApprovalNow() : cardMsg.needsApprovalAgain();
  return raised ? cardMsg.needsConfirmationNow() : cardMsg.needsConfirmationAgain();
}

/**
 * Returns the warnings for a decision: `heavy` at full size, `light` in small type. `light` includes `remarks`, and
 * `details` are not on the card.
 */
export function warningLines(
  changeRequest: ChangeRequest,
): Readonly<Record<'heavy' | 'light' | 'remarks' | 'details', readonly Text[]>> {
  const { plan } = changeRequest;
  const { beside = [] } = changeRequest.shown;
  if (!isWaiting(changeRequest)) return { heavy: lastingLines(changeRequest), light: [], remarks: [], details: [] };
  const final = 'none' in plan.undo && isLossy(changeRequest) ? [cardMsg.undoNone({ why: plan.undo.none })] : [];
  const other = ({ request, link, title }: (typeof beside)[number]) => ({ other: requestLink(request, link), title });
  const scheduled = beside.flatMap(({ at, ends, reopens, ...each }) => {
    if (at === undefined || reopens) return [];
    return [(ends ? cardTimeMsg.endsBefore : cardTimeMsg.besideAt)({ ...other(each), at: { at } })];
  });
  const again = beside.flatMap(({ at, reopens, ...each }) =>
    at !== undefined && reopens ? [cardTimeMsg.opensAgain({ ...other(each), at: { at } })] : [],
  );
  const against = beside
    .filter(({ contradicts, at }) => contradicts && at === undefined)
    .map((each) => cardMsg.contradicts(other(each)));
  const pending = beside
    .filter(({ contradicts, at }) => !contradicts && at === undefined)
    .map((each) => cardMsg.beside(other(each)));
  const { fails, heavy, light } = byWeight(plan.warnings.filter(({ stays, detail }) => !stays && !detail));
  const staying = plan.warnings
    .filter(({ stays }) => stays)
    .map((each) => remarkLine(withClosingTime(changeRequest, sentenceOf(each))));
  const details = plan.warnings.filter((each) => each.detail).map((each) => remarkLine(sentenceOf(each)));
  const [remarks, ofTime] = [light.map(remarkLine), timeRemarks(changeRequest)];
  const others = [...heavy.map((warning) => cardMsg.warning({ warning })), ...final];
  return {
    heavy: [
      ...fails.map((warning) => cardMsg.warning({ warning })),
      ...(fails.length > 0 && others.length > 0 ? [cardMsg.ifItWorks()] : []),
      ...others,
      ...against,
      ...scheduled,
    ],
    light: [...again, ...staying, ...pending, ...remarks, ...decisionLines(changeRequest), ...ofTime],
    remarks: [...remarks, ...ofTime],
    details,
  };
}

/**
 * Adds the closing time to the length, if it is known when the request runs. External access that closes later than
 * internal access, whenever the request runs, keeps internal access open.
 */
function withClosingTime({ plan: { timedFor }, run: { planned }, at: asked }: ChangeRequest, says: Text): Text {
  if (says.key === openMsg.innerClosesToo.key && timedFor !== undefined) {
    const { at } = says.with;
    const isLater = typeof at === 'object' && 'at' in at && at.at <= (planned?.at ?? asked) + timedFor;
    return isLater ? openMsg.innerStaysTogether({ at }) : says;
  }
  if (says.key !== openMsg.closesAgain.key || timedFor === undefined || !planned) return says;
  return openMsg.closesAgainAt({ length: durationText(timedFor), at: { at: planned.at + timedFor } });
}

/** Returns the warnings that are still true after the change, while what it did exists. */
function lastingLines(request: ChangeRequest): readonly Text[] {
  if (request.state !== 'done' || isResultOver(request) || request.access?.narrowed || request.shown.undoneBy)
    return [];
  const { how } = request.access ?? {};
  // The warnings of a closing time are about its end. Without that end, they don't apply.
  if (setsOnlyClosing(request) && (how === 'kept' || how === 'reopened' || how === 'extended')) return [];
  const lasting = request.plan.warnings.filter(({ lasts }) => lasts !== undefined);
  const { fails, heavy, light } = byWeight(lasting.filter(({ stays }) => !stays));
  const staying = lasting.filter(({ stays }) => stays).map((each) => remarkLine(sentenceOf(each)));
  return [...[...fails, ...heavy, ...light].map((warning) => cardMsg.warning({ warning })), ...staying];
}

function remarkLine(remark: Text): Text {
  return cardMsg.remark({ remark });
}

function timeRemarks({ state, decision: { frozen, ruling } }: ChangeRequest): readonly Text[] {
  const isScheduled = state === 'scheduled';
  return present([
    frozen && (state === 'proposed' || isScheduled) && cardTimeMsg.onlyPortolan(),
    isScheduled && (ruling.need === 'approve' ? cardTimeMsg.scheduledWho() : cardTimeMsg.scheduledWhoConfirms()),
  ]);
}

/** Checks whether a missing undo matters. For a new closing time or a restart, it doesn't matter. */
function isLossy({ plan: { steps, undo }, risk }: ChangeRequest): boolean {
  return risk !== 'change' && steps.length > 0 && !('none' in undo && undo.needless);
}

function withoutUndo(request: ChangeRequest): readonly Text[] {
  const { undo, steps } = request.plan;
  if (!('none' in undo) || undo.needless || isLossy(request)) return [];
  return [steps.length === 0 ? remarkLine(undo.none) : cardMsg.undoNoneSmall({ why: undo.none })];
}

function undoLine({ decision: { undoNeeds } }: ChangeRequest, undo: Text): Text {
  return undoNeeds ? cardMsg.undoableIfApproved({ undo }) : cardMsg.undoable({ undo });
}

function decisionLines(request: ChangeRequest): readonly Text[] {
  const { state, plan, decision } = request;
  const { ruling } = decision;
  if (state !== 'proposed') return [];
  const glass = ruling.need === 'approve' && !decision.frozen ? ruling.breakGlass : undefined;
  const several = ruling.need === 'approve' && ruling.count > 1 && !decision.onlyGlass && !decision.frozen;
  const left = approvalsLeft(ruling, request.asker.id, decision.approvals);
  return [
    ...('proposal' in plan.undo ? [undoLine(request, plan.undo.proposal.label)] : withoutUndo(request)),
    ...(several ? [cardMsg.runsAfter({ left })] : []),
    ...(glass ? [cardMsg.glassSkips({ role: glass.name })] : []),
  ];
}

/** Returns the requester and the reason, if given. No mention, because a card notifies only people who can decide. */
export function reasonLine(request: ChangeRequest): readonly Text[] {
  return request.reason === undefined ? [] : [askedText(request)];
}

export function originLine(request: ChangeRequest): readonly Text[] {
  const asked = request.reason === undefined ? [askedText(request)] : [];
  const given = request.decision.approvals.map(({ by, at }) => cardMsg.approval({ who: { user: by }, at: when(at) }));
  const parts = [
    ...asked,
    ...(request.ticket ? [cardTimeMsg.ofTicket({ ticket: ticketValue(request.ticket) })] : []),
    ...(given.length > 0 && request.decision.ruling.need === 'approve'
      ? [cardMsg.approvals({ who: join(given, ', ') })]
      : []),
    ...followed(request),
  ];
  return parts.length === 0 ? [] : [parts.reduce((one, other) => cardMsg.dot({ one, other }))];
}

function ticketValue({ id, link }: NonNullable<ChangeRequest['ticket']>): Exclude<Value, number> {
  return link === undefined ? id : { link, label: verbatim(id) };
}

/** An agent's reason is marked as the agent's, because no person has written this reason. */
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

/** Returns place and id. If a card is too long, they are cut last. */
export function stampLine(request: ChangeRequest): Text {
  return cardMsg.stamp({ context: contextText(request.context), id: shortId(request.id) });
}

function followed({ follows }: ChangeRequest): readonly Text[] {
  if (!follows) return [];
  const other = requestLink(follows.card, follows.link);
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
