import type { Proposal } from '../command/problem.ts';
import type { AlreadySo } from '../operation.ts';
import type { Actor } from '../policy/decide.ts';
import type { Text } from '../text/text.ts';
import type { ChangeRequest, FrozenRequest, RequestState } from './change-request.ts';
import type { FoundEvents } from './events/follow-event.ts';
import type { FollowedEvent } from './events/followed-event.ts';
import type { MayAnswer } from './may-answer.ts';
import type { Call, Leftover, OfferedRequest, Plan } from './plan.ts';

/** Who did something, as the audit log and the card record it. */
export interface AuditActor {
  readonly id: string;
  readonly name: string;
}

/** The bot itself: for timers and the steps of a run. */
export const itself: AuditActor = { id: 'portolan', name: 'Portolan' };

/** Someone who decides, with what the policy has to know about them. */
export type Decider = Actor & AuditActor;

/** What the audit log gets of a transition; the engine adds the place, plan and link. */
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

/** What is sent to people: an update of the card, a line in its thread, a direct message, a chart. */
export type Tell =
  | { readonly tell: 'card' }
  /** `broadcast`: shown in the channel too, for what nobody may miss. */
  | {
      readonly tell: 'note';
      readonly text: Text;
      readonly mention?: 'asker' | 'deciders';
      readonly broadcast?: true;
      /** An incident that the line refers to, and what can be done about it: its undo, or something else. */
      readonly incident?: string;
      readonly offer?: 'undo' | OfferedRequest;
    }
  | { readonly tell: 'direct'; readonly user: string; readonly text: Text }
  /** Those who could have approved, directly, where none of them is in the card's channel. */
  | { readonly tell: 'approvers'; readonly text: Text }
  /** A chart of its component; `after`: of the time around the change. */
  | { readonly tell: 'evidence'; readonly after?: true }
  /** The end of the log of an event that failed. */
  | {
      readonly tell: 'log';
      readonly component: string;
      readonly name: string;
      readonly event: string;
      readonly timedOut?: true;
    };

/** What has to be done later, at most one of each for a card. Times in epoch ms. */
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

/** One transition of a request, with everything that is saved with it in one commit. */
export interface Transition {
  readonly request: ChangeRequest;
  readonly records: readonly Entry[];
  readonly tells: readonly Tell[];
  readonly timers: readonly Timer[];
  readonly cancelTimers: readonly TimerKind[];
  /**
   * The component's lease: taken or renewed for a run, held until a moment for what may still arrive, or released.
   */
  readonly lease?: 'run' | 'release' | { readonly until: number };
  /** What becomes of the temporary access that its closing time is stored in: kept as `request.access` says, or dropped. */
  readonly access?: 'put' | 'drop';
  /** Whether it has come into another state. */
  readonly isMoved?: boolean;
  /** What may be open although it shouldn't. */
  readonly mayAnswer?: MayAnswer;
  /** The reply to the person who pressed. */
  readonly says?: Text;
}

/** The state that was read for a step: as before it, as after it, another one, or unreadable. */
export type ObservedState = 'before' | 'after' | 'other' | 'unreadable';

/** The outcome of a call. `says` is the result for people, read after the step; only that of the last step is kept. */
export type StepOutcome =
  /**
   * The platform has taken the call, and its events are awaited now. `event`: the id that the answer names. `why`: what
   * it answered instead of yes, where the call may have happened all the same.
   */
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
      readonly status?: number;
      readonly reference?: string;
      /** For a temporary reason: the same call may succeed later. */
      readonly canRetry?: true;
      /** Reverts a partial change. */
      readonly offer?: Proposal;
      /** The state of each row of the plan, read after it failed. */
      readonly now?: readonly Text[];
    }
  | { readonly outcome: 'not-sent'; readonly why: Text }
  | { readonly outcome: 'unknown'; readonly why: Text; readonly status?: number; readonly reference?: string };

/** The result of reading the events of a step. */
export interface Followed extends FoundEvents {
  /** How the state shows the step, where all its events have ended. */
  readonly shows?: ObservedState;
  readonly says: readonly Text[];
  /** The state of each row of the plan, where something has failed. */
  readonly rows?: readonly Text[];
  /** The process that sends its steps is gone: the remaining steps aren't sent, except what must follow. */
  readonly isAbandoned: boolean;
}

