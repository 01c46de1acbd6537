import { backoffMs, type RetryPolicy, retryMs } from '../core/retry.ts';
import { createWorkLoop, type WorkLoop } from '../core/work-loop.ts';
import type { World } from '../core/world.ts';
import { type Claims, createClaims, type Held } from '../store/claims.ts';
import type { Queue } from '../store/store.ts';

export type Attempt =
  | 'sent'
  | 'over'
  /** Waits for another row of its queue, such as the message of its thread. Due again after a row was sent. */
  | 'waits'
  /** The row is due again after this many ms. This isn't a failure, and the row's earlier failures no longer count. */
  | { readonly again: number }
  /** The work failed. The row's policy decides the retry; if `unreachable`, sending another row also causes it. */
  | { readonly failed: 'unreachable' }
  | { readonly failed: 'refused'; readonly retryAfterMs?: number | undefined };

export interface RowWork<T> {
  /** An error thrown by `work` counts as a failure. */
  work(held: Held<T>): Promise<Attempt>;
  readonly retry?: RetryPolicy | ((row: T) => RetryPolicy);
}

export interface JobKind<T> extends RowWork<T> {
  /** Description of one row for the log, such as `a message about a run`. */
  readonly what: string;
  /** Kinds of rows that this replica works on. They can change, because some kinds may be left to other replicas. */
  readonly kinds: () => readonly string[];
  /** Maximum number of rows in work at the same time. Slow rows don't delay other rows while a slot is free. */
  readonly slots: number;
}

export interface Jobs<T> extends WorkLoop {
  /** Begins work on due rows if slots are free, even if the loop isn't started. Never rejects. */
  begin(): Promise<void>;
  drain(): Promise<void>;
  size(): number;
  /** Holds a row that was stored with a claim of this process. @param since when that was requested, epoch ms */
  readonly hold: Claims<T>['hold'];
  /** Works on a held row, even if no slot is free. @throws errors of the work, after the row is released */
  workOn(held: Held<T>, work: RowWork<T>): Promise<void>;
  /** Begins no more work and stops renewing claims, so that other replicas can take the running rows. */
  letGo(): void;
}

/** Retries after 1, 2, 4 … s, then every five minutes, for half a day. */
const patient: RetryPolicy = { firstMs: 1_000, maxMs: 300_000, attempts: 160 };
/** Maximum time until one row is retried while the called service is unreachable, in ms, to notice its return. */
const probeMs = 15_000;
/** Minimum poll interval, in ms. */
const minMs = 100;

/** Creates the loop that works on a queue's rows. Writes nothing if no row is due. `holder` must be unguessable. */
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
    restMs: () => Math.min(pollMs, Math.max(minMs, nextAt - world.now())),
    failed: (error) => world.log.error('rows could not be taken', { error }),
  });

  const freeSlots = (kind: JobKind<T>) => kind.slots - [...running.values()].filter((each) => each === kind).length;

  async function take(): Promise<boolean> {
    // If reading the queue fails, the loop tries again after `pollMs`.
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

  /** Takes rows in one call after another, because each of several parallel calls would fill all slots. */
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
      if (wait === undefined && hasFailed(result)) world.log.warn('a row was given up', { row: row.id });
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

/** @returns the wait until the row is due again, in ms; undefined if the row is done or given up */
function waitAfter(result: Attempt, attempts: number, policy: RetryPolicy, random: World['random']) {
  if (result === 'waits') return backoffMs(attempts, policy, random);
  if (typeof result === 'string') return undefined;
  if (!hasFailed(result)) return result.again;
  // Rows are never given up while the called service is unreachable.
  if (result.failed === 'unreachable') return backoffMs(attempts, policy, random);
  return retryMs(attempts, policy, random, result.retryAfterMs);
}

function createRecovery(queue: Pick<Queue<unknown>, 'bringForward'>, now: World['now']) {
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
    /** Makes waiting rows due after a row was sent. If that row had failed before, rows of other replicas may wait. */
    async sent(attempts: number): Promise<void> {
      if (!isAway && !areWaiting && attempts === 1) return;
      [isAway, areWaiting] = [false, false];
      probe = undefined;
      await queue.bringForward(now());
    },
  };
}
