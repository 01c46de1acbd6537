import { placeKey } from '../../../core/command/context.ts';
import { defined } from '../../../core/defined.ts';
import { type Incident, type IncidentLine, presentFiring, presentLines } from '../../../core/incident/incident.ts';
import { titledLines } from '../../../core/incident/incident-title.ts';
import type { Commit } from '../../../store/store.ts';
import type { Services } from '../services.ts';
import { incidentRecord, incidentRecords, incidentRow } from './incident-rows.ts';

/** How far back firings with the same problem are counted, in ms. */
const countedWithin = 7 * 24 * 3_600_000;

/**
 * Counts the firings of the condition that the title of an incident of one component names first. Another watch counts
 * its own firings. Of alerts, counts those of the one that fired most often, because their group has a title of its own.
 */
export async function withPast(
  store: { readonly records: Pick<Services['store']['records'], 'list'> },
  incident: Incident,
  context = incident.context,
): Promise<Incident> {
  const { component, ended, times, source, past } = incident;
  const isOfAlerts = source.kind === 'alerts';
  if (source.kind === 'exposure' || !(isOfAlerts || component)) return incident;
  const lead = isOfAlerts ? undefined : titledLines(incident.lines)[0];
  const isKnown = past?.times === times && past.of === lead?.key;
  if (isKnown || (ended !== undefined && !past) || !(isOfAlerts || context)) return incident;
  const since = firstFiring(incident) - countedWithin;
  // Incidents of alerts have no place key.
  const filter = { placeKey: !isOfAlerts && context ? placeKey(context) : '', since };
  const earlier = (await incidentRecords.bodies(store, filter)).filter((each) => isEarlier(each, incident));
  const lines = lead ? [lead] : presentLines(incident);
  const counted = lines.map((line) => pastOf(line, incident, earlier, since));
  // Of conditions that never fired before, the newest watch knows the shortest time.
  const known = ({ since = Number.MAX_SAFE_INTEGER }: { readonly since?: number | undefined }) => since;
  const [most] = counted.toSorted((one, other) => other.count - one.count || known(other) - known(one));
  return most ? { ...incident, past: { times, ...defined({ of: lead?.key }), ...most } } : incident;
}

/** @param since start of the search, epoch ms */
function pastOf(
  line: IncidentLine,
  incident: Incident,
  earlier: readonly Incident[],
  since: number,
): Omit<NonNullable<Incident['past']>, 'times' | 'of'> {
  const own = firingsOf(incident, line);
  const before = earlier.flatMap((each) => {
    const firings = firingsOf(each, line);
    return firings.count > 0 ? [{ ...firings, id: each.id, opened: each.opened }] : [];
  });
  const count = before.reduce((sum, each) => sum + each.count, own.count);
  const unseen = incident.source.kind === 'alerts' ? since : line.watchedSince && Math.max(line.watchedSince, since);
  const last = before.toSorted((one, other) => one.opened - other.opened).at(-1);
  return {
    count,
    since: count > 1 ? Math.min(...[own, ...before].map(({ first }) => first)) : unseen,
    ...(last ? { earlier: { id: last.id } } : {}),
  };
}

/** Returns how often a condition fired in an incident, and when first. Counts firings without stored conditions too. */
function firingsOf(incident: Incident, line: IncidentLine): { readonly count: number; readonly first: number } {
  const keys = incident.lines.filter((each) => isSameProblem(each, line)).map(({ key }) => key);
  if (keys.length === 0) return { count: 0, first: Number.POSITIVE_INFINITY };
  const present = presentLines(incident).filter(({ key }) => keys.includes(key));
  const { firings = [], times } = incident;
  const others = firings.filter(({ began }) => began && !keys.some((key) => began[key] !== undefined));
  const own = firings.filter((firing) => !others.includes(firing));
  return {
    count: times - others.length - (present.length > 0 ? 0 : 1),
    first: Math.min(
      ...own.flatMap(({ from, began }) => (began ? keys.flatMap((key) => began[key] ?? []) : from)),
      ...(present.length > 0 ? [presentFiring({ ...incident, lines: present }, incident.opened).from] : []),
    ),
  };
}

/** Checks whether two conditions are the same. An edited watch has another one. Alerts of one item share one problem. */
function isSameProblem(each: IncidentLine, line: IncidentLine): boolean {
  const isOfAlert = line.watch === undefined;
  if (isOfAlert && line.item !== undefined && each.item === line.item) return each.component?.id === line.component?.id;
  const { watchedSince = line.watchedSince } = each;
  return each.key === line.key && (line.watchedSince === undefined || watchedSince === line.watchedSince);
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

/** Returns whether an incident of the channel ended earlier. Of two incidents, both may still show one problem. */
function isEarlier(each: Incident, { id, channel, opened }: Incident): boolean {
  return each.id !== id && each.channel === channel && each.opened <= opened && each.ended !== undefined;
}
