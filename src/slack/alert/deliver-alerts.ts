import { Incident } from '../../core/incident/incident.ts';
import type { Text } from '../../core/text/text.ts';
import { verbatim } from '../../core/text/text.ts';
import type { Services } from '../../operations/shared/services.ts';
import { createClaims, type Held } from '../../store/claims.ts';
import type { Due, Outgoing } from '../../store/stored-types.ts';
import { msg } from './alert-source-messages.ts';
import { lookForSilence } from './receive-alerts.ts';
import { alertIncidentKind, PostedAlerts, postedKind, quietKind, tooLargeKind } from './stored-alerts.ts';

/** What became of telling a channel something. */
export type AlertTold =
  | { readonly told: true; readonly ts: string }
  | { readonly told: false; readonly messageGone?: true; readonly code: string; readonly waitMs?: number };

/** How incidents of alerts reach people; the Slack side hands it in. */
export interface AlertPoster {
  post(incident: Incident): Promise<AlertTold>;
  edit(incident: Incident, ts: string): Promise<AlertTold>;
  line(channel: string, text: Text): Promise<AlertTold>;
}

/** A message is edited at most this often, in ms. */
const editEvery = 5_000;
/** How often rows that another replica left are looked for, in ms; what this one puts is looked at once. */
const pollMs = 5_000;
const leastWait = 250;
/** After so many attempts that fail for no known reason, a message is given up. */
const mostTries = 8;
/** A channel that refuses messages is tried again after so long, and so often. */
const refusedWait = { ms: 5 * 60_000, times: 100 };

const kinds = [alertIncidentKind, tooLargeKind];

/** What sends the messages about alerts, and looks whether alerts are still reported. */
export interface AlertDelivery {
  start(): void;
  /** Something is to be sent now. */
  wake(): void;
  stop(): Promise<void>;
}

/** Makes it: each message is sent by one replica at a time. */
export function createAlertDelivery(services: Services, poster: AlertPoster): AlertDelivery {
  const { world, store } = services;
  const claims = createClaims(world, store.outbox, world.newId());
  const looks = createClaims(world, store.due, world.newId());
  const stop = new AbortController();
  let sleeper = new AbortController();
  let looping: Promise<void> = Promise.resolve();

  async function loop(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        for (const held of await looks.take([quietKind], 8)) await look(held);
        for (const held of await claims.take(kinds, 8)) await deliver(held);
      } catch (error) {
        world.log.error('messages about alerts could not be sent', { error });
      }
      await rest();
    }
  }

  async function rest(): Promise<void> {
    if (sleeper.signal.aborted) {
      sleeper = new AbortController();
      return;
    }
    const next = async (of: Promise<number | undefined>) => (await of.catch(() => undefined)) ?? Infinity;
    const at = Math.min(await next(store.outbox.next(kinds)), await next(store.due.next([quietKind])));
    const ms = Math.min(pollMs, Math.max(leastWait, at - world.now()));
    await world.wait(ms, AbortSignal.any([stop.signal, sleeper.signal]));
  }

  async function look(held: Held<Due>): Promise<void> {
    const { row } = held;
    try {
      const group = stringOf(row.body, 'group');
      // Looking puts the same row again, for its next time: then the claim isn't ours any more.
      if (group !== undefined && held.holds()) await lookForSilence(services, group);
      await held.release(undefined);
    } catch (error) {
      world.log.error('alerts could not be looked at', { row: row.id, error });
      await held.release(world.now() + pollMs);
    } finally {
      held.letGo();
    }
  }

  async function deliver(held: Held<Outgoing>): Promise<void> {
    const { row } = held;
    try {
      const wait = held.holds() ? await (row.kind === alertIncidentKind ? show(row) : tellTooLarge(row)) : 0;
      const isGivenUp = wait !== undefined && row.attempts >= refusedWait.times;
      await held.release(wait === undefined || isGivenUp ? undefined : world.now() + wait);
    } catch (error) {
      world.log.error('a message about alerts failed', { row: row.id, error });
      await held.release(row.attempts >= mostTries ? undefined : world.now() + pollMs * 2 ** row.attempts);
    } finally {
      held.letGo();
    }
  }

  /** @returns after how many ms it is tried again; undefined when there is nothing more to do */
  async function show(row: Outgoing): Promise<number | undefined> {
    const id = stringOf(row.body, 'incident');
    const stored = id === undefined ? undefined : await store.records.get(alertIncidentKind, id);
    const incident = Incident.safeParse(stored?.body).data;
    if (!stored || !incident) return undefined;
    const record = await store.records.get(postedKind, incident.id);
    const posted = PostedAlerts.safeParse(record?.body).data;
    if (posted && posted.shown >= stored.version) return undefined;
    const wait = posted ? posted.at + editEvery - world.now() : 0;
    if (wait > 0) return Math.min(wait, editEvery);
    const told = posted ? await poster.edit(incident, posted.ts) : await poster.post(incident);
    if (!told.told) return refused(incident.channel, told);
    const body: PostedAlerts = { ts: told.ts, shown: stored.version, at: world.now() };
    const { id: key, channel } = incident;
    const next = { kind: postedKind, id: key, placeKey: '', channel, isOpen: false, at: body.at, body };
    await store.commit({ at: body.at, records: [{ next, expect: record?.version ?? 'new' }] });
    return undefined;
  }

  function refused(channel: string, told: Extract<AlertTold, { told: false }>): number | undefined {
    if (told.messageGone) return undefined;
    if (told.waitMs !== undefined) return told.waitMs;
    world.log.warn('alerts can’t be posted in a channel', { channel, why: told.code });
    return refusedWait.ms;
  }

  async function tellTooLarge({ body }: Outgoing): Promise<number | undefined> {
    const [source, channel] = [stringOf(body, 'source'), stringOf(body, 'channel')];
    if (source === undefined || channel === undefined) return undefined;
    const told = await poster.line(channel, msg.tooLarge({ source: verbatim(source) }));
    return told.told ? undefined : refused(channel, told);
  }

  return {
    start: () => {
      looping = loop();
    },
    wake: () => sleeper.abort(),
    async stop() {
      stop.abort();
      await looping;
      claims.stop();
      looks.stop();
    },
  };
}

function stringOf(body: unknown, key: string): string | undefined {
  const value: unknown = typeof body === 'object' && body !== null && key in body ? Reflect.get(body, key) : undefined;
  return typeof value === 'string' ? value : undefined;
}
