import type { Person } from '../core/command/context.ts';
import type { Problem } from '../core/command/problem.ts';
import type { AlreadySo, Request } from '../core/operation.ts';
import type { ChangeRequest } from '../core/request/change-request.ts';
import type { Text } from '../core/text/text.ts';
import type { Origin } from '../questions/answer-request.ts';

/**
 * The result of asking for a change: refused, already as requested, or a card (`linked`: an equal request was pending
 * already).
 */
export type Proposed = Problem | AlreadySo | { readonly card: ChangeRequest; readonly linked: boolean };

/** A plan that a form shows before it is requested: nothing is saved. */
export interface ToConfirm {
  readonly toConfirm: ChangeRequest;
  /** Identifies the plan: what is confirmed has to be what was shown. */
  readonly hash: string;
}

/** The buttons of a card that act as soon as they are pressed. */
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
/** The buttons of a card that open a form first. */
export const formActions = ['deny', 'break_glass', 'extend', 'exception', 'change_time'] as const;
/** All buttons of a card: a button, and the form that it opens, has the id `request.` and its name. */
export const cardActions = [...pressedActions, ...formActions] as const;
export type CardAction = (typeof cardActions)[number];
export type FormAction = (typeof formActions)[number];

/** A button of a card that someone pressed. */
export interface CardPress {
  readonly do: CardAction;
  readonly card: string;
  readonly revision: number;
  readonly person: Person;
  /** Where it was pressed. */
  readonly channel: string;
  /** When it was pressed, epoch ms, where it is processed later: expiry is judged by it. */
  readonly at?: number;
  /** The id of the press: the request that it makes is made once, however often the press is processed. */
  readonly id?: string;
  /** Of extending: how much longer (ms), or until when (epoch ms). Of changing the time: to when. */
  readonly longer?: number;
  readonly until?: number;
  /** Which of the requests that a failed card offers; counts from 0. */
  readonly nth?: number;
  /** Of settling: how it ended. */
  readonly settles?: 'done' | 'failed';
  /** Of denying, of breaking the glass, or of asking for an exception. */
  readonly reason?: string;
  readonly message?: { readonly channel: string; readonly ts: string };
}

/** The result of a press; `says` is always a text for the person who pressed. */
export interface PressResult {
  readonly says: Text;
  /** Absent where the press did what it asks for: nothing happened, or something broke. */
  readonly outcome?: 'refused' | 'failed';
  /** The database did not answer: processing the press again does no harm, and may help. */
  readonly again?: true;
  /** The card, or the new one that was asked for, shows it all: nothing has to be told besides. */
  readonly shown?: true;
  readonly card?: ChangeRequest;
  /** The result of a new request, for undo, rest and extend, and the request that was asked: what “Try again” asks. */
  readonly proposed?: Proposed;
  readonly request?: Request;
  /** Nothing happened, because the person who pressed couldn't be read from Slack. The same press may pass later. */
  readonly canRetry?: true;
  /** The pressed message is not the card's own (a post whose answer was lost): it should become a pointer to it. */
  readonly stray?: true;
}

/** The change engine: it takes a request from the command to the receipt. */
export interface ChangeEngine {
  /** @param id of the new request, where asking again must not make another one */
  propose(request: Request, origin: Origin, follows?: ChangeRequest['follows'], id?: string): Promise<Proposed>;
  /** What a change would be, as its card would show it: nothing is saved. */
  plan(request: Request, origin: Origin): Promise<Problem | AlreadySo | { readonly planned: ChangeRequest }>;
  /** Cancels a request for the agent that made it. @returns why it can't be, or undefined */
  withdraw(id: string, by: ChangeRequest['asker']): Promise<Text | undefined>;
  /**
   * The same from a form: a plan that its sender alone decides is given back first. Once it was shown, it is requested, and
   * confirmed if the policy asks for that.
   * @param shown the hash of the plan that was shown, if one was; empty if one is to be shown in any case
   */
  proposeShown(request: Request, origin: Origin, shown?: string): Promise<Proposed | ToConfirm>;
  press(press: CardPress): Promise<PressResult>;
  /** Begins to do what is due, first of all what a former process left. */
  start(): void;
  /** Finishes what runs and takes nothing new, within 6 s: a call that takes longer is read back at the next start. */
  stop(): Promise<void>;
  /** Resolves when nothing is due and nothing runs; for tests. */
  idle(): Promise<void>;
}
