import type { NotAllowed } from '../core/policy/decide.ts';
import { advance } from '../core/request/advance.ts';
import { ChangeRequest } from '../core/request/change-request.ts';
import { requestStateText } from '../core/request/decide-request.ts';
import type { RequestEvent, Transition } from '../core/request/transition.ts';
import type { Text } from '../core/text/text.ts';
import { type Changes, type Commit, type Committed, StoreProblem } from '../store/store.ts';
import { changeMsg } from './change-messages.ts';
import type { EngineContext } from './engine-context.ts';
import { commitOf } from './request-commit.ts';
import { accessChanges } from './temporary-access/access-changes.ts';

/** A card with the version that it was read in. */
export interface LoadedRequest {
  readonly request: ChangeRequest;
  readonly version: number;
}

/** Reads a card; undefined for one that is not there (any more). */
export async function loadRequest(engine: EngineContext, id: string): Promise<LoadedRequest | undefined> {
  const stored = await engine.services.store.requests.get(id);
  return stored && { request: ChangeRequest.parse(stored.body), version: stored.version };
}

/**
 * The result of an event: the transition as it was saved, why nothing happened, that another request runs on the
 * component, or that the request doesn't exist.
 */
export type Applied = (Transition & { readonly version: number }) | NotAllowed | 'gone' | 'busy';

/** The request as an event has left it; undefined where nothing happened. */
export function changedBy(applied: Applied): (Transition & { readonly version: number }) | undefined {
  return typeof applied === 'object' && 'request' in applied ? applied : undefined;
}

const tries = 5;
const pause = 300;

/**
 * Applies an event to a request: read, advance, saved by compare and set; if someone else was faster, it is read
 * again. A database that does not answer is asked a few times: an event that was saved without our knowing then finds
 * the card past it, and does not happen twice.
 * @param more what is saved in the same commit
 * @param only the version that the event was made for, where it makes no sense on a later one
 * @throws StoreProblem when it still does not answer
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
      const found = await loadRequest(engine, id);
      if (!found || (only !== undefined && found.version !== only)) return 'gone';
      const now = engine.services.world.now();
      const made = advance(found.request, event, now);
      if ('no' in made) return made;
      const saved = await save(engine, made, found.version, now, more);
      if (saved === 'saved') {
        if (made.request.state !== found.request.state) countState(engine, made.request);
        return { ...made, version: found.version + 1 };
      }
      if (saved === 'busy') return 'busy';
    } catch (error) {
      faults += 1;
      if (!(error instanceof StoreProblem) || faults >= tries) throw error;
      await engine.services.world.wait(pause * faults);
    }
  }
}

function countState({ services }: EngineContext, { state, operation }: ChangeRequest): void {
  services.count?.requestBecame(state, operation);
}

/** Saves a transition on the version that it was made from. */
export async function save(
  engine: EngineContext,
  made: Transition,
  version: number | 'new',
  now: number,
  more: More = {},
): Promise<Committed> {
  const change = merge(merge(commitOf(engine, made, version, now), await accessChanges(engine, made, now)), more);
  const result = await engine.services.store.commit(change);
  if (result === 'saved' && version === 'new') countState(engine, made.request);
  if (result === 'busy' && made.lease !== 'run') {
    // The lease only keeps others away a little longer; what happened is saved in any case.
    const { lease: _, ...rest } = change;
    const again = await engine.services.store.commit(rest);
    if (again === 'saved') engine.kick();
    return again;
  }
  if (result === 'saved') engine.kick();
  return result;
}

/** What is saved beside a transition. */
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

/** Cancels a request for the agent that made it. @returns why it can't be; undefined where it is canceled */
export async function withdraw(
  engine: EngineContext,
  id: string,
  { id: by, name }: ChangeRequest['asker'],
): Promise<Text | undefined> {
  const card = (await loadRequest(engine, id))?.request;
  if (!card) return changeMsg.unknownCard();
  const event = { event: 'cancel', by: { id: by, name }, revision: card.revision, withdrawn: 'agent' } as const;
  const applied = await applyEvent(engine, id, event);
  if (applied === 'gone') return changeMsg.unknownCard();
  if (applied === 'busy') return requestStateText(card);
  return 'no' in applied ? applied.no : undefined;
}
