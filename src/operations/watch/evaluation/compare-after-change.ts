import type { ChangeRequest, RequestState } from '../../../core/request/change-request.ts';
import type { Tell } from '../../../core/request/transition.ts';
import { statusKind } from '../../../core/runs/component-status.ts';
import { join, type Text, verbatim } from '../../../core/text/text.ts';
import {
  type AfterChange,
  type AfterChangeItem,
  afterChangeItems,
  severityOf,
  type TouchedComponent,
} from '../../../core/watch/after-change.ts';
import type { WatchItem } from '../../../core/watch/watch-condition.ts';
import {
  evaluate,
  minuteOf,
  newTrack,
  sampleEvery,
  type WatchSample,
  type WatchTrack,
} from '../../../core/watch/watch-state.ts';
import type { ComponentSummary } from '../../../platform/component/component-reply.ts';
import { itemValue } from '../watched-items.ts';
import { afterChangeMsg } from './after-change-messages.ts';
import type { ReadItems } from './read-samples.ts';

/** A share of the memory limit above this is worse where it was lower, or lower by so much. */
const mostMemory = 0.9;
const moreMemory = 0.05;
/** One restart may belong to the start: a component that waits for another one at first. */
const moreRestarts = 2;
/** How long each has to last before it is told, in ms. */
const lasts: Readonly<Record<AfterChangeItem, number>> = { abnormal: 60_000, memory_share: 5 * 60_000, restarts: 0 };
/** What got worse stays worse here: it is told at once, and the watching has ended then. */
const endsAfter = 60_000;

/** What is measured of the components that a change has touched. */
export const measuredAfterChange = ['memory_share', 'restarts'] as const satisfies readonly WatchItem[];

/** What one minute's reading found. Times are epoch ms. */
export interface AfterChangeReading {
  readonly minute: number;
  /** The app's components; undefined where the list couldn't be read. */
  readonly components: readonly Pick<ComponentSummary, 'serviceId' | 'status'>[] | undefined;
  readonly read: ReadItems;
  /** Restarts are estimated. */
  readonly isEstimated: boolean;
}

export interface Worse {
  readonly component: TouchedComponent;
  readonly item: AfterChangeItem;
  readonly says: Text;
}

/** From which minute an item has to be read: the one before the change, or after that those that weren't looked at. */
export function readFrom(
  { checked, since, before, components, tracks }: AfterChange,
  item: (typeof measuredAfterChange)[number],
): number {
  if (!before[item]) return minuteOf(checked);
  const looked = components.map(({ id }) => tracks[`${item} ${id}`]?.at ?? minuteOf(since));
  return Math.min(...looked) + sampleEvery;
}

/** Takes in a minute: what is kept, and what is worse than before the change. Pure. */
export function lookAfterChange(
  known: AfterChange,
  reading: AfterChangeReading,
): { readonly next: AfterChange; readonly worse: readonly Worse[] } {
  const next = withBefore(known, reading);
  const looked = afterChangeItems.flatMap((item) =>
    next.components.map((component) => {
      const key = `${item} ${component.id}`;
      const track = next.tracks[key] ?? newTrack(minuteOf(next.since));
      const samples = minuteSamples(next, item, component, track, reading);
      const times = { firesAfter: lasts[item], endsAfter };
      return { item, component, key, ...evaluate(track, samples, times, (one, other) => one > other) };
    }),
  );
  return {
    next: { ...next, tracks: Object.fromEntries(looked.map(({ key, track }) => [key, track])) },
    worse: looked.flatMap(({ item, component, track }) => {
      if (track.state !== 'firing') return [];
      const says = worseText(next, item, component, track, reading);
      return says ? [{ component, item, says }] : [];
    }),
  };
}

/** Keeps what was measured just before the change, where it could be read now. */
function withBefore(known: AfterChange, { read }: AfterChangeReading): AfterChange {
  const at = minuteOf(known.checked);
  const before = { ...known.before };
  for (const item of measuredAfterChange) {
    const found = read.get(item);
    // Read for something else, it may begin later: then it says nothing of that minute.
    if (before[item] || !found || found.from > at) continue;
    before[item] = Object.fromEntries(
      known.components.flatMap(({ id }) => {
        const measured = found.values.get(id)?.get(at);
        return measured ? [[id, measured.value]] : [];
      }),
    );
  }
  return { ...known, before };
}

