import { placeKey } from '../../../core/command/context.ts';
import { type Incident, isOngoing } from '../../../core/incident/incident.ts';
import { hasContext } from '../../../core/policy/policy.ts';
import { readRequest, readRequests } from '../../../core/request/change-request.ts';
import type { Tell } from '../../../core/request/transition.ts';
import type { AfterChange } from '../../../core/watch/after-change.ts';
import { sampleEvery } from '../../../core/watch/watch-state.ts';
import { linesLane } from '../../../delivery/lines-lane.ts';
import type { ReadRecord } from '../../../store/kept/record-kind.ts';
import type { Outgoing } from '../../../store/stored-types.ts';
import { visibleIncidents } from '../../shared/incident/visible-incidents.ts';
import type { Services } from '../../shared/services.ts';
import {
  type AfterChangeReading,
  isChangedSince,
  lookAfterChange,
  type Worse,
  worseNote,
} from '../evaluation/compare-after-change.ts';
import { afterChangeRecords } from '../stored-watch.ts';

/** Number of finished requests that are searched for a later change. */
const maxLooked = 100;
/** Maximum time to wait for the readings of the last minutes if they are late, in ms. */
const lateBy = 5 * sampleEvery;

type StoredAfterChange = ReadRecord<AfterChange>;

type AfterChangeParts = Pick<Services, 'store' | 'policy' | 'people' | 'world'>;

export type AfterChanges = ReturnType<typeof createAfterChanges>;

/** Watches a change's components in the minutes after it. `changed`: a message must be sent. */
export function createAfterChanges(services: AfterChangeParts, changed: () => void) {
  const { store, policy, world } = services;
  let kept: ReadonlyMap<string, readonly StoredAfterChange[]> = new Map();

  async function lookAtChange(each: StoredAfterChange, reading: AfterChangeReading): Promise<void> {
    const { next, worse } = lookAfterChange(each.body, reading);
    const [first, ...others] = worse;
    if (first) return tellWorse(each, [first, ...others]);
    const isOver = reading.minute >= next.until + (isBehind(next, reading) ? lateBy : 0);
    await saveWatching(services, each, isOver ? undefined : next);
  }

  /** Posts one line, unless a later change touched the components. If saving fails, retries in the next minute. */
  async function tellWorse(each: StoredAfterChange, worse: readonly [Worse, ...Worse[]]): Promise<void> {
    const { body: watched } = each;
    const request = readRequest(await store.requests.get(watched.request));
    const ids = new Set(worse.map(({ component }) => component.id));
    if (!request || (await isOvertaken(store, watched, ids))) {
      await saveWatching(services, each, undefined);
      return;
    }
    const note = worseNote(request, worse, await findTellingIncident(services, watched, ids));
    const row = worseRow(request.id, note, world.now());
    if ((await saveWatching(services, each, undefined, [row])) === 'saved') changed();
  }

  return {
    async load(): Promise<void> {
      const stored = await afterChangeRecords.list(store, { isOpen: true });
      const allowed = stored.filter(({ body }) => hasContext(policy, body.context));
      kept = Map.groupBy(allowed, ({ body }) => placeKey(body.context));
    },
    all(): ReadonlyMap<string, readonly AfterChange[]> {
      return new Map([...kept].map(([key, each]) => [key, each.map(({ body }) => body)]));
    },
    /** Processes a minute's reading of an app, but only for `changes`, because it was read for these changes. */
    async note(key: string, reading: AfterChangeReading, changes: readonly AfterChange[]): Promise<void> {
      const requestIds = new Set(changes.map(({ request }) => request));
      for (const each of kept.get(key) ?? []) if (requestIds.has(each.body.request)) await lookAtChange(each, reading);
    },
  };
}

async function isOvertaken(
  { requests }: Pick<Services['store'], 'requests'>,
  watched: AfterChange,
  ids: ReadonlySet<string>,
): Promise<boolean> {
  const key = placeKey(watched.context);
  const [running, ended, open] = await Promise.all([
    requests.running(),
    requests.recent(maxLooked),
    requests.open({ placeKey: key }),
  ]);
  const here = [...running.map(({ card: request }) => request), ...ended, ...open].filter(
    (each) => each.placeKey === key,
  );
  return readRequests(here).some((other) => isChangedSince(watched, ids, other));
}

/** Finds an open incident about the same component, in the change's channel or in a public one. */
async function findTellingIncident(services: AfterChangeParts, watched: AfterChange, ids: ReadonlySet<string>) {
  const incidents = await visibleIncidents(services, watched);
  const covers = ({ ended, lines }: Incident) =>
    ended === undefined && lines.some((line) => isOngoing(line) && line.component && ids.has(line.component.id));
  return incidents.find(covers)?.id;
}

/** @param next undefined if the change isn't watched anymore */
async function saveWatching(
  { store, world }: AfterChangeParts,
  record: StoredAfterChange,
  next: AfterChange | undefined,
  outbox: readonly Outgoing[] = [],
) {
  const change = next ? afterChangeRecords.save(next, record, record.version) : afterChangeRecords.drop(record.id);
  return store.commit({ at: world.now(), records: [change], outbox });
}

function isBehind({ until }: AfterChange, { components, itemValues }: AfterChangeReading): boolean {
  return components === undefined || [...itemValues.values()].some(({ to }) => to < until - sampleEvery);
}

function worseRow(request: string, tell: Extract<Tell, { tell: 'note' }>, at: number): Outgoing {
  // A row with a used id is ignored, so only the first replica posts the note.
  return { id: `${request} after`, kind: 'change.note', at, lane: linesLane(request), body: { card: request, tell } };
}
