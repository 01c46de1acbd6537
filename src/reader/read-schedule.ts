/** Interval of reading an application's list of components, in ms. */
export const listEvery = 15_000;

/**
 * How closely a component's events are followed. `open`: something runs. `recent`: something ran within 14 days. A
 * failed build doesn't change the status, so only the events show it.
 */
const paces = ['open', 'recent', 'quiet'] as const;
export type Pace = (typeof paces)[number];

/** Interval of reading a component's events, in ms. */
export const eventsEvery: Readonly<Record<Pace, number>> = { open: 5_000, recent: 60_000, quiet: 600_000 };

/** Maximum number of reads per minute: in total, for the events of one application, and for reports. */
export const maxReads = { ofAll: 240, ofEvents: 40, ofReports: 160 } as const;

const minute = 60_000;

export type Paces = ReadonlyMap<string, readonly Pace[]>;

/** Factors that lengthen all intervals, so that reads stay within `maxReads`; 1 means no change. */
export interface ReadStretch {
  readonly lists: number;
  /** Factor for the events of one application; never less than `lists`. */
  events(app: string): number;
}

/** Returns the factors that lengthen all intervals evenly. `listsEvery`: interval of an app's list, in ms. */
export function stretchOf(apps: Paces, listsEvery: (app: string) => number = () => listEvery): ReadStretch {
  const wanted = new Map([...apps].map(([app, each]) => [app, eventReads(each)]));
  const all = [...wanted].reduce(
    (sum, [app, reads]) => sum + minute / listsEvery(app) + Math.min(reads, maxReads.ofEvents),
    0,
  );
  const lists = Math.max(1, all / maxReads.ofAll);
  return { lists, events: (app) => lists * Math.max(1, (wanted.get(app) ?? 0) / maxReads.ofEvents) };
}

function eventReads(components: readonly Pace[]): number {
  return components.reduce((sum, pace) => sum + minute / eventsEvery[pace], 0);
}

/** State of reading a component's events. Times are epoch ms. */
export interface EventsRead {
  readonly component: string;
  readonly pace: Pace;
  /** Start of the last read; undefined for a new component. */
  readonly at: number | undefined;
  /** Whether something changed after the last read, so that the events are read immediately. */
  readonly isUrgent: boolean;
}

/** Returns when a component's events are due, epoch ms; 0 means now. `stretch`: factor of the component's app. */
export function eventsDue({ pace, at, isUrgent }: EventsRead, stretch: number): number {
  return at === undefined || isUrgent ? 0 : at + eventsEvery[pace] * stretch;
}

/** Returns the components to read now, the most urgent first. `left`: number of reads left in this minute. */
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

/** Returns the maximum delay until a new build is seen, in ms. */
export function seenWithin(pace: Pace, stretch: number): number {
  return Math.round(eventsEvery[pace] * stretch);
}
