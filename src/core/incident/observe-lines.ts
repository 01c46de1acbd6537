import {
  type Incident,
  type IncidentLine,
  incidentState,
  isIncidentOver,
  isOngoing,
  isSilenced,
  reopenedWithin,
} from './incident.ts';

/** Further conditions of a component join its card for so long after it was opened, in ms. */
const joinedWithin = 120_000;
/** More components of an app at once, of which no card is known, share one. */
const mostCards = 5;
/** A person is mentioned at most once in this time for one incident, in ms. */
const mentionedEvery = 10 * 60_000;
/** So many conditions of one incident are kept; the others are counted. */
const mostLines = 100;
/** So much of the history of an incident is kept. */
const mostHistory = 200;

/** A condition as it is found now. */
export interface Observation {
  readonly line: IncidentLine;
  /** It began to fire since the last observation: only then is a card opened, reopened or joined. */
  readonly fired: boolean;
  readonly source: Incident['source'];
  readonly channel: string;
  readonly context?: Incident['context'];
  readonly title?: Incident['title'];
  readonly notify: readonly string[];
  readonly reader: Incident['reader'];
  /** Its watch is silenced: no card is opened for it, reopened or joined. */
  readonly silenced?: true;
}

/** What is posted in the thread of an incident, beside its message. */
export interface IncidentNote {
  readonly incident: string;
  readonly what: 'reopened' | 'joined' | 'reminder' | 'still-firing';
  /** When it was decided, epoch ms: with the others, it makes the note one of a kind. */
  readonly at: number;
  readonly keys: readonly string[];
  readonly mention: readonly string[];
}

/** What observations come to: the incidents that changed, and what is posted in their threads. */
export interface ObservedIncidents {
  readonly changed: readonly Incident[];
  readonly notes: readonly IncidentNote[];
}

/**
 * Puts conditions into incidents: each into the one that has it, or that it reopens or joins, or into a new one. Pure.
 * @param known incidents that aren't over, of all channels that are observed
 * @param now epoch ms
 */
export function observeLines(
  known: readonly Incident[],
  observations: readonly Observation[],
  now: number,
): ObservedIncidents {
  const incidents = new Map(known.map((incident) => [incident.id, incident]));
  const notes: IncidentNote[] = [];
  const placed = observations.map((observation) => ({ observation, incident: incidentOf(known, observation, now) }));
  const groups = openedFor(placed.flatMap(({ observation, incident }) => (incident ? [] : [observation])));
  for (const { observation, incident } of placed) {
    if (!incident) continue;
    const step = update(incidents.get(incident.id) ?? incident, observation, now);
    incidents.set(incident.id, step.incident);
    if (step.note) notes.push(step.note);
  }
  for (const group of groups) {
    const opened = openIncident(group, now);
    incidents.set(opened.id, opened);
  }
  const before = new Map(known.map((incident) => [incident.id, incident]));
  return { changed: [...incidents.values()].filter((each) => each !== before.get(each.id)), notes };
}

/** The incident that a condition belongs to, or joins. */
function incidentOf(known: readonly Incident[], observation: Observation, now: number): Incident | undefined {
  const here = known.filter(({ channel, source }) => channel === observation.channel && isSame(source, observation));
  const own = here.findLast(
    (incident) =>
      !isIncidentOver(incident, now) &&
      // What was watched then was another condition.
      incident.lines.some(({ key, state }) => key === observation.line.key && state !== 'unwatched'),
  );
  if (own && (observation.line.state !== 'firing' || canReopen(own, observation, now))) return own;
  if (own && isOngoing(lineOf(own, observation.line.key) ?? observation.line)) return own;
  const open = here.filter(({ ended }) => ended === undefined);
  if (observation.source.kind === 'alerts') return open.at(-1);
  const { component } = observation.line;
  return open.findLast(
    (incident) =>
      component !== undefined && incident.component?.id === component.id && now - incident.opened <= joinedWithin,
  );
}

function isSame(source: Incident['source'], observation: Observation): boolean {
  const other = observation.source;
  if (source.kind === 'watches' || other.kind === 'watches') return source.kind === other.kind;
  return source.name === other.name && source.group === other.group;
}

