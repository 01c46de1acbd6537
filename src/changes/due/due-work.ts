import * as z from 'zod';
import { placeKey } from '../../core/command/context.ts';
import { defined } from '../../core/defined.ts';
import {
  Actor,
  type ChangeRequest,
  changerOf,
  hasRun,
  lockKeysOf,
  NextRequest,
  openStates,
  readRequests,
} from '../../core/request/change-request.ts';
import { isWaiting, lookBefore } from '../../core/request/decide-request.ts';
import { type EventSnapshot, followAll, logWait } from '../../core/request/events/follow-event.ts';
import { waitsForOwnStep } from '../../core/request/events/follow-request.ts';
import { type FollowedEvent, hasEnded, hasFailed } from '../../core/request/events/followed-event.ts';
import { evidenceDelay, hasEvidenceAfter } from '../../core/request/finish-request.ts';
import { concernSame } from '../../core/request/plan.ts';
import type { Followed } from '../../core/request/transition.ts';
import { settledAfter } from '../../core/runs/run-phase.ts';
import { type Attempt, createJobs, type Jobs } from '../../delivery/jobs.ts';
import { channelsOf, freezeEndedRow, freezeRecords, freezesDue } from '../../operations/shared/freeze/stored-freeze.ts';
import type { Held } from '../../store/claims.ts';
import type { Due } from '../../store/stored-types.ts';
import { applyEvent, changedBy, loadRequest } from '../apply-event.ts';
import { checkLease, checkOutcome } from '../check-outcome.ts';
import type { EngineContext } from '../engine-context.ts';
import { readStepEvents } from '../events/read-events.ts';
import { recheckFree, runRequest, runSteps } from '../execute.ts';
import { judgeAgain, judgeAll } from '../policy/judge-freezes.ts';
import { recheckDecisions } from '../policy/recheck-decisions.ts';
import { dueKindsOf, evidenceAfterOf, pressLane } from '../request-commit.ts';
import { tellOvertaken } from '../tell-overtaken.ts';
import { closeAccess } from '../temporary-access/close-access.ts';
import { tellEnd } from '../temporary-access/tell-end.ts';
import { readBack } from '../verify.ts';

/**
 * Checks a scheduled request once it is decided, and again early enough before its time that people can still decide.
 * Data unreadable now is checked later.
 * @returns when to check again
 */
async function lookAhead(engine: EngineContext, id: string): Promise<number | undefined> {
  const request = (await loadRequest(engine, id))?.request;
  if (request?.state !== 'scheduled' || !request.run.planned) return undefined;
  const again = request.run.planned.at - lookBefore;
  await lookNow(engine, request);
  return again > engine.services.world.now() ? again : undefined;
}

async function lookNow(engine: EngineContext, request: ChangeRequest): Promise<void> {
  const voided = await recheckDecisions(engine, request);
  if (voided === 'later') return;
  if (voided) {
    await applyEvent(engine, request.id, voided);
    return;
  }
  const rechecked = await recheckFree(engine, request);
  if (rechecked !== 'later') await applyEvent(engine, request.id, { event: 'looked', recheck: rechecked });
}

/**
 * Plans the waiting requests again that concern the same as one that ended, so that nobody decides on an old card, and
 * the scheduled ones with a card that names one that won't run.
 */
async function lookAgain(engine: EngineContext, id: string): Promise<void> {
  const ended = (await loadRequest(engine, id))?.request;
  if (!ended) return;
  const open = readRequests(await engine.services.store.requests.open({ placeKey: placeKey(ended.context) }));
  const isRun = hasRun(ended);
  const by = isRun ? changerOf(ended) : undefined;
  for (const waiting of open) {
    const isNamed = waiting.shown.beside?.some(({ request }) => request === id) === true;
    const isScheduled = waiting.state === 'scheduled' && !isRun && isNamed;
    const isWaiting = waiting.state === 'proposed' && !waiting.decision.frozen && concernSame(waiting.plan, ended.plan);
    if (!isScheduled && !isWaiting) continue;
    const recheck = await recheckFree(engine, waiting);
    // Whether a scheduled request can run is looked at before its time.
    if (recheck !== 'later' && (isWaiting || 'plan' in recheck))
      await applyEvent(engine, waiting.id, { event: 'looked', recheck, ...defined({ by }) });
  }
}

async function beginScheduled(engine: EngineContext, id: string): Promise<number | undefined> {
  const request = (await loadRequest(engine, id))?.request;
  if (request?.state !== 'scheduled' || !request.run.planned) return undefined;
  const { at } = request.run.planned;
  if (engine.services.world.now() < at) return at;
  await applyEvent(engine, id, { event: 'begin' });
  engine.wake();
  return undefined;
}

const Body = z.object({ card: z.string() });
const Changed = z.object({ placeKey: z.string().optional() });
const Ended = z.object({
  card: z.string(),
  opening: z.string(),
  how: z.enum(['by-hand', 'kept', 'extended', 'narrowed']),
  by: Actor.optional(),
  next: NextRequest.optional(),
  later: z.object({ request: z.string(), link: z.string().optional(), until: z.number().optional() }).optional(),
});

const Undone = z.object({ card: z.string(), next: NextRequest, by: Actor, how: z.literal('deleted').optional() });

