import * as z from 'zod';
import { Context, placeKey } from '../command/context.ts';
import { Frozen } from '../policy/freeze.ts';
import { Role, risks } from '../policy/policy.ts';
import { DecisionGround, PolicyDecision } from '../policy/policy-decision.ts';
import type { StatusKind } from '../runs/component-status.ts';
import { FollowedEvent } from './events/followed-event.ts';
import { Call, OfferedRequest, Plan, StoredGiven, StoredText } from './plan.ts';

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
 * Progress of one step. `sent` is saved before the call is sent; from then on, the step is only verified. `following`:
 * the platform accepted the call, and its events are awaited.
 */
export const StepRun = z.object({
  state: z.enum(['waiting', 'sent', 'following', 'done', 'failed', 'unknown', 'not-sent']),
  at: z.number().optional(),
  /** HTTP status of the platform's answer. */
  status: z.number().optional(),
  why: StoredText.optional(),
  /** The platform's own words, if `why` explains them. */
  said: StoredText.optional(),
  reference: z.string().optional(),
  /** The failure is temporary: the same call may succeed later. */
  canRetry: z.literal(true).optional(),
  call: Call.optional(),
  /** One event per component, if the step awaits events. */
  events: z.array(FollowedEvent).readonly().optional(),
  /** When the events shown on the card were read. */
  looked: z.number().optional(),
  /** The card doesn't show the data of the last read yet. */
  stale: z.literal(true).optional(),
  /** After a failure: the request that reverts a partial change, such as an open port. */
  offer: OfferedRequest.optional(),
});
export type StepRun = z.infer<typeof StepRun>;

const UserAction = z.object({ by: z.string(), name: z.string(), at: z.number() });
const Decision = UserAction.extend({ ground: DecisionGround.optional() });
export type Decision = z.infer<typeof Decision>;

/** The requester, with the card's language and time zone. */
const Asker = z.object({ id: z.string(), name: z.string(), lang: z.enum(['en', 'zh']), zone: z.string() });

/** The agent that asked on behalf of its owner. The owner counts as the requester. */
export const ProposingAgent = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether the agent has a Portolan token, which can be revoked; Slackbot has none. */
  token: z.boolean(),
  /** Digest of its request under this request's id, so that the same key can't be reused for another request. */
  asked: z.string(),
});
export type ProposingAgent = z.infer<typeof ProposingAgent>;

/** Why the request may not run at its time. `glass`: who can override the freeze; `exception`: what one needs. */
const FrozenRequest = Frozen.omit({ glass: true, exception: true }).extend({
  glass: Role.optional(),
  exception: PolicyDecision.optional(),
  /** The requester is mentioned when the freeze ends, and can ask again. */
  again: z.literal(true).optional(),
});
export type FrozenRequest = z.infer<typeof FrozenRequest>;

/** `request`: the request that holds the component. `link`: link to its message. `until`: the end of waiting. */
const Waits = z.object({ until: z.number(), request: z.string().optional(), link: z.string().optional() });

/** Fields about the deciders and their decisions. */
const decision = z.object({
  ruling: PolicyDecision,
  /** People and groups among the possible approvers whom the requester asks to decide. */
  asked: z.array(z.string()).readonly().optional(),
  /** Approvals of the present revision. */
  approvals: z.array(Decision).readonly(),
  /** A decision without approvals, with a written reason. */
  breakGlass: Decision.extend({ reason: z.string() }).optional(),
  denied: UserAction.extend({ reason: z.string().optional() }).optional(),
  /** The requester's cancellation; absent if the request was canceled automatically, for the reason in `why`. */
  cancelled: UserAction.optional(),
  /** Only `able` others can approve it, too few; its requester may break the glass. Older versions: `true` for 0. */
  onlyGlass: z.union([z.object({ able: z.number() }), z.literal(true).transform(() => ({ able: 0 }))]).optional(),
  /** The change's undo would need approval under the policy at planning time. */
  undoNeeds: z.literal('approve').optional(),
  /** The present revision needs more than the previous one: an approval, or a confirmation instead of nothing. */
  raised: z.literal(true).optional(),
  /** `since`: from then on, Slack couldn't confirm that the deciders may still decide. `told`: the card says so. */
  unread: z.object({ since: z.number(), told: z.literal(true).optional() }).optional(),
  frozen: FrozenRequest.optional(),
  /** Requested despite a freeze. `reason`: why; `frozen`: the freeze; `before`: the need without the freeze. */
  exception: UserAction.extend({ reason: z.string(), frozen: FrozenRequest, before: PolicyDecision }).optional(),
});