/** Which run of the request an event belongs to, where another process may have taken it over since. */
interface InRun {
  readonly run?: number;
}

/** Which plan was decided about, and when the button was pressed, epoch ms: expiry is judged by it; unless given, now. */
interface OnCard {
  readonly revision: number;
  readonly at?: number;
}

export type RequestEvent =
  /** Its message was posted there; also when a message is found whose response was lost. */
  | { readonly event: 'posted'; readonly channel: string; readonly ts: string; readonly link?: string }
  /** Its message was deleted. */
  | { readonly event: 'message-gone'; readonly ts: string }
  /** Its first message was refused for good: no one could see the request, so nothing is asked. */
  | { readonly event: 'unpostable'; readonly why: Text }
  | ({ readonly event: 'approve'; readonly by: Decider } & OnCard)
  | ({ readonly event: 'break-glass'; readonly by: Decider; readonly reason: string } & OnCard)
  | ({ readonly event: 'deny'; readonly by: Decider; readonly reason?: string } & OnCard)
  /**
   * `withdrawn`: not by its requester, but by the agent that asked for them, or because the agent was revoked by
   * `by`.
   */
  | ({ readonly event: 'cancel'; readonly by: AuditActor; readonly withdrawn?: 'agent' | 'revoked' } & OnCard)
  | { readonly event: 'expire' }
  | { readonly event: 'remind' }
  /**
   * Just before running, some of those who asked or decided no longer count. `requester`: why it is canceled. `ruling`:
   * what the policy asks for now.
   */
  | {
      readonly event: 'voided';
      readonly requester?: Text;
      readonly lost: readonly { readonly by: AuditActor; readonly why: Text }[];
      readonly ruling?: ChangeRequest['ruling'];
    }
  /**
   * Freezes and windows were judged for its time. `next`: when they have to be judged again, as far as it is known.
   */
  | { readonly event: 'freeze-judged'; readonly frozen?: FrozenRequest; readonly next?: number }
  /** The requester of a frozen request wants to be mentioned when it can be asked again. */
  | ({ readonly event: 'ask-again'; readonly by: AuditActor } & OnCard)
  /** The requester of a frozen request asks for an exception. */
  | ({ readonly event: 'except'; readonly by: AuditActor; readonly reason: string } & OnCard)
  /** Someone gives it another time, or none: `frozen` is what freezes say of that. */
  | ({
      readonly event: 'reschedule';
      readonly by: Decider;
      readonly to?: number;
      readonly frozen?: FrozenRequest;
    } & OnCard)
  /** Another request with a time was made on its component, or has another time now. */
  | { readonly event: 'beside'; readonly other: NonNullable<ChangeRequest['beside']>[number] }
  /** The time of a scheduled request has come. */
  | { readonly event: 'begin' }
  /** A scheduled request was planned again some time before it runs. */
  | { readonly event: 'looked'; readonly found: Rechecked }
  /** Just before running, Slack didn't tell whether those who decided still may. */
  | { readonly event: 'people-unread' }
  /** State was read and planned again just before running. */
  | { readonly event: 'rechecked'; readonly found: Rechecked }
  /** It cannot run yet: another request has the component. */
  | { readonly event: 'component-busy'; readonly waits: NonNullable<ChangeRequest['waits']> }
  /**
   * Saved before the call leaves. `events`: what is there already of those that the step awaits. `call`: what is sent
   * instead of the plan's call, for fewer components.
   */
  | ({
      readonly event: 'send';
      readonly step: number;
      readonly events?: readonly FollowedEvent[];
      readonly call?: Call;
    } & InRun)
  | ({ readonly event: 'step-ended'; readonly step: number; readonly outcome: StepOutcome } & InRun)
  /**
   * The process that ran it is gone, or stops: the last sent step was verified, and no more are sent. If none was, it
   * is planned and run again: at once by the process that applies this where it `goesOn`, otherwise by the one that
   * takes its row.
   */
  | ({
      readonly event: 'interrupted';
      readonly shows: ObservedState;
      readonly says: readonly Text[];
      readonly goesOn?: true;
    } & InRun)
  /** An unknown outcome was read again; `by` a person, or by the clock. */
  | {
      readonly event: 'observed';
      readonly shows: ObservedState;
      readonly says: readonly Text[];
      /** What the call has changed although the state shows it as not done. */
      readonly leftover?: Leftover;
      /** The state of each row of the plan. */
      readonly now?: readonly Text[];
      /** Its events are still running: whatever the state shows, the outcome isn't known yet. */
      readonly goesOn?: true;
      /** Why the outcome can't be told, where it is known. */
      readonly tells?: Text;
      readonly by?: AuditActor;
    }
  /** Someone says how it ended, since the platform doesn't tell. */
  | {
      readonly event: 'settle';
      readonly by: Decider;
      readonly revision: number;
      readonly outcome: 'done' | 'failed';
    }
  /** The events of a step were read. */
  | ({ readonly event: 'followed'; readonly step: number } & Followed)
  /** Events were seen of a call whose answer was lost: it arrived. */
  | ({ readonly event: 'recovered'; readonly step: number; readonly by?: AuditActor } & FoundEvents)
  /** It was read from a backup that was made then (epoch ms): what happened since isn't known. */
  | { readonly event: 'restored'; readonly backup: number }
  /** The closing time of what it opened was moved to now by someone. */
  | { readonly event: 'close-now'; readonly by: AuditActor; readonly revision: number }
  /** Closing failed and is tried again. */
  | {
      readonly event: 'closing-failed';
      readonly why: Text;
      readonly again: number;
      readonly tell: boolean;
      /** The outcome is unknown: the state is read again, and nothing is sent. */
      readonly unsure?: true;
      /** Since when it wasn't found on the platform, epoch ms. */
      readonly missing?: number;
    }
  /** The closing can't run yet: another request has the component. */
  | { readonly event: 'closing-waits'; readonly waits: NonNullable<ChangeRequest['waits']> }
  /** The request that gave temporary access another end has ended itself, as its own `access` says. */
  | { readonly event: 'later-ended'; readonly access: NonNullable<ChangeRequest['access']> }
  /** What temporary access has opened can't be found any more: `why` says what people are asked to do. */
  | { readonly event: 'lost'; readonly why: Text }
  /** Temporary access has ended. */
  | {
      readonly event: 'closed';
      readonly how: 'closed' | 'by-hand' | 'kept' | 'extended' | 'elsewhere' | 'reopened';
      /** When others last changed it, if it isn't known whether that was another port. */
      readonly changed?: number;
      /** Who asked for the request that closed it by hand. */
      readonly by?: AuditActor;
      /** The request that gave it another end, or none. */
      readonly later?: NonNullable<NonNullable<ChangeRequest['access']>['later']>;
    };

