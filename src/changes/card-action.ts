import { placeKey } from '../core/command/context.ts';
import { isProblem } from '../core/command/problem.ts';
import type { Request } from '../core/operation.ts';
import type { NotAllowed } from '../core/policy/decide.ts';
import { mayAsk, membersUnreadable } from '../core/policy/decide.ts';
import { notAllowedHere } from '../core/policy/policy-decision.ts';
import { type ChangeRequest, withFields } from '../core/request/change-request.ts';
import { requestStateText } from '../core/request/decide-request.ts';
import { failedPart, nextOf, restOf, undoRequestOf } from '../core/request/follow-up.ts';
import type { FollowUpRequest } from '../core/request/plan.ts';
import { requestMsg } from '../core/request/request-messages.ts';
import { rulingOfException } from '../core/request/timing/freeze-request.ts';
import type { Decider, RequestEvent } from '../core/request/transition.ts';
import type { Text } from '../core/text/text.ts';
import { plannedAt } from '../core/time/planned-time.ts';
import { PlatformError } from '../platform/errors/platform-error.ts';
import { platformErrorText } from '../questions/answer-request.ts';
import { StoreProblem } from '../store/store.ts';
import { type Applied, applyEvent, changedBy, loadRequest } from './apply-event.ts';
import type { CardPress, PressResult, Proposed } from './change-engine-types.ts';
import { changeMsg } from './change-messages.ts';
import { checkOutcome } from './check-outcome.ts';
import { tellIfBusy } from './component-lease.ts';
import { changeOf, type EngineContext } from './engine-context.ts';
import { eventSpecOf } from './events/read-events.ts';
import { judgeFreezes } from './policy/judge-freezes.ts';
import { nobodyDecides } from './policy/rule-plan.ts';
import { propose, tellBeside } from './propose.ts';
import { temporaryAccessOf } from './temporary-access/access-changes.ts';
import { givenById, planNow, problemText, recall } from './verify.ts';

/** Runs the action of a card's button. The person who pressed always gets an answer. */
export async function pressCard(engine: EngineContext, press: CardPress): Promise<PressResult> {
  try {
    const loaded = await loadRequest(engine, press.card);
    if (!loaded) return { says: changeMsg.unknownCard(), outcome: 'refused' };
    const request = await adopt(engine, loaded.request, press);
    const stray = isStray(request, press) ? { stray: true as const } : {};
    return { ...(await doPress(engine, request, press)), ...stray };
  } catch (error) {
    engine.services.world.log.error('a press failed', { request: press.card, do: press.do, error });
    const outcome = 'failed' as const;
    return error instanceof StoreProblem
      ? { says: changeMsg.storeFailed(), outcome, again: true }
      : { says: changeMsg.pressFailed(), outcome };
  }
}

/** Records a pressed message as the card's message if Slack never confirmed that the card was posted. */
async function adopt(engine: EngineContext, request: ChangeRequest, { message }: CardPress): Promise<ChangeRequest> {
  if (!message || request.shown.ts !== undefined || message.channel !== request.shown.channel) return request;
  const posted = changedBy(await applyEvent(engine, request.id, { event: 'posted', ...message }));
  if (posted) return posted.request;
  // Another message was already confirmed, so the pressed message is a duplicate and becomes a pointer to the card.
  return (await loadRequest(engine, request.id))?.request ?? request;
}

function isStray(request: ChangeRequest, { message }: CardPress): boolean {
  if (!message || request.shown.ts === undefined) return false;
  return message.ts !== request.shown.ts || message.channel !== request.shown.channel;
}

async function doPress(engine: EngineContext, request: ChangeRequest, press: CardPress): Promise<PressResult> {
  const refusal = mayAsk(press.person);
  if (refusal) return refusedPress(refusal, request);
  switch (press.do) {
    case 'approve':
    case 'deny':
    case 'break_glass':
      return decidePressed(engine, request, press);
    case 'run_now':
    case 'change_time':
      return reschedulePressed(engine, request, press);
    case 'exception':
      return exceptionPressed(engine, request, press);
    case 'again':
      return request.state === 'proposed' ? requesterPressed(engine, request, press) : askAnew(engine, request, press);
    case 'cancel':
      return cancelPressed(engine, request, press);
    case 'check':
      return checkPressed(engine, request, press);
    case 'settle':
      return settlePressed(engine, request, press);
    case 'close_now':
      return closePressed(engine, request, press);
    default:
      return askAnew(engine, request, press);
  }
}

async function deciderOf(
  engine: EngineContext,
  request: ChangeRequest,
  { person }: CardPress,
): Promise<Decider | undefined> {
  try {
    return { ...(await engine.services.people.actor(person, request.shown.channel)), id: person.id, name: person.name };
  } catch (error) {
    engine.services.world.log.warn('the profile of the person who pressed a button could not be read', {
      card: request.id,
      error,
    });
    return undefined;
  }
}

