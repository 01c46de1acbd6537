import { isSameJson, present } from '../../../core/defined.ts';
import { type Incident, type IncidentLine, isIncidentOver, type Unread } from '../../../core/incident/incident.ts';
import { hasNoData } from '../../../core/incident/incident-state-text.ts';
import { incidentTitle } from '../../../core/incident/incident-title.ts';
import { type Observation, observeLines } from '../../../core/incident/observe-lines.ts';
import { join, type Text } from '../../../core/text/text.ts';
import { isReadByRange, type WatchItem, watchItems } from '../../../core/watch/watch-condition.ts';
import type { ReadRecord } from '../../../store/kept/record-kind.ts';
import type { Store } from '../../../store/store.ts';
import { incidentRecord, incidentRecords, incidentRow, noteRow } from '../../shared/incident/incident-rows.ts';
import {
  type RegionTrouble,
  type RegionTroubles,
  troubleRecords,
  troubles,
} from '../../shared/incident/region-trouble.ts';
import type { Watch } from '../../shared/watch/stored-watch.ts';
import { watchMsg } from '../watch-messages.ts';

/**
 * Minimum duration of a trouble before it is reported, in ms. No watch fires while a region can't be read, so people hear
 * of that sooner. Metrics may be missing for a while because the monitoring restarts.
 */
const reportedAfter: Readonly<Record<RegionTrouble, number>> = { unread: 5 * 60_000, unmeasured: 15 * 60_000 };

/** Time that monitoring shows the last sample after reading stopped, plus a whole minute, in ms. */
const shownFor = 6 * 60_000;

export interface RegionReading {
  readonly region: string;
  readonly isReadable: boolean;
  /** Since when and why the list couldn't be read, or had no status; undefined if it is unknown. */
  readonly unread?: Unread | undefined;
  /** Whether any item had a value; undefined if no such item is watched, or the list couldn't be read. */
  readonly isMeasured?: boolean | undefined;
  readonly watches: readonly Watch[];
}

/** Times are epoch ms. */
interface OutageParts {
  readonly store: Store;
  /** Checks whether the region's monitoring reads its nodes at a time (in s); undefined if the check isn't possible. */
  isScraped(region: string, at: number): Promise<boolean | undefined>;
  /** Called when a message must be sent. */
  changed(): void;
  /** Whole minute that was evaluated. */
  readonly minute: number;
  readonly now: number;
}

/** Reports unreadable regions, and regions without monitoring data, in one message per region and channel. */
export async function noteOutages(parts: OutageParts, readings: readonly RegionReading[]): Promise<void> {
  const records = await troubleRecords.list(parts.store, { isOpen: true });
  const stored = new Map(records.map((each) => [each.id, each]));
  const regions = Map.groupBy(readings, ({ region }) => region);
  // Include regions that no watch uses anymore, because their troubles are over.
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
  const ongoing = readings.length === 0 ? {} : await findTroubles(parts, region, readings, before);
  const watches = readings.flatMap((reading) => reading.watches);
  const isPlatform = (ongoing.unread === undefined ? before : ongoing).isPlatform === true;
  for (const trouble of troubles)
    await observeTrouble(parts, { region, trouble, began: ongoing[trouble], isPlatform, watches });
  if (isSameJson(ongoing, before)) return;
  const isOver = Object.keys(ongoing).length === 0;
  const save = () => troubleRecords.save(ongoing, { id: region, at: now }, record?.version);
  await store.commit({ at: now, records: [isOver ? troubleRecords.drop(region) : save()] });
}

/** Period of `scrapedQuery`, in ms. The region's monitoring reads its nodes every 15 seconds. */
const scrapedWithin = 120_000;

/** Returns a region's current troubles. Troubles that can't be checked stay unchanged. */
async function findTroubles(
  { isScraped, minute }: OutageParts,
  region: string,
  readings: readonly RegionReading[],
  before: RegionTroubles,
): Promise<RegionTroubles> {
  const isUnread = !readings.some(({ isReadable }) => isReadable);
  const { unread, isPlatform: _isPlatform, ...rest } = before;
  // If the region is unreadable, its monitoring can't be checked. Keep `unmeasured` only if it was already reported.
  if (isUnread) {
    // The region can't be read from the time at which none of its lists could be.
    const began = Math.max(...readings.map((reading) => reading.unread?.since ?? minute));
    return {
      ...(isToTell('unmeasured', rest.unmeasured, minute) ? rest : {}),
      unread: Math.min(unread ?? began, minute),
      ...(readings.every((reading) => reading.unread?.by === 'platform') ? { isPlatform: true } : {}),
    };
  }
  const measured = readings.flatMap(({ isMeasured }) => isMeasured ?? []);
  if (measured.length === 0) return rest;
  const isMeasured = measured.includes(true);
  const scraped = await isScraped(region, minute / 1_000);
  if (scraped ?? isMeasured) return {};
  const began = before.unmeasured ?? (scraped === false ? minute - scrapedWithin : minute);
  // Values that are still shown after `shownFor` aren't old samples, so another job measures them.
  return isMeasured && minute - began > shownFor ? {} : { unmeasured: Math.min(began, minute) };
}

function isToTell(trouble: RegionTrouble, began: number | undefined, minute: number): began is number {
  return began !== undefined && minute - began >= reportedAfter[trouble];
}

interface FoundTrouble {
  readonly region: string;
  readonly trouble: RegionTrouble;
  readonly began: number | undefined;
  readonly isPlatform: boolean;
  readonly watches: readonly Watch[];
}

