import type { Proposal } from '../core/command/problem.ts';
import type { ChangeRequest } from '../core/request/change-request.ts';
import type { Lang, Text } from '../core/text/text.ts';
import type { PostResult } from '../delivery/post-result.ts';

/**
 * How people are notified, passed in by the Slack side. Nothing here throws for what Slack refuses: that is what
 * `PostResult` is for. The engine repeats each one until it was sent or can't be.
 */
export interface Notifier {
  /** Posts the card's message (no `ts` yet) or updates it. */
  card(card: ChangeRequest): Promise<PostResult>;
  /** A line in the card's thread. */
  note(note: {
    readonly card: ChangeRequest;
    readonly text: Text;
    readonly mention?: 'asker' | 'deciders';
    /** In the channel too. */
    readonly broadcast?: true;
    /** An incident that is linked. */
    readonly incident?: string;
    /** A button: its undo, or something else. */
    readonly offer?: 'undo' | Proposal;
  }): Promise<PostResult>;
  /** The bot's direct message to one person: where nobody could be mentioned, or when the channel is gone. */
  direct(note: {
    readonly user: string;
    readonly card: ChangeRequest;
    readonly text: Text;
    readonly lang: Lang;
  }): Promise<PostResult>;
  /** The bot's direct message to one person about something of theirs that has no card. */
  person(note: {
    readonly user: string;
    readonly text: Text;
    readonly lang: Lang;
    /** IANA. */
    readonly zone: string;
  }): Promise<PostResult>;
  /** The end of the log of an event that failed, in the card's thread; `text` undefined where there is none. */
  log(note: {
    readonly card: ChangeRequest;
    /** The component's. */
    readonly name: string;
    readonly text: string | undefined;
    /** It wasn't reported to have failed, but to take too long. */
    readonly timedOut?: true;
    readonly log?: Proposal;
  }): Promise<PostResult>;
  /**
   * A chart of its component in the card's thread: of the last hour, or, `after` it was done, of the time around it.
   * Where there is nothing to draw, nothing is posted and that is all; `unreachable` also where monitoring doesn't
   * answer.
   */
  evidence(card: ChangeRequest, when: 'before' | 'after'): Promise<PostResult>;
}
