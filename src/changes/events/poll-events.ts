import { type ChangeRequest, lockKeysOf } from '../../core/request/change-request.ts';
import { type EventSnapshot, followAll, logWait } from '../../core/request/events/follow-event.ts';
import { waitsForOwnStep } from '../../core/request/events/follow-request.ts';
import { type FollowedEvent, hasEnded, hasFailed } from '../../core/request/events/followed-event.ts';
import type { Followed } from '../../core/request/transition.ts';
import { settledAfter } from '../../core/runs/run-phase.ts';
import { applyEvent, changedBy, loadRequest } from '../apply-event.ts';
import type { EngineContext } from '../engine-context.ts';
import { runSteps } from '../execute.ts';
import { readBack } from '../verify.ts';
import { readStepEvents } from './read-events.ts';

/**
 * Poll intervals for a request's events, in ms: until the events appear, and while they run. Requests with many
 * components poll less often, because each component costs a call. Goal: a failure is shown on its card, with its log,
 * within 15 s, if the platform answers. In the worst case, the failure happens just after a poll began to read. Then
 * the waits add up to 9 s: 8 s until the next poll, and 1 s until the engine's loop notices the due poll (`pollMs` of
 * `change-engine.ts`). The other 6 s are for the rest of the first poll, the poll that finds the failure, the read-back
 * and the log. If the failure is found before its log exists (about 3 s), one more poll follows after 3 s, which
 * doesn't exceed the 15 s.
 */
const untilSeen = { least: 1_000, most: 4_000 };
const whileRunning = { least: 5_000, most: 8_000 };
const forEach = 100;

/** Returns the wait before the next poll of the events, in ms. @param now epoch ms */
export function nextPoll(events: readonly FollowedEvent[], now: number): number {
  const open = events.filter((event) => !hasEnded(event));
  if (open.some(({ logSought }) => logSought !== undefined)) return logWait;
  const due = open.map((event) => settlesIn(event, now));
  if (due.length > 0 && due.every(Number.isFinite)) return Math.max(1_000, Math.min(...due));
  const { least: min, most: max } = open.some(({ state }) => state === 'awaited') ? untilSeen : whileRunning;
  return Math.min(max, Math.max(min, open.length * forEach));
}

function settlesIn({ phase, reading }: FollowedEvent, now: number): number {
  if (phase !== 'settling' || reading?.shows !== 'reached') return Number.POSITIVE_INFINITY;
  return reading.since + settledAfter - now;
}

/** Wait before sending a step again that couldn't be sent, and before checking whether another process runs it; ms. */
const sendAgain = 5_000;
const othersWait = 1_000;

/** Follows a request after its call; any process can continue. Returns when to poll again, or undefined. */
export async function pollEvents(engine: EngineContext, id: string): Promise<number | undefined> {
  const { world } = engine.services;
  const loaded = await loadRequest(engine, id);
  if (loaded?.request.state !== 'running') return undefined;
  const { request } = loaded;
  const runner = await runnerOf(engine, request);
  if (runner === 'another') return world.now() + othersWait;
  const index = request.steps.findIndex(({ state }) => state === 'following');
  if (index < 0) return sendNext(engine, request, runner);
  const stepEvents = await readStepEvents(engine, request, index);
  const applied = await applyEvent(engine, id, {
    event: 'followed',
    step: index,
    ...(await withReadBack(engine, request, index, stepEvents)),
    isAbandoned: runner === 'gone',
  });
  if (applied === 'gone') return undefined;
  const now = changedBy(applied)?.request ?? request;
  if (now.state !== 'running') return undefined;
  if (now.steps[index]?.state === 'done') return world.now();
  return world.now() + nextPoll(now.steps[index]?.events ?? [], world.now());
}

/** Returns `ours` if this process is allowed to send the next steps. `another`: only another is; `gone`: it is gone. */
async function runnerOf(engine: EngineContext, request: ChangeRequest): Promise<'ours' | 'another' | 'gone'> {
  if (!waitsForOwnStep(request)) return 'ours';
  const { store, world } = engine.services;
  const leases = await store.leases.of(lockKeysOf(request));
  const mine = leases.filter((lease) => lease.card === request.id && lease.until > world.now());
  if (mine.length === 0) return 'gone';
  return mine.every(({ holder }) => holder === engine.holder) ? 'ours' : 'another';
}

/** Reads back the state after every event has ended: follow-up actions, and the current rows if an event failed. */
async function withReadBack(
  engine: EngineContext,
  request: ChangeRequest,
  index: number,
  snapshot: EventSnapshot,
): Promise<Omit<Followed, 'isAbandoned'>> {
  const events = followAll(request, index, snapshot, engine.services.world.now());
  if (!events.every(hasEnded)) return { ...snapshot, says: [] };
  const outcome = await readBack(engine, reached(request, index, events));
  const rows = events.some(hasFailed) ? outcome.now() : undefined;
  return { ...snapshot, says: outcome.says(), shows: outcome.shows(index), ...(rows ? { rows } : {}) };
}

/** Returns the request with only the components that succeeded, if any, because the read-back judges only those. */
function reached(request: ChangeRequest, index: number, events: readonly FollowedEvent[]): ChangeRequest {
  const step = request.plan.steps[index];
  if (!step?.awaits) return request;
  const { components } = step.awaits;
  const succeeded = events.filter(({ state }) => state === 'succeeded').map(({ component }) => component);
  const counted = components.filter(({ id }) => succeeded.includes(id));
  if (counted.length === 0) return request;
  const judged = { ...step, awaits: { ...step.awaits, components: counted } };
  return {
    ...request,
    plan: { ...request.plan, steps: request.plan.steps.map((each, at) => (at === index ? judged : each)) },
  };
}

/** Sends the step after a finished one. If the process that is allowed to send it is gone, the step is never sent. */
async function sendNext(
  engine: EngineContext,
  request: ChangeRequest,
  runner: 'ours' | 'gone',
): Promise<number | undefined> {
  const next = request.steps.findIndex(({ state }) => state === 'waiting');
  if (next <= 0 || request.steps[next - 1]?.state !== 'done') return undefined;
  if (runner === 'gone') {
    await applyEvent(engine, request.id, { event: 'interrupted', shows: 'unreadable', says: [] });
    return undefined;
  }
  if (!engine.mayStart()) return engine.services.world.now() + othersWait;
  await runSteps(engine, request, next);
  const after = (await loadRequest(engine, request.id))?.request;
  if (after?.state !== 'running') return undefined;
  // Keep this row while the request runs, because finishing it could lose a row that was put again and is already in
  // this process. If a step is still `waiting`, it wasn't sent, or its component is busy.
  const again = after.steps[next]?.state === 'waiting' ? sendAgain : 0;
  return engine.services.world.now() + again;
}
