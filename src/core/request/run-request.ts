import { defined } from '../defined.ts';
import { maySettle } from '../policy/decide.ts';
import { inOneText, type Text } from '../text/text.ts';
import { type ChangeRequest, lastMoment, type StepRun, withFields } from './change-request.ts';
import { auditActor, expiryOnceDecided, requestStateText } from './decide-request.ts';
import { followMsg } from './events/follow-messages.ts';
import { isLost, wasSeen } from './events/followed-event.ts';
import { finish, neverSent } from './finish-request.ts';
import { canonical } from './plan.ts';
import { requestMsg } from './request-messages.ts';
import {
  type AuditActor,
  cardAndNote,
  type Entry,
  type EventOf,
  inState,
  type ObservedState,
  portolanActor,
  type RequestEventHandlers,
  type StepOutcome,
  type Tell,
  type Transition,
  transition,
} from './transition.ts';

export const stepHandlers = {
  /** Marks a step as sent before its call is sent. From then on, the step is only verified, never sent again. */
  send(request, { step: index, events, call }, now) {
    if (request.state !== 'running') return { refusal: requestStateText(request) };
    const ready =
      request.run.steps[index]?.state === 'waiting' &&
      request.run.steps.slice(0, index).every(({ state }) => state === 'done');
    if (!ready) return { refusal: requestStateText(request) };
    const tells = index > 0 ? ([{ tell: 'card' }] as const) : [];
    return transition(withStep(request, index, { state: 'sent', at: now, events, call }), { tells });
  },

  /** Handles the outcome of a call. The plan is done when its last step is done; a step that isn't done stops it. */
  'step-ended'(request, { step: index, outcome: what }, now) {
    const { state, events, call } = stepAt(request, index);
    // A call that can't be prepared isn't sent.
    const mayEnd = state === 'sent' || (state === 'waiting' && what.outcome === 'not-sent');
    if (request.state !== 'running' || !mayEnd) return { refusal: requestStateText(request) };
    if (what.outcome === 'accepted') return accepted(request, index, what, now);
    if (what.outcome === 'not-sent' && request.plan.steps[index]?.mustFollow && now < lastMoment(request))
      // The process that follows the request will retry this step.
      return transition(withStep(request, index, { state: 'waiting' }), { cancelTimers: ['watch'], lease: 'release' });
    const next = withStep(request, index, { ...stepAfter(what, now), events, call });
    if (what.outcome === 'done') {
      const isLast = index === request.run.steps.length - 1;
      return recordStep(isLast ? finish(next, 'done', { says: what.says }, now) : transition(next), index);
    }
    if (what.outcome === 'unknown') return recordStep(turnUnknown(next, what.why, now), index);
    const readBack = what.outcome === 'failed' && what.now ? { now: what.now } : {};
    return recordStep(finish(next, 'failed', { says: [], ...readBack }, now), index);
  },

  /** Handles the loss or stop of the running process: sent steps are verified, and no more steps are sent. */
  interrupted(request, { shows, says, goesOn }, now) {
    if (request.state !== 'running') return { refusal: requestStateText(request) };
    if (isUnsent(request)) return resume(request, goesOn === true, now);
    const index = request.run.steps.findIndex(({ state }) => state === 'sent');
    if (index < 0) return stopped(request, says, now);
    if (shows !== 'after') return stepUnknown(request, index, requestMsg.noAnswer(), now);
    return recordStep(stopped(changeStep(request, index, { state: 'done' }), says, now), index);
  },

  observed(request, event, now) {
    const { shows, says, by, goesOn } = event;
    if (request.state !== 'unknown' || (!by && !request.run.check)) return { refusal: requestStateText(request) };
    const index = request.run.steps.findIndex(({ state }) => state === 'unknown');
    const pressed: Entry[] = by ? [{ kind: 'check', who: by, outcome: goesOn ? 'running' : shows }] : [];
    if (by && goesOn) return transition(request, { records: pressed, says: requestMsg.checkGoesOn() });
    const settledBy =
      shows === 'after'
        ? happened(request, index, says, now)
        : isLastCheck(request, by)
          ? neverHappened(request, index, event, now)
          : undefined;
    if (settledBy) {
      const said = settledBy.request.state === 'failed' ? requestMsg.checkFailed() : requestMsg.checkDone();
      const tells = wasJustTold(request) ? settledBy.tells.map(withoutMention) : settledBy.tells;
      return { ...settledBy, tells, records: [...pressed, ...settledBy.records], says: said };
    }
    return by
      ? transition(request, { records: pressed, says: showsText(request, shows) })
      : readAgain(request, event, now);
  },

  /** Ends a request with the outcome that a person reports, because neither events nor status show an outcome. */
  settle(request, { by, revision, outcome }, now) {
    if (revision !== request.revision) return { refusal: requestMsg.oldRevision() };
    if (!needsSettling(request))
      return { refusal: request.state === 'unknown' ? requestMsg.stillChecking() : requestStateText(request) };
    const refusal = maySettle(request.decision.ruling, by, request.asker.id);
    if (refusal) return refusal;
    const index = request.run.steps.findIndex(({ state }) => state === 'unknown');
    const said = { by: { user: by.id } };
    const result =
      outcome === 'done'
        ? happened(request, index, [requestMsg.saidDone(said)], now)
        : recordStep(
            finish(
              changeStep(request, index, { state: 'failed', why: requestMsg.saidFailed(said) }),
              'failed',
              { says: [] },
              now,
            ),
            index,
          );
    const entry: Entry = { kind: 'settled', who: auditActor(by), outcome };
    const says = result.request.state === 'failed' ? requestMsg.settledFailed() : requestMsg.settledDone();
    return { ...result, records: [entry, ...result.records], says };
  },
} satisfies Partial<RequestEventHandlers>;

