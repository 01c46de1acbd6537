import type { Proposal } from '../core/command/problem.ts';
import type { ChangeRequest } from '../core/request/change-request.ts';
import type { Lang, Text } from '../core/text/text.ts';

/** The result of a notification. */
export type NotifyResult =
  | { readonly delivered: true; readonly channel: string; readonly ts: string; readonly link?: string }
  | {
      readonly delivered: false;
      readonly why: 'not-in-channel' | 'channel-gone' | 'message-gone' | 'rate-limited' | 'unreachable' | 'other';
      /** How long Slack asks to wait, in ms. */
      readonly retryAfterMs?: number;
    }
  /** Slack refuses it until someone acts: `fix` says what is wrong and what to do. */
  | { readonly delivered: false; readonly why: 'needs-fix'; readonly fix: Text };

/**
 * How people are notified, passed in by the Slack side. Nothing here throws for what Slack refuses: that is what
 * `NotifyResult` is for. The engine repeats each one until it was sent or can't be.
 */
export interface Notifier {
  /** Posts the card's message (no `ts` yet) or updates it. */
  card(card: ChangeRequest): Promise<NotifyResult>;
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
  }): Promise<NotifyResult>;
  /** The bot's direct message to one person: where nobody could be mentioned, or when the channel is gone. */
  direct(note: {
    readonly user: string;
    readonly card: ChangeRequest;
    readonly text: Text;
    readonly lang: Lang;
  }): Promise<NotifyResult>;
  /** The bot's direct message to one person about something of theirs that has no card. */
  person(note: {
    readonly user: string;
    readonly text: Text;
    readonly lang: Lang;
    /** IANA. */
    readonly zone: string;
  }): Promise<NotifyResult>;
  /** The end of the log of an event that failed, in the card's thread; `text` undefined where there is none. */
  log(note: {
    readonly card: ChangeRequest;
    /** The component's. */
    readonly name: string;
    readonly text: string | undefined;
    /** It wasn't reported to have failed, but to take too long. */
    readonly timedOut?: true;
    readonly log?: Proposal;
  }): Promise<NotifyResult>;
  /**
   * A chart of its component in the card's thread: of the last hour, or, `after` it was done, of the time around it.
   * Where there is nothing to draw, nothing is posted and that is all; `unreachable` also where monitoring doesn't
   * answer.
   */
  evidence(card: ChangeRequest, when: 'before' | 'after'): Promise<NotifyResult>;
}
