import { isProblem } from '../core/command/problem.ts';
import { type ChangeRequest, lockKeysOf, withFields } from '../core/request/change-request.ts';
import { followAll } from '../core/request/events/follow-event.ts';
import { type FollowedEvent, wasSeen } from '../core/request/events/followed-event.ts';
import type { Call, Leftover, Step } from '../core/request/plan.ts';
import { isUnsent } from '../core/request/run-request.ts';
import type { EventOf, ObservedState, Rechecked, StepOutcome } from '../core/request/transition.ts';
import { join, type Text } from '../core/text/text.ts';
import { pathTemplate, type WriteCall, WriteCallShape, type WriteReply } from '../platform/call.ts';
import type { Dialect } from '../platform/endpoint.ts';
import { PlatformError } from '../platform/errors/platform-error.ts';
import type { WriteConnection } from '../platform/platform.ts';
import { platformErrorText } from '../questions/answer-request.ts';
import { firstClaimMs, type Held } from '../store/claims.ts';
import type { Due } from '../store/stored-types.ts';
import { applyEvent, changedBy, loadRequest } from './apply-event.ts';
import { changeMsg } from './change-messages.ts';
import { givesWay, type KeptComponent, keepComponent, takenBy, tellWaiting } from './component-lease.ts';
import type { EngineContext } from './engine-context.ts';
import { eventSpecOf, noteEvents, readStepEvents } from './events/read-events.ts';
import { refuseWhileFollowed } from './events/running-elsewhere.ts';
import { judgeFreezes } from './policy/judge-freezes.ts';
import { recheckDecisions } from './policy/recheck-decisions.ts';
import { ruleAgain } from './policy/rule-plan.ts';
import { openBeside } from './propose.ts';
import { leaseEnd } from './request-commit.ts';
import { refuseClosing } from './temporary-access/close-access.ts';
import { planNow, problemText, readBack, recall } from './verify.ts';

/** Wait before retrying if the component is busy, in ms. */
const busyWait = 500;

/** Wait before asking Slack again for the people who can decide a riskier plan, in ms. */
const slackWait = 5_000;

/**
 * Runs an approved request: plans it again, then sends its steps. A run that sent nothing starts again if this process
 * takes over its row. @param held the claim on this run; nothing starts without it @returns when to try again if the
 * component is busy, or undefined
 */
export async function runRequest(engine: EngineContext, id: string, held: Held<Due>): Promise<number | undefined> {
  const { world } = engine.services;
  let loaded = await loadRequest(engine, id);
  if (loaded && isUnsent(loaded.request)) {
    // On a first attempt, no holder of the row has died. The row was put again, and the first process may still run.
    if (held.row.attempts === 1) return world.now() + firstClaimMs;
    const goesOn = { event: 'interrupted', shows: 'unreadable', says: [], goesOn: true } as const;
    await applyEvent(engine, id, goesOn, loaded.version);
    loaded = await loadRequest(engine, id);
  }
  if (loaded?.request.state !== 'approved') return undefined;
  const taken = await takenBy(engine, loaded.request);
  if (taken) {
    await tellWaiting(engine, loaded.request, taken);
    return world.now() + busyWait;
  }
  if (await givesWay(engine, loaded.request)) return world.now() + busyWait;
  const voided = await recheckDecisions(engine, loaded.request);
  if (voided) return voidOrWait(engine, loaded.request, voided);
  if (await stopFrozen(engine, loaded.request)) return undefined;
  const kept = await keepComponent(engine, loaded.request);
  if (!kept) return world.now() + busyWait;
  const { request } = loaded;
  const planned = await kept.during(() => recheckFree(engine, request));
  if (planned === 'later' || !held.holds() || !(await kept.isStill())) {
    await releaseUnlessRun(engine, kept, id);
    return planned === 'later' ? voidOrWait(engine, loaded.request, planned) : world.now();
  }
  const begun = await applyEvent(engine, id, { event: 'rechecked', recheck: planned });
  const next = changedBy(begun)?.request;
  const isRunning = next?.state === 'running';
  await releaseUnlessRun(engine, kept, id, next);
  if (begun === 'busy') return world.now() + busyWait;
  // Keep the row, because finishing it could lose a row that was put again. The bot's request gets a new plan.
  if (next?.state === 'approved') return world.now();
  if (isRunning) await runSteps(engine, next);
  return undefined;
}

async function stopFrozen(engine: EngineContext, request: ChangeRequest): Promise<boolean> {
  const { frozen } = await judgeFreezes(engine, request, engine.services.world.now());
  if (!frozen) return false;
  const event: EventOf<'freeze-judged'> = { event: 'freeze-judged', frozen };
  return changedBy(await applyEvent(engine, request.id, event)) !== undefined;
}

/** Releases the leases, unless another worker (even of this process) has begun the run and needs them. */
async function releaseUnlessRun(engine: EngineContext, kept: KeptComponent, id: string, next?: ChangeRequest) {
  const request = next ?? (await loadRequest(engine, id))?.request;
  await kept.release(request?.state === 'running' ? lockKeysOf(request) : []);
}

