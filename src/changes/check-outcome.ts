import { type ChangeRequest, lastMoment, lockKeysOf } from '../core/request/change-request.ts';
import { type FoundEvents, followAll } from '../core/request/events/follow-event.ts';
import { unsettledText } from '../core/request/events/follow-request.ts';
import { type FollowedEvent, hasEnded, isLost, wasSeen } from '../core/request/events/followed-event.ts';
import type { Leftover } from '../core/request/plan.ts';
import { followingStep } from '../core/request/run-request.ts';
import type { AuditActor } from '../core/request/transition.ts';
import type { Text } from '../core/text/text.ts';
import { type Applied, applyEvent, loadRequest } from './apply-event.ts';
import type { EngineContext } from './engine-context.ts';
import { readStepEvents } from './events/read-events.ts';
import { type ReadBack, readBack } from './verify.ts';

export async function checkOutcome(engine: EngineContext, id: string, by?: AuditActor): Promise<Applied> {
  const found = await loadRequest(engine, id);
  if (!found) return 'gone';
  const { request: card } = found;
  const index = card.steps.findIndex(({ state }) => state === 'unknown');
  const events = card.state === 'unknown' ? await findEvents(engine, card, index) : undefined;
  if (events?.arrived) return applyEvent(engine, id, { event: 'recovered', step: index, ...events.found, by });
  const read = card.state === 'unknown' && index >= 0 ? await readBack(engine, card) : undefined;
  const shows = read?.shows(index) ?? 'unreadable';
  return applyEvent(engine, id, {
    event: 'observed',
    // Events say more than the state, which may lag. The state counts if the events can't be read.
    shows: events && shows !== 'after' ? events.shows : shows,
    says: read?.says() ?? [],
    ...(events ? {} : leftoverIn(read, index)),
    goesOn: events?.goesOn ? true : undefined,
    tells: events?.tells,
    by,
  });
}

interface CheckedEvents {
  readonly found: FoundEvents;
  /** The platform has received the call, and its end is near or known. */
  readonly arrived: boolean;
  /** The events are still running after the follow limit. */
  readonly goesOn: boolean;
  readonly shows: 'before' | 'other' | 'unreadable';
  readonly tells?: Text;
}

/** Maximum age of a running event, in ms. An older one has probably died: the platform reports no end of it. */
const longestEvent = 60 * 60_000;

async function findEvents(
  engine: EngineContext,
  request: ChangeRequest,
  index: number,
): Promise<CheckedEvents | undefined> {
  const events = request.steps[index]?.events;
  if (!events || !request.plan.steps[index]?.awaits) return undefined;
  const open = events.filter((event) => !hasEnded(event));
  const found = await readStepEvents(engine, request, index);
  const now = engine.services.world.now();
  const read = followAll(request, index, found, now);
  const none = { found, arrived: false, goesOn: false } as const;
  if (found.seen.size < open.length) return { ...none, shows: 'unreadable' };
  if (!read.some(wasSeen)) return { ...none, shows: 'before' };
  const tells = unsettledText(read);
  const isLate = request.state === 'unknown' && now >= lastMoment(request);
  const atWork = isLate ? read.filter(isAtWork) : [];
  if (atWork.length > 0) {
    const goesOn = atWork.some(({ since = request.at }) => now - since < longestEvent);
    return { ...none, shows: 'other', goesOn, tells };
  }
  if (read.some(isLost)) return { ...none, shows: 'other', tells };
  return { ...none, arrived: true, shows: 'other' };
}

function isAtWork({ state, phase }: FollowedEvent): boolean {
  return state === 'awaited' || (state === 'running' && (phase === 'working' || phase === 'rolling-out'));
}

function leftoverIn(read: ReadBack | undefined, step: number): { readonly leftover?: Leftover } {
  const leftover = read?.shows(step) === 'before' ? read.leftover(step) : undefined;
  return leftover ? { leftover } : {};
}

/** If the lease lapsed, its process is gone. Reads back the sent call, sends nothing. Returns when to check again. */
export async function checkLease(engine: EngineContext, id: string): Promise<number | undefined> {
  const { store, world } = engine.services;
  const found = await loadRequest(engine, id);
  if (found?.request.state !== 'running' || isFollowed(found.request)) return undefined;
  const [lease] = await store.leases.of(lockKeysOf(found.request));
  if (lease?.card === id && lease.until > world.now()) return lease.until;
  const index = found.request.steps.findIndex(({ state }) => state === 'sent');
  const events = await findEvents(engine, found.request, index);
  if (events?.arrived) {
    await applyEvent(engine, id, { event: 'recovered', step: index, ...events.found }, found.version);
    return undefined;
  }
  const read = index >= 0 ? await readBack(engine, found.request) : undefined;
  const event = { event: 'interrupted', shows: read?.shows(index) ?? 'unreadable', says: read?.says() ?? [] } as const;
  await applyEvent(engine, id, event, found.version);
  // A process that seemed gone has saved meanwhile and put this row again.
  return undefined;
}

/** Whether a separate row already follows the request: its events, or the step after them. */
function isFollowed(request: ChangeRequest): boolean {
  return request.steps.some(({ state }) => state === 'following') || followingStep(request) !== undefined;
}
