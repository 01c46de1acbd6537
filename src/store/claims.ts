import type { World } from '../core/world.ts';
import type { Claimed } from '../store/stored-types.ts';
import type { Postponed, Queue } from './store.ts';

/** How long a claimed row is ours without a renewal, and how often it is renewed; ms. */
const claimMs = 7_000;
export const renewMs = 2_000;

/** A row that is being worked on. */
export interface Held<T> {
  readonly row: Claimed<T>;
  /** Whether the claim is certainly still ours. Once it may not be, the worker starts nothing further. */
  holds(): boolean;
  /**
   * Ends the work: finished, or due again at a time (epoch ms). A row that someone else has claimed since is left
   * alone.
   */
  release(again: number | undefined, why?: Postponed): Promise<void>;
  /** Renews it no longer: unless it was released, anyone may take the row soon. */
  letGo(): void;
}

/** Rows of one queue that this process works on. Claims are renewed until they are released or `stop` is called. */
export interface Claims<T> {
  take(kinds: readonly string[], limit: number): Promise<readonly Held<T>[]>;
  /** Looks after a row that was claimed elsewhere: while it was put. `since`: when it was asked for, epoch ms. */
  hold(row: Claimed<T>, since: number): Held<T>;
  stop(): void;
}

/** How long a claim lasts that is put together with its row, in ms. */
export const firstClaimMs = claimMs;

/**
 * Claims rows and keeps them while they are worked on: a dead process loses its rows within `claimMs`, and a slow one
 * loses none.
 */
export function createClaims<T extends { readonly id: string }>(
  world: Pick<World, 'now' | 'wait' | 'log'>,
  queue: Queue<T>,
  holder: string,
): Claims<T> {
  /** `until` by our own clock, counted from before the database was asked: never later than the claim itself. */
  const held = new Set<{ readonly id: string; until: number }>();
  const stopped = new AbortController();
  let renewing = false;
  /** Ends the wait for the next renewal when nothing is held any more. */
  let rest = new AbortController();

  function stopRenewing(claim: { readonly id: string; until: number }): void {
    held.delete(claim);
    if (held.size === 0) rest.abort();
  }

  async function renew(): Promise<void> {
    const now = world.now();
    const asked = [...held];
    try {
      const ids = [...new Set(asked.map(({ id }) => id))];
      const ours = new Set(await queue.renew({ ids, holder, now, leaseMs: claimMs }));
      for (const claim of asked) claim.until = ours.has(claim.id) ? now + claimMs : 0;
    } catch (error) {
      world.log.warn('claims were not renewed', { claims: asked.length, error });
    }
  }

  async function keepRenewing(): Promise<void> {
    if (renewing) return;
    renewing = true;
    while (held.size > 0 && !stopped.signal.aborted) {
      rest = new AbortController();
      const { signal } = rest;
      await world.wait(renewMs, AbortSignal.any([stopped.signal, signal]));
      // What is held since the wait ended early was claimed just now.
      if (held.size > 0 && !signal.aborted && !stopped.signal.aborted) await renew();
    }
    renewing = false;
  }

  function hold(row: Claimed<T>, since: number): Held<T> {
    const claim = { id: row.id, until: since + claimMs };
    held.add(claim);
    void keepRenewing();
    return {
      row,
      letGo: () => stopRenewing(claim),
      holds: () => world.now() < claim.until,
      async release(again, why) {
        stopRenewing(claim);
        if (again === undefined) await queue.finish(row.id, holder);
        else await queue.postpone(row.id, holder, again, why);
      },
    };
  }

  return {
    hold,
    async take(kinds, limit) {
      const now = world.now();
      const rows = await queue.claim({ kinds, now, limit, holder, leaseMs: claimMs });
      return rows.map((row) => hold(row, now));
    },
    stop: () => stopped.abort(),
  };
}
