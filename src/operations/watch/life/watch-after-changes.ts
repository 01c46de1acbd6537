import { placeKey } from '../../../core/command/context.ts';
import { type Incident, isOngoing } from '../../../core/incident/incident.ts';
import { hasContext } from '../../../core/policy/policy.ts';
import { type ChangeRequest, reachedComponents, readRequest } from '../../../core/request/change-request.ts';
import type { Tell } from '../../../core/request/transition.ts';
import { type StatusKind, statusKind } from '../../../core/runs/component-status.ts';
import { join, type Text, verbatim } from '../../../core/text/text.ts';
import {
  type AfterChange,
  type AfterChangeItem,
  baselineWatches,
  measuredAfterChange,
  type TouchedComponent,
} from '../../../core/watch/after-change.ts';
import { minuteOf, sampleEvery, trackKey } from '../../../core/watch/watch-state.ts';
import { resultWithin } from '../../../core/world.ts';
import { linesLane } from '../../../delivery/lines-lane.ts';
import type { ComponentSummary } from '../../../platform/component/component-endpoints.ts';
import type { ReadRecord } from '../../../store/kept/record-kind.ts';
import type { Outgoing } from '../../../store/stored-types.ts';
import { eventChanges } from '../../shared/event/event-marks.ts';
import { laterChanges } from '../../shared/event/later-change.ts';
import { briefReason, troubleText } from '../../shared/event/trouble-text.ts';
import { seenComponents } from '../../shared/find-component.ts';
import { firstCause } from '../../shared/incident/possible-cause.ts';
import { visibleIncidents } from '../../shared/incident/visible-incidents.ts';
import type { Services } from '../../shared/services.ts';
import { afterChangeRecords } from '../../shared/watch/stored-watch.ts';
import { afterChangeMsg } from '../evaluation/after-change-messages.ts';
import {
  type ComponentReading,
  type EvaluatedComponent,
  evaluateComponents,
} from '../evaluation/evaluate-components.ts';
import { itemValue } from '../watched-items.ts';

/** Maximum time to wait for the readings of the last minutes if they are late, in ms. */
const lateBy = 5 * sampleEvery;

type StoredAfterChange = ReadRecord<AfterChange>;

type AfterChangeParts = Pick<Services, 'store' | 'policy' | 'people' | 'world' | 'platform'>;

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
    const later = request ? await laterChanges(services, request, { since: watched.since, ids }) : [];
    const next = firstCause(later, worse);
    if (!request || next !== undefined) {
      await saveWatching(services, each, undefined);
      return;
    }
    const incident = await findTellingIncident(services, watched, worse);
    const [first, ...others] = worse;
    const told = [await withReason(services, watched, first), ...others] as const;
    const note = worseNote(request, told, incident, isAsBefore(request.run.steps, worse));
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

type ComponentStatus = Pick<ComponentSummary, 'serviceId' | 'status'>;

/** One minute's readings of the components that a change has touched. */
interface AfterChangeReading extends ComponentReading<ComponentStatus> {
  readonly isEstimated: boolean;
}

interface Worse {
  readonly component: TouchedComponent;
  readonly item: AfterChangeItem;
  /** The component's status in that minute. */
  readonly kind: StatusKind;
  /** The card and the chart repeat it. The chart has later values, so only the note has the value of its minute. */
  readonly says: Text;
  readonly noted?: Text | undefined;
}

export function lookAfterChange(
  change: AfterChange,
  reading: AfterChangeReading,
): { readonly next: AfterChange; readonly worse: readonly Worse[] } {
  const withValues = withBefore(change, reading);
  const kept = { tracks: withValues.tracks, moving: {}, first: minuteOf(withValues.since) };
  const evaluated = baselineWatches(withValues).flatMap((watch) =>
    evaluateComponents(watch, reading, kept).map((each) => ({ item: watch.id, ...each })),
  );
  const tracks = evaluated.map(({ item, summary, track }) => [trackKey(item, summary.serviceId), track] as const);
  return {
    next: { ...withValues, tracks: { ...withValues.tracks, ...Object.fromEntries(tracks) } },
    worse: evaluated.flatMap((each) => {
      const component = withValues.components.find(({ id }) => id === each.summary.serviceId);
      if (!component || each.track.state !== 'firing') return [];
      const says = worseText(withValues, each, component, reading);
      const kind = statusKind(each.summary.status);
      return says ? [{ component, item: each.item, kind, says, noted: memoryNow(withValues, each, says) }] : [];
    }),
  };
}

function withBefore(afterChange: AfterChange, { itemValues }: AfterChangeReading): AfterChange {
  const at = minuteOf(afterChange.checked);
  const before = { ...afterChange.before };
  for (const item of measuredAfterChange) {
    const measuredItem = itemValues.get(item);
    // Skip a reading that begins after this minute, for example because it was made for another change.
    if (before[item] || !measuredItem || measuredItem.from > at) continue;
    before[item] = Object.fromEntries(
      afterChange.components.flatMap(({ id }) => {
        const measured = measuredItem.values.get(id)?.get(at);
        return measured ? [[id, measured.value]] : [];
      }),
    );
  }
  return { ...afterChange, before };
}

