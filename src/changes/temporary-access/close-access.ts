import { type Context, placeKey } from '../../core/command/context.ts';
import { isProblem } from '../../core/command/problem.ts';
import { type ChangeRequest, isFinal, lockKeysOf, readRequests } from '../../core/request/change-request.ts';
import { mayHaveChanged } from '../../core/request/follow-up.ts';
import { canonical, type Plan } from '../../core/request/plan.ts';
import { needsSettling } from '../../core/request/run-request.ts';
import type { TemporaryAccess, TemporaryAccessSpec, Whereabouts } from '../../core/request/temporary-access.ts';
import { itself, transition } from '../../core/request/transition.ts';
import type { Text } from '../../core/text/text.ts';
import type { Reads } from '../../operations/shared/define.ts';
import { readsOf } from '../../operations/shared/services.ts';
import { PlatformError, unlessPlatformFails } from '../../platform/errors/platform-error.ts';
import { platformErrorText } from '../../questions/answer-request.ts';
import { applyEvent, changedBy, loadRequest, save } from '../apply-event.ts';
import { changeMsg } from '../change-messages.ts';
import type { EngineContext } from '../engine-context.ts';
import { planNow, problemText, recall } from '../verify.ts';
import { nextClosing, temporaryAccessOf } from './access-changes.ts';
import { tellEarlier } from './tell-earlier.ts';

/** The waits before closing is tried again, in ms; the last one goes on. */
const waits = [5_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000] as const;
/** The channel is told at the first failure, and then every so many. */
const tellEvery = 6;
/** How long one closing may wait for its component and run, before a new one is planned, in ms. */
const closingTime = 3_600_000;
/** How soon a closing that runs is looked at again, should it not tell by itself, in ms. */
const lookAgain = 60_000;

/** How long after the first reading without a trace a second one may confirm it, in ms. */
const missingFor = 60_000;

/**
 * Ends temporary access whose time has come, by a request of the bot's own that runs through the same engine.
 * @returns when to look again (epoch ms); undefined when it has ended
 */
export async function closeAccess(engine: EngineContext, id: string): Promise<number | undefined> {
  const { store, world } = engine.services;
  const stored = await store.temporaryAccess.get(id);
  if (!stored) return undefined;
  const opened = (await loadRequest(engine, stored.card))?.request;
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
    hasSent: closing !== undefined && mayHaveChanged(closing),
  };
  if (closing && !isWithdrawn(closing)) {
    if (isClosed(closing)) return endAccess(ending, closing.state === 'done' ? 'closed' : 'elsewhere');
    const next = { ...ending, access: { ...access, tries: access.tries + 1 } };
    if (!isFinal(closing.state)) {
      // Someone pressed Close now since: that doesn't wait for the earlier call to be read back.
      if (closing.state === 'unknown' && access.until > closing.at && access.until <= world.now()) return begin(next);
      await tellUnknown(ending, closing);
      return world.now() + lookAgain;
    }
    const where = await find(ending, closing.context);
    if (where === 'gone') return endAccess(ending, 'elsewhere');
    if (where === 'missing') return lookForAgain(ending);
    if ('no' in where) return closeLater(ending, where.no);
    const isThere = placeKey(where.at) === placeKey(closing.context);
    return isThere ? closeLater(ending, whyOf(closing)) : begin(next, where.at);
  }
  if (access.until > world.now()) return lookBefore(ending);
  // The request that began it is not over yet: it is looked at again when it is. Nothing more is read of one that people
  // have to settle: what it may have opened is closed all the same.
  if (!isFinal(opened.state) && !needsSettling(opened)) return world.now() + lookAgain;
  return begin(closing ? { ...ending, access: { ...access, tries: access.tries + 1 } } : ending);
}

/** What is ended: temporary access, with the request that began it. */
interface EndingAccess {
  readonly engine: EngineContext;
  readonly access: TemporaryAccess;
  readonly spec: TemporaryAccessSpec<Reads>;
  readonly opened: ChangeRequest;
  /** A call was sent that may have closed it. */
  readonly hasSent: boolean;
}

/** Before its time: what was closed elsewhere has ended. @returns when to look again */
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
  // A request that closes it now tells so itself.
  const isBusy = isEnded && (await store.leases.of(lockKeysOf(opened))).length > 0;
  return isEnded && !isBusy ? endAccess(ending, 'elsewhere') : nextClosing(access, world.now());
}

