import { join, type Text } from '../../text/text.ts';
import type { ChangeRequest, StepRun } from '../change-request.ts';
import { stateText } from '../decide-request.ts';
import { finish, neverSent } from '../finish-request.ts';
import { goOn, lastMoment, stepAt, stepEntry, turnUnknown, withEntry, withStep } from '../run-request.ts';
import {
  type Doer,
  type Entry,
  type Followed,
  inState,
  type NoTransition,
  type RequestEvent,
  type Tell,
  type Transition,
  transition,
} from '../transition.ts';
import { msg } from './follow-messages.ts';
import {
  type AwaitedTypes,
  type FollowedEvent,
  hasEnded,
  hasFailed,
  matchEvent,
  type SeenEvents,
  wasSeen,
} from './followed-event.ts';

/** How soon after the response an event must appear, in ms; otherwise the platform did nothing. */
export const eventWait = 20_000;
/** How long reading events is retried, in ms, before the outcome counts as unknown. */
export const unreadableWait = 40_000;
/** The least time between two updates of the card while events run, in ms. */
export const editEvery = 10_000;

/** Handles the events that were read for a step: the card shows their progress, and the run ends when they have ended. */
export function followed(card: ChangeRequest, index: number, found: Followed, now: number): Transition | NoTransition {
  const run = card.steps[index];
  if (card.state !== 'running' || run?.state !== 'following') return { no: stateText(card) };
  const before = run.events ?? [];
  const events = eventsNow(card, index, found, now);
  if (events === 'unreadable') return eventsLost(card, index, now);
  const left = found.isAbandoned ? abandoned(card) : card;
  const next = withStep(left, index, { ...run, events: [...events] });
  const logs = logsOf(before, events);
  if (events.some(({ state }) => state === 'awaited')) return show(card, next, index, { logs, now, urgent: false });
  if (!events.some(wasSeen)) return withTells(neverBegan(next, index, now), []);
  if (!events.every(hasEnded)) {
    if (now >= lastMoment(card)) return withTells(tooLong(next, index, now), logs);
    return seenMoving(card, next, index, logs, now);
  }
  return withTells(allEnded(card, next, index, found, now), logs);
}

const awaitsNothing: AwaitedTypes = { types: [] };

/** The events after they were read; `unreadable` where it isn't known whether the call did anything. */
function eventsNow(
  card: ChangeRequest,
  index: number,
  { seen }: Followed,
  now: number,
): readonly FollowedEvent[] | 'unreadable' {
  const { events = [], at = now } = stepAt(card, index);
  const awaits = card.plan.steps[index]?.awaits ?? awaitsNothing;
  const waited = now - at;
  const found = events.map((event) => {
    const page = seen.get(event.component);
    const matched = page ? matchEvent(event, page, awaits, now) : event;
    if (matched.state !== 'awaited' || waited < eventWait) return matched;
    if (page) return { ...matched, state: 'missing' as const };
    return waited < unreadableWait ? matched : undefined;
  });
  const told = found.filter((event) => event !== undefined);
  return told.length < found.length ? 'unreadable' : told;
}

/** Events can't be read: the outcome is verified by reading the state instead. */
function eventsLost(card: ChangeRequest, index: number, now: number): Transition {
  const why = msg.eventsUnreadable();
  const next = withStep(card, index, { ...stepAt(card, index), state: 'unknown', why });
  return withEntry(turnUnknown(next, why, now), stepEntry(next, index));
}

/** The steps that are no longer sent, because the process that ran them is gone. */
function abandoned(card: ChangeRequest): ChangeRequest {
  return {
    ...card,
    steps: card.steps.map((step, index) => (card.plan.steps[index]?.mustFollow ? step : neverSent(step))),
  };
}

/**
 * Saves what was read. The card is drawn anew at most every ten seconds, unless it is `urgent`; logs are told at once.
 */
function show(
  card: ChangeRequest,
  next: ChangeRequest,
  index: number,
  { logs, now, urgent }: { readonly logs: readonly Tell[]; readonly now: number; readonly urgent: boolean },
): Transition | NoTransition {
  const { events, looked, stale } = stepAt(card, index);
  const isNew = JSON.stringify(events) !== JSON.stringify(stepAt(next, index).events);
  const { stale: _, ...run } = stepAt(next, index);
  const mayDraw = urgent || looked === undefined || now - looked >= editEvery;
  if (mayDraw && (isNew || stale || !sameTimes(card, index, now)))
    return transition(withStep(next, index, { ...run, looked: now }), { tells: [{ tell: 'card' }, ...logs] });
  return isNew ? transition(withStep(next, index, { ...run, stale: true }), { tells: logs }) : { no: stateText(card) };
}

