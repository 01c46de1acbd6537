import type { Proposal } from '../core/command/problem.ts';
import type { ChangeRequest } from '../core/request/change-request.ts';
import type { Text } from '../core/text/text.ts';
import type { Line, PostPlace } from '../delivery/poster.ts';

/** What is posted of a request. */
export type RequestDrawn =
  /** Its message. */
  | { readonly shows: 'card'; readonly card: ChangeRequest }
  /** A line in its message's thread. */
  | {
      readonly shows: 'card-line';
      readonly card: ChangeRequest;
      readonly text: Text;
      readonly mention?: 'asker' | 'deciders' | undefined;
      /** The link of an incident. */
      readonly incident?: string | undefined;
      /** A button: its undo, or something else. */
      readonly offer?: 'undo' | Proposal | undefined;
    }
  /** For one person: if nobody could be mentioned, or when the channel is gone. */
  | { readonly shows: 'card-direct'; readonly card: ChangeRequest; readonly text: Text }
  /** The end of the log of an event that failed. */
  | {
      readonly shows: 'log';
      readonly card: ChangeRequest;
      /** The component's. */
      readonly name: string;
      /** Undefined if there is none. */
      readonly text: string | undefined;
      /** It wasn't reported to have failed, but to take too long. */
      readonly timedOut?: true | undefined;
      readonly log?: Proposal | undefined;
    }
  /**
   * A chart of its component: of the last hour, or, `after` it was done, of the time around it. If there is nothing to
   * draw, nothing is posted and that is all; `unreachable` also if monitoring doesn't answer.
   */
  | { readonly shows: 'evidence'; readonly card: ChangeRequest; readonly when: 'before' | 'after' }
  | Line;

/** The thread of a card's message. */
export function threadOf(request: ChangeRequest): PostPlace {
  const { channel, reader } = placeOfCard(request);
  return { channel, thread: request.thread ?? request.ts, reader };
}

/** Where a card's message is, or is to be posted. */
export function placeOfCard({ channel, thread, ts, asker: { lang, zone } }: ChangeRequest): PostPlace {
  const reader = { lang, zone };
  return ts === undefined ? { channel, thread, reader } : { channel, ts, reader };
}
