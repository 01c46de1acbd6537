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
