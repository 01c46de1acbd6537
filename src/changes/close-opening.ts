import type { RawArgs } from '../core/command/params.ts';
import { isProblem, type Problem } from '../core/command/problem.ts';
import type { Card } from '../core/request/change-request.ts';
import type { Plan } from '../core/request/plan.ts';
import { itself, transition } from '../core/request/transition.ts';
import type { Text } from '../core/text/text.ts';
import { readsOf } from '../operations/shared/services.ts';
import { PlatformError } from '../platform/errors/platform-error.ts';
import type { Reason } from '../platform/errors/reasons.ts';
import { platformErrorText } from '../questions/ask.ts';
import type { StoredOpening } from '../store/stored-types.ts';
import { applyEvent, loadCard, save } from './apply-event.ts';
import type { EngineContext } from './engine-context.ts';
import { OpeningBody } from './openings.ts';
import { problemText, recall } from './verify.ts';

/** The waits before closing is tried again, in ms; the last one goes on. */
const waits = [30_000, 60_000, 120_000, 300_000, 600_000] as const;
/** The channel is told at the first failure, and then every so many. */
const tellEvery = 6;
/** How long one closing may wait for its component and run, before a new one is planned, in ms. */
const closingTime = 3_600_000;
/** How soon a closing that runs is looked at again, should it not tell by itself, in ms. */
const lookAgain = 60_000;

/**
 * Closes what was opened for a while, when its time has come: a request of the bot's own, run by the same machinery.
 * @returns when to come again; undefined when it is over
 */
export async function closeOpening(engine: EngineContext, id: string): Promise<number | undefined> {
  const { store, world } = engine.services;
  const opening = await store.openings.get(id);
  const body = OpeningBody.safeParse(opening?.body).data;
  if (!opening || !body) return undefined;
  const closing = await loadCard(engine, closingId(opening, body));
  if (closing && isClosed(closing.card)) return over(engine, opening);
  if (closing && ['approved', 'running', 'unknown'].includes(closing.card.state)) return world.now() + lookAgain;
  if (closing) {
    const gone = await isGone(engine, closing.card.context, body);
    return gone ? over(engine, opening) : failed(engine, opening, body, whyOf(closing.card));
  }
  if (opening.until > world.now()) return opening.until;
  const opened = await loadCard(engine, opening.card);
  if (!opened) return undefined;
  // The opening itself is not over yet: it looks again when it is.
  if (['approved', 'running', 'unknown'].includes(opened.card.state)) return world.now() + lookAgain;
  return begin(engine, opening, body, opened.card);
}

/**
 * The request that closes an opening now. It follows from what was tried, and nothing has to be written down with it:
 * whoever saves the opening meanwhile cannot lose it, and beginning twice makes one.
 */
function closingId({ card }: StoredOpening, { tries }: OpeningBody): string {
  return `${card}-close-${tries + 1}`;
}

/** Done, or closed elsewhere before it ran: then it ended by itself, as what is so already. */
function isClosed({ state, cancelled }: Card): boolean {
  return state === 'done' || (state === 'cancelled' && cancelled === undefined);
}

async function over(engine: EngineContext, { id, card }: StoredOpening): Promise<undefined> {
  const told = await applyEvent(engine, card, { event: 'closed', how: 'closed' });
  if (typeof told === 'object' && 'card' in told) return undefined;
  // Its request knows already, or is not there any more: what another one saved meanwhile goes as well.
  await engine.services.store.commit({ at: engine.services.world.now(), openings: { drop: [id] } });
  return undefined;
}

function whyOf(card: Card): Text {
  return card.why ?? card.steps.find((step) => step.why !== undefined)?.why ?? card.plan.title;
}

