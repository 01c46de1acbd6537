import type { Place } from '../core/command/context.ts';
import type { ChangeRequest } from '../core/request/change-request.ts';
import type { Text } from '../core/text/text.ts';
import type { Poster } from '../delivery/poster.ts';
import type { Change } from '../operations/shared/define.ts';
import type { Services } from '../operations/shared/services.ts';
import type { RunReads } from '../reader/run-reads.ts';
import type { RequestDrawn } from './request-drawn.ts';

/** What all parts of the engine share. */
export interface EngineContext {
  readonly services: Services;
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