function lineOf(incident: Incident, wanted: string): IncidentLine | undefined {
  return incident.lines.find(({ key }) => key === wanted);
}

function canReopen(incident: Incident, { line: { key } }: Observation, now: number): boolean {
  const line = lineOf(incident, key);
  return line !== undefined && (isOngoing(line) || now - (line.ended ?? now) <= reopenedWithin);
}

/** Conditions that are on no card: one group for each card. */
function openedFor(observations: readonly Observation[]): readonly (readonly Observation[])[] {
  const opening = observations.filter(({ fired, silenced }) => fired && !silenced);
  const apps = Map.groupBy(opening, ({ channel, context, source, line }) =>
    JSON.stringify(
      source.kind === 'alerts'
        ? [channel, source]
        : line.component
          ? [channel, context?.team, context?.region, context?.app]
          : [channel, line.key],
    ),
  );
  return [...apps.values()].flatMap((app) => {
    if (app[0]?.source.kind === 'alerts') return [app];
    const components = Map.groupBy(app, ({ line }) => line.component?.id ?? '');
    return components.size > mostCards ? [app] : [...components.values()];
  });
}

function openIncident(group: readonly Observation[], now: number): Incident {
  const [first] = group;
  if (!first) throw new RangeError('an incident has a condition');
  const lines = group.map(({ line }) => line);
  const components = new Set(lines.map(({ component }) => component?.id));
  const component = components.size === 1 ? first.line.component : undefined;
  const notify = [...new Set(group.flatMap((each) => each.notify))];
  const over = lines.every((line) => !isOngoing(line));
  const opened = Math.min(now, ...lines.map(({ since }) => since));
  return {
    id: `${first.line.key}@${first.line.since.toString(36)}`,
    source: first.source,
    channel: first.channel,
    ...(first.context ? { context: first.context } : {}),
    ...(component ? { component } : {}),
    ...(first.title ? { title: first.title } : {}),
    lines: lines.slice(0, mostLines),
    ...(lines.length > mostLines ? { more: lines.length - mostLines } : {}),
    opened: now,
    times: 1,
    ...(over ? { ended: Math.max(...lines.map(({ ended }) => ended ?? now)) } : {}),
    before: [],
    done: [],
    history: [
      { at: opened, what: 'fired' },
      ...(over ? [{ at: Math.max(...lines.map(({ ended }) => ended ?? now)), what: 'ended' as const }] : []),
    ],
    notify,
    mentioned: over ? {} : Object.fromEntries(notify.map((who) => [who, now])),
    reader: first.reader,
  };
}

function update(
  incident: Incident,
  observation: Observation,
  now: number,
): { readonly incident: Incident; readonly note?: IncidentNote } {
  const { line, fired, silenced } = observation;
  const was = lineOf(incident, line.key);
  const begins = line.state === 'firing' && (was === undefined || !isOngoing(was));
  if (begins && silenced) return { incident };
  if (was === undefined && !fired) return { incident };
  if (was && JSON.stringify(was) === JSON.stringify(line)) return { incident };
  const lines = was ? incident.lines.map((each) => (each === was ? line : each)) : [...incident.lines, line];
  const notify = [...new Set([...incident.notify, ...observation.notify])];
  const kept = lines.slice(0, mostLines);
  const more = (incident.more ?? 0) + lines.length - kept.length;
  const next = withState({ ...incident, lines: kept, ...(more > 0 ? { more } : {}), notify }, incident, now);
  if (!begins) return { incident: next };
  return noted(next, incident, observation, now);
}