async function decidePressed(engine: EngineContext, request: ChangeRequest, press: CardPress): Promise<PressResult> {
  const by = await deciderOf(engine, request, press);
  if (!by) return refusedPress({ refusal: changeMsg.peopleUnreadable(), canRetry: true }, request);
  const { revision, reason } = press;
  const at = press.at === undefined ? {} : { at: press.at };
  const event: RequestEvent =
    press.do === 'approve'
      ? { event: 'approve', by, revision, ...at }
      : press.do === 'deny'
        ? { event: 'deny', by, revision, reason, ...at }
        : { event: 'break-glass', by, revision, reason: reason ?? '', ...at };
  const decided = shownByCard(asPressed(await applyEvent(engine, request.id, event), request));
  if (decided.outcome !== undefined || !decided.changeRequest) return decided;
  const now = await tellIfBusy(engine, decided.changeRequest);
  return now.run.waits ? { ...decided, changeRequest: now, says: waitsText(now) } : decided;
}

function waitsText({ decision: { ruling }, run: { waits } }: ChangeRequest): Text {
  const label = requestMsg.another();
  const other = waits?.link === undefined ? label : { link: waits.link, label };
  return ruling.need === 'confirm' ? changeMsg.confirmedWaits({ other }) : changeMsg.approvedWaits({ other });
}

async function cancelPressed(
  engine: EngineContext,
  request: ChangeRequest,
  { person, revision, at }: CardPress,
): Promise<PressResult> {
  const by = { id: person.id, name: person.name };
  const event = { event: 'cancel', by, revision, at } as const;
  return shownByCard(asPressed(await applyEvent(engine, request.id, event), request));
}

async function reschedulePressed(
  engine: EngineContext,
  request: ChangeRequest,
  press: CardPress,
): Promise<PressResult> {
  const { revision, at, until } = press;
  const now = engine.services.world.now();
  if (press.do === 'change_time') {
    const startsAt = plannedAt(until ?? now, now);
    if (!startsAt.ok) return refusedPress({ refusal: startsAt.why }, request);
  }
  const by = await deciderOf(engine, request, press);
  if (!by) return refusedPress({ refusal: changeMsg.peopleUnreadable(), canRetry: true }, request);
  const refusal = press.do === 'run_now' ? await impossibleNow(engine, request) : undefined;
  if (refusal) return refusedPress({ refusal }, request);
  const to = press.do === 'change_time' ? until : undefined;
  const asked = withFields(request, { decision: { breakGlass: undefined } });
  const { frozen } = await judgeFreezes(engine, asked, to ?? now);
  const event = { event: 'reschedule', by, revision, at, to, frozen } as const;
  const applied = await applyEvent(engine, request.id, event);
  const moved = changedBy(applied);
  if (moved) await tellBeside(engine, moved.request);
  return shownByCard(asPressed(applied, request));
}

/** Returns why a scheduled request can't run now, so that the press doesn't give up its planned time. */
async function impossibleNow(engine: EngineContext, request: ChangeRequest): Promise<Text | undefined> {
  const recalled = recall(engine, withFields(request, { run: { planned: undefined } }));
  if ('refusal' in recalled) return undefined;
  try {
    const plan = await planNow(engine, recalled);
    const why = 'already' in plan ? plan.already : isProblem(plan) ? problemText(plan) : undefined;
    return why && changeMsg.notNow({ why });
  } catch (error) {
    if (error instanceof PlatformError) return changeMsg.notNow({ why: platformErrorText(error) });
    throw error;
  }
}

/** Refuses an exception if nobody could decide it, because the request would only wait until it expires. */
async function exceptionPressed(engine: EngineContext, request: ChangeRequest, press: CardPress): Promise<PressResult> {
  const { exception } = request.decision.frozen ?? {};
  if (!exception || press.person.id !== request.asker.id) return requesterPressed(engine, request, press);
  const by = await deciderOf(engine, request, press);
  if (!by) return refusedPress({ refusal: changeMsg.peopleUnreadable(), canRetry: true }, request);
  const { breakGlass: _, ...ruling } = rulingOfException(request, exception);
  const nobody = await nobodyDecides(engine, ruling, by, request.shown.channel);
  return nobody && 'refusal' in nobody ? refusedPress(nobody, request) : requesterPressed(engine, request, press);
}

async function requesterPressed(
  engine: EngineContext,
  request: ChangeRequest,
  { do: what, person, revision, at, reason = '' }: CardPress,
): Promise<PressResult> {
  const common = { by: { id: person.id, name: person.name }, revision, at };
  const event: RequestEvent =
    what === 'again' ? { event: 'ask-again', ...common } : { event: 'except', reason, ...common };
  const pressed = asPressed(await applyEvent(engine, request.id, event), request);
  return what === 'again' ? pressed : shownByCard(pressed);
}

