import { type Place, placeKey } from '../../core/command/context.ts';
import { isSameJson } from '../../core/defined.ts';
import { isOver } from '../../core/runs/followed-run.ts';
import { liveRow } from '../../delivery/live-records.ts';
import type { ComponentSummary } from '../../platform/component/component-endpoints.ts';
import type { ListReading, ReadApp } from '../../reader/reader-subscriber.ts';
import type { ReadRecord } from '../../store/kept/record-kind.ts';
import type { RecordChange, Store } from '../../store/store.ts';
import type { Outgoing } from '../../store/stored-types.ts';
import { minGap, type ReadInterval, readIntervals } from '../shared/evidence/read-interval.ts';
import { type SeenRun, seenRuns } from '../shared/evidence/seen-run.ts';
import {
  type FollowedComponent,
  followedComponents,
  liveRuns,
  type MissedRuns,
  missedRecords,
  type RunMessage,
  runMessages,
} from './stored-follow.ts';
import { isReadyToPost } from './take-in.ts';
import { isFinished, type RunUpdate } from './tell-runs.ts';

interface KeptRecord<T> {
  readonly body: T;
  readonly version: number;
}

interface KeptInterval extends ReadInterval {
  readonly version: number;
}

/** Components missing from their app's list, by id. `sought`: time of the last search; `place`: the new place. */
export type AbsentComponents = Map<
  string,
  { readonly since: number; readonly searchedAt?: number; readonly place?: Place | undefined }
>;

export interface FollowMemory {
  readonly components: Map<string, KeptRecord<FollowedComponent>>;
  readonly messages: Map<string, KeptRecord<RunMessage>>;
  summaries: ReadonlyMap<string, ComponentSummary>;
  readonly absent: AbsentComponents;
  interval: KeptInterval | undefined;
}

export async function loadMemory(store: Pick<Store, 'records'>, app: ReadApp): Promise<FollowMemory> {
  const [components, messages, intervals] = await Promise.all([
    followedComponents.list(store, { placeKey: app.key }),
    runMessages.list(store, { placeKey: app.key, isOpen: true }),
    readIntervals.list(store, { placeKey: app.key }),
  ]);
  return {
    components: new Map(components.map((record) => [record.body.component, record])),
    messages: new Map(messages.map((record) => [record.body.id, record])),
    summaries: new Map(),
    absent: new Map(),
    interval: newestInterval(intervals),
  };
}

/** Interval at which a growing period is saved, in ms. */
const savedEvery = 5 * 60_000;

/** Extends an interval to a reading at `at` (epoch ms). Returns undefined if it needn't be saved yet. */
export function withReading(
  app: string,
  last: KeptInterval | undefined,
  at: number,
): { readonly interval: KeptInterval; readonly change: RecordChange } | undefined {
  const goesOn = last && at - last.to < minGap;
  if (goesOn && at - last.to < savedEvery) return undefined;
  const interval = { from: goesOn ? last.from : at, to: at };
  const version = goesOn ? last.version : undefined;
  const row = { id: `${app} ${interval.from}`, placeKey: app, isOpen: false, at };
  return {
    interval: { ...interval, version: (version ?? 0) + 1 },
    change: readIntervals.save(interval, row, version),
  };
}

/** @param stored intervals, oldest first */
function newestInterval(stored: readonly ReadRecord<ReadInterval>[]): KeptInterval | undefined {
  const last = stored.at(-1);
  return last && { ...last.body, version: last.version };
}

/** Records that an app was read, for evidence. Runs in a gap between readings may be missed. */
export async function noteReading(
  store: Pick<Store, 'commit'>,
  { app, at, holds }: ListReading,
  memory: FollowMemory,
): Promise<void> {
  const noted = withReading(app.key, memory.interval, at);
  if (!noted || !holds()) return;
  // A conflict means that another replica is the reader and records its own readings.
  if ((await store.commit({ at, records: [noted.change] })) === 'saved') memory.interval = noted.interval;
}

