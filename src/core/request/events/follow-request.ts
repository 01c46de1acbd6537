import type { NotAllowed } from '../../policy/decide.ts';
import { listText } from '../../text/joined.ts';
import { inOneText, type Text } from '../../text/text.ts';
import { type ChangeRequest, lastMoment, type StepRun } from '../change-request.ts';
import { requestStateText } from '../decide-request.ts';
import { finish } from '../finish-request.ts';
import { type Awaited, canonical } from '../plan.ts';
import { abandoned, changeStep, goOn, recordStep, stepAt, stepUnknown, withStep } from '../run-request.ts';
import {
  type Followed,
  inState,
  type RequestEventHandlers,
  type Tell,
  type Transition,
  transition,
} from '../transition.ts';
import { failureText, keptRunning } from './failure-text.ts';
import { eventWait, followAll } from './follow-event.ts';
import { followMsg } from './follow-messages.ts';
import {
  type FollowedEvent,
  hasEnded,
  hasFailed,
  hasLog,
  isDown,
  isLost,
  namedCommit,
  wasSeen,
} from './followed-event.ts';

export const followHandlers = {
  followed(request, { step: index, ...snapshot }, now) {
    const run = request.run.steps[index];
    if (request.state !== 'running' || run?.state !== 'following') return { refusal: requestStateText(request) };
    const before = run.events ?? [];
    const events = followAll(request, index, snapshot, now);
    const { at = now } = run;
    const unread = events.some(({ state, component }) => state === 'awaited' && !snapshot.events.has(component));
    if (unread && now - at >= unreadableWait) return stepUnknown(request, index, followMsg.eventsUnreadable(), now);
    const left = snapshot.isAbandoned ? abandoned(request) : request;
    const next = withStep(left, index, { ...run, events });
    const logs = logsOf(before, events, request.plan.steps[index]?.awaits);
    if (events.some(({ state }) => state === 'awaited'))
      return saveRead(request, next, index, { logs, now, urgent: false });
    if (!events.some(wasSeen)) return neverBegan(next, index, now);
    if (events.some((event) => !hasEnded(event) && !isLost(event)) || isStillStopping(next, index, now)) {
      // From now on, only Check reads the outcome.
      if (now >= followedUntil(request, index, events))
        return withTells(stepUnknown(next, index, followMsg.tooLong(), now, 'until-checked'), logs);
      return seenMoving(request, next, index, logs, now);
    }
    // The build succeeded, but no rollout is reported: it may be late, or may never have begun.
    if (events.some(isLost))
      return withTells(stepUnknown(next, index, unsettledText(events) ?? followMsg.neverEnded(), now), logs);
    return withTells(allEnded(next, index, snapshot, now), logs);
  },

  /** Follows events that were found later for a call with an unknown outcome. */
  recovered(request, { step: index, by, ...snapshot }, now) {
    const run = stepAt(request, index);
    const lost =
      (request.state === 'unknown' && run.state === 'unknown') || (request.state === 'running' && run.state === 'sent');
    if (!lost) return { refusal: requestStateText(request) };
    const { why: _, ...kept } = run;
    const next = withStep(abandoned(request), index, {
      ...kept,
      state: 'following',
      at: now,
      events: followAll(request, index, snapshot, now),
    });
    const result = recordStep(transition(inState(next, 'running', { run: { check: undefined } })), index);
    return {
      ...result,
      records: [...(by ? [{ kind: 'check', who: by, outcome: 'after' } as const] : []), ...result.records],
      tells: [{ tell: 'card' }],
      timers: [{ kind: 'follow', at: now }],
      says: followMsg.arrived(),
    };
  },
} satisfies Partial<RequestEventHandlers>;

/** Time for which reading events is retried before the outcome counts as unknown, in ms. */
const unreadableWait = 2 * eventWait;
/** Minimum time between two card updates while events run, in ms. */
const editEvery = 10_000;
/** Minimum time to read the status of a run after its call, or after a check found its end, in ms. */
const settleWithin = 120_000;

/** Returns when the bot stops following a step (epoch ms), with time to read the status after a late end. */
function followedUntil(request: ChangeRequest, index: number, events: readonly FollowedEvent[]): number {
  const last = lastMoment(request);
  // If an event never ends, the status decides. It is read after the last moment for following.
  const settles = events.some(({ phase }) => phase === 'settling') ? last + settleWithin : last;
  return Math.max(settles, (stepAt(request, index).at ?? 0) + settleWithin);
}

