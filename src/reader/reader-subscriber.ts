import { type Place, placeKey } from '../core/command/context.ts';
import type { SeenEvent } from '../core/runs/seen-event.ts';
import type { ComponentSummary } from '../platform/component/component-endpoints.ts';
import type { PlatformError } from '../platform/errors/platform-error.ts';
import type { Pace } from './read-schedule.ts';

export interface ReadApp {
  readonly key: string;
  readonly place: Place;
}

export function readAppsOf(contexts: readonly Place[]): readonly ReadApp[] {
  const places = new Map(contexts.map((context) => [placeKey(context), context]));
  return [...places].map(([key, { team, region, app }]) => ({ key, place: { team, region, app } }));
}

/** Fields of every reading. Times are epoch ms. */
interface AppRead {
  readonly app: ReadApp;
  /** Start of the read. Data that is newer than this time may be missing. */
  readonly at: number;
  /** Whether this replica is certainly still the reader. If not, the subscriber must store nothing. */
  readonly holds: () => boolean;
}

export type ListReading = AppRead &
  ({ readonly components: readonly ComponentSummary[] } | { readonly failed: PlatformError });

export interface EventsReading extends AppRead {
  readonly component: string;
  readonly events: readonly SeenEvent[];
}

/** Receives readings on the reader replica. An app's next reading waits for the returned promise. Errors are logged. */
export interface ReaderSubscriber {
  readonly name: string;
  /** Returns the applications that the subscriber needs, from the store. Called every five seconds on every replica. */
  apps(): Promise<readonly ReadApp[]>;
  /** Called when this replica becomes the reader. The stored state is then newer than the state in memory. */
  begin?(): void;
  /** Interval of reading the list, in ms; default: 15 seconds. With a minute, the list is read at each whole minute. */
  readonly listEvery?: number;
  /** Called every 15 seconds, or later if the platform is slow or failing. */
  listed?(reading: ListReading): Promise<void>;
  readonly events?: {
    read(reading: EventsReading): Promise<void>;
    pace(app: ReadApp, component: string): Pace;
  };
}
