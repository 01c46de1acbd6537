import type { Person } from '../core/command/context.ts';
import type { Problem } from '../core/command/problem.ts';
import type { AlreadySo, Request } from '../core/operation.ts';
import type { ChangeRequest } from '../core/request/change-request.ts';
import type { Text } from '../core/text/text.ts';
import type { Origin } from '../questions/answer-request.ts';

/** Result of a proposal: a problem, "already so", or a request. `linked`: an equal pending request was found. */
export type Proposed = Problem | AlreadySo | { readonly request: ChangeRequest; readonly linked: boolean };

export interface ToConfirm {
  readonly toConfirm: ChangeRequest;
  /** Hash of the plan. It ensures that people confirm exactly the plan that they saw. */
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
/** All buttons of a card. A button and the form that it opens both have the id `request.<name>`. */
export const cardActions = [...pressedActions, ...formActions] as const;
export type CardAction = (typeof cardActions)[number];
export type FormAction = (typeof formActions)[number];

export interface CardPress {
  readonly do: CardAction;
  readonly card: string;
  readonly revision: number;
  readonly person: Person;
  readonly channel: string;
  /** Time of the press, epoch ms, if it is processed later. The expiry is compared with this time. */
  readonly at?: number;
  /** Id of the press, so that a press that is processed twice makes only one new request. */
  readonly id?: string;
  /** `extend`: extra time (`longer`, ms) or new end (`until`, epoch ms). `change_time`: the new time (`until`). */
  readonly longer?: number;
  readonly until?: number;
  /** Index of the chosen request among those that a failed card offers, from 0. */
  readonly nth?: number;
  /** For `settle`: how the request ended. */
  readonly settles?: 'done' | 'failed';
  readonly reason?: string;
  readonly message?: { readonly channel: string; readonly ts: string };
}

export interface PressResult {
  readonly says: Text;
  /** Absent if the press succeeded; `refused` means that nothing happened. */
  readonly outcome?: 'refused' | 'failed';
  /** Set if the database didn't answer. Processing the press again is safe and might succeed. */
  readonly again?: true;
  /** Set if the card, or the new request's card, shows the result, so that no other message is needed. */
  readonly shown?: true;
  readonly changeRequest?: ChangeRequest;
  /** The new request of undo, rest or extend, and its arguments, which "Try again" uses. */
  readonly proposed?: Proposed;
  readonly request?: Request;
  /** Set if nothing happened because Slack didn't return the person who pressed. The same press might work later. */
  readonly canRetry?: true;
  /** Set if the pressed message is a duplicate of the card's message. It should become a pointer to the card. */
  readonly stray?: true;
}

/** Handles requests from the command to the end of their run. */
export interface ChangeEngine {
  /** @param id id of the new request, so that a repeated call doesn't make a second request */
  propose(request: Request, origin: Origin, follows?: ChangeRequest['follows'], id?: string): Promise<Proposed>;
  /** Returns a change as its card would show it. Nothing is saved. */
  plan(request: Request, origin: Origin): Promise<Problem | AlreadySo | { readonly planned: ChangeRequest }>;
  /** Cancels a request for the agent that made it. @returns why it can't be canceled, or undefined */
  withdraw(id: string, by: ChangeRequest['asker']): Promise<Text | undefined>;
  /**
   * Like `propose`, for a form. If the sender alone decides the plan, returns the plan first, to be shown. Called again
   * with that plan's hash, requests the change, and confirms it if needed. @param shown hash of the plan that was
   * shown; empty to show the plan in any case
   */
  proposeShown(request: Request, origin: Origin, shown?: string): Promise<Proposed | ToConfirm>;
  press(press: CardPress): Promise<PressResult>;
  /** Starts the due work, including the rows that an earlier process left. */
  start(): void;
  /** Takes no new work and finishes running work within 6 s. The next start reads back a call that took longer. */
  stop(): Promise<void>;
  /** Resolves when nothing is due and nothing runs; for tests. */
  idle(): Promise<void>;
}
