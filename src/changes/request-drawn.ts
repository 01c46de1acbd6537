import type { Proposal } from '../core/command/problem.ts';
import type { ChangeRequest } from '../core/request/change-request.ts';
import type { Text } from '../core/text/text.ts';
import type { Line, PostPlace } from '../delivery/poster.ts';

export type RequestDrawn =
  | { readonly shows: 'card'; readonly card: ChangeRequest }
  | {
      readonly shows: 'card-line';
      readonly card: ChangeRequest;
      readonly text: Text;
      readonly mention?: 'asker' | 'deciders' | undefined;
      readonly incident?: string | undefined;
      readonly offer?: 'undo' | Proposal | undefined;
    }
  | { readonly shows: 'card-direct'; readonly card: ChangeRequest; readonly text: Text }
  /** The end of the log of an event that failed. */
  | {
      readonly shows: 'log';
      readonly card: ChangeRequest;
      readonly name: string;
      readonly text: string | undefined;
      /** The component took too long, instead of being reported as failed. */
      readonly timedOut?: true | undefined;
      readonly log?: Proposal | undefined;
    }
  /** Chart of the last hour, or with `after`, around the change. `unreachable` also if monitoring doesn't answer. */
  | { readonly shows: 'evidence'; readonly card: ChangeRequest; readonly when: 'before' | 'after' }
  | Line;

export function threadOf(request: ChangeRequest): PostPlace {
  const { channel, reader } = placeOfCard(request);
  return { channel, thread: request.thread ?? request.ts, reader };
}

export function placeOfCard({ channel, thread, ts, asker: { lang, zone } }: ChangeRequest): PostPlace {
  const reader = { lang, zone };
  return ts === undefined ? { channel, thread, reader } : { channel, ts, reader };
}
