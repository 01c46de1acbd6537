import { componentKeyOf } from '../core/request/change-request.ts';
import type { Leftover } from '../core/request/leftover.ts';
import type { Doer } from '../core/request/transition.ts';
import { type Applied, applyEvent, loadCard } from './apply-event.ts';
import type { EngineContext } from './engine-context.ts';
import { type ReadBack, readBack } from './verify.ts';

/** Reads again what became of a card whose outcome is unknown. */
export async function checkCard(engine: EngineContext, id: string, by?: Doer): Promise<Applied> {
  const found = await loadCard(engine, id);
  if (!found) return 'gone';
  const { card } = found;
  const index = card.steps.findIndex(({ state }) => state === 'unknown');
  const read = card.state === 'unknown' && index >= 0 ? await readBack(engine, card) : undefined;
  return applyEvent(engine, id, {
    event: 'observed',
    shows: read?.shows(index) ?? 'unreadable',
    says: read?.says() ?? [],
    ...leftoverIn(read, index),
    ...(by ? { by } : {}),
  });
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
  if (found?.card.state !== 'running') return undefined;
  const lease = await store.leases.get(componentKeyOf(found.card));
  if (lease?.card === id && lease.until > world.now()) return lease.until;
  const index = found.card.steps.findIndex(({ state }) => state === 'sent');
  const read = index >= 0 ? await readBack(engine, found.card) : undefined;
  const event = { event: 'interrupted', shows: read?.shows(index) ?? 'unreadable', says: read?.says() ?? [] } as const;
  await applyEvent(engine, id, event, found.version);
  // Whoever was thought gone and saved something meanwhile has put this work anew.
  return undefined;
}
