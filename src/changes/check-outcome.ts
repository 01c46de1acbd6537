import { type ChangeRequest, lockKeysOf } from '../core/request/change-request.ts';
import { matchAll } from '../core/request/events/follow-request.ts';
import { hasEnded, type SeenEvents, wasSeen } from '../core/request/events/followed-event.ts';
import type { Leftover } from '../core/request/leftover.ts';
import { followingStep } from '../core/request/run-request.ts';
import type { Doer, ObservedState } from '../core/request/transition.ts';
import { type Applied, applyEvent, loadCard } from './apply-event.ts';
import type { EngineContext } from './engine-context.ts';
import { readEvents } from './events/read-events.ts';
import { type ReadBack, readBack } from './verify.ts';

/** Reads again what became of a card whose outcome is unknown. */
export async function checkCard(engine: EngineContext, id: string, by?: Doer): Promise<Applied> {
  const found = await loadCard(engine, id);
  if (!found) return 'gone';
  const { card } = found;
  const index = card.steps.findIndex(({ state }) => state === 'unknown');
  const events = card.state === 'unknown' ? await findEvents(engine, card, index) : undefined;
  if (events?.found)
    return applyEvent(engine, id, { event: 'recovered', step: index, seen: events.seen, ...byWhom(by) });
  const read = card.state === 'unknown' && index >= 0 ? await readBack(engine, card) : undefined;
  return applyEvent(engine, id, {
    event: 'observed',
    shows: shownBy(events, read?.shows(index)),
    says: read?.says() ?? [],
    ...(events ? {} : leftoverIn(read, index)),
    ...byWhom(by),
  });
}

function byWhom(by: Doer | undefined): { readonly by?: Doer } {
  return by ? { by } : {};
}

/** What reading the events of a call tells whose answer was lost. */
interface FoundEvents {
  readonly seen: SeenEvents;
  /** Some were seen that have not been followed: the call has arrived. */
  readonly found: boolean;
  readonly shows: 'before' | 'other' | 'unreadable';
}

/** Looks for the events of a step; undefined where it awaits none. */
async function findEvents(engine: EngineContext, card: ChangeRequest, index: number): Promise<FoundEvents | undefined> {
  const events = card.steps[index]?.events;
  if (!events || !card.plan.steps[index]?.awaits) return undefined;
  const open = events.filter((event) => !hasEnded(event)).map(({ component }) => component);
  const seen = await readEvents(engine, card, open);
  const now = matchAll(card, index, seen, engine.services.world.now());
  if (!now.some(wasSeen)) return { seen, found: false, shows: seen.size < open.length ? 'unreadable' : 'before' };
  // Events that were followed for as long as is allowed are not followed again while they go on.
  const found = now.every(hasEnded) || now.some((event, at) => wasSeen(event) && event.event !== events[at]?.event);
  return { seen, found, shows: seen.size < open.length ? 'unreadable' : 'other' };
}

/** Events tell more than the state, which may lag; the state tells where they can't be read. */
function shownBy(events: FoundEvents | undefined, shows: ObservedState = 'unreadable'): ObservedState {
  if (!events || shows === 'after') return shows;
  return events.shows;
}

function leftoverIn(read: ReadBack | undefined, step: number): { readonly leftover?: Leftover } {
  const leftover = read?.shows(step) === 'before' ? read.leftover(step) : undefined;
  return leftover ? { leftover } : {};
}

/**
 * Looks after a card that somebody runs. When the lease has lapsed, whoever ran it is gone: what was sent is read
 * back, and nothing is sent again.
 * @returns when to look again; undefined when it runs no more
 */
export async function watchCard(engine: EngineContext, id: string): Promise<number | undefined> {
  const { store, world } = engine.services;
  const found = await loadCard(engine, id);
  if (found?.card.state !== 'running' || isFollowed(found.card)) return undefined;
  const [lease] = await store.leases.of(lockKeysOf(found.card));
  if (lease?.card === id && lease.until > world.now()) return lease.until;
  const index = found.card.steps.findIndex(({ state }) => state === 'sent');
  const events = await findEvents(engine, found.card, index);
  if (events?.found) {
    await applyEvent(engine, id, { event: 'recovered', step: index, seen: events.seen }, found.version);
    return undefined;
  }
  const read = index >= 0 ? await readBack(engine, found.card) : undefined;
  const event = { event: 'interrupted', shows: read?.shows(index) ?? 'unreadable', says: read?.says() ?? [] } as const;
  await applyEvent(engine, id, event, found.version);
  // Whoever was thought gone and saved something meanwhile has put this work anew.
  return undefined;
}

/** Whether a row of its own looks after it: its events, or the step that must follow them. */
function isFollowed(card: ChangeRequest): boolean {
  return card.steps.some(({ state }) => state === 'following') || followingStep(card) !== undefined;
}
