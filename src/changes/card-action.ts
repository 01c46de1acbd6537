import { placeKey } from '../core/command/context.ts';
import { isProblem } from '../core/command/problem.ts';
import type { Request } from '../core/operation.ts';
import type { No } from '../core/policy/decide.ts';
import { mayAsk, membersUnreadable } from '../core/policy/decide.ts';
import { notAllowedHere } from '../core/policy/policy-decision.ts';
import type { ChangeRequest } from '../core/request/change-request.ts';
import { requestStateText } from '../core/request/decide-request.ts';
import { failedPart, nextOf, restOf, undoRequestOf } from '../core/request/follow-up.ts';
import type { FollowUpRequest } from '../core/request/plan.ts';
import { shortId } from '../core/request/request-id.ts';
import { requestMsg } from '../core/request/request-messages.ts';
import { rulingOfException } from '../core/request/timing/freeze-request.ts';
import type { Decider, RequestEvent } from '../core/request/transition.ts';
import { type Text, verbatim } from '../core/text/text.ts';
import { plannedAt } from '../core/time/planned-time.ts';
import { StoreProblem } from '../store/store.ts';
import { type Applied, applyEvent, changedBy, loadCard } from './apply-event.ts';
import type { CardPress, PressResult, Proposed } from './change-engine-types.ts';
import { changeMsg } from './change-messages.ts';
import { checkCard } from './check-outcome.ts';
import { tellIfBusy } from './component-lease.ts';
import { changeOf, type EngineContext } from './engine-context.ts';
import { eventSpecOf } from './events/read-events.ts';
import { judgeFreezes } from './policy/judge-freezes.ts';
import { nobodyDecides } from './policy/rule-plan.ts';
import { propose, tellBeside } from './propose.ts';
import { temporaryAccessOf } from './temporary-access/hold-changes.ts';
import { givenById, problemText } from './verify.ts';

/** Does what a button of a card asks for. The person who pressed always gets an answer. */
export async function pressCard(engine: EngineContext, press: CardPress): Promise<PressResult> {
  try {
    const found = await loadCard(engine, press.card);
    if (!found) return { says: changeMsg.unknownCard(), outcome: 'refused' };
    const card = await adopt(engine, found.card, press);
    const stray = isStray(card, press) ? { stray: true as const } : {};
    return { ...(await doPress(engine, card, press)), ...stray };
  } catch (error) {
    engine.services.world.log.error('a press failed', { request: press.card, do: press.do, error });
    const outcome = 'failed' as const;
    return error instanceof StoreProblem
      ? { says: changeMsg.storeFailed(), outcome, again: true }
      : { says: changeMsg.pressFailed(), outcome };
  }
}

/** A message whose posting was never confirmed, but which was pressed, stands after all. */
async function adopt(engine: EngineContext, card: ChangeRequest, { message }: CardPress): Promise<ChangeRequest> {
  if (!message || card.ts !== undefined || message.channel !== card.channel) return card;
  const posted = changedBy(await applyEvent(engine, card.id, { event: 'posted', ...message }));
  if (posted) return posted.card;
  // Another message was confirmed meanwhile: the pressed one is its duplicate, and says so from now on.
  return (await loadCard(engine, card.id))?.card ?? card;
}

function isStray(card: ChangeRequest, { message }: CardPress): boolean {
  if (!message || card.ts === undefined) return false;
  return message.ts !== card.ts || message.channel !== card.channel;
}

async function doPress(engine: EngineContext, card: ChangeRequest, press: CardPress): Promise<PressResult> {
  const no = mayAsk(press.person);
  if (no) return refusedPress(no, card);
  switch (press.do) {
    case 'approve':
    case 'deny':
    case 'break_glass':
      return decidePressed(engine, card, press);
    case 'run_now':
    case 'change_time':
      return reschedulePressed(engine, card, press);
    case 'exception':
      return exceptionPressed(engine, card, press);
    case 'again':
      return card.state === 'proposed' ? requesterPressed(engine, card, press) : askAnew(engine, card, press);
    case 'cancel':
      return cancelPressed(engine, card, press);
    case 'check':
      return checkPressed(engine, card, press);
    case 'settle':
      return settlePressed(engine, card, press);
    case 'close_now':
      return closePressed(engine, card, press);
    default:
      return askAnew(engine, card, press);
  }
}