/** Fields about the run and its outcome. */
const run = z.object({
  steps: z.array(StepRun).readonly(),
  waits: Waits.optional(),
  planned: z.object({ at: z.number() }).optional(),
  /** Planned time that was missed, because the request couldn't be started. */
  missed: z.number().optional(),
  /** Planned time that **Run now** gave up, epoch ms. */
  gaveUp: z.number().optional(),
  /** Number of times the request began to run. A run that another process took over sends nothing more. */
  attempt: z.number().optional(),
  started: z.number().optional(),
  /** When the run ended. `says`: the results to show, such as addresses. */
  ended: z.number().optional(),
  says: z.array(StoredText).readonly().optional(),
  /** Why the request failed, if no step shows the reason. */
  why: StoredText.optional(),
  /** The state of each row of the plan, read after a failed run. */
  now: z.array(StoredText).readonly().optional(),
  next: z.array(OfferedRequest).readonly().optional(),
  /** Next automatic read of an unknown outcome: the n-th (after 5, 15, 30, 60, 90 s). Absent if only Check reads it. */
  check: z.object({ n: z.number(), at: z.number() }).optional(),
});

/**
 * The verdict on the time after a change. `isWorse`: something got worse. `isAgain`: the problem from before came back.
 * `link`: to the message of its incident.
 */
const Aftermath = z.object({
  says: StoredText,
  /** Later verdict, after an earlier one that something got worse. */
  later: StoredText.optional(),
  isWorse: z.literal(true).optional(),
  isAgain: z.literal(true).optional(),
  link: z.string().optional(),
});
export type Aftermath = z.infer<typeof Aftermath>;

export const Actor = z.object({ id: z.string(), name: z.string() });
export const NextRequest = z.object({ request: z.string(), link: z.string().optional() });
export type NextRequest = z.infer<typeof NextRequest>;

/**
 * Effect of a later request on an earlier one's result. `closed`: closed it; `outer`: closed its external access only;
 * `routed`: that too, but its gateway rule may still work; `timed`: set a closing time; `deleted`: deleted its rule;
 * `cleared`: deleted the rule that it left.
 */
const Overtaken = z.enum(['closed', 'outer', 'routed', 'timed', 'deleted', 'cleared']);
export type Overtaken = z.infer<typeof Overtaken>;