/** Delays of further reads, in ms (docs/troubleshooting.md#the-outcome-of-a-change-is-unknown). */
const checkTimes = [5_000, 15_000, 30_000, 60_000, 90_000] as const;
/** Interval between further reads while the platform can't be read, in ms. */
const slowly = 300_000;
/** Time for which the component stays locked for the read-backs, in ms. */
const settled = 100_000;

function accepted(request: ChangeRequest, index: number, what: AcceptedOutcome, now: number): Transition {
  const { status, event, why, reference } = what;
  const { call, events: noted = [] } = stepAt(request, index);
  const events = noted.map((each) =>
    event === undefined ? each : { ...each, event, state: 'running' as const, phase: 'working' as const, since: now },
  );
  const run = { state: 'following' as const, at: now, events, call, status, why, reference };
  return recordStep(transition(withStep(request, index, run), { timers: [{ kind: 'follow', at: now }] }), index);
}

type AcceptedOutcome = Extract<StepOutcome, { outcome: 'accepted' }>;

/** Returns the step to send even if all other steps are abandoned, because it ends a service interruption. */
export function followingStep({ plan, run: { steps } }: ChangeRequest): number | undefined {
  const index = steps.findIndex(({ state }) => state === 'waiting');
  return index > 0 && plan.steps[index]?.mustFollow && steps[index - 1]?.state === 'done' ? index : undefined;
}

function stepAfter(what: Exclude<StepOutcome, AcceptedOutcome>, now: number): StepRun {
  const { why, said, status, reference, offer, canRetry }: Partial<Omit<FailedOutcome, 'outcome'>> = what;
  return { state: what.outcome, at: now, why, ...(said ? { said } : {}), status, reference, offer, canRetry };
}

type FailedOutcome = Extract<StepOutcome, { outcome: 'failed' }>;

/**
 * Makes the outcome unknown: nothing more is sent, the state is read again, and the component stays locked. @param how
 * `until-checked`: only a person's Check reads it again
 */
export function turnUnknown(request: ChangeRequest, why: Text, now: number, how?: 'until-checked'): Transition {
  const at = now + checkTimes[0];
  const { title } = request.plan;
  const left = abandoned(request);
  const records = [{ kind: 'outcome', who: portolanActor, outcome: 'unknown' }] as const;
  if (how === 'until-checked')
    return transition(inState(left, 'unknown'), {
      records,
      tells: cardAndNote(requestMsg.unfollowedNote({ title, why })),
      lease: 'release',
    });
  return transition(inState(left, 'unknown', { run: { check: { n: 0, at } } }), {
    records,
    tells: cardAndNote(requestMsg.unknownNote({ title, why })),
    timers: [{ kind: 'check', at }],
    lease: { until: now + settled },
  });
}

