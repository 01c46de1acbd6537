import { type ComponentRun, lastEventOf, nothingDoneBy, ofNewPods } from '../../runs/component-run.ts';
import type { StatusPromise } from '../../runs/component-status.ts';
import { failureCause } from '../../runs/failure-cause.ts';
import { type RunPhase, searchStart, understandRun } from '../../runs/run-phase.ts';
import { rolloutsOf } from '../../runs/runs-of.ts';
import {
  type EventsBefore,
  eventsSince,
  isFailure,
  type RememberedEvent,
  rememberEvents,
  type SeenEvent,
} from '../../runs/seen-event.ts';
import type { Text } from '../../text/text.ts';
import { type ChangeRequest, lastMoment } from '../change-request.ts';
import type { Awaited, Step } from '../plan.ts';
import { followMsg } from './follow-messages.ts';
import { type FollowedEvent, hasEnded, type NamedEvent, type SeenEvents, type SeenStatuses } from './followed-event.ts';

/** Maximum time between the response and its event, in ms. After it, the platform has certainly done nothing. */
export const eventWait = 20_000;
/** Time for which a failure's log is polled, in ms, because lines appear about three seconds late. */
export const logWait = 3_000;

/** Events, statuses and logs that one poll read from the platform. */
export interface EventSnapshot {
  readonly events: SeenEvents;
  readonly statuses?: SeenStatuses;
  /** The relevant log line of each failed event; undefined if there is none yet. */
  readonly logs?: ReadonlyMap<string, string | undefined>;
  /** The commits of build events, from their logs; undefined if a log names none. */
  readonly commits?: ReadonlyMap<string, string | undefined>;
}

export function followAll(
  request: ChangeRequest,
  index: number,
  snapshot: EventSnapshot,
  now: number,
): FollowedEvent[] {
  const step = request.plan.steps[index];
  const run = request.run.steps[index];
  if (!step?.awaits) return [...(run?.events ?? [])];
  const follows = request.run.steps[index + 1]?.state === 'waiting';
  const late = now >= lastMoment(request);
  const awaitedRun: AwaitedRun = {
    awaits: step.awaits,
    sent: run?.at ?? now,
    once: follows,
    late,
    ...promisedBy(step),
  };
  return (run?.events ?? []).map((event) => follow(event, awaitedRun, snapshot, now));
}

interface AwaitedRun {
  readonly awaits: Awaited;
  readonly sent: number;
  /** One matching status is enough, because another step follows. */
  readonly once: boolean;
  /** The maximum time of the policy is over. */
  readonly late: boolean;
  readonly promise?: StatusPromise;
}

/** Returns the status that a step promises. Older versions stored only whether its components run afterwards. */
function promisedBy({ awaits, after }: Step): { readonly promise?: StatusPromise } {
  if (awaits?.promises) return { promise: awaits.promises };
  const runs = typeof after === 'object' && after !== null && 'runs' in after ? after.runs : undefined;
  if (runs === true || runs === false) return { promise: runs ? 'running' : 'stopped' };
  return awaits?.next ? { promise: 'running' } : {};
}

/** Time without a read from which on a change's card tells it, in ms. */
const blindFor = 60_000;

function withBlind(event: FollowedEvent, from: number, to: number): FollowedEvent {
  const { blind = { from: to, to } } = event;
  return to - from >= Math.max(blindFor, blind.to - blind.from) ? { ...event, blind: { from, to } } : event;
}

function follow(
  event: FollowedEvent,
  awaitedRun: AwaitedRun,
  { events, statuses, logs, commits }: EventSnapshot,
  now: number,
): FollowedEvent {
  const status = statuses?.get(event.component);
  const page = events.get(event.component);
  const { unread = now, ...known } = event;
  const read = page || hasEnded(event) ? withBlind(known, unread, now) : { ...known, unread };
  const current = status ? { ...read, status } : read;
  if (hasEnded(event)) return current;
  const before = { ids: event.before, newest: event.newest };
  const remembered = page ? rememberEvents(event.remembered ?? [], newEvents(page, before), now) : event.remembered;
  const run = findRun<NamedEvent>(remembered ?? [], awaitedRun.awaits, event.first?.event ?? event.event);
  const { promise, once, late } = awaitedRun;
  const kept = remembered && remembered.length > 0 ? { remembered } : {};
  const followedRun: FollowedRun = { event: { ...current, ...kept }, run, logs, commits, now };
  const asked = { rollsOut: awaitedRun.awaits.next !== undefined, once, late, promise, reading: event.reading };
  const { phase, reading } = understandRun(run, asked, { status: status?.kind, was: event.was ?? 'unknown' }, now);
  if (phase === 'awaited') return notSeen(followedRun, page !== undefined, awaitedRun.sent);
  return withPhase(reading ? { ...followedRun, event: { ...followedRun.event, reading } } : followedRun, phase);
}

export interface RunTypes {
  readonly types: readonly string[];
  /** Event that the platform begins automatically after this one: the rollout after a build. */
  readonly next?: readonly string[];
  /** An event that may come before this event under another id. If it fails, nothing follows. */
  readonly first?: readonly string[];
}

