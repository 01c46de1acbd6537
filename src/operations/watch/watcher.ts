import { placeKey } from '../../core/command/context.ts';
import { untracked } from '../../core/waits.ts';
import { minuteOf, sampleEvery } from '../../core/watch/watch-state.ts';
import { createWorkLoop } from '../../core/work-loop.ts';
import type { ComponentSummary } from '../../platform/component/component-endpoints.ts';
import { type PlatformError, unlessPlatformFails } from '../../platform/errors/platform-error.ts';
import type { AppReader } from '../../reader/app-reader.ts';
import { type ReaderSubscriber, readAppsOf } from '../../reader/reader-subscriber.ts';
import { keepStatuses } from '../shared/component/last-statuses.ts';
import { readsOf, type Services } from '../shared/services.ts';
import type { Watch } from '../shared/watch/stored-watch.ts';
import { evaluateApp, listIn, type Saving, type WatchedApp } from './evaluate-app.ts';
import { noteOutages, type RegionReading } from './evaluation/region-outage.ts';
import { keepConfigured } from './life/configured-watches.ts';
import { createAfterChanges } from './life/watch-after-changes.ts';
import { resumeBack, watchSubscriptions } from './watch-notes.ts';

/** Delay after the start of a minute before its samples are read, in ms, so that monitoring has the samples. */
const readAfter = 5_000;
/** Maximum time to wait for a minute's list, in ms. If the list is later, its results come a minute later. */
const listWithin = 15_000;
/** A list counts as a minute's list if its read began at most this long before the minute, in ms. */
const listAhead = 15_000;
/** Interval of membership checks in channels, in ms. In a quiet channel, nothing else shows that the bot left. */
const channelsEvery = 3_600_000;
/** Interval of checks whether the bot is back in a channel that it had left, in ms. */
const backEvery = 300_000;
/** Interval between checks for a new minute, in ms. */
const lookEvery = 5_000;
const minWait = 50;

/** Evaluates watches once a minute, on the replica that reads the platform. */
interface Watcher extends ReaderSubscriber {
  /** Returns the delay of this replica's oldest evaluation, in ms; 0 if another replica reads. */
  lateMs(): number;
  start(): void;
  stop(): Promise<void>;
}

