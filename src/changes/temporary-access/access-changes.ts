import type { ChangeRequest } from '../../core/request/change-request.ts';
import type { TemporaryAccess, TemporaryAccessSpec } from '../../core/request/temporary-access.ts';
import type { Reads } from '../../operations/shared/define.ts';
import { changeOf, type EngineContext } from '../engine-context.ts';

export function temporaryAccessOf(
  engine: EngineContext,
  request: Pick<ChangeRequest, 'operation'>,
): TemporaryAccessSpec<Reads> | undefined {
  return changeOf(engine, request)?.temporaryAccess;
}

/** Interval between checks whether someone else has ended temporary access, in ms. */
const lookEvery = 600_000;

/** Time between the note to the requester and the end of access, in ms. Access for less than twice this has no note. */
const tellBefore = 600_000;

/** Returns when to check temporary access again, epoch ms: after the usual interval, or earlier for its note or end. */
export function nextClosing({ until }: Pick<TemporaryAccess, 'until'>, now: number): number {
  const noteAt = until - tellBefore;
  return Math.min(now < noteAt ? noteAt : until, now + lookEvery);
}

export function endsSoon({ at, until }: Pick<TemporaryAccess, 'at' | 'until'>, now: number): boolean {
  return until - at >= 2 * tellBefore && now >= until - tellBefore;
}
