import { defined } from '../core/defined.ts';
import type { NotAllowed } from '../core/policy/decide.ts';
import { advance } from '../core/request/advance.ts';
import { ChangeRequest, isFinal, readRequests } from '../core/request/change-request.ts';
import { mayHaveChanged } from '../core/request/follow-up.ts';
import type { TemporaryAccess, TemporaryAccessEnd } from '../core/request/temporary-access.ts';
import type { RequestEvent, Transition } from '../core/request/transition.ts';
import { retryMs } from '../core/retry.ts';
import { deletedRuleOf } from '../operations/shared/access/port-state.ts';
import { type Changes, type Commit, type Committed, StoreProblem } from '../store/store.ts';
import type { Due } from '../store/stored-types.ts';
import type { EngineContext } from './engine-context.ts';
import { commitOf, dueOf } from './request-commit.ts';
import { nextClosing, temporaryAccessOf } from './temporary-access/access-changes.ts';

interface LoadedRequest {
  readonly request: ChangeRequest;
  readonly version: number;
}

export async function loadRequest(engine: EngineContext, id: string): Promise<LoadedRequest | undefined> {
  const stored = await engine.services.store.requests.get(id);
  return stored && { request: ChangeRequest.parse(stored.body), version: stored.version };
}

/** Number of newest requests to search for those that another one concerns. */
const searched = 200;

export async function newestRequests(engine: EngineContext): Promise<readonly ChangeRequest[]> {
  return readRequests(await engine.services.store.requests.recent(searched));
}

/** Result of an event: the saved transition, why nothing happened, `gone` (no request) or `busy` (component in use). */
export type Applied = (Transition & { readonly version: number }) | NotAllowed | 'gone' | 'busy';

/** Returns the saved transition, or undefined if the event changed nothing. */
export function changedBy(applied: Applied): (Transition & { readonly version: number }) | undefined {
  return typeof applied === 'object' && 'request' in applied ? applied : undefined;
}

const retry = { firstMs: 500, maxMs: 2_000, attempts: 5 };

/**
 * Applies an event to a request by compare-and-set. Retries on a conflict, or if the database doesn't answer. If an
 * event was saved but the answer was lost, the retry doesn't apply it again, because the request's state has changed.
 * @param more rows to save in the same commit @param only the version that the event was made for; returns `gone` for
 * another version @throws StoreProblem if the database still doesn't answer
 */
export async function applyEvent(
  engine: EngineContext,
  id: string,
  event: RequestEvent,
  only?: number,
  more?: More,
): Promise<Applied> {
  let faults = 0;
  for (;;) {
    try {
      const loaded = await loadRequest(engine, id);
      if (!loaded || (only !== undefined && loaded.version !== only)) return 'gone';
      const now = engine.services.world.now();
      const advanced = advance(loaded.request, event, now);
      if ('refusal' in advanced) return advanced;
      const due = mergeChanges(more?.due, othersDue(loaded.request, advanced.request, now));
      const saved = await save(engine, advanced, loaded.version, now, { ...more, due });
      if (saved === 'saved') {
        noteChanged(engine, loaded.request, advanced.request);
        return { ...advanced, version: loaded.version + 1 };
      }
      if (saved === 'busy') return 'busy';
    } catch (error) {
      faults += 1;
      const { world } = engine.services;
      const wait = error instanceof StoreProblem ? retryMs(faults, retry, world.random) : undefined;
      if (wait === undefined) throw error;
      await world.wait(wait);
    }
  }
}

function noteChanged(engine: EngineContext, before: ChangeRequest, request: ChangeRequest): void {
  const isMoved = request.state !== before.state;
  if (isMoved) countState(engine, request);
  if (!isMoved && mayHaveChanged(request) === mayHaveChanged(before)) return;
  for (const { changed } of engine.features)
    if (changed) engine.background('showing a change elsewhere', () => changed(engine.services, request));
}

function countState({ services }: EngineContext, { state, operation }: ChangeRequest): void {
  services.count?.requestBecame(state, operation);
}

