import type { Incident } from '../../core/incident/incident.ts';
import { noteText } from '../../core/incident/incident-text.ts';
import { type Attempt, createJobs, type JobKind, type Jobs } from '../../delivery/jobs.ts';
import { createLiveRecords } from '../../delivery/live-records.ts';
import { afterPosting } from '../../delivery/post-result.ts';
import type { LineRows, Poster } from '../../delivery/poster.ts';
import type { Claimed, Outgoing } from '../../store/stored-types.ts';
import { liveIncidents, noteKind, StoredNote } from '../shared/incident/incident-rows.ts';
import type { Services } from '../shared/services.ts';
import { incidentCharts } from './draw-charts.ts';
import { type IncidentDrawn, pollMs } from './posted-incident.ts';

/** An incident's end is posted in its thread only within this time after it, in ms. The message shows it anyway. */
const newsFor = 30 * 60_000;

/** Sends incident messages and the rows of `others`. One replica sends a row. Rows of one lane are sent in order. */
export function createIncidentDelivery(
  services: Pick<Services, 'world' | 'store'>,
  poster: Pick<Poster<IncidentDrawn>, 'post' | 'picture'>,
  others: readonly LineRows[],
): Jobs<Outgoing> {
  const { world, store } = services;
  const live = createLiveRecords<Incident, IncidentDrawn>(services, poster, liveIncidents, {
    draw: (incident, posted) => ({ shows: 'incident', incident, chart: posted?.chart }),
  });

  async function postNote(row: Claimed<Outgoing>): Promise<Attempt> {
    const note = StoredNote.safeParse(row.body).data;
    if (!note || (note.what === 'ended' && world.now() - note.at > newsFor)) return 'over';
    return live.postLine(row, (incident) => ({
      since: note.at,
      text: noteText(note, incident),
      // Show a reopening in the channel too, because the incident's message is far above at that time.
      broadcast: note.what === 'reopened' ? true : undefined,
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
