import * as z from 'zod';
import { channelMembers } from '../core/policy/policy.ts';
import { type Aftermath, type ChangeRequest, isFinal } from '../core/request/change-request.ts';
import { isWaiting } from '../core/request/decide-request.ts';
import { OfferedInThread, OfferedRequest, StoredText } from '../core/request/plan.ts';
import type { Tell } from '../core/request/transition.ts';
import { backoffMs } from '../core/retry.ts';
import { momentNear, spanNear } from '../core/text/instant-text.ts';
import { logTail } from '../core/text/log-text.ts';
import type { Text } from '../core/text/text.ts';
import { createEdits } from '../delivery/edits.ts';
import { type Attempt, createJobs, type JobKind, type Jobs } from '../delivery/jobs.ts';
import { linesLane } from '../delivery/lines-lane.ts';
import {
  createLiveMessages,
  type LiveLine,
  type LiveOptions,
  type LiveState,
  type LiveStore,
} from '../delivery/live-message.ts';
import {
  afterPosting,
  isChannelLost,
  isGivenUp,
  mayPass,
  type PostResult,
  type RefusedPost,
} from '../delivery/post-result.ts';
import type { Claimed, Outgoing } from '../store/stored-types.ts';
import { applyEvent, changedBy, loadRequest } from './apply-event.ts';
import { changeMsg } from './change-messages.ts';
import { type EngineContext, linkNamed } from './engine-context.ts';
import { eventSpecOf, readLog } from './events/read-events.ts';
import { firstKinds, longKinds, otherKinds } from './request-commit.ts';
import { placeOfRequest, type RequestDrawn, threadOf } from './request-drawn.ts';
import { readSinceChange } from './since-change.ts';

/** Maximum time that the requester's command waits for the card's first message, in ms. */
const firstWait = 8_000;
/** Poll intervals if another replica may be posting the first message. */
const looks = { firstMs: 100, maxMs: 1_000 };
/** Attempts to find approvers if Slack doesn't return all members. */
const approverTries = 6;
/** The first attempts for a before/after chart that can't be drawn or posted, and the wait between them, in ms. */
const chartTries = 5;
const chartWait = 60_000;
/** Wait between later attempts, in ms. */
const laterChartWait = 600_000;
/** How long a before/after chart is tried again if monitoring doesn't answer, or the bot can't post there, in ms. */
const [chartLate, chartOut] = [3_600_000, 24 * 3_600_000];

export const StoredTell = z.discriminatedUnion('tell', [
  z.object({ tell: z.literal('card') }),
  z.object({
    tell: z.literal('note'),
    text: StoredText,
    mention: z.enum(['asker', 'deciders']).optional(),
    broadcast: z.literal(true).optional(),
    incident: z.string().optional(),
    offer: z.union([z.enum(['undo', 'extend']), OfferedRequest]).optional(),
    more: z.array(OfferedInThread).optional(),
    worse: StoredText.optional(),
    isAgain: z.literal(true).optional(),
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
    isKept: z.literal(true).optional(),
  }),
]) satisfies z.ZodType<Tell>;
/** `at`: when the row was written; absent in rows of older versions. The row's own time moves with each retry. */
const Body = z.object({ card: z.string(), tell: StoredTell, at: z.number().optional() });

export interface Outbox extends Pick<EngineContext, 'expectFirst'> {
  readonly jobs: Jobs<Outgoing>;
}

