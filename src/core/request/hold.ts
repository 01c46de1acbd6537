import type { Context } from '../command/context.ts';
import type { Text } from '../text/text.ts';
import type { ChangeRequest } from './change-request.ts';
import type { FollowUpRequest } from './plan.ts';

/**
 * What a request keeps for a limited time, as it is stored until it ends: temporary access. The request that began it
 * has `timed`, its transitions change it by `hold`, and the record calls it `opening`. The engine knows only whose it
 * is and when it ends; `body` belongs to the operation that declared it (`TemporaryAccessSpec`).
 */
export interface Hold {
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

/** How a hold ended without being closed at its time: closed by someone, kept open for good, or given another time. */
export type HoldEnd = 'by-hand' | 'kept' | 'extended';

/**
 * Where what is held is now: in a place; `gone`: its place was read and doesn't have it any more; `missing`: no place
 * was found that has it, so nobody can tell.
 */
export type Whereabouts = { readonly at: Context } | 'gone' | 'missing';

/** How a transition of a request changes holds; saved in the same commit. */
export interface HoldChanges {
  readonly put: readonly Hold[];
  readonly ended: readonly { readonly hold: Hold; readonly how: HoldEnd }[];
}

/**
 * What an operation declares so that its changes can last for a limited time. The engine stores the holds, notices when
 * one is due, sends the closing request and tries again; what is held and how it is closed is the operation's own.
 * `R` is what may be read.
 */
export interface TemporaryAccessSpec<R> {
  /**
   * What a request means for the holds of its component.
   * @param keeps whether the request's own hold is stored now: before its first call, and again when it is done
   * @param finished whether the request has just ended as done
   * @param stored all holds, its own included
   */
  holds(
    request: ChangeRequest,
    now: { readonly at: number; readonly keeps: boolean; readonly finished: boolean },
    stored: readonly Hold[],
  ): HoldChanges;
  /** The request that ends a hold. */
  close(hold: Hold): FollowUpRequest;
  /**
   * Looks for what is held, in the place where it was last and then in others.
   * @param turn resolves when another place may be read
   * @throws PlatformError if a place can't be read: then nothing is known
   */
  find(hold: Hold, context: Context, reads: R, turn: () => Promise<void>): Promise<Whereabouts>;
  /**
   * Whether everything that is held was ended elsewhere, as it is read now.
   * @throws PlatformError
   */
  isEnded(hold: Hold, context: Context, reads: R): Promise<boolean>;
  /**
   * What others did to it since it began, as far as the platform tells.
   * @param isOurs whether a request of the bot's own may have done what was done at a moment, epoch ms
   * @returns `at`: their last change; `isAgain`: it was certainly ended and begun again. Undefined if nothing is known
   * @throws PlatformError
   */
  changedElsewhere(
    hold: Hold,
    context: Context,
    reads: R,
    isOurs: (at: number) => boolean,
  ): Promise<{ readonly at: number; readonly isAgain: boolean } | undefined>;
  /** What people are asked to do if it was looked for and not found anywhere. */
  lost(hold: Hold): Text;
  /**
   * The request that moves the end of what this request holds; undefined when it holds nothing.
   * @param longer ms, counted from its present end
   */
  extend(request: ChangeRequest, longer: number): FollowUpRequest | undefined;
}