async function voidOrWait(
  engine: EngineContext,
  { id }: ChangeRequest,
  voided: EventOf<'voided'> | 'later',
): Promise<number | undefined> {
  const { world } = engine.services;
  if (voided === 'later') {
    await applyEvent(engine, id, { event: 'people-unread' });
    return world.now() + slackWait;
  }
  const next = changedBy(await applyEvent(engine, id, voided))?.request;
  return next?.state === 'approved' ? world.now() : undefined;
}

/**
 * Plans a request again, unless it was withdrawn. Refuses the request if a feature refuses it, or if another request is
 * still followed on the component. Applies the policy again to a riskier plan.
 */
export async function recheckFree(engine: EngineContext, request: ChangeRequest): Promise<Rechecked | 'later'> {
  const withdrawn = await refuseClosing(engine, request);
  if (withdrawn) return { withdrawn };
  for (const { refuse } of engine.features) {
    const refusal = await refuse?.(engine, request);
    if (refusal) return refusal === 'later' ? refusal : { refused: refusal };
  }
  const rechecked = await recheck(engine, request);
  const refused = await refuseWhileFollowed(engine, request, rechecked);
  if (refused) return { refused };
  if (!('plan' in rechecked)) return rechecked;
  const ruled = await ruleAgain(engine, request, rechecked.plan);
  if (ruled === 'later' || !('plan' in ruled)) return ruled;
  return { ...ruled, beside: await openBeside(engine, withFields(request, { plan: ruled.plan })) };
}

async function recheck(engine: EngineContext, request: ChangeRequest): Promise<Rechecked> {
  const recalled = recall(engine, request);
  if ('refusal' in recalled) return { refused: recalled.refusal };
  try {
    const plan = await planNow(engine, recalled);
    if (isProblem(plan))
      return {
        refused: problemText(plan),
        ...(plan.problem === 'refused' ? { offers: plan.offers, locks: plan.locks } : {}),
      };
    return 'already' in plan ? plan : { plan };
  } catch (error) {
    if (error instanceof PlatformError) return { unreadable: platformErrorText(error) };
    throw error;
  }
}

/**
 * Runs the steps. Each step is saved as sent, sent once, and then its outcome is saved. Any other change of the request
 * ends the run. If a step awaits events, the run ends, and later steps are sent after the events. @param from index of
 * the first remaining step
 */
export async function runSteps(engine: EngineContext, begun: ChangeRequest, from = 0): Promise<void> {
  let request = begun;
  for (const [index, step] of begun.plan.steps.entries()) {
    if (index < from) continue;
    // Connect before saving the step as sent. If the process dies between saving and sending, the call isn't repeated.
    const over = engine.services.platform.connectWrite();
    try {
      const done = await runStep(engine, request, index, step, over);
      if (!done) return;
      request = done;
    } finally {
      (await over).close();
    }
  }
}

async function runStep(
  engine: EngineContext,
  request: ChangeRequest,
  index: number,
  step: Step,
  over: Promise<WriteConnection>,
): Promise<ChangeRequest | undefined> {
  const { id } = request;
  const { attempt } = request.run;
  if (!engine.mayStart()) {
    await applyEvent(engine, id, { event: 'interrupted', shows: 'unreadable', says: [], attempt });
    return undefined;
  }
  const events = await noteEvents(engine, request, index);
  if (events === 'unreadable') {
    await applyEvent(engine, id, { event: 'step-ended', step: index, outcome: unreadableEvents, attempt });
    return undefined;
  }
  const connection = await over;
  const asked = engine.services.world.now();
  const call = events && callForRest(engine, request, step, events);
  const sending = { event: 'send', step: index, events, call, attempt } as const;
  const sent = changedBy(await applyEvent(engine, id, sending));
  if (!sent) return undefined;
  const left = leaseEnd(engine, asked) - engine.services.world.now();
  const what = left < engine.writeTimeoutMs ? tooLate : await sendStep(engine, sent.request, index, step, connection);
  const ended = changedBy(await applyEvent(engine, id, { event: 'step-ended', step: index, outcome: what, attempt }));
  return ended?.request.state === 'running' && ended.request.run.steps[index]?.state === 'done'
    ? ended.request
    : undefined;
}

function callForRest(
  engine: EngineContext,
  request: ChangeRequest,
  { call }: Step,
  events: readonly FollowedEvent[],
): Call | undefined {
  const left = events.filter(({ state }) => state !== 'skipped').map(({ component }) => component);
  if (left.length === events.length || left.length === 0) return undefined;
  return eventSpecOf(engine, request)?.callFor?.(call, left);
}

const unreadableEvents: StepOutcome = { outcome: 'not-sent', why: changeMsg.eventsUnreadable() };

const tooLate: StepOutcome = { outcome: 'not-sent', why: changeMsg.tooLate() };

