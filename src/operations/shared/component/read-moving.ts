import { isMoving, isRunBlocked, isStuck, movingSince } from '../../../core/runs/moving-status.ts';
import type { ComponentSummary } from '../../../platform/component/component-endpoints.ts';
import type { EventPage } from '../../../platform/event/event-endpoints.ts';
import { understoodEvent } from '../../../platform/event/understood-event.ts';

/** Number of events that show a component's newest run. */
export const runEvents = 30;
/** Maximum number of components of an app that are checked at once. */
const maxLooked = 10;

/**
 * Components in progress. `since`: when it began, by id, if the events show it, epoch ms. `blocked`: pods can't run.
 * `unread`: the events couldn't be read.
 */
export interface MovingComponents {
  readonly since: { readonly [id: string]: number };
  readonly blocked: ReadonlySet<string>;
  readonly unread: ReadonlySet<string>;
}

/** Returns the components in a change that takes too long or can't end. A watch calls them abnormal by the same rule. */
export async function readStuck(
  components: readonly ComponentSummary[],
  readEvents: (service: string) => Promise<EventPage | undefined>,
  now: number,
): Promise<ReadonlySet<string>> {
  const { since, blocked } = await readMoving(components, readEvents, now);
  const late = Object.entries(since).filter(([, began]) => isStuck(began, now));
  return new Set([...blocked, ...late.map(([id]) => id)]);
}

/** Reads the newest events of components in progress. */
export async function readMoving(
  components: readonly ComponentSummary[],
  readEvents: (service: string) => Promise<EventPage | undefined>,
  now: number,
): Promise<MovingComponents> {
  const moving = components.filter(({ status }) => isMoving(status)).slice(0, maxLooked);
  const looked = await Promise.all(
    moving.map(async ({ serviceId: id }) => {
      const page = await readEvents(id);
      const events = page?.events.map(understoodEvent) ?? [];
      return { id, since: movingSince(events, now), isBlocked: isRunBlocked(events, now), isUnread: !page };
    }),
  );
  return {
    since: Object.fromEntries(looked.flatMap(({ id, since }) => (since === undefined ? [] : [[id, since]]))),
    blocked: new Set(looked.flatMap(({ id, isBlocked }) => (isBlocked ? [id] : []))),
    unread: new Set(looked.flatMap(({ id, isUnread }) => (isUnread ? [id] : []))),
  };
}