function worseText(
  { before }: AfterChange,
  { item, summary, track }: EvaluatedComponent<ComponentStatus> & { readonly item: AfterChangeItem },
  { id, name: called }: TouchedComponent,
  { isEstimated }: AfterChangeReading,
): Text | undefined {
  const { since, last } = track;
  const name = verbatim(called);
  const at = { at: since ?? 0, show: 'time' } as const;
  if (item === 'abnormal') {
    return statusKind(summary.status) === 'degraded'
      ? afterChangeMsg.degraded({ name, at })
      : afterChangeMsg.abnormal({ name, at });
  }
  if (!last) return undefined;
  const was = before[item]?.[id];
  if (item === 'restarts') {
    const counts = { name, count: Math.round(last.value), before: Math.round(was ?? 0) };
    return isEstimated ? afterChangeMsg.restartsEstimated(counts) : afterChangeMsg.restarts(counts);
  }
  return afterChangeMsg.memory({ name, at });
}

/** Adds the memory of the evaluated minute to what got worse; undefined for other items. */
function memoryNow(
  { before }: AfterChange,
  { item, summary, track: { last } }: EvaluatedComponent<ComponentStatus> & { readonly item: AfterChangeItem },
  says: Text,
): Text | undefined {
  if (item !== 'memory_share' || !last) return undefined;
  const value = itemValue(item, last.value);
  const was = before[item]?.[summary.serviceId];
  return was === undefined
    ? afterChangeMsg.memoryNow({ says, value })
    : afterChangeMsg.memoryFrom({ says, value, before: itemValue(item, was) });
}

/** Checks whether all components that became abnormal were as bad before the change, and nothing else is worse. */
export function isAsBefore(
  steps: Parameters<typeof reachedComponents>[0],
  worse: readonly Pick<Worse, 'item' | 'component' | 'kind'>[],
): boolean {
  const kinds = new Map(reachedComponents(steps).map(({ id, was }) => [id, was]));
  return worse.every(({ item, component: { id }, kind }) => {
    const was = kinds.get(id);
    return item === 'abnormal' && (was === 'abnormal' || was === kind);
  });
}

/** Maximum time that the note waits for the platform's events, in ms. */
const longest = 5_000;

/** Adds why the first component is abnormal, if the platform's events since the change say it. */
async function withReason(
  { store, platform, world }: AfterChangeParts,
  { context, since }: AfterChange,
  worse: Worse,
): Promise<Worse> {
  if (worse.item !== 'abnormal') return worse;
  const component = (await seenComponents(context, store)).find(({ id }) => id === worse.component.id);
  const reading = component && eventChanges(platform, component, context, since / 1_000, world.log);
  const { events = [] } = (reading && (await resultWithin(world, longest, reading))) ?? {};
  const why = troubleText(events, world.now(), since);
  return why ? { ...worse, says: afterChangeMsg.because({ says: worse.says, why: briefReason(why) }) } : worse;
}

const maxListed = 10;

/** Returns the note for a change that made something worse. Links to `incident` if an incident already reports it. */
export function worseNote(
  request: Pick<ChangeRequest, 'plan'>,
  worse: readonly [Worse, ...Worse[]],
  incident: string | undefined,
  isAgain = false,
): Extract<Tell, { tell: 'note' }> {
  const what = join(
    worse.slice(0, maxListed).map(({ says, noted = says }) => afterChangeMsg.item({ says: noted })),
    '\n',
  );
  const text = (isAgain ? afterChangeMsg.again : afterChangeMsg.worse)({ what });
  const [{ component, item, says }] = worse;
  const on = { component: [component.id] };
  const isMemory = item === 'memory_share';
  const chart = {
    operation: 'monitor',
    given: { ...on, ...(isMemory ? { item: ['memory'] } : {}), range: ['1h'] },
    label: afterChangeMsg.chart(),
    opens: 'ask',
  } as const;
  const scale = { operation: 'component.scale', given: on, label: afterChangeMsg.scale(), opens: 'modal' } as const;
  const log = { operation: 'component.log', given: on, label: afterChangeMsg.log() };
  const again = isAgain || undefined;
  const note = { tell: 'note', text, mention: 'asker', incident, worse: says, isAgain: again } as const;
  if ('proposal' in request.plan.undo) return { ...note, offer: 'undo', more: [chart] };
  // Logs are of operations only, and no operation says why memory rises.
  return isMemory ? { ...note, more: [chart, scale] } : { ...note, offer: log, more: [chart] };
}

/** Items of conditions that tell the same as an item after a change. */
const toldBy: Readonly<Record<AfterChangeItem, readonly string[]>> = {
  abnormal: ['abnormal'],
  memory_share: ['memory_share', 'memory'],
  restarts: ['restarts', 'abnormal', 'oom'],
};

/** Finds an open incident that tells what got worse, in the change's channel or in a public one. */
async function findTellingIncident(services: AfterChangeParts, watched: AfterChange, worse: readonly Worse[]) {
  const incidents = await visibleIncidents(services, watched);
  const tells = ({ component, item = '' }: Incident['lines'][number]) =>
    worse.some((each) => each.component.id === component?.id && (item === '' || toldBy[each.item].includes(item)));
  return incidents.find(
    ({ ended, lines }) => ended === undefined && lines.some((line) => isOngoing(line) && tells(line)),
  )?.id;
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