/** Whether the component's lock can be released: every event has begun, and no further step of this process follows. */
function leaseAfter(card: ChangeRequest): Pick<Transition, 'lease' | 'cancelTimers'> {
  return waitsForOwnStep(card) ? { lease: 'run', cancelTimers: [] } : { lease: 'release', cancelTimers: ['watch'] };
}

/** Whether a step remains that only the process that started the run may send. */
export function waitsForOwnStep({ plan, steps }: ChangeRequest): boolean {
  return steps.some(({ state }, index) => state === 'waiting' && !plan.steps[index]?.mustFollow);
}

/** The events are running. When all have begun, the card is updated at once, since the component is then free. */
function seenMoving(
  card: ChangeRequest,
  next: ChangeRequest,
  index: number,
  logs: readonly Tell[],
  now: number,
): Transition | NoTransition {
  const { events = [], looked = 0 } = stepAt(card, index);
  const urgent = events.some(({ state }) => state === 'awaited');
  const shown = show(card, next, index, { logs, now, urgent });
  if (!('no' in shown)) return { ...shown, ...leaseAfter(shown.card) };
  // Whoever sends the next step says that it is alive.
  if (!waitsForOwnStep(card) || now - looked < editEvery) return shown;
  return transition(withStep(next, index, { ...stepAt(next, index), looked: now }), { lease: 'run' });
}

/** Whether the card already shows these times. */
function sameTimes(card: ChangeRequest, index: number, now: number): boolean {
  const { events = [], looked = now } = stepAt(card, index);
  return events.every(({ since }) => since === undefined || shownTime(looked - since) === shownTime(now - since));
}

/** An elapsed time in ms, rounded as it is shown: to ten seconds, from one minute on to whole minutes. */
export function shownTime(ms: number): number {
  const unit = ms < 60_000 ? 10_000 : 60_000;
  return Math.max(0, Math.floor(ms / unit) * unit);
}

/** No component has an event: the platform accepted the call, or gave no clear response, and did nothing. */
function neverBegan(card: ChangeRequest, index: number, now: number): Transition {
  const run = stepAt(card, index);
  const why = run.why ?? msg.noEvent();
  const next = withStep(card, index, { ...run, state: 'failed', why });
  return withEntry(finish(next, 'failed', endingOf(next, index), now), stepEntry(next, index));
}

/** It takes longer than it is followed. From here on, only Check reads the outcome. */
function tooLong(card: ChangeRequest, index: number, now: number): Transition {
  const why = msg.tooLong();
  const next = withStep(card, index, { ...stepAt(card, index), state: 'unknown', why });
  const turned = turnUnknown(next, why, now);
  const { check: _, ...rest } = turned.card;
  return withEntry(
    { ...turned, card: rest, timers: [], cancelTimers: ['check', 'follow', 'watch'], lease: 'release' },
    stepEntry(next, index),
  );
}

/** Every event has ended. The next step is sent once the state shows the effect of this one; otherwise the request ends. */
function allEnded(
  card: ChangeRequest,
  next: ChangeRequest,
  index: number,
  { shows, says }: Followed,
  now: number,
): Transition | NoTransition {
  const { events = [] } = stepAt(next, index);
  const well = !events.some(hasFailed);
  const waiting = next.steps[index + 1]?.state === 'waiting';
  const follows = waiting && next.plan.steps[index + 1]?.mustFollow !== undefined;
  const reached = shows === 'after';
  if (waiting && (reached || (shows === 'other' && !well)) && (well || follows)) {
    const ready = withStep(next, index, { ...stepAt(next, index), state: 'done' });
    if (follows) return withEntry(goOn(ready, now), stepEntry(ready, index));
    const made = transition(ready, { tells: [{ tell: 'card' }], timers: [{ kind: 'follow', at: now }], lease: 'run' });
    return withEntry(made, stepEntry(ready, index));
  }
  const mayStillShow = waiting && (well || (follows && shows !== 'before')) && now < lastMoment(card);
  if (mayStillShow) return show(card, next, index, { logs: [], now, urgent: false });
  const state: StepRun['state'] = well || events.some((event) => event.state === 'succeeded') ? 'done' : 'failed';
  const why = whyOf(events);
  const ended = withStep(next, index, { ...stepAt(next, index), state, ...(why && state === 'failed' ? { why } : {}) });
  const whole = ended.steps.every((step) => step.state === 'done' && !(step.events ?? []).some(hasFailed));
  const ending = whole ? { says } : endingOf(ended, index);
  return withEntry(finish(ended, whole ? 'done' : 'failed', ending, now), stepEntry(ended, index));
}

