import * as z from 'zod';
import { isSameJson } from '../../../core/defined.ts';
import { type Incident, isIncidentOver } from '../../../core/incident/incident.ts';
import { type Observation, observeLines } from '../../../core/incident/observe-lines.ts';
import type { Text } from '../../../core/text/text.ts';
import type { ComponentSummary } from '../../../platform/component/component-reply.ts';
import { scrapedWithin } from '../../../platform/monitoring/watch-query.ts';
import { type HasRecords, type ReadRecord, recordKind } from '../../../store/kept/record-kind.ts';
import type { Store } from '../../../store/store.ts';
import { incidentRecord, incidentRecords, incidentRow, noteRow } from '../../shared/incident/incident-rows.ts';
import type { Watch } from '../stored-watch.ts';
import { watchMsg } from '../watch-messages.ts';

/** What is wrong for so long is reported, in ms. */
const reportedAfter = 15 * 60_000;

/** A region's monitoring shows the last sample of what it no longer reads for so long, in ms, and a minute is a whole one. */
const shownFor = 6 * 60_000;

/** What can be wrong with a region: it can't be read, or its monitoring has no data. */
const troubles = ['unread', 'unmeasured'] as const;
type RegionTrouble = (typeof troubles)[number];

/** Since when a region has each of them, epoch ms, as it is stored: counting goes on after a restart. */
const RegionTroubles = z.partialRecord(z.enum(troubles), z.number());
export type RegionTroubles = z.infer<typeof RegionTroubles>;
const troubleRecords = recordKind('region-trouble', RegionTroubles);

/** Since when a region can't be read, or its monitoring has no data, epoch ms. */
export async function regionTroubles(store: HasRecords, region: string): Promise<RegionTroubles> {
  return (await troubleRecords.get(store, region))?.body ?? {};
}

/** How an app of a region could be read. */
export interface RegionReading {
  readonly region: string;
  readonly isReadable: boolean;
  /** Whether anything was measured; undefined if nothing that is measured is watched, or its list couldn't be read. */
  readonly isMeasured?: boolean | undefined;
  readonly watches: readonly Watch[];
}

/** Whether a list says anything: a region that can't be reached leaves every status out (docs/platform.md#component-status). */
export function saysSomething(list: readonly ComponentSummary[] | undefined): boolean {
  return list !== undefined && (list.length === 0 || list.some(({ status }) => status !== undefined && status !== ''));
}

/** What noting what is wrong with regions needs. Times are epoch ms. */
interface OutageParts {
  readonly store: Store;
  /** Whether a region's monitoring reads its nodes at a moment, in s; undefined where it can't be asked. */
  isScraped(region: string, at: number): Promise<boolean | undefined>;
  /** Called when a message is to be sent. */
  changed(): void;
  /** The whole minute that was evaluated, and the present. */
  readonly minute: number;
  readonly now: number;
}

/** Reports regions that can't be read, or whose monitoring has no data: one message for each region and channel. */
export async function noteOutages(parts: OutageParts, readings: readonly RegionReading[]): Promise<void> {
  const records = await troubleRecords.list(parts.store, { isOpen: true });
  const stored = new Map(records.map((each) => [each.id, each]));
  const regions = Map.groupBy(readings, ({ region }) => region);
  // What was wrong with one that nothing watches any more is over too.
  for (const region of new Set([...regions.keys(), ...stored.keys()]))
    await noteRegion(parts, region, regions.get(region) ?? [], stored.get(region));
}

async function noteRegion(
  parts: OutageParts,
  region: string,
  readings: readonly RegionReading[],
  record: ReadRecord<RegionTroubles> | undefined,
): Promise<void> {
  const { store, now } = parts;
  const before = record?.body ?? {};
  const found = readings.length === 0 ? {} : await findTroubles(parts, region, readings, before);
  const watches = readings.flatMap((reading) => reading.watches);
  for (const trouble of troubles) await observeTrouble(parts, { region, trouble, began: found[trouble], watches });
  if (isSameJson(found, before)) return;
  const isOver = Object.keys(found).length === 0;
  const save = () => troubleRecords.save(found, { id: region, at: now }, record?.version);
  await store.commit({ at: now, records: [isOver ? troubleRecords.drop(region) : save()] });
}

