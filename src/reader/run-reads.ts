import pLimit from 'p-limit';
import type { Place } from '../core/command/context.ts';
import type { SeenEvent } from '../core/runs/seen-event.ts';
import { logCause, logCommit } from '../core/text/log-cause.ts';
import { type PlatformError, unlessPlatformFails } from '../platform/errors/platform-error.ts';
import { understoodEvent } from '../platform/event/understood-event.ts';
import type { Platform } from '../platform/platform.ts';

/** Number of events read per component. The events may be out of order (docs/platform.md#events). */
const pageSize = 30;
const atOnce = 4;

/** The place from which runs are read. `failed` receives the errors of failed reads, which the results leave out. */
export interface RunSource {
  readonly place: Place;
  readonly failed: (error: PlatformError) => void;
}

export interface EventsJustRead {
  readonly place: Place;
  readonly component: string;
  readonly events: readonly SeenEvent[];
  /** Start of the read, epoch ms. Events that are newer than this time may be missing. */
  readonly at: number;
}

/** Reads the data of runs, for Portolan's own changes and for followed apps. `core/runs` interprets the data. */
export interface RunReads {
  /** Returns the newest events of the given components, newest first, by component id. */
  events(source: RunSource, components: readonly string[]): Promise<ReadonlyMap<string, readonly SeenEvent[]>>;
  /** Returns each component's status in the platform's words. Returns undefined if the statuses can't be read. */
  statuses(source: RunSource): Promise<ReadonlyMap<string, string | undefined> | undefined>;
  /** Returns the status of one component, without reading the application's list. */
  statusOf(source: RunSource, component: string): Promise<ReadonlyMap<string, string | undefined> | undefined>;
  /** Returns the lines of an event's log; empty without a log, or if it can't be read. */
  log(source: RunSource, event: string): Promise<readonly string[]>;
  /** Returns the most important log line of each failed event; undefined if an event has no such line yet. */
  causes(source: RunSource, events: readonly string[]): Promise<ReadonlyMap<string, string | undefined>>;
  /** Returns the commit that each build event's log names; undefined for a log without one. */
  commits(source: RunSource, events: readonly string[]): Promise<ReadonlyMap<string, string | undefined>>;
  /** Calls the listener with all events that were read for requests, so that subscribers need no second read. */
  onEvents(listener: (events: EventsJustRead) => void): void;
}

export type RunPlatform = Pick<Platform, 'listEvents' | 'listComponents' | 'readComponent' | 'readEventLog'>;

/** @param now returns the current time, epoch ms */
export function createRunReads(platform: RunPlatform, now: () => number): RunReads {
  const listeners: ((events: EventsJustRead) => void)[] = [];

  async function log({ place: { team, region }, failed }: RunSource, event: string): Promise<readonly string[]> {
    const eventLog = await unlessPlatformFails(() => platform.readEventLog({ team, region, event }), failed);
    return eventLog?.lines ?? [];
  }

  async function fromLogs(
    source: RunSource,
    events: readonly string[],
    read: (lines: readonly string[]) => string | undefined,
  ): Promise<ReadonlyMap<string, string | undefined>> {
    const entries = events.map(async (event) => [event, read(await log(source, event))] as const);
    return new Map(await Promise.all(entries));
  }

  return {
    async events({ place, failed }, components) {
      const pages = new Map<string, readonly SeenEvent[]>();
      await pLimit(atOnce).map(components, async (component) => {
        const query = { ...place, service: component, page: 1, pageSize };
        const at = now();
        const page = await unlessPlatformFails(() => platform.listEvents(query), failed);
        if (!page) return;
        const events = page.events.map(understoodEvent);
        pages.set(component, events);
        for (const listener of listeners) listener({ place, component, events, at });
      });
      return pages;
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
    causes: (source, events) => fromLogs(source, events, logCause),
    commits: (source, events) => fromLogs(source, events, logCommit),
    onEvents: (listener) => void listeners.push(listener),
  };
}
