import * as z from 'zod';
import { defined } from '../core/defined.ts';
import { type ChangeRequest, isFinal } from '../core/request/change-request.ts';
import { OfferedRequest, StoredText } from '../core/request/plan.ts';
import type { Tell } from '../core/request/transition.ts';
import type { Text } from '../core/text/text.ts';
import { createClaims, type Held } from '../store/claims.ts';
import type { Claimed, Outgoing } from '../store/stored-types.ts';
import { applyEvent, changedBy, loadCard } from './apply-event.ts';
import { approversElsewhere } from './approvers.ts';
import { changeMsg } from './change-messages.ts';
import type { EngineContext } from './engine-context.ts';
import { tellLog } from './events/tell-log.ts';
import type { NotifyResult } from './notifier.ts';
import { firstKinds, longKinds, tellKinds } from './request-commit.ts';

/** How many messages are on their way at a time, of all kinds; of one card only ever one. */
const atOnce = 8;
/**
 * How many of the kinds from one on: first messages may take every place, so that a slow Slack or platform leaves
 * some for people who ask for a new card.
 */
const places = [
  { kinds: firstKinds, most: atOnce },
  { kinds: tellKinds.filter((kind) => !firstKinds.includes(kind) && !longKinds.includes(kind)), most: 6 },
  { kinds: longKinds, most: 2 },
];
/** After so many refusals without a known reason a message goes to the asker directly, or is given up. */
const enough = 6;
/** What someone has to fix in Slack first, such as a revoked token, is tried so often: for about two hours. */
const enoughForFix = 30;
/** How long the requester's command waits for the card's first message, in ms. */
const firstWait = 8_000;
/** How soon it looks whether another replica has sent that, in ms: twice as long each time, up to the longest. */
const [firstLook, longestLook] = [100, 1_000];
const drawnKept = 5_000;
/** How often a chart of before and after is tried where monitoring doesn't answer, and how far apart, in ms. */
const chartTries = 5;
const chartWait = 60_000;

/** What is kept of a message to people until it is sent. */
export const StoredTell = z.discriminatedUnion('tell', [
  z.object({ tell: z.literal('card') }),
  z.object({
    tell: z.literal('note'),
    text: StoredText,
    mention: z.enum(['asker', 'deciders']).exactOptional(),
    broadcast: z.literal(true).exactOptional(),
    incident: z.string().exactOptional(),
    offer: z.union([z.literal('undo'), OfferedRequest]).exactOptional(),
  }),
  z.object({ tell: z.literal('direct'), user: z.string(), text: StoredText }),
  z.object({ tell: z.literal('approvers'), text: StoredText }),
  z.object({ tell: z.literal('evidence'), after: z.literal(true).exactOptional() }),
  z.object({
    tell: z.literal('log'),
    component: z.string(),
    name: z.string(),
    event: z.string(),
    timedOut: z.literal(true).exactOptional(),
  }),
]) satisfies z.ZodType<Tell>;
const Body = z.object({ card: z.string(), tell: StoredTell });

/** The outbox: every message to people, kept until it was sent. */
export interface Outbox extends Pick<EngineContext, 'expectFirst'> {
  /** Begins to send what waits, as much as may be on its way; the rest follows by itself. */
  wake(): Promise<void>;
  /** Sends what waits; resolves when nothing more can be sent now. */
  deliver(): Promise<void>;
  /** Takes nothing more, and renews no claim any more. */
  stop(): void;
}

/** What is to be done with a row after an attempt: finished, or again after so many ms. */
type After = 'finished' | number;

export function createOutbox(engine: EngineContext): Outbox {
  const claims = createClaims(engine.services.world, engine.services.store.outbox, engine.holder);
  const waiting = new Map<string, (refusal: Text | undefined) => void>();
  const settle: Settle = (card, refusal) => {
    const waits = waiting.get(card);
    waits?.(refusal);
    return waits !== undefined;
  };

  /** What is on its way, with the index of its kind in `places`. */
  const sending = new Map<Promise<void>, number>();
  let taking: Promise<void> | undefined;
  let isMore = false;
  let isStopped = false;

  /** A kind has what its own limit leaves, and those of the kinds before it, which count it too. */
  function roomFor(index: number): number {
    const taken = [...sending.values()];
    const left = places.slice(0, index + 1).map(({ most }, from) => most - taken.filter((each) => each >= from).length);
    return Math.min(...left);
  }

  /** Takes what there is room for; one at a time, or several would each take as much. */
  async function takeRows(): Promise<void> {
    const { store, world } = engine.services;
    try {
      while (isMore && !isStopped) {
        isMore = false;
        const next = await store.outbox.next(tellKinds);
        if (next === undefined || next > world.now()) continue;
        for (const [index, { kinds }] of places.entries())
          for (const held of await claims.take(kinds, roomFor(index))) sendRow(held, index);
      }
    } finally {
      taking = undefined;
    }
  }

  function sendRow(held: Held<Outgoing>, place: number): void {
    const sent: Promise<void> = deliverRow(engine, held, settle)
      .catch((error: unknown) =>
        engine.services.world.log.error('a message was not settled', { row: held.row.id, error }),
      )
      .finally(() => {
        held.letGo();
        sending.delete(sent);
        engine.background('deliver', wake);
      });
    sending.set(sent, place);
    engine.background('telling', () => sent);
  }

  function wake(): Promise<void> {
    isMore = true;
    taking ??= takeRows();
    return taking;
  }

  async function deliver(): Promise<void> {
    await wake();
    while (sending.size > 0) {
      await Promise.race(sending.keys());
      await wake();
    }
  }

  return {
    wake,
    deliver,
    stop() {
      isStopped = true;
      claims.stop();
    },
    expectFirst(card) {
      const { promise: first, resolve } = Promise.withResolvers<Text | undefined>();
      waiting.set(card, resolve);
      const forget = () => waiting.delete(card);
      return {
        forget,
        async outcome() {
          const late = new AbortController();
          try {
            engine.background('deliver', wake);
            return await Promise.race([first, sentElsewhere(engine, card, late.signal)]);
          } finally {
            late.abort();
            forget();
          }
        },
      };
    },
  };
}

