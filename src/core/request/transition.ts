import type { Proposal } from '../command/problem.ts';
import type { AlreadySo } from '../operation.ts';
import type { Actor, NotAllowed } from '../policy/decide.ts';
import type { Risk } from '../policy/policy.ts';
import type { PolicyDecision } from '../policy/policy-decision.ts';
import type { Text } from '../text/text.ts';
import {
  type Aftermath,
  type ChangeRequest,
  type FrozenRequest,
  type NextRequest,
  type Overtaken,
  type RequestFields,
  type RequestState,
  withFields,
} from './change-request.ts';
import type { EventSnapshot } from './events/follow-event.ts';
import type { FollowedEvent } from './events/followed-event.ts';
import type { MayAnswer } from './may-answer.ts';
import type { Call, Leftover, OfferedInThread, OfferedRequest, Plan } from './plan.ts';

export interface AuditActor {
  readonly id: string;
  readonly name: string;
}

export const portolanActor: AuditActor = { id: 'portolan', name: 'Portolan' };

export type Decider = Actor & AuditActor;

/** An audit log entry of a transition. The engine adds the place, plan and link. */
export interface Entry {
  readonly kind:
    | 'proposed'
    | 'replanned'
    | 'approved'
    | 'voided'
    | 'denied'
    | 'cancelled'
    | 'expired'
    | 'break_glass'
    | 'frozen'
    | 'exception'
    | 'rescheduled'
    | 'run'
    | 'step'
    | 'outcome'
    | 'check'
    | 'settled'
    | 'opening'
    | 'extended'
    | 'closing';
  readonly who: AuditActor;
  readonly outcome?: string;
  readonly reason?: string;
  readonly calls?: readonly { readonly method: string; readonly path: string; readonly status?: number }[];
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
}

export type Tell =
  | { readonly tell: 'card' }
  | {
      readonly tell: 'note';
      readonly text: Text;
      readonly mention?: 'asker' | 'deciders';
      readonly broadcast?: true;
      /** The incident of the note. `offer`: a request that the note offers. `more`: others. */
      readonly incident?: string;
      readonly offer?: 'undo' | 'extend' | OfferedRequest;
      readonly more?: readonly OfferedInThread[];
      /** The card's line about what got worse after the change. */
      readonly worse?: Text;
      /** It was so before the change too. */
      readonly isAgain?: true;
    }
  | { readonly tell: 'direct'; readonly user: string; readonly text: Text }
  /** Direct messages to the possible approvers, used if none of them is in the card's channel. */
  | { readonly tell: 'approvers'; readonly text: Text }
  | { readonly tell: 'evidence'; readonly after?: true }
  | {
      readonly tell: 'log';
      readonly component: string;
      readonly name: string;
      readonly event: string;
      readonly timedOut?: true;
      /** Its build failed, so what ran before wasn't replaced. */
      readonly isKept?: true;
    };

/** Kinds of timers; a request has at most one of each. Times in epoch ms. */
export const timerKinds = [
  'expire',
  'remind',
  'freeze',
  'look',
  'begin',
  'run',
  'check',
  'watch',
  'follow',
  'evidence',
] as const;
export type TimerKind = (typeof timerKinds)[number];
export interface Timer {
  readonly kind: TimerKind;
  readonly at: number;
}

/** One transition of a request, with everything that is saved in the same commit. */
export interface Transition {
  readonly request: ChangeRequest;
  readonly records: readonly Entry[];
  readonly tells: readonly Tell[];
  readonly timers: readonly Timer[];
  readonly cancelTimers: readonly TimerKind[];
  /** The component's lease: taken or renewed for a run, released, or held until a moment for a late outcome. */
  readonly lease?: 'run' | 'release' | { readonly until: number };
  /** Whether to store the temporary access with the closing time in `request.access`, or to drop it. */
  readonly access?: 'put' | 'drop';
  readonly isMoved?: boolean;
  readonly mayAnswer?: MayAnswer;
  readonly says?: Text;
}

/** The state compared with a step: as before the step, as after it, another state, or unreadable. */
export type ObservedState = 'before' | 'after' | 'other' | 'unreadable';

/** Outcome of a call. `says` is the result for people, read after the step; only the last step's is kept. */
export type StepOutcome =
  /** The call's events are awaited. `event`: the id from the answer. `why`: the answer was unclear; it may have run. */
  | {
      readonly outcome: 'accepted';
      readonly status?: number;
      readonly event?: string;
      readonly why?: Text;
      readonly reference?: string;
    }
  | { readonly outcome: 'done'; readonly status?: number; readonly says: readonly Text[] }
  | {
      readonly outcome: 'failed';
      readonly why: Text;
      /** The platform's own words, if `why` explains them. */
      readonly said?: Text;
      readonly status?: number;
      readonly reference?: string;
      readonly canRetry?: true;
      readonly offer?: Proposal;
      readonly now?: readonly Text[];
    }
  | { readonly outcome: 'not-sent'; readonly why: Text }
  | { readonly outcome: 'unknown'; readonly why: Text; readonly status?: number; readonly reference?: string };

