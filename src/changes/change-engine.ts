import { untracked } from '../core/waits.ts';
import type { Services } from '../operations/shared/services.ts';
import { createRunReads, type RunReads } from '../reader/run-reads.ts';
import { createClaims, type Held } from '../store/claims.ts';
import type { Due } from '../store/stored-types.ts';
import { createWorkLoop } from '../store/work-loop.ts';
import { withdraw } from './agent-work.ts';
import { pressCard } from './card-action.ts';
import type { ChangeEngine } from './change-engine-types.ts';
import { watchCard } from './check-outcome.ts';
import type { EngineContext } from './engine-context.ts';
import type { Notifier } from './notifier.ts';
import { createOutbox } from './outbox.ts';
import { planOnly, propose, proposeShown } from './propose.ts';
import { dueKinds, tellKinds } from './request-commit.ts';
import { doDue } from './timers.ts';

/** How often rows that other replicas put are looked for, in ms; what this one puts is looked at once. */
export const pollMs = 1_000;
/** How many due rows are worked on at a time. */
const atOnce = 64;
/** `stop` starts no further call after the first, and waits no longer than the second; ms. */
const stopStarting = 4_500;
const stopWaiting = 6_000;

/**
 * Makes the change engine. Its whole state is in the store, so that any number of replicas can work on the same
 * requests.
 * @param options `writeTimeoutMs`: the longest that one call to the platform may take (PLATFORM_WRITE_TIMEOUT_MS); `runs`: what
 * it shares with the reader of what is followed, if anything is
 */
export function createChangeEngine(
  services: Services,
  notifier: Notifier,
  options: { readonly writeTimeoutMs?: number; readonly runs?: RunReads } = {},
): ChangeEngine {
  const { world, store } = services;
  const active = new Set<Promise<void>>();
  let stopping = false;
  let stoppedStarting = false;

  const engine: EngineContext = {
    services,
    notifier,
    runs: options.runs ?? createRunReads(services.platform, world.now),
    holder: world.newId(),
    writeTimeoutMs: options.writeTimeoutMs ?? 80_000,
    kick: () => loop.wake(),
    mayStart: () => !stoppedStarting,
    drawn: new Map(),
    background,
    expectFirst: (card) => outbox.expectFirst(card),
  };
  const outbox = createOutbox(engine);
  const claims = createClaims(world, store.due, engine.holder);
  const loop = createWorkLoop(world, {
    turn: async () => {
      background('taking', takeDue);
      background('telling', outbox.wake);
      return false;
    },
    restMs: () => pollMs,
    failed: (error) => world.log.error('the work loop failed', { error }),
  });

  function background(name: string, work: () => Promise<unknown>): void {
    const done: Promise<void> = untracked(work)
      .then(
        () => undefined,
        (error: unknown) => world.log.error(`${name} failed`, { error }),
      )
      .finally(() => active.delete(done));
    active.add(done);
  }

  async function doRow(held: Held<Due>): Promise<void> {
    const { row } = held;
    try {
      const again = await doDue(engine, held);
      services.count?.dueDone(row.kind, 'ok', world.now() - row.at);
      await held.release(again);
    } catch (error) {
      world.log.error('due work failed', { row: row.id, kind: row.kind, error });
      services.count?.dueDone(row.kind, 'failed', world.now() - row.at);
      const wait = Math.min(60_000, 1_000 * 2 ** Math.min(row.attempts - 1, 6));
      await held.release(world.now() + wait);
    }
  }

  /** Takes all that is due now. */
  async function takeDue(): Promise<void> {
    if (stopping || active.size >= atOnce) return;
    for (const held of await claims.take(dueKinds, atOnce - active.size))
      background(`due ${held.row.kind}`, () => doRow(held));
  }

  /**
   * What a former process was running: on the embedded engine it is certainly gone, elsewhere once its lease lapsed.
   */
  async function recover(): Promise<void> {
    for (const { card, lease } of await store.cards.running())
      if (!lease || lease.until <= world.now()) await watchCard(engine, card.id);
  }

  /** What runs ends, and is told. */
  async function finishing(): Promise<void> {
    await loop.stop();
    while (active.size > 0) await Promise.all(active);
    background('telling', outbox.deliver);
    while (active.size > 0) await Promise.all(active);
  }

  async function isIdle(): Promise<boolean> {
    const now = world.now();
    const next = await Promise.all([store.due.next(dueKinds), store.outbox.next(tellKinds)]);
    // What was claimed while we looked seems to wait for later: then something is at work now.
    return active.size === 0 && next.every((at) => at === undefined || at > now);
  }

  return {
    propose: (request, origin, follows, id) => propose(engine, request, origin, follows, id),
    plan: (request, origin) => planOnly(engine, request, origin),
    withdraw: (id, by) => withdraw(engine, id, by),
    proposeShown: (request, origin, shown) => proposeShown(engine, request, origin, shown),
    press: (pressed) => pressCard(engine, pressed),
    start() {
      background('recovery', recover);
      loop.start();
    },
    async stop() {
      stopping = true;
      const waited = new AbortController();
      const limit = world.wait(stopStarting, waited.signal).then(() => {
        stoppedStarting = true;
        return world.wait(stopWaiting - stopStarting, waited.signal);
      });
      await Promise.race([finishing(), limit]);
      waited.abort();
      claims.stop();
      outbox.stop();
    },
    async idle() {
      for (;;) {
        await takeDue();
        await outbox.deliver();
        await Promise.all(active);
        if (await isIdle()) return;
      }
    },
  };
}