/** Checks whether a component that must start again may still be stopping. A start would then do nothing. */
function isStillStopping(request: ChangeRequest, index: number, now: number): boolean {
  if (!mustGoOn(request, index) || now >= lastMoment(request)) return false;
  return (stepAt(request, index).events ?? []).some((event) => hasFailed(event) && event.status?.kind === 'moving');
}

function mustGoOn({ plan, run: { steps } }: ChangeRequest, index: number): boolean {
  return steps[index + 1]?.state === 'waiting' && plan.steps[index + 1]?.mustFollow !== undefined;
}

/** Saves a read. The card is updated at most every ten seconds unless `urgent`; logs are sent immediately. */
function saveRead(
  request: ChangeRequest,
  next: ChangeRequest,
  index: number,
  { logs, now, urgent }: { readonly logs: readonly Tell[]; readonly now: number; readonly urgent: boolean },
): Transition | NotAllowed {
  const { events = [], looked, stale } = stepAt(request, index);
  const { events: stored = [] } = stepAt(next, index);
  const isChanged = canonical(events.map(drawnOf)) !== canonical(stored.map(drawnOf));
  const { stale: _, ...run } = stepAt(next, index);
  const mayDraw = urgent || looked === undefined || now - looked >= editEvery;
  if (mayDraw && (isChanged || stale || !sameTimes(request, index, now)))
    return transition(withStep(next, index, { ...run, looked: now }), { tells: [{ tell: 'card' }, ...logs] });
  if (canonical(events) === canonical(stored)) return { refusal: requestStateText(request) };
  const kept = isChanged || stale ? { ...run, stale: true as const } : run;
  return transition(withStep(next, index, kept), { tells: logs });
}

function drawnOf({ component, state, phase, status, elsewhere, cause, unread }: FollowedEvent) {
  const words = phase === 'settling' ? status?.words : undefined;
  return { component, state, phase, words, elsewhere, cause, unread };
}

/** Releases the component's lock, unless this process still has to send a further step. */
function leaseAfter(request: ChangeRequest): Pick<Transition, 'lease' | 'cancelTimers'> {
  return waitsForOwnStep(request) ? { lease: 'run', cancelTimers: [] } : { lease: 'release', cancelTimers: ['watch'] };
}

export function waitsForOwnStep({ plan, run: { steps } }: ChangeRequest): boolean {
  return steps.some(({ state }, index) => state === 'waiting' && !plan.steps[index]?.mustFollow);
}

/** Updates the card while events run; immediately when all have begun, because the component is then free. */
function seenMoving(
  request: ChangeRequest,
  next: ChangeRequest,
  index: number,
  logs: readonly Tell[],
  now: number,
): Transition | NotAllowed {
  const { events = [], looked = 0 } = stepAt(request, index);
  const urgent = events.some(({ state }) => state === 'awaited');
  const shown = saveRead(request, next, index, { logs, now, urgent });
  if (!('refusal' in shown)) return { ...shown, ...leaseAfter(shown.request) };
  // The process that will send the next step renews the lease.
  if (!waitsForOwnStep(request) || now - looked < editEvery) return shown;
  return transition(withStep(next, index, { ...stepAt(next, index), looked: now }), { lease: 'run' });
}

function sameTimes(request: ChangeRequest, index: number, now: number): boolean {
  const { events = [], looked = now } = stepAt(request, index);
  return events.every(({ since }) => since === undefined || shownTime(looked - since) === shownTime(now - since));
}

/** Rounds an elapsed time in ms for display: to ten seconds below one minute, then to whole minutes. */
export function shownTime(ms: number): number {
  const unit = ms < 60_000 ? 10_000 : 60_000;
  return Math.max(0, Math.floor(ms / unit) * unit);
}

/** Ends the run without any event: the platform accepted the call or answered unclearly, and did nothing. */
function neverBegan(request: ChangeRequest, index: number, now: number): Transition {
  const { why = followMsg.noEvent() } = stepAt(request, index);
  const next = changeStep(request, index, { state: 'failed', why });
  return recordStep(finish(next, 'failed', { says: [] }, now), index);
}

/** Returns why the events, although they were read, don't show a step's outcome. */
export function unsettledText(events: readonly FollowedEvent[]): Text | undefined {
  const names = events.filter(isLost).map(({ name }) => name);
  if (names.length > 0) return followMsg.rolloutLost({ names: names.join(', ') });
  return events.every(hasEnded) ? undefined : followMsg.neverEnded();
}

