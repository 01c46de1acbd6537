import { type Context, placeKey } from '../../../core/command/context.ts';
import type { Incident } from '../../../core/incident/incident.ts';
import type { Services } from '../services.ts';
import { incidentRecords } from './incident-rows.ts';

/** Returns current incidents, and those that ended in the last minutes, in the channel or in a public one. */
export async function visibleIncidents(
  { store, people }: Pick<Services, 'store' | 'people'>,
  { context, channel }: { readonly context: Context; readonly channel: string },
): Promise<readonly Incident[]> {
  const incidents = await incidentRecords.bodies(store, { placeKey: placeKey(context), isOpen: true });
  const shown = await Promise.all(
    incidents.map(async (each) => each.channel === channel || (await people.isPublic(each.channel))),
  );
  return incidents.filter((_, index) => shown[index]);
}

/** Returns one incident per problem: if several channels watch it, the one of this channel, otherwise the first one. */
export function onePerProblem(incidents: readonly Incident[], channel: string): readonly Incident[] {
  const problemOf = ({ title, lines, ended }: Incident) =>
    JSON.stringify([
      ended === undefined,
      title ?? lines.map(({ component, what }) => JSON.stringify([component?.id, what])).toSorted(),
    ]);
  const own = incidents.filter((each) => each.channel === channel).map(problemOf);
  const others = incidents.filter((each) => each.channel !== channel && !own.includes(problemOf(each)));
  const shown = new Set(new Map(others.toReversed().map((each) => [problemOf(each), each])).values());
  return incidents.filter((each) => each.channel === channel || shown.has(each));
}
