import { defined, isSameJson, present } from '../defined.ts';
import { minuteOf } from '../watch/watch-state.ts';
import {
  asFiringAgain,
  firingsAfter,
  type Incident,
  type IncidentLine,
  incidentState,
  isIncidentOver,
  isOngoing,
  presentLines,
  reopenedWithin,
  type Silence,
  settled,
  silenceAt,
  silenceOf,
  withHistory,
} from './incident.ts';
import { lineTitle } from './incident-title.ts';

/** Time after an incident was opened in which further conditions of its component join it, in ms. */
export const joinedWithin = 120_000;
/** Maximum number of new cards per app at the same time. If more components fire, they share one card. */
const maxCards = 5;
/** Minimum time between two mentions of the same person for one incident, in ms. */
const mentionedEvery = 10 * 60_000;
/** Maximum number of conditions that keep values. All are stored, because an unknown one would open another card. */
const maxValues = 100;

export interface Observation {
  readonly line: IncidentLine;
  /** The condition began to fire after the last observation. Only such a condition opens, reopens or joins a card. */
  readonly fired: boolean;
  readonly source: Incident['source'];
  readonly channel: string;
  readonly context?: Incident['context'];
  readonly title?: Incident['title'];
  readonly notify: readonly string[];
  readonly reader: Incident['reader'];
  /** The watch is silenced, so no card is opened, reopened or joined for this condition. */
  readonly silenced?: true;
}

export interface IncidentNote {
  readonly incident: string;
  /** `still-firing`: a silence ended by time. `unsilenced`: someone else ended a person's silence. */
  readonly what: 'reopened' | 'joined' | 'reminder' | 'still-firing' | 'unsilenced' | 'ended';
  /** When the note was decided, in epoch ms. Makes the note unique together with the other fields. */
  readonly at: number;
  readonly keys: readonly string[];
  readonly mention: readonly string[];
}

/** An incident after a step, and the note that its thread gets, if any. */
export interface NotedIncident {
  readonly incident: Incident;
  readonly note?: IncidentNote;
}

export interface ObservedIncidents {
  readonly changed: readonly Incident[];
  readonly notes: readonly IncidentNote[];
}

/** Assigns each condition to its incident, to one that it reopens or joins, or to a new one. Pure; `now`: epoch ms. */
export function observeLines(
  current: readonly Incident[],
  observations: readonly Observation[],
  now: number,
): ObservedIncidents {
  const incidents = new Map(current.map((incident) => [incident.id, incident]));
  const notes: IncidentNote[] = [];
  const placed = observations.map((observation) => ({ observation, incident: incidentOf(current, observation, now) }));
  for (const { observation, incident } of placed) {
    if (!incident) continue;
    const step = update(incidents.get(incident.id) ?? incident, observation, now);
    incidents.set(incident.id, step.incident);
    if (step.note) addNote(notes, step.note);
  }
  for (const group of openedFor(placed.flatMap(({ observation, incident }) => (incident ? [] : [observation])))) {
    const opened = openIncident(group, now);
    incidents.set(opened.id, opened);
  }
  const before = new Set(current);
  return { changed: [...incidents.values()].filter((each) => !before.has(each)), notes };
}

/** Adds a note. Merges `still-firing` notes of one incident, because several silences can end together. */
function addNote(notes: IncidentNote[], note: IncidentNote): void {
  const same = notes.findIndex(({ incident, what }) => incident === note.incident && what === note.what);
  const first = notes[same];
  if (!first || note.what !== 'still-firing') notes.push(note);
  else notes[same] = { ...first, keys: [...first.keys, ...note.keys], mention: [...first.mention, ...note.mention] };
}

function incidentOf(current: readonly Incident[], observation: Observation, now: number): Incident | undefined {
  const here = current.filter(
    ({ channel, source }) => channel === observation.channel && source.kind === observation.source.kind,
  );
  const { key, state } = observation.line;
  const having = here.flatMap((incident) => {
    const line = isIncidentOver(incident, now) ? undefined : lineWithKey(incident, key);
    // After the watch was deleted, its old condition doesn't count as this one.
    return line && line.state !== 'unwatched' ? [{ incident, line }] : [];
  });
  const own = having.findLast(({ line }) => isOngoing(line)) ?? having.at(-1);
  if (own && (state !== 'firing' || isOngoing(own.line) || canReopen(own.incident, own.line, now))) return own.incident;
  const open = here.filter(({ ended }) => ended === undefined);
  // Addresses that are opened later get a new message.
  if (observation.source.kind === 'exposure') return undefined;
  const { component, item } = observation.line;
  const ofComponent = open.filter((incident) => component !== undefined && incident.component?.id === component.id);
  // Another limit of one measure is the same problem, whenever it is reached.
  const isOfMeasure = (line: IncidentLine) => item !== undefined && line.item === item && isOngoing(line);
  return (
    ofComponent.findLast(({ lines }) => lines.some(isOfMeasure)) ??
    ofComponent.findLast(({ opened }) => now - opened <= joinedWithin)
  );
}

