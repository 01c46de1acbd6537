import * as z from 'zod';
import { type ChangeRequest, isFinal } from '../core/request/change-request.ts';
import { isWaiting } from '../core/request/decide-request.ts';
import { OfferedRequest, StoredText } from '../core/request/plan.ts';
import type { Tell } from '../core/request/transition.ts';
import type { Text } from '../core/text/text.ts';
import { type Attempt, createJobs, type JobKind, type Jobs } from '../delivery/jobs.ts';
import { linesLane } from '../delivery/lines-lane.ts';
import { attemptOf, type PostResult, type RefusedPost } from '../delivery/post-result.ts';
import type { Claimed, Outgoing } from '../store/stored-types.ts';
import { applyEvent, changedBy, loadRequest } from './apply-event.ts';
import { approversElsewhere } from './approvers.ts';
import { changeMsg } from './change-messages.ts';
import type { EngineContext } from './engine-context.ts';
import { tellLog } from './events/tell-log.ts';
import { firstKinds, longKinds, otherKinds } from './request-commit.ts';
import { placeOfCard, threadOf } from './request-drawn.ts';

/** Number of unexplained refusals after which a message goes to the requester directly, or is dropped. */
const enough = 6;
/** Maximum attempts if someone must fix Slack first, such as a revoked token. They take about two hours. */
const enoughForFix = 30;
const retry = { firstMs: 1_000, mostMs: 300_000 };
/** Maximum time that a thread's line waits for the card's message, in ms. */
const mostWaited = 24 * 3_600_000;
/** Maximum time that the requester's command waits for the card's first message, in ms. */
const firstWait = 8_000;
/** Poll interval if another replica may be posting the first message, in ms: the first one, doubled up to the last. */
const [firstLook, longestLook] = [100, 1_000];
const drawnKept = 5_000;
/** Attempts for a before/after chart if monitoring doesn't answer, and the wait between attempts, in ms. */
const chartTries = 5;
const chartWait = 60_000;

export const StoredTell = z.discriminatedUnion('tell', [
  z.object({ tell: z.literal('card') }),
  z.object({
    tell: z.literal('note'),
    text: StoredText,
    mention: z.enum(['asker', 'deciders']).optional(),
    broadcast: z.literal(true).optional(),
    incident: z.string().optional(),
    offer: z.union([z.literal('undo'), OfferedRequest]).optional(),
  }),
  z.object({ tell: z.literal('direct'), user: z.string(), text: StoredText }),
  z.object({ tell: z.literal('approvers'), text: StoredText }),
  z.object({ tell: z.literal('evidence'), after: z.literal(true).optional() }),
  z.object({
    tell: z.literal('log'),
    component: z.string(),
    name: z.string(),
    event: z.string(),
    timedOut: z.literal(true).optional(),
  }),
]) satisfies z.ZodType<Tell>;
const Body = z.object({ card: z.string(), tell: StoredTell });

export interface Outbox extends Pick<EngineContext, 'expectFirst'> {
  readonly jobs: Jobs<Outgoing>;
}

