import { isProblem } from '../../core/command/problem.ts';
import type { ChangeRequest } from '../../core/request/change-request.ts';
import type { Hold, TemporaryAccessSpec } from '../../core/request/hold.ts';
import type { Plan } from '../../core/request/plan.ts';
import { itself, transition } from '../../core/request/transition.ts';
import type { Text } from '../../core/text/text.ts';
import type { Reads } from '../../operations/shared/define.ts';
import { readsOf } from '../../operations/shared/services.ts';
import { PlatformError } from '../../platform/errors/platform-error.ts';
import { platformErrorText } from '../../questions/answer-request.ts';
import { applyEvent, changedBy, loadCard, save } from '../apply-event.ts';
import type { EngineContext } from '../engine-context.ts';
import { planNow, problemText, recall } from '../verify.ts';
import { temporaryAccessOf } from './hold-changes.ts';
import { tellEarlier } from './tell-earlier.ts';

/** The waits before closing is tried again, in ms; the last one goes on. */
const waits = [5_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000] as const;
/** The channel is told at the first failure, and then every so many. */
const tellEvery = 6;
/** How long one closing may wait for its component and run, before a new one is planned, in ms. */
const closingTime = 3_600_000;
/** How soon a closing that runs is looked at again, should it not tell by itself, in ms. */
const lookAgain = 60_000;

/**
 * Ends temporary access whose time has come, by a request of the bot's own that runs through the same engine.
 * @returns when to look again (epoch ms); undefined when it has ended
 */
export async function closeHold(engine: EngineContext, id: string): Promise<number | undefined> {
  const { store, world } = engine.services;
  const hold = await store.holds.get(id);
  if (!hold) return undefined;
  const opened = await loadCard(engine, hold.card);
  const access = opened && temporaryAccessOf(engine, opened.card);
  if (!opened || !access) return undefined;
  const closing = await loadCard(engine, closingId(hold));
  if (closing && isClosed(closing.card)) return endHold(engine, hold);
  if (closing?.card.state === 'unknown') await tellUnknown(engine, hold, opened.card, closing.card);
  if (closing && ['approved', 'running', 'unknown'].includes(closing.card.state)) return world.now() + lookAgain;
  if (closing) {
    const gone = await access.isGone(hold, closing.card.context, readsOf(engine.services));
    return gone ? endHold(engine, hold) : closeLater(engine, hold, whyOf(closing.card));
  }
  if (hold.until > world.now()) return hold.until;
  // The request that began it is not over yet: it is looked at again when it is.
  if (['approved', 'running', 'unknown'].includes(opened.card.state)) return world.now() + lookAgain;
  return beginClosing(engine, hold, access, opened.card);
}

/**
 * The request that ends a hold now. It follows from what was tried, and nothing has to be saved with it: another
 * process that saves the hold meanwhile can't lose it, and beginning twice makes one.
 */
function closingId({ card, tries }: Hold): string {
  return `${card}-close-${tries + 1}`;
}

/** Done, or closed elsewhere before it ran: then it ended by itself, as what is so already. */
function isClosed({ state, cancelled }: ChangeRequest): boolean {
  return state === 'done' || (state === 'cancelled' && cancelled === undefined);
}

async function endHold(engine: EngineContext, { id, card }: Hold): Promise<undefined> {
  const { store, world } = engine.services;
  if (changedBy(await applyEvent(engine, card, { event: 'closed', how: 'closed' }))) await tellEarlier(engine, card);
  // Its request knows already, or is not there any more: what another one saved meanwhile goes as well.
  else await store.commit({ at: world.now(), holds: { drop: [id] } });
}

function whyOf(card: ChangeRequest): Text {
  return card.why ?? card.steps.find((step) => step.why !== undefined)?.why ?? card.plan.title;
}

/** Reads what is open and begins to close it; what cannot be read or planned is tried again. */
async function beginClosing(
  engine: EngineContext,
  hold: Hold,
  access: TemporaryAccessSpec<Reads>,
  opened: ChangeRequest,
): Promise<number | undefined> {
  const draft = closingDraft(engine, hold, access, opened);
  const found = await planClosing(engine, draft);
  if ('already' in found) return endHold(engine, hold);
  if ('no' in found) {
    const gone = found.unknown && (await access.isGone(hold, draft.context, readsOf(engine.services)));
    return gone ? endHold(engine, hold) : closeLater(engine, hold, found.no);
  }
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

/** The closing as a request of the bot's own. */
function closingDraft(
  engine: EngineContext,
  hold: Hold,
  access: TemporaryAccessSpec<Reads>,
  opened: ChangeRequest,
): ChangeRequest {
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
    context: opened.context,
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
  engine: EngineContext,
  hold: Hold,
  { timed }: ChangeRequest,
  closing: ChangeRequest,
): Promise<void> {
  const again = closing.check?.at;
  if (again === undefined || timed?.again === again) return;
  const tell = timed?.unsure !== true && hold.tries % tellEvery === 0;
  const event = { event: 'closing-failed', why: whyOf(closing), again, tell, unsure: true } as const;
  await applyEvent(engine, hold.card, event);
}

/** Closing came to nothing: it is read and tried again, and the channel knows. */
async function closeLater(engine: EngineContext, hold: Hold, why: Text): Promise<number | undefined> {
  const now = engine.services.world.now();
  const wait = waits[Math.min(hold.tries, waits.length - 1)] ?? lookAgain;
  const next = { ...hold, until: now + wait, tries: hold.tries + 1 };
  const event = { event: 'closing-failed', why, again: next.until, tell: hold.tries % tellEvery === 0 } as const;
  const told = await applyEvent(engine, hold.card, event, undefined, { holds: { put: [next] } });
  if (told !== 'gone') return changedBy(told) ? next.until : undefined;
  // The request that opened it is not there to be told: what is open is closed all the same.
  await engine.services.store.commit({ at: now, holds: { put: [next] } });
  return next.until;
}
