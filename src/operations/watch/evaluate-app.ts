import { isReadByRange, type WatchItem } from '../../core/watch/watch-condition.ts';
import type { ComponentSummary } from '../../platform/component/component-reply.ts';
import type { AppReader } from '../../reader/app-reader.ts';
import type { MinuteReading } from './evaluation/evaluate-watches.ts';
import { readAddresses } from './evaluation/read-addresses.ts';
import { withBlocked } from './evaluation/read-blocked.ts';
import type { ReadItems } from './evaluation/read-samples.ts';
import {
  type AppInMinute,
  isUnmeasured,
  noNames,
  type ReadMemory,
  readCertificatesInTurn,
  readItems,
  readNames,
} from './evaluation/read-watched.ts';
import { loadEvaluation, type Saving, saveEvaluation } from './evaluation/save-evaluation.ts';
import { findGone, type GoneMemory } from './life/find-gone.ts';
import { removeGone } from './life/keep-watches.ts';
import { tellUnmeasured } from './life/tell-unmeasured.ts';
import { tellUnread } from './life/tell-unread.ts';
import type { AfterChanges } from './life/watch-after-changes.ts';
import type { Watch, WatchEvaluation } from './stored-watch.ts';

/** A list of components that is older than this says nothing of the minute, in ms. */
const listKept = 70_000;
/** How often an evaluation is tried again when someone pressed a button of an incident meanwhile. */
const mostRaces = 5;

/** What this replica remembers of an app while it is the reader. */
export interface WatchedApp extends ReadMemory {
  list?: { readonly at: number; readonly components: readonly ComponentSummary[] };
  /** When the last list was asked for, and whether it came. */
  listed?: { readonly at: number; readonly hasFailed: boolean };
  /** What became of components that its list lacks. */
  gone?: GoneMemory;
  /** Ends the wait for the list of a minute. */
  waiting?: AbortController;
  /** The last minute that was evaluated of all that is watched, or since when it is tried. */
  evaluated?: number;
}

export interface Evaluating {
  readonly reader: Pick<AppReader, 'turns' | 'isReading'>;
  readonly saving: Saving;
  readonly afterChanges: AfterChanges;
}

/**
 * Reads what is watched of an app, evaluates it and saves what comes of it.
 * @returns whether anything was measured; undefined where nothing was asked
 */
export async function evaluateApp(
  { reader, saving, afterChanges }: Evaluating,
  memory: WatchedApp,
  of: AppInMinute,
): Promise<boolean | undefined> {
  const { app, watches } = of;
  const { services, changed } = saving;
  const last = await loadEvaluation(services.store, app);
  const reading = await readMinute({ reader, saving }, memory, of, last.before.items);
  for (let race = 0; race < mostRaces; race += 1) {
    if (!reader.isReading()) return undefined;
    if ((await saveEvaluation(saving, app, watches, reading, last)) !== 'saved') continue;
    memory.evaluated = evaluatedOf(watches, last.before.items, reading);
    await removeGone(services, watches, reading, last.before, changed);
    await tellUnmeasured(services, watches, last.before, reading, changed);
    const unread = reading.unreadCertificates.map(({ name }) => name);
    await tellUnread(services, watches, unread, changed);
    await afterChanges.note(app.key, reading, of.changes);
    return isMeasured(reading, watches);
  }
  services.world.log.warn('an evaluation of watches was saved by someone else', { app: app.key });
  return undefined;
}

/** @param items the last minute of each item that was read */
async function readMinute(
  { reader, saving }: Pick<Evaluating, 'reader' | 'saving'>,
  memory: WatchedApp,
  of: AppInMinute,
  items: WatchEvaluation['items'],
): Promise<MinuteReading> {
  const { world, platform } = saving.services;
  const reads = { world, platform, turns: reader.turns };
  const { app, watches, minute } = of;
  const listed = listIn(memory, minute);
  const components = listed && (await withBlocked(reads, of, listed));
  const areNamesNeeded = of.changes.length > 0 || watches.some(({ condition }) => isReadByRange(condition.item));
  const names = areNamesNeeded ? await readNames(reads, of, memory) : noNames;
  const read: ReadItems = components ? await readItems({ ...reads, ...names }, of, components, items) : new Map();
  const areCertificatesNeeded = watches.some(({ condition }) => condition.item === 'certificates');
  const used = areCertificatesNeeded ? await readCertificatesInTurn(reads, app, memory) : undefined;
  const certificates = used?.found;
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
  const isEstimated = !names.hasKubeState;
  return {
    minute,
    components,
    listedAt,
    read,
    certificates,
    unreadCertificates,
    isEstimated,
    unmeasured,
    gone,
    addresses,
  };
}

/** The list of components as it is known in a minute. */
export function listIn({ list }: WatchedApp, minute: number): readonly ComponentSummary[] | undefined {
  return list && minute - list.at <= listKept ? list.components : undefined;
}

/** What counts over a while has values for as long without any sample. */
const countsOverTime: readonly WatchItem[] = ['restarts', 'oom'];

/** Whether any of the items that are watched has a value; undefined if none is to be measured. */
function isMeasured({ read, components, unmeasured }: MinuteReading, watches: readonly Watch[]): boolean | undefined {
  const items = watches.map(({ condition }) => condition.item);
  if (!components || !items.some((item) => isReadByRange(item) && !unmeasured.includes(item))) return undefined;
  return [...read].some(
    ([item, { values }]) => !countsOverTime.includes(item) && [...values.values()].some((each) => each.size > 0),
  );
}

/** The last minute that is evaluated of all that is watched. */
function evaluatedOf(
  watches: readonly Watch[],
  items: WatchEvaluation['items'],
  { minute, components, read, certificates, addresses, unmeasured }: MinuteReading,
): number {
  const minutes = watches.map(({ at, condition: { item } }) => {
    const known = Math.max(items[item] ?? 0, at);
    if (unmeasured.includes(item)) return minute;
    if (item === 'abnormal') return components ? minute : known;
    if (item === 'certificates') return certificates ? minute : known;
    if (item === 'exposure') return addresses ? minute : known;
    return read.get(item)?.to ?? known;
  });
  return Math.min(minute, ...minutes);
}
