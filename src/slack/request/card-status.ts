import { approvalsLeft, decidersText } from '../../core/policy/decide.ts';
import { frozenText } from '../../core/policy/frozen-text.ts';
import type { PolicyDecision } from '../../core/policy/policy-decision.ts';
import { type ChangeRequest, isPartlyDone, isUndone } from '../../core/request/change-request.ts';
import { stillAsked } from '../../core/request/decide-request.ts';
import { plannedEnd } from '../../core/request/plan.ts';
import { requestLink } from '../../core/request/request-id.ts';
import { requestMsg } from '../../core/request/request-messages.ts';
import { shortDurationText } from '../../core/text/duration-messages.ts';
import { join, type Mention, quotable, type Text, type Value } from '../../core/text/text.ts';
import { openMsg } from '../../operations/port/port-open-messages.ts';
import { setsOnlyClosing } from '../../operations/shared/access/port-state.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { cardMsg } from './card-messages.ts';
import { cardTimeMsg } from './card-time-messages.ts';

export function cardStatus(request: ChangeRequest): Text {
  switch (request.state) {
    case 'proposed':
      return waitingText(request);
    case 'approved':
      return approvedText(request);
    case 'scheduled':
      return (request.decision.frozen ? cardTimeMsg.scheduledNotThen : cardTimeMsg.scheduled)({
        at: { at: request.run.planned?.at ?? request.at },
      });
    case 'running':
      return cardMsg.running();
    case 'done':
      return doneText(request);
    case 'failed':
      return failedText(request);
    case 'unknown':
      return unknownText(request);
    case 'denied':
      return deniedText(request);
    case 'cancelled':
      return cancelledText(request);
    case 'expired':
      return expiredText(request);
  }
}

/** Checks whether a request's temporary access is closed, or the opened thing can't be found. */
export function hasAccessEnded({ access }: ChangeRequest): boolean {
  const { closed, how = 'closed' } = access ?? {};
  return closed === true && ['closed', 'by-hand', 'elsewhere', 'lost'].includes(how);
}

/** Checks whether the result that was read isn't so any more: what was opened may be closed, or undone. */
export function isResultOver(request: ChangeRequest): boolean {
  return hasAccessEnded(request) || isUndone(request);
}

function linked(label: Text, { link }: { readonly link?: string } = {}): Exclude<Value, number> {
  return link === undefined ? label : { link, label };
}

/** Returns `at 15:39 today`, as each reader's Slack names the day: a card is read on later days and in other zones. */
export function when(at: number): Text {
  return cardMsg.atTime({ at: { at, show: 'stamp' } });
}

function waitingText(request: ChangeRequest): Text {
  const { decision } = request;
  if (decision.frozen) return cardTimeMsg.frozen({ why: frozenText(decision.frozen) });
  const until = when(request.expires);
  if (decision.ruling.need !== 'approve') return cardMsg.waitsConfirm({ who: { user: request.asker.id }, until });
  const { count } = decision.ruling;
  const left = approvalsLeft(decision.ruling, request.asker.id, decision.approvals);
  const who = deciders(request, left);
  if (decision.onlyGlass) {
    const { able } = decision.onlyGlass;
    const role = decision.ruling.breakGlass?.name ?? '';
    return able === 0
      ? cardMsg.waitsGlass({ role, until })
      : cardMsg.waitsGlassFew({ given: count - left, count, able, role, until });
  }
  return left === count
    ? cardMsg.waitsApproval({ who, until })
    : cardMsg.waitsMore({ given: count - left, count, who, until });
}

/**
 * Mentions the people who can still decide, if possible. `left` is the number of missing approvals. Only these people
 * and the people who were asked are notified by the card.
 */
function deciders(request: ChangeRequest, left: number): Text {
  const { asker } = request;
  const { ruling, approvals, asked = [] } = request.decision;
  const { mentions: all, says } = whoMayDecide({ ...ruling, count: left }, asker.id);
  const mentions = all.filter((each) =>
    'user' in each
      ? !asked.includes(each.user) && !approvals.some(({ by }) => by === each.user)
      : !('group' in each && asked.includes(each.group)),
  );
  return mentions.length === 0 ? says : slackMsg.whoMentioned({ says, mentions: mentioned(mentions, ' ') });
}