export function createOutbox(engine: EngineContext, pollMs: number): Outbox {
  const { world, store } = engine.services;
  const waiting = new Map<string, (refusal: Text | undefined) => void>();
  const settle: Settle = (requestId, refusal) => {
    const waits = waiting.get(requestId);
    waits?.(refusal);
    return waits !== undefined;
  };
  // Cards that Slack refuses to update or to post again. Not stored, because telling a requester again is harmless.
  const stale = new Set<string>();
  const cards = createCardMessages(engine, stale, (live, refusal, row) =>
    cardRefused(engine, live, refusal, row, { settle, stale }),
  );

  async function tellRow(row: Claimed<Outgoing>): Promise<Attempt> {
    const { data } = Body.safeParse(row.body);
    if (!data) return 'over';
    const { card: requestId, tell, at } = data;
    // The requester's command doesn't wait for further attempts.
    if (tell.tell === 'card') return cards.show(row).finally(() => settle(requestId, undefined));
    if (tell.tell === 'direct' || tell.tell === 'approvers') {
      const request = (await loadRequest(engine, requestId))?.request;
      if (!request) return 'over';
      if (tell.tell === 'approvers') return tellApprovers(engine, row, request, tell.text);
      return attemptAfter(await tellDirect(engine, request, tell.user, tell.text), row);
    }
    return cards.postLine(row, ({ request }) => ({
      since: isNeverPosted(request) || stale.has(requestId) ? 0 : (at ?? request.at),
      ...(tell.tell === 'evidence'
        ? chartLine(engine, row, request, { ...tell, at })
        : threadLine(engine, row, request, tell)),
    }));
  }

  const kindOf = (kinds: readonly string[], slots: number): JobKind<Outgoing> => ({
    what: 'sending a message',
    kinds: () => kinds,
    slots,
    work: ({ row }) => tellRow(row),
  });
  // First messages have separate slots, so that a new card doesn't wait for others if Slack or the platform is slow.
  const kinds = [kindOf(firstKinds, 8), kindOf(otherKinds, 6), kindOf(longKinds, 2)];
  const jobs = createJobs(world, store.outbox, kinds, { pollMs, holder: engine.holder });
  return {
    jobs,
    expectFirst(requestId) {
      const { promise: first, resolve } = Promise.withResolvers<Text | undefined>();
      waiting.set(requestId, resolve);
      const forget = () => waiting.delete(requestId);
      return {
        forget,
        async outcome() {
          const late = new AbortController();
          try {
            engine.background('deliver', jobs.begin);
            return await Promise.race([first, sentElsewhere(engine, requestId, late.signal)]);
          } finally {
            late.abort();
            forget();
          }
        },
      };
    },
  };
}

const maxRemembered = 5_000;
const CardRow = z.object({ card: z.string() });

interface LiveCard extends LiveState {
  readonly request: ChangeRequest;
}

/** Creates the live messages of requests. What is stored of a card's message is part of its request. */
function createCardMessages(
  engine: EngineContext,
  stale: Set<string>,
  refused: LiveOptions<LiveCard, RequestDrawn>['refused'],
) {
  const edits = createEdits(engine.services, engine.poster, 'cards');
  return createLiveMessages<LiveCard, RequestDrawn>(engine.services.world, edits, cardStore(engine, stale), {
    draw: ({ request }) => (isNeverPosted(request) ? undefined : { shows: 'card', request }),
    refused,
  });
}

/** Whether a request was canceled because its first message couldn't be posted. */
function isNeverPosted({ state, decision: { cancelled }, shown: { ts, wasPosted } }: ChangeRequest): boolean {
  return ts === undefined && !wasPosted && state === 'cancelled' && !cancelled;
}

function cardStore(engine: EngineContext, stale: Set<string>): LiveStore<LiveCard> {
  // Not stored, because a needless edit after a restart is harmless.
  const shown = new Map<string, number>();
  return {
    idIn: ({ body }) => CardRow.safeParse(body).data?.card,
    async load(id) {
      const loaded = await loadRequest(engine, id);
      if (!loaded) return undefined;
      const { ts } = loaded.request.shown;
      const posted = ts === undefined ? undefined : { ts, shown: shown.get(id) ?? 0 };
      return { ...loaded, place: placeOfRequest(loaded.request), posted };
    },
    async saveShown({ request, version }, message) {
      const { id } = request;
      const { ts } = request.shown;
      if (ts === undefined) {
        const link = await engine.poster.link(message);
        await applyEvent(engine, id, { event: 'posted', channel: message.channel, ts: message.ts, link });
      }
      stale.delete(id);
      if (shown.size >= maxRemembered) shown.clear();
      shown.set(id, version);
      return 'sent';
    },
    saveGone: async ({ request: { id } }, ts) =>
      changedBy(await applyEvent(engine, id, { event: 'message-gone', ts })) !== undefined,
  };
}

/** Waits for a first message that another replica may be sending. Returns why it was refused, or undefined. */
async function sentElsewhere(engine: EngineContext, id: string, over: AbortSignal): Promise<Text | undefined> {
  const { world } = engine.services;
  const until = world.now() + firstWait;
  for (let look = 1; world.now() < until; look += 1) {
    await world.wait(Math.min(backoffMs(look, looks, world.random), until - world.now()), over);
    if (over.aborted) break;
    const loaded = await loadRequest(engine, id).catch((error: unknown) =>
      world.log.debug('a card was not read while its first message is waited for', { request: id, error }),
    );
    const request = loaded?.request;
    if (request?.shown.ts !== undefined) return undefined;
    if (request?.state === 'cancelled') return request.run.why;
  }
  return undefined;
}

