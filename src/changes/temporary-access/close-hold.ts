import { type Context, placeKey } from '../../core/command/context.ts';
import { isProblem } from '../../core/command/problem.ts';
import { type ChangeRequest, isFinal, lockKeysOf, readRequests } from '../../core/request/change-request.ts';
import { mayHaveChanged } from '../../core/request/follow-up.ts';
import type { Hold, TemporaryAccessSpec, Whereabouts } from '../../core/request/hold.ts';
import { canonical, type Plan } from '../../core/request/plan.ts';
import { needsSettling } from '../../core/request/run-request.ts';
import { itself, transition } from '../../core/request/transition.ts';
import type { Text } from '../../core/text/text.ts';
import type { Reads } from '../../operations/shared/define.ts';
import { readsOf } from '../../operations/shared/services.ts';
import { PlatformError, unlessPlatformFails } from '../../platform/errors/platform-error.ts';
import { platformErrorText } from '../../questions/answer-request.ts';
import { applyEvent, changedBy, loadCard, save } from '../apply-event.ts';
import { changeMsg } from '../change-messages.ts';
import type { EngineContext } from '../engine-context.ts';
import { planNow, problemText, recall } from '../verify.ts';
import { nextLook, temporaryAccessOf } from './hold-changes.ts';
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
export async function closeHold(engine: EngineContext, id: string): Promise<number | undefined> {
  const { store, world } = engine.services;
  const stored = await store.holds.get(id);
  if (!stored) return undefined;
  const opened = (await loadCard(engine, stored.card))?.card;
  const access = opened && temporaryAccessOf(engine, opened);
  if (!opened || !access) {
    world.log.error('temporary access can’t be closed without the request that opened it', { hold: id, by: stored.by });
    return world.now() + lookAgain;
  }
  const { hold, closing } = await newestClosing(engine, stored);
  const ending: EndedHold = { engine, hold, access, opened, hasSent: closing !== undefined && mayHaveChanged(closing) };
  if (closing && !isWithdrawn(closing)) {
    if (isClosed(closing)) return endHold(ending, closing.state === 'done' ? 'closed' : 'elsewhere');
    const next = { ...ending, hold: { ...hold, tries: hold.tries + 1 } };
    if (!isFinal(closing.state)) {
      // Someone pressed Close now since: that doesn't wait for the earlier call to be read back.
      if (closing.state === 'unknown' && hold.until > closing.at && hold.until <= world.now()) return begin(next);
      await tellUnknown(ending, closing);
      return world.now() + lookAgain;
    }
    const where = await find(ending, closing.context);
    if (where === 'gone') return endHold(ending, 'elsewhere');
    if (where === 'missing') return lookForAgain(ending);
    if ('no' in where) return closeLater(ending, where.no);
    const isThere = placeKey(where.at) === placeKey(closing.context);
    return isThere ? closeLater(ending, whyOf(closing)) : begin(next, where.at);
  }
  if (hold.until > world.now()) return lookBefore(ending);
  // The request that began it is not over yet: it is looked at again when it is. Nothing more is read of one that people
  // have to settle: what it may have opened is closed all the same.
  if (!isFinal(opened.state) && !needsSettling(opened)) return world.now() + lookAgain;
  return begin(closing ? { ...ending, hold: { ...hold, tries: hold.tries + 1 } } : ending);
}

/** What is ended: a hold, with the request that began it. */
interface EndedHold {
  readonly engine: EngineContext;
  readonly hold: Hold;
  readonly access: TemporaryAccessSpec<Reads>;
  readonly opened: ChangeRequest;
  /** A call was sent that may have closed it. */
  readonly hasSent: boolean;
}