/**
 * The request that ends temporary access now. It follows from what was tried, and nothing has to be saved with it: another
 * process that saves the access meanwhile can't lose it, and beginning twice makes one.
 */
function closingId({ card, tries }: TemporaryAccess): string {
  return `${card}-close-${tries + 1}`;
}

/** The last closing of temporary access, if there is one, and the access with what was tried before it. */
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

/** Done, or closed elsewhere before it ran: then it ended by itself, as what is so already. */
function isClosed({ state, cancelled }: ChangeRequest): boolean {
  return state === 'done' || (state === 'cancelled' && cancelled === undefined);
}

/** Canceled by the bot, since what it closes was to stay open when its turn came. */
function isWithdrawn({ state, cancelled }: ChangeRequest): boolean {
  return state === 'cancelled' && cancelled !== undefined;
}

/**
 * Why a closing that has its component now isn't wanted any more: its end was moved or taken away while it waited, or
 * something else is to be closed. Undefined for everything else.
 */
export async function refuseClosing(engine: EngineContext, request: ChangeRequest): Promise<Text | undefined> {
  if (!request.system || request.follows?.how !== 'close') return undefined;
  const { store, world } = engine.services;
  const access = await store.temporaryAccess.get(request.follows.card);
  const opened = access && (await loadRequest(engine, access.card))?.request;
  const wanted = opened && access.until <= world.now() ? temporaryAccessOf(engine, opened)?.close(access) : undefined;
  const asked = { operation: request.operation, given: request.given };
  return wanted && canonical(wanted) === canonical(asked) ? undefined : changeMsg.closingNotWanted();
}

/** @param how how it has ended; a text: it is lost, and people are asked to do that */
async function endAccess(ending: EndingAccess, how: 'closed' | 'elsewhere' | 'reopened' | { readonly lost: Text }) {
  const { engine, hasSent } = ending;
  const { id, card } = ending.access;
  const { store, world } = engine.services;
  const event =
    typeof how === 'object'
      ? ({ event: 'lost', why: how.lost } as const)
      : how === 'closed' || (how === 'elsewhere' && hasSent)
        ? ({ event: 'closed', how: 'closed', changed: (await changesBy(ending))?.at } as const)
        : ({ event: 'closed', how } as const);
  if (changedBy(await applyEvent(engine, card, event))) await tellEarlier(engine, card);
  // Its request knows already: what another one saved meanwhile goes as well.
  else await store.commit({ at: world.now(), temporaryAccess: { drop: [id] } });
  return undefined;
}

/** How far apart the clocks of the platform and of the bot may be, in ms. */
const clocksDiffer = 30_000;
/** Among so many of the newest requests those are looked for that changed the same component. */
const lookedAt = 200;

/** What others did to what is held since it began; undefined if nothing is known, or a person wants it closed. */
async function changesBy({ engine, access, spec, opened }: EndingAccess) {
  if (opened.access?.by) return undefined;
  const { store } = engine.services;
  const requests = readRequests(await store.requests.recent(lookedAt)).filter(
    ({ plan, started }) => plan.component === opened.plan.component && started !== undefined,
  );
  const isOurs = (at: number) =>
    requests.some(
      ({ started = at, ended = at }) => at >= started - clocksDiffer && at <= Math.max(started, ended) + clocksDiffer,
    );
  return unlessPlatformFails(
    () => spec.changedElsewhere(access, opened.context, readsOf(engine.services), isOurs),
    () => undefined,
  );
}

function whyOf(request: ChangeRequest): Text {
  return request.why ?? request.steps.find((step) => step.why !== undefined)?.why ?? request.plan.title;
}

/**
 * Reads what is open and begins to close it; what cannot be read or planned is tried again.
 * @param at the place that it was found in, if that isn't the request's own
 */
async function begin(ending: EndingAccess, at: Context = ending.opened.context): Promise<number | undefined> {
  const { engine, opened } = ending;
  const draft = closingDraft(ending, at);
  const found = await planClosing(engine, draft);
  if ('already' in found) return endAccess(ending, 'elsewhere');
  if ('no' in found) {
    const where = found.unknown ? await find(ending, at) : found;
    if (where === 'gone') return endAccess(ending, 'elsewhere');
    if (where === 'missing') return lookForAgain(ending);
    if ('no' in where) return closeLater(ending, where.no);
    return placeKey(where.at) === placeKey(at) ? closeLater(ending, found.no) : begin(ending, where.at);
  }
  if (!ending.hasSent && (await changesBy(ending))?.isAgain) return endAccess(ending, 'reopened');
  const now = engine.services.world.now();
  const request: ChangeRequest = {
    ...draft,
    plan: found.plan,
    steps: found.plan.steps.map(() => ({ state: 'waiting' })),
  };
  const made = transition(request, {
    records: [{ kind: 'proposed', who: opened.access?.by ?? itself, details: { how: 'close', follows: opened.id } }],
    timers: [
      { kind: 'run', at: now },
      { kind: 'expire', at: request.expires },
    ],
  });
  const saved = await save(engine, made, 'new', now);
  return saved === 'saved' ? now + lookAgain : now + 1_000;
}

