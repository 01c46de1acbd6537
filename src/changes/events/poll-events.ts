import { type ChangeRequest, lockKeysOf } from '../../core/request/change-request.ts';
import { type FoundEvents, followAll } from '../../core/request/events/follow-event.ts';
import { waitsForOwnStep } from '../../core/request/events/follow-request.ts';
import { type FollowedEvent, hasEnded, hasFailed } from '../../core/request/events/followed-event.ts';
import type { Followed } from '../../core/request/transition.ts';
import { applyEvent, changedBy, loadRequest } from '../apply-event.ts';
import type { EngineContext } from '../engine-context.ts';
import { runSteps } from '../execute.ts';
import { readBack } from '../verify.ts';
import { nextPoll } from './poll-schedule.ts';
import { readStepEvents } from './read-events.ts';

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