/** Passes the result of a first message to the waiting command. Returns false if no command waits. */
type Settle = (requestId: string, refusal: Text | undefined) => boolean;

async function cardRefused(
  engine: EngineContext,
  { request }: LiveCard,
  refusal: RefusedPost,
  { attempts }: Claimed<Outgoing>,
  { settle, stale }: { readonly settle: Settle; readonly stale: Set<string> },
): Promise<'over' | undefined> {
  const isFirst = request.shown.ts === undefined && !request.shown.wasPosted;
  if (isFirst && isWaiting(request)) {
    const why = whyUnpostable(refusal);
    if (why) await refuseFirst(engine, request, why, settle);
    return why && 'over';
  }
  // The message keeps showing an earlier state, so tell the requester once: a direct message might still work.
  const isTold =
    'fix' in refusal &&
    !stale.has(request.id) &&
    (await tellDirect(engine, request, request.asker.id, changeMsg.cardStale({ fix: refusal.fix }))).posted;
  if (stale.size >= maxRemembered) stale.clear();
  if (isTold || isChannelLost(refusal)) stale.add(request.id);
  return isFirst && isFinal(request.state) && isGivenUp(refusal, attempts) ? 'over' : undefined;
}

function whyUnpostable(refusal: RefusedPost): Text | undefined {
  if (refusal.why === 'channel-gone') return changeMsg.noChannel();
  if (refusal.why === 'not-in-channel') return changeMsg.noBot();
  return 'fix' in refusal ? changeMsg.unpostable({ fix: refusal.fix }) : undefined;
}

/** Ends a request if its card can't be posted, because nobody could see the request. Notifies the requester. */
async function refuseFirst(engine: EngineContext, request: ChangeRequest, text: Text, settle: Settle): Promise<void> {
  const ended = changedBy(await applyEvent(engine, request.id, { event: 'unpostable', why: text }));
  if (ended && !settle(request.id, text)) await tellDirect(engine, request, request.asker.id, text);
}

/** Returns a line of the thread. If it can't be posted there, a note goes to the requester directly. */
function threadLine(
  engine: EngineContext,
  row: Claimed<Outgoing>,
  request: ChangeRequest,
  line: Extract<Tell, { tell: 'note' | 'log' }>,
): Omit<LiveLine<RequestDrawn>, 'since'> {
  if (line.tell === 'log') return { draw: () => drawLog(engine, request, line) };
  const { text, mention, offer, more, broadcast, incident, worse: says, isAgain } = line;
  return {
    broadcast,
    draw: async () => {
      const link = await linkNamed(engine, incident);
      return { shows: 'card-line', request, text, mention, offer, more, incident: link };
    },
    posted: async () => {
      if (!says) return;
      const link = await linkNamed(engine, incident);
      keepVerdict(engine, request, { says, ...(isAgain ? { isAgain } : { isWorse: true }), link });
    },
    async refused(refusal) {
      if (refusal && !isGivenUp(refusal, row.attempts)) return undefined;
      return attemptAfter(await tellDirect(engine, request, request.asker.id, text), row);
    },
  };
}

const max = { lines: 10, characters: 2_500 } as const;

/** Returns the last lines of a failed event's log, with secrets masked. A button opens the first lines. */
async function drawLog(
  engine: EngineContext,
  request: ChangeRequest,
  { component, name, event, timedOut, isKept }: Extract<Tell, { tell: 'log' }>,
): Promise<RequestDrawn> {
  const wanted = eventSpecOf(engine, request)?.log?.(component, event);
  const log = engine.services.operations.some(({ id }) => id === wanted?.operation) ? wanted : undefined;
  const { text } = logTail(await readLog(engine, request, event), max);
  const shown = text.trim() === '' ? undefined : text;
  return { shows: 'log', request, name, text: shown, timedOut, isKept, log };
}