export function stepUnknown(
  request: ChangeRequest,
  index: number,
  why: Text,
  now: number,
  how?: 'until-checked',
): Transition {
  return recordStep(turnUnknown(changeStep(request, index, { state: 'unknown', why }), why, now, how), index);
}

/** Marks steps as not sent, because their process has ended, or the outcome so far is unknown. */
export function abandoned(request: ChangeRequest): ChangeRequest {
  const steps = request.run.steps.map((step, index) =>
    request.plan.steps[index]?.mustFollow ? step : neverSent(step),
  );
  return withFields(request, { run: { steps } });
}

function stopped(request: ChangeRequest, says: readonly Text[], now: number): Transition {
  if (followingStep(request) !== undefined) return goOn(request, now);
  const done = request.run.steps.filter(({ state }) => state === 'done').length;
  if (done === request.run.steps.length) return finish(request, 'done', { says }, now);
  return finish(
    request,
    'failed',
    { says: [], why: requestMsg.stoppedAfter({ done, all: request.run.steps.length }) },
    now,
  );
}

/** Checks whether a running request has sent no call yet. Any process may then plan it again and continue. */
export function isUnsent({ state, run: { steps } }: ChangeRequest): boolean {
  return state === 'running' && steps.length > 0 && steps.every((step) => step.state === 'waiting');
}

/** Returns the request to the state before the run and keeps its approvals. Nothing was sent; it is planned again. */
function resume(request: ChangeRequest, goesOn: boolean, now: number): Transition {
  const expires = expiryOnceDecided(request, now);
  const keeps: Transition['access'] = request.access && 'drop';
  return transition(inState(request, 'approved', { expires, access: undefined, run: { started: undefined } }), {
    records: [{ kind: 'run', who: portolanActor, outcome: 'interrupted' }],
    tells: [{ tell: 'card' }],
    timers: [...(goesOn ? [] : [{ kind: 'run' as const, at: now }]), { kind: 'expire', at: expires }],
    access: keeps,
  });
}

/** Sends the step that must follow, in any process. */
export function goOn(request: ChangeRequest, now: number): Transition {
  return transition(inState(request, 'running', { run: { check: undefined } }), {
    tells: [{ tell: 'card' }],
    timers: [{ kind: 'follow', at: now }],
    cancelTimers: ['watch', 'check'],
    lease: 'release',
  });
}

/** Checks whether people must report the outcome, because it is unknown and no longer read automatically. */
export function needsSettling({ state, system, run: { check } }: ChangeRequest): boolean {
  return state === 'unknown' && check === undefined && !system;
}

/** Checks whether the requester was mentioned within the last two minutes, because the outcome became unknown. */
function wasJustTold({ run: { check } }: ChangeRequest): boolean {
  return check !== undefined && check.n < checkTimes.length;
}

/** The outcome that follows shortly is read where the mention led. It asks for nothing new. */
function withoutMention(tell: Tell): Tell {
  return tell.tell === 'note' ? { ...tell, mention: undefined } : tell;
}

function isLastCheck(request: ChangeRequest, by: AuditActor | undefined): boolean {
  if (!request.run.check) return true;
  return by ? request.run.check.n >= checkTimes.length : request.run.check.n >= checkTimes.length - 1;
}

function happened(request: ChangeRequest, index: number, says: readonly Text[], now: number): Transition {
  const { why: _, ...step } = stepAt(request, index);
  const next = withStep(request, index, { ...step, state: 'done' });
  const isComplete = next.run.steps.every(({ state }) => state === 'done');
  if (followingStep(next) !== undefined) return recordStep(goOn(next, now), index);
  const turned = isComplete
    ? finish(next, 'done', { says }, now)
    : finish(next, 'failed', { says: [], why: requestMsg.lateDone() }, now);
  return recordStep(turned, index);
}

