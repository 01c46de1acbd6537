import type { ChangeRequest } from '../../core/request/change-request.ts';
import type { TemporaryAccess, TemporaryAccessSpec } from '../../core/request/temporary-access.ts';
import type { Transition } from '../../core/request/transition.ts';
import type { Reads } from '../../operations/shared/define.ts';
import type { Commit } from '../../store/store.ts';
import type { Due } from '../../store/stored-types.ts';
import { changeOf, type EngineContext } from '../engine-context.ts';
import { dueOf } from '../request-commit.ts';

/** How a request's operation keeps things for a limited time; undefined where it never does. */
export function temporaryAccessOf(
  engine: EngineContext,
  request: Pick<ChangeRequest, 'operation'>,
): TemporaryAccessSpec<Reads> | undefined {
  return changeOf(engine, request)?.temporaryAccess;
}

/** What a transition changes about temporary access: its own, and those that it ends; part of the same commit. */
export async function accessChanges(
  engine: EngineContext,
  transition: Transition,
  now: number,
): Promise<Pick<Commit, 'due' | 'temporaryAccess'>> {
  const { request: card } = transition;
  const finished = card.state === 'done' && transition.lease === 'release';
  const keeps = transition.access === 'put';
  const spec = keeps || finished ? temporaryAccessOf(engine, card) : undefined;
  // All of them: a component may have moved to another app since, which its key tells.
  const stored = spec ? await engine.services.store.temporaryAccess.list() : [];
  const { put, ended } = spec?.changes(card, { at: now, keeps, finished }, stored) ?? { put: [], ended: [] };
  const dropped = transition.access === 'drop' ? [card.access?.id ?? card.id] : [];
  const gone = [...ended.map(({ access }) => access.id), ...dropped];
  return {
    temporaryAccess: { put, drop: gone },
    due: {
      put: [
        ...ended.map(({ access, how }) => endedDue(access, how, card, now)),
        ...put.map((access) => dueOf('close', access.id, nextClosing(access, now))),
        ...closingEnds(card, now),
      ],
      drop: gone.map((id) => `close ${id}`),
    },
  };
}

/** How often it is read whether what is held has ended elsewhere, in ms. */
const lookEvery = 600_000;

/** When temporary access is checked: from time to time, and as its time comes; epoch ms. */
export function nextClosing({ until }: Pick<TemporaryAccess, 'until'>, now: number): number {
  return Math.min(until, now + lookEvery);
}

/** Tells the request that began temporary access how it ended, and by which later request. */
function endedDue({ id, card }: TemporaryAccess, how: string, by: ChangeRequest, now: number): Due {
  const later = { request: by.id, link: by.link, until: by.access?.until };
  const who = by.system ? {} : { by: { id: by.asker.id, name: by.asker.name } };
  return { id: `ended ${id}`, kind: 'change.ended', at: now, body: { card, opening: id, how, later, ...who } };
}

/** A closing request that ended, well or not, or whose outcome is unknown: the temporary access is checked again at once. */
export function closingEnds(
  request: Pick<ChangeRequest, 'system' | 'follows' | 'ended' | 'state' | 'check'>,
  now: number,
): readonly Due[] {
  if (request.system !== true || !request.follows) return [];
  const looked = request.ended === now || (request.state === 'unknown' && request.check !== undefined);
  return looked ? [dueOf('close', request.follows.card, now)] : [];
}