/**
 * Another replica may take the first message and send it: only what is stored tells.
 * @returns why it was refused; undefined where it was sent, or where nothing is known when the time is over
 */
async function sentElsewhere(engine: EngineContext, id: string, over: AbortSignal): Promise<Text | undefined> {
  const { world } = engine.services;
  const until = world.now() + firstWait;
  for (let look = firstLook; world.now() < until; look = Math.min(2 * look, longestLook)) {
    await world.wait(Math.min(look, until - world.now()), over);
    if (over.aborted) break;
    const found = await loadCard(engine, id).catch((error: unknown) =>
      world.log.debug('a card was not read while its first message is waited for', { card: id, error }),
    );
    const card = found?.card;
    if (card?.ts !== undefined) return undefined;
    if (card?.state === 'cancelled') return card.why;
  }
  return undefined;
}

/** Passes on the result of a card's first message to the command that waits for it; false when none does (any more). */
type Settle = (card: string, refusal: Text | undefined) => boolean;

async function deliverRow(engine: EngineContext, held: Held<Outgoing>, settle: Settle): Promise<void> {
  const after = held.holds() ? await tellRow(engine, held.row, settle) : 0;
  await held.release(after === 'finished' ? undefined : engine.services.world.now() + after);
}

async function tellRow(engine: EngineContext, row: Claimed<Outgoing>, settle: Settle): Promise<After> {
  const { data } = Body.safeParse(row.body);
  const found = data && (await loadCard(engine, data.card));
  if (!data || !found) return 'finished';
  try {
    const { tell } = data;
    if (tell.tell === 'card') return await tellCard(engine, row, found.card, found.version, settle);
    if (tell.tell === 'note') return await tellNote(engine, row, found.card, tell);
    if (tell.tell === 'direct') return afterTold(await tellDirect(engine, found.card, tell.user, tell.text), row);
    if (tell.tell === 'approvers') return await tellApprovers(engine, row, found.card, tell.text);
    if (tell.tell === 'log') return afterTold(await tellLog(engine, found.card, tell), row);
    return await tellChart(engine, row, found.card, tell.after ? 'after' : 'before');
  } catch (error) {
    engine.services.world.log.error('sending a message failed with an internal error', { row: row.id, error });
    return row.attempts >= enough ? 'finished' : backoff(row);
  }
}

/** Posts or updates the card's message; what it shows is the card as it is now, so older rows may be skipped. */
async function tellCard(
  engine: EngineContext,
  row: Claimed<Outgoing>,
  card: ChangeRequest,
  version: number,
  settle: Settle,
): Promise<After> {
  if ((engine.drawn.get(card.id) ?? 0) >= version) return 'finished';
  if (card.ts === undefined && card.state === 'cancelled' && !card.cancelled) return 'finished';
  const told = await engine.notifier.card(card);
  if (told.delivered) {
    const { channel, ts, link } = told;
    if (card.ts === undefined)
      await applyEvent(engine, card.id, { event: 'posted', channel, ts, ...defined({ link }) });
    rememberDrawn(engine, card.id, version);
    settle(card.id, undefined);
    return 'finished';
  }
  if (told.why === 'message-gone' && card.ts !== undefined) {
    const gone = changedBy(await applyEvent(engine, card.id, { event: 'message-gone', ts: card.ts }));
    if (!gone) return 0;
    return tellCard(engine, row, gone.card, gone.version, settle);
  }
  if (told.why === 'not-in-channel' || told.why === 'channel-gone') {
    const why = told.why === 'channel-gone' ? changeMsg.noChannel() : changeMsg.noBot();
    if (card.ts === undefined) await refuseFirst(engine, card, why, settle);
    return 'finished';
  }
  if (told.why === 'needs-fix') {
    if (card.ts === undefined && (card.state === 'proposed' || card.state === 'approved')) {
      await refuseFirst(engine, card, changeMsg.unpostable({ fix: told.fix }), settle);
      return 'finished';
    }
    // The message shows an earlier state from now on: the requester is told once, in case another way still works.
    if (row.attempts === 1) await tellDirect(engine, card, card.asker.id, changeMsg.cardStale({ fix: told.fix }));
  }
  // The requester needn't wait for the next attempt.
  settle(card.id, undefined);
  const mayWait = card.ts === undefined && !isFinal(card.state);
  return mayWait && told.why === 'other' ? backoff(row) : afterTold(told, row);
}

