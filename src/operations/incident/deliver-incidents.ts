import type { Incident } from '../../core/incident/incident.ts';
import { createClaims, type Held } from '../../store/claims.ts';
import type { Outgoing } from '../../store/stored-types.ts';
import { createWorkLoop, type WorkLoop } from '../../store/work-loop.ts';
import { noteKind, StoredNote } from '../shared/incident/incident-rows.ts';
import { incidentKind } from '../shared/incident/stored-incident.ts';
import type { PostOutcome, Services } from '../shared/services.ts';
import { createIncidentCharts } from './draw-charts.ts';
import {
  type IncidentPoster,
  IncidentRow,
  keepPosted,
  loadIncident,
  mostTries,
  pollMs,
  refusedWait,
  takeDue,
} from './posted-incident.ts';

const kinds = [incidentKind, noteKind];

/** Rows of other kinds that are sent in the same way: each tells one thing. */
export interface OtherNotes {
  readonly kinds: readonly string[];
  tell(row: Outgoing): Promise<PostOutcome | undefined>;
}

/**
 * Sends the messages of incidents: each row by one replica, those of an incident one after another.
 * @param others what else goes out in the same way, such as that a watch is paused
 * @param unpostable called with Slack's code where nothing can be posted in a channel until someone acts
 */
export function createIncidentDelivery(
  services: Services,
  poster: IncidentPoster,
  unpostable: (channel: string, code: string) => Promise<void>,
  others: OtherNotes = { kinds: [], tell: async () => undefined },
): WorkLoop {
  const { world, store } = services;
  const claims = createClaims(world, store.outbox, world.newId());
  const charts = createIncidentCharts(services, poster, claims);
  const telling = createWorkLoop(world, {
    turn: async () => {
      const taken = await takeDue(services, claims, [...kinds, ...others.kinds], 8);
      await Promise.all(taken.map(deliver));
      return taken.length > 0;
    },
    restMs: () => pollMs,
    failed: (error) => world.log.error('messages about incidents could not be sent', { error }),
  });

  async function deliver(held: Held<Outgoing>): Promise<void> {
    const { row } = held;
    try {
      const wait = held.holds() ? await sendRow(row) : 0;
      const isGivenUp = wait !== undefined && row.attempts >= mostTries * 20;
      await held.release(wait === undefined || isGivenUp ? undefined : world.now() + wait);
    } catch (error) {
      world.log.error('a message about an incident failed', { row: row.id, error });
      await held.release(row.attempts >= mostTries ? undefined : world.now() + refusedWait * 2 ** row.attempts);
    } finally {
      held.letGo();
    }
  }

  async function sendRow(row: Outgoing): Promise<number | undefined> {
    if (row.kind === incidentKind) return show(row);
    if (row.kind === noteKind) return tell(row);
    const told = await others.tell(row);
    return !told || told.told || told.gone ? undefined : (told.waitMs ?? refusedWait);
  }

  /** @returns after how many ms it is tried again; undefined when there is nothing more to do */
  async function show(row: Outgoing): Promise<number | undefined> {
    const found = await loadIncident(store, IncidentRow.safeParse(row.body).data?.incident);
    if (!found) return undefined;
    const { stored, incident, record, posted } = found;
    if (posted && posted.shown >= stored.version) return undefined;
    const told = posted ? await poster.edit(incident, posted.ts, posted.chart) : await poster.post(incident);
    if (!told.told) return refusedBy(incident, told, posted !== undefined);
    const chart = posted?.chart;
    await keepPosted(store, incident, record, {
      ts: told.ts,
      shown: stored.version,
      at: world.now(),
      ...(chart ? { chart } : {}),
    });
    return undefined;
  }

  async function tell(row: Outgoing): Promise<number | undefined> {
    const note = StoredNote.safeParse(row.body).data;
    const found = note && (await loadIncident(store, note.incident));
    if (!note || !found?.posted) return undefined;
    const told = await poster.note(found.incident, found.posted.ts, note);
    return told.told ? undefined : refusedBy(found.incident, told, true);
  }

  async function refusedBy(
    incident: Incident,
    { gone, messageGone, code, waitMs }: Extract<PostOutcome, { told: false }>,
    isPosted: boolean,
  ): Promise<number | undefined> {
    if (isPosted && messageGone) return undefined;
    if (gone) {
      await unpostable(incident.channel, code);
      return undefined;
    }
    return waitMs ?? refusedWait;
  }

  return {
    start() {
      telling.start();
      charts.start();
    },
    wake: telling.wake,
    async stop() {
      await Promise.all([telling.stop(), charts.stop()]);
      claims.stop();
    },
  };
}
