import { type ChangeRequest, lockKeysOf } from '../../core/request/change-request.ts';
import { type FoundEvents, followAll, logWait } from '../../core/request/events/follow-event.ts';
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
 * How often a request's events are looked for until they appear, and while they run, in ms; of many components less often,
 * since each takes a call.
 *
 * A failure is to be on its card, with its log, within 15 s, while the platform answers. At worst it
 * happens just after a look has begun to read. Then come the rest of that look, 8 s until the next one is due, 1 s until
 * the engine's loop notices that (`pollMs` of `change-engine.ts`), the look that finds it, the reading back of the state,
 * and the log: 9 s of waiting, which leaves 6 s for four calls. A failure that a look finds sooner than its log is there,
 * which takes about 3 s, is looked at once more after 3 s: also sooner than the worst.
 */
const untilSeen = { least: 1_000, most: 4_000 };
const whileRunning = { least: 5_000, most: 8_000 };
const forEach = 100;

/** How long until the events are looked at again, in ms. @param now epoch ms */
export function nextPoll(events: readonly FollowedEvent[], now: number): number {
  const open = events.filter((event) => !hasEnded(event));
  if (open.some(({ logSought }) => logSought !== undefined)) return logWait;
  const due = open.map((event) => settlesIn(event, now));
  if (due.length > 0 && due.every(Number.isFinite)) return Math.max(1_000, Math.min(...due));
  const { least, most } = open.some(({ state }) => state === 'awaited') ? untilSeen : whileRunning;
  return Math.min(most, Math.max(least, open.length * forEach));
}

/** How long until another reading of a status can end it, in ms; infinite where it isn't known. */
function settlesIn({ phase, reading }: FollowedEvent, now: number): number {
  if (phase !== 'settling' || reading?.shows !== 'reached') return Number.POSITIVE_INFINITY;
  return reading.since + settledAfter - now;
}

/** How soon a step that couldn't be sent is tried again, and what another process works on is looked at again; ms. */
const sendAgain = 5_000;
const othersWait = 1_000;

/**
 * Follows a request whose call the platform has taken: its events, then the step after them. Everything is in the
 * store, so that any process goes on with it, and none sends a call again.
 * @returns when to come again (epoch ms); undefined when there is nothing more to follow
 */
export async function pollEvents(engine: EngineContext, id: string): Promise<number | undefined> {
  const { world } = engine.services;
  const found = await loadRequest(engine, id);
  if (found?.request.state !== 'running') return undefined;
  const { request: card } = found;
  const runner = await runnerOf(engine, card);
  if (runner === 'another') return world.now() + othersWait;
  const index = card.steps.findIndex(({ state }) => state === 'following');
  if (index < 0) return sendNext(engine, card, runner);
  const read = await readStepEvents(engine, card, index);
  const applied = await applyEvent(engine, id, {
    event: 'followed',
    step: index,
    ...(await withReadBack(engine, card, index, read)),
    isAbandoned: runner === 'gone',
  });
  if (applied === 'gone') return undefined;
  const now = changedBy(applied)?.request ?? card;
  if (now.state !== 'running') return undefined;
  if (now.steps[index]?.state === 'done') return world.now();
  return world.now() + nextPoll(now.steps[index]?.events ?? [], world.now());
}

/**
 * Whether this process may send what is left, where only the one that began may: `another` is at it, or it is `gone`.
 */
async function runnerOf(engine: EngineContext, request: ChangeRequest): Promise<'ours' | 'another' | 'gone'> {
  if (!waitsForOwnStep(request)) return 'ours';
  const { store, world } = engine.services;
  const leases = await store.leases.of(lockKeysOf(request));
  const mine = leases.filter((lease) => lease.card === request.id && lease.until > world.now());
  if (mine.length === 0) return 'gone';
  return mine.every(({ holder }) => holder === engine.holder) ? 'ours' : 'another';
}

/** Once every event has ended, the state is read back: what people can do now, or how it is now. */
async function withReadBack(
  engine: EngineContext,
  request: ChangeRequest,
  index: number,
  found: FoundEvents,
): Promise<Omit<Followed, 'isAbandoned'>> {
  const events = followAll(request, index, found, engine.services.world.now());
  if (!events.every(hasEnded)) return { ...found, says: [] };
  const read = await readBack(engine, reached(request, index, events));
  const rows = events.some(hasFailed) ? read.now() : undefined;
  return { ...found, says: read.says(), shows: read.shows(index), ...(rows ? { rows } : {}) };
}

/** The request as the state has to show it: what wasn't reached does not count, where others were. */
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

/** The step that comes after one that is done: sent now, or, where its process is gone, never. */
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
  // While it runs this row comes again: one that was put again meanwhile may be in the hands of this process already,
  // and finishing it would lose it. A step that still waits never left, or its component is taken.
  const again = after.steps[next]?.state === 'waiting' ? sendAgain : 0;
  return engine.services.world.now() + again;
}