/** Ends the read-backs. If the state matches neither before nor after, only Check reads the outcome from now on. */
function neverHappened(
  request: ChangeRequest,
  index: number,
  { shows, by, leftover, now: readBack, tells }: EventOf<'observed'>,
  now: number,
): Transition | undefined {
  if (shows === 'unreadable') return undefined;
  const byPeople = by !== undefined || request.system === true;
  if (shows === 'other' && !byPeople) return undefined;
  const { status, why: before, events = [] } = stepAt(request, index);
  const endTexts =
    shows === 'before'
      ? (leftover?.says ?? [requestMsg.neverHappened()])
      : [tells ?? requestMsg.neitherNor(), ...(events.some(isLost) ? [followMsg.rolloutMissing()] : [])];
  // Keep the platform's response, because people ask its administrators about it. Events prove that it took the call.
  const isResponse = status !== undefined && !events.some(wasSeen);
  const all = isResponse && before !== undefined ? [before, ...endTexts] : endTexts;
  const why = inOneText([...new Map(all.map((text) => [canonical(text), text])).values()]);
  const state = shows === 'before' ? 'failed' : 'unknown';
  const next = changeStep(request, index, { state, why, offer: leftover?.offer });
  // The thread already has the reason for which the outcome was unknown.
  const note = inOneText(endTexts.filter((text) => !isTold(request, text)));
  return recordStep(finish(next, 'failed', { says: [], note, now: readBack }, now), index);
}

/** Checks whether a text is the reason that a note gave when the outcome became unknown. */
function isTold({ run: { steps } }: ChangeRequest, text: Text): boolean {
  return steps.some(({ state, why }) => state === 'unknown' && why && canonical(why) === canonical(text));
}

function readAgain(request: ChangeRequest, { shows, tells }: EventOf<'observed'>, now: number): Transition {
  const n = (request.run.check?.n ?? 0) + 1;
  const [last, next] = [checkTimes[n - 1], checkTimes[n]];
  if (next !== undefined && last !== undefined) return checkAt(request, n, now + next - last);
  if (shows === 'unreadable') return checkAt(request, n, now + slowly);
  const { title } = request.plan;
  // The first note has mentioned the requester. Only the second of these texts asks for something new.
  const note: readonly Tell[] = !tells
    ? cardAndNote(requestMsg.otherNote({ title }))
    : cardAndNote(
        isTold(request, tells) ? requestMsg.uncheckedNote({ title }) : requestMsg.unfollowedNote({ title, why: tells }),
      ).map(withoutMention);
  return transition(withFields(request, { run: { check: undefined } }), {
    tells: note,
    cancelTimers: ['check'],
    lease: 'release',
  });
}

function checkAt(request: ChangeRequest, n: number, at: number): Transition {
  return transition(withFields(request, { run: { check: { n, at } } }), {
    timers: [{ kind: 'check', at }],
    tells: [{ tell: 'card' }],
  });
}

function showsText(request: ChangeRequest, shows: ObservedState): Text {
  if (shows === 'unreadable') return request.run.check ? requestMsg.checkUnreadable() : requestMsg.checkUnreadableNow();
  const at = { at: request.run.check?.at ?? 0, show: 'time' } as const;
  return shows === 'before' ? requestMsg.checkBefore({ at }) : requestMsg.checkOther({ at });
}

export function stepAt(request: ChangeRequest, index: number): StepRun {
  return request.run.steps[index] ?? { state: 'unknown' };
}

export function withStep(request: ChangeRequest, index: number, step: StepRun): ChangeRequest {
  return withFields(request, { run: { steps: request.run.steps.map((each, at) => (at === index ? step : each)) } });
}

export function changeStep(request: ChangeRequest, index: number, change: Partial<StepRun>): ChangeRequest {
  return withStep(request, index, { ...stepAt(request, index), ...change });
}

/** Returns a step's audit entry: its call, the ids of its components, and the response's status and reference. */
function stepEntry(request: ChangeRequest, index: number): Entry {
  const { state, status, reference, events = [], call = request.plan.steps[index]?.call } = stepAt(request, index);
  const skipped = events.filter((event) => event.state === 'skipped').map(({ component }) => component);
  const { awaits } = request.plan.steps[index] ?? {};
  const sentTo = awaits?.components.map(({ id }) => id).filter((id) => !skipped.includes(id));
  const ids = sentTo?.join(' ');
  return {
    kind: 'step',
    who: portolanActor,
    outcome: state,
    details: { step: index + 1, ...defined({ ids, reference }) },
    ...(call && state !== 'not-sent' ? { calls: [{ method: call.method, path: call.path, status }] } : {}),
  };
}

export function recordStep(result: Transition, index: number): Transition {
  return { ...result, records: [stepEntry(result.request, index), ...result.records] };
}
