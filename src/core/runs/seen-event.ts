import * as z from 'zod';

const seen = z.object({
  id: z.string(),
  type: z.string(),
  /**
   * Of a component: whether it runs or how it ended; `timed-out` is an end too. Of a pod: `failed` while the trouble
   * lasts, `running` while the platform only watches (probes), `succeeded` for good news and for what is over.
   */
  state: z.enum(['running', 'succeeded', 'failed', 'timed-out']),
  /** Its end didn't come in the time that the platform gives it: it may still come, or never. */
  overdue: z.literal(true).optional(),
  since: z.number().optional(),
  /** When the platform says that it ended: labeled with a wrong zone at times (docs/platform.md#events). */
  ended: z.number().optional(),
  /** Who began it; absent for the platform itself. */
  by: z.string().optional(),
  pod: z.string().optional(),
  /** What the platform says of it: free text, with secrets masked. */
  said: z.string().optional(),
});

/**
 * An event of the platform as it was seen: something done to a component, or that happened to one of its pods. Times
 * of the platform are parsed moments, epoch ms by its clock.
 */
export type SeenEvent = Readonly<z.infer<typeof seen>>;

/**
 * An event that is remembered, also when the platform no longer lists it, with when it was seen by our clock (epoch
 * ms).
 */
export type RememberedEvent<E extends SeenEvent = SeenEvent> = E & {
  readonly seen: number;
  /** When it was last noted to run still: every ten minutes. */
  readonly ran?: number;
  /** When it was first seen to have ended. */
  readonly over?: number;
};

/** Whether an event has ended badly. */
export function isFailure({ state }: SeenEvent): boolean {
  return state === 'failed' || state === 'timed-out';
}

/** How often it is noted that an event still runs, in ms: what is kept of it changes no more often. */
const noteEvery = 10 * 60_000;

/** The same as it is stored. */
export const StoredEvent = seen.extend({
  seen: z.number(),
  ran: z.number().optional(),
  over: z.number().optional(),
}) satisfies z.ZodType<RememberedEvent>;

/** More events of a component aren't remembered: the oldest that aren't needed go first. */
const mostRemembered = 40;

/**
 * What is remembered of a component's events after its newest ones were read. Events are known by their ids: rows
 * appear late, vanish, and are listed out of order where processes of the platform write times in different zones.
 * @param page as the platform lists them, newest first
 * @returns in the order in which they began
 */
export function rememberEvents<E extends SeenEvent>(
  known: readonly RememberedEvent<E>[],
  page: readonly E[],
  now: number,
): readonly RememberedEvent<E>[] {
  const before = new Map(known.map((event) => [event.id, event]));
  const fresh = page.map((event): RememberedEvent<E> => {
    const was = before.get(event.id);
    before.delete(event.id);
    // An end is never taken back: a row that says otherwise was read before it.
    if (was?.over !== undefined && event.state === 'running') return was;
    const over = was?.over ?? (event.state === 'running' ? undefined : now);
    const seen = was?.seen ?? now;
    const ran = over === undefined && now - (was?.ran ?? seen) >= noteEvery ? now : was?.ran;
    return { ...event, seen, ran, over };
  });
  return bounded([...before.values(), ...fresh.toReversed()].toSorted(byBeginning));
}

/** Leaves out the oldest where there are too many: those of pods first, since others are what runs are made of. */
function bounded<E extends SeenEvent>(events: readonly RememberedEvent<E>[]): readonly RememberedEvent<E>[] {
  const many = events.length - mostRemembered;
  if (many <= 0) return events;
  const pods = events.filter(({ pod }) => pod !== undefined).slice(0, many);
  return events.filter((event) => !pods.includes(event)).slice(-mostRemembered);
}

/** What began at the same time stays in the order in which it was listed; what has no time comes last. */
function byBeginning(one: SeenEvent, other: SeenEvent): number {
  const [first, second] = [one.since ?? Number.POSITIVE_INFINITY, other.since ?? Number.POSITIVE_INFINITY];
  return first === second ? 0 : first - second;
}

/** The events that were there before a call, to recognize its own. */
export interface EventsBefore {
  /** Ids of those around the newest one. */
  readonly ids: readonly string[];
  /** When the newest began, by the platform's clock. */
  readonly newest?: number;
}

/** Clocks of the platform's processes differ by less, and rows appear sooner, in ms. */
const lateBy = 60_000;

/** What is kept of a page of events before a call is sent. @param now epoch ms by our clock */
export function eventsBefore(page: readonly SeenEvent[], now: number): EventsBefore {
  const newest = Math.max(...page.map(({ since }) => since ?? Number.NEGATIVE_INFINITY));
  if (!Number.isFinite(newest)) return { ids: page.map(({ id }) => id) };
  // A clock that is ahead, or a wrong time, must not hide what begins now.
  const mark = Math.min(newest, now);
  const near = page.filter(({ since }) => since === undefined || since >= mark - lateBy);
  return { ids: near.map(({ id }) => id), newest: mark };
}

/** The events that have appeared since: not known before, and not older rows that others made room for. */
export function eventsSince<E extends SeenEvent>(page: readonly E[], { ids, newest }: EventsBefore): readonly E[] {
  const known = page.flatMap(({ id, since }) => (since !== undefined && ids.includes(id) ? [since] : []));
  const mark = newest ?? (known.length > 0 ? Math.max(...known) : undefined);
  return page.filter(
    ({ id, since }) =>
      !ids.includes(id) &&
      (mark === undefined || since === undefined || since >= mark - (newest === undefined ? 0 : lateBy)),
  );
}
