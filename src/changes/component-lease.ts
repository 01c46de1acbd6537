import { placeKey } from '../core/command/context.ts';
import { type ChangeRequest, lockKeysOf, readBackKeyOf, readRequests } from '../core/request/change-request.ts';
import { firstClaimMs, renewMs } from '../store/claims.ts';
import type { Lease } from '../store/stored-types.ts';
import { applyEvent, changedBy, loadRequest } from './apply-event.ts';
import type { EngineContext } from './engine-context.ts';

type Leasing = Pick<EngineContext, 'holder' | 'services'>;

export interface KeptComponent {
  /** Renews the leases while the work runs. @throws any error of the work */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Whether this request still holds the leases, because no other run has taken them. */
  isStill(): Promise<boolean>;
  release(but: readonly string[]): Promise<void>;
}

/**
 * Takes a request's leases before the request is planned again, because another run between that reading and the first
 * call would make the reading stale. If the process dies, the leases expire like its claims. @returns undefined if
 * another request holds a lease, or left an outcome that is being read back
 */
export async function keepComponent(engine: Leasing, request: ChangeRequest): Promise<KeptComponent | undefined> {
  const { holder, services } = engine;
  const { store, world } = services;
  const keys = lockKeysOf(request);
  let until = 0;
  async function take(): Promise<boolean> {
    const at = world.now();
    const next = at + firstClaimMs;
    const lease = keys.map((key) => ({ take: { key, card: request.id, holder, until: next } }));
    const isTaken = (await store.commit({ at, lease })) === 'saved';
    if (isTaken) until = next;
    return isTaken;
  }
  /** Logs errors of the renewal and continues. `isStill` finds out whether the lease was lost. */
  async function renew(over: AbortSignal): Promise<void> {
    const failed = (error: unknown) => {
      world.log.warn('the lease of a component was not renewed', { request: request.id, error });
      return true;
    };
    do await world.wait(renewMs, over);
    while (!over.aborted && (await take().catch(failed)));
  }
  if (!(await take())) return undefined;
  const kept: KeptComponent = {
    async during(work) {
      const over = new AbortController();
      const renewing = renew(over.signal);
      try {
        return await work();
      } finally {
        over.abort();
        // A running renewal must end first, because it could shorten the lease of the run that follows.
        await renewing;
      }
    },
    async isStill() {
      if (world.now() < until) return true;
      // An expired lease stays stored until another run takes it.
      const now = await store.leases.of(keys);
      return now.filter((lease) => lease.card === request.id && lease.holder === holder).length === keys.length;
    },
    async release(but) {
      const left = keys.filter((key) => !but.includes(key));
      if (left.length === 0) return;
      await store.commit({
        at: world.now(),
        lease: left.map((key) => ({ release: { key, card: request.id, holder } })),
      });
    },
  };
  if (!(await readBackBefore(engine, request))) return kept;
  await kept.release([]);
  return undefined;
}

/** Returns the lease of another request for which this request has to wait, or undefined. */
export async function takenBy(engine: EngineContext, request: ChangeRequest): Promise<Lease | undefined> {
  const { store, world } = engine.services;
  const leases = await store.leases.of(lockKeysOf(request));
  const taken = leases.find((lease) => lease.card !== request.id && lease.until > world.now());
  return taken ?? readBackBefore(engine, request);
}

/**
 * Returns the lease of a close on the same component if that close's outcome is being read back. Other changes wait for
 * it. Another close waits only if it closes the same port and the earlier close isn't the bot's.
 */
async function readBackBefore(engine: Leasing, request: ChangeRequest): Promise<Lease | undefined> {
  const { store, world } = engine.services;
  const keys = lockKeysOf(request);
  const own = readBackKeyOf(request);
  const open = readRequests(await store.requests.open({ placeKey: placeKey(request.context) }));
  const waited = open.flatMap((other) => {
    const key = other.id !== request.id && other.state === 'unknown' ? readBackKeyOf(other) : undefined;
    if (key === undefined || !lockKeysOf(other).some((each) => keys.includes(each))) return [];
    return own === undefined || (own === key && !other.system) ? [key] : [];
  });
  const leases = waited.length > 0 ? await store.leases.of(waited) : [];
  return leases.find((lease) => lease.card !== request.id && lease.until > world.now());
}

/** Whether a close by the bot has to wait until a person's close of the same component has run. */
export async function givesWay(engine: EngineContext, request: ChangeRequest): Promise<boolean> {
  if (!request.system) return false;
  const keys = lockKeysOf(request);
  const open = readRequests(await engine.services.store.requests.open({ placeKey: placeKey(request.context) }));
  return open.some(
    (other) =>
      !other.system &&
      other.state === 'approved' &&
      // The other close can't run if Slack doesn't return the people who are allowed to decide it.
      other.decision.unread === undefined &&
      other.shown.ts !== undefined &&
      other.expires > engine.services.world.now() &&
      readBackKeyOf(other) !== undefined &&
      lockKeysOf(other).some((key) => keys.includes(key)),
  );
}

export async function tellWaiting(engine: EngineContext, request: ChangeRequest, lease: Lease): Promise<ChangeRequest> {
  if (request.run.waits?.until === lease.until) return request;
  const other = (await loadRequest(engine, lease.card))?.request;
  // A close by the bot is shown on the card of the request that opened the port.
  const shown = other?.system && other.follows ? (await loadRequest(engine, other.follows.card))?.request : other;
  const waits = { until: lease.until, request: shown?.id ?? lease.card, link: shown?.shown.link };
  const updated =
    changedBy(await applyEvent(engine, request.id, { event: 'component-busy', waits }))?.request ?? request;
  if (updated.system && updated.follows)
    await applyEvent(engine, updated.follows.card, { event: 'closing-waits', waits });
  return updated;
}

export async function tellIfBusy(engine: EngineContext, request: ChangeRequest): Promise<ChangeRequest> {
  if (request.state !== 'approved') return request;
  const taken = await takenBy(engine, request);
  return taken ? tellWaiting(engine, request, taken) : request;
}
