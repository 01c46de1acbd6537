import { placeKey } from '../core/command/context.ts';
import { type ChangeRequest, lockKeysOf, readBackKeyOf, readRequests } from '../core/request/change-request.ts';
import { firstClaimMs, renewMs } from '../store/claims.ts';
import type { Lease } from '../store/stored-types.ts';
import { applyEvent, changedBy, loadRequest } from './apply-event.ts';
import type { EngineContext } from './engine-context.ts';

type Leasing = Pick<EngineContext, 'holder' | 'services'>;

/** What a request locks, kept for it from before it is planned again. */
export interface KeptComponent {
  /** Keeps it as long as the work takes. @throws what the work throws */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Whether no other run has had it since. */
  isStill(): Promise<boolean>;
  /** @param but keys that the run goes on with */
  release(but: readonly string[]): Promise<void>;
}

/**
 * Takes the leases of a request before it is planned again: a run that began and ended between that reading and the first
 * call would make the reading old. A process that dies meanwhile keeps others waiting no longer than its claims do.
 * @returns undefined if another request has one of them, or its call has left an outcome that is read back
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
  /** Once it couldn't be renewed, `isStill` finds out why. */
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
        // A renewal that is on its way must not shorten the lease of the run that follows.
        await renewing;
      }
    },
    async isStill() {
      if (world.now() < until) return true;
      // One that has lapsed stays until another run takes it.
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
  // A call that ended just before may have left an outcome that is read back.
  if (!(await readBackBefore(engine, request))) return kept;
  await kept.release([]);
  return undefined;
}

/** The lease of another request that this one has to wait for. */
export async function takenBy(engine: EngineContext, request: ChangeRequest): Promise<Lease | undefined> {
  const { store, world } = engine.services;
  const leases = await store.leases.of(lockKeysOf(request));
  const taken = leases.find((lease) => lease.card !== request.id && lease.until > world.now());
  return taken ?? readBackBefore(engine, request);
}

/**
 * The lease of a close on the same component whose outcome is read back: other changes wait for it, but another close
 * only if it is of the same port, and never behind a close of the bot's own.
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

/** Whether a close of the bot's own lets a close of the same component go first that a person waits for. */
export async function givesWay(engine: EngineContext, request: ChangeRequest): Promise<boolean> {
  if (!request.system) return false;
  const keys = lockKeysOf(request);
  const open = readRequests(await engine.services.store.requests.open({ placeKey: placeKey(request.context) }));
  return open.some(
    (other) =>
      !other.system &&
      other.state === 'approved' &&
      // It can't run while Slack doesn't tell who may decide.
      other.unread === undefined &&
      other.ts !== undefined &&
      other.expires > engine.services.world.now() &&
      readBackKeyOf(other) !== undefined &&
      lockKeysOf(other).some((key) => keys.includes(key)),
  );
}

/** Says on the card what its component is busy with, and until when at most. */
export async function tellWaiting(engine: EngineContext, request: ChangeRequest, lease: Lease): Promise<ChangeRequest> {
  if (request.waits?.until === lease.until) return request;
  const other = (await loadRequest(engine, lease.card))?.request;
  // The bot's own closing is shown on the card of the request that opened the port.
  const shown = other?.system && other.follows ? (await loadRequest(engine, other.follows.card))?.request : other;
  const waits = { until: lease.until, request: shown?.id ?? lease.card, link: shown?.link };
  const told = changedBy(await applyEvent(engine, request.id, { event: 'component-busy', waits }))?.request ?? request;
  // What closes late is shown by the card of the request that opened it.
  if (told.system && told.follows) await applyEvent(engine, told.follows.card, { event: 'closing-waits', waits });
  return told;
}

/** Says at once, when a request was approved, that its component is busy with another one. */
export async function tellIfBusy(engine: EngineContext, request: ChangeRequest): Promise<ChangeRequest> {
  if (request.state !== 'approved') return request;
  const taken = await takenBy(engine, request);
  return taken ? tellWaiting(engine, request, taken) : request;
}