/** Fields that only the request's message needs. */
const shown = z.object({
  /** The channel of the request's message. `thread`: set if requested in a thread. `ts`: set after posting. */
  channel: z.string(),
  thread: z.string().optional(),
  ts: z.string().optional(),
  /** The message was deleted at least once. Posting it again starts nothing, and a refusal doesn't cancel the request. */
  wasPosted: z.literal(true).optional(),
  link: z.string().optional(),
  /** Whether the request's card has a chart of the component; absent in requests from older versions. */
  evidence: z.boolean().optional(),
  evidenceAfter: z.literal(true).optional(),
  aftermath: Aftermath.optional(),
  /** The request that asks for an expired one again. `instead`: its title, if the requester chose it instead. */
  repeatedBy: NextRequest.extend({ instead: StoredText.optional() }).optional(),
  /**
   * The request that undid what this one did, and when. `how`: it wasn't its undo, but overtook it. `until`: the closing
   * time that it set, epoch ms.
   */
  undoneBy: NextRequest.extend({
    by: Actor,
    at: z.number(),
    how: Overtaken.optional(),
    until: z.number().optional(),
    /** Its rule is deleted, and its port is closed too. */
    isPortClosed: z.literal(true).optional(),
  }).optional(),
  changed: z
    .array(z.object({ what: StoredText, before: StoredText, after: StoredText }))
    .readonly()
    .optional(),
  /**
   * Why a waiting or scheduled request can't run, if the last look found that, and when. `by`: the person of the request
   * that changed the same thing.
   */
  looked: z.object({ at: z.number(), why: StoredText, by: Actor.optional() }).optional(),
  /** Other open requests for the same thing at the time of this request. */
  beside: z
    .array(
      z.object({
        request: z.string(),
        link: z.string().optional(),
        title: StoredText,
        /** The other request would set the same thing to another value. */
        contradicts: z.literal(true).optional(),
        /** The other request's planned time, if both requests have one, or when its access ends. */
        at: z.number().optional(),
        /** The other request's temporary access ends before this request's planned time, which closes the same. */
        ends: z.literal(true).optional(),
        /** This request opens again what ends. */
        reopens: z.literal(true).optional(),
      }),
    )
    .optional(),
});

/**
 * A change for a limited time: its end (ms), and how it ended. `closed`: automatically or by Close now; `by-hand`:
 * closed early by a later request; `kept`: kept open by a later request without an end; `extended`: given another end
 * by another request; `lost`: not found any more; `elsewhere`: closed outside Portolan; `reopened`: closed and opened
 * again outside Portolan.
 */
export const RequestAccess = z.object({
  id: z.string(),
  until: z.number(),
  closed: z.boolean(),
  how: z.enum(['closed', 'by-hand', 'kept', 'extended', 'lost', 'elsewhere', 'reopened']).optional(),
  /** When the access was changed outside Portolan before its closing: it may have been opened again there. */
  changed: z.number().optional(),
  /** Time of the next attempt to end the access, because ending it has failed so far. */
  again: z.number().optional(),
  /** Unknown whether the access has ended. Its state is read again at `again`. */
  unsure: z.literal(true).optional(),
  /** Time since which the thing to close can't be found. */
  missing: z.number().optional(),
  waits: Waits.optional(),
  /** A later request closed a part of what was opened. The rest still has its end. */
  narrowed: z.object({ at: z.number(), by: Actor.optional() }).optional(),
  /** Whether its thread has told the coming end. */
  toldEnd: z.literal(true).optional(),
  /** Says what the closing may have left open. */
  left: StoredText.optional(),
  /** The closing time, if the access was closed much later, epoch ms. */
  planned: z.number().optional(),
  /** The person who ended the access, if any. `ended`: when the access was over. */
  by: Actor.optional(),
  ended: z.number().optional(),
  /** The later request that changed or removed the end. From then on, that request's card shows the closing time. */
  later: z
    .object({
      request: z.string(),
      link: z.string().optional(),
      until: z.number().optional(),
      /** Ending the access has failed so far, or isn't confirmed. */
      isLate: z.literal(true).optional(),
    })
    .optional(),
});
export type RequestAccess = z.infer<typeof RequestAccess>;

