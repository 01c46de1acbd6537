import type { Place } from '../../core/command/context.ts';
import {
  type Incident,
  type IncidentLine,
  isIncidentOver,
  isOngoing,
  silenceAfterEnd,
  type Unread,
} from '../../core/incident/incident.ts';
import { isUnnoticed } from '../../core/incident/incident-text.ts';
import { hasContext } from '../../core/policy/policy.ts';
import { isReadByRange, type WatchItem } from '../../core/watch/watch-condition.ts';
import { sampleEvery } from '../../core/watch/watch-state.ts';
import type { ComponentSummary } from '../../platform/component/component-endpoints.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AppReader } from '../../reader/app-reader.ts';
import type { ReadTurns } from '../../reader/background-reads.ts';
import type { ReadApp } from '../../reader/reader-subscriber.ts';
import type { HasRecords, ReadRecord } from '../../store/kept/record-kind.ts';
import type { Committed } from '../../store/store.ts';
import { enricherOf } from '../shared/incident/incident-changes.ts';
import { chartRows, incidentRecord, incidentRecords, incidentRow, noteRow } from '../shared/incident/incident-rows.ts';
import { linkToLater } from '../shared/incident/past-firings.ts';
import { regionTroubles } from '../shared/incident/region-trouble.ts';
import { type GoneComponent, locateComponent } from '../shared/place/gone-component.ts';
import type { Services } from '../shared/services.ts';
import { evaluationRecords, type Watch, type WatchEvaluation, watchRecords } from '../shared/watch/stored-watch.ts';
import { evaluateWatches, type MinuteReading } from './evaluation/evaluate-watches.ts';
import { readAddresses } from './evaluation/read-addresses.ts';
import { type BlockedMemory, withBlocked } from './evaluation/read-blocked.ts';
import {
  type AppInMinute,
  isUnmeasured,
  noNames,
  type ReadItems,
  type ReadMemory,
  readCertificatesInTurn,
  readItems,
  readNames,
} from './evaluation/read-samples.ts';
import type { AfterChanges } from './life/watch-after-changes.ts';
import { removeGone, tellUnmeasured, tellUnread } from './watch-notes.ts';

/** Maximum number of edits per minute that only show newer values, for all messages together. */
const maxValueEdits = 20;

export interface Saving {
  readonly services: Services;
  readonly events: Pick<Platform, 'listEvents'>;
  readonly opens: Map<string, number>;
  /** Called when a message must be sent. */
  changed(): void;
}

interface StoredEvaluation {
  readonly stored: ReadRecord<WatchEvaluation> | undefined;
  readonly before: WatchEvaluation;
}

async function loadEvaluation(store: HasRecords, { key }: ReadApp): Promise<StoredEvaluation> {
  const stored = await evaluationRecords.get(store, key);
  const before = stored?.body ?? { items: {}, tracks: {}, moving: {}, absent: {} };
  return { stored, before };
}

