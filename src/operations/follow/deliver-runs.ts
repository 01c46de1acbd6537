import * as z from 'zod';
import type { Policy } from '../../core/policy/policy.ts';
import { hasFailed } from '../../core/runs/followed-run.ts';
import type { AppReader } from '../../reader/app-reader.ts';
import { createClaims, type Held } from '../../store/claims.ts';
import { createSharedBudget } from '../../store/kept/shared-budget.ts';
import type { Claimed, Outgoing } from '../../store/stored-types.ts';
import { createWorkLoop, type WorkLoop } from '../../store/work-loop.ts';
import type { PostOutcome, Services } from '../shared/services.ts';
import { pausedKind, pausing } from './pause-follow.ts';
import {
  type Follow,
  Follow as FollowSchema,
  followKind,
  MissedRuns,
  messageKind,
  missedKind,
  PostedRuns,
  postedKind,
  type RunLine,
  RunMessage,
} from './stored-follow.ts';

/** How messages about runs reach people; the Slack side hands it in. */
export interface RunsPoster {
  post(message: RunMessage): Promise<PostOutcome>;
  edit(message: RunMessage, ts: string): Promise<PostOutcome>;
  /** In the message's thread: a failure, for the person who started it. */
  mention(message: RunMessage, ts: string, line: RunLine, user: string): Promise<PostOutcome>;
  missed(channel: string, missed: MissedRuns): Promise<PostOutcome>;
  /** Tells the creator alone that nothing is posted any more. */
  paused(follow: Follow, code: string): Promise<PostOutcome>;
}

/** A message is edited at most this often, in ms; all messages of a workspace together so many times a minute. */
const editEvery = 5_000;
const mostEdits = 15;
/** How long after the first run that is only counted the others are waited for, in ms. */
const countedFor = 120_000;
/** How often rows that another replica left are looked for, in ms; what this one puts is looked at once. */
const pollMs = 5_000;
const leastWait = 250;
/** After so many attempts that fail for no known reason, a message is given up. */
const mostTries = 8;
/** What Slack refuses for the time being is tried again so often, ever more slowly: for half a day. */
const mostRefusals = 160;
const longestWait = 300_000;

/** Of the rows that mention someone for what failed. */
const mentionKind = 'run-mention';
const allKinds = [messageKind, mentionKind, missedKind, pausedKind];

/** What the rows about a message, and those about a channel, contain. */
const MessageRow = z.object({ message: z.string(), run: z.string().optional() });
const ChannelRow = z.object({ channel: z.string() });

/** The row that shows a message's newest version; rows of one message go one after another. */
export function outgoingOf(message: string, version: number, now: number): Outgoing {
  const lane = `${messageKind}:${message}`;
  return { id: `${lane}:${version}`, kind: messageKind, lane, at: now, body: { message } };
}

function mentionRow(message: string, run: string, now: number): Outgoing {
  return { id: `${mentionKind}:${message}:${run}`, kind: mentionKind, at: now, body: { message, run } };
}

/** The row that posts how many runs were missed. */
export function missedRow(channel: string, now: number): Outgoing {
  return { id: `${missedKind}:${channel}:${now}`, kind: missedKind, at: now + countedFor, body: { channel } };
}

