import { placeKey } from '../../core/command/context.ts';
import { Incident, type IncidentLine, isIncidentOver } from '../../core/incident/incident.ts';
import type { IncidentNote } from '../../core/incident/observe-lines.ts';
import type { AfterChange } from '../../core/request/after-change.ts';
import { untracked } from '../../core/waits.ts';
import { isOfInstances, isReadByRange, type WatchItem } from '../../core/watch/watch-condition.ts';
import { sampleEvery } from '../../core/watch/watch-state.ts';
import type { ComponentSummary } from '../../platform/component/component-reply.ts';
import { PlatformError } from '../../platform/errors/platform-error.ts';
import { isQueryName } from '../../platform/monitoring/resource-query.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AppReader } from '../../reader/app-reader.ts';
import type { ListReading, ReadApp, ReaderSubscriber } from '../../reader/reader-subscriber.ts';
import { createSharedBudget } from '../../store/kept/shared-budget.ts';
import type { RecordChange } from '../../store/store.ts';
import type { StoredRecord } from '../../store/stored-types.ts';
import { changesOf } from '../shared/incident/incident-changes.ts';
import { chartRows, incidentRow, noteRow } from '../shared/incident/incident-rows.ts';
import { incidentKind } from '../shared/incident/stored-incident.ts';
import { noContext } from '../shared/place/paused-text.ts';
import type { Services } from '../shared/services.ts';
import { evaluateWatches, type WatchedCertificate } from './evaluate-watches.ts';
import { measuredAfterChange, readFrom } from './life/compare-after-change.ts';
import { withComponents } from './life/configured-watches.ts';
import { keepConfigured } from './life/keep-configured.ts';
import { createAfterChanges } from './life/watch-after-changes.ts';
import { emptiedRow, isAllowed, pauseWatches, pausing, removing } from './pause-watches.ts';
import { type ReadValues, readValues, type SampleReads } from './read-samples.ts';
import { createOutages, type RegionReading, saysSomething } from './region-outage.ts';
import { evaluationKind, Watch, WatchEvaluation, watchKind } from './stored-watch.ts';
import { readCertificates } from './used-certificates.ts';

/** Samples of a minute are read so long after it has begun, in ms: the region's monitoring has them by then. */
const readAfter = 5_000;
/** The most of the past that is read after a time without evaluation, in ms. */
const mostMissed = 6 * 3_600_000;
/** So much of it is read at once, in ms. */
const readAtOnce = 3_600_000;
/** The list of a minute is waited for so long, in ms: without it, what it tells would be told a minute later. */
const listWithin = 15_000;
/** A list that began so long before a minute, in ms, is taken for that minute's. */
const listAhead = 15_000;
/** A list of components that is older than this says nothing of the minute, in ms. */
const listKept = 70_000;
/** Certificates are read this often, and what was read is used for so long where reading fails, in ms. */
const certificatesEvery = 3_600_000;
const certificatesKept = 6 * 3_600_000;
/** How often the names of instances are read, and whether kube-state-metrics is there, in ms. */
const namesEvery = 10 * 60_000;
/** Messages that only show newer values are edited so many times a minute, all together. */
const mostValueEdits = 20;
/** How often an evaluation is tried again when someone pressed a button of an incident meanwhile. */
const mostRaces = 5;
/** How often it is looked whether the bot is still in the channels, in ms: one where nothing fires would stay unnoticed. */
const channelsEvery = 3_600_000;
/** How often it is looked whether a minute has begun, in ms. */
const lookEvery = 5_000;

/** Evaluates watches, once a minute, on the replica that is the reader. */
export interface Watcher extends ReaderSubscriber {
  /** How far the oldest evaluation is behind that this replica makes, in ms; 0 where another replica reads. */
  lateMs(): number;
  start(): void;
  stop(): Promise<void>;
}

/** What this replica remembers of an app while it is the reader. */
interface WatchedApp {
  list?: { readonly at: number; readonly components: readonly ComponentSummary[] };
  /** When the last list was asked for, and whether it came. */
  listed?: { readonly at: number; readonly hasFailed: boolean };
  /** Ends the wait for the list of a minute. */
  waiting?: AbortController;
  certificates?: { readonly at: number; readonly found: readonly WatchedCertificate[] };
  names?: Pick<SampleReads, 'names' | 'hasKubeState'> & { readonly at: number; readonly lacksKubeState: boolean };
  /** The last minute that was evaluated of all that is watched, or since when it is tried. */
  evaluated?: number;
  /** How many of its incidents go on. */
  open?: number;
}