export interface Followed extends EventSnapshot {
  /** State compared with the step, after all its events ended. */
  readonly shows?: ObservedState;
  readonly says: readonly Text[];
  readonly rows?: readonly Text[];
  /** The process that sends the steps is gone: remaining steps aren't sent, except those that must follow. */
  readonly isAbandoned: boolean;
}

/** The run that an event belongs to, because another process may have taken the request over. */
interface InRun {
  readonly attempt?: number;
}

/** The revision on the card, and the time of pressing the button (epoch ms; default: now), to check for expiry. */
interface OnCard {
  readonly revision: number;
  readonly at?: number;
}

export type RequestEvent =
  /** The request's message was posted in `channel`, or was found there after a lost response. */
  | { readonly event: 'posted'; readonly channel: string; readonly ts: string; readonly link?: string }
  | { readonly event: 'message-gone'; readonly ts: string }
  /** The request's first message was refused permanently, so nobody could see the request, and it is canceled. */
  | { readonly event: 'unpostable'; readonly why: Text }
  | ({ readonly event: 'approve'; readonly by: Decider } & OnCard)
  | ({ readonly event: 'break-glass'; readonly by: Decider; readonly reason: string } & OnCard)
  | ({ readonly event: 'deny'; readonly by: Decider; readonly reason?: string } & OnCard)
  /**
   * `withdrawn`: canceled by the agent that made the request, because `by` revoked the agent, or because the access
   * ended. In that case, the request would only change its closing time.
   */
  | ({ readonly event: 'cancel'; readonly by: AuditActor; readonly withdrawn?: 'agent' | 'revoked' | 'ended' } & OnCard)
  | { readonly event: 'expire' }
  | { readonly event: 'remind' }
  /** Before the run, some deciders no longer count. `requester`: why it is canceled. `ruling`: the present decision. */
  | {
      readonly event: 'voided';
      readonly requester?: Text;
      readonly lost: readonly { readonly by: AuditActor; readonly why: Text }[];
      readonly ruling?: PolicyDecision;
    }
  /** Freezes and windows were checked for the request's time. `next`: time of the next check, if known. */
  | { readonly event: 'freeze-judged'; readonly frozen?: FrozenRequest; readonly next?: number }
  | ({ readonly event: 'ask-again'; readonly by: AuditActor } & OnCard)
  | ({ readonly event: 'except'; readonly by: AuditActor; readonly reason: string } & OnCard)
  /** Someone gives the request another time, or none. `frozen`: the freeze at the new time, if any. */
  | ({
      readonly event: 'reschedule';
      readonly by: Decider;
      readonly to?: number;
      readonly frozen?: FrozenRequest;
    } & OnCard)
  | { readonly event: 'beside'; readonly other: NonNullable<ChangeRequest['shown']['beside']>[number] }
  | { readonly event: 'begin' }
  /** The request was planned again before its time, or after a request of `by` changed the same thing. */
  | { readonly event: 'looked'; readonly recheck: Rechecked; readonly by?: AuditActor }
  | { readonly event: 'people-unread' }
  | { readonly event: 'rechecked'; readonly recheck: Rechecked }
  | { readonly event: 'component-busy'; readonly waits: NonNullable<ChangeRequest['run']['waits']> }
  /** Saved before the call is sent. `events`: earlier events of the awaited kinds. `call`: if not the plan's call. */
  | ({
      readonly event: 'send';
      readonly step: number;
      readonly events?: readonly FollowedEvent[];
      readonly call?: Call;
    } & InRun)
  | ({ readonly event: 'step-ended'; readonly step: number; readonly outcome: StepOutcome } & InRun)
  /**
   * The process that ran the request is gone or stopping: no more steps are sent. If none was sent, the request is
   * planned and run again: by this process if `goesOn`, otherwise by the process that takes the row.
   */
  | ({
      readonly event: 'interrupted';
      readonly shows: ObservedState;
      readonly says: readonly Text[];
      readonly goesOn?: true;
    } & InRun)
  | {
      readonly event: 'observed';
      readonly shows: ObservedState;
      readonly says: readonly Text[];
      readonly leftover?: Leftover;
      readonly now?: readonly Text[];
      /** The step's events are still running, so the outcome is unknown, no matter which state `shows` has. */
      readonly goesOn?: true;
      readonly tells?: Text;
      readonly by?: AuditActor;
    }
  | {
      readonly event: 'settle';
      readonly by: Decider;
      readonly revision: number;
      readonly outcome: 'done' | 'failed';
    }
  | ({ readonly event: 'followed'; readonly step: number } & Followed)
  /** Events show that a call with a lost answer arrived. */
  | ({ readonly event: 'recovered'; readonly step: number; readonly by?: AuditActor } & EventSnapshot)
  /** The request was restored from a backup made at `backup` (epoch ms). Later events are unknown. */
  | { readonly event: 'restored'; readonly backup: number }
  /** The time after the change was judged. */
  | { readonly event: 'judged'; readonly aftermath: Aftermath }
  /** An expired request was asked again, or its requester chose another one instead. */
  | { readonly event: 'repeated'; readonly next: NonNullable<ChangeRequest['shown']['repeatedBy']> }
  /** A later request undid what this one did, or overtook it (`how`). */
  | {
      readonly event: 'undone';
      readonly by: AuditActor;
      readonly next: NextRequest;
      readonly how?: Overtaken;
      readonly until?: number;
    }
  /** Someone closes the temporary access now. */
  | { readonly event: 'close-now'; readonly by: AuditActor; readonly revision: number }
  | {
      readonly event: 'closing-failed';
      readonly what: Text;
      readonly why: Text;
      readonly again: number;
      readonly tell: boolean;
      /** The outcome is unknown, so the state is read again, and nothing is sent. */
      readonly unsure?: true;
      /** When the thing to close was first not found on the platform, in epoch ms. */
      readonly missing?: number;
    }
  | { readonly event: 'closes-soon'; readonly what: Text }
  | { readonly event: 'closing-waits'; readonly waits: NonNullable<ChangeRequest['run']['waits']> }
  /** A later request of this person closed a part of what is open. */
  | { readonly event: 'narrowed'; readonly by?: AuditActor; readonly isTold?: boolean }
  /** A later request set the closing time, and closing then failed or isn't confirmed. */
  | { readonly event: 'later-not-closed' }
  /**
   * A request that changed the end of this temporary access has ended. The `access` of this event has the result.
   * `next`: request with more on its card. `actor`: person who ended it, or who set its end. `isTold`: another thread
   * mentions this request's requester.
   */
  | {
      readonly event: 'later-ended';
      readonly access: NonNullable<ChangeRequest['access']>;
      readonly next: NextRequest;
      readonly actor: AuditActor | undefined;
      readonly isTold: boolean;
    }
  /** The opened thing can't be found; `why` has instructions for people. */
  | { readonly event: 'lost'; readonly why: Text }
  | {
      readonly event: 'closed';
      readonly how: 'closed' | 'elsewhere' | 'reopened';
      readonly what: Text;
      /** Addresses that don't work any more. */
      readonly stopped?: Text;
      /** Addresses that may still answer. */
      readonly left?: Text;
      /** Time of the last change by others that may have been to this port. */
      readonly changed?: number;
    }
  | {
      readonly event: 'closed';
      readonly how: 'by-hand' | 'kept' | 'extended';
      /** The requester of the later request that closed it. */
      readonly by?: AuditActor;
      readonly later?: NonNullable<NonNullable<ChangeRequest['access']>['later']>;
      /** The request that closed it. */
      readonly next?: NextRequest;
    };