const RequestShape = z.object({
  /** 2: the request has a planned time or is frozen. Versions that don't know these must not change it. */
  v: z.union([z.literal(1), z.literal(2)]),
  id: z.string(),
  /** Increases when a new plan differs. Buttons of older revisions do nothing. */
  revision: z.number(),
  state: z.enum(requestStateNames),
  operation: z.string(),
  given: StoredGiven,
  asker: Asker,
  agent: ProposingAgent.optional(),
  reason: z.string().optional(),
  ticket: z.object({ id: z.string(), link: z.string().optional() }).optional(),
  context: Context,
  risk: z.enum(risks),
  /** The bot's own request, such as closing temporary access. It has no card and needs no decision. */
  system: z.literal(true).optional(),
  plan: Plan,
  at: z.number(),
  /** When the request expires. The time starts again with each revision. */
  expires: z.number(),
  follows: z
    .object({
      card: z.string(),
      how: z.enum(['undo', 'rest', 'extend', 'close', 'next']),
      link: z.string().optional(),
      /** The person who pressed Close now, if Portolan's own request closes the access for a person. */
      by: Actor.optional(),
      /** Planned time of a request that is asked again after that time. */
      past: z.number().optional(),
    })
    .optional(),
  decision,
  run,
  shown,
  access: RequestAccess.optional(),
});
/**
 * Stored requests are flat: a group's fields are beside the others, and `attempt` is named `run`. They name the
 * temporary access `timed`; up to version 0.1, they named it `opening`.
 */
export const ChangeRequest = z.preprocess((body) => {
  if (typeof body !== 'object' || body === null) return body;
  const stored: Readonly<Record<string, unknown>> = { ...body };
  const access = stored.timed ?? stored.opening;
  return { ...stored, access, decision: stored, run: { ...stored, attempt: stored.run }, shown: stored };
}, RequestShape);
export type ChangeRequest = z.infer<typeof RequestShape>;

/** Returns the stored form, which older versions that run at the same time can read. */
export function storedBody({ access, decision, run, shown, ...request }: ChangeRequest): unknown {
  const { attempt, ...others } = run;
  return { ...request, ...decision, ...others, run: attempt, ...shown, timed: access };
}

type Group = 'decision' | 'run' | 'shown';

/** Changed fields of a request, also of some of a group's fields. */
export type RequestFields = Partial<Omit<ChangeRequest, Group>> & {
  readonly [Name in Group]?: Partial<ChangeRequest[Name]>;
};

export function withFields(request: ChangeRequest, { decision, run, shown, ...fields }: RequestFields): ChangeRequest {
  return {
    ...request,
    ...fields,
    decision: { ...request.decision, ...decision },
    run: { ...request.run, ...run },
    shown: { ...request.shown, ...shown },
  };
}

/** Parses a stored request. Returns undefined if there is none, or a newer version wrote it. */
export function readRequest(stored: { readonly body: unknown } | undefined): ChangeRequest | undefined {
  return ChangeRequest.safeParse(stored?.body).data;
}

export function readRequests(stored: readonly { readonly body: unknown }[]): readonly ChangeRequest[] {
  return stored.flatMap((each) => readRequest(each) ?? []);
}

const longestRun = 30 * 60_000;

/** Returns the time at which the bot stops following a run, in epoch ms. */
export function lastMoment({ at, decision: { ruling }, run: { started } }: ChangeRequest): number {
  return (started ?? at) + (ruling.longestRun ?? longestRun);
}

const finalStates = ['done', 'failed', 'denied', 'cancelled', 'expired'] as const satisfies readonly RequestState[];

export const openStates = [
  'proposed',
  'approved',
  'scheduled',
  'running',
  'unknown',
] as const satisfies readonly RequestState[];

export const ranStates = ['running', 'unknown', 'done', 'failed'] as const satisfies readonly RequestState[];

/** Checks whether a later request ended all that a request did. */
export function isUndone({ plan, shown: { undoneBy } }: Pick<ChangeRequest, 'plan' | 'shown'>): boolean {
  if (undoneBy?.how === 'deleted') return portOffers(plan, undoneBy).length === 0;
  return undoneBy !== undefined && (undoneBy.how === undefined || undoneBy.how === 'closed');
}

/** Returns the offers to close the port that a rule opened. The deletion of the rule leaves an open port open. */
export function portOffers(
  { afterwards = [] }: Pick<ChangeRequest['plan'], 'afterwards'>,
  { isPortClosed }: Pick<NonNullable<ChangeRequest['shown']['undoneBy']>, 'isPortClosed'>,
) {
  if (isPortClosed) return [];
  return afterwards.filter(({ operation }) => operation === 'port.close' || operation === 'port.until');
}