/** @param changed called when a message is to be sent */
export function createWatcher(
  services: Services,
  reader: Pick<AppReader, 'turns' | 'isReading'>,
  changed: () => void,
): Watcher {
  const { world, store, platform, policy, people } = services;
  const apps = new Map<string, WatchedApp>();
  const valueEdits = createSharedBudget(store, 'value-edits', mostValueEdits);
  const events: Pick<Platform, 'listEvents'> = {
    listEvents: (q) => reader.turns.take(q, () => platform.listEvents(q)),
  };
  const outages = createOutages(services, isScraped, changed);
  const afterChanges = createAfterChanges(services, changed);
  const stop = new AbortController();
  let looping: Promise<void> = Promise.resolve();
  /** Undefined until they were read once. */
  let watches: readonly Watch[] | undefined;
  let isConfigured = false;
  let channelsSeen = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> = Promise.resolve();
  let evaluated = Number.NEGATIVE_INFINITY;

  const memoryOf = (key: string): WatchedApp => {
    const known = apps.get(key) ?? {};
    apps.set(key, known);
    return known;
  };

  /** A watch; where the policy file has lost its context, it is paused. */
  async function allowed(stored: StoredRecord): Promise<Watch | undefined> {
    const watch = Watch.safeParse(stored.body).data;
    if (!watch || isAllowed(watch, policy)) return watch;
    const paused = await pausing(store, stored, noContext, world.now());
    if (paused && (await store.commit(paused)) === 'saved') changed();
    return undefined;
  }

  /** Watches whose components were all deleted are over; one of the policy file waits for others of their names. */
  async function removeGone(mine: readonly Watch[], list: readonly ComponentSummary[]): Promise<void> {
    const ids = new Set(list.map(({ serviceId }) => serviceId));
    for (const watch of mine) {
      if (watch.configured) {
        await findAgain(watch, list);
        continue;
      }
      if (!watch.components || watch.components.some(({ id }) => ids.has(id))) continue;
      if ((await store.commit(removing(watch, world.now()))) === 'saved') changed();
    }
  }

  async function findAgain(watch: Watch, list: readonly ComponentSummary[]): Promise<void> {
    if (withComponents(watch, list) === watch) return;
    const stored = await store.records.get(watchKind, watch.id);
    const known = Watch.safeParse(stored?.body).data;
    if (!stored || !known) return;
    const { version: expect, ...record } = stored;
    const body = withComponents(known, list);
    const isEmptied = body.components?.length === 0 && (known.components?.length ?? 0) > 0;
    const now = world.now();
    // Who changed it meanwhile is followed a minute later.
    const saved = await store.commit({
      at: now,
      records: [{ next: { ...record, body }, expect }],
      outbox: isEmptied ? [emptiedRow(known, now)] : [],
    });
    if (isEmptied && saved === 'saved') changed();
  }

  async function loop(): Promise<void> {
    while (!stop.signal.aborted) {
      const minute = Math.floor((world.now() - readAfter) / sampleEvery) * sampleEvery;
      if (reader.isReading() && minute !== evaluated) {
        await evaluateAll(minute);
        evaluated = minute;
        if (minute - channelsSeen >= channelsEvery) {
          channelsSeen = minute;
          // Evaluation doesn't wait for Slack.
          looking = lookAtChannels();
        }
      }
      // Where nothing is watched any more there may be no reader: what was wrong with regions is over all the same.
      if (watches?.length === 0 && !reader.isReading() && minute !== evaluated) {
        evaluated = minute;
        await outages.note([], minute, world.now()).catch((error: unknown) => {
          world.log.error('the regions of watches could not be looked at', { error });
        });
      }
      const next = minute + sampleEvery + readAfter - world.now();
      await world.wait(Math.min(lookEvery, Math.max(50, next)), stop.signal);
    }
  }

  /** Watches of channels that the bot isn't in any more are paused. */
  async function lookAtChannels(): Promise<void> {
    try {
      for (const channel of new Set(watches?.map((each) => each.channel))) {
        if (stop.signal.aborted || !(await people.cannotPost(channel))) continue;
        await pauseWatches(services, channel, 'not_in_channel');
        changed();
      }
    } catch (error) {
      world.log.warn('the channels of watches could not be looked at', { error });
    }
  }

  async function evaluateAll(minute: number): Promise<void> {
    const active = Map.groupBy(watches ?? [], ({ context }) => placeKey(context));
    const after = afterChanges.all();
    const readings: RegionReading[] = [];
    await Promise.all(
      [...new Set([...active.keys(), ...after.keys()])].map(async (key) => {
        const mine = active.get(key) ?? [];
        const changes = after.get(key) ?? [];
        const context = mine[0]?.context ?? changes[0]?.context;
        if (!context) return;
        const { team, region, app } = context;
        try {
          const isMeasured = await evaluateApp({ key, place: { team, region, app } }, mine, changes, minute);
          const isReadable = saysSomething(listOf(memoryOf(key), minute));
          if (mine.length > 0) readings.push({ region, isReadable, isMeasured, watches: mine });
        } catch (error) {
          world.log.error('watches could not be evaluated', { app: key, error });
        }
      }),
    );
    if (reader.isReading()) await outages.note(readings, minute, world.now());
  }

  /** @returns whether anything was measured; undefined where nothing was asked */
  async function evaluateApp(
    app: ReadApp,
    mine: readonly Watch[],
    changes: readonly AfterChange[],
    minute: number,
  ): Promise<boolean | undefined> {
    const memory = memoryOf(app.key);
    memory.evaluated ??= minute - sampleEvery;
    await listCame(memory, minute);
    const list = listOf(memory, minute);
    const stored = await store.records.get(evaluationKind, app.key);
    const known = WatchEvaluation.safeParse(stored?.body).data ?? { items: {}, tracks: {}, moving: {} };
    const names = await namesOf(app, changes.length > 0 || mine.some(isOfPods), memory, minute);
    const read = await readItems(app, mine, changes, known, list, names, minute);
    const isEstimated = !names.hasKubeState;
    const noKubeState = memory.names?.lacksKubeState === true;
    const certificates = mine.some(({ condition }) => condition.item === 'certificates')
      ? await certificatesOf(app, memory)
      : undefined;
    for (let race = 0; race < mostRaces; race += 1) {
      if (!reader.isReading()) return undefined;
      const outcome = await save(app, mine, { list, read, certificates, minute, isEstimated, noKubeState }, stored);
      if (outcome !== 'saved') continue;
      memory.evaluated = evaluatedOf(mine, { items: known.items, list, read, certificates, minute });
      if (list) await removeGone(mine, list);
      await afterChanges.note(app.key, { minute, components: list, read, isEstimated });
      return isAnythingIn(read);
    }
    world.log.warn('an evaluation of watches was saved by someone else', { app: app.key });
    return undefined;
  }

  type Found = {
    readonly list: readonly ComponentSummary[] | undefined;
    readonly read: ReadonlyMap<WatchItem, { readonly values: ReadValues; readonly to: number }>;
    readonly certificates: readonly WatchedCertificate[] | undefined;
    readonly minute: number;
    readonly isEstimated: boolean;
    readonly noKubeState: boolean;
  };

  /** Waits for the list of a minute, for a while; not where the last one failed: that app is asked less often. */
  async function listCame(memory: WatchedApp, minute: number): Promise<void> {
    const { listed } = memory;
    if (listed && (listed.hasFailed || listed.at >= minute - listAhead)) return;
    memory.waiting = new AbortController();
    await world.wait(listWithin, AbortSignal.any([memory.waiting.signal, stop.signal]));
  }

  async function save(app: ReadApp, mine: readonly Watch[], found: Found, stored: StoredRecord | undefined) {
    const now = world.now();
    const before = WatchEvaluation.safeParse(stored?.body).data ?? { items: {}, tracks: {}, moving: {} };
    const records = await store.records.list(incidentKind, { placeKey: app.key, isOpen: true });
    const versions = new Map(records.map(({ id, version }) => [id, version]));
    const incidents = records.flatMap(({ body }) => Incident.safeParse(body).data ?? []);
    const existing = new Set((await store.records.list(watchKind, { placeKey: app.key })).map(({ id }) => id));
    const result = evaluateWatches({
      ...{ watches: mine.filter(({ id }) => existing.has(id)), existing, before, incidents, now },
      ...{ components: found.list, read: found.read, minute: found.minute },
      ...{ isEstimated: found.isEstimated, noKubeState: found.noKubeState },
      ...(found.certificates ? { certificates: found.certificates } : {}),
    });
    const shown = await withChanges(app, mine, incidents, result.changed);
    const known = new Map(incidents.map((incident) => [incident.id, incident]));
    memoryOf(app.key).open = incidents.filter(({ ended }) => ended === undefined).length;
    const savedAt = new Map(records.map(({ id, at }) => [id, at]));
    const written = await worthShowing(shown, known, savedAt, now);
    const saved = await store.commit({
      at: now,
      records: [
        {
          next: {
            ...{ kind: evaluationKind, id: app.key, placeKey: app.key, channel: '', isOpen: true, at: now },
            body: result.evaluation,
          },
          expect: stored?.version ?? 'new',
        },
        ...written.map((incident) => recordOf(app.key, incident, versions.get(incident.id), now)),
        ...closed(app.key, incidents, written, versions, now),
      ],
      outbox: [
        ...written.map(({ id }) => incidentRow(id, (versions.get(id) ?? 0) + 1, now)),
        ...result.notes.map((note: IncidentNote) => noteRow(note, now)),
        ...written.flatMap((incident) => chartRows(known.get(incident.id), incident, now)),
      ],
    });
    if (saved === 'saved' && (written.length > 0 || result.notes.length > 0)) changed();
    return saved;
  }

  /** What changed before, and what was done since, of those that go on or have just ended. */
  async function withChanges(
    app: ReadApp,
    mine: readonly Watch[],
    incidents: readonly Incident[],
    updated: readonly Incident[],
  ): Promise<readonly Incident[]> {
    const ids = new Set(updated.map(({ id }) => id));
    const open = incidents.filter(({ id, ended }) => ended === undefined && !ids.has(id));
    const [first] = mine;
    if (!first || (updated.length === 0 && open.length === 0)) return updated;
    const enrich = await changesOf(services, events, { ...first.context, ...app.place });
    const enriched = await Promise.all(updated.map(enrich));
    const others = await Promise.all(open.map(enrich));
    return [...enriched, ...others.filter((each, index) => each !== open[index])];
  }

  /** What messages are edited for: only newer values wait where too many are edited. */
  async function worthShowing(
    shown: readonly Incident[],
    known: ReadonlyMap<string, Incident>,
    savedAt: ReadonlyMap<string, number>,
    now: number,
  ): Promise<readonly Incident[]> {
    const atOf = ({ id }: Incident) => savedAt.get(id) ?? 0;
    const openCount = [...apps.values()].reduce((sum, { open = 0 }) => sum + open, 0);
    // All of them in turn: where there are many, each waits for so long that the others fit in.
    const turn = (Math.ceil(openCount / mostValueEdits) - 0.5) * sampleEvery;
    const onlyValues = shown
      .filter((incident) => hasOnlyNewValues(known.get(incident.id), incident))
      .toSorted((one, other) => atOf(one) - atOf(other));
    const inTurn = onlyValues.filter((incident) => now - atOf(incident) >= turn);
    if (onlyValues.length === 0) return shown;
    const { taken } = inTurn.length === 0 ? { taken: 0 } : await valueEdits.take(now, inTurn.length);
    const edited = new Set(inTurn.slice(0, taken));
    const late = new Set(onlyValues.filter((incident) => !edited.has(incident)));
    return shown.filter((incident) => !late.has(incident));
  }

  async function readItems(
    app: ReadApp,
    mine: readonly Watch[],
    changes: readonly AfterChange[],
    { items }: WatchEvaluation,
    list: readonly ComponentSummary[] | undefined,
    names: Pick<SampleReads, 'names' | 'hasKubeState'>,
    minute: number,
  ): Promise<Found['read']> {
    const used = new Set(mine.map(({ condition }) => condition.item).filter(isReadByRange));
    if (changes.length > 0) for (const item of measuredAfterChange) used.add(item);
    if (!list) return new Map();
    const reads = { platform, turns: reader.turns, ...names };
    const found = await Promise.all(
      [...used].map(async (item) => {
        const watched = mine.filter(({ condition }) => condition.item === item);
        const { from, to } = rangeOf(item, watched.length > 0 ? items[item] : undefined, changes, minute);
        const wanted = componentsOf(watched, isMeasuredAfter(item) ? changes : [], list);
        try {
          const values = await readValues(reads, item, app.place, wanted, { from, to });
          return values ? [[item, { values, to }] as const] : [];
        } catch (error) {
          if (!(error instanceof PlatformError)) throw error;
          world.log.warn('what is watched could not be read', { app: app.key, item, error });
          return [];
        }
      }),
    );
    return new Map(found.flat());
  }

  async function isScraped(region: string, at: number): Promise<boolean | undefined> {
    try {
      return await reader.turns.take({ region, isMonitoring: true }, () => platform.isScraped({ region, at }));
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      return undefined;
    }
  }

  /** What queries for instances need, read every ten minutes, and whether kube-state-metrics is there. */
  async function namesOf(
    app: ReadApp,
    isNeeded: boolean,
    memory: WatchedApp,
    minute: number,
  ): Promise<Pick<SampleReads, 'names' | 'hasKubeState'>> {
    const now = world.now();
    const known = memory.names;
    if (!isNeeded) return { names: undefined, hasKubeState: false };
    if (known && now - known.at < namesEvery && now >= known.at) return known;
    const { team, region } = app.place;
    try {
      const [info, namespace, kube] = await Promise.all([
        reader.turns.take(app.place, () => platform.readApp(app.place)),
        reader.turns.take(app.place, () => platform.readNamespace({ team, region })),
        reader.turns.take({ region, isMonitoring: true }, () => platform.hasKubeState({ region, at: minute / 1_000 })),
      ]);
      const isKnown = isQueryName(namespace) && isQueryName(info?.k8sApp);
      const names = isKnown ? { namespace, app: info.k8sApp } : undefined;
      // Apps that are read for the first time together are read again in turn, not all in the same minute.
      const sooner = known ? 0 : ([...apps.keys()].indexOf(app.key) * sampleEvery) % namesEvery;
      memory.names = { at: now - sooner, names, hasKubeState: kube === true, lacksKubeState: kube === false };
      return memory.names;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      world.log.warn('the names of an application could not be read', { app: app.key, error });
      return known ?? { names: undefined, hasKubeState: false };
    }
  }

  async function certificatesOf(app: ReadApp, memory: WatchedApp): Promise<readonly WatchedCertificate[] | undefined> {
    const now = world.now();
    const { certificates } = memory;
    if (certificates && now - certificates.at < certificatesEvery && now >= certificates.at) return certificates.found;
    try {
      const found = await readCertificates(platform, reader.turns, app.place);
      memory.certificates = { at: now, found };
      return found;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      world.log.warn('the certificates of an application could not be read', { app: app.key, error });
      return certificates && now - certificates.at < certificatesKept ? certificates.found : undefined;
    }
  }

  return {
    name: 'watches',
    listEvery: sampleEvery,
    lateMs() {
      if (!reader.isReading()) return 0;
      // A minute is over only when the next one begins, and read a little later: that isn't late.
      const due = world.now() - sampleEvery - readAfter;
      const behind = (watches ?? []).map(({ context }) => due - (apps.get(placeKey(context))?.evaluated ?? due));
      return Math.max(0, ...behind);
    },
    async apps() {
      if (!isConfigured && (await keepConfigured(services))) changed();
      isConfigured = true;
      const stored = await store.records.list(watchKind, { isOpen: true });
      const read = (await Promise.all(stored.map(allowed))).flatMap((each) => each ?? []);
      watches = read;
      await afterChanges.load();
      const changes = [...afterChanges.all().values()].flat();
      const places = new Map([...read, ...changes].map(({ context }) => [placeKey(context), context]));
      for (const key of apps.keys()) if (!places.has(key)) apps.delete(key);
      return [...places].map(([key, { team, region, app }]) => ({ key, place: { team, region, app } }));
    },
    begin() {
      apps.clear();
      evaluated = Number.NEGATIVE_INFINITY;
    },
    async listed(reading: ListReading) {
      const memory = memoryOf(reading.app.key);
      memory.listed = { at: reading.at, hasFailed: 'failed' in reading };
      if (!('failed' in reading)) memory.list = { at: reading.at, components: reading.components };
      memory.waiting?.abort();
    },
    start() {
      looping = untracked(loop);
    },
    async stop() {
      stop.abort();
      await looping;
      await looking;
    },
  };
}