/** Handles one due row; safe to repeat. Returns when to handle the row again, or undefined if it is done. */
async function doDue(engine: EngineContext, held: Held<Due>): Promise<number | undefined> {
  const { row } = held;
  if (row.kind === freezesDue) {
    await afterFreeze(engine, Changed.parse(row.body).placeKey);
    return undefined;
  }
  const feature = engine.features.find(({ due }) => due?.kinds.includes(row.kind));
  if (feature?.due) return feature.due.work(engine, row);
  const { data } = Body.safeParse(row.body);
  if (!data) return undefined;
  switch (row.kind) {
    case 'change.expire':
      return expireInTime(engine, data.card);
    case 'change.remind':
      await applyEvent(engine, data.card, { event: 'remind' });
      return undefined;
    case 'change.run':
      return runRequest(engine, data.card, held);
    case 'change.freeze':
      return judgeAgain(engine, data.card);
    case 'change.look':
      return lookAhead(engine, data.card);
    case 'change.begin':
      return beginScheduled(engine, data.card);
    case 'change.check':
      await checkOutcome(engine, data.card);
      return undefined;
    case 'change.watch':
      return checkLease(engine, data.card);
    case 'change.follow':
      return pollEvents(engine, data.card);
    case 'change.evidence':
      return putEvidence(engine, data.card);
    case 'change.close':
      return closeAccess(engine, data.card);
    case 'change.ended': {
      const { card, how, by, later, next } = Ended.parse(row.body);
      const loaded = (await loadRequest(engine, card))?.request;
      if (openStates.some((state) => state === loaded?.state)) return engine.services.world.now() + openWait;
      await applyEvent(
        engine,
        card,
        how === 'narrowed' ? { event: how, by } : { event: 'closed', how, by, later, next },
      );
      await tellEnd(engine, card);
      return undefined;
    }
    case 'change.undone': {
      const { card, ...undone } = Undone.parse(row.body);
      await applyEvent(engine, card, { event: 'undone', ...undone });
      return undefined;
    }
    case 'change.others':
      await tellOvertaken(engine, data.card);
      await lookAgain(engine, data.card);
      return undefined;
    default:
      engine.services.world.log.warn('a due row of an unknown kind', { kind: row.kind });
      return undefined;
  }
}

async function afterFreeze(engine: EngineContext, place: string | undefined): Promise<void> {
  const { store, world, policy } = engine.services;
  const now = world.now();
  for (const record of await freezeRecords.list(store, { placeKey: place, isOpen: true })) {
    if (record.body.to > now) continue;
    const outbox = channelsOf(policy, record.body).map((channel) => freezeEndedRow(record.body, channel, now));
    const ended = freezeRecords.save(record.body, { ...record, isOpen: false }, record.version);
    await store.commit({ at: now, records: [ended], outbox });
  }
  await judgeAll(engine, place);
}

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
async function pollEvents(engine: EngineContext, id: string): Promise<number | undefined> {
  const { world } = engine.services;
  const loaded = await loadRequest(engine, id);
  if (loaded?.request.state !== 'running') return undefined;
  const { request } = loaded;
  const runner = await runnerOf(engine, request);
  if (runner === 'another') return world.now() + othersWait;
  const index = request.run.steps.findIndex(({ state }) => state === 'following');
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
  if (now.run.steps[index]?.state === 'done') return world.now();
  return world.now() + nextPoll(now.run.steps[index]?.events ?? [], world.now());
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
  const next = request.run.steps.findIndex(({ state }) => state === 'waiting');
  if (next <= 0 || request.run.steps[next - 1]?.state !== 'done') return undefined;
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
  const again = after.run.steps[next]?.state === 'waiting' ? sendAgain : 0;
  return engine.services.world.now() + again;
}

/** Poll interval until the components of a change are no longer watched, and how long that may take, in ms. */
const [watchedWait, longestWatched] = [15_000, 6 * 60_000];

/** Posts the verdict on a change once nothing can contradict it any more. */
async function putEvidence(engine: EngineContext, id: string): Promise<number | undefined> {
  const { store, policy, world } = engine.services;
  const request = (await loadRequest(engine, id))?.request;
  if (!request || !policy.evidence || !hasEvidenceAfter(request)) return undefined;
  const now = world.now();
  const isLate = now >= (request.run.ended ?? 0) + evidenceDelay + longestWatched;
  const watched = await Promise.all(engine.features.map((each) => each.isWatched?.(store, id)));
  if (!isLate && watched.includes(true)) return now + watchedWait;
  await store.commit({ at: now, outbox: [evidenceAfterOf(request, now)] });
  engine.wake();
  return undefined;
}

/** Poll interval if a request still runs after its temporary access has ended, in ms. */
const openWait = 60_000;

/** Poll interval until a press that was made before the expiry is processed, in ms. */
const pressWait = 1_000;

async function expireInTime(engine: EngineContext, id: string): Promise<number | undefined> {
  // A press counts from the time it was made, so a waiting press may still be early enough.
  if (await engine.services.store.presses.isWaiting(pressLane(id))) return engine.services.world.now() + pressWait;
  const expired = await applyEvent(engine, id, { event: 'expire' });
  if (typeof expired === 'string' || 'request' in expired) return undefined;
  // The request didn't expire, because its expiry was moved.
  const request = (await loadRequest(engine, id))?.request;
  return request && isWaiting(request) && request.expires > engine.services.world.now() ? request.expires : undefined;
}

export function createDueWork(engine: EngineContext, pollMs: number): Jobs<Due> {
  const { world, store, count } = engine.services;
  const due = {
    what: 'due work',
    kinds: () => dueKindsOf(engine),
    slots: 64,
    retry: { firstMs: 1_000, maxMs: 60_000 },
    async work(held: Held<Due>): Promise<Attempt> {
      const { row } = held;
      const counted = (outcome: 'ok' | 'failed') => count?.dueDone(row.kind, outcome, world.now() - row.at);
      try {
        const again = await doDue(engine, held);
        counted('ok');
        return again === undefined ? 'over' : { again: again - world.now() };
      } catch (error) {
        counted('failed');
        throw error;
      }
    },
  };
  return createJobs(world, store.due, [due], { pollMs, holder: engine.holder });
}
