import { type Context, placeKey } from '../../../core/command/context.ts';
import { type Incident, presentFiring } from '../../../core/incident/incident.ts';
import type { Commit } from '../../../store/store.ts';
import type { Services } from '../services.ts';
import { incidentRecord, incidentRecords, incidentRow } from './incident-rows.ts';

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
  const last = earlier.toSorted((one, other) => one.opened - other.opened).at(-1);
  return {
    ...incident,
    past: {
      ...{ times, count, since: count > 1 ? Math.min(...all.map(firstFiring)) : unseen },
      ...(last ? { earlier: { id: last.id } } : {}),
    },
  };
}

/** Time in which the message of a new incident is posted, so that another message can link to it, in ms. */
const postedWithin = 15_000;

interface LaterLink extends Required<Pick<Commit, 'records' | 'outbox'>> {
  /** Id of the earlier incident, if it changes. */
  readonly earlier?: string;
}

/** Returns the change by which the message of the earlier incident links to the next one. @param before the incident as stored */
export async function linkToLater(
  store: { readonly records: Pick<Services['store']['records'], 'get'> },
  before: Incident | undefined,
  { id, past }: Incident,
  now: number,
): Promise<LaterLink> {
  const isNews = past?.earlier !== undefined && before?.past?.earlier === undefined;
  const earlier = isNews ? await incidentRecords.get(store, past.earlier?.id) : undefined;
  if (!earlier || earlier.body.later) return { records: [], outbox: [] };
  const { body, version, ...row } = earlier;
  return {
    earlier: body.id,
    records: [incidentRecord({ ...body, later: { id } }, version, row)],
    outbox: [incidentRow(body.id, version + 1, now + postedWithin)],
  };
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