/** Reads what is open and begins to close it; what cannot be read or planned is tried again. */
async function begin(
  engine: EngineContext,
  opening: StoredOpening,
  body: OpeningBody,
  opened: Card,
): Promise<number | undefined> {
  const draft = draftOf(engine, closingId(opening, body), body, opened);
  const found = await planClosing(engine, draft);
  if ('already' in found) return over(engine, opening);
  if ('no' in found) {
    const gone = found.unknown && (await isGone(engine, draft.context, body));
    return gone ? over(engine, opening) : failed(engine, opening, body, found.no);
  }
  const now = engine.services.world.now();
  const card: Card = { ...draft, plan: found.plan, steps: found.plan.steps.map(() => ({ state: 'waiting' })) };
  const made = transition(card, {
    records: [{ kind: 'proposed', who: itself, details: { how: 'close', follows: opened.id } }],
    timers: [
      { kind: 'run', at: now },
      { kind: 'expire', at: card.expires },
    ],
  });
  const saved = await save(engine, made, 'new', now);
  return saved === 'saved' ? now + lookAgain : now + 1_000;
}

/** The closing as a request of the bot's own. */
function draftOf(engine: EngineContext, id: string, body: OpeningBody, opened: Card): Card {
  const now = engine.services.world.now();
  const both = body.sides.length > 1;
  const given: RawArgs = {
    component: [body.component],
    port: [String(body.port)],
    ...(both ? { both: ['yes'] } : { side: [...body.sides] }),
  };
  return {
    v: 1,
    id,
    revision: 1,
    state: 'approved',
    operation: 'port.close',
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
type Found = { readonly plan: Plan } | { readonly already: Text } | { readonly no: Text; readonly unknown?: boolean };

async function planClosing(engine: EngineContext, draft: Card): Promise<Found> {
  const recalled = recall(engine, draft);
  if ('no' in recalled) return recalled;
  const { operation, args, ask } = recalled;
  try {
    const facts = await operation.gather(args, ask, readsOf(engine.services));
    if (isProblem(facts)) return cannot(facts);
    const plan = operation.plan(args, facts, ask);
    if (isProblem(plan)) return cannot(plan);
    return 'already' in plan ? plan : { plan };
  } catch (error) {
    if (error instanceof PlatformError) return { no: platformErrorText(error), unknown: error.kind === 'not-found' };
    throw error;
  }
}

/** The last port of a component that went leaves no names to offer: both problems can mean that it is gone. */
function cannot(problem: Problem): Found {
  return { no: problemText(problem), unknown: problem.problem === 'unknown-name' || problem.problem === 'refused' };
}

/** What the platform says of a component that is not there, or no longer in its app (platform facts 2). */
const goneReasons: ReadonlySet<Reason> = new Set(['no-such-app', 'no-such-component', 'component-not-in-app']);

/**
 * Whether the platform says for certain that what was opened is not there any more: nothing is open then. A reading
 * that fails, or an answer of something before the platform, says nothing.
 */
async function isGone(engine: EngineContext, context: Card['context'], body: OpeningBody): Promise<boolean> {
  const { team, region, app } = context;
  try {
    const ports = await engine.services.platform.listPorts({ team, region, app, service: body.component });
    return !ports.some(({ containerPort }) => containerPort === body.port);
  } catch (error) {
    if (error instanceof PlatformError) return error.reason !== undefined && goneReasons.has(error.reason);
    throw error;
  }
}

/** Closing came to nothing: it is read and tried again, and the channel knows. */
async function failed(
  engine: EngineContext,
  opening: StoredOpening,
  body: OpeningBody,
  why: Text,
): Promise<number | undefined> {
  const now = engine.services.world.now();
  const wait = waits[Math.min(body.tries, waits.length - 1)] ?? lookAgain;
  const next = { ...opening, until: now + wait, body: { ...body, tries: body.tries + 1 } };
  const event = { event: 'closing-failed', why, again: next.until, tell: body.tries % tellEvery === 0 } as const;
  const told = await applyEvent(engine, opening.card, event, undefined, { openings: { put: [next] } });
  if (told !== 'gone') return typeof told === 'object' && 'card' in told ? next.until : undefined;
  // The request that opened it is not there to be told: what is open is closed all the same.
  await engine.services.store.commit({ at: now, openings: { put: [next] } });
  return next.until;
}
