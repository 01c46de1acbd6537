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

/** What a feature adds to the engine. `src/features.ts` lists the features. */
export interface EngineFeature {
  /** The due rows of the feature. `work` returns when to come again, or undefined when it is done. */
  readonly due?: {
    readonly kinds: readonly string[];
    readonly work: (engine: EngineContext, row: Due) => Promise<number | undefined>;
  };
  /** Why a decided request may not run; `later` while that can't be read. */
  readonly refuse?: (engine: EngineContext, request: ChangeRequest) => Promise<Text | 'later' | undefined>;
  /** What is saved with a request that has just come into its state. */
  readonly records?: (request: ChangeRequest, now: number) => readonly RecordChange[];
  /** Whether a request was made to end a problem that goes on now. Freezes let it pass. */
  readonly isUrgent?: (store: Store, request: ThreadedRequest) => Promise<boolean>;
  /** The message of what a line in a request's thread names. */
  readonly messageOf?: (store: Store, id: string) => Promise<PostedMessage | undefined>;
  /** After a restore, its due rows of these kinds are dropped, and put again. */
  readonly restored?: {
    readonly kinds: readonly string[];
    readonly rows: (store: Pick<Store, 'schedules'>, now: number) => Promise<readonly Due[]>;
  };
}

/** A request that was made in a thread. */
type ThreadedRequest = Pick<ChangeRequest, 'channel' | 'plan' | 'context'> & { readonly thread: string };

/** What all parts of the engine share. */
export interface EngineContext {
  readonly services: Services;
  readonly features: readonly EngineFeature[];
  readonly poster: Pick<Poster<RequestDrawn>, 'post' | 'link'>;
  /** Reads what its changes go through; those who follow the application are handed it as well. */
  readonly runs: RunReads;
  /** This process: unguessable, so that no other is taken for it. */
  readonly holder: string;
  /** The longest that one call may take, in ms. */
  readonly writeTimeoutMs: number;
  /** Something is due now: look at once. */
  readonly kick: () => void;
  /** Work that `stop` waits for; what it throws is logged under its name. */
  readonly background: (name: string, work: () => Promise<unknown>) => void;
  /** Whether a further call may begin: not when this process has to end. */
  readonly mayStart: () => boolean;
  /** Resolves when another list may be read to look for something that was moved: not many within a minute. */
  readonly searchTurn: () => Promise<void>;
  /** Components that weren't in their request's app, by both: when they were last looked for, and where they were found. */
  readonly sought: Map<string, { readonly at: number; readonly place?: Place }>;
  /**
   * Waits for a new card's first message: `outcome` gives why it was refused, if it was. Call before saving the card.
   */
  expectFirst(card: string): { outcome(): Promise<Text | undefined>; forget(): void };
  /** The store's version of each card that its message shows; only saves drawing the same again. */
  readonly drawn: Map<string, number>;
}

/** The operation of a request; undefined for one of another version that this one doesn't have. */
export function changeOf(
  { services }: { readonly services: Pick<Services, 'operations'> },
  { operation }: Pick<ChangeRequest, 'operation'>,
): Change | undefined {
  const found = services.operations.find(({ id }) => id === operation);
  return found?.kind === 'change' ? found : undefined;
}
