import type { EventSpec } from '../../core/operation.ts';
import type { ChangeRequest } from '../../core/request/change-request.ts';
import type { FollowedEvent, SeenEvent, SeenEvents } from '../../core/request/events/followed-event.ts';
import type { WriteReply } from '../../platform/call.ts';
import { PlatformError } from '../../platform/errors/platform-error.ts';
import type { ComponentEvent } from '../../platform/resources/models.ts';
import { changeOf, type EngineContext } from '../engine-context.ts';

/** How many events of a component are looked at, and how many of them are kept as those that were there before. */
const pageSize = 20;
const mostBefore = 5;
/** How many components are asked for at a time. */
const atOnce = 4;

/** How a request's operation reads the platform's events; undefined where it isn't verified by them. */
export function eventsOf(engine: EngineContext, card: ChangeRequest): EventSpec<WriteReply> | undefined {
  return changeOf(engine, card)?.events;
}

/** Reads the newest events of some components. What can't be read is left out. */
export async function readEvents(
  engine: EngineContext,
  card: ChangeRequest,
  components: readonly string[],
): Promise<SeenEvents> {
  const spec = eventsOf(engine, card);
  const seen = new Map<string, readonly SeenEvent[]>();
  const left = [...components];
  const worker = async (): Promise<void> => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      const events = await readPage(engine, card, id);
      if (events)
        seen.set(
          id,
          events.filter(({ target }) => target !== 'pod').map((event) => seenEvent(event, spec)),
        );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return seen;
}

async function readPage(
  engine: EngineContext,
  { id: card, context: { team, region, app } }: ChangeRequest,
  service: string,
): Promise<readonly ComponentEvent[] | undefined> {
  try {
    const page = await engine.services.platform.listEvents({ team, region, app, service, page: 1, pageSize });
    return page?.events;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    engine.services.world.log.warn('the events of a component could not be read', { card, error });
    return undefined;
  }
}

/** An event of the platform (platform facts, continued, 5): `''` while it runs, `timeout` when the next one finds it stuck. */
function seenEvent(event: ComponentEvent, spec: EventSpec<WriteReply> | undefined): SeenEvent {
  const { eventId: id, optType: type, status, finalStatus, startedAt, createdAt, userName } = event;
  const since = startedAt ?? createdAt;
  const what = spec?.nameOf(type);
  const isPlatform = userName === undefined || userName === '' || userName === 'system';
  return {
    id,
    type,
    state: stateOf(status ?? '', finalStatus ?? ''),
    ...(since === undefined ? {} : { since }),
    ...(isPlatform ? {} : { by: userName }),
    ...(what === undefined ? {} : { what }),
  };
}

function stateOf(status: string, finalStatus: string): SeenEvent['state'] {
  if (finalStatus === 'timeout') return 'timed-out';
  if (finalStatus === '') return 'running';
  return status === 'success' ? 'succeeded' : 'failed';
}

/**
 * What is there before a step is sent, for each component whose event it awaits.
 * @returns undefined where it awaits none; `unreadable` where some can't be read: then it isn't sent
 */
export async function noteEvents(
  engine: EngineContext,
  card: ChangeRequest,
  index: number,
): Promise<readonly FollowedEvent[] | 'unreadable' | undefined> {
  const components = card.plan.steps[index]?.awaits?.components;
  if (!components) return undefined;
  const unreached = unreachedBefore(card, index);
  const wanted = components.filter(({ id }) => !unreached.has(id));
  const seen = await readEvents(
    engine,
    card,
    wanted.map(({ id }) => id),
  );
  if (seen.size < wanted.length) return 'unreadable';
  return components.map(({ id, name }): FollowedEvent => {
    const before = (seen.get(id) ?? []).slice(0, mostBefore).map((event) => event.id);
    return { component: id, name, before, state: unreached.has(id) ? 'skipped' : 'awaited' };
  });
}

/** The components that an earlier step did not reach although it reached others: nothing of them is awaited any more. */
function unreachedBefore({ steps }: ChangeRequest, index: number): ReadonlySet<string> {
  const events = steps.slice(0, index).flatMap((step) => step.events ?? []);
  const reached = new Set(events.filter(({ state }) => state === 'succeeded').map(({ component }) => component));
  if (reached.size === 0) return new Set();
  return new Set(events.map(({ component }) => component).filter((component) => !reached.has(component)));
}
