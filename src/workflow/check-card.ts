import { componentKeyOf } from '../core/card.ts';
import type { Doer } from '../core/card-turn.ts';
import { type Applied, happen, loadCard } from './card-apply.ts';
import { readBack } from './read-state.ts';
import type { Room } from './room.ts';

/** Reads again what became of a card whose outcome is unknown. */
export async function checkCard(room: Room, id: string, by?: Doer): Promise<Applied> {
  const found = await loadCard(room, id);
  if (!found) return 'gone';
  const { card } = found;
  const index = card.steps.findIndex(({ state }) => state === 'unknown');
  const read = card.state === 'unknown' && index >= 0 ? await readBack(room, card) : undefined;
  return happen(room, id, {
    event: 'observed',
    shows: read?.shows(index) ?? 'unreadable',
    says: read?.says ?? [],
    ...(by ? { by } : {}),
  });
}

/**
 * Looks after a card that somebody runs. When the lease has lapsed, whoever ran it is gone: what was sent is read
 * back, and nothing is sent again.
 * @returns when to look again; undefined when it runs no more
 */
export async function watchCard(room: Room, id: string): Promise<number | undefined> {
  const { store, world } = room.tools;
  const found = await loadCard(room, id);
  if (found?.card.state !== 'running') return undefined;
  const lease = await store.leases.get(componentKeyOf(found.card));
  if (lease?.card === id && lease.until > world.now()) return lease.until;
  const index = found.card.steps.findIndex(({ state }) => state === 'sent');
  const read = index >= 0 ? await readBack(room, found.card) : undefined;
  const event = { event: 'interrupted', shows: read?.shows(index) ?? 'unreadable', says: read?.says ?? [] } as const;
  await happen(room, id, event, found.version);
  // Whoever was thought gone and saved something meanwhile has put this work anew.
  return undefined;
}
