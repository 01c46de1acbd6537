import type { Person } from '../core/command/context.ts';
import type { Problem } from '../core/command/problem.ts';
import type { AlreadySo, Request } from '../core/operation.ts';
import type { ChangeRequest } from '../core/request/change-request.ts';
import type { Text } from '../core/text/text.ts';
import type { Origin } from '../questions/answer-request.ts';

/** Result of a proposal: refused, already as requested, or a request (`linked`: an equal one was pending). */
export type Proposed = Problem | AlreadySo | { readonly request: ChangeRequest; readonly linked: boolean };

export interface ToConfirm {
  readonly toConfirm: ChangeRequest;
  /** Hash of the plan, which ensures that people confirm the plan that they were shown. */
  readonly hash: string;
}

export const pressedActions = [
  'approve',
  'cancel',
  'check',
  'settle',
  'undo',
  'rest',
  'next',
  'again',
  'run_now',
  'close_now',
] as const;
export const formActions = ['deny', 'break_glass', 'extend', 'exception', 'change_time'] as const;
/** All buttons of a card. A button and the form that it opens have the id `request.<name>`. */
export const cardActions = [...pressedActions, ...formActions] as const;
export type CardAction = (typeof cardActions)[number];
export type FormAction = (typeof formActions)[number];

export interface CardPress {
  readonly do: CardAction;
  readonly card: string;
  readonly revision: number;
  readonly person: Person;
  readonly channel: string;
  /** Time of the press, epoch ms, if it is processed later. Expiry is checked against it. */
  readonly at?: number;
  /** Id of the press, so that a press that is processed twice makes only one request. */
  readonly id?: string;
  /** For `extend`: by how much (`longer`, ms) or until when (`until`, epoch ms). For `change_time`: the new time. */
  readonly longer?: number;
  readonly until?: number;
  /** Which of the requests that a failed card offers; counts from 0. */
  readonly nth?: number;
  /** Of settling: how it ended. */
  readonly settles?: 'done' | 'failed';
  readonly reason?: string;
  readonly message?: { readonly channel: string; readonly ts: string };
}

export interface PressResult {
  readonly says: Text;
  /** Absent if the press succeeded; `refused` means that nothing happened. */
  readonly outcome?: 'refused' | 'failed';
  /** The database didn't answer. Processing the press again is safe and may succeed. */
  readonly again?: true;
  /** The card, or the new request's card, shows the result, so no other message is needed. */
  readonly shown?: true;
  readonly card?: ChangeRequest;
  /** The new request of undo, rest and extend, and the arguments with which "Try again" repeats it. */
  readonly proposed?: Proposed;
  readonly request?: Request;
  /** Nothing happened because Slack didn't return the person who pressed. The same press may succeed later. */
  readonly canRetry?: true;
  /** The pressed message is a duplicate of the card's message and should become a pointer to it. */
  readonly stray?: true;
}

/** Takes a request from the command to the end of its run. */
export interface ChangeEngine {
  /** @param id id of the new request, so that asking again doesn't make another one */
  propose(request: Request, origin: Origin, follows?: ChangeRequest['follows'], id?: string): Promise<Proposed>;
  /** Plans a change as its card would show it. Nothing is saved. */
  plan(request: Request, origin: Origin): Promise<Problem | AlreadySo | { readonly planned: ChangeRequest }>;
  /** Cancels a request for the agent that made it. @returns the reason if it can't be canceled, or undefined */
  withdraw(id: string, by: ChangeRequest['asker']): Promise<Text | undefined>;
  /**
   * Like `propose`, from a form. A plan that its sender alone decides is returned first. Once shown, it is requested,
   * and confirmed if needed.
   * @param shown hash of the plan that was shown; empty to show the plan in any case
   */
  proposeShown(request: Request, origin: Origin, shown?: string): Promise<Proposed | ToConfirm>;
  press(press: CardPress): Promise<PressResult>;
  /** Starts the due work, beginning with the rows of a former process. */
  start(): void;
  /** Takes no new work and finishes running work within 6 s. The next start reads back a call that takes longer. */
  stop(): Promise<void>;
  /** Resolves when nothing is due and nothing runs; for tests. */
  idle(): Promise<void>;
}
