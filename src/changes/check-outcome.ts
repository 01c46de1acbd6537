import { type ChangeRequest, lastMoment, lockKeysOf } from '../core/request/change-request.ts';
import { type EventSnapshot, followAll } from '../core/request/events/follow-event.ts';
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
  const loaded = await loadRequest(engine, id);
  if (!loaded) return 'gone';
  const { request } = loaded;
  const index = request.run.steps.findIndex(({ state }) => state === 'unknown');
  const events = request.state === 'unknown' ? await findEvents(engine, request, index) : undefined;
  if (events?.arrived) return applyEvent(engine, id, { event: 'recovered', step: index, ...events.found, by });
  const outcome = request.state === 'unknown' && index >= 0 ? await readBack(engine, request) : undefined;
  const shows = outcome?.shows(index) ?? 'unreadable';
  return applyEvent(engine, id, {
    event: 'observed',
    // Events say more than the state, which may be updated late. Use the state if the events can't be read.
    shows: events && shows !== 'after' ? events.shows : shows,
    says: outcome?.says() ?? [],
    ...(events ? {} : leftoverIn(outcome, index)),
    goesOn: events?.goesOn ? true : undefined,
    tells: events?.tells,
    by,
  });
}

interface CheckedEvents {
  readonly found: EventSnapshot;
  /** Whether the platform has received the call, and the call's end is near or known. */
  readonly arrived: boolean;
  /** Whether the events are still running after the maximum time to follow them. */
  readonly goesOn: boolean;
  readonly shows: 'before' | 'other' | 'unreadable';
  readonly tells?: Text;
}

/** Maximum age of a running event, in ms. An older event has probably died; the platform doesn't report that. */
const longestEvent = 60 * 60_000;

async function findEvents(
  engine: EngineContext,
  request: ChangeRequest,
  index: number,
): Promise<CheckedEvents | undefined> {
  const events = request.run.steps[index]?.events;
  if (!events || !request.plan.steps[index]?.awaits) return undefined;
  const open = events.filter((event) => !hasEnded(event));
  const stepEvents = await readStepEvents(engine, request, index);
  const now = engine.services.world.now();
  const followed = followAll(request, index, stepEvents, now);
  const none = { found: stepEvents, arrived: false, goesOn: false } as const;
  if (stepEvents.events.size < open.length) return { ...none, shows: 'unreadable' };
  if (!followed.some(wasSeen)) return { ...none, shows: 'before' };
  const tells = unsettledText(followed);
  const isLate = request.state === 'unknown' && now >= lastMoment(request);
  const atWork = isLate ? followed.filter(isAtWork) : [];
  if (atWork.length > 0) {
    const goesOn = atWork.some(({ since = request.at }) => now - since < longestEvent);
    return { ...none, shows: 'other', goesOn, tells };
  }
  if (followed.some(isLost)) return { ...none, shows: 'other', tells };
  return { ...none, arrived: true, shows: 'other' };
}

function isAtWork({ state, phase }: FollowedEvent): boolean {
  return state === 'awaited' || (state === 'running' && (phase === 'working' || phase === 'rolling-out'));
}

function leftoverIn(readBack: ReadBack | undefined, step: number): { readonly leftover?: Leftover } {
  const leftover = readBack?.shows(step) === 'before' ? readBack.leftover(step) : undefined;
  return leftover ? { leftover } : {};
}

/** Reads back a sent call after its lease expired, because its process is gone. Returns when to check again. */
export async function checkLease(engine: EngineContext, id: string): Promise<number | undefined> {
  const { store, world } = engine.services;
  const loaded = await loadRequest(engine, id);
  if (loaded?.request.state !== 'running' || isFollowed(loaded.request)) return undefined;
  const [lease] = await store.leases.of(lockKeysOf(loaded.request));
  if (lease?.card === id && lease.until > world.now()) return lease.until;
  const index = loaded.request.run.steps.findIndex(({ state }) => state === 'sent');
  const events = await findEvents(engine, loaded.request, index);
  if (events?.arrived) {
    await applyEvent(engine, id, { event: 'recovered', step: index, ...events.found }, loaded.version);
    return undefined;
  }
  const outcome = index >= 0 ? await readBack(engine, loaded.request) : undefined;
  const event = {
    event: 'interrupted',
    shows: outcome?.shows(index) ?? 'unreadable',
    says: outcome?.says() ?? [],
  } as const;
  await applyEvent(engine, id, event, loaded.version);
  // If a process that seemed gone has saved the request since the check began, it has also put this row again.
  return undefined;
}

/** Whether another due row already follows the request: its events, or the step after them. */
function isFollowed(request: ChangeRequest): boolean {
  return request.run.steps.some(({ state }) => state === 'following') || followingStep(request) !== undefined;
}
