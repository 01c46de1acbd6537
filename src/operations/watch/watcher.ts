import { placeKey } from '../../core/command/context.ts';
import type { AfterChange } from '../../core/request/after-change.ts';
import { untracked } from '../../core/waits.ts';
import { isOfInstances, type WatchItem } from '../../core/watch/watch-condition.ts';
import { sampleEvery } from '../../core/watch/watch-state.ts';
import type { ComponentSummary } from '../../platform/component/component-reply.ts';
import { PlatformError } from '../../platform/errors/platform-error.ts';
import type { AppReader } from '../../reader/app-reader.ts';
import type { ListReading, ReadApp, ReaderSubscriber } from '../../reader/reader-subscriber.ts';
import { createSharedBudget } from '../../store/kept/shared-budget.ts';
import type { Services } from '../shared/services.ts';
import {
  noNames,
  type ReadItems,
  type ReadMemory,
  readCertificatesInTurn,
  readItems,
  readNames,
} from './evaluation/read-watched.ts';
import { createOutages, type RegionReading, saysSomething } from './evaluation/region-outage.ts';
import { mostValueEdits, type Saving, saveEvaluation } from './evaluation/save-evaluation.ts';
import { keepConfigured } from './life/keep-configured.ts';
import { readAllowed, removeGone } from './life/keep-watches.ts';
import { createAfterChanges } from './life/watch-after-changes.ts';
import { pauseWatches } from './pause-watches.ts';
import { evaluationKind, type Watch, WatchEvaluation, watchKind } from './stored-watch.ts';

/** Samples of a minute are read so long after it has begun, in ms: the region's monitoring has them by then. */
const readAfter = 5_000;
/** The list of a minute is waited for so long, in ms: without it, what it tells would be told a minute later. */
const listWithin = 15_000;
/** A list that began so long before a minute, in ms, is taken for that minute's. */
const listAhead = 15_000;
/** A list of components that is older than this says nothing of the minute, in ms. */
const listKept = 70_000;
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
interface WatchedApp extends ReadMemory {
  list?: { readonly at: number; readonly components: readonly ComponentSummary[] };
  /** When the last list was asked for, and whether it came. */
  listed?: { readonly at: number; readonly hasFailed: boolean };
  /** Ends the wait for the list of a minute. */
  waiting?: AbortController;
  /** The last minute that was evaluated of all that is watched, or since when it is tried. */
  evaluated?: number;
}

/** @param changed called when a message is to be sent */
export function createWatcher(
  services: Services,
  reader: Pick<AppReader, 'turns' | 'isReading'>,
  changed: () => void,
): Watcher {
  const { world, store, platform, people } = services;
  const apps = new Map<string, WatchedApp>();
  const reads = { world, platform, turns: reader.turns };
  const saving: Saving = {
    services,
    events: { listEvents: (q) => reader.turns.take(q, () => platform.listEvents(q)) },
    valueEdits: createSharedBudget(store, 'value-edits', mostValueEdits),
    opens: new Map(),
    changed,
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

  function forget(key: string): void {
    apps.delete(key);
    saving.opens.delete(key);
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
    const turn = [...apps.keys()].indexOf(app.key);
    const areNamesNeeded = changes.length > 0 || mine.some(isOfPods);
    const names = areNamesNeeded ? await readNames(reads, app, memory, { minute, turn }) : noNames;
    const read = await readItems(reads, app, { mine, changes, items: known.items, list, names, minute });
    const isEstimated = !names.hasKubeState;
    const noKubeState = memory.names?.lacksKubeState === true;
    const certificates = mine.some(({ condition }) => condition.item === 'certificates')
      ? await readCertificatesInTurn(reads, app, memory)
      : undefined;
    for (let race = 0; race < mostRaces; race += 1) {
      if (!reader.isReading()) return undefined;
      const outcome = await saveEvaluation(
        saving,
        app,
        mine,
        { list, read, certificates, minute, isEstimated, noKubeState },
        stored,
      );
      if (outcome !== 'saved') continue;
      memory.evaluated = evaluatedOf(mine, { items: known.items, list, read, certificates, minute });
      if (list) await removeGone(services, mine, list, changed);
      await afterChanges.note(app.key, { minute, components: list, read, isEstimated });
      return isAnythingIn(read);
    }
    world.log.warn('an evaluation of watches was saved by someone else', { app: app.key });
    return undefined;
  }

  /** Waits for the list of a minute, for a while; not where the last one failed: that app is asked less often. */
  async function listCame(memory: WatchedApp, minute: number): Promise<void> {
    const { listed } = memory;
    if (listed && (listed.hasFailed || listed.at >= minute - listAhead)) return;
    memory.waiting = new AbortController();
    await world.wait(listWithin, AbortSignal.any([memory.waiting.signal, stop.signal]));
  }

  async function isScraped(region: string, at: number): Promise<boolean | undefined> {
    try {
      return await reader.turns.take({ region, isMonitoring: true }, () => platform.isScraped({ region, at }));
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      return undefined;
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
      const allowed = await Promise.all(stored.map((each) => readAllowed(services, each, changed)));
      const read = allowed.flatMap((each) => each ?? []);
      watches = read;
      await afterChanges.load();
      const changes = [...afterChanges.all().values()].flat();
      const places = new Map([...read, ...changes].map(({ context }) => [placeKey(context), context]));
      for (const key of apps.keys()) if (!places.has(key)) forget(key);
      return [...places].map(([key, { team, region, app }]) => ({ key, place: { team, region, app } }));
    },
    begin() {
      apps.clear();
      saving.opens.clear();
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
function isAnythingIn(read: ReadItems): boolean | undefined {
  if (read.size === 0) return undefined;
  return [...read.values()].some(({ values }) => [...values.values()].some((each) => each.size > 0));
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

function listOf({ list }: WatchedApp, minute: number): readonly ComponentSummary[] | undefined {
  return list && minute - list.at <= listKept ? list.components : undefined;
}