/** Returns the person who made a change, or undefined if Portolan made it automatically. */
export function changerOf({ system, asker, follows }: ChangeRequest): z.infer<typeof Actor> | undefined {
  return system ? follows?.by : { id: asker.id, name: asker.name };
}

/** Returns the name of the last person other than the requester who approved a request. */
export function approverOf({ asker, decision }: ChangeRequest): string | undefined {
  return decision.approvals.findLast(({ by }) => by !== asker.id)?.name;
}

/** Checks whether a request's run has begun. */
export function hasRun({ state }: Pick<ChangeRequest, 'state'>): boolean {
  return ranStates.some((each) => each === state);
}

export function isFinal(state: RequestState): boolean {
  return finalStates.some((each) => each === state);
}

export function isPartlyDone({ state, run: { steps } }: Pick<ChangeRequest, 'state' | 'run'>): boolean {
  return state === 'failed' && steps.some((step) => step.state === 'done');
}

const marks: Readonly<Record<string, string>> = {
  done: '✓',
  running: '▶',
  failed: '✗',
  denied: '✗',
  unknown: '?',
  cancelled: '○',
  expired: '○',
};

/** Returns the mark of a state, in lists of requests; undefined if nothing has run or was decided yet. */
export function requestMark(state: string, isPartly: boolean): string | undefined {
  return isPartly ? '◐' : marks[state];
}

/** A component that a request reached: its status before the first step, and after the last one. */
export interface ReachedComponent extends Pick<FollowedEvent, 'name' | 'status'> {
  readonly id: string;
  readonly was: StatusKind;
}

export function reachedComponents(steps: readonly StepRun[]): readonly ReachedComponent[] {
  const events = steps.flatMap((step) => step.events ?? []).filter(({ state }) => state === 'succeeded');
  return [...Map.groupBy(events, ({ component }) => component)].map(([id, own]) => ({
    id,
    name: own[0]?.name ?? id,
    was: own[0]?.was ?? 'unknown',
    status: own.at(-1)?.status,
  }));
}

export function componentKeyOf({ context, plan }: Pick<ChangeRequest, 'context' | 'plan'>): string {
  return lockKey(context, plan.component);
}

/** Returns a plan's lock keys, sorted; default: the component's key. Only one request at a time can hold a key. */
export function lockKeysOf({ context, plan }: Pick<ChangeRequest, 'context' | 'plan'>): readonly string[] {
  const locked = plan.locks ?? [plan.component];
  return [...new Set(locked.map((each) => lockKey(context, each)))].sort();
}

export function readBackKeyOf({ context, plan }: Pick<ChangeRequest, 'context' | 'plan'>): string | undefined {
  return plan.readsBack === undefined ? undefined : lockKey(context, `${plan.component}/${plan.readsBack}`);
}

export function lockKeys(context: Context, locked: readonly string[]): readonly string[] {
  return locked.map((each) => lockKey(context, each));
}

function lockKey(context: Context, locked: string): string {
  return `${placeKey(context)}/${encodeURIComponent(locked)}`;
}

/** Returns the title. It names no duration if a later request moved or removed the end of temporary access. */
export function titleNow(
  { title, untimedTitle }: Pick<ChangeRequest['plan'], 'title' | 'untimedTitle'>,
  access: ChangeRequest['access'],
): ChangeRequest['plan']['title'] {
  const isMoved = access?.how === 'extended' || access?.how === 'kept';
  const late = access?.ended === undefined ? 0 : access.ended - access.until;
  // If it closed automatically, but early, a later request had shortened it.
  const isShortened = late < -60_000 && access?.how === 'closed' && access.by === undefined;
  return ((isMoved || late > 60_000 || isShortened) && untimedTitle) || title;
}
