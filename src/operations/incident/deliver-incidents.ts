import { noteText } from '../../core/incident/incident-text.ts';
import { type Attempt, createJobs, type JobKind } from '../../delivery/jobs.ts';
import { afterPosting, type PostResult } from '../../delivery/post-result.ts';
import type { LineRows, Poster } from '../../delivery/poster.ts';
import type { Outgoing } from '../../store/stored-types.ts';
import type { WorkLoop } from '../../store/work-loop.ts';
import { incidentKind, noteKind, StoredNote } from '../shared/incident/incident-rows.ts';
import type { Services } from '../shared/services.ts';
import { incidentCharts } from './draw-charts.ts';
import { type IncidentDrawn, IncidentRow, keepPosted, loadIncident, pollMs } from './posted-incident.ts';

/** How long a line waits for the message in whose thread it is, in ms. */
const mostWaited = 24 * 3_600_000;

/**
 * Sends the messages of incidents: each row by one replica, those of one lane one after another.
 * @param unpostable called with Slack's code where nothing can be posted in a channel until someone acts
 * @param others what else goes out in the same way, such as that a watch is paused
 */
export function createIncidentDelivery(
  services: Services,
  poster: Pick<Poster<IncidentDrawn>, 'post' | 'picture'>,
  unpostable: (channel: string, code: string) => Promise<void>,
  others: readonly LineRows[],
): WorkLoop {
  const { world, store } = services;

  async function showIncident(row: Outgoing): Promise<Attempt> {
    const found = await loadIncident(store, IncidentRow.safeParse(row.body).data?.incident);
    if (!found) return 'over';
    const { stored, incident, record, posted } = found;
    if (posted && posted.shown >= stored.version) return 'over';
    const place = { channel: incident.channel, reader: incident.reader, ts: posted?.ts };
    const told = await poster.post(place, { shows: 'incident', incident, chart: posted?.chart });
    if (told.posted) {
      const shown = { ts: told.ts, shown: stored.version, at: world.now(), chart: posted?.chart };
      await keepPosted(store, incident, record, shown);
    }
    return after(told, incident.channel, posted !== undefined);
  }

  async function postNote(row: Outgoing): Promise<Attempt> {
    const note = StoredNote.safeParse(row.body).data;
    const found = note && (await loadIncident(store, note.incident));
    if (!note || !found) return 'over';
    if (!found.posted) return world.now() - note.at < mostWaited ? { failed: 'unreachable' } : 'over';
    const { incident, posted } = found;
    const { channel, reader } = incident;
    // The message is far above by the time it is reopened.
    const broadcast = note.what === 'reopened' ? true : undefined;
    const line = { shows: 'line', text: noteText(note, incident) } as const;
    return after(await poster.post({ channel, reader, thread: posted.ts, broadcast }, line), channel, true);
  }

  function after(outcome: PostResult, channel: string, isPosted: boolean): Promise<Attempt> {
    return afterPosting(outcome, { isPosted, unpostable: (code) => unpostable(channel, code) });
  }

  const kind = (kinds: readonly string[], work: (row: Outgoing) => Promise<Attempt>): JobKind<Outgoing> => ({
    what: `sending ${kinds.join(', ')}`,
    kinds: () => kinds,
    slots: 4,
    work: ({ row }) => work(row),
  });
  const otherKinds = others.map(({ kinds, lineOf }) =>
    kind(kinds, async (row) => {
      const line = lineOf(row);
      if (!line) return 'over';
      return afterPosting(await poster.post(line.place, { shows: 'line', text: line.text }), { isPosted: false });
    }),
  );
  const jobKinds = [kind([incidentKind], showIncident), kind([noteKind], postNote), ...otherKinds];
  return createJobs(world, store.outbox, [...jobKinds, incidentCharts(services, poster)], { pollMs });
}