/** Saves a component's changes with their messages. Returns false if another replica is or was the reader. */
export async function saveComponent(
  store: Pick<Store, 'records' | 'commit'>,
  { app, holds }: Pick<ListReading, 'app' | 'holds'>,
  memory: FollowMemory,
  update: RunUpdate,
  { isGone, now }: { readonly isGone: boolean; readonly now: number },
): Promise<boolean> {
  const { key } = app;
  const { component, runs } = keepRuns(update.component, app);
  const id = `${key} ${component.component}`;
  const version = memory.components.get(component.component)?.version;
  const messages = update.messages.map((body) => ({ body, version: memory.messages.get(body.id)?.version }));
  const missed = await missedChanges(store, update, now);
  if (!holds()) return false;
  const saved = await store.commit({
    at: now,
    records: [
      isGone
        ? followedComponents.drop(id)
        : followedComponents.save(component, { id, placeKey: key, at: component.first }, version),
      ...messages.map(({ body, version }) => {
        const row = { id: body.id, placeKey: key, channel: body.channel, isOpen: !isFinished(body), at: now };
        return runMessages.save(body, row, version);
      }),
      ...missed.records,
      ...runs,
    ],
    outbox: [
      ...messages.map(({ body, version }) => liveRow(liveRuns, body.id, versionAfter(version), now)),
      ...missed.outbox,
    ],
  });
  if (saved !== 'saved') return false;
  if (isGone) memory.components.delete(component.component);
  else memory.components.set(component.component, { body: component, version: versionAfter(version) });
  for (const { body, version } of messages) memory.messages.set(body.id, { body, version: versionAfter(version) });
  // Drop finished messages from memory. A message is loaded again if one of its runs continues.
  for (const [id, { body }] of memory.messages) if (isFinished(body)) memory.messages.delete(id);
  return true;
}

/** Saves evidence of runs that are over and that no Portolan request explains. */
function keepRuns(
  component: FollowedComponent,
  { key, place }: ReadApp,
): { readonly component: FollowedComponent; readonly runs: readonly RecordChange[] } {
  const changes: RecordChange[] = [];
  const runs = component.runs.map((run) => {
    const { report, kept, card, frozen } = run;
    if (card || !isReadyToPost(run) || !isOver(report) || kept?.state === report.state) return run;
    const { id, kind, state, began, ended, by } = report;
    const body: SeenRun = {
      place,
      component: component.component,
      name: component.name,
      run: { id, kind, state, began, ended, by },
      frozen,
    };
    const row = { id: `${key} ${id}`, placeKey: key, isOpen: false, at: began };
    changes.push(seenRuns.save(body, row, kept?.version));
    return { ...run, kept: { state, version: versionAfter(kept?.version) } };
  });
  return { component: changes.length > 0 ? { ...component, runs } : component, runs: changes };
}

function versionAfter(version = 0): number {
  return version + 1;
}

/** Counts, per channel, the runs that ended too long ago for a message of their own. */
async function missedChanges(
  store: Pick<Store, 'records'>,
  { missed }: RunUpdate,
  now: number,
): Promise<{ readonly records: readonly RecordChange[]; readonly outbox: readonly Outgoing[] }> {
  const records: RecordChange[] = [];
  const outbox: Outgoing[] = [];
  for (const follow of new Set(missed.map((each) => each.follow))) {
    const mine = missed.filter((each) => each.follow === follow);
    const stored = await missedRecords.get(store, follow.channel);
    const before = stored?.body;
    const { channel } = follow;
    const body: MissedRuns = {
      count: (before?.count ?? 0) + mine.length,
      failed: (before?.failed ?? 0) + mine.filter((each) => each.hasFailed).length,
      reader: { lang: follow.by.lang, zone: follow.by.zone },
    };
    const row = { id: channel, placeKey: placeKey(follow.context), channel, at: now };
    records.push(missedRecords.save(body, row, stored?.version));
    // Always add a row, because an earlier row may have failed permanently. The new row also reports that count.
    outbox.push(missedRow(channel, now));
  }
  return { records, outbox };
}

/** Delay from the first missed run to the post with the count, in ms, so that runs missed later are counted too. */
const countedFor = 120_000;

export function missedRow(channel: string, now: number): Outgoing {
  const { kind } = missedRecords;
  const lane = `${kind}:${channel}`;
  return { id: `${lane}:${now}`, kind, lane, at: now + countedFor, body: { channel } };
}

/** Loads the messages of changed runs, including finished messages with a run that continues. */
export async function findMessages(
  store: Pick<Store, 'records'>,
  memory: FollowMemory,
  { component, runs }: FollowedComponent,
): Promise<void> {
  const runsBefore = new Map(memory.components.get(component)?.body.runs.map((run) => [run.report.id, run]));
  const changedRuns = runs.filter((run) => !isSameJson(run, runsBefore.get(run.report.id)));
  for (const id of new Set(changedRuns.flatMap(({ told }) => Object.values(told)))) {
    if (id === '-' || memory.messages.has(id)) continue;
    const stored = await runMessages.get(store, id);
    if (stored) memory.messages.set(id, stored);
  }
}