/** What follows for the incident as a whole. */
function withState(incident: Incident, before: Incident, now: number): Incident {
  const [state, was] = [incidentState(incident), incidentState(before)];
  const isOver = incident.lines.every((line) => !isOngoing(line));
  const { ended: _ended, ...rest } = incident;
  const step = (what: Incident['history'][number]['what'], at: number) => [
    ...incident.history.slice(1 - mostHistory),
    { at, what },
  ];
  if (isOver && before.ended === undefined) {
    const at = Math.max(...incident.lines.map(({ ended }) => ended ?? now));
    return { ...rest, ended: at, history: step('ended', at) };
  }
  if (isOver) return incident;
  if (before.ended !== undefined) {
    const { acknowledged: _acknowledged, reminded: _reminded, ...again } = rest;
    return { ...again, times: incident.times + 1, history: step('reopened', now) };
  }
  return state === was || state !== 'recovering' ? rest : { ...rest, history: step('recovering', now) };
}

/** Who is told in the thread that it fires again, or that another condition has joined. */
function noted(next: Incident, before: Incident, { line, notify }: Observation, now: number) {
  const isReopened = before.ended !== undefined;
  const wanted = isReopened ? next.notify : notify.filter((who) => !before.notify.includes(who));
  const mention = isSilenced(next, now) ? [] : wanted.filter((who) => mayMention(next, who, now));
  const joined = before.lines.some(({ key }) => key === line.key)
    ? next
    : { ...next, history: [...next.history.slice(1 - mostHistory), { at: now, what: 'joined' as const }] };
  if (isSilenced(next, now) || (!isReopened && mention.length === 0)) return { incident: isReopened ? next : joined };
  return {
    incident: withMentions(isReopened ? next : joined, mention, now),
    note: {
      ...{ incident: next.id, at: now, keys: [line.key], mention },
      what: isReopened ? ('reopened' as const) : ('joined' as const),
    },
  };
}

/**
 * Mentions those who are notified of an incident that was reported again after its end, in its thread. Pure.
 * @returns undefined where nobody may be mentioned now
 */
export function mentionAgain(
  incident: Incident,
  now: number,
): { readonly incident: Incident; readonly note: IncidentNote } | undefined {
  const mention = isSilenced(incident, now) ? [] : incident.notify.filter((who) => mayMention(incident, who, now));
  if (mention.length === 0) return undefined;
  return {
    incident: withMentions(incident, mention, now),
    note: { incident: incident.id, what: 'reopened', at: now, keys: [], mention },
  };
}

function mayMention({ mentioned }: Incident, who: string, now: number): boolean {
  const last = mentioned[who];
  return last === undefined || now - last >= mentionedEvery || now < last;
}

function withMentions(incident: Incident, who: readonly string[], now: number): Incident {
  if (who.length === 0) return incident;
  return { ...incident, mentioned: { ...incident.mentioned, ...Object.fromEntries(who.map((each) => [each, now])) } };
}

/** So long after it began to fire without acknowledgment, a reminder is posted, in ms. */
const remindedAfter = 4 * 3_600_000;

/**
 * What time alone brings: the one reminder, and the end of a silence. Pure.
 * @returns the incident where something has changed
 */
export function passTime(incident: Incident, now: number): { incident: Incident; note?: IncidentNote } | undefined {
  if (incident.ended !== undefined || isSilenced(incident, now)) return undefined;
  const firing = incident.lines.filter(({ state }) => state === 'firing').map(({ key }) => key);
  if (incident.silenced) return unsilence(incident, firing, now);
  const began = incident.history.findLast(({ what }) => what === 'fired' || what === 'reopened')?.at ?? incident.opened;
  if (incident.acknowledged || incident.reminded || firing.length === 0 || now - began < remindedAfter)
    return undefined;
  const mention = incident.notify.filter((who) => mayMention(incident, who, now));
  return {
    incident: { ...withMentions(incident, mention, now), reminded: true },
    note: { incident: incident.id, what: 'reminder', at: now, keys: firing, mention },
  };
}

function unsilence({ silenced: _over, ...incident }: Incident, firing: readonly string[], now: number) {
  const history = [...incident.history.slice(1 - mostHistory), { at: now, what: 'unsilenced' as const }];
  if (firing.length === 0) return { incident: { ...incident, history } };
  const mention = incident.notify.filter((who) => mayMention(incident, who, now));
  return {
    incident: { ...withMentions(incident, mention, now), history },
    note: { incident: incident.id, what: 'still-firing' as const, at: now, keys: firing, mention },
  };
}