function isOfPods({ condition }: Watch): boolean {
  return isOfInstances(condition.item);
}

/** Whether any of several items has a value. */
function isAnythingIn(read: ReadonlyMap<WatchItem, { readonly values: ReadValues }>): boolean | undefined {
  if (read.size === 0) return undefined;
  return [...read.values()].some(({ values }) => [...values.values()].some((each) => each.size > 0));
}

function isMeasuredAfter(item: WatchItem): item is (typeof measuredAfterChange)[number] {
  return measuredAfterChange.some((each) => each === item);
}

/**
 * The minutes that are read of an item: those after the last one that was, and after a change from the one before it.
 * @param last the last minute that was read for watches; undefined where none of them needs it
 */
function rangeOf(
  item: WatchItem,
  last: number | undefined,
  changes: readonly AfterChange[],
  minute: number,
): { readonly from: number; readonly to: number } {
  const earliest = minute - mostMissed;
  const known = last === undefined ? minute - sampleEvery : Math.max(last, earliest);
  // A clock that was set back begins again with the present.
  const next = known >= minute ? minute : known + sampleEvery;
  const to = Math.min(minute, next + readAtOnce);
  const wanted = isMeasuredAfter(item) ? changes.map((each) => readFrom(each, item)) : [];
  return { from: Math.min(next, ...wanted.map((at) => Math.max(earliest, at))), to };
}