function lineWithKey(incident: Incident, wanted: string): IncidentLine | undefined {
  return incident.lines.find(({ key }) => key === wanted);
}

/** A component from a shared card isn't reopened there, because people would miss it in the old message. */
function canReopen({ source, lines }: Incident, line: IncidentLine, now: number): boolean {
  const isShared = source.kind === 'watches' && new Set(lines.map(({ component }) => component?.id)).size > 1;
  return !isShared && now - (line.ended ?? now) <= reopenedWithin;
}

/** Groups conditions that have no card yet: one group for each new card. */
function openedFor(observations: readonly Observation[]): readonly (readonly Observation[])[] {
  const opening = observations.filter(({ fired, silenced }) => fired && !silenced);
  const apps = Map.groupBy(opening, ({ channel, context, source, line }) =>
    JSON.stringify(
      line.component || source.kind === 'exposure'
        ? [channel, source.kind, context?.team, context?.region, context?.app]
        : [channel, line.key],
    ),
  );
  return [...apps.values()].flatMap((app) => {
    if (app[0]?.source.kind !== 'watches') return [app];
    const components = Map.groupBy(app, ({ line }) => line.component?.id ?? '');
    return components.size > maxCards ? [app] : [...components.values()];
  });
}

function openIncident(group: readonly Observation[], now: number): Incident {
  const [first] = group;
  if (!first) throw new RangeError('an incident has a condition');
  const lines = group.map(({ line }) => line);
  const components = new Set(lines.map(({ component }) => component?.id));
  const component = components.size === 1 ? first.line.component : undefined;
  const notify = [...new Set(group.flatMap((each) => each.notify))];
  const ended = endOfLines(lines, now);
  const began = Math.min(now, ...lines.map(({ since }) => since));
  const fired = { at: began, what: 'fired' as const };
  const { context, title } = first;
  return {
    id: `${first.line.key}@${first.line.since.toString(36)}`,
    source: first.source,
    channel: first.channel,
    context,
    component,
    title,
    lines: lines.map(keptAs),
    opened: now,
    times: 1,
    ended,
    before: [],
    done: [],
    history: ended === undefined ? [fired] : [fired, { at: ended, what: 'ended' }],
    notify,
    mentioned: ended === undefined ? Object.fromEntries(notify.map((who) => [who, now])) : {},
    reader: first.reader,
  };
}

function keptAs(line: IncidentLine, place: number): IncidentLine {
  if (place < maxValues) return line;
  const { value: _value, furthest: _furthest, isLowest: _isLowest, ...rest } = line;
  return rest;
}

/** Returns when the last condition ended (epoch ms), or undefined if one is ongoing. */
function endOfLines(lines: readonly IncidentLine[], now: number): number | undefined {
  return lines.some(isOngoing) ? undefined : Math.max(...lines.map(({ ended }) => ended ?? now));
}

/**
 * Returns what an ongoing condition keeps after its watch was edited: when the watch was set up that it began with, and
 * after a change of its limit the old one, if its value wasn't beyond the new one, as far as known.
 */
function keptOfEdited({ limited, watchedSince, ...was }: IncidentLine, { isUnchecked, isChanged }: IncidentLine) {
  const begun = defined({ watchedSince });
  if (!limited) return begun;
  const { what, limit, watched, threshold } = was;
  const isOfOld = isUnchecked || isChanged;
  return { ...begun, limited, ...(isOfOld ? defined({ what, limit, watched, threshold }) : {}) };
}

