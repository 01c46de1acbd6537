import { readAll } from '../../../core/command/params.ts';
import { type ChangeRequest, changerOf, isPartlyDone, lastMoment } from '../../../core/request/change-request.ts';
import { wasSeen } from '../../../core/request/events/followed-event.ts';
import { hasReplacedNothing } from '../../../core/request/follow-up.ts';
import type { Text } from '../../../core/text/text.ts';
import type { Change } from '../define.ts';
import { changeOutcomeMsg } from './change-outcome-messages.ts';
import type { EventChange } from './event-marks.ts';

/** Maximum time that an event may seem to begin before its request, in ms, because clocks differ. */
const clocksDiffer = 30_000;

/**
 * Checks whether a request of Portolan caused an event of the platform. A request that found its events of the component
 * caused only those: someone else may start another deploy while it runs or while its outcome is unknown.
 */
export function isDoneBy({ since, component, events }: EventChange, request: ChangeRequest): boolean {
  const { plan, run } = request;
  const ofComponent = run.steps.flatMap((step) => step.events ?? []).filter((each) => each.component === component.id);
  if (ofComponent.some(wasSeen)) return events.some((id) => hasFollowed(request, id));
  const at = since * 1_000;
  if (run.started === undefined || at < run.started - clocksDiffer || at > (run.ended ?? lastMoment(request)))
    return false;
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

/** Returns a request's short wording with its outcome, unless it is done: `scale web 3 → 5 (partly done)`. */
export function requestMark(operation: Change, request: ChangeRequest, name: string): Text {
  const { plan, given, state } = request;
  const parsed = readAll(operation.params, given);
  // Another version's parameters may be unreadable for this version.
  const what =
    'args' in parsed
      ? operation.mark(name, { plan, args: parsed.args, automatic: changerOf(request) === undefined })
      : operation.mark(name);
  switch (state) {
    case 'running':
      return changeOutcomeMsg.stillRunning({ what });
    case 'unknown':
      return changeOutcomeMsg.outcomeUnknown({ what });
    case 'failed':
      if (hasReplacedNothing(request)) return changeOutcomeMsg.buildFailed({ what });
      return (isPartlyDone(request) ? changeOutcomeMsg.partlyDone : changeOutcomeMsg.failed)({ what });
    default:
      return what;
  }
}
