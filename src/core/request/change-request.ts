import * as z from 'zod';
import { Context, placeKey } from '../command/context.ts';
import { Frozen } from '../policy/freeze.ts';
import { Role, risks } from '../policy/policy.ts';
import { DecisionGround, PolicyDecision } from '../policy/policy-decision.ts';
import { FollowedEvent } from './events/followed-event.ts';
import { Call, OfferedRequest, Plan, renamedFrom, StoredGiven, StoredText } from './plan.ts';

/**
 * A request over its whole life: what is stored, drawn and recorded (CONTRIBUTING.md#the-states-of-a-request).
 * Times are epoch ms.
 */
export const requestStateNames = [
  'proposed',
  'approved',
  'scheduled',
  'running',
  'unknown',
  'done',
  'failed',
  'denied',
  'cancelled',
  'expired',
] as const;
export type RequestState = (typeof requestStateNames)[number];

/**
 * The progress of one step. `sent` is saved before the call is sent: from then on, it is only verified, never sent
 * again. `following`: the platform has taken the call, or made events of it, and their end is awaited.
 */
export const StepRun = z.object({
  state: z.enum(['waiting', 'sent', 'following', 'done', 'failed', 'unknown', 'not-sent']),
  at: z.number().optional(),
  /** HTTP status of the platform's answer. */
  status: z.number().optional(),
  /** Why it failed, or what is not known. */
  why: StoredText.optional(),
  reference: z.string().optional(),
  /** It failed for a temporary reason: the same call may succeed later. */
  canRetry: z.literal(true).optional(),
  /** What was sent instead of the plan's call, where some of its components were left out. */
  call: Call.optional(),
  /** Of a step that awaits events: one for each component. */
  events: z.array(FollowedEvent).readonly().optional(),
  /** When the events were last looked at, as far as the card shows it. */
  looked: z.number().optional(),
  /** Set while the card doesn't show yet what was read since. */
  stale: z.literal(true).optional(),
  /** After a failure: the request that reverts a partial change, such as a port that was left open. */
  offer: OfferedRequest.optional(),
});
export type StepRun = z.infer<typeof StepRun>;

const UserAction = z.object({ by: z.string(), name: z.string(), at: z.number() });
/** With why it counted then; absent in what older versions stored. */
const Decision = UserAction.extend({ ground: DecisionGround.optional() });
export type Decision = z.infer<typeof Decision>;

/** The requester, with the language and time zone that the card is drawn in. */
const Asker = z.object({ id: z.string(), name: z.string(), lang: z.enum(['en', 'zh']), zone: z.string() });

/** The agent that asked for its owner, who counts as the requester. */
export const ProposingAgent = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether it has a token of ours, which can be revoked; Slackbot has none. */
  token: z.boolean(),
  /** A digest of what it asked for under this request's id: the same key can't mean something else. */
  asked: z.string(),
});
export type ProposingAgent = z.infer<typeof ProposingAgent>;

/** Why it may not run at its time. `glass`: who can override that; `exception`: what an exception needs. */
const FrozenRequest = Frozen.omit({ glass: true, exception: true }).extend({
  glass: Role.optional(),
  exception: PolicyDecision.optional(),
  /** Its requester is mentioned when it ends, and can ask again then. */
  again: z.literal(true).optional(),
});
export type FrozenRequest = z.infer<typeof FrozenRequest>;

/** What has the component, where that is shown, and until when at the latest. */
const Waits = z.object({ until: z.number(), request: z.string().optional(), link: z.string().optional() });

/** Who may decide it, what was decided, and what stands against it. */
const decision = z.object({
  ruling: PolicyDecision,
  /** Of the present revision. */
  approvals: z.array(Decision).readonly(),
  /** Alone, with a written reason. */
  breakGlass: Decision.extend({ reason: z.string() }).optional(),
  denied: UserAction.extend({ reason: z.string().optional() }).optional(),
  /** By the requester; absent where it was canceled automatically, for the reason in `why`. */
  cancelled: UserAction.optional(),
  /**
   * Too few others can approve it (`able` of them), but its requester may use break glass. Earlier versions stored
   * `true` where nobody else could.
   */
  onlyGlass: z.union([z.object({ able: z.number() }), z.literal(true).transform(() => ({ able: 0 }))]).optional(),
  /** Its undo would need an approval, by the policy as it was when it was planned. */
  undoNeeds: z.literal('approve').optional(),
  /** Its present revision needs more than the one before: an approval, or a confirmation where nothing was needed. */
  raised: z.literal(true).optional(),
  /** Since when Slack doesn't tell whether those who decided still may; `told` once the card says so. */
  unread: z.object({ since: z.number(), told: z.literal(true).optional() }).optional(),
  frozen: FrozenRequest.optional(),
  /** It was asked for although a freeze covers it: why, which, and what was needed without the freeze. */
  exception: UserAction.extend({ reason: z.string(), frozen: FrozenRequest, before: PolicyDecision }).optional(),
});

