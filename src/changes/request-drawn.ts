import type { Proposal } from '../core/command/problem.ts';
import type { ChangeRequest } from '../core/request/change-request.ts';
import type { OfferedInThread } from '../core/request/plan.ts';
import type { Text } from '../core/text/text.ts';
import type { Line, PostPlace } from '../delivery/poster.ts';

/** Sentences about the time since a change, with links to incidents. */
export interface SinceChange {
  readonly worse: readonly Text[];
  /** When all that got worse was over, epoch ms; undefined if something isn't. */
  readonly worseUntil?: number | undefined;
  /** Problems after the change that were there before it too. */
  readonly again: readonly Text[];
  /** Problems from before the change that continue. */
  readonly unresolved: readonly Text[];
  readonly recovered: readonly Text[];
  /** Problems that began after the next change of the same components, so nobody blames them on this one. */
  readonly afterOther: readonly Text[];
  /** A recovery after the change that didn't last, in epoch ms; undefined if a problem went on all the time. */
  readonly relapse?: { readonly recovered: number; readonly again: number } | undefined;
}

export type RequestDrawn =
  | { readonly shows: 'card'; readonly request: ChangeRequest }
  | {
      readonly shows: 'card-line';
      readonly request: ChangeRequest;
      readonly text: Text;
      readonly mention?: 'asker' | 'deciders' | undefined;
      readonly incident?: string | undefined;
      readonly offer?: 'undo' | 'extend' | Proposal | undefined;
      readonly more?: readonly OfferedInThread[] | undefined;
    }
  | { readonly shows: 'card-direct'; readonly request: ChangeRequest; readonly text: Text }
  /** The last lines of a failed event's log. */
  | {
      readonly shows: 'log';
      readonly request: ChangeRequest;
      readonly name: string;
      readonly text: string | undefined;
      /** Set if the component took too long. Otherwise it was reported as failed. */
      readonly timedOut?: true | undefined;
      /** Its build failed, so what ran before wasn't replaced. */
      readonly isKept?: true | undefined;
      readonly log?: Proposal | undefined;
    }
  /** Chart of the last hour before a change. Without monitoring, the post fails as `unreachable`. */
  | { readonly shows: 'evidence'; readonly request: ChangeRequest; readonly when: 'before' }
  /** Chart around the change, with a verdict. */
  | {
      readonly shows: 'evidence';
      readonly request: ChangeRequest;
      readonly when: 'after';
      readonly since: SinceChange;
    }
  | Line;

export function threadOf(request: ChangeRequest): PostPlace {
  return { ...placeOfRequest(request), thread: request.shown.thread ?? request.shown.ts };
}

export function placeOfRequest({ asker: { lang, zone }, shown: { channel, thread } }: ChangeRequest): PostPlace {
  return { channel, thread, reader: { lang, zone } };
}
