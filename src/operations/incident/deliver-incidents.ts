import { defined } from '../../core/defined.ts';
import type { Claimed, Outgoing } from '../../store/stored-types.ts';
import { createRowLoop, joinLoops, type WorkLoop } from '../../store/work-loop.ts';
import { incidentKind, noteKind, StoredNote } from '../shared/incident/incident-rows.ts';
import { afterRefusal, type PostOutcome, type Services } from '../shared/services.ts';
import { createIncidentCharts } from './draw-charts.ts';
import { type IncidentPoster, IncidentRow, keepPosted, loadIncident, pollMs } from './posted-incident.ts';

/** Where Slack doesn't say when to try again, in ms; and how often it is. */
const refusedWait = 5_000;
const mostRefusals = 160;

/** Rows of other kinds that are sent in the same way: each tells one thing. */
export interface OtherNotes {
  readonly kinds: readonly string[];
  tell(row: Outgoing): Promise<PostOutcome | undefined>;
}

/**
 * Sends the messages of incidents: each row by one replica, those of an incident one after another.
 * @param unpostable called with Slack's code where nothing can be posted in a channel until someone acts
 * @param others what else goes out in the same way, such as that a watch is paused
 */
export function createIncidentDelivery(
  services: Services,
  poster: IncidentPoster,
  unpostable: (channel: string, code: string) => Promise<void>,
  others: OtherNotes,
): WorkLoop {
  const { world, store } = services;
  const messages = createRowLoop(world, store.outbox, {
    kinds: () => [incidentKind, noteKind, ...others.kinds],
    atOnce: 8,
    pollMs,
    mostAttempts: mostRefusals,
    work: (row) => {
      if (row.kind === incidentKind) return showIncident(row);
      return row.kind === noteKind ? postNote(row) : tellOther(row);
    },
    failed: (error) => world.log.error('messages about incidents could not be sent', { error }),
    rowFailed: (fields) => world.log.error('a message about an incident failed', fields),
  });

  async function showIncident(row: Claimed<Outgoing>): Promise<number | undefined> {
    const found = await loadIncident(store, IncidentRow.safeParse(row.body).data?.incident);
    if (!found) return undefined;
    const { stored, incident, record, posted } = found;
    if (posted && posted.shown >= stored.version) return undefined;
    const told = posted ? await poster.edit(incident, posted.ts, posted.chart) : await poster.post(incident);
    if (!told.told) return retry(told, incident.channel, posted !== undefined);
    const shown = { ts: told.ts, shown: stored.version, at: world.now(), ...defined({ chart: posted?.chart }) };
    await keepPosted(store, incident, record, shown);
    return undefined;
  }

  async function postNote(row: Claimed<Outgoing>): Promise<number | undefined> {
    const note = StoredNote.safeParse(row.body).data;
    const found = note && (await loadIncident(store, note.incident));
    if (!note || !found?.posted) return undefined;
    const told = await poster.note(found.incident, found.posted.ts, note);
    return told.told ? undefined : retry(told, found.incident.channel, true);
  }

  async function tellOther(row: Claimed<Outgoing>): Promise<number | undefined> {
    const told = await others.tell(row);
    return !told || told.told ? undefined : afterRefusal(told, refusedWait, { isPosted: false });
  }

  function retry(refused: Extract<PostOutcome, { told: false }>, channel: string, isPosted: boolean) {
    return afterRefusal(refused, refusedWait, { isPosted, unpostable: (code) => unpostable(channel, code) });
  }

  return joinLoops([messages, createIncidentCharts(services, poster)]);
}