function shownByCard(pressed: PressResult): PressResult {
  return pressed.outcome === undefined ? { ...pressed, shown: true } : pressed;
}

function refusedPress({ refusal, canRetry }: NotAllowed, request: ChangeRequest): PressResult {
  return { says: refusal, changeRequest: request, outcome: 'refused', ...(canRetry ? { canRetry } : {}) };
}

function asPressed(applied: Applied, request: ChangeRequest): PressResult {
  if (applied === 'gone') return { says: changeMsg.unknownCard(), outcome: 'refused' };
  if (applied === 'busy') return refusedPress({ refusal: requestMsg.isRunning() }, request);
  if ('refusal' in applied) return refusedPress(applied, request);
  return { says: applied.says ?? requestStateText(applied.request), changeRequest: applied.request };
}

async function checkPressed(
  engine: EngineContext,
  request: ChangeRequest,
  { person }: CardPress,
): Promise<PressResult> {
  if (request.state !== 'unknown') {
    const ended = request.state === 'done' || request.state === 'failed';
    return refusedPress({ refusal: ended ? changeMsg.nothingToCheck() : requestStateText(request) }, request);
  }
  return asPressed(await checkOutcome(engine, request.id, { id: person.id, name: person.name }), request);
}

async function settlePressed(engine: EngineContext, request: ChangeRequest, press: CardPress): Promise<PressResult> {
  const by = await deciderOf(engine, request, press);
  if (!by) return refusedPress({ refusal: changeMsg.peopleUnreadable(), canRetry: true }, request);
  const { revision, settles: outcome = 'failed' } = press;
  return shownByCard(
    asPressed(await applyEvent(engine, request.id, { event: 'settle', by, revision, outcome }), request),
  );
}

/** Closes access that the request opened. Anyone allowed to request changes in the card's channel can do this. */
async function closePressed(engine: EngineContext, request: ChangeRequest, press: CardPress): Promise<PressResult> {
  const refusal = notAllowedHere(engine.services.policy, {
    risk: 'change',
    channel: request.shown.channel,
    context: request.context,
  });
  if (refusal) return refusedPress({ refusal }, request);
  const who = await deciderOf(engine, request, press);
  if (!who) return refusedPress({ refusal: changeMsg.peopleUnreadable(), canRetry: true }, request);
  // The App Home shows this card too, but only members of the card's channel are allowed to close.
  if (who.inChannel === 'unreadable') return refusedPress(membersUnreadable(who), request);
  if (!who.inChannel)
    return refusedPress(
      { refusal: changeMsg.notYoursToClose({ channel: { channel: request.shown.channel } }) },
      request,
    );
  const { revision } = press;
  const by = { id: who.id, name: who.name };
  return shownByCard(asPressed(await applyEvent(engine, request.id, { event: 'close-now', by, revision }), request));
}

/** Makes a new request (undo, rest, later closing time) for the person who pressed, under the current policy. */
async function askAnew(engine: EngineContext, changeRequest: ChangeRequest, press: CardPress): Promise<PressResult> {
  if (press.revision !== changeRequest.revision)
    return refusedPress({ refusal: requestMsg.oldRevision() }, changeRequest);
  const wanted = wantedBy(engine, changeRequest, press);
  if ('key' in wanted) return refusedPress({ refusal: wanted }, changeRequest);
  const { team, region, app } = changeRequest.context;
  const keepsReason = press.do === 'rest' || press.do === 'next' || press.do === 'again';
  const isAnew = press.do === 'again' || (press.do === 'next' && changeRequest.state === 'proposed');
  const { planned, missed } = changeRequest.run;
  const isPast = (planned?.at ?? missed ?? Infinity) <= engine.services.world.now();
  const request: Request = {
    ...wanted,
    at: isAnew && planned && !isPast ? new Date(planned.at).toISOString() : undefined,
    reason: keepsReason ? changeRequest.reason : press.reason,
    ticket: changeRequest.ticket?.id,
    // Asks the same approvers again, except the person who pressed, because nobody can decide their own request.
    ask: press.do === 'again' ? changeRequest.decision.asked?.filter((id) => id !== press.person.id) : undefined,
    in: placeIn(engine, changeRequest) ?? [team, region, app].join('/'),
  };
  const origin = { person: press.person, channel: changeRequest.shown.channel, thread: changeRequest.shown.thread };
  const isNext = press.do === 'next' || press.do === 'again';
  const how = press.do === 'extend' || press.do === 'rest' ? press.do : isNext ? 'next' : 'undo';
  const past = isAnew && isPast ? (planned?.at ?? missed) : undefined;
  const follows = { card: changeRequest.id, how, link: changeRequest.shown.link, past } as const;
  const first = await propose(engine, request, origin, follows, press.id);
  const applied = press.do === 'rest' && 'already' in first ? savedBy(engine, changeRequest) : undefined;
  const again = { ...request, ...applied };
  const proposed = applied ? await propose(engine, again, origin, follows, press.id) : first;
  const isPosted = 'request' in proposed && !proposed.linked && proposed.request.shown.ts !== undefined;
  // Cancels the requester's own request, because the chosen alternative replaces it. Another person's request stays.
  if (
    'request' in proposed &&
    press.do === 'next' &&
    changeRequest.state === 'proposed' &&
    press.person.id === changeRequest.asker.id
  ) {
    await cancelPressed(engine, changeRequest, press);
    const { id, shown, plan } = proposed.request;
    const next = { request: id, link: shown.link, instead: plan.title };
    await applyEvent(engine, changeRequest.id, { event: 'repeated', next });
  }
  if (press.do === 'again' && 'request' in proposed) {
    const { id, shown } = proposed.request;
    await applyEvent(engine, changeRequest.id, { event: 'repeated', next: { request: id, link: shown.link } });
  }
  return {
    says: proposedText(proposed),
    changeRequest,
    proposed,
    request: again,
    shown: isPosted ? true : undefined,
    ...outcomeOfProposal(proposed),
  };
}