async function observeTrouble({ store, changed, minute, now }: OutageParts, found: FoundTrouble): Promise<void> {
  const { region, trouble, began, isPlatform, watches } = found;
  const placeKey = `region/${region}`;
  const records = await incidentRecords.list(store, { placeKey, isOpen: true });
  const incidentsBefore = records
    .map(({ body }) => body)
    .filter(({ lines }) => lines[0]?.key.startsWith(troubleKey(region, trouble)));
  const versions = new Map(records.map(({ id, version }) => [id, version]));
  const isOut = isToTell(trouble, began, minute);
  if (!isOut && incidentsBefore.length === 0) return;
  const channels = Map.groupBy(watches, ({ channel }) => channel);
  const isOfPlatform = trouble === 'unread' && isPlatform;
  const what = isOfPlatform ? watchMsg.platformSilent() : saysOf[trouble]({ region });
  const over = isOfPlatform ? watchMsg.platformAnswers() : overOf[trouble]({ region });
  const open = await incidentRecords.bodies(store, { isOpen: true });
  const observations = isOut
    ? [...channels].flatMap(([channel, each]) => {
        const firing = open.filter((other) => isHidden(other, { region, trouble, channel }));
        const count = firing.length;
        const note = join(present([hidesOf[trouble](), count > 0 && watchMsg.firedBefore({ count })]));
        const hidden =
          count > 0 ? { hidden: firing.map((other) => ({ id: other.id, title: incidentTitle(other) })) } : {};
        const key = `${troubleKey(region, trouble)}${channel}`;
        return outageOf({ key, what, note, since: began, ...hidden }, each) ?? [];
      })
    : incidentsBefore
        .filter(({ ended }) => ended === undefined && began === undefined)
        .map((each) => endedOutage(each, over, open, now));
  const { changed: observed, notes } = observeLines(incidentsBefore, observations, now);
  const unchanged = incidentsBefore.filter((each) => !observed.some(({ id }) => id === each.id));
  const told = began === undefined ? unchanged.flatMap((each) => toldOfData(each, open) ?? []) : [];
  const incidents = [...observed, ...told];
  // A message that names incidents without data stays open until they have data.
  const closed = unchanged.filter((each) => isIncidentOver(each, now) && !isWithoutData(each));
  if (incidents.length + closed.length === 0) return;
  const saved = await store.commit({
    at: now,
    records: [...incidents, ...closed].map((incident) => {
      const isOpen = !closed.includes(incident);
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

const overOf: typeof saysOf = {
  unread: watchMsg.regionReadable,
  unmeasured: watchMsg.regionMeasured,
};

const hidesOf: Readonly<Record<RegionTrouble, () => Text>> = {
  unread: watchMsg.unreadHides,
  unmeasured: watchMsg.unmeasuredHides,
};

/** Checks whether an incident was firing, and its watch can't see whether it still is. */
function isHidden(
  { ended, channel, context, lines }: Incident,
  at: { readonly region: string; readonly trouble: RegionTrouble; readonly channel: string },
): boolean {
  const isOfTrouble = ({ item, watch }: IncidentLine) =>
    watch !== undefined && (at.trouble === 'unread' || (isWatchItem(item) && isReadByRange(item)));
  return (
    ended === undefined &&
    channel === at.channel &&
    context?.region === at.region &&
    lines.some((line) => line.state === 'firing' && isOfTrouble(line))
  );
}

function isWatchItem(item: string | undefined): item is WatchItem {
  return watchItems.some((each) => each === item);
}

/** Returns the prefix of a trouble's condition keys. Earlier versions stored `region:` for unreadable regions. */
function troubleKey(region: string, trouble: RegionTrouble): string {
  return trouble === 'unread' ? `region:${region} ` : `monitoring:${region} `;
}

function outageOf(line: Omit<IncidentLine, 'state'>, watches: readonly Watch[]): Observation | undefined {
  const [first] = watches;
  if (!first) return undefined;
  return {
    line: { ...line, state: 'firing' },
    fired: true,
    source: { kind: 'watches' },
    channel: first.channel,
    context: first.context,
    notify: [...new Set(watches.flatMap(({ notify }) => notify))],
    reader: { lang: first.by.lang, zone: first.by.zone },
  };
}

/** @param open the ongoing incidents, as the reading after the outage shows them */
function endedOutage(incident: Incident, what: Text, open: readonly Incident[], now: number): Observation {
  const [line] = incident.lines;
  if (!line) throw new RangeError('an incident has a condition');
  const { source, channel, reader } = incident;
  const ended: IncidentLine = { ...line, what, hidden: stillHidden(line, open), state: 'resolved', ended: now };
  return { line: ended, fired: false, source, channel, notify: [], reader };
}

/** Returns which of the incidents before an outage still fire, or have no data yet. */
function stillHidden({ hidden }: IncidentLine, open: readonly Incident[]): IncidentLine['hidden'] {
  return hidden?.flatMap((each) => {
    const other = open.find(({ id, lines }) => id === each.id && lines.some(({ state }) => state === 'firing'));
    return other ? { ...each, noData: hasNoData(other) || undefined } : [];
  });
}

/** Checks whether the message about an outage that is over names incidents that had no data yet. */
function isWithoutData({ ended, lines }: Incident): boolean {
  return ended !== undefined && lines.some(({ hidden = [] }) => hidden.some(({ noData }) => noData));
}

/** Returns a past outage that says which incidents still fire now that they have data; undefined if nothing changed. */
function toldOfData(incident: Incident, open: readonly Incident[]): Incident | undefined {
  if (!isWithoutData(incident)) return undefined;
  const lines = incident.lines.map((line) => ({ ...line, hidden: stillHidden(line, open) }));
  return isSameJson(lines, incident.lines) ? undefined : { ...incident, lines };
}