export type RequestEventName = RequestEvent['event'];
export type EventOf<Name extends RequestEventName> = Extract<RequestEvent, { event: Name }>;

/** Handlers of all events. Each file about some of the events has its part of them. */
export type RequestEventHandlers = {
  readonly [Name in RequestEventName]: (
    request: ChangeRequest,
    event: EventOf<Name>,
    now: number,
  ) => Transition | NotAllowed;
};

/** Risk and decision of the policy for a plan. */
export interface RuledPlan {
  readonly risk: Risk;
  readonly ruling: PolicyDecision;
  /** Set if too few others can approve, so the requester's break-glass must decide. `able`: number of those others. */
  readonly onlyGlass?: { readonly able: number };
  readonly undoNeeds?: 'approve';
}

export type Rechecked =
  /** `ruled`: the policy's new decision, if the plan's risk increased. `beside`: related requests that are open now. */
  | { readonly plan: Plan; readonly ruled?: RuledPlan; readonly beside?: ChangeRequest['shown']['beside'] }
  | AlreadySo
  | { readonly withdrawn: Text }
  /** `offers`: alternatives. `locks`: the locks that caused the refusal. */
  | { readonly refused: Text; readonly offers?: readonly Proposal[]; readonly locks?: readonly string[] }
  | { readonly unreadable: Text };

export function transition(request: ChangeRequest, more: Partial<Omit<Transition, 'request'>> = {}): Transition {
  return { request, records: [], tells: [], timers: [], cancelTimers: [], ...more };
}

export function cardAndNote(text: Text, mention: 'asker' | 'deciders' = 'asker'): readonly Tell[] {
  return [{ tell: 'card' }, { tell: 'note', text, mention }];
}

export function inState(request: ChangeRequest, state: RequestState, fields: RequestFields = {}): ChangeRequest {
  return withFields(request, { ...fields, state });
}