async function sendStep(
  engine: EngineContext,
  request: ChangeRequest,
  index: number,
  step: Step,
  over: WriteConnection,
): Promise<StepOutcome> {
  const call: unknown = request.run.steps[index]?.call ?? step.call;
  if (!isWriteCall(call, engine.services.platform.dialect())) return { outcome: 'not-sent', why: changeMsg.bug() };
  const { world } = engine.services;
  const { operation, method } = call;
  const since = world.now();
  const logCall = (outcome: string, status?: number) =>
    world.log.info('call sent', {
      request: request.id,
      operation: request.operation,
      call: operation,
      method,
      path: pathTemplate(operation),
      status,
      outcome,
      ms: world.now() - since,
    });
  try {
    const reply = await engine.services.platform.write(call, { timeoutMs: engine.writeTimeoutMs, over });
    logCall('ok', reply.status);
    return await afterAnswer(engine, request, index, step, reply);
  } catch (error) {
    if (error instanceof PlatformError) {
      logCall(error.reason ?? error.kind, error.status);
      return afterFailure(engine, request, index, error);
    }
    world.log.error('a step failed with an internal error', { request: request.id, step: index, error });
    return { outcome: 'unknown', why: changeMsg.bug() };
  }
}

/** Whether the client can send the call, because a call stored by an older version may have an unknown shape. */
function isWriteCall(call: unknown, dialect: Dialect): call is WriteCall {
  return WriteCallShape[dialect].safeParse(call).success;
}

/** Handles a success answer. Accepts it if the state shows the change, or if the answer itself lists the new rule. */
async function afterAnswer(
  engine: EngineContext,
  request: ChangeRequest,
  index: number,
  step: Step,
  reply: WriteReply,
): Promise<StepOutcome> {
  const { status } = reply;
  if (step.awaits) {
    const event = eventSpecOf(engine, request)?.idIn?.(reply);
    return { outcome: 'accepted', status, event };
  }
  const outcome = await readBack(engine, request);
  if (outcome.confirms(step, reply) || outcome.shows(index) === 'after')
    return { outcome: 'done', says: outcome.says(reply), status };
  return { outcome: 'unknown', why: changeMsg.notShown(), status };
}

/** Handles a failure or a missing answer. Reads the state immediately, because the call might have had an effect. */
async function afterFailure(
  engine: EngineContext,
  request: ChangeRequest,
  index: number,
  error: PlatformError,
): Promise<StepOutcome> {
  const said = platformErrorText(error);
  const { refusal } = request.plan;
  const isExplained = refusal !== undefined && error.reason === 'region-refused';
  const why = isExplained ? refusal : said;
  const answer = {
    ...(isExplained ? { said } : {}),
    canRetry: isTemporary(error) ? (true as const) : undefined,
    status: error.status,
    reference: error.reference,
  };
  if (error.outcome === 'not-sent') return { outcome: 'not-sent', why };
  const clean = error.outcome === 'rejected' && !error.sideEffects;
  // The state before the change was read just before the first call.
  if (clean && index === 0)
    return { outcome: 'failed', why, ...answer, now: request.plan.rows.map(({ before }) => before) };
  if (!clean && request.plan.steps[index]?.awaits)
    return eventsAfterFailure(engine, request, index, error.outcome, { why, ...answer });
  const outcome = await readBack(engine, request);
  const now = outcome.now();
  if (clean) return { outcome: 'failed', why, ...answer, ...(now ? { now } : {}) };
  const shows = outcome.shows(index);
  if (shows === 'after') return { outcome: 'done', says: outcome.says(), status: error.status };
  if (error.outcome === 'unknown' && !(isSettled(error) && shows === 'before'))
    return { outcome: 'unknown', why, ...answer };
  return { outcome: 'failed', ...failedWhy(why, shows, outcome.leftover(index)), ...answer, ...(now ? { now } : {}) };
}

/** Whether the same call might succeed later: the region or platform failed or was busy, without a refusal. */
function isTemporary({ canRetry, kind }: PlatformError): boolean {
  return canRetry || kind === 'server' || kind === 'timeout';
}

/** Whether nothing more happens. A console stores nothing if its region failed (docs/platform.md#errors, shape C). */
function isSettled({ reason, status }: PlatformError): boolean {
  return reason === 'region-failed' && status !== undefined;
}

function failedWhy(why: Text, shows: ObservedState, leftover: Leftover | undefined) {
  if (shows !== 'before') return { why: changeMsg.sideEffects({ why }) };
  if (!leftover) return { why };
  return { why: join([why, ...leftover.says]), ...(leftover.offer ? { offer: leftover.offer } : {}) };
}

async function eventsAfterFailure(
  engine: EngineContext,
  request: ChangeRequest,
  index: number,
  sent: PlatformError['outcome'],
  answer: { readonly why: Text; readonly status?: number; readonly reference?: string },
): Promise<StepOutcome> {
  // After an answer, the platform starts nothing more.
  if (sent === 'rejected') return { outcome: 'accepted', ...answer };
  const stepEvents = await readStepEvents(engine, request, index);
  const { why: _, ...accepted } = answer;
  if (followAll(request, index, stepEvents, engine.services.world.now()).some(wasSeen))
    return { outcome: 'accepted', ...accepted };
  return { outcome: 'unknown', ...answer };
}
