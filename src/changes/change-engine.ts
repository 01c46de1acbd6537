import { isProblem } from '../core/command/problem.ts';
import type { Request } from '../core/operation.ts';
import { createRateLimiter, takeTurn } from '../core/rate-limiter.ts';
import { type ChangeRequest, withFields } from '../core/request/change-request.ts';
import { requestStateText } from '../core/request/decide-request.ts';
import { planHash } from '../core/request/plan-hash.ts';
import type { Text } from '../core/text/text.ts';
import { untracked } from '../core/waits.ts';
import type { World } from '../core/world.ts';
import type { Services } from '../operations/shared/services.ts';
import type { Origin } from '../questions/answer-request.ts';
import { createRunReads, type RunReads } from '../reader/run-reads.ts';
import { applyEvent, loadRequest } from './apply-event.ts';
import { pressCard } from './card-action.ts';
import type { ChangeEngine, Proposed, ToConfirm } from './change-engine-types.ts';
import { changeMsg } from './change-messages.ts';
import { checkLease } from './check-outcome.ts';
import { createDueWork } from './due/due-work.ts';
import type { EngineContext, EngineFeature } from './engine-context.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { judgeAll } from './policy/judge-freezes.ts';
import { planOnly, propose, putCard } from './propose.ts';
import { dueKindsOf, firstKinds, longKinds, otherKinds } from './request-commit.ts';

/** Poll interval for rows that other replicas save, in ms. This process notices its own rows immediately. */
export const pollMs = 1_000;
/** After `stop`: time in which further calls can start, and maximum time to wait for the work; ms. */
const stopStarting = 4_500;
const stopWaiting = 6_000;

/** Maximum number of lists read per minute to search for moved components. */
const maxSearches = 60;

interface EngineOptions {
  readonly writeTimeoutMs?: number;
  readonly runs?: RunReads;
  readonly features?: readonly EngineFeature[];
}

/** Creates the change engine. All its state is in the store, so any number of replicas can share it. */
export function createChangeEngine(
  services: Services,
  poster: EngineContext['poster'],
  options: EngineOptions = {},
): ChangeEngine {
  const { world } = services;
  const work = createBackgroundWork(world);
  const searches = createRateLimiter(maxSearches);
  let stopping = false;
  let stoppedStarting = false;

  const engine: EngineContext = {
    services,
    features: options.features ?? [],
    poster,
    runs: options.runs ?? createRunReads(services.platform, world.now),
    holder: world.newId(),
    writeTimeoutMs: options.writeTimeoutMs ?? 80_000,
    wake() {
      due.wake();
      outbox.jobs.wake();
    },
    mayStart: () => !stoppedStarting,
    background: work.begin,
    searchTurn: () => takeTurn(searches, world),
    searchedPlaces: new Map(),
    expectFirst: (requestId) => outbox.expectFirst(requestId),
  };
  const outbox = createOutbox(engine, pollMs);
  const due = createDueWork(engine, pollMs);

  return {
    propose: (request, origin, follows, id) => propose(engine, request, origin, follows, id),
    plan: (request, origin) => planOnly(engine, request, origin),
    withdraw: (id, by) => withdraw(engine, id, by),
    proposeShown: (request, origin, shown) => proposeShown(engine, request, origin, shown),
    press: (pressed) => pressCard(engine, pressed),
    start() {
      work.begin('recovery', () => recover(engine));
      // The policy file may have changed between the last start and this one.
      work.begin('freezes', () => judgeAll(engine));
      due.start();
      outbox.jobs.start();
    },
    async stop() {
      stopping = true;
      await waitForEnd(world, finish(due, work, outbox.jobs), () => {
        stoppedStarting = true;
      });
      due.letGo();
      outbox.jobs.letGo();
    },
    async idle() {
      for (;;) {
        await due.drain();
        await outbox.jobs.drain();
        await work.ended();
        // While this check runs, a claimed row looks as if it were due later, so also check that nothing is running.
        const isLater = stopping || (await isAllLater(engine));
        if (isLater && (stopping || work.size() + due.size() + outbox.jobs.size() === 0)) return;
      }
    },
  };
}