/** Returns a chart. Retries only the announced chart for some time. If it can't be posted then, reports that. */
function chartLine(
  engine: EngineContext,
  row: Claimed<Outgoing>,
  request: ChangeRequest,
  { after, at }: Extract<Tell, { tell: 'evidence' }> & { readonly at: number | undefined },
): Omit<LiveLine<RequestDrawn>, 'since'> {
  return {
    draw: async () =>
      after
        ? { shows: 'evidence', request, when: 'after', since: await readSinceChange(engine, request) }
        : { shows: 'evidence', request, when: 'before' },
    posted: async ({ verdict }) => {
      if (verdict) keepVerdict(engine, request, verdict);
    },
    async refused(refusal) {
      if (refusal?.why === 'rate-limited' && row.attempts < 3) return undefined;
      if (!after || !refusal) return 'over';
      const now = engine.services.world.now();
      const from = at ?? now;
      const until = from + (isChannelLost(refusal) ? chartOut : mayPass(refusal) ? chartLate : 0);
      if (now < until) {
        if (!isChannelLost(refusal) && row.attempts === chartTries)
          keepVerdict(engine, request, { says: changeMsg.chartLater({ until: momentNear(until, now) }) });
        const isEarly = row.attempts < chartTries && !isChannelLost(refusal);
        return { failed: 'refused', retryAfterMs: isEarly ? chartWait : laterChartWait };
      }
      return tellNoChart(engine, row, request, refusal, { from, now });
    },
  };
}

/** Says in the thread, or to the requester, that a change couldn't be compared, so that it isn't promised anymore. */
async function tellNoChart(
  engine: EngineContext,
  row: Claimed<Outgoing>,
  request: ChangeRequest,
  refusal: RefusedPost,
  { from, now }: { readonly from: number; readonly now: number },
): Promise<Attempt> {
  const says = mayPass(refusal) ? changeMsg.noChartAfter(spanNear(from, now, now)) : changeMsg.noChartHere();
  const posted = isChannelLost(refusal)
    ? await tellDirect(
        engine,
        request,
        request.asker.id,
        changeMsg.noChartIn({ title: request.plan.title, channel: { channel: request.shown.channel } }),
      )
    : await engine.poster.post(threadOf(request), { shows: 'card-line', request, text: says });
  const attempt = attemptAfter(posted, row);
  if (typeof attempt === 'string') keepVerdict(engine, request, { says });
  return attempt;
}

/** Keeps a verdict for the card. If this fails, the line must not be posted again, so it runs in the background. */
function keepVerdict(engine: EngineContext, { id }: ChangeRequest, aftermath: Aftermath): void {
  engine.background('a verdict', () => applyEvent(engine, id, { event: 'judged', aftermath }));
}

/** Notifies possible approvers of a change without approval: in its channel if one is a member, otherwise directly. */
async function tellApprovers(
  engine: EngineContext,
  row: Claimed<Outgoing>,
  request: ChangeRequest,
  text: Text,
): Promise<Attempt> {
  const { ids, complete } = await approversElsewhere(engine, request);
  if (!complete && row.attempts < approverTries) return { failed: 'refused' };
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

/** Maximum number of people to notify directly, because a role may be a large user group. */
const maxDirect = 20;

/**
 * Returns the approvers to notify by direct message that a change ran without approval, because no approver is in its
 * channel. If channel members approve and the channel has no other members, returns the people of the break-glass role.
 * @returns user ids, empty if an approver can read the channel; `complete` is false if Slack didn't return everyone
 */
async function approversElsewhere(engine: EngineContext, request: ChangeRequest) {
  const { people } = engine.services;
  const { ruling, breakGlass } = request.decision;
  const { channel } = request.shown;
  const others = async (query: Parameters<typeof people.candidates>[0]) => {
    const elsewhere = await people.candidates(query);
    const ids = elsewhere.people
      .filter(({ id, standing }) => standing === 'member' && id !== breakGlass?.by)
      .map(({ id }) => id);
    return { ids, complete: elsewhere.others !== 'unreadable' };
  };
  if (ruling.from === channelMembers) {
    const here = await others({ channel });
    if (!here.complete || here.ids.length > 0) return { ...here, ids: [] };
  }
  const { users, groups } = ruling.from === channelMembers ? (ruling.breakGlass ?? ruling) : ruling;
  const approvers = await others({ users, groups });
  const ids = approvers.ids.slice(0, maxDirect);
  for (const id of ids) {
    const { inChannel } = await people.actor({ id, standing: 'member' }, channel);
    if (inChannel === true) return { ids: [], complete: true };
  }
  return { ids, complete: approvers.complete };
}

async function tellDirect(
  engine: EngineContext,
  request: ChangeRequest,
  user: string,
  text: Text,
): Promise<PostResult> {
  const lang = user === request.asker.id ? request.asker.lang : (await engine.services.people.person(user)).lang;
  const place = { channel: user, reader: { lang, zone: request.asker.zone } };
  return engine.poster.post(place, { shows: 'card-direct', request, text });
}

function attemptAfter(result: PostResult, { attempts }: Claimed<Outgoing>): Attempt {
  return isGivenUp(result, attempts) ? 'over' : afterPosting(result);
}
