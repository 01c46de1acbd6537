import * as z from 'zod';
import { Incident } from '../../core/incident/incident.ts';
import type { IncidentNote } from '../../core/incident/observe-lines.ts';
import { createReadBudget } from '../../reader/read-budget.ts';
import { createClaims, type Held } from '../../store/claims.ts';
import type { Committed } from '../../store/store.ts';
import type { Outgoing, StoredRecord } from '../../store/stored-types.ts';
import { createWorkLoop, type WorkLoop } from '../../store/work-loop.ts';
import type { PostOutcome, Services } from '../shared/services.ts';
import { chartKind, drawnAfter, noteKind, StoredNote } from './incident-rows.ts';
import { incidentKind, PostedIncident, postedIncidentKind } from './stored-incident.ts';

/** How messages about incidents reach people; the Slack side hands it in. */
export interface IncidentPoster {
  post(incident: Incident): Promise<PostOutcome>;
  edit(incident: Incident, ts: string, chart?: PostedIncident['chart']): Promise<PostOutcome>;
  /** Draws its chart and uploads it; undefined where there is nothing to draw, or it can't be read now. */
  draw(incident: Incident): Promise<Omit<NonNullable<PostedIncident['chart']>, 'at'> | undefined>;
  /** The picture is shown by the message from now on: what it showed before may be deleted. */
  shows(incident: Incident, ts: string, file: string): Promise<void>;
  /** In the message's thread. */
  note(incident: Incident, ts: string, note: IncidentNote): Promise<PostOutcome>;
}

/** How often rows that other replicas put are looked for, in ms; what this one puts is looked at once. */
const pollMs = 1_000;
/** After so many attempts that fail for no known reason, a message is given up. */
const mostTries = 8;
/** The most pictures that are uploaded in a minute. */
const mostUploads = 10;
/** How long a picture waits for its message, in ms. */
const mostWaited = 10 * 60_000;
const lastDrawn = Math.max(...drawnAfter);
/** How often the chart is drawn while an incident goes on, in ms. */
const drawnEvery = 4 * 3_600_000;
/** Where Slack doesn't say when to try again, in ms. */
const refusedWait = 5_000;
const kinds = [incidentKind, noteKind];

/** What the rows of an incident contain. */
const IncidentRow = z.object({ incident: z.string() });

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
  const uploads = createReadBudget(mostUploads);
  /** Takes rows that are due. Looking whether there are any only reads: nothing is written while nothing is to be sent. */
  async function takeDue(of: readonly string[], most: number): Promise<readonly Held<Outgoing>[]> {
    const next = await store.outbox.next(of);
    return next === undefined || next > world.now() ? [] : claims.take(of, most);
  }

  /** Draws what is due: away from the messages, which never wait for it. */
  const drawing = createWorkLoop(world, {
    turn: async () => {
      for (const held of await takeDue([chartKind], 2)) await drawSafely(held);
      return false;
    },
    restMs: () => pollMs,
    failed: (error) => world.log.error('charts of incidents could not be taken', { error }),
  });

  async function drawSafely(held: Held<Outgoing>): Promise<void> {
    const now = world.now();
    const free = uploads.freeAt(now);
    try {
      await held.release(free > now ? free : await draw(held.row));
    } catch (error) {
      world.log.error('the chart of an incident could not be drawn', { row: held.row.id, error });
      await held.release(held.row.attempts >= mostTries ? undefined : now + refusedWait * 2 ** held.row.attempts);
    } finally {
      held.letGo();
    }
  }

  /** @returns when it is drawn again, epoch ms */
  async function draw(row: Outgoing): Promise<number | undefined> {
    const found = await load(IncidentRow.safeParse(row.body).data?.incident);
    const now = world.now();
    if (!found) return undefined;
    const { incident, posted } = found;
    if (!posted) return row.at < now - mostWaited ? undefined : now + pollMs;
    if (posted.chart && posted.chart.at >= Math.min(row.at, incident.ended ?? row.at)) return undefined;
    uploads.spend(now);
    const drawn = await poster.draw(incident);
    const goesOn = incident.ended === undefined && row.at - incident.opened >= lastDrawn;
    const again = goesOn ? now + drawnEvery : undefined;
    if (!drawn) return again;
    const chart = { ...drawn, at: now };
    const newest = (await load(incident.id)) ?? found;
    const told = await poster.edit(newest.incident, posted.ts, chart);
    if (!told.told) return again;
    await poster.shows(incident, posted.ts, chart.file);
    // A message may have been edited meanwhile: the picture stays with what it shows then.
    for (let race = 0; race < mostTries; race += 1) {
      const current = await load(incident.id);
      if (!current?.posted) break;
      if ((await keepPosted(incident, current.record, { ...current.posted, chart })) === 'saved') break;
    }
    return again;
  }

  const telling = createWorkLoop(world, {
    turn: async () => {
      const taken = await takeDue([...kinds, ...others.kinds], 8);
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

  async function load(id: string | undefined) {
    const stored = id === undefined ? undefined : await store.records.get(incidentKind, id);
    const incident = Incident.safeParse(stored?.body).data;
    if (!stored || !incident) return undefined;
    const record = await store.records.get(postedIncidentKind, incident.id);
    return { stored, incident, record, posted: PostedIncident.safeParse(record?.body).data };
  }

  /** @returns after how many ms it is tried again; undefined when there is nothing more to do */
  async function show(row: Outgoing): Promise<number | undefined> {
    const found = await load(IncidentRow.safeParse(row.body).data?.incident);
    if (!found) return undefined;
    const { stored, incident, record, posted } = found;
    if (posted && posted.shown >= stored.version) return undefined;
    const told = posted ? await poster.edit(incident, posted.ts, posted.chart) : await poster.post(incident);
    if (!told.told) return refusedBy(incident, told, posted !== undefined);
    const chart = posted?.chart;
    await keepPosted(incident, record, {
      ts: told.ts,
      shown: stored.version,
      at: world.now(),
      ...(chart ? { chart } : {}),
    });
    return undefined;
  }

  async function tell(row: Outgoing): Promise<number | undefined> {
    const note = StoredNote.safeParse(row.body).data;
    const found = note && (await load(note.incident));
    if (!note || !found?.posted) return undefined;
    const told = await poster.note(found.incident, found.posted.ts, note);
    return told.told ? undefined : refusedBy(found.incident, told, true);
  }

  async function keepPosted(
    { id, channel }: Incident,
    record: StoredRecord | undefined,
    body: PostedIncident,
  ): Promise<Committed> {
    const next = { kind: postedIncidentKind, id, placeKey: '', channel, isOpen: false, at: body.at, body };
    return store.commit({ at: body.at, records: [{ next, expect: record?.version ?? 'new' }] });
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
      drawing.start();
    },
    wake: telling.wake,
    async stop() {
      await Promise.all([telling.stop(), drawing.stop()]);
      claims.stop();
    },
  };
}