/** Who presses, with their rights in the card's channel; undefined when Slack does not tell. */
async function deciderOf(
  engine: EngineContext,
  card: ChangeRequest,
  { person }: CardPress,
): Promise<Decider | undefined> {
  try {
    return { ...(await engine.services.people.actor(person, card.channel)), id: person.id, name: person.name };
  } catch (error) {
    engine.services.world.log.warn('the profile of the person who pressed a button could not be read', {
      card: card.id,
      error,
    });
    return undefined;
  }
}

async function decidePressed(engine: EngineContext, card: ChangeRequest, press: CardPress): Promise<PressResult> {
  const by = await deciderOf(engine, card, press);
  if (!by) return refusedPress({ no: changeMsg.peopleUnreadable(), canRetry: true }, card);
  const { revision, reason } = press;
  const at = press.at === undefined ? {} : { at: press.at };
  const event: RequestEvent =
    press.do === 'approve'
      ? { event: 'approve', by, revision, ...at }
      : press.do === 'deny'
        ? { event: 'deny', by, revision, reason, ...at }
        : { event: 'break-glass', by, revision, reason: reason ?? '', ...at };
  const decided = shownByCard(asPressed(await applyEvent(engine, card.id, event), card));
  if (decided.outcome !== undefined || !decided.card) return decided;
  const now = await tellIfBusy(engine, decided.card);
  return now.waits ? { ...decided, card: now, says: waitsText(now) } : decided;
}

function waitsText({ ruling, waits }: ChangeRequest): Text {
  const label = verbatim(waits?.request === undefined ? '–' : shortId(waits.request));
  const other = waits?.link === undefined ? label : { link: waits.link, label };
  return ruling.need === 'confirm' ? changeMsg.confirmedWaits({ other }) : changeMsg.approvedWaits({ other });
}

async function cancelPressed(
  engine: EngineContext,
  card: ChangeRequest,
  { person, revision, at }: CardPress,
): Promise<PressResult> {
  const by = { id: person.id, name: person.name };
  const event = { event: 'cancel', by, revision, at } as const;
  return shownByCard(asPressed(await applyEvent(engine, card.id, event), card));
}

/** Another time for a request, or now: freezes are judged for that time. */
async function reschedulePressed(engine: EngineContext, card: ChangeRequest, press: CardPress): Promise<PressResult> {
  const { revision, at, until } = press;
  const now = engine.services.world.now();
  if (press.do === 'change_time') {
    const read = plannedAt(until ?? now, now);
    if (!read.ok) return refusedPress({ no: read.why }, card);
  }
  const by = await deciderOf(engine, card, press);
  if (!by) return refusedPress({ no: changeMsg.peopleUnreadable(), canRetry: true }, card);
  const to = press.do === 'change_time' ? until : undefined;
  const { breakGlass: _, ...asked } = card;
  const { frozen } = await judgeFreezes(engine, asked, to ?? now);
  const event = { event: 'reschedule', by, revision, at, to, frozen } as const;
  const applied = await applyEvent(engine, card.id, event);
  const moved = changedBy(applied);
  if (moved) await tellBeside(engine, moved.card);
  return shownByCard(asPressed(applied, card));
}

/** An exception that nobody could decide is refused: the request would only wait until it expires. */
async function exceptionPressed(engine: EngineContext, card: ChangeRequest, press: CardPress): Promise<PressResult> {
  const { exception } = card.frozen ?? {};
  if (!exception || press.person.id !== card.asker.id) return requesterPressed(engine, card, press);
  const by = await deciderOf(engine, card, press);
  if (!by) return refusedPress({ no: changeMsg.peopleUnreadable(), canRetry: true }, card);
  const { breakGlass: _, ...ruling } = rulingOfException(card, exception);
  const nobody = await nobodyDecides(engine, ruling, by, card.channel);
  return nobody && 'no' in nobody ? refusedPress(nobody, card) : requesterPressed(engine, card, press);
}