/** Handles the end of all events. Sends the next step if this step had its effect; otherwise ends the request. */
function allEnded(next: ChangeRequest, index: number, { shows, says, rows }: Followed, now: number): Transition {
  const { events = [] } = stepAt(next, index);
  const well = !events.some(hasFailed);
  const waiting = next.run.steps[index + 1]?.state === 'waiting';
  const follows = mustGoOn(next, index);
  if ((waiting && well) || (follows && events.some(isDown))) {
    const ready = changeStep(next, index, { state: 'done' });
    if (follows) return recordStep(goOn(ready, now), index);
    const result = transition(ready, {
      tells: [{ tell: 'card' }],
      timers: [{ kind: 'follow', at: now }],
      lease: 'run',
    });
    return recordStep(result, index);
  }
  const unchanged = well && shows === 'before' ? { why: followMsg.unchanged() } : undefined;
  const some = well || events.some((event) => event.state === 'succeeded');
  const state: StepRun['state'] = some && !unchanged ? 'done' : 'failed';
  const ended = changeStep(next, index, { state, ...unchanged });
  const isComplete = ended.run.steps.every((step) => step.state === 'done' && !(step.events ?? []).some(hasFailed));
  const running = commitTexts(events);
  const ending = isComplete
    ? { says: [...idleTexts(events), ...running, ...says], note: inOneText(running) }
    : { ...failureOf(ended), says: [], now: rows };
  return recordStep(finish(ended, isComplete ? 'done' : 'failed', ending, now), index);
}

/** Returns the platform's texts about successful events that did nothing. The status decided their outcome. */
function idleTexts(events: readonly FollowedEvent[]): readonly Text[] {
  return events.flatMap(({ name, idle }) => (idle === undefined ? [] : [followMsg.idle({ name, text: idle })]));
}

/** Names the commits that components run. */
function commitTexts(events: readonly FollowedEvent[]): readonly Text[] {
  const commits = events.flatMap((event) => {
    const commit = namedCommit(event);
    return commit ? [followMsg.atCommit({ name: event.name, commit })] : [];
  });
  return commits.length > 0 ? [followMsg.runningNow({ commits: listText(commits) })] : [];
}

/** Returns texts about components that are down, and failures. The card lists failures itself; the note has both. */
function failureOf({ plan, run: { steps } }: ChangeRequest): { readonly why?: Text; readonly note?: Text } {
  const last = steps.findLastIndex(({ events = [] }) => events.some(wasSeen));
  const down = downTexts(steps[last]?.events ?? [], plan.steps[last]?.awaits);
  const failures = steps.flatMap(({ events = [], why }, index) => {
    const texts = events.flatMap((event) => failureText(event, plan.steps[index]?.awaits) ?? []);
    return texts.length > 0 ? texts : why ? [why] : [];
  });
  return { why: inOneText(down), note: inOneText([...down, ...failures]) };
}

/** Returns texts about components that are down although they should run. These texts come first in messages. */
function downTexts(events: readonly FollowedEvent[], awaits: Awaited | undefined): readonly Text[] {
  if (awaits?.promises === 'stopped') return [];
  return events.flatMap(({ name, status, was }) => {
    if (!status || (awaits?.promises === 'kept' && status.kind === was)) return [];
    const { kind, words } = status;
    // The change isn't blamed for a state that it found.
    const isAsBefore = kind === was;
    if (kind === 'degraded')
      return [(isAsBefore ? followMsg.partlyDownAsBefore : followMsg.partlyDownNow)({ name, status: words })];
    const say = isAsBefore ? followMsg.downAsBefore : followMsg.downNow;
    return kind === 'stopped' || kind === 'abnormal' ? [say({ name, status: words })] : [];
  });
}

function logsOf(
  before: readonly FollowedEvent[],
  events: readonly FollowedEvent[],
  awaits: Awaited | undefined,
): readonly Tell[] {
  const hasChanged = ({ component, state }: FollowedEvent) =>
    before.find((each) => each.component === component)?.state !== state;
  return events.flatMap((each): readonly Tell[] => {
    const { component, name, event, state } = each;
    if (event === undefined || !hasLog(each) || !hasChanged(each)) return [];
    const isKept = keptRunning(each, awaits) ? ({ isKept: true } as const) : {};
    return [{ tell: 'log', component, name, event, timedOut: state === 'timed-out' ? true : undefined, ...isKept }];
  });
}

function withTells(result: Transition, tells: readonly Tell[]): Transition {
  return { ...result, tells: [...result.tells, ...tells] };
}