/** @param changed called when a message must be sent */
export function createWatcher(
  services: Services,
  reader: Pick<AppReader, 'turns' | 'isReading'>,
  changed: () => void,
): Watcher {
  const { world, store, platform } = services;
  const apps = new Map<string, WatchedApp>();
  const saving: Saving = {
    services,
    events: { listEvents: (q) => reader.turns.take(q, () => platform.listEvents(q)) },
    opens: new Map(),
    changed,
  };
  const afterChanges = createAfterChanges(services, changed);
  const stop = new AbortController();
  /** Undefined before the first read. */
  let watches: readonly Watch[] | undefined;
  let isConfigured = false;
  let channelsSeen = Number.NEGATIVE_INFINITY;
  let backSeen = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> = Promise.resolve();
  let evaluated = Number.NEGATIVE_INFINITY;

  const minuteNow = () => minuteOf(world.now() - readAfter);
  const loop = createWorkLoop(world, {
    turn: async () => {
      const minute = minuteNow();
      if (minute !== evaluated) await evaluateMinute(minute);
      // The next minute may have begun during the evaluation.
      return minuteNow() !== minute;
    },
    restMs: () => Math.min(lookEvery, Math.max(minWait, minuteNow() + sampleEvery + readAfter - world.now())),
    failed: (error) => world.log.error('watches could not be evaluated', { error }),
  });

  const appMemory = (key: string): WatchedApp => {
    const existing = apps.get(key) ?? {};
    apps.set(key, existing);
    return existing;
  };

  function forgetApp(key: string): void {
    apps.delete(key);
    saving.opens.delete(key);
  }

  async function evaluateMinute(minute: number): Promise<void> {
    if (reader.isReading()) {
      const readings = await evaluateAll(minute);
      if (reader.isReading()) await noteRegions(readings, minute);
      evaluated = minute;
      // Don't wait for Slack here, because the next evaluation must not be delayed.
      if (minute - channelsSeen >= channelsEvery) {
        channelsSeen = minute;
        looking = lookAtChannels();
      }
      lookForBack(minute);
    } else if (watches?.length === 0) {
      // Without watches, maybe no replica reads the platform, but troubles of regions must still end.
      evaluated = minute;
      await noteRegions([], minute);
      lookForBack(minute);
    }
  }

  function lookForBack(minute: number): void {
    if (minute - backSeen < backEvery) return;
    backSeen = minute;
    looking = looking
      .then(() => resumeBack(services, changed))
      .catch((error: unknown) => world.log.warn('paused watches could not be resumed', { error }));
  }

  async function evaluateAll(minute: number): Promise<readonly RegionReading[]> {
    const active = Map.groupBy(watches ?? [], ({ context }) => placeKey(context));
    const after = afterChanges.all();
    const contexts = [...active.values(), ...after.values()].flatMap(([first]) => first?.context ?? []);
    const readings = readAppsOf(contexts).map(async (app): Promise<readonly RegionReading[]> => {
      const mine = active.get(app.key) ?? [];
      const memory = appMemory(app.key);
      memory.evaluated ??= minute - sampleEvery;
      try {
        await listCame(memory, minute);
        const turn = [...apps.keys()].indexOf(app.key);
        const appInMinute = { app, watches: mine, changes: after.get(app.key) ?? [], minute, turn };
        const isMeasured = await evaluateApp({ reader, saving, afterChanges }, memory, appInMinute);
        const isReadable = saysSomething(listIn(memory, minute));
        const { unread } = memory;
        const { region } = app.place;
        return mine.length > 0 ? [{ region, isReadable, unread, isMeasured, watches: mine }] : [];
      } catch (error) {
        world.log.error('watches could not be evaluated', { app: app.key, error });
        return [];
      }
    });
    return (await Promise.all(readings)).flat();
  }

  async function noteRegions(readings: readonly RegionReading[], minute: number): Promise<void> {
    await noteOutages({ store, isScraped, changed, minute, now: world.now() }, readings).catch((error: unknown) => {
      world.log.error('the regions of watches could not be looked at', { error });
    });
  }

  /** Pauses watches of channels that the bot has left. */
  async function lookAtChannels(): Promise<void> {
    try {
      for (const channel of new Set(watches?.map((each) => each.channel))) {
        if (stop.signal.aborted || !(await services.people.cannotPost(channel))) continue;
        await watchSubscriptions.pauseIn(services, channel, 'not_in_channel');
        changed();
      }
    } catch (error) {
      world.log.warn('the channels of watches could not be looked at', { error });
    }
  }

  /** Waits for a minute's list, unless the last list failed: after a failure, the app is polled less often. */
  async function listCame(memory: WatchedApp, minute: number): Promise<void> {
    const { listed } = memory;
    if (listed && (listed.hasFailed || listed.at >= minute - listAhead)) return;
    memory.waiting = new AbortController();
    await world.wait(listWithin, AbortSignal.any([memory.waiting.signal, stop.signal]));
  }

  async function isScraped(region: string, at: number): Promise<boolean | undefined> {
    return unlessPlatformFails(
      () => reader.turns.take({ region, isMonitoring: true }, () => platform.isScraped({ region, at })),
      () => {},
    );
  }

  return {
    name: 'watches',
    listEvery: sampleEvery,
    lateMs() {
      if (!reader.isReading()) return 0;
      // A minute ends when the next minute begins, and is read a little later. This delay is normal.
      const due = world.now() - sampleEvery - readAfter;
      const behind = (watches ?? []).map(({ context }) => due - (apps.get(placeKey(context))?.evaluated ?? due));
      return Math.max(0, ...behind);
    },
    async apps() {
      if (!isConfigured && (await keepConfigured({ ...services, names: () => readsOf(services) }))) changed();
      isConfigured = true;
      watches = await watchSubscriptions.active(services, changed);
      await afterChanges.load();
      const watchedApps = readAppsOf(
        [...watches, ...[...afterChanges.all().values()].flat()].map(({ context }) => context),
      );
      const keys = new Set(watchedApps.map(({ key }) => key));
      for (const key of apps.keys()) if (!keys.has(key)) forgetApp(key);
      return watchedApps;
    },
    begin() {
      apps.clear();
      saving.opens.clear();
      evaluated = Number.NEGATIVE_INFINITY;
    },
    async listed(reading) {
      const memory = appMemory(reading.app.key);
      memory.listed = { at: reading.at, hasFailed: 'failed' in reading };
      const isRead = !('failed' in reading) && saysSomething(reading.components);
      const by = 'failed' in reading && isPlatformSilent(reading.failed) ? 'platform' : 'region';
      if (isRead)
        await keepStatuses(reading.app.place, reading.components, reading.at, {
          records: store.records,
          keepRecords: (records) => store.commit({ at: world.now(), records }),
        });
      memory.unread = isRead ? undefined : { since: memory.unread?.since ?? reading.at, by };
      if (!('failed' in reading)) memory.list = { at: reading.at, components: reading.components };
      memory.waiting?.abort();
    },
    start() {
      untracked(loop.start);
    },
    async stop() {
      stop.abort();
      await loop.stop();
      await looking;
    },
  };
}

/** Checks whether the platform itself doesn't answer. A timeout may also be due to its region. */
function isPlatformSilent({ kind, reason }: PlatformError): boolean {
  return kind === 'unreachable' || reason === 'proxy-failed' || reason === 'platform-overloaded';
}

/** Checks whether a list has any status. An unreachable region returns none (docs/platform.md#component-status). */
function saysSomething(list: readonly ComponentSummary[] | undefined): boolean {
  return list !== undefined && (list.length === 0 || list.some(({ status }) => status !== undefined && status !== ''));
}
