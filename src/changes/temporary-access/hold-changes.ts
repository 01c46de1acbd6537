import type { ChangeRequest } from '../../core/request/change-request.ts';
import type { Hold, TemporaryAccessSpec } from '../../core/request/hold.ts';
import type { Transition } from '../../core/request/transition.ts';
import type { Reads } from '../../operations/shared/define.ts';
import type { Commit } from '../../store/store.ts';
import type { Due } from '../../store/stored-types.ts';
import { changeOf, type EngineContext } from '../engine-context.ts';
import { dueOf } from '../request-commit.ts';

/** How a request's operation keeps things for a limited time; undefined where it never does. */
export function temporaryAccessOf(
  engine: EngineContext,
  card: Pick<ChangeRequest, 'operation'>,
): TemporaryAccessSpec<Reads> | undefined {
  return changeOf(engine, card)?.temporaryAccess;
}

/** What a transition changes about holds: its own, and those that it ends; part of the same commit. */
export async function holdChanges(
  engine: EngineContext,
  transition: Transition,
  now: number,
): Promise<Pick<Commit, 'due' | 'holds'>> {
  const { card } = transition;
  const finished = card.state === 'done' && transition.lease === 'release';
  const keeps = transition.hold === 'put';
  const access = keeps || finished ? temporaryAccessOf(engine, card) : undefined;
  // All of them: a component may have moved to another app since, which its key tells.
  const stored = access ? await engine.services.store.holds.list() : [];
  const { put, ended } = access?.holds(card, { at: now, keeps, finished }, stored) ?? { put: [], ended: [] };
  const dropped = transition.hold === 'drop' ? [card.timed?.id ?? card.id] : [];
  const gone = [...ended.map(({ hold }) => hold.id), ...dropped];
  return {
    holds: { put, drop: gone },
    due: {
      put: [
        ...ended.map(({ hold, how }) => endedDue(hold, how, card, now)),
        ...put.map((hold) => dueOf('close', hold.id, nextLook(hold, now))),
        ...closingEnds(card, now),
      ],
      drop: gone.map((id) => `close ${id}`),
    },
  };
}

/** How often it is read whether what is held has ended elsewhere, in ms. */
const lookEvery = 600_000;

/** When a hold is looked at: from time to time, and as its time comes; epoch ms. */
export function nextLook({ until }: Pick<Hold, 'until'>, now: number): number {
  return Math.min(until, now + lookEvery);
}

/** Tells the request that began a hold how it ended, and by which later request. */
function endedDue({ id, card }: Hold, how: string, by: ChangeRequest, now: number): Due {
  const later = { request: by.id, link: by.link, until: by.timed?.until };
  const who = by.system ? {} : { by: { id: by.asker.id, name: by.asker.name } };
  return { id: `ended ${id}`, kind: 'change.ended', at: now, body: { card, opening: id, how, later, ...who } };
}

/** A closing request that ended, well or not, or whose outcome is unknown: the hold is looked at again at once. */
export function closingEnds(
  card: Pick<ChangeRequest, 'system' | 'follows' | 'ended' | 'state' | 'check'>,
  now: number,
): readonly Due[] {
  if (card.system !== true || !card.follows) return [];
  const looked = card.ended === now || (card.state === 'unknown' && card.check !== undefined);
  return looked ? [dueOf('close', card.follows.card, now)] : [];
}