/** When it runs, how far it is, and how it ended. */
const run = z.object({
  steps: z.array(StepRun).readonly(),
  /**
   * Approved, and its component is busy with another request: which one, where it is shown, and until when at the
   * latest.
   */
  waits: Waits.optional(),
  /** When it is to run, once it is decided. */
  planned: z.object({ at: z.number() }).optional(),
  /** The time at which it was to run, but couldn't be started. */
  missed: z.number().optional(),
  /** How many times it began to run: a run that was taken over by another process sends nothing any more. */
  run: z.number().optional(),
  /** When it began to run. */
  started: z.number().optional(),
  /** When running ended, and what can be done now (addresses). */
  ended: z.number().optional(),
  says: z.array(StoredText).readonly().optional(),
  /** Why it failed, where no step tells. */
  why: StoredText.optional(),
  /** The state of each row of the plan as it was read after a failed run. */
  now: z.array(StoredText).readonly().optional(),
  /** What can be requested next, after it failed. */
  next: z.array(OfferedRequest).readonly().optional(),
  /** When an unknown outcome is read again, as the n-th of 5, 15, 30, 60 and 90 s; absent when only Check reads it. */
  check: z.object({ n: z.number(), at: z.number() }).optional(),
});

/** Where its card is, and what else the card shows. */
const shown = z.object({
  /** Where its message is; `ts` once it is posted. `thread` for a request made in a thread. */
  channel: z.string(),
  thread: z.string().optional(),
  ts: z.string().optional(),
  link: z.string().optional(),
  /** Whether a chart of the component goes with its card; absent in what older versions stored. */
  evidence: z.boolean().optional(),
  /** Whether a chart of the time before and after follows once it is done. */
  evidenceAfter: z.literal(true).optional(),
  /** What changed since the revision before, when the plan was made again. */
  changed: z
    .array(z.object({ what: StoredText, before: StoredText, after: StoredText }))
    .readonly()
    .optional(),
  /** Other open requests that touch the same thing, when this one was made. */
  beside: z
    .array(
      z.object({
        request: z.string(),
        link: z.string().optional(),
        title: StoredText,
        /** It wants the same thing to be otherwise. */
        contradicts: z.literal(true).optional(),
        /** Both have a planned time: when the other one runs. */
        at: z.number().optional(),
      }),
    )
    .optional(),
});

/**
 * A change that lasts for a limited time: when it ends (ms), and whether that is over and how: `closed`
 * automatically or by Close now, `by-hand` before that, `kept` by a later request without an end, `extended` by
 * another request, `lost` where what was open can't be found any more.
 */
const access = z.object({
  id: z.string(),
  until: z.number(),
  closed: z.boolean(),
  how: z.enum(['closed', 'by-hand', 'kept', 'extended', 'lost', 'elsewhere', 'reopened']).optional(),
  /** When it was changed outside Portolan before it was closed: it may have been opened again there. */
  changed: z.number().optional(),
  /** Ending it failed so far, and is tried again at this time. */
  again: z.number().optional(),
  /** Whether it ended is not known yet, and is read again then. */
  unsure: z.literal(true).optional(),
  /** Since when what is to be closed isn't found. */
  missing: z.number().optional(),
  /** The closing waits for another request. */
  waits: Waits.optional(),
  /** Who ended it, where a person did, and when it was over. */
  by: z.object({ id: z.string(), name: z.string() }).optional(),
  ended: z.number().optional(),
  /** The request that gave it another end, or none: its card shows the closing time from then on. */
  later: z.object({ request: z.string(), link: z.string().optional(), until: z.number().optional() }).optional(),
});