export type RequestEventName = RequestEvent['event'];
export type EventOf<Name extends RequestEventName> = Extract<RequestEvent, { event: Name }>;

/** What a plan weighs and needs, once it has come to weigh more than the one that was decided. */
export type RuledAgain = Pick<ChangeRequest, 'risk' | 'ruling' | 'onlyGlass' | 'undoNeeds'>;

/** The result of planning again. */
export type Rechecked =
  /** `ruled`: what the policy says of a plan that weighs more than the one before. */
  | { readonly plan: Plan; readonly ruled?: RuledAgain }
  | AlreadySo
  /** A request of the bot's own isn't wanted any more. */
  | { readonly withdrawn: Text }
  /** `offers`: what can be asked instead. `locks`: what it would lock whose state is the reason. */
  | { readonly refused: Text; readonly offers?: readonly Proposal[]; readonly locks?: readonly string[] }
  | { readonly unreadable: Text };

/** A transition that changes only the request; more is added to it. */
export function transition(request: ChangeRequest, more: Partial<Omit<Transition, 'request'>> = {}): Transition {
  return { request: request, records: [], tells: [], timers: [], cancelTimers: [], ...more };
}

/** The card is updated, and its thread says what happened. */
export function cardAndNote(text: Text, mention: 'asker' | 'deciders' = 'asker'): readonly Tell[] {
  return [{ tell: 'card' }, { tell: 'note', text, mention }];
}

/** The same card in another state. */
export function inState(request: ChangeRequest, state: RequestState, more: Partial<ChangeRequest> = {}): ChangeRequest {
  return { ...request, ...more, state };
}
