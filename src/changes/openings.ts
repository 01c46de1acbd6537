import * as z from 'zod';
import { placeKey } from '../core/command/context.ts';
import { type Card, componentKeyOf } from '../core/request/change-request.ts';
import type { Transition } from '../core/request/transition.ts';
import type { Commit } from '../store/store.ts';
import type { Due, StoredOpening } from '../store/stored-types.ts';
import type { EngineContext } from './engine-context.ts';
import { dueOf } from './request-commit.ts';

/** One side of a port. */
type Side = 'outer' | 'inner';

/** What the store keeps of an opening beside its closing time: exactly what was opened. */
export const OpeningBody = z.object({
  component: z.string(),
  componentName: z.string(),
  port: z.number(),
  /** The one that matters most: shown in lists. */
  side: z.enum(['outer', 'inner']),
  sides: z.array(z.enum(['outer', 'inner'])),
  /** How often closing came to nothing. */
  tries: z.number(),
});
export type OpeningBody = z.infer<typeof OpeningBody>;

/** What steps say of a port before and after them, as far as openings care. */
const SideState = z.object({
  port: z.number(),
  there: z.boolean(),
  inner: z.boolean().optional(),
  outer: z.boolean().optional(),
});

/** The sides of a port that a card opens, or closes. */
interface Touched {
  readonly port: number;
  readonly opens: readonly Side[];
  readonly closes: readonly Side[];
}

/** What a card does to a port's sides; undefined when it is about something else. */
export function touchedBy(card: Card): Touched | undefined {
  if (card.plan.steps.length === 0) return givenSides(card);
  const moves = card.plan.steps.flatMap((step) => {
    const [before, after] = [SideState.safeParse(step.before).data, SideState.safeParse(step.after).data];
    return before && after ? [{ before, after }] : [];
  });
  const port = moves[0]?.after.port;
  if (port === undefined) return undefined;
  const opens: Side[] = [];
  const closes: Side[] = [];
  for (const { before, after } of moves)
    for (const side of ['inner', 'outer'] as const) {
      // A gateway rule tells of a port that is open before and after it: that opens nothing.
      if (after[side] === true && before[side] !== true) opens.push(side);
      if (after[side] === false || (before.there && !after.there)) closes.push(side);
    }
  return { port, opens, closes };
}

/** A closing time for a port that is open already, or the end of one: such a plan has no step to tell. */
function givenSides(card: Card): Touched | undefined {
  const port = Number(card.given.port?.[0]);
  const opens = card.operation === 'port.open' || card.operation === 'port.until';
  if (!opens || !Number.isInteger(port)) return undefined;
  return { port, opens: [card.given.side?.[0]?.toLowerCase() === 'inner' ? 'inner' : 'outer'], closes: [] };
}

/** What a transition changes about openings: its own, and those that it ends; part of the same commit. */
export async function openingChanges(
  engine: EngineContext,
  transition: Transition,
  now: number,
): Promise<Pick<Commit, 'due' | 'openings'>> {
  const { card } = transition;
  const id = card.opening?.id ?? card.id;
  const finished = card.state === 'done' && transition.lease === 'release';
  const touched = transition.opening === 'put' || finished ? touchedBy(card) : undefined;
  const others = touched && finished ? await othersOf(engine, card, touched) : [];
  const narrowed = touched ? others.flatMap((other) => narrow(card, touched, other)) : [];
  const over = others.filter(({ id }) => !narrowed.some((each) => each.id === id));
  const ended = touched ? endings(card, touched, over, now) : [];
  const gone = [...ended.map(({ body }) => body.opening), ...(transition.opening === 'drop' ? [id] : [])];
  const put: StoredOpening[] = [...narrowed];
  if (touched && transition.opening === 'put') {
    const inherited = ended.length > 0 ? over.flatMap(({ body }) => body.sides) : [];
    put.push(openingOf(card, touched, inherited, await engine.services.store.openings.get(id), now));
  }
  return {
    openings: { put, drop: gone },
    due: {
      put: [...ended, ...put.map((each) => dueOf('close', each.id, each.until)), ...closingEnds(card, now)],
      drop: gone.map((each) => `close ${each}`),
    },
  };
}

