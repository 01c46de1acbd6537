import type { Context } from '../../../core/command/context.ts';
import type { Incident, IncidentChange } from '../../../core/incident/incident.ts';
import type { ChangeRequest } from '../../../core/request/change-request.ts';
import { resultWithin } from '../../../core/world.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type EventChange, eventChanges } from '../event/event-marks.ts';
import { seenComponents } from '../find-component.ts';
import type { Services } from '../services.ts';

/** What is read of more components tells less than it costs. */
const mostComponents = 3;
/** A slow platform doesn't hold up the message for longer, in ms. */
const longest = 2_000;
/** How much earlier than a request an event of its own may seem to begin, in ms: clocks differ. */
const clocksDiffer = 30_000;

/** What is needed to read what was changed elsewhere. */
export type ConsoleChangeSources = Pick<Services, 'store' | 'world'> & {
  readonly platform: Pick<Platform, 'listEvents'>;
};

/**
 * What was changed elsewhere at the components of an incident, as the platform's events tell: read once each time it
 * fires, and once as it ends. What requests of ours did isn't told twice.
 * @param since how far back, epoch ms
 * @param requests those of its context that ran
 * @returns the incident, unchanged where there is nothing to read, or it couldn't be read in time
 */
export async function withConsoleChanges(
  { store, world, platform }: ConsoleChangeSources,
  context: Context,
  incident: Incident,
  since: number,
  requests: readonly ChangeRequest[],
): Promise<Incident> {
  const { elsewhere, times, lines } = incident;
  const hasEnded = incident.ended !== undefined;
  const ids = new Set(lines.flatMap(({ component }) => component?.id ?? []));
  const isKnown = elsewhere?.times === times && elsewhere.hasEnded === hasEnded;
  if (isKnown || ids.size === 0 || ids.size > mostComponents) return incident;
  const seen = (await seenComponents(context, store)).filter(({ id }) => ids.has(id));
  if (seen.length === 0) return incident;
  const reads = seen.map((each) => eventChanges(platform, each, context, since / 1_000, world.log));
  const read = await resultWithin(world, longest, Promise.all(reads));
  // What can't be read now is tried again with the next evaluation.
  if (!read || read.some(({ knownSince }) => knownSince === Number.POSITIVE_INFINITY)) return incident;
  const changes = read
    .flatMap((each) => each.changes)
    .filter((event) => event.since * 1_000 >= since && !requests.some((request) => isDoneBy(event, request)))
    .flatMap(consoleChange);
  return { ...incident, elsewhere: { times, hasEnded, changes } };
}

/** Whether an event is what a request of ours has done. */
function isDoneBy({ since, component }: EventChange, { started, ended, plan }: ChangeRequest): boolean {
  const at = since * 1_000;
  if (started === undefined || at < started - clocksDiffer || at > (ended ?? Number.POSITIVE_INFINITY)) return false;
  return (plan.locks ?? [plan.component]).includes(component.id);
}

function consoleChange({ time, mark, component }: EventChange): readonly IncidentChange[] {
  if (!mark) return [];
  const what = mark.what(component.name);
  return [{ at: time * 1_000, what, by: mark.who }];
}