/** Nobody could see it, so nothing is asked; the asker hears it, if not by the answer then directly. */
async function refuseFirst(engine: EngineContext, card: ChangeRequest, text: Text, settle: Settle): Promise<void> {
  const ended = changedBy(await applyEvent(engine, card.id, { event: 'unpostable', why: text }));
  if (ended && !settle(card.id, text)) await tellDirect(engine, card, card.asker.id, text);
}

/** A line in the thread; without a message or a channel it goes to the asker directly. */
async function tellNote(
  engine: EngineContext,
  row: Claimed<Outgoing>,
  card: ChangeRequest,
  note: Extract<Tell, { tell: 'note' }>,
): Promise<After> {
  const { tell: _, ...how } = note;
  const told = await engine.notifier.note({ card, ...how });
  if (told.delivered) return 'finished';
  if (told.why === 'message-gone' && card.ts !== undefined) {
    const again = await repost(engine, row, card);
    if (again !== 'finished') return again;
    const fresh = (await loadCard(engine, card.id))?.card;
    if (fresh?.ts !== undefined) return afterTold(await engine.notifier.note({ card: fresh, ...how }), row);
  }
  const mayPass = told.why === 'rate-limited' || told.why === 'unreachable';
  const most = told.why === 'other' ? enough : told.why === 'needs-fix' ? enoughForFix : 0;
  const lost = !mayPass && row.attempts >= most;
  if (!lost) return afterTold(told, row);
  return afterTold(await tellDirect(engine, card, card.asker.id, note.text), row);
}

/**
 * A chart in the thread. It is a help, not an obligation: only the one that was announced is tried for some minutes,
 * and then its absence is told.
 */
async function tellChart(
  engine: EngineContext,
  row: Claimed<Outgoing>,
  card: ChangeRequest,
  when: 'before' | 'after',
): Promise<After> {
  const told = await engine.notifier.evidence(card, when);
  if (told.delivered) return 'finished';
  if (told.why === 'rate-limited' && row.attempts < 3) return afterTold(told, row);
  if (when === 'before' || told.why !== 'unreachable') return 'finished';
  if (row.attempts < chartTries) return chartWait;
  return afterTold(await engine.notifier.note({ card, text: changeMsg.noChartAfter() }), row);
}

/** The card's message was deleted: it is posted again before anything is said in its thread. */
async function repost(engine: EngineContext, row: Claimed<Outgoing>, card: ChangeRequest): Promise<After> {
  const gone = changedBy(await applyEvent(engine, card.id, { event: 'message-gone', ts: card.ts ?? '' }));
  if (!gone) return 'finished';
  return tellCard(engine, row, gone.card, gone.version, () => false);
}

/**
 * Tells those who could have approved a change that someone ran alone. Where one of them is in the channel, its note
 * mentions them there; otherwise each is told directly.
 */
async function tellApprovers(
  engine: EngineContext,
  row: Claimed<Outgoing>,
  card: ChangeRequest,
  text: Text,
): Promise<After> {
  const { ids, complete } = await approversElsewhere(engine, card);
  // In the end those are told who are known.
  if (!complete && row.attempts < enough) return backoff(row);
  const { store, world } = engine.services;
  const direct = (user: string): Outgoing => ({
    id: `${row.id} ${user}`,
    kind: 'change.direct',
    at: world.now(),
    lane: card.id,
    body: { card: card.id, tell: { tell: 'direct', user, text } satisfies Tell },
  });
  if (ids.length > 0) await store.commit({ at: world.now(), outbox: ids.map(direct) });
  return 'finished';
}

async function tellDirect(engine: EngineContext, card: ChangeRequest, user: string, text: Text): Promise<NotifyResult> {
  const lang = user === card.asker.id ? card.asker.lang : (await engine.services.people.person(user)).lang;
  return engine.notifier.direct({ user, card, text, lang });
}

function afterTold(told: NotifyResult, row: Claimed<Outgoing>): After {
  if (told.delivered) return 'finished';
  if (told.why === 'rate-limited') return told.retryAfterMs ?? backoff(row);
  if (told.why === 'unreachable') return backoff(row);
  if (told.why === 'needs-fix') return row.attempts >= enoughForFix ? 'finished' : backoff(row);
  return row.attempts >= enough || told.why !== 'other' ? 'finished' : backoff(row);
}

/** 1, 2, 4 … seconds, at most 5 minutes. */
function backoff(row: Claimed<Outgoing>): number {
  return Math.min(300_000, 1_000 * 2 ** Math.min(row.attempts - 1, 9));
}

function rememberDrawn(engine: EngineContext, id: string, version: number): void {
  if (engine.drawn.size >= drawnKept) engine.drawn.clear();
  engine.drawn.set(id, version);
}