/** The reasons for a failure, for each component. */
function endingOf(card: ChangeRequest, index: number): { readonly says: readonly Text[]; readonly why?: Text } {
  const whys = card.steps.slice(0, index + 1).flatMap(({ state, events = [], why }) => {
    const told = whyOf(events);
    return events.some(wasSeen) && told ? [told] : why && state !== 'done' ? [why] : [];
  });
  const [first, ...more] = whys;
  if (!first) return { says: [] };
  return { says: [], why: more.length === 0 ? first : join(whys, ' ') };
}

function whyOf(events: readonly FollowedEvent[]): Text | undefined {
  const names = (state: FollowedEvent['state']) =>
    events.filter((event) => event.state === state).map(({ name }) => name);
  const [failed, timedOut, missing] = [names('failed'), names('timed-out'), names('missing')];
  const told = [
    ...(failed.length > 0 ? [msg.failed({ names: failed.join(', ') })] : []),
    ...(timedOut.length > 0 ? [msg.timedOut({ names: timedOut.join(', ') })] : []),
    ...(missing.length > 0 ? [msg.missing({ names: missing.join(', ') })] : []),
  ];
  const [first, ...more] = told;
  return first && (more.length === 0 ? first : join(told, ' '));
}

/** The logs of the events that have failed since they were last read. */
function logsOf(before: readonly FollowedEvent[], events: readonly FollowedEvent[]): readonly Tell[] {
  const isNew = ({ component, state }: FollowedEvent) =>
    before.find((each) => each.component === component)?.state !== state;
  return events.flatMap((each): readonly Tell[] => {
    const { component, name, event, state } = each;
    if (event === undefined || (state !== 'failed' && state !== 'timed-out') || !isNew(each)) return [];
    return [{ tell: 'log', component, name, event }];
  });
}

function withTells(made: Transition | NoTransition, tells: readonly Tell[]): Transition | NoTransition {
  return 'no' in made ? made : { ...made, tells: [...made.tells, ...tells] };
}

/** Events were found for a call whose response was lost: they are followed like any others. */
export function recovered(
  card: ChangeRequest,
  { step: index, seen, by }: Extract<RequestEvent, { event: 'recovered' }>,
  now: number,
): Transition | NoTransition {
  const run = stepAt(card, index);
  const lost =
    (card.state === 'unknown' && run.state === 'unknown') || (card.state === 'running' && run.state === 'sent');
  if (!lost) return { no: stateText(card) };
  const { why: _, ...kept } = run;
  const next = withStep(abandoned(card), index, {
    ...kept,
    state: 'following',
    at: now,
    events: matchAll(card, index, seen, now),
  });
  const { check: __, ...rest } = next;
  const pressed: Entry[] = by ? [checkEntry(by)] : [];
  return {
    ...transition(inState(rest, 'running'), {
      records: [...pressed, stepEntry(next, index)],
      tells: [{ tell: 'card' }],
      timers: [{ kind: 'follow', at: now }],
    }),
    says: msg.arrived(),
  };
}

function checkEntry(who: Doer): Entry {
  return { kind: 'check', who, outcome: 'after' };
}

/** The current events of a step. */
export function matchAll(card: ChangeRequest, index: number, seen: SeenEvents, now: number): FollowedEvent[] {
  const awaits = card.plan.steps[index]?.awaits ?? awaitsNothing;
  return (stepAt(card, index).events ?? []).map((event) => {
    const page = seen.get(event.component);
    return page ? matchEvent(event, page, awaits, now) : event;
  });
}
