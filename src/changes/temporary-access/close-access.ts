import { type Context, placeKey } from '../../core/command/context.ts';
import { isProblem } from '../../core/command/problem.ts';
import { defined } from '../../core/defined.ts';
import { type ChangeRequest, isFinal, lockKeysOf, withFields } from '../../core/request/change-request.ts';
import { mayHaveChanged } from '../../core/request/follow-up.ts';
import { canonical, type Plan } from '../../core/request/plan.ts';
import { needsSettling } from '../../core/request/run-request.ts';
import type { AccessPlace, TemporaryAccess, TemporaryAccessSpec } from '../../core/request/temporary-access.ts';
import { portolanActor, transition } from '../../core/request/transition.ts';
import { backoffMs } from '../../core/retry.ts';
import type { Text } from '../../core/text/text.ts';
import type { Reads } from '../../operations/shared/define.ts';
import { readsOf } from '../../operations/shared/services.ts';
import { PlatformError, unlessPlatformFails } from '../../platform/errors/platform-error.ts';
import { platformErrorText } from '../../questions/answer-request.ts';
import { applyEvent, changedBy, loadRequest, newestRequests, save } from '../apply-event.ts';
import { changeMsg } from '../change-messages.ts';
import type { EngineContext } from '../engine-context.ts';
import { planNow, problemText, recall } from '../verify.ts';
import { endsSoon, nextClosing, temporaryAccessOf } from './access-changes.ts';
import { tellEnd, tellNotClosed } from './tell-end.ts';

/** Backoff between attempts to close. */
const backoff = { firstMs: 5_000, maxMs: 600_000 };
/** The channel is notified of the first failure, then of every sixth one. */
const tellEvery = 6;
/** Maximum time for one close to wait and run, in ms. After that, a new close is planned. */
const closingTime = 3_600_000;
/** Interval between checks of a running close that may not report its end, in ms. */
const lookAgain = 60_000;

/** Minimum time between a read that didn't find the access and the read that confirms this, in ms. */
const missingFor = 60_000;

/** Closes expired access with a request of the bot. Returns when to check again (epoch ms); undefined if it ended. */
export async function closeAccess(engine: EngineContext, id: string): Promise<number | undefined> {
  const { store, world } = engine.services;
  const stored = await store.temporaryAccess.get(id);
  if (!stored) return undefined;
  const opened = (await loadRequest(engine, stored.request))?.request;
  const spec = opened && temporaryAccessOf(engine, opened);
  if (!opened || !spec) {
    world.log.error('temporary access can’t be closed without the request that opened it', {
      access: id,
      by: stored.by,
    });
    return world.now() + lookAgain;
  }
  const { access, closing } = await newestClosing(engine, stored);
  const ending: EndingAccess = {
    engine,
    access,
    spec,
    opened,
    ...(closing ? { closing } : {}),
    hasSent: closing !== undefined && mayHaveChanged(closing),
  };
  if (closing && !isWithdrawn(closing)) {
    if (isClosed(closing)) return endAccess(ending, closing.state === 'done' ? 'closed' : 'elsewhere');
    const next = { ...ending, access: { ...access, tries: access.tries + 1 } };
    if (!isFinal(closing.state)) {
      // Someone pressed "Close now" after this close began, so don't wait for the read-back of its call.
      if (closing.state === 'unknown' && access.until > closing.at && access.until <= world.now()) return begin(next);
      await tellUnknown(ending, closing);
      return world.now() + lookAgain;
    }
    const where = await find(ending, closing.context);
    if (where === 'gone') return endAccess(ending, 'elsewhere');
    if (where === 'missing') return lookForAgain(ending);
    if ('refusal' in where) return closeLater(ending, where);
    const isThere = placeKey(where.at) === placeKey(closing.context);
    return isThere ? closeLater(ending, { refusal: whyOf(closing) }) : begin(next, where.at);
  }
  if (access.until > world.now()) return lookBefore(ending);
  // The original request still runs, so check again later. If people must settle that request, close the access anyway.
  if (!isFinal(opened.state) && !needsSettling(opened)) return world.now() + lookAgain;
  return begin(closing ? { ...ending, access: { ...access, tries: access.tries + 1 } } : ending);
}

interface EndingAccess {
  readonly engine: EngineContext;
  readonly access: TemporaryAccess;
  readonly spec: TemporaryAccessSpec<Reads>;
  readonly opened: ChangeRequest;
  readonly closing?: ChangeRequest;
  readonly hasSent: boolean;
}

async function lookBefore(ending: EndingAccess): Promise<number | undefined> {
  const { engine, access, spec, opened } = ending;
  const { world, store } = engine.services;
  const reads = readsOf(engine.services);
  const isEnded =
    isFinal(opened.state) &&
    (await unlessPlatformFails(
      () => spec.isEnded(access, opened.context, reads),
      () => undefined,
    )) === true;
  // If a request is closing the access now, that request reports the end.
  const isBusy = isEnded && (await store.leases.of(lockKeysOf(opened))).length > 0;
  if (isEnded && !isBusy) return endAccess(ending, 'elsewhere');
  if (!isEnded && isFinal(opened.state) && endsSoon(access, world.now()))
    await applyEvent(engine, opened.id, { event: 'closes-soon', what: spec.names(access, opened) });
  return nextClosing(access, world.now());
}

