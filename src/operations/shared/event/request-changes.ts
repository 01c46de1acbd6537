import type { ChangeRequest } from '../../../core/request/change-request.ts';
import type { EventChange } from './event-marks.ts';

/** Maximum time that an event may seem to begin before its request, in ms, because clocks differ. */
const clocksDiffer = 30_000;

/** Checks whether a request of Portolan caused an event of the platform. */
export function isDoneBy({ since, component }: EventChange, { plan, run: { started, ended } }: ChangeRequest): boolean {
  const at = since * 1_000;
  if (started === undefined || at < started - clocksDiffer || at > (ended ?? Number.POSITIVE_INFINITY)) return false;
  return (plan.locks ?? [plan.component]).includes(component.id);
}

export function requestBegin({ at, run: { started } }: ChangeRequest): number {
  return started ?? at;
}

export function touches({ plan }: ChangeRequest, ids: ReadonlySet<string>): boolean {
  const awaited = plan.steps.flatMap(({ awaits }) => awaits?.components ?? []).map(({ id }) => id);
  return (awaited.length > 0 ? awaited : [plan.component]).some((id) => ids.has(id));
}

/** Checks whether a request followed this event, or the one before it. `id`: the event's id. */
export function hasFollowed({ run: { steps } }: ChangeRequest, id: string): boolean {
  return steps.some(({ events = [] }) => events.some(({ event, first }) => event === id || first?.event === id));
}
