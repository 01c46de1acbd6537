import * as z from 'zod';
import type { Policy } from '../../core/policy/policy.ts';
import { hasFailed } from '../../core/runs/followed-run.ts';
import { type Attempt, createJobs, type JobKind, type Jobs } from '../../delivery/jobs.ts';
import { createLiveRecords } from '../../delivery/live-records.ts';
import { afterPosting } from '../../delivery/post-result.ts';
import type { Line, Poster } from '../../delivery/poster.ts';
import type { AppReader } from '../../reader/app-reader.ts';
import type { Claimed, Outgoing } from '../../store/stored-types.ts';
import type { Services } from '../shared/services.ts';
import { followingMsg } from './following-messages.ts';
import { ChannelRow } from './run-rows.ts';
import { runStateText, runsTitle } from './run-text.ts';
import { liveRuns, missedRecords, type RunMessage } from './stored-follow.ts';

export type RunsDrawn = { readonly shows: 'runs'; readonly message: RunMessage } | Line;
type RunsPoster = Pick<Poster<RunsDrawn>, 'post'>;

/** Minimum interval between edits of a message, in ms. */
const editEvery = 5_000;
/** Interval between searches for rows of other replicas, in ms. This replica's rows are handled immediately. */
const pollMs = 5_000;

const mentionKind = 'run-mention';

const MentionRow = z.object({ message: z.string(), run: z.string() });

/** Sends messages about runs. Only the reading replica sends them, so that one limit applies to all messages. */
export function createRunsDelivery(
  services: Services,
  reader: Pick<AppReader, 'isReading' | 'isWanted'>,
  poster: RunsPoster,
): Jobs<Outgoing> {
  const { world, store, policy } = services;
  const live = createLiveRecords<RunMessage, RunsDrawn>(services, poster, liveRuns, {
    draw: (message) => ({ shows: 'runs', message }),
    after: (message, posted, at) => mentionsAfter(policy, message, posted?.mentioned ?? [], at),
    editEvery,
  });

  async function mentionStarter(row: Claimed<Outgoing>): Promise<Attempt> {
    const run = MentionRow.safeParse(row.body).data?.run;
    return live.postLine(row, (message) => {
      const line = message.lines.find(({ report }) => report.id === run);
      const user = personOf(policy, line?.report.by);
      if (!line || user === undefined) return undefined;
      const title = runsTitle({ ...message, lines: [line] });
      const text = followingMsg.mention({ who: { user }, title, state: runStateText(line) });
      return { text, since: line.report.ended ?? line.report.began };
    });
  }

  async function tellMissed(row: Outgoing): Promise<Attempt> {
    const stored = await missedRecords.get(store, ChannelRow.safeParse(row.body).data?.channel);
    if (!stored || stored.body.count === 0) return 'over';
    const { channel, body } = stored;
    const { count, failed, reader } = body;
    const text = failed > 0 ? followingMsg.missedFailed({ count, failed }) : followingMsg.missed({ count });
    const result = await poster.post({ channel, reader }, { shows: 'line', text });
    if (!result.posted) return afterPosting(result);
    // Runs that were missed meanwhile stay for the row that was saved with them.
    await missedRecords.change(store, channel, world.now(), (record) => {
      if (!record || record.body.count < count) return undefined;
      const left = { ...record.body, count: record.body.count - count, failed: record.body.failed - failed };
      return { body: left, row: { isOpen: left.count > 0 } };
    });
    return 'sent';
  }

  /** Whether this replica sends messages: if it is the reading replica, or if nothing needs to be read. */
  const isOurs = () => reader.isReading() || !reader.isWanted();
  const kind = (of: string, work: (row: Claimed<Outgoing>) => Promise<Attempt>): JobKind<Outgoing> => ({
    what: `sending ${of}`,
    kinds: () => (isOurs() ? [of] : []),
    slots: 4,
    work: ({ row }) => work(row),
  });
  const kinds = [
    kind(liveRuns.kind.kind, live.show),
    kind(mentionKind, mentionStarter),
    kind(missedRecords.kind, tellMissed),
  ];
  return createJobs(world, store.outbox, kinds, { pollMs });
}

function mentionsAfter(policy: Policy, { id, lines }: RunMessage, mentioned: readonly string[], at: number) {
  const failed = lines.filter(({ report }) => hasFailed(report) && !mentioned.includes(report.id));
  return {
    mentioned: [...mentioned, ...failed.map(({ report }) => report.id)],
    outbox: failed
      .filter(({ report }) => personOf(policy, report.by) !== undefined)
      .map(({ report }) => mentionRow(id, report.id, at)),
  };
}

export function mentionRow(message: string, run: string, now: number): Outgoing {
  return { id: `${mentionKind}:${message}:${run}`, kind: mentionKind, at: now, body: { message, run } };
}

function personOf({ people }: Policy, by: string | undefined): string | undefined {
  return by === undefined ? undefined : people?.get(by);
}