/** Evaluates an app's watches. Saves the results and their messages, unless the stored records were changed first. */
async function saveEvaluation(
  saving: Saving,
  app: ReadApp,
  mine: readonly Watch[],
  reading: MinuteReading,
  { stored, before }: StoredEvaluation,
): Promise<Committed> {
  const { services, opens, changed } = saving;
  const { store, world } = services;
  const now = world.now();
  const records = await incidentRecords.list(store, { placeKey: app.key, isOpen: true });
  const versions = new Map(records.map(({ id, version }) => [id, version]));
  const incidents = records.map(({ body }) => body);
  const existing = new Set((await store.records.list(watchRecords.kind, { placeKey: app.key })).map(({ id }) => id));
  const watches = mine.filter(({ id }) => existing.has(id));
  const result = evaluateWatches({ ...reading, watches, existing, before, incidents, now });
  const shown = await withChanges(saving, app, mine, incidents, result.changed);
  const incidentsBefore = new Map(incidents.map((incident) => [incident.id, incident]));
  opens.set(app.key, incidents.filter(({ ended }) => ended === undefined).length);
  const savedAt = new Map(records.map(({ id, at }) => [id, at]));
  const shownIds = new Set(shown.map(({ id }) => id));
  // Some messages aren't edited for hours otherwise, such as those without a chart.
  const unnoticed = incidents.filter(
    (each) => !shownIds.has(each.id) && isNewlyUnnoticed(each, savedAt.get(each.id) ?? now, now),
  );
  const written = await worthShowing(saving, [...shown, ...unnoticed], incidentsBefore, savedAt, now);
  const writtenIds = new Set(written.map(({ id }) => id));
  const place = { placeKey: app.key };
  const links = await Promise.all(written.map((each) => linkToLater(store, incidentsBefore.get(each.id), each, now)));
  const later = links.filter(({ earlier }) => earlier !== undefined && !writtenIds.has(earlier));
  const changedIds = new Set([...writtenIds, ...later.map(({ earlier }) => earlier)]);
  // These can't fire again.
  const over = incidents.filter((each) => !changedIds.has(each.id) && isIncidentOver(each, now));
  // Their messages no longer offer to end the silence.
  const lessOffered = over.filter(silenceAfterEnd);
  const saved = await store.commit({
    at: now,
    records: [
      evaluationRecords.save(result.evaluation, { id: app.key, ...place, at: now }, stored?.version),
      ...written.map((each) => incidentRecord(each, versions.get(each.id), { ...place, isOpen: true, at: now })),
      ...over.map((each) =>
        incidentRecord(each, versions.get(each.id), { ...place, isOpen: false, at: each.ended ?? now }),
      ),
      ...later.flatMap(({ records }) => records),
    ],
    outbox: [
      ...[...written, ...lessOffered].map(({ id }) => incidentRow(id, (versions.get(id) ?? 0) + 1, now)),
      ...result.notes.map((note) => noteRow(note, now)),
      ...written.flatMap((incident) => chartRows(incidentsBefore.get(incident.id), incident, now)),
      ...later.flatMap(({ outbox }) => outbox),
    ],
  });
  if (saved === 'saved' && written.length + result.notes.length + lessOffered.length > 0) changed();
  return saved;
}

/** @param drawn when the message was drawn last */
function isNewlyUnnoticed(incident: Incident, drawn: number, now: number): boolean {
  return isUnnoticed(incident, now) && !isUnnoticed(incident, drawn);
}

async function withChanges(
  { services, events }: Saving,
  app: ReadApp,
  mine: readonly Watch[],
  incidents: readonly Incident[],
  updated: readonly Incident[],
): Promise<readonly Incident[]> {
  const ids = new Set(updated.map(({ id }) => id));
  const open = incidents.filter(({ id, ended }) => ended === undefined && !ids.has(id));
  const [first] = mine;
  if (!first || (updated.length === 0 && open.length === 0)) return updated;
  const enrich = await enricherOf(services, events, { ...first.context, ...app.place }, updated);
  const enriched = await Promise.all(updated.map(enrich));
  const others = await Promise.all(open.map(enrich));
  return [...enriched, ...others.filter((each, index) => each !== open[index])];
}

/** Selects the incidents to save and show. If there are too many, incidents that have only newer values wait. */
async function worthShowing(
  { services: { store }, opens }: Saving,
  shown: readonly Incident[],
  incidentsBefore: ReadonlyMap<string, Incident>,
  savedAt: ReadonlyMap<string, number>,
  now: number,
): Promise<readonly Incident[]> {
  const atOf = ({ id }: Incident) => savedAt.get(id) ?? 0;
  const openCount = [...opens.values()].reduce((sum, open) => sum + open, 0);
  // Minimum time between two edits of an incident. It is longer if more incidents are open.
  const turn = (Math.ceil(openCount / maxValueEdits) - 0.5) * sampleEvery;
  const onlyValues = shown
    .filter((incident) => hasOnlyNewValues(incidentsBefore.get(incident.id), incident))
    .toSorted((one, other) => atOf(one) - atOf(other));
  const inTurn = onlyValues.filter((incident) => now - atOf(incident) >= turn);
  if (onlyValues.length === 0) return shown;
  const edited = new Set<Incident>();
  for (const incident of inTurn)
    if ((await store.limits.take('value-edits', maxValueEdits, now)) === undefined) edited.add(incident);
  const late = new Set(onlyValues.filter((incident) => !edited.has(incident)));
  return shown.filter((incident) => !late.has(incident));
}

function hasOnlyNewValues(before: Incident | undefined, next: Incident): boolean {
  return before !== undefined && withoutValues(before) === withoutValues(next);
}

