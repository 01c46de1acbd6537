import type { Place } from '../../core/command/context.ts';
import type { SeenEvent } from '../../core/runs/seen-event.ts';
import { maskSecrets } from '../../core/text/mask-secrets.ts';
import { PlatformError } from '../errors/platform-error.ts';
import type { Platform } from '../platform.ts';
import type { ComponentEvent } from '../resources/models.ts';

/**
 * What is read to follow runs: each component's newest events, and the statuses of an application's components. What it
 * means is in `core/runs`.
 */

/** How many events of a component are read: they may be out of order (docs/platform.md#events). */
const pageSize = 30;
/** How many components are asked for at a time. */
const atOnce = 4;
const longestSaid = 200;

/** What reading needs. `failed` is called with what couldn't be read and is left out. */
export interface RunSource {
  readonly platform: Pick<Platform, 'listEvents' | 'listComponents'>;
  readonly place: Place;
  readonly failed: (error: PlatformError) => void;
}

/** The newest events of some components, newest first, by their ids. */
export async function readRunEvents(
  source: RunSource,
  components: readonly string[],
): Promise<ReadonlyMap<string, readonly SeenEvent[]>> {
  const seen = new Map<string, readonly SeenEvent[]>();
  const left = [...components];
  const worker = async (): Promise<void> => {
    for (let service = left.shift(); service !== undefined; service = left.shift()) {
      const query = { ...source.place, service, page: 1, pageSize };
      const page = await unlessFailed(source, () => source.platform.listEvents(query));
      if (page) seen.set(service, page.events.map(seenEvent));
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, components.length) }, worker));
  return seen;
}

/** The status of each component of the application as the platform writes it; undefined where they can't be read. */
export async function readStatuses(source: RunSource): Promise<ReadonlyMap<string, string | undefined> | undefined> {
  const all = await unlessFailed(source, () => source.platform.listComponents(source.place));
  return all && new Map(all.map(({ serviceId, status }) => [serviceId, status]));
}

async function unlessFailed<T>({ failed }: RunSource, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    failed(error);
    return undefined;
  }
}

/** An event as it is understood (docs/platform.md#event-states, docs/platform.md#pod-events). */
export function seenEvent(event: ComponentEvent): SeenEvent {
  const { eventId: id, optType: type, target, targetId, userName, message, endedAt: ended } = event;
  const since = event.startedAt ?? event.createdAt;
  const pod = target === 'pod' ? (targetId ?? '') : undefined;
  const isPlatform = userName === undefined || userName === '' || userName === 'system';
  const said = maskSecrets(message ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestSaid)
    .toWellFormed();
  return {
    id,
    type,
    state: pod === undefined ? stateOf(event) : podState(event),
    ...(since === undefined ? {} : { since }),
    ...(ended === undefined ? {} : { ended }),
    ...(isPlatform ? {} : { by: userName }),
    ...(pod === undefined ? {} : { pod }),
    ...(said === '' ? {} : { said }),
  };
}

/** The final status `timeout` is none: its end still overwrites it. The status `timeout` is an end. */
function stateOf({ status, finalStatus }: ComponentEvent): SeenEvent['state'] {
  if (finalStatus === undefined || finalStatus === '' || finalStatus === 'timeout') return 'running';
  if (status === 'timeout') return 'timed-out';
  return status === 'success' ? 'succeeded' : 'failed';
}

function podState({ status, finalStatus }: ComponentEvent): SeenEvent['state'] {
  if (finalStatus === 'running') return 'running';
  if (finalStatus === 'emptycomplete' || finalStatus === 'complete') return 'succeeded';
  return status === 'success' ? 'succeeded' : 'failed';
}