/** Finds the parts of a run among the events after its request, which are in the order in which they began. */
export function findRun<E extends SeenEvent>(
  events: readonly RememberedEvent<E>[],
  { types, next = [], first = [] }: RunTypes,
  id?: string,
): ComponentRun<E> {
  const pods = events.filter(({ pod }) => pod !== undefined);
  const done = events.filter(({ pod }) => pod === undefined);
  const own = done.find((event) => (id === undefined ? types.includes(event.type) : event.id === id));
  const rollouts = rolloutsOf(
    done.filter(({ type }) => types.includes(type)),
    done.filter((event) => event !== own && next.includes(event.type)),
  );
  const rollout = own && rollouts.get(own);
  const ahead = done.find((event) => first.includes(event.type) && isFailure(event));
  const mine = [own, rollout, ahead];
  return {
    pods,
    others: done.filter((event) => !mine.includes(event) && !first.includes(event.type)),
    own,
    rollout,
    ahead: own?.state === 'succeeded' ? undefined : ahead,
  };
}

/** Returns events that appeared after the call, without events of older pods. */
function newEvents(page: readonly NamedEvent[], before: EventsBefore): readonly NamedEvent[] {
  const since = eventsSince(page, before);
  const earlier = page.filter((event) => !since.includes(event));
  return ofNewPods(since, earlier);
}

interface FollowedRun {
  readonly event: FollowedEvent;
  readonly run: ComponentRun<NamedEvent>;
  readonly logs: EventSnapshot['logs'];
  readonly commits: EventSnapshot['commits'];
  readonly now: number;
}

/** An event that isn't listed yet may still appear; an event with an id in the answer certainly will. */
function notSeen({ event, run, now }: FollowedRun, isRead: boolean, sent: number): FollowedEvent {
  const next = { ...event, ...elsewhereOf(run) };
  if (event.event !== undefined) return { ...next, phase: 'working' };
  return isRead && now - sent >= eventWait ? { ...next, state: 'missing' } : next;
}

function withPhase(followedRun: FollowedRun, phase: RunPhase): FollowedEvent {
  const { event: before, run, commits } = followedRun;
  const { own } = run;
  const last = lastEventOf(run);
  const since = before.since ?? own?.since;
  const event: FollowedEvent = {
    ...before,
    event: last?.id,
    since,
    ...(own?.state === 'succeeded' && own.over !== undefined ? { first: { event: own.id, ended: own.over } } : {}),
    ...(own && commits?.has(own.id) ? { commit: commits.get(own.id) ?? null } : {}),
    ...elsewhereOf(run),
  };
  switch (phase) {
    case 'done':
      return asEnded(event, 'succeeded', { idle: last && nothingDoneBy(last) });
    case 'contrary':
      return { ...asEnded(event, 'failed', causeOf(run, phase)), phase };
    case 'timed-out':
      return asEnded(event, 'timed-out', causeOf(run, phase));
    case 'failed':
      return withFailure(event, last, followedRun);
    case 'awaited':
      return event;
    default:
      return { ...event, state: 'running', phase };
  }
}

function asEnded(event: FollowedEvent, state: FollowedEvent['state'], more: Partial<FollowedEvent>): FollowedEvent {
  const { phase: _, logSought: __, ...rest } = event;
  return { ...rest, state, ...more };
}

/** Ends following with a failure and its log line. If the line isn't there yet, polls for it a little longer. */
function withFailure(
  event: FollowedEvent,
  last: RememberedEvent<NamedEvent> | undefined,
  { run, logs, now }: FollowedRun,
): FollowedEvent {
  const line = last && logs?.get(last.id);
  const logSought = searchStart(line, event.logSought, logWait, now);
  const phase = run.rollout ? 'rolling-out' : 'working';
  if (logSought !== undefined) return { ...event, state: 'running', phase, logSought };
  const failure = causeOf(run, 'failed', line);
  const hasNoCause = failure.cause === undefined && isRollout(last);
  return { ...asEnded(event, 'failed', hasNoCause ? { cause: followMsg.noReason() } : failure), phase };
}

/** Checks whether an event is an update. The console omits why it failed (docs/platform.md#region-failures). */
function isRollout(event: Pick<SeenEvent, 'type'> | undefined): boolean {
  return event?.type === 'upgrade-service' || event?.type === 'upgrade';
}

function causeOf(run: ComponentRun<NamedEvent>, phase: RunPhase, line?: string): { readonly cause?: Text } {
  const { said: text, trouble } = failureCause(run, phase, line);
  if (text !== undefined) return { cause: followMsg.said({ text }) };
  if (!trouble?.what) return {};
  const { what, said } = trouble;
  return { cause: said === undefined || said === '' ? what : followMsg.podSaid({ what, text: said }) };
}

const maxElsewhere = 3;

function elsewhereOf({ others }: ComponentRun<NamedEvent>): Pick<FollowedEvent, 'elsewhere'> {
  const elsewhere = others.flatMap(({ id, what, by }) => (what === undefined ? [] : [{ event: id, what, by }]));
  return elsewhere.length > 0 ? { elsewhere: elsewhere.slice(0, maxElsewhere) } : {};
}
