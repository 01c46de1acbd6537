import { Incident, isIncidentOver } from '../../core/incident/incident.ts';
import { type Observation, observeLines } from '../../core/incident/observe-lines.ts';
import type { ComponentSummary } from '../../platform/component/component-reply.ts';
import { incidentRow, noteRow } from '../incident/incident-rows.ts';
import { incidentKind } from '../incident/stored-incident.ts';
import type { Services } from '../shared/services.ts';
import type { Watch } from './stored-watch.ts';
import { msg } from './watch-messages.ts';

/** A region that can't be read for so long is reported, in ms. */
const reportedAfter = 15 * 60_000;

/** Whether an app of a region could be read. */
export interface RegionReading {
  readonly region: string;
  readonly isReadable: boolean;
  readonly watches: readonly Watch[];
}

/** Whether a list says anything: a region that can't be reached leaves every status out (docs/platform.md#component-status). */
export function saysSomething(list: readonly ComponentSummary[] | undefined): boolean {
  return list !== undefined && (list.length === 0 || list.some(({ status }) => status !== undefined && status !== ''));
}

/** Reports regions that can't be read: one message for each region and channel. */
export function createOutages({ store }: Pick<Services, 'store'>, changed: () => void) {
  const since = new Map<string, number>();

  async function observe(region: string, lasted: number | undefined, watches: readonly Watch[], now: number) {
    const placeKey = `region/${region}`;
    const records = await store.records.list(incidentKind, { placeKey, isOpen: true });
    const known = records.flatMap(({ body }) => Incident.safeParse(body).data ?? []);
    const versions = new Map(records.map(({ id, version }) => [id, version]));
    const isOut = lasted !== undefined && lasted >= reportedAfter;
    if (!isOut && known.length === 0) return;
    const channels = Map.groupBy(watches, ({ channel }) => channel);
    const observations = isOut
      ? [...channels.values()].flatMap((each) => outageOf(region, now - lasted, each) ?? [])
      : known.filter(({ ended }) => ended === undefined && lasted === undefined).map((each) => endOf(each, now));
    const { changed: incidents, notes } = observeLines(known, observations, now);
    const over = known.filter((each) => isIncidentOver(each, now) && !incidents.some(({ id }) => id === each.id));
    if (incidents.length + over.length === 0) return;
    const saved = await store.commit({
      at: now,
      records: [...incidents, ...over].map((incident) => ({
        next: {
          ...{ kind: incidentKind, id: incident.id, placeKey, channel: incident.channel },
          ...{ isOpen: !over.includes(incident), at: incident.ended ?? now, body: incident },
        },
        expect: versions.get(incident.id) ?? ('new' as const),
      })),
      outbox: [
        ...incidents.map(({ id }) => incidentRow(id, (versions.get(id) ?? 0) + 1, now)),
        ...notes.map((note) => noteRow(note, now)),
      ],
    });
    if (saved === 'saved') changed();
  }

  return {
    /** @param minute the whole minute that was evaluated; epoch ms, as the present is */
    async note(readings: readonly RegionReading[], minute: number, now: number): Promise<void> {
      const regions = Map.groupBy(readings, ({ region }) => region);
      for (const region of since.keys()) if (!regions.has(region)) since.delete(region);
      for (const [region, each] of regions) {
        if (each.some(({ isReadable }) => isReadable)) since.delete(region);
        else since.set(region, Math.min(since.get(region) ?? minute, minute));
        const began = since.get(region);
        const watches = each.flatMap((reading) => reading.watches);
        await observe(region, began === undefined ? undefined : minute - began, watches, now);
      }
    },
  };
}

function outageOf(region: string, since: number, watches: readonly Watch[]): Observation | undefined {
  const [first] = watches;
  if (!first) return undefined;
  return {
    line: { key: `region:${region} ${first.channel}`, what: msg.regionUnread({ region }), state: 'firing', since },
    fired: true,
    source: { kind: 'watches' },
    channel: first.channel,
    context: first.context,
    notify: [...new Set(watches.flatMap(({ notify }) => notify))],
    reader: { lang: first.by.lang, zone: first.by.zone },
  };
}

function endOf(incident: Incident, now: number): Observation {
  const [line] = incident.lines;
  if (!line) throw new RangeError('an incident has a condition');
  const { source, channel, reader } = incident;
  return { line: { ...line, state: 'resolved', ended: now }, fired: false, source, channel, notify: [], reader };
}