/** Derives the closing request's id from the number of attempts, so that a repeated call makes no second request. */
function closingId({ request, tries }: TemporaryAccess): string {
  return `${request}-close-${tries + 1}`;
}

async function newestClosing(engine: EngineContext, stored: TemporaryAccess) {
  let access = stored;
  let closing = (await loadRequest(engine, closingId(access)))?.request;
  for (;;) {
    const next = { ...access, tries: access.tries + 1 };
    const later = closing && (await loadRequest(engine, closingId(next)))?.request;
    if (!later) return { access, closing };
    access = next;
    closing = later;
  }
}

/** Whether the close succeeded, or found the access already closed (then `cancelled` is undefined). */
function isClosed({ state, decision: { cancelled } }: ChangeRequest): boolean {
  return state === 'done' || (state === 'cancelled' && cancelled === undefined);
}

/** Whether the bot canceled the close because the access should stay open. */
function isWithdrawn({ state, decision: { cancelled } }: ChangeRequest): boolean {
  return state === 'cancelled' && cancelled !== undefined;
}

/** Returns why a close is no longer wanted: the access's end was moved or removed, or another close is needed now. */
export async function refuseClosing(engine: EngineContext, request: ChangeRequest): Promise<Text | undefined> {
  if (!request.system || request.follows?.how !== 'close') return undefined;
  const { store, world } = engine.services;
  const access = await store.temporaryAccess.get(request.follows.card);
  const opened = access && (await loadRequest(engine, access.request))?.request;
  const wanted = opened && access.until <= world.now() ? temporaryAccessOf(engine, opened)?.close(access) : undefined;
  const asked = { operation: request.operation, given: request.given };
  return wanted && canonical(wanted) === canonical(asked) ? undefined : changeMsg.closingNotWanted();
}

async function endAccess(ending: EndingAccess, how: 'closed' | 'elsewhere' | 'reopened' | { readonly lost: Text }) {
  const { engine, access, spec, opened, closing, hasSent } = ending;
  const { id, request } = access;
  const { store, world } = engine.services;
  const what = spec.names(access, opened);
  const stopped = closing && spec.stopped(opened, closing);
  const left = closing && spec.left(closing);
  const event =
    typeof how === 'object'
      ? ({ event: 'lost', why: how.lost } as const)
      : how === 'closed' || (how === 'elsewhere' && hasSent)
        ? ({ event: 'closed', how: 'closed', what, stopped, left, changed: (await changesBy(ending))?.at } as const)
        : ({ event: 'closed', how, what } as const);
  if (changedBy(await applyEvent(engine, request, event))) await tellEnd(engine, request);
  // The original request already has this end. Drop the access, because another process may have saved it again.
  else await store.commit({ at: world.now(), temporaryAccess: { drop: [id] } });
  return undefined;
}

/** Maximum clock difference between the platform and the bot, in ms. */
const clocksDiffer = 30_000;

/** Returns others' changes after the access began. Undefined if unknown, or if a person asked to close the access. */
async function changesBy({ engine, access, spec, opened }: EndingAccess) {
  if (opened.access?.by) return undefined;
  const requests = (await newestRequests(engine)).filter(
    ({ plan, run: { started } }) => plan.component === opened.plan.component && started !== undefined,
  );
  const isOurs = (at: number) =>
    requests.some(
      ({ run: { started = at, ended = at } }) =>
        at >= started - clocksDiffer && at <= Math.max(started, ended) + clocksDiffer,
    );
  return unlessPlatformFails(
    () => spec.changedElsewhere(access, opened.context, readsOf(engine.services), isOurs),
    () => undefined,
  );
}

function whyOf(request: ChangeRequest): Text {
  return request.run.why ?? request.run.steps.find((step) => step.why !== undefined)?.why ?? request.plan.title;
}

/** Reads the open access in its place and begins to close it. Retries if the access can't be read or planned. */
async function begin(ending: EndingAccess, at: Context = ending.opened.context): Promise<number | undefined> {
  const { engine, opened } = ending;
  const draft = closingDraft(ending, at);
  const closing = await planClosing(engine, draft);
  if ('already' in closing) return endAccess(ending, 'elsewhere');
  if ('refusal' in closing) {
    const where = closing.unknown ? await find(ending, at) : closing;
    if (where === 'gone') return endAccess(ending, 'elsewhere');
    if (where === 'missing') return lookForAgain(ending);
    if ('refusal' in where) return closeLater(ending, where);
    return placeKey(where.at) === placeKey(at) ? closeLater(ending, closing) : begin(ending, where.at);
  }
  if (!ending.hasSent && (await changesBy(ending))?.isAgain) return endAccess(ending, 'reopened');
  const now = engine.services.world.now();
  const request = withFields(draft, {
    plan: closing.plan,
    run: { steps: closing.plan.steps.map(() => ({ state: 'waiting' })) },
  });
  const proposal = transition(request, {
    records: [
      { kind: 'proposed', who: opened.access?.by ?? portolanActor, details: { how: 'close', follows: opened.id } },
    ],
    timers: [
      { kind: 'run', at: now },
      { kind: 'expire', at: request.expires },
    ],
  });
  const saved = await save(engine, proposal, 'new', now);
  return saved === 'saved' ? now + lookAgain : now + 1_000;
}