/** What only the requester of a frozen request can do. */
async function requesterPressed(
  engine: EngineContext,
  card: ChangeRequest,
  { do: what, person, revision, at, reason = '' }: CardPress,
): Promise<PressResult> {
  const common = { by: { id: person.id, name: person.name }, revision, at };
  const event: RequestEvent =
    what === 'again' ? { event: 'ask-again', ...common } : { event: 'except', reason, ...common };
  const pressed = asPressed(await applyEvent(engine, card.id, event), card);
  return what === 'again' ? pressed : shownByCard(pressed);
}

/** What did something is shown by the card itself. */
function shownByCard(pressed: PressResult): PressResult {
  return pressed.outcome === undefined ? { ...pressed, shown: true } : pressed;
}

function refusedPress({ no, canRetry }: No, card: ChangeRequest): PressResult {
  return { says: no, card, outcome: 'refused', ...(canRetry ? { canRetry } : {}) };
}

function asPressed(applied: Applied, card: ChangeRequest): PressResult {
  if (applied === 'gone') return { says: changeMsg.unknownCard(), outcome: 'refused' };
  if (applied === 'busy') return refusedPress({ no: requestMsg.isRunning() }, card);
  if ('no' in applied) return refusedPress(applied, card);
  return { says: applied.says ?? requestStateText(applied.card), card: applied.card };
}

async function checkPressed(engine: EngineContext, card: ChangeRequest, { person }: CardPress): Promise<PressResult> {
  if (card.state !== 'unknown') {
    const ended = card.state === 'done' || card.state === 'failed';
    return refusedPress({ no: ended ? changeMsg.nothingToCheck() : requestStateText(card) }, card);
  }
  return asPressed(await checkCard(engine, card.id, { id: person.id, name: person.name }), card);
}

async function settlePressed(engine: EngineContext, card: ChangeRequest, press: CardPress): Promise<PressResult> {
  const by = await deciderOf(engine, card, press);
  if (!by) return refusedPress({ no: changeMsg.peopleUnreadable(), canRetry: true }, card);
  const { revision, settles: outcome = 'failed' } = press;
  return shownByCard(asPressed(await applyEvent(engine, card.id, { event: 'settle', by, revision, outcome }), card));
}

/** Anyone who may ask changes in the card's channel closes what it opened. */
async function closePressed(engine: EngineContext, card: ChangeRequest, press: CardPress): Promise<PressResult> {
  const no = notAllowedHere(engine.services.policy, { risk: 'change', channel: card.channel, context: card.context });
  if (no) return refusedPress({ no }, card);
  const who = await deciderOf(engine, card, press);
  if (!who) return refusedPress({ no: changeMsg.peopleUnreadable(), canRetry: true }, card);
  // A card is pressed from the App Home too; its channel's rules are for those who are in it.
  if (who.inChannel === 'unreadable') return refusedPress(membersUnreadable(who), card);
  if (!who.inChannel)
    return refusedPress({ no: changeMsg.notYoursToClose({ channel: { channel: card.channel } }) }, card);
  const { revision } = press;
  const by = { id: who.id, name: who.name };
  return shownByCard(asPressed(await applyEvent(engine, card.id, { event: 'close-now', by, revision }), card));
}

/**
 * Undo, the rest, a later closing time: each a new request by the person who pressed, under the policy as it is now.
 */
