import { repeatEvery } from '../core/work-loop.ts';
import type { World } from '../core/world.ts';
import type { Claimed } from '../store/stored-types.ts';
import type { Postponed, Queue } from './store.ts';

/** Duration of a claim without renewal, in ms. */
const claimMs = 7_000;
export const renewMs = 2_000;

export interface Held<T> {
  readonly row: Claimed<T>;
  /** Whether the claim is certainly still ours. If not, the worker must start nothing new. */
  holds(): boolean;
  /** Finishes the row, or makes it due again (epoch ms). Doesn't touch a row that another process has claimed. */
  release(again: number | undefined, why?: Postponed): Promise<void>;
  /** Stops renewing the claim. A row that wasn't released can soon be claimed by anyone. */
  letGo(): void;
}

export interface Claims<T> {
  take(kinds: readonly string[], limit: number): Promise<readonly Held<T>[]>;
  /** Holds a row that was claimed when it was put. @param since time when the put was requested, epoch ms */
  hold(row: Claimed<T>, since: number): Held<T>;
  stop(): void;
}

/** Duration of a claim that is stored together with its row, in ms. */
export const firstClaimMs = claimMs;

/** Claims rows and renews the claims. A dead process loses its rows within `claimMs`; a slow process keeps its rows. */
export function createClaims<T extends { readonly id: string }>(
  world: Pick<World, 'now' | 'wait' | 'log'>,
  queue: Queue<T>,
  holder: string,
): Claims<T> {
  /** Held claims. `until` is counted from before the query, by the local clock: never later than the claim's end. */
  const held = new Set<{ readonly id: string; until: number }>();
  let isStopped = false;
  /** Set while something is held. */
  let endRenewing: (() => void) | undefined;

  function pause(): void {
    endRenewing?.();
    endRenewing = undefined;
  }

  function stopRenewing(claim: { readonly id: string; until: number }): void {
    held.delete(claim);
    if (held.size === 0) pause();
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

  function hold(row: Claimed<T>, since: number): Held<T> {
    const claim = { id: row.id, until: since + claimMs };
    held.add(claim);
    if (!isStopped) endRenewing ??= repeatEvery(renewMs, world, renew);
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
    stop() {
      isStopped = true;
      pause();
    },
  };
}
