import type { ChangeRequest } from '../../core/request/change-request.ts';
import type { TemporaryAccess, TemporaryAccessSpec } from '../../core/request/temporary-access.ts';
import type { Transition } from '../../core/request/transition.ts';
import type { Reads } from '../../operations/shared/define.ts';
import type { Commit } from '../../store/store.ts';
import type { Due } from '../../store/stored-types.ts';
import { changeOf, type EngineContext } from '../engine-context.ts';
import { dueOf } from '../request-commit.ts';

export function temporaryAccessOf(
  engine: EngineContext,
  request: Pick<ChangeRequest, 'operation'>,
): TemporaryAccessSpec<Reads> | undefined {
  return changeOf(engine, request)?.temporaryAccess;
}

export async function accessChanges(
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
  const { put, ended } = spec?.changes(request, { at: now, keeps, finished }, stored) ?? { put: [], ended: [] };
  const dropped = transition.access === 'drop' ? [request.access?.id ?? request.id] : [];
  const gone = [...ended.map(({ access }) => access.id), ...dropped];
  return {
    temporaryAccess: { put, drop: gone },
    due: {
      put: [
        ...ended.map(({ access, how }) => endedDue(access, how, request, now)),
        ...put.map((access) => dueOf('close', access.id, nextClosing(access, now))),
        ...closingEnds(request, now),
      ],
      drop: gone.map((id) => `close ${id}`),
    },
  };
}

/** Interval between checks whether someone else has ended temporary access, in ms. */
const lookEvery = 600_000;

/** Returns when to check temporary access again, epoch ms: after the usual interval, or earlier at its end. */
export function nextClosing({ until }: Pick<TemporaryAccess, 'until'>, now: number): number {
  return Math.min(until, now + lookEvery);
}

function endedDue({ id, card }: TemporaryAccess, how: string, by: ChangeRequest, now: number): Due {
  const later = { request: by.id, link: by.link, until: by.access?.until };
  const who = by.system ? {} : { by: { id: by.asker.id, name: by.asker.name } };
  return { id: `ended ${id}`, kind: 'change.ended', at: now, body: { card, opening: id, how, later, ...who } };
}

/** Checks temporary access again immediately after a closing request ended or its outcome became unknown. */
export function closingEnds(
  request: Pick<ChangeRequest, 'system' | 'follows' | 'ended' | 'state' | 'check'>,
  now: number,
): readonly Due[] {
  if (request.system !== true || !request.follows) return [];
  const looked = request.ended === now || (request.state === 'unknown' && request.check !== undefined);
  return looked ? [dueOf('close', request.follows.card, now)] : [];
}