async function askAnew(engine: EngineContext, card: ChangeRequest, press: CardPress): Promise<PressResult> {
  if (press.revision !== card.revision) return refusedPress({ no: requestMsg.oldRevision() }, card);
  const wanted = wantedBy(engine, card, press);
  if ('key' in wanted) return refusedPress({ no: wanted }, card);
  const { team, region, app } = card.context;
  // What is asked again, or in part, is asked for the same reason.
  const reason =
    (press.do === 'rest' || press.do === 'next' || press.do === 'again') && card.reason !== undefined
      ? { reason: card.reason }
      : {};
  const request: Request = {
    ...wanted,
    ...reason,
    ticket: card.ticket?.id,
    in: placeIn(engine, card) ?? [team, region, app].join('/'),
  };
  const origin = { person: press.person, channel: card.channel, thread: card.thread };
  const isNext = press.do === 'next' || press.do === 'again';
  const how = press.do === 'extend' || press.do === 'rest' ? press.do : isNext ? 'next' : 'undo';
  const follows = { card: card.id, how, link: card.link } as const;
  const first = await propose(engine, request, origin, follows, press.id);
  const applied = press.do === 'rest' && 'already' in first ? savedBy(engine, card) : undefined;
  const again = { ...request, ...applied };
  const proposed = applied ? await propose(engine, again, origin, follows, press.id) : first;
  const isPosted = 'card' in proposed && !proposed.linked && proposed.card.ts !== undefined;
  // Their own request is replaced by what they chose instead; someone else's is still theirs.
  if ('card' in proposed && press.do === 'next' && card.state === 'proposed' && press.person.id === card.asker.id)
    await cancelPressed(engine, card, press);
  return {
    says: proposedText(proposed),
    card,
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

/** A policy knows a place by its own name, which words may need. */
function placeIn(engine: EngineContext, card: ChangeRequest): string | undefined {
  const key = placeKey(card.context);
  return engine.services.policy.contexts?.find((each) => placeKey(each) === key)?.name;
}

function wantedBy(
  engine: EngineContext,
  card: ChangeRequest,
  press: CardPress,
): Pick<Request, 'operation' | 'given'> | Text {
  const { do: what, nth = 0 } = press;
  if (what === 'extend') return extensionOf(engine, card, press);
  if (what === 'again')
    return card.state === 'expired' ? { operation: card.operation, given: card.given } : changeMsg.notExpired();
  const isOver = card.state === 'done' || card.state === 'failed';
  if (!isOver && !(what === 'next' && card.state === 'proposed')) return changeMsg.notOver();
  if (what === 'rest') {
    if (card.state === 'done') return changeMsg.nothingLeft();
    const operation = changeOf(engine, card);
    return failedAgain(engine, card) ?? restOf(operation ? { ...card, given: givenById(operation, card) } : card);
  }
  if (what === 'next') {
    const next = nextOf(card)[nth];
    return next ? { operation: next.operation, given: next.given } : changeMsg.nothingLeft();
  }
  const undo = undoRequestOf(card);
  if (!undo) return changeMsg.nothingDone();
  return 'none' in undo ? changeMsg.noUndo({ why: undo.none }) : undo;
}

/** The part of a request that has failed, for its components alone. */
function failedAgain(engine: EngineContext, card: ChangeRequest): FollowUpRequest | undefined {
  const part = failedPart(card);
  const spec = eventSpecOf(engine, card);
  return spec && part ? { operation: part.operation, given: spec.again(part.given, part.components) } : undefined;
}

/** What applies the values that a failed request has saved. */
function savedBy(engine: EngineContext, card: ChangeRequest): FollowUpRequest | undefined {
  return eventSpecOf(engine, card)?.applySaved?.(card.plan.locks ?? [card.plan.component]);
}

/** How much longer something stays open where nothing else is said, in ms. */
const usuallyLonger = 3_600_000;

function extensionOf(
  engine: EngineContext,
  card: ChangeRequest,
  { longer, until }: CardPress,
): Pick<Request, 'operation' | 'given'> | Text {
  const { timed } = card;
  if (!timed) return requestMsg.noOpening();
  if (timed.closed) return requestMsg.closedAlready();
  if (card.state !== 'done' && card.state !== 'failed') return changeMsg.notOver();
  const more = until === undefined ? (longer ?? usuallyLonger) : until - timed.until;
  if (more < 60_000) return changeMsg.notLater({ at: { at: timed.until } });
  return temporaryAccessOf(engine, card)?.extend(card, more) ?? requestMsg.noOpening();
}

function proposedText(proposed: Proposed): Text {
  if (isProblem(proposed)) return problemText(proposed);
  if ('already' in proposed) return proposed.already;
  return proposed.linked ? changeMsg.askedAlready() : changeMsg.asked();
}
