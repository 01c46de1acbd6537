/** Interval of reading an application's list of components, in ms. */
export const listEvery = 15_000;

/**
 * How closely a component's events are followed. `open`: something runs. `recent`: something ran within 14 days. A
 * failed build doesn't change the status, so only the events show it.
 */
const paces = ['open', 'recent', 'quiet'] as const;
export type Pace = (typeof paces)[number];

/** Intervals of reading a component's events, in ms. */
export type EventIntervals = Readonly<Record<Pace, number>>;
export const eventsEvery: EventIntervals = { open: 5_000, recent: 60_000, quiet: 120_000 };
const withoutQuiet: EventIntervals = { ...eventsEvery, quiet: Number.POSITIVE_INFINITY };
const longestQuiet = 600_000;

/** Maximum number of reads per minute: in total, for the events of one application, and for reports. */
export const maxReads = { ofAll: 240, ofEvents: 40, ofReports: 160 } as const;

const minute = 60_000;

export type Paces = ReadonlyMap<string, readonly Pace[]>;

/** Lengthens all intervals, so that reads stay within `maxReads`. */
export interface ReadStretch {
  /** Factor for the intervals of lists; 1 means no change. */
  readonly lists: number;
  /** Intervals of reading the events of one application, lengthened at least by `lists`. */
  events(app: string): EventIntervals;
}

/** Lengthens the intervals of quiet components first, then all evenly. `listsEvery`: interval of an app's list, in ms. */
export function stretchOf(apps: Paces, listsEvery: (app: string) => number = () => listEvery): ReadStretch {
  const readsOf = (app: string, every: EventIntervals) => eventReads(apps.get(app) ?? [], every);
  const total = (everyOf: (app: string) => EventIntervals) =>
    [...apps.keys()].reduce(
      (sum, app) => sum + minute / listsEvery(app) + Math.min(readsOf(app, everyOf(app)), maxReads.ofEvents),
      0,
    );
  const quietOfAll = quietEvery([...apps.values()].flat(), maxReads.ofAll - total(() => withoutQuiet));
  const everyOf = (app: string): EventIntervals => {
    const own = quietEvery(apps.get(app) ?? [], maxReads.ofEvents - readsOf(app, withoutQuiet));
    return { ...eventsEvery, quiet: Math.max(own, quietOfAll) };
  };
  const lists = Math.max(1, total(everyOf) / maxReads.ofAll);
  const events = (app: string) => {
    const { open, recent, quiet } = everyOf(app);
    const factor = lists * Math.max(1, readsOf(app, everyOf(app)) / maxReads.ofEvents);
    return { open: open * factor, recent: recent * factor, quiet: quiet * factor };
  };
  return { lists, events };
}

/** Returns the interval in whole minutes at which quiet components need at most `left` reads per minute. */
function quietEvery(paces: readonly Pace[], left: number): number {
  const quiet = paces.filter((pace) => pace === 'quiet').length;
  const every = left > 0 ? Math.ceil(quiet / left) * minute : longestQuiet;
  return Math.min(longestQuiet, Math.max(eventsEvery.quiet, every));
}

function eventReads(components: readonly Pace[], every: EventIntervals): number {
  return components.reduce((sum, pace) => sum + minute / every[pace], 0);
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

/** Returns when a component's events are due, epoch ms; 0 means now. `every`: intervals of the component's app. */
export function eventsDue({ pace, at, isUrgent }: EventsRead, every: EventIntervals): number {
  return at === undefined || isUrgent ? 0 : at + every[pace];
}

/** Returns the components to read now, the most urgent first. `left`: number of reads left in this minute. */
export function eventsToRead(
  components: readonly EventsRead[],
  { every, left, now }: { readonly every: EventIntervals; readonly left: number; readonly now: number },
): readonly string[] {
  return components
    .filter((each) => eventsDue(each, every) <= now)
    .toSorted((one, other) => rank(one) - rank(other) || eventsDue(one, every) - eventsDue(other, every))
    .slice(0, Math.max(0, left))
    .map(({ component }) => component);
}

function rank({ pace, isUrgent }: EventsRead): number {
  return isUrgent ? 0 : 1 + paces.indexOf(pace);
}