/** The last minute that is evaluated of all that is watched. */
function evaluatedOf(
  watches: readonly Watch[],
  {
    items,
    list,
    read,
    certificates,
    minute,
  }: Pick<WatchEvaluation, 'items'> & {
    readonly list: unknown;
    readonly read: ReadonlyMap<WatchItem, { readonly to: number }>;
    readonly certificates: unknown;
    readonly minute: number;
  },
): number {
  const minutes = watches.map(({ at, condition: { item } }) => {
    const known = Math.max(items[item] ?? 0, at);
    if (item === 'abnormal') return list ? minute : known;
    if (item === 'certificates') return certificates ? minute : known;
    return read.get(item)?.to ?? known;
  });
  return Math.min(minute, ...minutes);
}

function componentsOf(
  watches: readonly Watch[],
  changes: readonly AfterChange[],
  list: readonly ComponentSummary[],
): readonly ComponentSummary[] {
  const wanted = [...watches, ...changes].map(({ components }) => components);
  if (wanted.includes(undefined)) return list;
  const ids = new Set(wanted.flatMap((components) => components?.map(({ id }) => id) ?? []));
  return list.filter(({ serviceId }) => ids.has(serviceId));
}

function recordOf(key: string, incident: Incident, version: number | undefined, now: number): RecordChange {
  const { id, channel } = incident;
  const next = { kind: incidentKind, id, placeKey: key, channel, at: now, isOpen: true, body: incident };
  return { next, expect: version ?? 'new' };
}

/** Incidents that can't be reopened any more are only kept. */
function closed(
  key: string,
  incidents: readonly Incident[],
  written: readonly Incident[],
  versions: ReadonlyMap<string, number>,
  now: number,
): readonly RecordChange[] {
  const changing = new Set(written.map(({ id }) => id));
  return incidents
    .filter((incident) => !changing.has(incident.id) && isIncidentOver(incident, now))
    .map((incident) => {
      const { id, channel, ended } = incident;
      const row = { kind: incidentKind, id, placeKey: key, channel, at: ended ?? now, isOpen: false };
      return { next: { ...row, body: incident }, expect: versions.get(id) ?? 'new' };
    });
}

function listOf({ list }: WatchedApp, minute: number): readonly ComponentSummary[] | undefined {
  return list && minute - list.at <= listKept ? list.components : undefined;
}

function hasOnlyNewValues(before: Incident | undefined, next: Incident): boolean {
  return before !== undefined && withoutValues(before) === withoutValues(next);
}

/** An incident without what changes with every sample. */
function withoutValues(incident: Incident): string {
  const lines = incident.lines.map(({ value: _value, furthest: _furthest, ...line }: IncidentLine) => line);
  return JSON.stringify({ ...incident, lines });
}
