import type { NotAllowed } from '../core/policy/decide.ts';
import { advance } from '../core/request/advance.ts';
import { ChangeRequest } from '../core/request/change-request.ts';
import { requestStateText } from '../core/request/decide-request.ts';
import type { RequestEvent, Transition } from '../core/request/transition.ts';
import { retryMs } from '../core/retry.ts';
import type { Text } from '../core/text/text.ts';
import { type Changes, type Commit, type Committed, StoreProblem } from '../store/store.ts';
import { changeMsg } from './change-messages.ts';
import type { EngineContext } from './engine-context.ts';
import { commitOf } from './request-commit.ts';
import { accessChanges } from './temporary-access/access-changes.ts';

export interface LoadedRequest {
  readonly request: ChangeRequest;
  readonly version: number;
}

export async function loadRequest(engine: EngineContext, id: string): Promise<LoadedRequest | undefined> {
  const stored = await engine.services.store.requests.get(id);
  return stored && { request: ChangeRequest.parse(stored.body), version: stored.version };
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
      const saved = await save(engine, advanced, loaded.version, now, more);
      if (saved === 'saved') {
        if (advanced.request.state !== loaded.request.state) countState(engine, advanced.request);
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

export async function withdraw(
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
