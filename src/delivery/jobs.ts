import type { World } from '../core/world.ts';
import { type Claims, createClaims, type Held } from '../store/claims.ts';
import type { Queue } from '../store/store.ts';
import { createWorkLoop, type WorkLoop } from '../store/work-loop.ts';
import { backoffMs, type RetryPolicy, retryMs } from './retry.ts';

export type Attempt =
  | 'sent'
  | 'over'
  /** Waits for another row of its queue, such as the message of its thread. Due again after a row was sent. */
  | 'waits'
  /** The row is due again after this many ms. This isn't a failure: earlier failures are forgotten. */
  | { readonly again: number }
  /** Failed; retried by the policy of its kind. `unreachable`: due again once another row of its queue is sent. */
  | { readonly failed: 'unreachable' }
  | { readonly failed: 'refused'; readonly retryAfterMs?: number | undefined };

export interface RowWork<T> {
  /** An error counts as a failure. */
  work(held: Held<T>): Promise<Attempt>;
  readonly retry?: RetryPolicy | ((row: T) => RetryPolicy);
}

export interface JobKind<T> extends RowWork<T> {
  /** Description of one row for the log, such as `a message about a run`. */
  readonly what: string;
  /** Kinds of the rows. They can change, because this replica may have to leave some to others. */
  readonly kinds: () => readonly string[];
  /** Maximum number of rows at a time. Slow rows don't delay others while a slot is free. */
  readonly slots: number;
}

export interface Jobs<T> extends WorkLoop {
  /** Begins due rows if slots are free, even if the loop isn't started. Never rejects. */
  begin(): Promise<void>;
  drain(): Promise<void>;
  size(): number;
  /** Holds a row that was put with a claim of this process. @param since when it was put, epoch ms */
  readonly hold: Claims<T>['hold'];
  /** Works on a held row, regardless of slots. @throws errors of the work, after the row is given back */
  workOn(held: Held<T>, work: RowWork<T>): Promise<void>;
  /** Begins nothing new and stops renewing claims, so that others can take the running rows. */
  letGo(): void;
}

/** Retries after 1, 2, 4 … s, then every five minutes, for half a day. */
export const patient: RetryPolicy = { firstMs: 1_000, mostMs: 300_000, attempts: 160 };
/** Maximum wait of one row while the other side is unreachable, in ms, to notice when it is back. */
const probeMs = 15_000;
/** Minimum poll interval, in ms. */
const leastMs = 100;