/** What is wrong with a region now. What can't be told stays as it was. */
async function findTroubles(
  { isScraped, minute }: OutageParts,
  region: string,
  readings: readonly RegionReading[],
  before: RegionTroubles,
): Promise<RegionTroubles> {
  const isUnread = !readings.some(({ isReadable }) => isReadable);
  const { unread, ...rest } = before;
  // One that can't be read can't be asked either: that says it all, unless its monitoring was told of before.
  if (isUnread)
    return { ...(isToTell(rest.unmeasured, minute) ? rest : {}), unread: Math.min(unread ?? minute, minute) };
  const measured = readings.flatMap(({ isMeasured }) => isMeasured ?? []);
  if (measured.length === 0) return rest;
  const isMeasured = measured.includes(true);
  const scraped = await isScraped(region, minute / 1_000);
  if (scraped ?? isMeasured) return {};
  const began = before.unmeasured ?? (scraped === false ? minute - scrapedWithin : minute);
  // What is shown for longer isn't an old sample: something else than the usual jobs measures it.
  return isMeasured && minute - began > shownFor ? {} : { unmeasured: Math.min(began, minute) };
}

function isToTell(began: number | undefined, minute: number): began is number {
  return began !== undefined && minute - began >= reportedAfter;
}

/** A trouble of a region, since when it has it, and the watches that it concerns. */
interface FoundTrouble {
  readonly region: string;
  readonly trouble: RegionTrouble;
  readonly began: number | undefined;
  readonly watches: readonly Watch[];
}

async function observeTrouble({ store, changed, minute, now }: OutageParts, found: FoundTrouble): Promise<void> {
  const { region, trouble, began, watches } = found;
  const placeKey = `region/${region}`;
  const records = await incidentRecords.list(store, { placeKey, isOpen: true });
  const known = records
    .map(({ body }) => body)
    .filter(({ lines }) => lines[0]?.key.startsWith(troubleKey(region, trouble)));
  const versions = new Map(records.map(({ id, version }) => [id, version]));
  const isOut = isToTell(began, minute);
  if (!isOut && known.length === 0) return;
  const channels = Map.groupBy(watches, ({ channel }) => channel);
  const observations = isOut
    ? [...channels.values()].flatMap((each) => outageOf(region, trouble, began, each) ?? [])
    : known.filter(({ ended }) => ended === undefined && began === undefined).map((each) => endedOutage(each, now));
  const { changed: incidents, notes } = observeLines(known, observations, now);
  const over = known.filter((each) => isIncidentOver(each, now) && !incidents.some(({ id }) => id === each.id));
  if (incidents.length + over.length === 0) return;
  const saved = await store.commit({
    at: now,
    records: [...incidents, ...over].map((incident) => {
      const isOpen = !over.includes(incident);
      return incidentRecord(incident, versions.get(incident.id), { placeKey, isOpen, at: incident.ended ?? now });
    }),
    outbox: [
      ...incidents.map(({ id }) => incidentRow(id, (versions.get(id) ?? 0) + 1, now)),
      ...notes.map((note) => noteRow(note, now)),
    ],
  });
  if (saved === 'saved') changed();
}

const saysOf: Readonly<Record<RegionTrouble, (given: { region: string }) => Text>> = {
  unread: watchMsg.regionUnread,
  unmeasured: watchMsg.regionUnmeasured,
};

/** What the keys of its conditions begin with; earlier versions stored those of regions that can't be read so. */
function troubleKey(region: string, trouble: RegionTrouble): string {
  return trouble === 'unread' ? `region:${region} ` : `monitoring:${region} `;
}

function outageOf(
  region: string,
  trouble: RegionTrouble,
  since: number,
  watches: readonly Watch[],
): Observation | undefined {
  const [first] = watches;
  if (!first) return undefined;
  return {
    line: {
      key: `${troubleKey(region, trouble)}${first.channel}`,
      what: saysOf[trouble]({ region }),
      state: 'firing',
      since,
    },
    fired: true,
    source: { kind: 'watches' },
    channel: first.channel,
    context: first.context,
    notify: [...new Set(watches.flatMap(({ notify }) => notify))],
    reader: { lang: first.by.lang, zone: first.by.zone },
  };
}

function endedOutage(incident: Incident, now: number): Observation {
  const [line] = incident.lines;
  if (!line) throw new RangeError('an incident has a condition');
  const { source, channel, reader } = incident;
  return { line: { ...line, state: 'resolved', ended: now }, fired: false, source, channel, notify: [], reader };
}