/** Sends the messages about runs, on the replica that is the reader, so that their pace is one. */
export function createRunsDelivery(
  services: Services,
  reader: Pick<AppReader, 'isReading' | 'isWanted'>,
  poster: RunsPoster,
): WorkLoop {
  const { world, store } = services;
  const claims = createClaims(world, store.outbox, world.newId());
  const edits = createSharedBudget(store, 'run-edits', mostEdits);
  /** Messages go out on the replica that reads, or, once nothing is to be read, on any. */
  const kinds = () => (reader.isReading() || !reader.isWanted() ? allKinds : [pausedKind]);

  const loop = createWorkLoop(world, {
    turn: async () => {
      for (const held of await claims.take(kinds(), 8)) await deliver(held);
      return false;
    },
    restMs: async () => {
      // What can't be read now, the turn can't either, and logs.
      const next = (await store.outbox.next(kinds()).catch(() => undefined)) ?? Number.POSITIVE_INFINITY;
      return Math.min(pollMs, Math.max(leastWait, next - world.now()));
    },
    failed: (error) => world.log.error('messages about runs could not be sent', { error }),
  });

  async function deliver(held: Held<Outgoing>): Promise<void> {
    const { row } = held;
    try {
      const wait = held.holds() ? await send(row) : 0;
      const isGivenUp = wait !== undefined && row.attempts >= mostRefusals;
      await held.release(wait === undefined || isGivenUp ? undefined : world.now() + wait);
    } catch (error) {
      world.log.error('a message about runs failed', { row: row.id, error });
      await held.release(row.attempts >= mostTries ? undefined : world.now() + pollMs * 2 ** row.attempts);
    } finally {
      held.letGo();
    }
  }

  /** @returns after how many ms it is tried again; undefined when there is nothing more to do */
  function send(row: Claimed<Outgoing>): Promise<number | undefined> {
    if (row.kind === messageKind) return show(row);
    if (row.kind === mentionKind) return mention(row);
    return row.kind === pausedKind ? tellPaused(row) : tellMissed(row);
  }

  async function show(row: Claimed<Outgoing>): Promise<number | undefined> {
    const id = MessageRow.safeParse(row.body).data?.message;
    const stored = id === undefined ? undefined : await store.records.get(messageKind, id);
    const message = RunMessage.safeParse(stored?.body).data;
    if (!stored || !message) return undefined;
    const record = await store.records.get(postedKind, message.id);
    const posted = PostedRuns.safeParse(record?.body).data;
    if (posted && posted.shown >= stored.version) return undefined;
    const now = world.now();
    if (posted) {
      const wait = posted.at + editEvery - now;
      if (wait > 0) return wait;
      const { taken, freeAt } = await edits.take(now);
      if (taken === 0) return freeAt - now;
    }
    const told = posted ? await poster.edit(message, posted.ts) : await poster.post(message);
    if (!told.told) return refusedBy(message.channel, told, { isPosted: posted !== undefined, ...row });
    // Kept before anything else is sent: until then, a process that dies leaves a message that nobody knows of.
    const mentioned = posted?.mentioned ?? [];
    const toMention = message.lines.filter(({ report }) => hasFailed(report) && !mentioned.includes(report.id));
    const body: PostedRuns = {
      ts: told.ts,
      shown: stored.version,
      at: world.now(),
      mentioned: [...mentioned, ...toMention.map(({ report }) => report.id)],
    };
    const { channel } = message;
    const next = { kind: postedKind, id: message.id, placeKey: '', channel, isOpen: false, at: body.at, body };
    const mentions = toMention
      .filter(({ report }) => personOf(services.policy, report.by) !== undefined)
      .map(({ report }) => mentionRow(message.id, report.id, body.at));
    await store.commit({ at: body.at, records: [{ next, expect: record?.version ?? 'new' }], outbox: mentions });
    return undefined;
  }

  /** Mentions who started what failed, in the thread of its message. */
  async function mention(row: Claimed<Outgoing>): Promise<number | undefined> {
    const about = MessageRow.safeParse(row.body).data;
    if (!about) return undefined;
    const { message: id, run } = about;
    const message = RunMessage.safeParse((await store.records.get(messageKind, id))?.body).data;
    const posted = PostedRuns.safeParse((await store.records.get(postedKind, id))?.body).data;
    const line = message?.lines.find(({ report }) => report.id === run);
    const user = personOf(services.policy, line?.report.by);
    if (!message || !posted || !line || user === undefined) return undefined;
    const told = await poster.mention(message, posted.ts, line, user);
    return told.told ? undefined : refusedBy(message.channel, told, { isPosted: true, ...row });
  }

  async function refusedBy(
    channel: string,
    { gone, messageGone, code, waitMs }: Extract<PostOutcome, { told: false }>,
    { isPosted, attempts }: { readonly isPosted: boolean; readonly attempts: number },
  ): Promise<number | undefined> {
    if (isPosted && messageGone) return undefined;
    if (gone) {
      await pause(channel, code);
      return undefined;
    }
    return waitMs ?? refusalWait(attempts);
  }

  /** Nothing is posted there any more: its creator is told, once. */
  async function pause(channel: string, code: string): Promise<void> {
    const stored = await store.records.get(followKind, channel);
    const paused = stored && pausing(stored, code, world.now());
    if (paused) await store.commit(paused);
  }

  async function tellPaused(row: Claimed<Outgoing>): Promise<number | undefined> {
    const channel = ChannelRow.safeParse(row.body).data?.channel;
    const stored = channel === undefined ? undefined : await store.records.get(followKind, channel);
    const follow = FollowSchema.safeParse(stored?.body).data;
    // Someone had the channel follow an app again meanwhile.
    if (!follow || follow.paused === undefined) return undefined;
    const told = await poster.paused(follow, follow.paused);
    return told.told || told.gone ? undefined : (told.waitMs ?? refusalWait(row.attempts));
  }

  async function tellMissed(row: Claimed<Outgoing>): Promise<number | undefined> {
    const channel = ChannelRow.safeParse(row.body).data?.channel;
    const stored = channel === undefined ? undefined : await store.records.get(missedKind, channel);
    const missed = MissedRuns.safeParse(stored?.body).data;
    if (channel === undefined || !stored || !missed || missed.count === 0) return undefined;
    const told = await poster.missed(channel, missed);
    if (!told.told) return refusedBy(channel, told, { isPosted: false, ...row });
    const { version: expect, ...record } = stored;
    const next = { ...record, isOpen: false, body: { ...missed, count: 0, failed: 0 } };
    await store.commit({ at: world.now(), records: [{ next, expect }] });
    return undefined;
  }

  return {
    ...loop,
    async stop() {
      await loop.stop();
      claims.stop();
    },
  };
}

function refusalWait(attempts: number): number {
  return Math.min(longestWait, editEvery * 2 ** (attempts - 1));
}

/** Whom the policy file maps a user of the platform to. */
function personOf({ people }: Policy, by: string | undefined): string | undefined {
  return by === undefined ? undefined : people?.get(by);
}
