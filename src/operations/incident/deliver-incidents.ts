import type * as z from 'zod';
import type { Incident } from '../../core/incident/incident.ts';
import { noteText } from '../../core/incident/incident-note-text.ts';
import { joinedWithin } from '../../core/incident/observe-lines.ts';
import { createEdits } from '../../delivery/edits.ts';
import { type Attempt, createJobs, type JobKind, type Jobs } from '../../delivery/jobs.ts';
import { createLiveRecords, liveRow, loadLive } from '../../delivery/live-records.ts';
import { afterPosting } from '../../delivery/post-result.ts';
import type { LineRows, Poster } from '../../delivery/poster.ts';
import type { Claimed, Outgoing } from '../../store/stored-types.ts';
import { ChartRow, chartKind, liveIncidents, noteKind, StoredNote } from '../shared/incident/incident-rows.ts';
import type { Services } from '../shared/services.ts';
import type { IncidentDrawn } from './posted-incident.ts';

/**
 * Unless someone acknowledged the incident, its end is posted in its thread only within this time after it, in ms. The
 * message shows it anyway.
 */
const newsFor = 30 * 60_000;

/** Interval between searches for rows of other replicas, in ms. This replica's rows are handled immediately. */
const pollMs = 1_000;

/** Sends incident messages and the rows of `others`. One replica sends a row. Rows of one lane are sent in order. */
export function createIncidentDelivery(
  services: Pick<Services, 'world' | 'store'>,
  poster: Pick<Poster<IncidentDrawn>, 'post' | 'picture' | 'link'>,
  others: readonly LineRows[],
): Jobs<Outgoing> {
  const { world, store } = services;
  const live = createLiveRecords<Incident, IncidentDrawn>(services, poster, liveIncidents, {
    draw: (incident, posted) => ({ shows: 'incident', incident, chart: posted?.chart }),
  });

  /** Returns the message's link for a note that is shown in the channel too. The message is far above at that time. */
  async function broadcastLink({ incident, what, at }: z.infer<typeof StoredNote>): Promise<string | undefined> {
    if (what !== 'reopened' && what !== 'joined') return undefined;
    const { thing, posted } = (await loadLive(store, liveIncidents, incident)) ?? {};
    if (!thing || posted?.ts === undefined) return undefined;
    const isSeen = what === 'joined' && (thing.acknowledged !== undefined || at - thing.opened <= joinedWithin);
    return isSeen ? undefined : poster.link({ channel: thing.channel, ts: posted.ts });
  }

  async function isAwaited({ incident, mention }: z.infer<typeof StoredNote>): Promise<boolean> {
    const { acknowledged } = (await loadLive(store, liveIncidents, incident))?.thing ?? {};
    return acknowledged !== undefined && mention.includes(acknowledged.id);
  }

  async function postNote(row: Claimed<Outgoing>): Promise<Attempt> {
    const note = StoredNote.safeParse(row.body).data;
    if (!note) return 'over';
    const isOld = note.what === 'ended' && world.now() - note.at > newsFor;
    if (isOld && !(await isAwaited(note))) {
      world.log.info('the end of an incident is too old for its thread', { incident: note.incident });
      return 'over';
    }
    const link = await broadcastLink(note);
    const broadcast = link !== undefined || note.what === 'reopened' || undefined;
    return live.postLine(row, (incident) => ({
      since: note.at,
      text: noteText(note, incident, link),
      broadcast,
    }));
  }

  const kind = (kinds: readonly string[], work: (row: Claimed<Outgoing>) => Promise<Attempt>): JobKind<Outgoing> => ({
    what: `sending ${kinds.join(', ')}`,
    kinds: () => kinds,
    slots: 4,
    work: ({ row }) => work(row),
  });
  const otherKinds = others.map(({ kinds, lineOf }) =>
    kind(kinds, async (row) => {
      const line = await lineOf(row, store);
      if (!line) return 'over';
      return afterPosting(await poster.post(line.place, { shows: 'line', text: line.text }));
    }),
  );
  const jobKinds = [kind([liveIncidents.kind.kind], live.show), kind([noteKind], postNote), ...otherKinds];
  return createJobs(world, store.outbox, [...jobKinds, incidentCharts(services, poster)], { pollMs });
}

/** Maximum uploads per minute of all replicas together. Slack allows about 20; the rest is for people's charts. */
const maxUploads = 10;
const uploads = 'incident-uploads';
/** How long a picture waits until its message is posted, in ms. */
const maxWaited = 10 * 60_000;
/** Interval between charts while an incident continues, in ms. */
const drawnEvery = 4 * 3_600_000;

/** Draws the due charts of incidents in separate jobs, so that messages never wait for charts. */
function incidentCharts(
  { world, store }: Pick<Services, 'world' | 'store'>,
  poster: Pick<Poster<IncidentDrawn>, 'post' | 'picture'>,
): JobKind<Outgoing> {
  const edits = createEdits({ store, world }, poster, 'others');

  async function drawChart(row: Outgoing): Promise<Attempt> {
    const { incident: id, goesOnIn } = ChartRow.safeParse(row.body).data ?? {};
    const parsed = await loadLive(store, liveIncidents, id);
    const now = world.now();
    if (!parsed) return 'over';
    const { thing: incident, posted } = parsed;
    if (posted?.ts === undefined) return row.at < now - maxWaited ? 'over' : { again: pollMs };
    const goesOn = incident.ended === undefined && goesOnIn === incident.times;
    const again: Attempt = goesOn ? { again: drawnEvery } : 'over';
    // After downtime, an earlier row has drawn the chart, but only this one goes on.
    if (posted.chart && posted.chart.at >= Math.min(row.at, incident.ended ?? row.at)) return again;
    const freeAt = await store.limits.take(uploads, maxUploads, now);
    // Until an upload is possible, the message keeps the old picture with its time.
    if (freeAt !== undefined) return { again: freeAt - now };
    const wait = await edits.take();
    if (wait) {
      await store.limits.refund(uploads, now);
      return wait;
    }
    const { channel, reader } = incident;
    const drawn = await poster.picture({ channel, reader }, { shows: 'incident', incident });
    if (!drawn) return again;
    const chart = { ...drawn, at: now };
    const newest = (await loadLive(store, liveIncidents, incident.id)) ?? parsed;
    const drawing = { shows: 'incident', incident: newest.thing, chart } as const;
    if (!(await poster.post({ channel, reader, ts: posted.ts }, drawing)).posted) return again;
    await liveIncidents.posted.change(store, incident.id, now, (current) => {
      if (!current) return undefined;
      // If another edit was made meanwhile, the message may show it, or this one: show the newest state again.
      const isOutdated = current.body.shown > newest.version || current.version !== newest.postedVersion;
      const shown = isOutdated ? newest.version - 1 : current.body.shown;
      const outbox = isOutdated ? [liveRow(liveIncidents, incident.id, `chart ${now}`, now)] : [];
      return { body: { ...current.body, shown, chart }, outbox };
    });
    return again;
  }

  return {
    what: 'incident chart',
    kinds: () => [chartKind],
    // Several at a time. If one problem is shown in two channels, its picture is drawn only once.
    slots: 4,
    retry: { firstMs: 10_000, maxMs: 300_000, attempts: 8 },
    work: ({ row }) => drawChart(row),
  };
}
