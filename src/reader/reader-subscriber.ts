import { type Place, placeKey } from '../core/command/context.ts';
import type { SeenEvent } from '../core/runs/seen-event.ts';
import type { ComponentSummary } from '../platform/component/component-reply.ts';
import type { PlatformError } from '../platform/errors/platform-error.ts';
import type { Pace } from './read-schedule.ts';

/** An application that is read for a subscriber. `key`: its `placeKey`. */
export interface ReadApp {
  readonly key: string;
  readonly place: Place;
}

/** The applications of some contexts, each once. */
export function readAppsOf(contexts: readonly Place[]): readonly ReadApp[] {
  const places = new Map(contexts.map((context) => [placeKey(context), context]));
  return [...places].map(([key, { team, region, app }]) => ({ key, place: { team, region, app } }));
}

/** What every reading has. Times are epoch ms. */
interface AppRead {
  readonly app: ReadApp;
  /** When the reading began: what is newer may be missing in it. */
  readonly at: number;
  /** Whether this replica is certainly still the reader. Once it may not be, nothing is stored. */
  readonly holds: () => boolean;
}

/** An application's components as the list shows them; `failed` where it couldn't be read. */
export type ListReading = AppRead &
  ({ readonly components: readonly ComponentSummary[] } | { readonly failed: PlatformError });

/** The newest events of one component, newest first, as the platform lists them. */
export interface EventsReading extends AppRead {
  readonly component: string;
  readonly events: readonly SeenEvent[];
}

/**
 * What lists and events are read for. Only the replica that is the reader calls these; each application's readings come
 * one after another, and the next one waits until the promise has resolved. What is thrown is logged.
 */
export interface ReaderSubscriber {
  /** For the log and metrics. */
  readonly name: string;
  /** The applications that it needs now, out of the store: asked every five seconds, on every replica. */
  apps(): Promise<readonly ReadApp[]>;
  /** This replica became the reader: what is remembered of earlier readings is older than what is stored. */
  begin?(): void;
  /** How often it needs the list, in ms: 15 seconds unless it says more; a minute is at each whole one. */
  readonly listEvery?: number;
  /** Every 15 seconds, or later where the platform is slow or failing. */
  listed?(reading: ListReading): Promise<void>;
  /** Events are only read where someone subscribes to them. */
  readonly events?: {
    read(reading: EventsReading): Promise<void>;
    /** How closely a component is followed. */
    pace(app: ReadApp, component: string): Pace;
  };
}
