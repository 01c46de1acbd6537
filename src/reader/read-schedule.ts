/** How often an application's list of components is read, in ms. */
export const listEvery = 15_000;

/**
 * How closely the events of a component are followed. `open`: something runs. `recent`: something ran within
 * the last 14 days. A build doesn't change the status, so that a failed one is only seen by reading the events.
 */
const paces = ['open', 'recent', 'quiet'] as const;
export type Pace = (typeof paces)[number];

/** How often the events of a component are read, in ms. */
export const eventsEvery: Readonly<Record<Pace, number>> = { open: 5_000, recent: 60_000, quiet: 600_000 };

/** The most reads in a minute: of all applications, of the events of one, and of reports. */
export const mostReads = { ofAll: 240, ofEvents: 40, ofReports: 160 } as const;

const minute = 60_000;

/** How many applications are read, and how closely the components of each. */
export type Paces = ReadonlyMap<string, readonly Pace[]>;

/** How much longer all intervals are than intended, so that the reads stay within `mostReads`; 1 is as intended. */
export interface ReadStretch {
  /** Of lists. */
  readonly lists: number;
  /** Of the events of one application; at least as much as `lists`. */
  events(app: string): number;
}

/**
 * How far the intervals have to stretch, evenly.
 * @param apps by a key of theirs
 * @param listsEvery how often the list of one is read, in ms
 */
export function stretchOf(apps: Paces, listsEvery: (app: string) => number = () => listEvery): ReadStretch {
  const wanted = new Map([...apps].map(([app, each]) => [app, eventReads(each)]));
  const all = [...wanted].reduce(
    (sum, [app, reads]) => sum + minute / listsEvery(app) + Math.min(reads, mostReads.ofEvents),
    0,
  );
  const lists = Math.max(1, all / mostReads.ofAll);
  return { lists, events: (app) => lists * Math.max(1, (wanted.get(app) ?? 0) / mostReads.ofEvents) };
}

/** How many times a minute events would be read. */
function eventReads(components: readonly Pace[]): number {
  return components.reduce((sum, pace) => sum + minute / eventsEvery[pace], 0);
}

/** What is known of the reading of one component's events. Times are epoch ms. */
export interface EventsRead {
  readonly component: string;
  readonly pace: Pace;
  /** When it was last begun; never for a component that is new. */
  readonly at: number | undefined;
  /** Something about it changed since: it is read at once. */
  readonly isUrgent: boolean;
}

/** When the events of a component are due, epoch ms; at once is 0. @param stretch of this application's events */
export function eventsDue({ pace, at, isUrgent }: EventsRead, stretch: number): number {
  return at === undefined || isUrgent ? 0 : at + eventsEvery[pace] * stretch;
}

/** Whose events are read now, the most urgent first. @param left how many reads the minute has left */
export function eventsToRead(
  components: readonly EventsRead[],
  { stretch, left, now }: { readonly stretch: number; readonly left: number; readonly now: number },
): readonly string[] {
  return components
    .filter((each) => eventsDue(each, stretch) <= now)
    .toSorted((one, other) => rank(one) - rank(other) || eventsDue(one, stretch) - eventsDue(other, stretch))
    .slice(0, Math.max(0, left))
    .map(({ component }) => component);
}

function rank({ pace, isUrgent }: EventsRead): number {
  return isUrgent ? 0 : 1 + paces.indexOf(pace);
}

/** How long after it began a build may be seen at the latest, in ms, by how closely a component is followed. */
export function seenWithin(pace: Pace, stretch: number): number {
  return Math.round(eventsEvery[pace] * stretch);
}
