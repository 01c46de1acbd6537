import * as z from 'zod';
import { createEdits } from '../../delivery/edits.ts';
import type { Attempt, JobKind } from '../../delivery/jobs.ts';
import { liveRow, loadLive } from '../../delivery/live-records.ts';
import type { Poster } from '../../delivery/poster.ts';
import type { Outgoing } from '../../store/stored-types.ts';
import { chartKind, drawnAfter, liveIncidents } from '../shared/incident/incident-rows.ts';
import type { Services } from '../shared/services.ts';
import { type IncidentDrawn, pollMs } from './posted-incident.ts';

const IncidentRow = z.object({ incident: z.string() });

/** Maximum uploads per minute of all replicas together. Slack allows about 20; the rest is for people's charts. */
const maxUploads = 10;
const uploads = 'incident-uploads';
/** How long a picture waits until its message is posted, in ms. */
const maxWaited = 10 * 60_000;
const lastDrawn = Math.max(...drawnAfter);
/** Interval between charts while an incident continues, in ms. */
const drawnEvery = 4 * 3_600_000;

/** Draws the due charts of incidents in separate jobs, so that messages never wait for charts. */
export function incidentCharts(
  { world, store }: Pick<Services, 'world' | 'store'>,
  poster: Pick<Poster<IncidentDrawn>, 'post' | 'picture'>,
): JobKind<Outgoing> {
  const edits = createEdits({ store, world }, poster, 'others');

  async function drawChart(row: Outgoing): Promise<Attempt> {
    const parsed = await loadLive(store, liveIncidents, IncidentRow.safeParse(row.body).data?.incident);
    const now = world.now();
    if (!parsed) return 'over';
    const { thing: incident, posted } = parsed;
    if (posted?.ts === undefined) return row.at < now - maxWaited ? 'over' : { again: pollMs };
    if (posted.chart && posted.chart.at >= Math.min(row.at, incident.ended ?? row.at)) return 'over';
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
    const goesOn = incident.ended === undefined && row.at - incident.opened >= lastDrawn;
    const again: Attempt = goesOn ? { again: drawnEvery } : 'over';
    if (!drawn) return again;
    const chart = { ...drawn, at: now };
    const newest = (await loadLive(store, liveIncidents, incident.id)) ?? parsed;
    const drawing = { shows: 'incident', incident: newest.thing, chart } as const;
    if (!(await poster.post({ channel, reader, ts: posted.ts }, drawing)).posted) return again;
    await liveIncidents.posted.change(store, incident.id, now, (current) => {
      if (!current) return undefined;
      // If a newer state was shown before this edit, show the newer state again.
      const isOutdated = current.body.shown > newest.version;
      const shown = isOutdated ? newest.version : current.body.shown;
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