export async function save(
  engine: EngineContext,
  transition: Transition,
  version: number | 'new',
  now: number,
  more: More = {},
): Promise<Committed> {
  const change = merge(
    merge(commitOf(engine, transition, version, now), await accessChanges(engine, transition, now)),
    more,
  );
  const result = await engine.services.store.commit(change);
  if (result === 'saved' && version === 'new') countState(engine, transition.request);
  if (result === 'busy' && transition.lease !== 'run') {
    // Another request holds the lease, but the event has already happened, so save it without the lease.
    const { lease: _, ...rest } = change;
    const again = await engine.services.store.commit(rest);
    if (again === 'saved') engine.wake();
    return again;
  }
  if (result === 'saved') engine.wake();
  return result;
}

async function accessChanges(
  engine: EngineContext,
  transition: Transition,
  now: number,
): Promise<Pick<Commit, 'due' | 'temporaryAccess'>> {
  const { request } = transition;
  const finished = request.state === 'done' && transition.lease === 'release';
  const keeps = transition.access === 'put';
  const spec = keeps || finished ? temporaryAccessOf(engine, request) : undefined;
  // Read the whole list, because a component may have moved to another app, which its key then shows.
  const stored = spec ? await engine.services.store.temporaryAccess.list() : [];
  const changes = spec?.changes(request, { at: now, keeps, finished }, stored) ?? { put: [], ended: [] };
  const { put, ended, narrowed = [] } = changes;
  const dropped = transition.access === 'drop' ? [request.access?.id ?? request.id] : [];
  const gone = [...ended.map(({ access }) => access.id), ...dropped];
  return {
    temporaryAccess: { put, drop: gone },
    due: {
      put: [
        ...ended.map(({ access, how, isTakenOver }) => endedDue(access, how, request, now, isTakenOver)),
        ...narrowed.map((access) => endedDue(access, 'narrowed', request, now)),
        ...put.map((access) => dueOf('close', access.id, nextClosing(access, now))),
        ...closingEnds(request, now),
        ...undoneDue(request, now),
      ],
      drop: gone.map((id) => `close ${id}`),
    },
  };
}

/** Checks temporary access again immediately after a closing request ended or its outcome became unknown. */
export function closingEnds(request: ChangeRequest, now: number): readonly Due[] {
  if (request.system !== true || !request.follows) return [];
  const looked = request.run.ended === now || (request.state === 'unknown' && request.run.check !== undefined);
  return looked ? [dueOf('close', request.follows.card, now)] : [];
}

/** Tells the card of a change that this request undid it. */
function undoneDue({ state, plan, follows, id, asker, shown, run }: ChangeRequest, now: number): readonly Due[] {
  if (state !== 'done' || follows?.how !== 'undo' || run.ended !== now) return [];
  const next = { request: id, ...defined({ link: shown.link }) };
  // The undo of a rule that opened its port leaves the port open.
  const how = deletedRuleOf(plan) ? 'deleted' : undefined;
  const body = { card: follows.card, next, by: { id: asker.id, name: asker.name }, ...defined({ how }) };
  return [{ id: `undone ${follows.card}`, kind: 'change.undone', at: now, body }];
}

/** Looks at the cards of others when a request ends: of those that it overtook, and of those that wait beside it. */
function othersDue(before: ChangeRequest, { id, state }: ChangeRequest, now: number): Changes<Due> {
  return !isFinal(before.state) && isFinal(state) ? { put: [dueOf('others', id, now)] } : {};
}

function endedDue(
  { id, request }: TemporaryAccess,
  how: TemporaryAccessEnd | 'narrowed',
  by: ChangeRequest,
  now: number,
  isTakenOver = false,
): Due {
  const hasLater = how === 'extended' || how === 'kept' || isTakenOver;
  const later = hasLater ? { request: by.id, link: by.shown.link, until: by.access?.until } : undefined;
  const who = by.system ? {} : { by: { id: by.asker.id, name: by.asker.name } };
  const next = { request: by.id, ...defined({ link: by.shown.link }) };
  const body = { card: request, opening: id, how, later, next, ...who };
  return { id: `ended ${id}`, kind: 'change.ended', at: now, body };
}

type More = Pick<Commit, 'due' | 'temporaryAccess'>;

function merge(one: Commit, other: More): Commit {
  return {
    ...one,
    temporaryAccess: mergeChanges(one.temporaryAccess, other.temporaryAccess),
    due: mergeChanges(one.due, other.due),
  };
}

function mergeChanges<T>(one: Changes<T> = {}, other: Changes<T> = {}): Changes<T> {
  return {
    put: [...(one.put ?? []), ...(other.put ?? [])],
    drop: [...(one.drop ?? []), ...(other.drop ?? [])],
  };
}
