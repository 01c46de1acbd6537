import * as z from 'zod';

const eventFields = z.object({
  id: z.string(),
  type: z.string(),
  /**
   * Of components: running, or how it ended (`timed-out` is an end too). Of pods: `failed` while the trouble lasts,
   * `running` if the platform only watches (probes), `succeeded` for good news and past trouble.
   */
  state: z.enum(['running', 'succeeded', 'failed', 'timed-out']),
  /** The event exceeded the platform's own time limit. Its end may still come, or may never come. */
  overdue: z.literal(true).optional(),
  since: z.number().optional(),
  /** End according to the platform, sometimes labeled with a wrong zone (docs/platform.md#events). */
  ended: z.number().optional(),
  by: z.string().optional(),
  pod: z.string().optional(),
  /** The platform's free text, with secrets masked. */
  said: z.string().optional(),
});

/** An action on a component, or an event of one of its pods. Times in epoch ms by the platform's clock. */
export type SeenEvent = Readonly<z.infer<typeof eventFields>>;

/** A stored event, kept after the platform no longer lists it. Times in epoch ms by our clock. */
export type RememberedEvent<E extends SeenEvent = SeenEvent> = E & {
  readonly seen: number;
  /** When the event was last noted as running. */
  readonly ran?: number;
  /** When the event's end was first seen. */
  readonly over?: number;
};

export function isFailure({ state }: SeenEvent): boolean {
  return state === 'failed' || state === 'timed-out';
}

/** Interval between notes that an event still runs, in ms; limits how often stored data changes. */
const noteEvery = 10 * 60_000;

export const StoredEvent = eventFields.extend({
  seen: z.number(),
  ran: z.number().optional(),
  over: z.number().optional(),
}) satisfies z.ZodType<RememberedEvent>;

/** Maximum number of stored events per component. */
const maxRemembered = 40;

/** Merges a page of events (newest first) into the stored ones. Rows may appear late, vanish or be out of order. */
export function rememberEvents<E extends SeenEvent>(
  remembered: readonly RememberedEvent<E>[],
  page: readonly E[],
  now: number,
): readonly RememberedEvent<E>[] {
  const before = new Map(remembered.map((event) => [event.id, event]));
  const fresh = page.map((event): RememberedEvent<E> => {
    const was = before.get(event.id);
    before.delete(event.id);
    // An end is final. A row that shows the ended event as running comes from an earlier read.
    if (was?.over !== undefined && event.state === 'running') return was;
    const over = was?.over ?? (event.state === 'running' ? undefined : now);
    const firstSeen = was?.seen ?? now;
    const ran = over === undefined && now - (was?.ran ?? firstSeen) >= noteEvery ? now : was?.ran;
    return { ...event, seen: firstSeen, ran, over };
  });
  return bounded([...before.values(), ...fresh.toReversed()].toSorted(byBeginning));
}

function bounded<E extends SeenEvent>(events: readonly RememberedEvent<E>[]): readonly RememberedEvent<E>[] {
  const many = events.length - maxRemembered;
  if (many <= 0) return events;
  const pods = events.filter(({ pod }) => pod !== undefined).slice(0, many);
  return events.filter((event) => !pods.includes(event)).slice(-maxRemembered);
}

/** Orders by beginning. Equal times keep the listed order; events without a time come last. */
function byBeginning(one: SeenEvent, other: SeenEvent): number {
  const [first, second] = [one.since ?? Number.POSITIVE_INFINITY, other.since ?? Number.POSITIVE_INFINITY];
  return first === second ? 0 : first - second;
}

export interface EventsBefore {
  /** Ids of the events that began shortly before the newest one. */
  readonly ids: readonly string[];
  readonly newest?: number;
}

/** Upper limit for clock differences between the platform's processes, and for delays of rows, in ms. */
const lateBy = 60_000;

/** Returns the data of a page of events to store before a call. @param now epoch ms by our clock */
export function eventsBefore(page: readonly SeenEvent[], now: number): EventsBefore {
  const newest = Math.max(...page.map(({ since }) => since ?? Number.NEGATIVE_INFINITY));
  if (!Number.isFinite(newest)) return { ids: page.map(({ id }) => id) };
  // A clock that is ahead, or a wrong time, must not hide new events.
  const mark = Math.min(newest, now);
  const near = page.filter(({ since }) => since === undefined || since >= mark - lateBy);
  return { ids: near.map(({ id }) => id), newest: mark };
}

/** Returns events that are new, without older rows that only moved onto the page. */
export function eventsSince<E extends SeenEvent>(page: readonly E[], { ids, newest }: EventsBefore): readonly E[] {
  const times = page.flatMap(({ id, since }) => (since !== undefined && ids.includes(id) ? [since] : []));
  const mark = newest ?? (times.length > 0 ? Math.max(...times) : undefined);
  return page.filter(
    ({ id, since }) =>
      !ids.includes(id) &&
      (mark === undefined || since === undefined || since >= mark - (newest === undefined ? 0 : lateBy)),
  );
}
