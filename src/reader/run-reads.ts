import type { Place } from '../core/command/context.ts';
import type { SeenEvent } from '../core/runs/seen-event.ts';
import { logCause } from '../core/text/log-cause.ts';
import { type PlatformError, unlessPlatformFails } from '../platform/errors/platform-error.ts';
import { understoodEvent } from '../platform/event/understood-event.ts';
import type { Platform } from '../platform/platform.ts';

/** How many events of a component are read: they may be out of order (docs/platform.md#events). */
const pageSize = 30;
/** How many components are asked for at a time. */
const atOnce = 4;

/** Where runs are read. `failed` is called with what couldn't be read and is left out. */
export interface RunSource {
  readonly place: Place;
  readonly failed: (error: PlatformError) => void;
}

/** The newest events of one component as they were read just now, newest first. */
export interface EventsJustRead {
  readonly place: Place;
  readonly component: string;
  readonly events: readonly SeenEvent[];
  /** When reading began, epoch ms: what is newer may be missing. */
  readonly at: number;
}

/**
 * Reads what runs consist of, at once: for Portolan's own changes as they need it, for what is followed when it is its turn.
 * What it means is in `core/runs`.
 */
export interface RunReads {
  /** The newest events of some components, newest first, by their ids. */
  events(source: RunSource, components: readonly string[]): Promise<ReadonlyMap<string, readonly SeenEvent[]>>;
  /** The status of each component of the application as the platform writes it; undefined where they can't be read. */
  statuses(source: RunSource): Promise<ReadonlyMap<string, string | undefined> | undefined>;
  /** The same of one component, without the application's list. */
  statusOf(source: RunSource, component: string): Promise<ReadonlyMap<string, string | undefined> | undefined>;
  /** The lines of an event's log; none where there is no log, or it can't be read. */
  log(source: RunSource, event: string): Promise<readonly string[]>;
  /** The line that matters of the log of each event that has failed; undefined where it has none yet. */
  causes(source: RunSource, events: readonly string[]): Promise<ReadonlyMap<string, string | undefined>>;
  /** Hands on all events that are read here: what is read for a request isn't read again for those who follow it. */
  onEvents(listener: (read: EventsJustRead) => void): void;
}

/** What is read of the platform. */
export type RunPlatform = Pick<Platform, 'listEvents' | 'listComponents' | 'readComponent' | 'readEventLog'>;

/** Makes what reads runs in a process. @param now epoch ms */
export function createRunReads(platform: RunPlatform, now: () => number): RunReads {
  const listeners: ((read: EventsJustRead) => void)[] = [];

  async function log({ place: { team, region }, failed }: RunSource, event: string): Promise<readonly string[]> {
    const found = await unlessPlatformFails(() => platform.readEventLog({ team, region, event }), failed);
    return found?.lines ?? [];
  }

  return {
    async events({ place, failed }, components) {
      const seen = new Map<string, readonly SeenEvent[]>();
      const left = [...components];
      const worker = async (): Promise<void> => {
        for (let component = left.shift(); component !== undefined; component = left.shift()) {
          const query = { ...place, service: component, page: 1, pageSize };
          const at = now();
          const page = await unlessPlatformFails(() => platform.listEvents(query), failed);
          if (!page) continue;
          const events = page.events.map(understoodEvent);
          seen.set(component, events);
          for (const listener of listeners) listener({ place, component, events, at });
        }
      };
      await Promise.all(Array.from({ length: Math.min(atOnce, components.length) }, worker));
      return seen;
    },
    async statuses({ place, failed }) {
      const all = await unlessPlatformFails(() => platform.listComponents(place), failed);
      return all && new Map(all.map(({ serviceId, status }) => [serviceId, status]));
    },
    async statusOf({ place, failed }, component) {
      const one = await unlessPlatformFails(() => platform.readComponent({ ...place, service: component }), failed);
      return one && new Map([[component, one.status]]);
    },
    log,
    async causes(source, events) {
      const read = events.map(async (event) => [event, logCause(await log(source, event))] as const);
      return new Map(await Promise.all(read));
    },
    onEvents: (listener) => void listeners.push(listener),
  };
}
