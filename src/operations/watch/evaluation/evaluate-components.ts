import { isUp, statusKind } from '../../../core/runs/component-status.ts';
import type { ComponentWatch } from '../../../core/watch/after-change.ts';
import {
  isOfGateway,
  positionOf,
  statusSample,
  type WatchCondition,
  type WatchItem,
} from '../../../core/watch/watch-condition.ts';
import {
  evaluate,
  maxBridged,
  newTrack,
  sampleEvery,
  trackKey,
  type WatchBegin,
  type WatchChange,
  type WatchSample,
  type WatchTimes,
  type WatchTrack,
} from '../../../core/watch/watch-state.ts';
import type { ComponentSummary } from '../../../platform/component/component-endpoints.ts';
import { isLimitShare } from '../../../platform/monitoring/resource-query.ts';
import { isThirdParty } from '../../shared/component/component-format.ts';
import type { WatchEvaluation } from '../../shared/watch/stored-watch.ts';
import { limitOf, type ReadItem, type ReadItems } from './read-samples.ts';

/** One minute's readings of an app's components. */
export interface ComponentReading<C> {
  /** The whole minute that is evaluated, epoch ms. */
  readonly minute: number;
  /** The app's components; undefined if the list couldn't be read. */
  readonly components: readonly C[] | undefined;
  readonly itemValues: ReadItems;
}

/** State of a watch between two evaluations. */
interface KeptOfWatch extends Pick<WatchEvaluation, 'tracks' | 'moving'> {
  /** A component without a track is evaluated from the minute after this one, epoch ms. */
  readonly first: number;
}

export interface EvaluatedComponent<C> {
  readonly summary: C;
  readonly track: WatchTrack;
  readonly changes: readonly WatchChange[];
}

type ComponentState = Pick<ComponentSummary, 'serviceId' | 'status'> &
  Partial<Pick<ComponentSummary, 'serviceSource' | 'minCpu' | 'minMemory'>>;

/** Evaluates the samples of a watch's components. Returns an empty list if the watch's item wasn't read. Pure. */
export function evaluateComponents<C extends ComponentState>(
  watch: ComponentWatch,
  { minute, components = [], itemValues }: ComponentReading<C>,
  { tracks, moving, first }: KeptOfWatch,
): readonly EvaluatedComponent<C>[] {
  const { id, thresholds, until = Number.POSITIVE_INFINITY } = watch;
  const { item } = watch.condition;
  const measuredItem = itemValues.get(item);
  if (item !== 'abnormal' && !measuredItem) return [];
  // Trouble after a change can't have begun before it.
  const isAfterChange = watch.until !== undefined;
  const ids = watch.components && new Set(watch.components.map((each) => each.id));
  return components
    .filter(({ serviceId }) => !ids || ids.has(serviceId))
    .map((summary) => {
      const { serviceId, status } = summary;
      const threshold = thresholds?.get(serviceId) ?? watch.condition.threshold;
      const condition = { ...watch.condition, threshold };
      const track = tracks[trackKey(id, serviceId)] ?? newTrack(first);
      const samples = measuredItem
        ? samplesOf(condition, summary, isAfterChange ? { ...measuredItem, from: until } : measuredItem, {
            track,
            until,
          })
        : [statusSample(status, moving[serviceId], minute, threshold)];
      return { summary, ...evaluateSamples(condition, track, samples) };
    });
}

/** Minimum time that the value must be inside the threshold before the condition ends, in ms. */
const endsAfter = 5 * 60_000;
/** A pod that ran out of memory shows that for 5 minutes. With these 25 minutes, the condition ends after 30. */
const oomEndsAfter = 25 * 60_000;

export function timesOf({ item, for: firesAfter }: WatchCondition): WatchTimes {
  // An address is either open or closed, so its end needs no waiting.
  return { firesAfter, endsAfter: item === 'oom' ? oomEndsAfter : item === 'exposure' ? 0 : endsAfter };
}

/** Returns the time after which a recovering condition ends, in ms. */
export function timeLeft(condition: WatchCondition, { lasted }: Pick<WatchTrack, 'lasted'>): number {
  return timesOf(condition).endsAfter - Math.max(lasted, 0);
}

/** Evaluates the samples of one thing, for example a component, with the durations of the condition. */
export function evaluateSamples(condition: WatchCondition, track: WatchTrack, samples: readonly WatchSample[]) {
  return evaluate(track, samples, timesOf(condition), isFurther(condition));
}

function isFurther({ side }: Pick<WatchCondition, 'side'>): (one: number, other: number) => boolean {
  return side === 'above' ? (one, other) => one > other : (one, other) => one < other;
}

/** Returns a component's samples for a condition: one per whole minute after the track, up to `until` (epoch ms). */
function samplesOf(
  condition: WatchCondition,
  component: ComponentState,
  { values, from, to }: ReadItem,
  { track, until }: { readonly track: WatchTrack; readonly until: number },
): readonly WatchSample[] {
  const { serviceId, status } = component;
  const componentValues = values.get(serviceId);
  // A component without the limit has nothing to measure. A third-party component has no pods.
  const isUnlimited = isLimitShare(condition.item) && limitOf(component, condition.item) === 0;
  const isIdle = needsTraffic(condition.item) || isUnlimited || isThirdParty(component) || !isUp(statusKind(status));
  const samples: WatchSample[] = [];
  const first = track.at + sampleEvery;
  for (let at = first; at <= Math.min(to, until); at += sampleEvery) {
    const measured = componentValues?.get(at);
    samples.push(
      measured
        ? {
            ...{ at, position: positionOf(condition, measured.value), ...measured },
            begin: at === first && from < first ? beginOf(condition, componentValues, { at, from }) : undefined,
          }
        : { at, position: 'missing', idle: isIdle ? true : undefined },
    );
  }
  return samples;
}

/** Maximum time between two values of one condition, in ms. */
const maxApart = (maxBridged + 1) * sampleEvery;

/** Returns when a value that is beyond the threshold at `at` was first beyond it, among the values since `from` (epoch ms). */
function beginOf(
  condition: WatchCondition,
  values: ReadonlyMap<number, { readonly value: number; readonly of?: string }> | undefined,
  { at, from }: { readonly at: number; readonly from: number },
): WatchBegin {
  let since = at;
  let furthest: WatchBegin['furthest'];
  const further = isFurther(condition);
  for (let earlier = at - sampleEvery; earlier >= from && since - earlier <= maxApart; earlier -= sampleEvery) {
    const measured = values?.get(earlier);
    if (!measured) continue;
    if (positionOf(condition, measured.value) !== 'beyond') return { since, isOlder: false, furthest };
    since = earlier;
    if (!furthest || further(measured.value, furthest.value)) furthest = { ...measured, at: earlier };
  }
  return { since, isOlder: true, furthest };
}

/** Checks whether an item is measured only while there is traffic. Of a region without data, the watches say so. */
function needsTraffic(item: WatchItem): boolean {
  return isOfGateway(item) || item === 'request_time' || item === 'request' || item === 'request_client';
}