async function find({ engine, access, spec }: EndingAccess, context: Context): Promise<AccessPlace | ClosingProblem> {
  try {
    return await spec.find(access, context, readsOf(engine.services), engine.searchTurn);
  } catch (error) {
    if (error instanceof PlatformError) return { refusal: platformErrorText(error), unread: true };
    throw error;
  }
}

/** Handles access that wasn't found. Asks people only if a later search doesn't find it either. */
async function lookForAgain(ending: EndingAccess): Promise<number | undefined> {
  const { engine, access, spec, opened } = ending;
  const { missing } = opened.access ?? {};
  const now = engine.services.world.now();
  if (missing !== undefined && now - missing >= missingFor) return endAccess(ending, { lost: spec.lost(access) });
  return closeLater(ending, { refusal: spec.lost(access), missing: missing ?? now });
}

function closingDraft({ engine, access, spec, opened }: EndingAccess, context: Context): ChangeRequest {
  const now = engine.services.world.now();
  const { operation, given } = spec.close(access);
  return {
    v: 1,
    id: closingId(access),
    revision: 1,
    state: 'approved',
    operation,
    given,
    asker: { ...opened.asker, id: portolanActor.id, name: portolanActor.name },
    context,
    risk: 'change',
    system: true,
    plan: opened.plan,
    at: now,
    expires: now + closingTime,
    follows: { card: opened.id, how: 'close', ...(opened.access?.by ? { by: opened.access.by } : {}) },
    decision: {
      ruling: {
        need: 'run',
        from: 'asker',
        users: [],
        groups: [],
        count: 0,
        rule: 'default',
        expiry: closingTime,
        maxOpen: opened.decision.ruling.maxOpen,
      },
      approvals: [],
    },
    run: { steps: [] },
    shown: { channel: opened.shown.channel },
  };
}

interface ClosingProblem {
  readonly refusal: Text;
  /** The platform couldn't be read, so the access may have been closed since. */
  readonly unread?: true;
  /** Time since which the access wasn't found, epoch ms. */
  readonly missing?: number;
}

/** `unknown`: true if the platform doesn't find the access to close. */
type ClosingPlan =
  | { readonly plan: Plan }
  | { readonly already: Text }
  | (ClosingProblem & { readonly unknown?: boolean });

async function planClosing(engine: EngineContext, draft: ChangeRequest): Promise<ClosingPlan> {
  const recalled = recall(engine, draft);
  if ('refusal' in recalled) return recalled;
  try {
    const plan = await planNow(engine, recalled);
    if (!isProblem(plan)) return 'already' in plan ? plan : { plan };
    // A component without ports has no names to suggest, so both problems can mean that the port no longer exists.
    return { refusal: problemText(plan), unknown: plan.problem === 'unknown-name' || plan.problem === 'refused' };
  } catch (error) {
    if (error instanceof PlatformError)
      return { refusal: platformErrorText(error), unread: true, unknown: error.kind === 'not-found' };
    throw error;
  }
}

async function tellUnknown({ engine, access, spec, opened }: EndingAccess, closing: ChangeRequest): Promise<void> {
  const again = closing.state === 'unknown' ? closing.run.check?.at : undefined;
  if (again === undefined || opened.access?.again === again) return;
  const tell = opened.access?.unsure !== true && access.tries % tellEvery === 0;
  const what = spec.names(access, opened);
  const event = { event: 'closing-failed', what, why: whyOf(closing), again, tell, unsure: true } as const;
  await applyEvent(engine, access.request, event);
  await tellNotClosed(engine, access.request);
}

/** Schedules a retry of a close. Notifies the channel; if the access is `missing`, only after that is certain. */
async function closeLater(
  { engine, access, spec, opened }: EndingAccess,
  { refusal: why, unread, missing }: ClosingProblem,
): Promise<number | undefined> {
  const { world } = engine.services;
  const isMissing = missing !== undefined;
  const wait = isMissing ? missingFor : backoffMs(access.tries + 1, backoff, world.random);
  const next = { ...access, until: world.now() + wait, tries: access.tries + 1 };
  const tell = !isMissing && access.tries % tellEvery === 0;
  const unsure = isMissing ? true : unread;
  const what = spec.names(access, opened);
  const event = {
    event: 'closing-failed',
    what,
    why,
    again: next.until,
    tell,
    ...defined({ unsure, missing }),
  } as const;
  const applied = await applyEvent(engine, access.request, event, undefined, { temporaryAccess: { put: [next] } });
  if (!isMissing) await tellNotClosed(engine, access.request);
  return applied === 'gone' || changedBy(applied) ? next.until : undefined;
}
