import type { Policy } from '../../core/policy/policy.ts';
import { hasFailed } from '../../core/runs/followed-run.ts';
import { type Attempt, createJobs, type JobKind } from '../../delivery/jobs.ts';
import { afterPosting, type PostResult } from '../../delivery/post-result.ts';
import type { Line, Poster } from '../../delivery/poster.ts';
import type { AppReader } from '../../reader/app-reader.ts';
import { changedRecord } from '../../store/kept/changed-record.ts';
import { createSharedBudget, type SharedBudget } from '../../store/kept/shared-budget.ts';
import type { Outgoing, StoredRecord } from '../../store/stored-types.ts';
import type { WorkLoop } from '../../store/work-loop.ts';
import { contextText } from '../shared/place/known-contexts.ts';
import { noContext, pausedText } from '../shared/place/paused-text.ts';
import type { Services } from '../shared/services.ts';
import { followingMsg } from './following-messages.ts';
import { ChannelRow, MessageRow, mentionKind, mentionRow, pausedKind, pausedRow } from './run-rows.ts';
import { runStateText, runsTitle } from './run-text.ts';
import {
  Follow,
  followKind,
  MissedRuns,
  messageKind,
  missedKind,
  PostedRuns,
  postedKind,
  RunMessage,
} from './stored-follow.ts';

/** What is posted about runs. */
export type RunsDrawn = { readonly shows: 'runs'; readonly message: RunMessage } | Line;
type RunsPoster = Pick<Poster<RunsDrawn>, 'post'>;

/** A message is edited at most this often, in ms; all messages of a workspace together so many times a minute. */
const editEvery = 5_000;
const mostEdits = 15;
/** How often rows that another replica left are looked for, in ms; what this one puts is looked at once. */
const pollMs = 5_000;

interface RunsDelivery {
  readonly services: Services;
  readonly poster: RunsPoster;
  readonly edits: SharedBudget;
}

/** Sends the messages about runs, on the replica that is the reader, so that their pace is one. */
export function createRunsDelivery(
  services: Services,
  reader: Pick<AppReader, 'isReading' | 'isWanted'>,
  poster: RunsPoster,
): WorkLoop {
  const { world, store } = services;
  const delivery = { services, poster, edits: createSharedBudget(store, 'run-edits', mostEdits) };
  /** Messages go out on the replica that reads, or, once nothing is to be read, on any. */
  const isOurs = () => reader.isReading() || !reader.isWanted();
  const kind = (of: string, work: (delivery: RunsDelivery, row: Outgoing) => Promise<Attempt>): JobKind<Outgoing> => ({
    what: `sending ${of}`,
    kinds: () => (of === pausedKind || isOurs() ? [of] : []),
    slots: 4,
    work: ({ row }) => work(delivery, row),
  });
  const kinds = [
    kind(messageKind, showMessage),
    kind(mentionKind, mentionStarter),
    kind(missedKind, tellMissed),
    kind(pausedKind, tellPaused),
  ];
  return createJobs(world, store.outbox, kinds, { pollMs });
}

async function showMessage({ services, poster, edits }: RunsDelivery, row: Outgoing): Promise<Attempt> {
  const { world, store, policy } = services;
  const id = MessageRow.safeParse(row.body).data?.message;
  const stored = id === undefined ? undefined : await store.records.get(messageKind, id);
  const message = RunMessage.safeParse(stored?.body).data;
  if (!stored || !message) return 'over';
  const record = await store.records.get(postedKind, message.id);
  const posted = PostedRuns.safeParse(record?.body).data;
  if (posted && posted.shown >= stored.version) return 'over';
  const now = world.now();
  if (posted) {
    const wait = posted.at + editEvery - now;
    if (wait > 0) return { again: wait };
    const { taken, freeAt } = await edits.take(now);
    if (taken === 0) return { again: freeAt - now };
  }
  const { channel, reader } = message;
  const told = await poster.post({ channel, reader, ts: posted?.ts }, { shows: 'runs', message });
  if (!told.posted) return pauseOrRetry(services, channel, told, posted !== undefined);
  // Kept before anything else is sent: until then, a process that dies leaves a message that nobody knows of.
  const mentioned = posted?.mentioned ?? [];
  const toMention = message.lines.filter(({ report }) => hasFailed(report) && !mentioned.includes(report.id));
  const at = world.now();
  const body: PostedRuns = {
    ts: told.ts,
    shown: stored.version,
    at,
    mentioned: [...mentioned, ...toMention.map(({ report }) => report.id)],
  };
  const next = { kind: postedKind, id: message.id, placeKey: '', channel, isOpen: false, at, body };
  const mentions = toMention
    .filter(({ report }) => personOf(policy, report.by) !== undefined)
    .map(({ report }) => mentionRow(message.id, report.id, at));
  await store.commit({ at, records: [{ next, expect: record?.version ?? 'new' }], outbox: mentions });
  return 'sent';
}