/** Creates the loop that works on a queue's rows; writes nothing while none is due. `holder` must be unguessable. */
export function createJobs<T extends { readonly id: string }>(
  world: Pick<World, 'now' | 'wait' | 'log' | 'newId' | 'random'>,
  queue: Queue<T>,
  jobKinds: readonly JobKind<T>[],
  { pollMs, holder = world.newId() }: { readonly pollMs: number; readonly holder?: string },
): Jobs<T> {
  const claims = createClaims(world, queue, holder);
  const recovery = createRecovery(queue, world.now);
  const running = new Map<Promise<void>, JobKind<T>>();
  let taking: Promise<void> | undefined;
  let isMore = false;
  let isStopped = false;
  let isStarted = false;
  let nextAt = Number.POSITIVE_INFINITY;

  const loop = createWorkLoop(world, {
    turn: async () => {
      await begin();
      return false;
    },
    restMs: () => Math.min(pollMs, Math.max(leastMs, nextAt - world.now())),
    failed: (error) => world.log.error('rows could not be taken', { error }),
  });

  const freeSlots = (kind: JobKind<T>) => kind.slots - [...running.values()].filter((each) => each === kind).length;

  async function take(): Promise<boolean> {
    // If reading fails, try again after the pause.
    nextAt = Number.POSITIVE_INFINITY;
    const open = jobKinds.filter((kind) => freeSlots(kind) > 0);
    nextAt = (await queue.next(open.flatMap(({ kinds }) => kinds()))) ?? Number.POSITIVE_INFINITY;
    if (nextAt > world.now()) return false;
    let taken = 0;
    for (const kind of open)
      for (const held of await claims.take(kind.kinds(), isStopped ? 0 : freeSlots(kind))) {
        taken += 1;
        run(kind, held);
      }
    return taken > 0;
  }

  /** Takes rows one call at a time, because parallel calls would each fill all slots. */
  async function takeAll(): Promise<void> {
    try {
      while (isMore && !isStopped) {
        isMore = false;
        isMore = (await take()) || isMore;
      }
    } catch (error) {
      world.log.error('rows could not be taken', { kinds: jobKinds.map(({ what }) => what), error });
    } finally {
      taking = undefined;
    }
  }

  function begin(): Promise<void> {
    isMore = true;
    taking ??= takeAll();
    return taking;
  }

  function run(kind: JobKind<T>, held: Held<T>): void {
    const done: Promise<void> = workOn(held, kind)
      .catch((error: unknown) => world.log.error(`${kind.what} failed`, { row: held.row.id, error }))
      .finally(() => {
        running.delete(done);
        if (isStarted) loop.wake();
      });
    running.set(done, kind);
  }

  async function workOn(held: Held<T>, kind: RowWork<T>): Promise<void> {
    let result: Attempt = { failed: 'refused' };
    try {
      result = held.holds() ? await kind.work(held) : { again: 0 };
    } finally {
      await giveBack(held, kind, result);
    }
  }

  async function giveBack(held: Held<T>, { retry = patient }: RowWork<T>, result: Attempt): Promise<void> {
    const { row } = held;
    const isUnreachable = hasFailed(result) && result.failed === 'unreachable';
    if (result === 'waits') recovery.waits();
    const why = isUnreachable || result === 'waits' ? 'unreachable' : hasFailed(result) ? 'failed' : 'again';
    try {
      const policy = typeof retry === 'function' ? retry(row) : retry;
      const wait = waitAfter(result, row.attempts, policy, world.random);
      const latest = isUnreachable ? recovery.waitOf(row.id) : Number.POSITIVE_INFINITY;
      await held.release(wait === undefined ? undefined : world.now() + Math.min(wait, latest), why);
    } finally {
      held.letGo();
    }
    if (result === 'sent') await recovery.sent(row.attempts);
  }

  return {
    begin,
    size: () => running.size,
    hold: claims.hold,
    letGo() {
      isStopped = true;
      claims.stop();
      void loop.stop();
    },
    start() {
      isStarted = true;
      loop.start();
    },
    wake: loop.wake,
    async drain() {
      await begin();
      while (running.size > 0) {
        await Promise.race(running.keys());
        await begin();
      }
    },
    workOn,
    async stop() {
      isStopped = true;
      await loop.stop();
      await Promise.all(running.keys());
      claims.stop();
    },
  };
}

function hasFailed(result: Attempt): result is Extract<Attempt, { failed: string }> {
  return typeof result === 'object' && 'failed' in result;
}

/** @returns the wait until the row is due again, in ms; undefined if it is done or given up */
function waitAfter(result: Attempt, attempts: number, policy: RetryPolicy, random: World['random']) {
  if (result === 'waits') return backoffMs(attempts, policy, random);
  if (typeof result === 'string') return undefined;
  if (!hasFailed(result)) return result.again;
  // Rows are never given up while the other side is unreachable.
  if (result.failed === 'unreachable') return backoffMs(attempts, policy, random);
  return retryMs(attempts, policy, random, result.retryAfterMs);
}

function createRecovery(queue: Pick<Queue<unknown>, 'hasten'>, now: World['now']) {
  let isAway = false;
  let areWaiting = false;
  let probe: { readonly id: string; readonly at: number } | undefined;
  return {
    /** Remembers that rows wait for others. They never are the probe, because they don't call the other side. */
    waits(): void {
      areWaiting = true;
    },
    /** Returns the maximum wait of a row that found the other side unreachable, in ms. One row is the probe. */
    waitOf(id: string): number {
      isAway = true;
      if (probe && probe.id !== id && now() - probe.at < 2 * probeMs) return Number.POSITIVE_INFINITY;
      probe = { id, at: now() };
      return probeMs;
    },
    /** Makes waiting rows due after a row was sent. After earlier attempts, rows of other replicas may wait too. */
    async sent(attempts: number): Promise<void> {
      if (!isAway && !areWaiting && attempts === 1) return;
      [isAway, areWaiting] = [false, false];
      probe = undefined;
      await queue.hasten(now());
    },
  };
}