/** Returns who may decide, as mentions for the card, and as text. A whole channel isn't mentioned. */
export function whoMayDecide(ruling: PolicyDecision, asker: string): { mentions: readonly Mention[]; says: Text } {
  if (ruling.need !== 'approve') return { mentions: [], says: decidersText(ruling) };
  const users = ruling.users.filter((user) => user !== asker).map((user) => ({ user }));
  return { mentions: [...users, ...ruling.groups.map((group) => ({ group }))], says: decidersText(ruling) };
}

function mentioned(who: readonly Mention[], between: ' ' | ', '): Text {
  return join(
    who.map((mention) => slackMsg.named({ who: mention })),
    between,
  );
}

export function askedLine(request: ChangeRequest): readonly Text[] {
  const who = stillAsked(request);
  if (
    (request.state !== 'proposed' && request.state !== 'expired') ||
    request.decision.frozen ||
    request.decision.ruling.need !== 'approve' ||
    who.length === 0
  )
    return [];
  return [cardMsg.asked({ who: mentioned(who, ', '), count: who.length })];
}

function approvedText(request: ChangeRequest): Text {
  const { waits } = request.run;
  if (request.decision.unread?.told) return cardMsg.approvedUnread({ until: when(request.expires) });
  // Break glass doesn't wait for approvals. The break-glass line has the number of approvals.
  if (!waits) return request.decision.breakGlass ? cardMsg.starting() : cardMsg.approved();
  const until = when(waits.until);
  return cardMsg.approvedWaits({ other: linked(requestMsg.another(), waits), until });
}

/** Returns when a run ended, and its duration from the first call. If a person said how it ended, nobody knows when. */
function endedAt(request: ChangeRequest): Text {
  const { started, ended, says = [], steps } = request.run;
  const at = when(ended ?? request.at);
  const said = [...says, ...steps.flatMap(({ why }) => why ?? [])].map(({ key }) => key);
  const isSaid = said.includes(requestMsg.saidDone.key) || said.includes(requestMsg.saidFailed.key);
  if (started === undefined || ended === undefined || isSaid || request.plan.steps.length === 0) return at;
  const ms = ended - started;
  return cardMsg.tookAt({ at, took: ms < 1_000 ? cardMsg.underOneSecond() : shortDurationText(ms) });
}

function doneText(request: ChangeRequest): Text {
  const { access } = request;
  const at = endedAt(request);
  const done = (setsOnlyClosing(request) ? cardMsg.closingSet : cardMsg.done)({ at });
  if (!access) return done;
  if (access.how === 'extended') return extendedText(request, done);
  if (access.how === 'kept') return cardMsg.doneKept({ done, other: linked(cardMsg.laterRequest(), access.later) });
  return openOrClosed(request) ?? narrowedText(request, done, access.until) ?? openText(request, done, access.until);
}

/** Says that internal access, which was open for a time before, closes with the external access of this request. */
function openText(request: ChangeRequest, done: Text, until: number): Text {
  return (closesInnerToo(request) ? cardMsg.doneUntilBoth : cardMsg.doneUntil)({ done, until: when(until) });
}

/** Checks whether the request took over the closing time of internal access, so that both close together. */
function closesInnerToo({ plan, run, at }: ChangeRequest): boolean {
  const end = plannedEnd(plan, run.ended ?? at) ?? 0;
  const inner = plan.warnings.find(({ key }) => key === openMsg.innerClosesToo.key)?.with.at;
  return typeof inner === 'object' && 'at' in inner && inner.at <= end;
}

function narrowedText({ access }: ChangeRequest, done: Text, until: number): Text | undefined {
  const { narrowed } = access ?? {};
  if (!narrowed) return undefined;
  const said = { done, closed: when(narrowed.at), until: when(until) };
  return narrowed.by ? cardMsg.doneNarrowedBy({ ...said, who: { user: narrowed.by.id } }) : cardMsg.doneNarrowed(said);
}

function extendedText(request: ChangeRequest, done: Text): Text {
  const later = request.access?.later;
  if (later?.until === undefined) return cardMsg.doneMoved({ done });
  const narrowed = narrowedText(request, done, later.until);
  if (narrowed) return narrowed;
  const says = later.isLate ? cardMsg.doneLate : cardMsg.doneLater;
  return says({ done, until: when(later.until), other: linked(cardMsg.laterRequest(), later) });
}

