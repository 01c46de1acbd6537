import { type Context, placeKey } from '../../../core/command/context.ts';
import { type Incident, presentFiring } from '../../../core/incident/incident.ts';
import type { Services } from '../services.ts';
import { incidentRecords } from './incident-rows.ts';

/** How far back firings with the same problem are counted, in ms. */
const countedWithin = 7 * 24 * 3_600_000;

/** Counts the firings with the same problem, once per firing of an incident of one component. */
export async function withPast(
  store: { readonly records: Pick<Services['store']['records'], 'list'> },
  context: Context,
  incident: Incident,
): Promise<Incident> {
  const { component, ended, times, source, past } = incident;
  if (past?.times === times || ended !== undefined || !component || source.kind === 'exposure') return incident;
  const since = firstFiring(incident) - countedWithin;
  // Incidents of alerts have no place key.
  const filter = { placeKey: source.kind === 'watches' ? placeKey(context) : '', since };
  const earlier = (await incidentRecords.bodies(store, filter)).filter((each) => isEarlier(each, incident));
  const all = [incident, ...earlier];
  const count = all.reduce((sum, each) => sum + each.times, 0);
  const [{ watchedSince } = {}] = incident.lines;
  const unseen = source.kind === 'alerts' ? since : watchedSince && Math.max(watchedSince, since);
  return { ...incident, past: { times, count, since: count > 1 ? Math.min(...all.map(firstFiring)) : unseen } };
}

function firstFiring(incident: Incident): number {
  return incident.firings?.[0]?.from ?? presentFiring(incident, incident.opened).from;
}

/** Returns whether an incident with the same problem ended earlier. Of two watches, both may still see one problem. */
function isEarlier(each: Incident, { id, channel, opened, lines }: Incident): boolean {
  if (each.id === id || each.channel !== channel || each.opened > opened || each.ended === undefined) return false;
  return each.lines.some((line) =>
    lines.some(
      ({ key, item, component }) =>
        line.key === key || (item !== undefined && line.item === item && line.component?.id === component?.id),
    ),
  );
}