export function createOutbox(engine: EngineContext, pollMs: number): Outbox {
  const { world, store } = engine.services;
  const waiting = new Map<string, (refusal: Text | undefined) => void>();
  const settle: Settle = (card, refusal) => {
    const waits = waiting.get(card);
    waits?.(refusal);
    return waits !== undefined;
  };
  const updating = new Map<string, Promise<Attempt>>();
  const kindOf = (kinds: readonly string[], slots: number): JobKind<Outgoing> => ({
    what: 'sending a message',
    kinds: () => kinds,
    slots,
    retry,
    async work({ row }) {
      const { data } = Body.safeParse(row.body);
      if (!data) return 'over';
      const { card, tell } = data;
      if (tell.tell !== 'card') {
        // Wait for the card's update, even if it is refused, so that people see the new state before its line.
        await Promise.allSettled([updating.get(card)]);
        return tellRow(engine, row, data, settle);
      }
      const update = tellRow(engine, row, data, settle).finally(() => updating.delete(card));
      updating.set(card, update);
      return update;
    },
  });
  // First messages have separate slots, so that a new card doesn't wait for others if Slack or the platform is slow.
  const kinds = [kindOf(firstKinds, 8), kindOf(otherKinds, 6), kindOf(longKinds, 2)];
  const jobs = createJobs(world, store.outbox, kinds, { pollMs, holder: engine.holder });
  return {
    jobs,
    expectFirst(card) {
      const { promise: first, resolve } = Promise.withResolvers<Text | undefined>();
      waiting.set(card, resolve);
      const forget = () => waiting.delete(card);
      return {
        forget,
        async outcome() {
          const late = new AbortController();
          try {
            engine.background('deliver', jobs.begin);
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

/** Waits for a first message that another replica may be sending. Returns why it was refused, or undefined. */
async function sentElsewhere(engine: EngineContext, id: string, over: AbortSignal): Promise<Text | undefined> {
  const { world } = engine.services;
  const until = world.now() + firstWait;
  for (let look = firstLook; world.now() < until; look = Math.min(2 * look, longestLook)) {
    await world.wait(Math.min(look, until - world.now()), over);
    if (over.aborted) break;
    const loaded = await loadRequest(engine, id).catch((error: unknown) =>
      world.log.debug('a card was not read while its first message is waited for', { request: id, error }),
    );
    const request = loaded?.request;
    if (request?.ts !== undefined) return undefined;
    if (request?.state === 'cancelled') return request.why;
  }
  return undefined;
}

/** Passes the result of a first message to the waiting command. Returns false if no command waits. */
type Settle = (card: string, refusal: Text | undefined) => boolean;

async function tellRow(
  engine: EngineContext,
  row: Claimed<Outgoing>,
  { card, tell }: z.infer<typeof Body>,
  settle: Settle,
): Promise<Attempt> {
  const loaded = await loadRequest(engine, card);
  if (!loaded) return 'over';
  try {
    if (tell.tell === 'card') return await tellCard(engine, row, loaded.request, loaded.version, settle);
    if (tell.tell === 'note' || tell.tell === 'log') return await tellLine(engine, row, loaded.request, tell);
    if (tell.tell === 'direct') return afterTold(await tellDirect(engine, loaded.request, tell.user, tell.text), row);
    if (tell.tell === 'approvers') return await tellApprovers(engine, row, loaded.request, tell.text);
    return await tellChart(engine, row, loaded.request, tell.after ? 'after' : 'before');
  } catch (error) {
    engine.services.world.log.error('sending a message failed with an internal error', { row: row.id, error });
    return row.attempts >= enough ? 'over' : { failed: 'refused' };
  }
}

/** Posts or updates the card. A post shows the newest state, so rows of older versions can be skipped. */
async function tellCard(
  engine: EngineContext,
  row: Claimed<Outgoing>,
  request: ChangeRequest,
  version: number,
  settle: Settle,
): Promise<Attempt> {
  if ((engine.drawn.get(request.id) ?? 0) >= version) return 'over';
  if (isNeverPosted(request)) return 'over';
  const result = await engine.poster.post(placeOfCard(request), { shows: 'card', card: request });
  if (result.posted) {
    const { channel, ts } = result;
    if (request.ts === undefined) {
      const link = await engine.poster.link(result);
      await applyEvent(engine, request.id, { event: 'posted', channel, ts, link });
    }
    rememberDrawn(engine, request.id, version);
    settle(request.id, undefined);
    return 'sent';
  }
  if (await isPostedAgain(engine, request, result)) return 'over';
  if (result.why === 'not-in-channel' || result.why === 'channel-gone') {
    const why = result.why === 'channel-gone' ? changeMsg.noChannel() : changeMsg.noBot();
    if (request.ts === undefined) await refuseFirst(engine, request, why, settle);
    return 'over';
  }
  if ('fix' in result) {
    if (request.ts === undefined && isWaiting(request)) {
      await refuseFirst(engine, request, changeMsg.unpostable({ fix: result.fix }), settle);
      return 'over';
    }
    // The message keeps showing an earlier state, so tell the requester once: a direct message might still work.
    if (row.attempts === 1)
      await tellDirect(engine, request, request.asker.id, changeMsg.cardStale({ fix: result.fix }));
  }
  // The requester's command doesn't wait for the next attempt.
  settle(request.id, undefined);
  const mayWait = request.ts === undefined && !isFinal(request.state);
  return mayWait && isUnexplained(result) ? { failed: 'refused' } : afterTold(result, row);
}

/** Ends a request if its card can't be posted, because nobody could see the request. Notifies the requester. */
async function refuseFirst(engine: EngineContext, request: ChangeRequest, text: Text, settle: Settle): Promise<void> {
  const ended = changedBy(await applyEvent(engine, request.id, { event: 'unpostable', why: text }));
  if (ended && !settle(request.id, text)) await tellDirect(engine, request, request.asker.id, text);
}

/** Posts a line in the thread. Without a message or channel, sends the line to the requester directly. */
async function tellLine(
  engine: EngineContext,
  row: Claimed<Outgoing>,
  request: ChangeRequest,
  line: Extract<Tell, { tell: 'note' | 'log' }>,
): Promise<Attempt> {
  if (waitsForMessage(engine, request)) return 'waits';
  const result = line.tell === 'log' ? await tellLog(engine, request, line) : await postNote(engine, request, line);
  if (result.posted) return 'sent';
  if (await isPostedAgain(engine, request, result)) return 'waits';
  if (line.tell === 'log' || row.attempts < mostAttempts(result)) return afterTold(result, row);
  return afterTold(await tellDirect(engine, request, request.asker.id, line.text), row);
}

async function postNote(
  engine: EngineContext,
  request: ChangeRequest,
  { text, mention, offer, broadcast, incident: id }: Extract<Tell, { tell: 'note' }>,
): Promise<PostResult> {
  const incident = await linkNamed(engine, id);
  const place = { ...threadOf(request), broadcast };
  return engine.poster.post(place, { shows: 'card-line', card: request, text, mention, offer, incident });
}

async function linkNamed({ features, services, poster }: EngineContext, id: string | undefined) {
  if (id === undefined) return undefined;
  for (const { messageOf } of features) {
    const message = await messageOf?.(services.store, id);
    if (message) return poster.link(message);
  }
  return undefined;
}

/** Whether the card isn't posted yet but might be. Lines check this, because they don't share the card's lane. */
function waitsForMessage({ services }: EngineContext, request: ChangeRequest): boolean {
  if (request.ts !== undefined || isNeverPosted(request)) return false;
  return services.world.now() - request.at < mostWaited;
}

function isNeverPosted(request: ChangeRequest): boolean {
  return request.ts === undefined && request.state === 'cancelled' && !request.cancelled;
}

/** Posts a chart in the thread. If monitoring doesn't answer, retries only the announced chart, then reports it. */
async function tellChart(
  engine: EngineContext,
  row: Claimed<Outgoing>,
  request: ChangeRequest,
  when: 'before' | 'after',
): Promise<Attempt> {
  const result = await engine.poster.post(threadOf(request), { shows: 'evidence', card: request, when });
  if (result.posted) return 'sent';
  if (result.why === 'rate-limited' && row.attempts < 3) return afterTold(result, row);
  if (when === 'before' || result.why !== 'unreachable') return 'over';
  if (row.attempts < chartTries) return { failed: 'refused', retryAfterMs: chartWait };
  const line = { shows: 'card-line', card: request, text: changeMsg.noChartAfter() } as const;
  return afterTold(await engine.poster.post(threadOf(request), line), row);
}

/** Whether the card's message was deleted. If so, has the card posted again; lines wait for the new message. */
async function isPostedAgain(engine: EngineContext, { id, ts }: ChangeRequest, { why }: RefusedPost): Promise<boolean> {
  if (why !== 'message-gone' || ts === undefined) return false;
  await applyEvent(engine, id, { event: 'message-gone', ts });
  return true;
}

/** Notifies possible approvers of a change without approval: in its channel if one is a member, otherwise directly. */
async function tellApprovers(
  engine: EngineContext,
  row: Claimed<Outgoing>,
  request: ChangeRequest,
  text: Text,
): Promise<Attempt> {
  const { ids, complete } = await approversElsewhere(engine, request);
  if (!complete && row.attempts < enough) return { failed: 'refused' };
  const { store, world } = engine.services;
  const direct = (user: string): Outgoing => ({
    id: `${row.id} ${user}`,
    kind: 'change.direct',
    at: world.now(),
    lane: linesLane(request.id),
    body: { card: request.id, tell: { tell: 'direct', user, text } satisfies Tell },
  });
  if (ids.length > 0) await store.commit({ at: world.now(), outbox: ids.map(direct) });
  return 'over';
}

async function tellDirect(
  engine: EngineContext,
  request: ChangeRequest,
  user: string,
  text: Text,
): Promise<PostResult> {
  const lang = user === request.asker.id ? request.asker.lang : (await engine.services.people.person(user)).lang;
  const place = { channel: user, reader: { lang, zone: request.asker.zone } };
  return engine.poster.post(place, { shows: 'card-direct', card: request, text });
}

function afterTold(told: PostResult, row: Claimed<Outgoing>): Attempt {
  return told.posted || row.attempts < mostAttempts(told) ? attemptOf(told) : 'over';
}

function mostAttempts(refused: RefusedPost): number {
  if (refused.why === 'rate-limited' || refused.why === 'unreachable') return Number.POSITIVE_INFINITY;
  if ('fix' in refused) return enoughForFix;
  return isUnexplained(refused) ? enough : 0;
}

function isUnexplained({ why }: RefusedPost): boolean {
  return why === 'other' || why === 'invalid';
}

function rememberDrawn(engine: EngineContext, id: string, version: number): void {
  if (engine.drawn.size >= drawnKept) engine.drawn.clear();
  engine.drawn.set(id, version);
}
