import type { World } from '../core/world.ts';
import type { Store } from './store.ts';

/** Interval between attempts to take a lease, in ms. */
const askAgainMs = 200;

interface WantedLease {
  readonly key: string;
  /** Duration of the lease, in ms. If a replica crashes, its lease ends after this time. */
  readonly leaseMs: number;
  /** Maximum time to wait for the lease, in ms. */
  readonly waitMs: number;
}

/** Runs work while no other replica holds the key's lease. `late` is called if the wait was too long; it may throw. */
export async function whileLeased<T>(
  { store, world }: { readonly store: Pick<Store, 'commit'>; readonly world: Pick<World, 'now' | 'wait' | 'newId'> },
  { key, leaseMs, waitMs }: WantedLease,
  work: () => Promise<T>,
  late: () => void = () => {},
): Promise<T> {
  const holder = world.newId();
  const end = world.now() + waitMs;
  for (let now = world.now(); ; now = world.now()) {
    const lease = { take: { key, card: holder, holder, until: now + leaseMs } };
    if ((await store.commit({ at: now, lease })) === 'saved') break;
    if (now >= end) {
      late();
      break;
    }
    await world.wait(askAgainMs);
  }
  try {
    return await work();
  } finally {
    await store.commit({ at: world.now(), lease: { release: { key, card: holder } } });
  }
}