/** Returns when a condition was met before, if it ended while the incident's others went on, and its last lull. */
function timesOf(
  { ended, firings = [] }: Incident,
  was: IncidentLine | undefined,
  { state }: IncidentLine,
  now: number,
): Pick<IncidentLine, 'earlier' | 'lull'> {
  if (!was) return {};
  const { earlier, lull, recovering } = was;
  if (state === 'firing' && !isOngoing(was)) {
    const to = was.recovered ?? was.ended ?? was.since;
    const isOfPresent = ended === undefined && firings.every((firing) => to > firing.to);
    // If the incident was over since, the earlier time is that of a firing.
    return isOfPresent ? { earlier: { from: was.since, to } } : {};
  }
  const isBack = state === 'firing' && was.state === 'recovering' && recovering !== undefined;
  return defined({ earlier, lull: isBack ? { from: recovering, to: minuteOf(now) } : lull });
}

function update(incident: Incident, observation: Observation, now: number): NotedIncident {
  const { fired, silenced } = observation;
  const was = lineWithKey(incident, observation.line.key);
  const updated = keptAs(observation.line, was ? incident.lines.indexOf(was) : incident.lines.length);
  const begun = was && isOngoing(was) ? keptOfEdited(was, updated) : {};
  // An ended condition keeps its silence, so that the incident's end mentions the person who set it.
  const silence = isOngoing(updated) || !was?.silenced ? {} : { silenced: was.silenced };
  const begins = updated.state === 'firing' && (was === undefined || !isOngoing(was));
  const line = { ...updated, ...begun, ...silence, ...timesOf(incident, was, updated, now) };
  if (begins && silenced) return { incident };
  if (was === undefined && !fired) return { incident };
  if (was && JSON.stringify(was) === JSON.stringify(line)) return { incident };
  const lines = was ? incident.lines.map((each) => (each === was ? line : each)) : [...incident.lines, line];
  const notify = [...new Set([...incident.notify, ...observation.notify])];
  const next = withState({ ...incident, lines, notify }, incident, now);
  if (begins) return noted(next, incident, observation, now);
  if (incident.ended === undefined && next.ended !== undefined) return tellEnd(next, now);
  // The silence of the condition's watch has ended.
  const over = line.silenced || line.state !== 'firing' || isSilenced(next, now) ? undefined : was?.silenced;
  if (!over) return { incident: next };
  return tellStillFiring({ ...next, silencedBefore: over }, [line.key], observation.notify, over, now);
}

export function isSilenced(incident: Pick<Incident, 'silenced' | 'lines'>, now: number): boolean {
  return silenceOf(incident, now) !== undefined;
}

function withState(incident: Incident, before: Incident, now: number): Incident {
  const [state, was] = [incidentState(incident), incidentState(before)];
  const ended = endOfLines(incident.lines, now);
  const { ended: _ended, ...rest } = incident;
  const step = (what: Incident['history'][number]['what'], at = now) => withHistory(incident.history, { at, what });
  if (ended !== undefined)
    return before.ended === undefined
      ? { ...rest, lines: settled(rest.lines), ended, history: step('ended', ended) }
      : incident;
  if (before.ended !== undefined) {
    return {
      ...asFiringAgain(rest),
      times: incident.times + 1,
      firings: firingsAfter(before),
      history: step('reopened'),
    };
  }
  return state === was || state !== 'recovering' ? rest : { ...rest, history: step('recovering') };
}

/**
 * Posts the end, also during a silence, and mentions those whom this firing mentioned, and those who acknowledged it,
 * silenced it or changed its component.
 */
export function tellEnd(incident: Incident, now: number): NotedIncident {
  const began = firingSince(incident);
  const { acknowledged, done, mentioned, notify, told: said = Number.NEGATIVE_INFINITY } = incident;
  const silences = [incident, ...presentLines(incident)].flatMap(({ silenced }) => silenced ?? []);
  const acted = done.map(({ at, person: id }) => ({ at, id }));
  // If the incident fired again too soon for another mention, or in a silence, its next end isn't worth one either.
  const notified = Object.entries(mentioned).map(([id, at]) => ({ at, id }));
  const involved = [...silences, ...present([acknowledged]), ...acted, ...notified];
  const told = [...new Set(present(involved.map(({ id, at }) => (at >= began ? id : undefined))))];
  const isExpected = said >= began || notify.some((who) => mentioned[who] !== undefined);
  const isHeard = told.length > 0 || (isExpected && !isSilenced(incident, now));
  // An incident that began and ended between two observations is only recorded, not posted.
  if (incident.opened >= now || !isHeard) return { incident };
  // The mention of an end doesn't delay the next one, because the incident may fire again at once.
  return { ...withNote(incident, 'ended', [], told, now), incident };
}