function openOrClosed(request: ChangeRequest): Text | undefined {
  const { access } = request;
  if (!access) return undefined;
  const at = when(access.ended ?? access.until);
  if (access.how === 'lost') return cardMsg.closingLost();
  if (access.how === 'elsewhere') return cardMsg.closedElsewhere({ at });
  if (access.how === 'reopened') return cardMsg.reopened({ at });
  if (hasAccessEnded(request)) {
    if (access.by && access.narrowed && access.later) {
      const other = requestLink(access.later.request, access.later.link);
      return cardMsg.closedAndLater({ who: { user: access.by.id }, at, other });
    }
    // A later request may have closed only one of both.
    const isBoth = access.how === 'closed' && closesInnerToo(request);
    const [closedBy, closedAutomatically] = isBoth
      ? [cardMsg.closedBothBy, cardMsg.closedBothAutomatically]
      : [cardMsg.closedBy, cardMsg.closedAutomatically];
    if (access.by) return closedText(request, closedBy({ who: { user: access.by.id }, at }));
    if (access.how === 'by-hand') return cardMsg.closedLater();
    const automatically =
      isBoth || access.planned === undefined
        ? closedAutomatically({ at })
        : cardMsg.closedLate({ at, planned: when(access.planned) });
    if (access.changed === undefined) return closedText(request, automatically);
    return cardMsg.closedAfterChange({ at, changed: when(access.changed) });
  }
  if (access.closed) return undefined;
  if (access.waits) {
    const until = when(access.waits.until);
    return cardMsg.closingWaits({ other: linked(requestMsg.another(), access.waits), until });
  }
  if (access.again !== undefined)
    return (access.unsure ? cardMsg.closingUnknown : cardMsg.stillOpen)({ at: when(access.again) });
  return access.by ? cardMsg.closing() : undefined;
}

/** Adds when it was opened, and when external access was closed before, unless the request opened nothing. */
function closedText(request: ChangeRequest, closed: Text): Text {
  if (setsOnlyClosing(request)) return closed;
  const status = cardMsg.closedSince({ closed, since: when(request.run.ended ?? request.at) });
  const { narrowed } = request.access ?? {};
  if (!narrowed) return status;
  const said = { status, at: when(narrowed.at) };
  return narrowed.by
    ? cardMsg.closedInPartsBy({ ...said, who: { user: narrowed.by.id } })
    : cardMsg.closedInParts(said);
}

function unknownText(request: ChangeRequest): Text {
  if (request.run.check) return cardMsg.unknownAgain({ at: when(request.run.check.at) });
  const over = openOrClosed(request);
  return over ? slackMsg.tableText({ label: cardMsg.unknown(), value: over }) : cardMsg.unknown();
}

function failedText(request: ChangeRequest): Text {
  const { access } = request;
  const at = endedAt(request);
  const isLeft = request.run.steps.some(({ state }) => state === 'not-sent');
  const partly = isLeft ? cardMsg.failedBefore({ at }) : cardMsg.failedPartly({ at });
  const status = isPartlyDone(request) ? partly : cardMsg.failed({ at });
  if (!access) return status;
  // If a plan stopped halfway, the access that it opened is closed too, so say whether it is closed.
  const over = openOrClosed(request);
  if (over) return slackMsg.tableText({ label: status, value: over });
  return access.closed ? status : cardMsg.failedUntil({ status, until: when(access.until) });
}

function deniedText(request: ChangeRequest): Text {
  const { denied: denial } = request.decision;
  if (!denial) return failedText(request);
  const common = { who: { user: denial.by }, at: when(denial.at) };
  return denial.reason === undefined
    ? cardMsg.denied(common)
    : cardMsg.deniedBecause({ ...common, reason: quotable(denial.reason) });
}

function cancelledText(request: ChangeRequest): Text {
  const { cancelled } = request.decision;
  if (!cancelled) return cardMsg.cancelledItself({ at: when(request.run.ended ?? request.at) });
  return cardMsg.cancelled({ who: { user: cancelled.by }, at: when(cancelled.at) });
}

function expiredText(request: ChangeRequest): Text {
  const { ruling, approvals, breakGlass } = request.decision;
  // If the requester is mentioned at a freeze's end, the request expires then, before its deadline.
  const at = { at: when(request.run.ended ?? request.expires) };
  if (request.decision.frozen) return cardMsg.expiredFrozen(at);
  const decided = ruling.need === 'run' || breakGlass !== undefined || approvals.length >= Math.max(1, ruling.count);
  if (decided) return cardMsg.expiredWaiting(at);
  return ruling.need === 'confirm' ? cardMsg.expiredConfirm(at) : cardMsg.expired(at);
}