async function withdraw(
  engine: EngineContext,
  id: string,
  { id: by, name }: ChangeRequest['asker'],
): Promise<Text | undefined> {
  const request = (await loadRequest(engine, id))?.request;
  if (!request) return changeMsg.unknownCard();
  const event = { event: 'cancel', by: { id: by, name }, revision: request.revision, withdrawn: 'agent' } as const;
  const applied = await applyEvent(engine, id, event);
  if (applied === 'gone') return changeMsg.unknownCard();
  if (applied === 'busy') return requestStateText(request);
  return 'refusal' in applied ? applied.refusal : undefined;
}

function createBackgroundWork({ log }: Pick<World, 'log'>) {
  const active = new Set<Promise<void>>();
  return {
    begin(name: string, work: () => Promise<unknown>): void {
      const done: Promise<void> = untracked(work)
        .then(
          () => undefined,
          (error: unknown) => log.error(`${name} failed`, { error }),
        )
        .finally(() => active.delete(done));
      active.add(done);
    },
    size: () => active.size,
    /** Resolves when no work is left, including work that began during the wait. */
    async ended(): Promise<void> {
      while (active.size > 0) await Promise.all(active);
    },
  };
}

async function proposeShown(
  engine: EngineContext,
  request: Request,
  origin: Origin,
  shown?: string,
): Promise<Proposed | ToConfirm> {
  const answer = await planOnly(engine, request, origin);
  if (!('planned' in answer)) return answer;
  const { planned } = answer;
  const hash = planHash(planned.plan);
  // A frozen request has nothing to confirm, because its card offers the alternatives.
  const isToShow = !planned.decision.frozen && (shown !== undefined || planned.decision.ruling.need !== 'approve');
  if (isToShow && hash !== shown) return { toConfirm: planned, hash };
  // The chart of the last hour helps to decide, which its requester does now.
  const isDecided = isToShow && planned.decision.ruling.need === 'confirm';
  const proposed = await putCard(engine, isDecided ? withFields(planned, { shown: { evidence: false } }) : planned);
  return isProblem(proposed) || !('request' in proposed) ? proposed : confirmed(engine, proposed, origin);
}

async function confirmed(
  engine: EngineContext,
  proposed: Extract<Proposed, { readonly request: unknown }>,
  { person }: Origin,
): Promise<Proposed> {
  const { request } = proposed;
  if (
    request.state !== 'proposed' ||
    request.decision.frozen ||
    request.decision.ruling.need !== 'confirm' ||
    request.asker.id !== person.id
  )
    return proposed;
  const { id, revision, shown } = request;
  const pressed = await pressCard(engine, { do: 'approve', card: id, revision, person, channel: shown.channel });
  return { ...proposed, request: pressed.changeRequest ?? request };
}

async function finish(
  due: ReturnType<typeof createDueWork>,
  work: ReturnType<typeof createBackgroundWork>,
  outbox: Outbox['jobs'],
): Promise<void> {
  await due.stop();
  await work.ended();
  await outbox.drain();
  await outbox.stop();
}

/** Waits for the end of the work, at most `stopWaiting`. @param late called after `stopStarting` */
async function waitForEnd({ wait }: Pick<World, 'wait'>, work: Promise<void>, late: () => void): Promise<void> {
  const waited = new AbortController();
  const limit = wait(stopStarting, waited.signal).then(() => {
    late();
    return wait(stopWaiting - stopStarting, waited.signal);
  });
  await Promise.race([work, limit]);
  waited.abort();
}

/** Recovers requests of an earlier process: immediately on the embedded engine, elsewhere after its lease expires. */
async function recover(engine: EngineContext): Promise<void> {
  const { store, world } = engine.services;
  for (const { request, lease } of await store.requests.running())
    if (!lease || lease.until <= world.now()) await checkLease(engine, request.id);
}

const tellKinds = [...firstKinds, ...otherKinds, ...longKinds];

async function isAllLater(engine: EngineContext): Promise<boolean> {
  const { store, world } = engine.services;
  const now = world.now();
  const next = await Promise.all([store.due.next(dueKindsOf(engine)), store.outbox.next(tellKinds)]);
  return next.every((at) => at === undefined || at > now);
}