/** Before its time: what was closed elsewhere has ended. @returns when to look again */
async function lookBefore(ending: EndedHold): Promise<number | undefined> {
  const { engine, hold, access, opened } = ending;
  const { world, store } = engine.services;
  const reads = readsOf(engine.services);
  const isEnded =
    isFinal(opened.state) &&
    (await unlessPlatformFails(
      () => access.isEnded(hold, opened.context, reads),
      () => undefined,
    )) === true;
  // A request that closes it now tells so itself.
  const isBusy = isEnded && (await store.leases.of(lockKeysOf(opened))).length > 0;
  return isEnded && !isBusy ? endHold(ending, 'elsewhere') : nextLook(hold, world.now());
}

/**
 * The request that ends a hold now. It follows from what was tried, and nothing has to be saved with it: another
 * process that saves the hold meanwhile can't lose it, and beginning twice makes one.
 */
function closingId({ card, tries }: Hold): string {
  return `${card}-close-${tries + 1}`;
}

/** The last closing of a hold, if there is one, and the hold with what was tried before it. */
async function newestClosing(engine: EngineContext, stored: Hold) {
  let hold = stored;
  let closing = (await loadCard(engine, closingId(hold)))?.card;
  for (;;) {
    const next = { ...hold, tries: hold.tries + 1 };
    const later = closing && (await loadCard(engine, closingId(next)))?.card;
    if (!later) return { hold, closing };
    hold = next;
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
export async function refuseClosing(engine: EngineContext, card: ChangeRequest): Promise<Text | undefined> {
  if (!card.system || card.follows?.how !== 'close') return undefined;
  const { store, world } = engine.services;
  const hold = await store.holds.get(card.follows.card);
  const opened = hold && (await loadCard(engine, hold.card))?.card;
  const wanted = opened && hold.until <= world.now() ? temporaryAccessOf(engine, opened)?.close(hold) : undefined;
  const asked = { operation: card.operation, given: card.given };
  return wanted && canonical(wanted) === canonical(asked) ? undefined : changeMsg.closingNotWanted();
}

/** @param how how it has ended; a text: it is lost, and people are asked to do that */
async function endHold(ending: EndedHold, how: 'closed' | 'elsewhere' | 'reopened' | { readonly lost: Text }) {
  const { engine, hasSent } = ending;
  const { id, card } = ending.hold;
  const { store, world } = engine.services;
  const event =
    typeof how === 'object'
      ? ({ event: 'lost', why: how.lost } as const)
      : how === 'closed' || (how === 'elsewhere' && hasSent)
        ? ({ event: 'closed', how: 'closed', changed: (await changesBy(ending))?.at } as const)
        : ({ event: 'closed', how } as const);
  if (changedBy(await applyEvent(engine, card, event))) await tellEarlier(engine, card);
  // Its request knows already: what another one saved meanwhile goes as well.
  else await store.commit({ at: world.now(), holds: { drop: [id] } });
  return undefined;
}

/** How far apart the clocks of the platform and of the bot may be, in ms. */
const clocksDiffer = 30_000;
/** Among so many of the newest requests those are looked for that changed the same component. */
const lookedAt = 200;

/** What others did to what is held since it began; undefined if nothing is known, or a person wants it closed. */
async function changesBy({ engine, hold, access, opened }: EndedHold) {
  if (opened.timed?.by) return undefined;
  const { store } = engine.services;
  const requests = readRequests(await store.cards.recent(lookedAt)).filter(
    ({ plan, started }) => plan.component === opened.plan.component && started !== undefined,
  );
  const isOurs = (at: number) =>
    requests.some(
      ({ started = at, ended = at }) => at >= started - clocksDiffer && at <= Math.max(started, ended) + clocksDiffer,
    );
  return unlessPlatformFails(
    () => access.changedElsewhere(hold, opened.context, readsOf(engine.services), isOurs),
    () => undefined,
  );
}

function whyOf(card: ChangeRequest): Text {
  return card.why ?? card.steps.find((step) => step.why !== undefined)?.why ?? card.plan.title;
}

/**
 * Reads what is open and begins to close it; what cannot be read or planned is tried again.
 * @param at the place that it was found in, if that isn't the request's own
 */
async function begin(ending: EndedHold, at: Context = ending.opened.context): Promise<number | undefined> {
  const { engine, opened } = ending;
  const draft = closingDraft(ending, at);
  const found = await planClosing(engine, draft);
  if ('already' in found) return endHold(ending, 'elsewhere');
  if ('no' in found) {
    const where = found.unknown ? await find(ending, at) : found;
    if (where === 'gone') return endHold(ending, 'elsewhere');
    if (where === 'missing') return lookForAgain(ending);
    if ('no' in where) return closeLater(ending, where.no);
    return placeKey(where.at) === placeKey(at) ? closeLater(ending, found.no) : begin(ending, where.at);
  }
  if (!ending.hasSent && (await changesBy(ending))?.isAgain) return endHold(ending, 'reopened');
  const now = engine.services.world.now();
  const card: ChangeRequest = { ...draft, plan: found.plan, steps: found.plan.steps.map(() => ({ state: 'waiting' })) };
  const made = transition(card, {
    records: [{ kind: 'proposed', who: opened.timed?.by ?? itself, details: { how: 'close', follows: opened.id } }],
    timers: [
      { kind: 'run', at: now },
      { kind: 'expire', at: card.expires },
    ],
  });
  const saved = await save(engine, made, 'new', now);
  return saved === 'saved' ? now + lookAgain : now + 1_000;
}

/** Where it is now, or why that can't be read. */
async function find(
  { engine, hold, access }: EndedHold,
  context: Context,
): Promise<Whereabouts | { readonly no: Text }> {
  try {
    return await access.find(hold, context, readsOf(engine.services), engine.searchTurn);
  } catch (error) {
    if (error instanceof PlatformError) return { no: platformErrorText(error) };
    throw error;
  }
}

/** It was found nowhere: people are asked once a second look, a while later, has found nothing either. */
async function lookForAgain(ending: EndedHold): Promise<number | undefined> {
  const { engine, hold, access, opened } = ending;
  const { missing } = opened.timed ?? {};
  const now = engine.services.world.now();
  if (missing !== undefined && now - missing >= missingFor) return endHold(ending, { lost: access.lost(hold) });
  return closeLater(ending, access.lost(hold), { since: missing ?? now });
}

/** The closing as a request of the bot's own. */
function closingDraft({ engine, hold, access, opened }: EndedHold, context: Context): ChangeRequest {
  const now = engine.services.world.now();
  const { operation, given } = access.close(hold);
  return {
    v: 1,
    id: closingId(hold),
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
async function tellUnknown({ engine, hold, opened: { timed } }: EndedHold, closing: ChangeRequest): Promise<void> {
  const again = closing.state === 'unknown' ? closing.check?.at : undefined;
  if (again === undefined || timed?.again === again) return;
  const tell = timed?.unsure !== true && hold.tries % tellEvery === 0;
  const event = { event: 'closing-failed', why: whyOf(closing), again, tell, unsure: true } as const;
  await applyEvent(engine, hold.card, event);
}

/**
 * Closing came to nothing: it is read and tried again, and the channel knows.
 * @param missing it wasn't found, since when: whether it is open isn't known, and the channel is told when that is certain
 */
async function closeLater(
  { engine, hold }: EndedHold,
  why: Text,
  missing?: { readonly since: number },
): Promise<number | undefined> {
  const now = engine.services.world.now();
  const wait = missing ? missingFor : (waits[Math.min(hold.tries, waits.length - 1)] ?? lookAgain);
  const next = { ...hold, until: now + wait, tries: hold.tries + 1 };
  const tell = !missing && hold.tries % tellEvery === 0;
  const unsure = missing ? { unsure: true as const, missing: missing.since } : {};
  const event = { event: 'closing-failed', why, again: next.until, tell, ...unsure } as const;
  const told = await applyEvent(engine, hold.card, event, undefined, { holds: { put: [next] } });
  return told === 'gone' || changedBy(told) ? next.until : undefined;
}
