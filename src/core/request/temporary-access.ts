import type { Context } from '../command/context.ts';
import type { Text } from '../text/text.ts';
import type { ChangeRequest } from './change-request.ts';
import type { FollowUpRequest } from './plan.ts';

/**
 * Access that a request keeps open for a limited time, stored until it ends. The table and the audit log call it
 * `opening`. The engine knows only the owner and the end. `body` belongs to the operation (`TemporaryAccessSpec`).
 */
export interface TemporaryAccess {
  readonly id: string;
  readonly placeKey: string;
  readonly componentKey: string;
  readonly request: string;
  readonly by: string;
  readonly at: number;
  readonly until: number;
  readonly tries: number;
  readonly body: unknown;
}

/** The early end of temporary access: closed by a later request, kept open without an end, or given another end. */
export type TemporaryAccessEnd = 'by-hand' | 'kept' | 'extended';

/** `gone`: its place was read, and it isn't there. `missing`: it was found in no place, so its state is unknown. */
export type AccessPlace = { readonly at: Context } | 'gone' | 'missing';

export interface TemporaryAccessChanges {
  readonly put: readonly TemporaryAccess[];
  /** Access that the request closed in part. `put` has what is left, with its end. */
  readonly narrowed?: readonly TemporaryAccess[];
  /** `isTakenOver`: a person closed a part of it, and this request has the end of what was left. */
  readonly ended: readonly {
    readonly access: TemporaryAccess;
    readonly how: TemporaryAccessEnd;
    readonly isTakenOver?: true;
  }[];
}

/**
 * Declaration that makes an operation's changes temporary. The engine stores the access, notices its end, sends the
 * closing request and retries. The operation knows what is open and how to close it. `R`: allowed reads.
 */
export interface TemporaryAccessSpec<R> {
  /**
   * Returns how a request changes the temporary access to its component.
   * @param keeps whether to store the request's own access now: before its first call, and again when it is done
   * @param finished whether the request just ended as done
   * @param stored all temporary access, including the request's own
   */
  changes(
    request: ChangeRequest,
    now: { readonly at: number; readonly keeps: boolean; readonly finished: boolean },
    stored: readonly TemporaryAccess[],
  ): TemporaryAccessChanges;
  close(access: TemporaryAccess): FollowUpRequest;
  /** Searches for the access in its last place, then in other places. @throws PlatformError if a place can't be read */
  find(access: TemporaryAccess, context: Context, reads: R, turn: () => Promise<void>): Promise<AccessPlace>;
  /**
   * Checks whether the access was closed completely elsewhere.
   * @throws PlatformError
   */
  isEnded(access: TemporaryAccess, context: Context, reads: R): Promise<boolean>;
  /**
   * Returns the changes by others since the access began, as far as the platform shows them. @param isOurs whether one
   * of the bot's requests may have made a change at a moment (epoch ms) @returns `at`: their last change; `isAgain`:
   * the access was certainly closed and opened again. Undefined if nothing is known @throws PlatformError
   */
  changedElsewhere(
    access: TemporaryAccess,
    context: Context,
    reads: R,
    isOurs: (at: number) => boolean,
  ): Promise<{ readonly at: number; readonly isAgain: boolean } | undefined>;
  /** Returns the name of the access for people, such as "External access to port 8080 on web". */
  names(access: TemporaryAccess, request: ChangeRequest): Text;
  /** Returns the addresses that a closing request ended, if people may not expect that they stop working. */
  stopped(request: ChangeRequest, closing: ChangeRequest): Text | undefined;
  /** Returns what a closing request may have left open. */
  left(closing: ChangeRequest): Text | undefined;
  /** Returns the instruction for people if the access wasn't found anywhere. */
  lost(access: TemporaryAccess): Text;
  /** Returns the request that moves the end of this request's access by `longer` ms, or undefined if impossible. */
  extend(request: ChangeRequest, longer: number): FollowUpRequest | undefined;
}