function withoutValues(incident: Incident): string {
  const lines = incident.lines.map(({ value: _value, furthest: _furthest, ...line }: IncidentLine) => line);
  return JSON.stringify({ ...incident, lines, died: undefined, ends: undefined, repeats: undefined });
}

/** Maximum age of a component list at the minute that uses it, in ms. */
const listKept = 70_000;
/** Maximum number of attempts to save an evaluation. An attempt fails if a button is pressed at the same moment. */
const maxRaces = 5;

export interface WatchedApp extends ReadMemory, BlockedMemory {
  list?: { readonly at: number; readonly components: readonly ComponentSummary[] };
  /** Time of the last request for the list, and whether it failed. */
  listed?: { readonly at: number; readonly hasFailed: boolean };
  /** Since when and why the list couldn't be read, or had no status; undefined if it was read. */
  unread?: Unread | undefined;
  gone?: GoneMemory;
  waiting?: AbortController;
  /** Last minute for which all watches were evaluated, or the minute before the first attempt. */
  evaluated?: number;
}

/** Time that the state of a missing component is cached, in ms, so that it isn't searched for every minute. */
const rememberedFor = 10 * 60_000;

/** Cached states of components that an app's list lacks. `isSure`: no second search is needed. */
type GoneMemory = Map<string, { readonly at: number; readonly gone: GoneComponent; readonly isSure: boolean }>;

/** Searches for watched or firing components that have left their app. Omits a component if its search failed. */
async function findGone(
  { services, turns }: { readonly services: Services; readonly turns: ReadTurns },
  { place, key }: ReadApp,
  watches: readonly Watch[],
  list: readonly ComponentSummary[],
  memory: GoneMemory,
): Promise<MinuteReading['gone']> {
  const { store, world } = services;
  const ids = new Set(list.map(({ serviceId }) => serviceId));
  const open = await incidentRecords.bodies(store, { placeKey: key, isOpen: true });
  const lines = open.flatMap((incident) => incident.lines);
  const wanted = [
    ...lines.filter(isOngoing).flatMap(({ component }) => component?.id ?? []),
    ...watches.flatMap(({ components = [] }) => components.map(({ id }) => id)),
  ];
  const now = world.now();
  const gone = new Map<string, GoneComponent>();
  for (const id of new Set(wanted.filter((each) => !ids.has(each)))) {
    const remembered = memory.get(id);
    const isFresh = remembered?.isSure === true && now - remembered.at < rememberedFor;
    const became = isFresh ? remembered.gone : await findGoneComponent(id, place, services, turns);
    if (!became) continue;
    gone.set(id, became);
    // A component that no app contains may be moving to another app, so search for it twice.
    const isSure = became.is === 'moved' || remembered?.gone.is === 'deleted';
    if (!isFresh) memory.set(id, { at: now, gone: became, isSure });
  }
  return gone;
}

/** Returns the state of a component that its app's list lacks; undefined if it is unknown, or the component is back. */
async function findGoneComponent(
  id: string,
  place: Place,
  services: Pick<Services, 'platform' | 'policy' | 'world'>,
  turns: ReadTurns,
): Promise<GoneComponent | undefined> {
  const there = await locateComponent(id, place, services, turns);
  if (there === 'nowhere') return { is: 'deleted' };
  if (!there || there.app === place.app) return undefined;
  const isKnown = hasContext(services.policy, there);
  return { is: 'moved', movedTo: isKnown ? (there.appName ?? there.app) : undefined };
}

interface Evaluating {
  readonly reader: Pick<AppReader, 'turns' | 'isReading'>;
  readonly saving: Saving;
  readonly afterChanges: AfterChanges;
}

/** Reads, evaluates and saves an app's watched items. Returns whether any item had a value; undefined if unknown. */
export async function evaluateApp(
  { reader, saving, afterChanges }: Evaluating,
  memory: WatchedApp,
  appInMinute: AppInMinute,
): Promise<boolean | undefined> {
  const { app, watches } = appInMinute;
  const { services, changed } = saving;
  const last = await loadEvaluation(services.store, app);
  const reading = await readMinute({ reader, saving }, memory, appInMinute, last.before.items);
  for (let race = 0; race < maxRaces; race += 1) {
    if (!reader.isReading()) return undefined;
    if ((await saveEvaluation(saving, app, watches, reading, last)) !== 'saved') continue;
    memory.evaluated = evaluatedOf(watches, last.before.items, reading);
    await removeGone(services, watches, reading, last.before, changed);
    await tellUnmeasured(services, watches, last.before, reading, changed);
    const unread = reading.unreadCertificates.map(({ name }) => name);
    await tellUnread(services, watches, unread, changed);
    await afterChanges.note(app.key, reading, appInMinute.changes);
    return isMeasured(reading, watches);
  }
  services.world.log.warn('an evaluation of watches was saved by someone else', { app: app.key });
  return undefined;
}