const RequestShape = z.object({
  /** 2: it has a planned time or is frozen, so versions that know neither must not touch it. */
  v: z.union([z.literal(1), z.literal(2)]),
  /** Unguessable. */
  id: z.string(),
  /** Grows with every plan that differs; buttons of an older one do nothing. */
  revision: z.number(),
  state: z.enum(requestStateNames),
  operation: z.string(),
  given: StoredGiven,
  asker: Asker,
  agent: ProposingAgent.optional(),
  reason: z.string().optional(),
  /** The ticket of another tool that it belongs to. */
  ticket: z.object({ id: z.string(), link: z.string().optional() }).optional(),
  /** The people and groups among those who may decide whom its requester asks to. */
  asked: z.array(z.string()).readonly().optional(),
  context: Context,
  risk: z.enum(risks),
  /** The bot's own request, such as closing what was open for a while: no message of its own, nobody decides. */
  system: z.literal(true).optional(),
  plan: Plan,
  at: z.number(),
  /** When it expires by itself; starts again with each revision. */
  expires: z.number(),
  /** The request that this one undoes, repeats or extends. */
  follows: z
    .object({
      card: z.string(),
      how: z.enum(['undo', 'rest', 'extend', 'close', 'next']),
      link: z.string().optional(),
    })
    .optional(),
  ...decision.shape,
  ...run.shape,
  ...shown.shape,
  access: access.optional(),
});
/** A request. It is stored with its temporary access as `timed`, and up to version 0.1 as `opening`. */
export const ChangeRequest = z.preprocess(renamedFrom(['opening', 'timed'], 'access'), RequestShape);
export type ChangeRequest = z.infer<typeof RequestShape>;

/** A request as it is stored: versions that run beside this one know its temporary access as `timed`. */
export function storedBody({ access, ...request }: ChangeRequest): unknown {
  return { ...request, timed: access };
}

/** A request as it is stored; undefined if there is none, or it can't be read, such as that of a newer version. */
export function readRequest(stored: { readonly body: unknown } | undefined): ChangeRequest | undefined {
  return ChangeRequest.safeParse(stored?.body).data;
}

/** The requests among what is stored. */
export function readRequests(stored: readonly { readonly body: unknown }[]): readonly ChangeRequest[] {
  return stored.flatMap((each) => readRequest(each) ?? []);
}

const longestRun = 30 * 60_000;

/** When following a run ends, epoch ms. */
export function lastMoment({ started, at, ruling }: ChangeRequest): number {
  return (started ?? at) + (ruling.longestRun ?? longestRun);
}

export const finalStates = [
  'done',
  'failed',
  'denied',
  'cancelled',
  'expired',
] as const satisfies readonly RequestState[];

/** The states in which a request is still in progress. */
export const openStates = [
  'proposed',
  'approved',
  'scheduled',
  'running',
  'unknown',
] as const satisfies readonly RequestState[];

/** The states of requests that may have changed something. */
export const ranStates = ['running', 'unknown', 'done', 'failed'] as const satisfies readonly RequestState[];

/** Whether its state is final. */
export function isFinal(state: RequestState): boolean {
  return finalStates.some((each) => each === state);
}

/** Whether a request failed after a part of it was done. */
export function isPartlyDone({ state, steps }: Pick<ChangeRequest, 'state' | 'steps'>): boolean {
  return state === 'failed' && steps.some((step) => step.state === 'done');
}

/** The key of the component that a request is about. */
export function componentKeyOf({ context, plan }: Pick<ChangeRequest, 'context' | 'plan'>): string {
  return lockKey(context, plan.component);
}

/**
 * The keys that a request's plan locks, by default its component: only one run at a time for each. Sorted and unique.
 */
export function lockKeysOf({ context, plan }: Pick<ChangeRequest, 'context' | 'plan'>): readonly string[] {
  const locked = plan.locks ?? [plan.component];
  return [...new Set(locked.map((each) => lockKey(context, each)))].sort();
}

/** The key of what alone stays locked while its outcome is read back; undefined if all does. */
export function readBackKeyOf({ context, plan }: Pick<ChangeRequest, 'context' | 'plan'>): string | undefined {
  return plan.readsBack === undefined ? undefined : lockKey(context, `${plan.component}/${plan.readsBack}`);
}

/** The keys of some of what is locked within a context. */
export function lockKeys(context: Context, locked: readonly string[]): readonly string[] {
  return locked.map((each) => lockKey(context, each));
}

function lockKey(context: Context, locked: string): string {
  return `${placeKey(context)}/${encodeURIComponent(locked)}`;
}
