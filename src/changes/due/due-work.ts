import * as z from 'zod';
import { openStates } from '../../core/request/change-request.ts';
import { isWaiting } from '../../core/request/decide-request.ts';
import { evidenceDelay, hasEvidenceAfter } from '../../core/request/finish-request.ts';
import { type Attempt, createJobs, type Jobs } from '../../delivery/jobs.ts';
import { freezesDue } from '../../operations/shared/freeze/stored-freeze.ts';
import type { Held } from '../../store/claims.ts';
import type { Due } from '../../store/stored-types.ts';
import { applyEvent, loadRequest } from '../apply-event.ts';
import { checkLease, checkOutcome } from '../check-outcome.ts';
import type { EngineContext } from '../engine-context.ts';
import { pollEvents } from '../events/poll-events.ts';
import { recheckFree, runRequest } from '../execute.ts';
import { afterFreeze, judgeAgain } from '../policy/judge-freezes.ts';
import { recheckDecisions } from '../policy/recheck-decisions.ts';
import { dueKindsOf, evidenceAfterOf, pressLane } from '../request-commit.ts';
import { closeAccess } from '../temporary-access/close-access.ts';
import { tellEarlier } from '../temporary-access/tell-earlier.ts';

/** Checks a scheduled request early, so that people can still decide. Data unreadable now is checked at run time. */
async function lookAhead(engine: EngineContext, id: string): Promise<undefined> {
  const request = (await loadRequest(engine, id))?.request;
  if (request?.state !== 'scheduled') return;
  const voided = await recheckDecisions(engine, request);
  if (voided === 'later') return;
  if (voided) {
    await applyEvent(engine, id, voided);
    return;
  }
  const rechecked = await recheckFree(engine, request);
  if (rechecked !== 'later') await applyEvent(engine, id, { event: 'looked', recheck: rechecked });
}

async function beginScheduled(engine: EngineContext, id: string): Promise<number | undefined> {
  const request = (await loadRequest(engine, id))?.request;
  if (request?.state !== 'scheduled' || !request.planned) return undefined;
  const { at } = request.planned;
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
  how: z.enum(['by-hand', 'kept', 'extended']),
  by: z.object({ id: z.string(), name: z.string() }).optional(),
  later: z.object({ request: z.string(), link: z.string().optional(), until: z.number().optional() }).optional(),
});

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
      const { card, how, by, later } = Ended.parse(row.body);
      const loaded = (await loadRequest(engine, card))?.request;
      if (openStates.some((state) => state === loaded?.state)) return engine.services.world.now() + openWait;
      await applyEvent(engine, card, { event: 'closed', how, by, later });
      await tellEarlier(engine, card);
      return undefined;
    }
    default:
      engine.services.world.log.warn('a due row of an unknown kind', { kind: row.kind });
      return undefined;
  }
}

/** Poll interval until the components of a change are no longer watched, and how long that may take, in ms. */
const [watchedWait, longestWatched] = [15_000, 6 * 60_000];

/** Posts the verdict on a change once nothing can contradict it any more. */
async function putEvidence(engine: EngineContext, id: string): Promise<number | undefined> {
  const { store, policy, world } = engine.services;
  const request = (await loadRequest(engine, id))?.request;
  if (!request || !policy.evidence || !hasEvidenceAfter(request)) return undefined;
  const now = world.now();
  const isLate = now >= (request.ended ?? 0) + evidenceDelay + longestWatched;
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