function outcomeOfProposal(proposed: Proposed): Pick<PressResult, 'outcome'> {
  if (!isProblem(proposed)) return {};
  return { outcome: proposed.problem === 'platform' || proposed.problem === 'bug' ? 'failed' : 'refused' };
}

function placeIn(engine: EngineContext, request: ChangeRequest): string | undefined {
  const key = placeKey(request.context);
  return engine.services.policy.contexts?.find((each) => placeKey(each) === key)?.name;
}

function wantedBy(
  engine: EngineContext,
  request: ChangeRequest,
  press: CardPress,
): Pick<Request, 'operation' | 'given'> | Text {
  const { do: what, nth = 0 } = press;
  if (what === 'extend') return extensionOf(engine, request, press);
  if (what === 'again')
    return ['expired', 'denied', 'cancelled'].includes(request.state)
      ? { operation: request.operation, given: request.given }
      : changeMsg.notExpired();
  const isOver = request.state === 'done' || request.state === 'failed';
  if (!isOver && !(what === 'next' && request.state === 'proposed')) return changeMsg.notOver();
  if (what === 'rest') {
    if (request.state === 'done') return changeMsg.nothingLeft();
    const operation = changeOf(engine, request);
    return (
      failedAgain(engine, request) ?? restOf(operation ? { ...request, given: givenById(operation, request) } : request)
    );
  }
  if (what === 'next') {
    const next = nextOf(request)[nth];
    return next ? { operation: next.operation, given: next.given } : changeMsg.nothingLeft();
  }
  const undo = undoRequestOf(request);
  if (!undo) return changeMsg.nothingDone();
  return 'none' in undo ? changeMsg.noUndo({ why: undo.none }) : undo;
}

function failedAgain(engine: EngineContext, request: ChangeRequest): FollowUpRequest | undefined {
  const part = failedPart(request);
  const spec = eventSpecOf(engine, request);
  return spec && part ? { operation: part.operation, given: spec.again(part.given, part.components) } : undefined;
}

/** Returns a request that applies the values that a failed request has already saved, or undefined. */
function savedBy(engine: EngineContext, request: ChangeRequest): FollowUpRequest | undefined {
  return eventSpecOf(engine, request)?.applySaved?.(request.plan.locks ?? [request.plan.component]);
}

/** Default extension of temporary access, in ms. */
const usuallyLonger = 3_600_000;

function extensionOf(
  engine: EngineContext,
  request: ChangeRequest,
  { longer, until }: CardPress,
): Pick<Request, 'operation' | 'given'> | Text {
  const { access } = request;
  if (!access) return requestMsg.noOpening();
  if (access.closed) return requestMsg.closedAlready();
  if (request.state !== 'done' && request.state !== 'failed') return changeMsg.notOver();
  const more = until === undefined ? (longer ?? usuallyLonger) : until - access.until;
  if (more < 60_000) return changeMsg.notLater({ at: { at: access.until } });
  return temporaryAccessOf(engine, request)?.extend(request, more) ?? requestMsg.noOpening();
}

function proposedText(proposed: Proposed): Text {
  if (isProblem(proposed)) return problemText(proposed);
  if ('already' in proposed) return proposed.already;
  const { linked, request } = proposed;
  const { link } = request.shown;
  const label = request.plan.title;
  return linked ? changeMsg.askedAlready({ request: link === undefined ? label : { link, label } }) : changeMsg.asked();
}
