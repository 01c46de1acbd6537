import type { World } from '../core/world.ts';
import { type Claims, createClaims, type Held } from '../store/claims.ts';
import type { Queue } from '../store/store.ts';
import { createWorkLoop, type WorkLoop } from '../store/work-loop.ts';
import { backoffMs, type RetryPolicy, retryMs } from './retry.ts';

/** The result of one attempt at a row. */
export type Attempt =
  /** The row is done: what it sends has arrived. */
  | 'sent'
  /** The row is done: there is nothing (more) to do. */
  | 'over'
  /** It is due again after so many ms, and nothing failed: earlier failures are forgotten. */
  | { readonly again: number }
  /**
   * It failed, and is tried again by its kind's policy. `unreachable`: the other side takes nothing at the moment. It is
   * due as soon as another row of its queue is sent.
   */
  | { readonly failed: 'unreachable' }
  | { readonly failed: 'refused'; readonly retryAfterMs?: number | undefined };

/** How a row is worked on. */
export interface RowWork<T> {
  /** What it throws counts as a failure. */
  work(held: Held<T>): Promise<Attempt>;
  /** By default, `patient`. */
  readonly retry?: RetryPolicy | ((row: T) => RetryPolicy);
}

/** Rows that are worked on in the same way. */
export interface JobKind<T> extends RowWork<T> {
  /** For the log: what one of them is, such as `a message about a run`. */
  readonly what: string;
  /** The rows' kinds. They can change: this replica may have to leave some of them to others. */
  readonly kinds: () => readonly string[];
  /** The most of them at the same time. A slow row holds up none of the others until so many are slow. */
  readonly slots: number;
}

/** Work on the rows of one queue. */
export interface Jobs<T> extends WorkLoop {
  /** Begins what is due, as far as there are slots, also if the loop isn't started. Never rejects. */
  begin(): Promise<void>;
  /** Does what is due, and what becomes due by it. */
  drain(): Promise<void>;
  /** How many rows are worked on. */
  size(): number;
  /** Keeps a row that was put with a claim of this process. @param since when it was put, epoch ms */
  readonly hold: Claims<T>['hold'];
  /** Does a row that was kept so, whatever slots there are. @throws what the work throws, once the row is given back */
  workOn(held: Held<T>, work: RowWork<T>): Promise<void>;
  /** Begins nothing further, and leaves what is still worked on to others: claims are renewed no longer. */
  letGo(): void;
}

/** As long as a row is tried: 1, 2, 4 … s, then every five minutes, for half a day. */
export const patient: RetryPolicy = { firstMs: 1_000, mostMs: 300_000, attempts: 160 };
/** While nothing arrives, one row is tried at least this often, in ms: it notices when the other side is back. */
const probeMs = 15_000;
/** The least wait between two looks for rows, in ms. */
const leastMs = 100;

/**
 * Makes the loop that works on the rows of a queue: claims those that are due, begins as many as their kinds have slots,
 * and gives each back, done or due again. While none is due, nothing is written.
 * @param holder the name under which rows are claimed: unguessable
 */
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

  /** @returns whether there may be more to take */
  async function take(): Promise<boolean> {
    // What can't be read is looked for when the loop has rested.
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

  /** One at a time, or several would each take as much as there are slots. */
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
    const why = isUnreachable ? 'unreachable' : hasFailed(result) ? 'failed' : 'again';
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
      // What is worked on goes on: nobody waits for it.
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

/** @returns after how many ms a row is due again; undefined if it is done or given up */
function waitAfter(result: Attempt, attempts: number, policy: RetryPolicy, random: World['random']) {
  if (typeof result === 'string') return undefined;
  if (!hasFailed(result)) return result.again;
  // However long the other side is away, nothing is given up.
  if (result.failed === 'unreachable') return backoffMs(attempts, policy, random);
  return retryMs(attempts, policy, random, result.retryAfterMs);
}

/** Notices when the other side, which took nothing for a while, takes rows again. */
function createRecovery(queue: Pick<Queue<unknown>, 'hasten'>, now: World['now']) {
  let isAway = false;
  /** The row that is tried often, and when it was. */
  let probe: { readonly id: string; readonly at: number } | undefined;
  return {
    /** The longest that a row waits whose other side took nothing, in ms. */
    waitOf(id: string): number {
      isAway = true;
      // The probe may have been given up, or be another replica's by now.
      if (probe && probe.id !== id && now() - probe.at < 2 * probeMs) return Number.POSITIVE_INFINITY;
      probe = { id, at: now() };
      return probeMs;
    },
    /** A row arrived: what waits is due. After earlier attempts, it may be others' rows that wait. */
    async sent(attempts: number): Promise<void> {
      if (!isAway && attempts === 1) return;
      isAway = false;
      probe = undefined;
      await queue.hasten(now());
    },
  };
}