/** Mentions who started what failed, in the thread of its message. */
async function mentionStarter({ services, poster }: RunsDelivery, row: Outgoing): Promise<Attempt> {
  const { records } = services.store;
  const about = MessageRow.safeParse(row.body).data;
  if (!about) return 'over';
  const message = RunMessage.safeParse((await records.get(messageKind, about.message))?.body).data;
  const posted = PostedRuns.safeParse((await records.get(postedKind, about.message))?.body).data;
  const line = message?.lines.find(({ report }) => report.id === about.run);
  const user = personOf(services.policy, line?.report.by);
  if (!message || !posted || !line || user === undefined) return 'over';
  const title = runsTitle({ ...message, lines: [line] });
  const text = followingMsg.mention({ who: { user }, title, state: runStateText(line.report) });
  const { channel, reader } = message;
  const told = await poster.post({ channel, reader, thread: posted.ts }, { shows: 'line', text });
  return pauseOrRetry(services, channel, told, true);
}

async function tellPaused({ services, poster }: RunsDelivery, row: Outgoing): Promise<Attempt> {
  const channel = ChannelRow.safeParse(row.body).data?.channel;
  const stored = channel === undefined ? undefined : await services.store.records.get(followKind, channel);
  const follow = Follow.safeParse(stored?.body).data;
  // Someone had the channel follow an app again meanwhile.
  if (!follow || follow.paused === undefined) return 'over';
  const { context, by, paused } = follow;
  const where = { channel: { channel: follow.channel }, context: contextText(context), why: pausedText(paused) };
  const text = paused === noContext ? followingMsg.notPostedByPolicy(where) : followingMsg.notPosted(where);
  return afterPosting(await poster.post({ channel: by.id, reader: by }, { shows: 'line', text }), { isPosted: false });
}

async function tellMissed({ services, poster }: RunsDelivery, row: Outgoing): Promise<Attempt> {
  const { world, store } = services;
  const channel = ChannelRow.safeParse(row.body).data?.channel;
  const stored = channel === undefined ? undefined : await store.records.get(missedKind, channel);
  const missed = MissedRuns.safeParse(stored?.body).data;
  if (channel === undefined || !stored || !missed || missed.count === 0) return 'over';
  const { count, failed, reader } = missed;
  const text = failed > 0 ? followingMsg.missedFailed({ count, failed }) : followingMsg.missed({ count });
  const told = await poster.post({ channel, reader }, { shows: 'line', text });
  if (!told.posted) return pauseOrRetry(services, channel, told, false);
  const next = changedRecord(stored, { isOpen: false, body: { ...missed, count: 0, failed: 0 } });
  await store.commit({ at: world.now(), records: [next] });
  return 'sent';
}

/** What Slack refused for good pauses what its channel follows. */
function pauseOrRetry(services: Services, channel: string, outcome: PostResult, isPosted: boolean): Promise<Attempt> {
  return afterPosting(outcome, {
    isPosted,
    async unpostable(code) {
      const stored = await services.store.records.get(followKind, channel);
      if (stored) await pauseFollow(services, stored, code);
    },
  });
}

/** Whom the policy file maps a user of the platform to. */
function personOf({ people }: Policy, by: string | undefined): string | undefined {
  return by === undefined ? undefined : people?.get(by);
}

/**
 * Pauses what a channel follows, and tells its creator: together, so that it is told even if the process dies in
 * between.
 * @returns whether it was: not where it is paused already, or was changed meanwhile
 */
export async function pauseFollow(
  { store, world }: Pick<Services, 'store' | 'world'>,
  stored: StoredRecord,
  code: string,
): Promise<boolean> {
  const follow = Follow.safeParse(stored.body).data;
  if (!follow || follow.paused !== undefined) return false;
  const at = world.now();
  const paused = changedRecord(stored, { isOpen: false, at, body: { ...follow, paused: code } });
  return (await store.commit({ at, records: [paused], outbox: [pausedRow(follow.channel, at)] })) === 'saved';
}