/** Where it is now, or why that can't be read. */
async function find(
  { engine, access, spec }: EndingAccess,
  context: Context,
): Promise<Whereabouts | { readonly no: Text }> {
  try {
    return await spec.find(access, context, readsOf(engine.services), engine.searchTurn);
  } catch (error) {
    if (error instanceof PlatformError) return { no: platformErrorText(error) };
    throw error;
  }
}

/** It was found nowhere: people are asked once a second look, a while later, has found nothing either. */
async function lookForAgain(ending: EndingAccess): Promise<number | undefined> {
  const { engine, access, spec, opened } = ending;
  const { missing } = opened.access ?? {};
  const now = engine.services.world.now();
  if (missing !== undefined && now - missing >= missingFor) return endAccess(ending, { lost: spec.lost(access) });
  return closeLater(ending, spec.lost(access), { since: missing ?? now });
}

/** The closing as a request of the bot's own. */
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
    asker: { ...opened.asker, id: itself.id, name: itself.name },
    context,
    risk: 'change',
    system: true,
    channel: opened.channel,
    plan: opened.plan,
    ruling: {
      need: 'run',
      from: 'asker',
      users: [],
      groups: [],
      count: 0,
      rule: 'default',
      expiry: closingTime,
      maxOpen: opened.ruling.maxOpen,
    },
    approvals: [],
    steps: [],
    at: now,
    expires: now + closingTime,
    follows: { card: opened.id, how: 'close' },
  };
}

/** `unknown`: the platform does not find what would be closed. */
type ClosingPlan =
  | { readonly plan: Plan }
  | { readonly already: Text }
  | { readonly no: Text; readonly unknown?: boolean };

async function planClosing(engine: EngineContext, draft: ChangeRequest): Promise<ClosingPlan> {
  const recalled = recall(engine, draft);
  if ('no' in recalled) return recalled;
  try {
    const plan = await planNow(engine, recalled);
    if (!isProblem(plan)) return 'already' in plan ? plan : { plan };
    // The last port of a component that went leaves no names to offer: both problems can mean that it is gone.
    return { no: problemText(plan), unknown: plan.problem === 'unknown-name' || plan.problem === 'refused' };
  } catch (error) {
    if (error instanceof PlatformError) return { no: platformErrorText(error), unknown: error.kind === 'not-found' };
    throw error;
  }
}

/** Whether it is closed is not known yet: said once, and the card shows when it is read again. */
async function tellUnknown(
  { engine, access, opened: { access: shown } }: EndingAccess,
  closing: ChangeRequest,
): Promise<void> {
  const again = closing.state === 'unknown' ? closing.check?.at : undefined;
  if (again === undefined || shown?.again === again) return;
  const tell = shown?.unsure !== true && access.tries % tellEvery === 0;
  const event = { event: 'closing-failed', why: whyOf(closing), again, tell, unsure: true } as const;
  await applyEvent(engine, access.card, event);
}

/**
 * Closing came to nothing: it is read and tried again, and the channel knows.
 * @param missing it wasn't found, since when: whether it is open isn't known, and the channel is told when that is certain
 */
async function closeLater(
  { engine, access }: EndingAccess,
  why: Text,
  missing?: { readonly since: number },
): Promise<number | undefined> {
  const now = engine.services.world.now();
  const wait = missing ? missingFor : (waits[Math.min(access.tries, waits.length - 1)] ?? lookAgain);
  const next = { ...access, until: now + wait, tries: access.tries + 1 };
  const tell = !missing && access.tries % tellEvery === 0;
  const unsure = missing ? { unsure: true as const, missing: missing.since } : {};
  const event = { event: 'closing-failed', why, again: next.until, tell, ...unsure } as const;
  const told = await applyEvent(engine, access.card, event, undefined, { temporaryAccess: { put: [next] } });
  return told === 'gone' || changedBy(told) ? next.until : undefined;
}