/** Returns when the current firing began, in epoch ms. */
function firingSince({ history, opened }: Incident): number {
  return history.findLast(({ what }) => what === 'fired' || what === 'reopened')?.at ?? opened;
}

function noted(next: Incident, before: Incident, { line, notify }: Observation, now: number): NotedIncident {
  const isReopened = before.ended !== undefined;
  const isNew = !isReopened && !lineWithKey(before, line.key);
  // Two watches may have the same text, because they may differ only in duration or in components.
  const isSaid = before.lines.some((each) => isOngoing(each) && isSameJson(lineTitle(each), lineTitle(line)));
  // People don't read an old message again, and the person who acknowledged it only knows its first condition.
  const isLate = isNew && !isSaid && now - before.opened > joinedWithin;
  const added = notify.filter((who) => !before.notify.includes(who));
  const taken = isLate && next.acknowledged ? [next.acknowledged.id] : [];
  const mention = mentionable(next, isReopened ? next.notify : [...new Set([...added, ...taken])], now);
  const incident = isNew ? { ...next, history: withHistory(next.history, { at: now, what: 'joined' }) } : next;
  if (isSilenced(next, now) || (!isReopened && !isLate && mention.length === 0)) return { incident };
  return withNote(incident, isReopened ? 'reopened' : 'joined', [line.key], mention, now);
}

/** Returns the note that an ended incident was reported again; undefined if silenced. Pure. */
export function mentionAgain(incident: Incident, now: number): Required<NotedIncident> | undefined {
  if (isSilenced(incident, now)) return undefined;
  return withNote(incident, 'reopened', [], mentionable(incident, incident.notify, now), now);
}

function mentionable(incident: Incident, who: readonly string[], now: number): readonly string[] {
  if (isSilenced(incident, now)) return [];
  return who.filter((each) => {
    const last = incident.mentioned[each];
    return last === undefined || now - last >= mentionedEvery || now < last;
  });
}

function withNote(
  incident: Incident,
  what: IncidentNote['what'],
  keys: readonly string[],
  mention: readonly string[],
  now: number,
): Required<NotedIncident> {
  const mentioned = { ...incident.mentioned, ...Object.fromEntries(mention.map((each) => [each, now])) };
  return {
    incident: { ...incident, mentioned, told: now },
    note: { incident: incident.id, what, at: now, keys, mention },
  };
}

/** Time without acknowledgment after which a reminder is posted, in ms. */
const remindedAfter = 4 * 3_600_000;

/**
 * Applies the passing of time: ends a silence, or posts the reminder. It mentions the authors of the watches if nobody
 * else is notified. Pure. @returns undefined if unchanged
 */
export function passTime(incident: Incident, now: number): NotedIncident | undefined {
  if (incident.ended !== undefined) return undefined;
  const lines = incident.lines.filter(({ state }) => state === 'firing');
  const firing = lines.map(({ key }) => key);
  const { silenced, ...rest } = incident;
  if (silenced && silenced.until <= now) {
    const history = withHistory(rest.history, { at: now, what: 'unsilenced' });
    const unsilenced: Incident = { ...rest, silencedBefore: silenced, history };
    // Another silence, that of a watch, may last longer.
    const isQuiet = firing.length === 0 || isSilenced(unsilenced, now);
    return isQuiet ? { incident: unsilenced } : tellStillFiring(unsilenced, firing, unsilenced.notify, silenced, now);
  }
  if (isSilenced(incident, now)) return undefined;
  const began = firingSince(incident);
  if (incident.acknowledged || incident.reminded || firing.length === 0 || now - began < remindedAfter)
    return undefined;
  const authors = [...new Set(lines.flatMap(({ setBy }) => setBy ?? []))];
  const mention = mentionable(incident, incident.notify.length > 0 ? incident.notify : authors, now);
  return withNote({ ...incident, reminded: true }, 'reminder', firing, mention, now);
}

/** Posts that a silence has ended by time. Also mentions the person who set it. */
function tellStillFiring(
  { silenced, ...rest }: Incident,
  keys: readonly string[],
  notify: readonly string[],
  over: Silence,
  now: number,
): NotedIncident {
  // An own silence that ends at the same time isn't told again.
  const incident = { ...rest, silenced: silenceAt(silenced, now) };
  const mention = [...new Set([...mentionable(incident, notify, now), over.id])];
  return withNote(incident, 'still-firing', keys, mention, now);
}