async function readMinute(
  { reader, saving }: Pick<Evaluating, 'reader' | 'saving'>,
  memory: WatchedApp,
  appInMinute: AppInMinute,
  items: WatchEvaluation['items'],
): Promise<MinuteReading> {
  const { world, platform } = saving.services;
  const reads = { world, platform, turns: reader.turns };
  const { app, watches, minute } = appInMinute;
  const listed = listIn(memory, minute);
  const components = listed && (await withBlocked(reads, appInMinute, listed, memory));
  const areNamesNeeded =
    appInMinute.changes.length > 0 || watches.some(({ condition }) => isReadByRange(condition.item));
  const names = areNamesNeeded ? await readNames(reads, appInMinute, memory) : noNames;
  const itemValues: ReadItems = components
    ? await readItems({ ...reads, ...names }, appInMinute, components, items)
    : new Map();
  const areCertificatesNeeded = watches.some(({ condition }) => condition.item === 'certificates');
  const used = areCertificatesNeeded ? await readCertificatesInTurn(reads, app, memory) : undefined;
  const certificates = used?.certificates;
  const unreadCertificates = used?.unread ?? [];
  const ofExposure = watches.find(({ condition }) => condition.item === 'exposure');
  const addresses =
    ofExposure && listed
      ? await readAddresses(saving.services, reader.turns, { ...ofExposure.context, ...app.place }, listed)
      : undefined;
  memory.gone ??= new Map();
  const gone = components
    ? await findGone({ services: saving.services, turns: reader.turns }, app, watches, components, memory.gone)
    : new Map();
  const watched = new Set(watches.map(({ condition }) => condition.item));
  const unmeasured = [...watched].filter((item) => isUnmeasured(item, names.sources));
  const listedAt = memory.list?.at ?? minute;
  const troubles = memory.unread && (await regionTroubles(saving.services.store, app.place.region));
  // After a restart, only the stored time is right.
  const unread = memory.unread && { ...memory.unread, since: troubles?.unread ?? memory.unread.since };
  const isEstimated = !names.hasKubeState;
  return {
    minute,
    components,
    listedAt,
    itemValues,
    certificates,
    unreadCertificates,
    isEstimated,
    unmeasured,
    gone,
    addresses,
    unread,
  };
}

export function listIn({ list }: WatchedApp, minute: number): readonly ComponentSummary[] | undefined {
  return list && minute - list.at <= listKept ? list.components : undefined;
}

/** Items that count events over a period. During this period, they have values even without new samples. */
const countsOverTime: readonly WatchItem[] = ['restarts', 'oom'];

/** Checks whether any watched item has a value; undefined if no item has to be measured, or the list is missing. */
function isMeasured(
  { itemValues, components, unmeasured }: MinuteReading,
  watches: readonly Watch[],
): boolean | undefined {
  const items = watches.map(({ condition }) => condition.item);
  if (!components || !items.some((item) => isReadByRange(item) && !unmeasured.includes(item))) return undefined;
  return [...itemValues].some(
    ([item, { values }]) => !countsOverTime.includes(item) && [...values.values()].some((each) => each.size > 0),
  );
}

function evaluatedOf(
  watches: readonly Watch[],
  items: WatchEvaluation['items'],
  { minute, components, itemValues, certificates, addresses, unmeasured }: MinuteReading,
): number {
  const minutes = watches.map(({ at, condition: { item } }) => {
    const evaluatedTo = Math.max(items[item] ?? 0, at);
    if (unmeasured.includes(item)) return minute;
    if (item === 'abnormal') return components ? minute : evaluatedTo;
    if (item === 'certificates') return certificates ? minute : evaluatedTo;
    if (item === 'exposure') return addresses ? minute : evaluatedTo;
    return itemValues.get(item)?.to ?? evaluatedTo;
  });
  return Math.min(minute, ...minutes);
}