/** A closing that ended, well or not: whoever watches the opening looks again at once. */
function closingEnds(card: Card, now: number): readonly Due[] {
  return card.system === true && card.ended === now && card.follows ? [dueOf('close', card.follows.card, now)] : [];
}

type Other = StoredOpening & { readonly body: OpeningBody };

/**
 * Openings of the same port that have a side in common with what this card opens or closes. Outer access needs inner: an
 * inner side that would have to close while this card still holds outer open is among them.
 */
async function othersOf(engine: EngineContext, card: Card, touched: Touched): Promise<readonly Other[]> {
  const all = await engine.services.store.openings.list({ componentKey: componentKeyOf(card) });
  return all.flatMap((opening) => {
    const body = OpeningBody.safeParse(opening.body).data;
    if (!body || body.port !== touched.port || opening.card === card.id) return [];
    if (card.system && card.follows?.card === opening.card) return [];
    const common = body.sides.some((side) => touched.opens.includes(side) || touched.closes.includes(side));
    const outlived = card.opening === undefined || card.opening.until >= opening.until;
    const under = touched.opens.includes('outer') && body.sides.includes('inner') && outlived;
    return common || under ? [{ ...opening, body }] : [];
  });
}

/**
 * An opening of both sides whose inner side this card leaves open longer, or without an end: the outer one keeps its
 * time. Inner access cannot end before outer access does, so a shorter time goes for both.
 */
function narrow(card: Card, { opens }: Touched, { body, ...opening }: Other): readonly StoredOpening[] {
  const left = body.sides.filter((side) => !opens.includes(side));
  const outlives = card.opening === undefined || card.opening.until >= opening.until;
  if (!opens.includes('inner') || !left.includes('outer') || !outlives) return [];
  return [{ ...opening, body: { ...body, side: 'outer', sides: left } }];
}

type Ended = Due & { readonly body: { readonly card: string; readonly opening: string; readonly how: string } };

/** How each of them is over: closed by hand, kept open by an opening without an end, or given a new closing time. */
function endings(card: Card, touched: Touched, others: readonly Other[], now: number): readonly Ended[] {
  const how = touched.opens.length === 0 ? 'by-hand' : card.opening ? 'extended' : 'kept';
  return others
    .filter(({ body }) => how !== 'by-hand' || body.sides.every((side) => touched.closes.includes(side)))
    .map(({ id, card: of }) => ({
      id: `ended ${id}`,
      kind: 'change.ended',
      at: now,
      body: { card: of, opening: id, how },
    }));
}

function openingOf(
  card: Card,
  touched: Touched,
  inherited: readonly Side[],
  before: StoredOpening | undefined,
  now: number,
): StoredOpening {
  const known = OpeningBody.safeParse(before?.body).data;
  const planned = [...new Set([...(known?.sides ?? touched.opens), ...inherited])];
  const sides = card.ended === undefined ? planned : openedOf(card, planned);
  const body: OpeningBody = {
    component: card.plan.component,
    componentName: card.plan.componentName,
    port: touched.port,
    side: sides.includes('outer') ? 'outer' : 'inner',
    sides,
    tries: known?.tries ?? 0,
  };
  return {
    id: card.opening?.id ?? card.id,
    placeKey: placeKey(card.context),
    componentKey: componentKeyOf(card),
    card: card.id,
    by: card.asker.id,
    at: before?.at ?? now,
    until: card.opening?.until ?? now,
    body,
  };
}

/** A plan that stopped half way has opened only what its steps did, or may have done. */
function openedOf(card: Card, sides: readonly Side[]): Side[] {
  if (card.state === 'done') return [...sides];
  const done = card.plan.steps.filter((_, index) => ['done', 'unknown'].includes(card.steps[index]?.state ?? ''));
  const states = done.flatMap((step) => SideState.safeParse(step.after).data ?? []);
  return sides.filter((side) => states.some((state) => state[side] === true));
}
