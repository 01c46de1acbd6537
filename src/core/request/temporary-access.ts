import type { Context } from '../command/context.ts';
import type { Text } from '../text/text.ts';
import type { ChangeRequest } from './change-request.ts';
import type { FollowUpRequest } from './plan.ts';

/**
 * What a request keeps open for a limited time, as it is stored until it ends. The table and the audit log call it
 * `opening`. The engine knows only whose it is and when it ends. `body` belongs to the operation that declared it
 * (`TemporaryAccessSpec`).
 */
export interface TemporaryAccess {
  readonly id: string;
  readonly placeKey: string;
  readonly componentKey: string;
  /** The request that began it. */
  readonly card: string;
  /** The Slack id of its requester. */
  readonly by: string;
  /** When it began, and when it ends; epoch ms. */
  readonly at: number;
  readonly until: number;
  /** How often ending it has failed. */
  readonly tries: number;
  readonly body: unknown;
}

/** How it ended without being closed at its time: closed by someone, kept open for good, or given another time. */
export type TemporaryAccessEnd = 'by-hand' | 'kept' | 'extended';

/**
 * Where what was opened is now: in a place; `gone`: its place was read and doesn't have it any more; `missing`: no place
 * was found that has it, so nobody can tell.
 */
export type Whereabouts = { readonly at: Context } | 'gone' | 'missing';

/** How a transition of a request changes temporary access; saved in the same commit. */
export interface TemporaryAccessChanges {
  readonly put: readonly TemporaryAccess[];
  readonly ended: readonly { readonly access: TemporaryAccess; readonly how: TemporaryAccessEnd }[];
}

/**
 * What an operation declares so that its changes can last for a limited time. The engine stores it, notices when
 * it is due, sends the closing request and tries again. What is open and how it is closed is the operation's own.
 * `R` is what may be read.
 */
export interface TemporaryAccessSpec<R> {
  /**
   * What a request means for the temporary access to its component.
   * @param keeps whether the request's own access is stored now: before its first call, and again when it is done
   * @param finished whether the request has just ended as done
   * @param stored all there is, its own included
   */
  changes(
    request: ChangeRequest,
    now: { readonly at: number; readonly keeps: boolean; readonly finished: boolean },
    stored: readonly TemporaryAccess[],
  ): TemporaryAccessChanges;
  /** The request that ends it. */
  close(access: TemporaryAccess): FollowUpRequest;
  /**
   * Looks for what was opened, in the place where it was last and then in others.
   * @param turn resolves when another place may be read
   * @throws PlatformError if a place can't be read: then nothing is known
   */
  find(access: TemporaryAccess, context: Context, reads: R, turn: () => Promise<void>): Promise<Whereabouts>;
  /**
   * Whether everything that was opened was ended elsewhere, as it is read now.
   * @throws PlatformError
   */
  isEnded(access: TemporaryAccess, context: Context, reads: R): Promise<boolean>;
  /**
   * What others did to it since it began, as far as the platform tells.
   * @param isOurs whether a request of the bot's own may have done what was done at a moment, epoch ms
   * @returns `at`: their last change; `isAgain`: it was certainly ended and begun again. Undefined if nothing is known
   * @throws PlatformError
   */
  changedElsewhere(
    access: TemporaryAccess,
    context: Context,
    reads: R,
    isOurs: (at: number) => boolean,
  ): Promise<{ readonly at: number; readonly isAgain: boolean } | undefined>;
  /** What people are asked to do if it was looked for and not found anywhere. */
  lost(access: TemporaryAccess): Text;
  /**
   * The request that moves the end of what this request keeps open; undefined if there is none.
   * @param longer ms, counted from its present end
   */
  extend(request: ChangeRequest, longer: number): FollowUpRequest | undefined;
}
