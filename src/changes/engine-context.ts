import type { Place } from '../core/command/context.ts';
import type { ChangeRequest } from '../core/request/change-request.ts';
import type { Text } from '../core/text/text.ts';
import type { PostedMessage, Poster } from '../delivery/poster.ts';
import type { Change } from '../operations/shared/define.ts';
import type { Services } from '../operations/shared/services.ts';
import type { RunReads } from '../reader/run-reads.ts';
import type { RecordChange, Store } from '../store/store.ts';
import type { Due } from '../store/stored-types.ts';
import type { RequestDrawn } from './request-drawn.ts';

/** Extension of the engine by a feature. `src/features.ts` lists the features. */
export interface EngineFeature {
  readonly due?: {
    readonly kinds: readonly string[];
    readonly work: (engine: EngineContext, row: Due) => Promise<number | undefined>;
  };
  /** Returns why a decided request isn't allowed to run, or `later` if that can't be read now. */
  readonly refuse?: (engine: EngineContext, request: ChangeRequest) => Promise<Text | 'later' | undefined>;
  /** Returns records to save with a request that has just entered its state. */
  readonly records?: (request: ChangeRequest, now: number) => readonly RecordChange[];
  /** Whether a request was made to end an ongoing problem. Freezes don't stop such a request. */
  readonly isUrgent?: (store: Store, request: ThreadedRequest) => Promise<boolean>;
  /** Returns the posted message of the incident that a line in a request's thread links to. */
  readonly messageOf?: (store: Store, id: string) => Promise<PostedMessage | undefined>;
  /** Whether the components of a finished request are still watched, so that its verdict may change. */
  readonly isWatched?: (store: Store, request: string) => Promise<boolean>;
  /** Returns incidents of the request's components since it began, if the request's channel may see them. */
  readonly incidentsOf?: (services: Services, request: ChangeRequest) => Promise<readonly RequestIncident[]>;
  /** Called after a request has entered its state, or has begun to change the platform. */
  readonly changed?: (services: Services, request: ChangeRequest) => Promise<void>;
  /** After a restore, due rows of these kinds are deleted and created again. */
  readonly restored?: {
    readonly kinds: readonly string[];
    readonly rows: (store: Pick<Store, 'schedules'>, now: number) => Promise<readonly Due[]>;
  };
}

/** Times in epoch ms. `state`: of its conditions, such as `firing`. `why`: why the component had a problem. */
export interface RequestIncident {
  readonly id: string;
  readonly title: Text;
  readonly since: number;
  readonly ended?: number;
  readonly state: string;
  readonly why?: Text;
  /** The platform's term for the reason. `isNamed`: the title says it, too. */
  readonly cause?: { readonly type: string; readonly isNamed: boolean };
  /** When memory ran out, and how often, if the incident says only that. */
  readonly killed?: Text | undefined;
  /** When its last condition began to recover, epoch ms, if it hasn't ended yet. */
  readonly recovering?: number | undefined;
  /** Why containers ended, in short, unless the title says it. */
  readonly reason?: Text | undefined;
  /** It began after the change, but its components were abnormal before it, too. */
  readonly isAgain?: boolean;
  /** An earlier firing of the same conditions. It began before the change, and may have ended after it. */
  readonly earlier?: { readonly from: number; readonly to: number };
  /** Time since the change in which no condition was met, too short to end the incident. */
  readonly lull?: { readonly from: number; readonly to: number } | undefined;
  /** Time from which a condition is met again that ended, although it doesn't fire again yet. */
  readonly metAgain?: number;
  /** A later change of the same components, if the incident began after that; `change`: its name with who and when. */
  readonly afterOther?: { readonly at: number; readonly change?: Text };
  /** Link to its message, which the engine adds. Absent if it isn't posted yet. */
  readonly link?: string;
}

interface ThreadedRequest extends Pick<ChangeRequest, 'plan' | 'context'> {
  readonly channel: string;
  readonly thread: string;
}

export interface EngineContext {
  readonly services: Services;
  readonly features: readonly EngineFeature[];
  readonly poster: Pick<Poster<RequestDrawn>, 'post' | 'link'>;
  /** Reads the platform's events. Following of applications uses the same reader. */
  readonly runs: RunReads;
  /** Id of this process. It is random, so that no other process has the same one. */
  readonly holder: string;
  /** Maximum duration of one platform call, in ms. */
  readonly writeTimeoutMs: number;
  /** Checks for due rows immediately. */
  readonly wake: () => void;
  /** Starts work that `stop` waits for. Its errors are logged under `name`. */
  readonly background: (name: string, work: () => Promise<unknown>) => void;
  readonly mayStart: () => boolean;
  /** Resolves when one more list can be read to search for a moved component. The number per minute is limited. */
  readonly searchTurn: () => Promise<void>;
  /** Components not found in their request's app: time of the last search, and their place if it was found. */
  readonly searchedPlaces: Map<string, { readonly at: number; readonly place?: Place }>;
  /** Waits for a card's first message. `outcome` returns why it was refused. Call this before saving the request. */
  expectFirst(requestId: string): { outcome(): Promise<Text | undefined>; forget(): void };
}

export function changeOf(
  { services }: { readonly services: Pick<Services, 'operations'> },
  { operation }: Pick<ChangeRequest, 'operation'>,
): Change | undefined {
  const declared = services.operations.find(({ id }) => id === operation);
  return declared?.kind === 'change' ? declared : undefined;
}

/** Returns the link to the message of the incident with this id. */
export async function linkNamed({ features, services, poster }: EngineContext, id: string | undefined) {
  if (id === undefined) return undefined;
  for (const { messageOf } of features) {
    const message = await messageOf?.(services.store, id);
    if (message) return poster.link(message);
  }
  return undefined;
}