function minuteSamples(
  { before, until }: AfterChange,
  item: AfterChangeItem,
  { id, was }: TouchedComponent,
  track: WatchTrack,
  { minute, components, read }: AfterChangeReading,
): readonly WatchSample[] {
  if (item === 'abnormal') {
    const kind = statusKind(components?.find(({ serviceId }) => serviceId === id)?.status);
    if (kind === 'unknown' || was === 'unknown') return [{ at: minute, position: 'missing' }];
    return [{ at: minute, position: severityOf(kind) > severityOf(was) ? 'beyond' : 'inside' }];
  }
  const found = read.get(item);
  const past = before[item];
  if (!found || !past) return [];
  // What didn't run had neither restarts nor memory; otherwise, nothing is claimed without a value from before.
  const isComparable = past[id] !== undefined || was === 'stopped';
  const samples: WatchSample[] = [];
  for (let at = track.at + sampleEvery; at <= Math.min(found.to, until); at += sampleEvery) {
    const measured = found.values.get(id)?.get(at);
    const isWorse = measured !== undefined && isComparable && isWorseThan(item, past[id], measured.value);
    samples.push(
      measured ? { at, position: isWorse ? 'beyond' : 'inside', value: measured.value } : { at, position: 'missing' },
    );
  }
  return samples;
}

function isWorseThan(item: 'memory_share' | 'restarts', before: number | undefined, value: number): boolean {
  if (item === 'restarts') return value >= (before ?? 0) + moreRestarts;
  return value > Math.max(mostMemory, before === undefined ? 0 : before + moreMemory);
}

function worseText(
  { before }: AfterChange,
  item: AfterChangeItem,
  { id, name: called }: TouchedComponent,
  { since, last }: WatchTrack,
  { components, isEstimated }: AfterChangeReading,
): Text | undefined {
  const name = verbatim(called);
  const at = { at: since ?? 0, show: 'time' } as const;
  if (item === 'abnormal') {
    const kind = statusKind(components?.find(({ serviceId }) => serviceId === id)?.status);
    return kind === 'degraded' ? afterChangeMsg.degraded({ name, at }) : afterChangeMsg.abnormal({ name, at });
  }
  if (!last) return undefined;
  const was = before[item]?.[id];
  if (item === 'restarts') {
    const counts = { name, count: Math.round(last.value), before: Math.round(was ?? 0) };
    return isEstimated ? afterChangeMsg.restartsEstimated(counts) : afterChangeMsg.restarts(counts);
  }
  const value = itemValue(item, last.value);
  return was === undefined
    ? afterChangeMsg.memory({ name, value, at })
    : afterChangeMsg.memoryFrom({ name, value, before: itemValue(item, was), at });
}

const mostListed = 10;

/**
 * The line in the thread of a change after which something got worse.
 * @param incident the one that tells of it already: it is linked instead of offering anything, once it is posted
 */
export function worseNote(
  request: Pick<ChangeRequest, 'plan'>,
  worse: readonly [Worse, ...Worse[]],
  incident: string | undefined,
): Extract<Tell, { tell: 'note' }> {
  const what = join(
    worse.slice(0, mostListed).map(({ says }) => says),
    '\n',
  );
  const text = afterChangeMsg.worse({ what });
  const note = { tell: 'note', text, mention: 'asker', incident } as const;
  if ('proposal' in request.plan.undo) return { ...note, offer: 'undo' };
  const log = {
    operation: 'component.log',
    given: { component: [worse[0].component.id] },
    label: afterChangeMsg.log(),
  };
  return { ...note, offer: log };
}

const hasSent: readonly RequestState[] = ['running', 'unknown', 'done', 'failed'];

/** Whether another request has changed one of the components since. */
export function isChangedSince(
  { request, since }: AfterChange,
  ids: ReadonlySet<string>,
  other: ChangeRequest,
): boolean {
  const { id, state, started, plan } = other;
  if (id === request || started === undefined || started < since || !hasSent.includes(state)) return false;
  return (plan.locks ?? [plan.component]).some((locked) => ids.has(locked));
}
