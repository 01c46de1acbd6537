import { toNumber, toTime } from '../../charts/data/samples.ts';
import type { Place } from '../../core/command/context.ts';
import { isUp, statusKind } from '../../core/runs/component-status.ts';
import {
  isReadByRange,
  needsTraffic,
  positionOf,
  type WatchCondition,
  type WatchItem,
} from '../../core/watch/watch-condition.ts';
import { sampleEvery, type WatchSample } from '../../core/watch/watch-state.ts';
import { MONITOR_ITEMS, type MonitorItem, type Platform } from '../../platform/platform.ts';
import type { ComponentSummary } from '../../platform/resources/models.ts';
import { parseRawMonitoring } from '../../platform/resources/monitoring.ts';
import type { ReadTurns } from '../../reader/read-turns.ts';
import { inPanelUnit } from './watched-items.ts';

/** Values of one item by component and moment (epoch ms). */
export type ReadValues = ReadonlyMap<string, ReadonlyMap<number, { readonly value: number; readonly of?: string }>>;

/** What is read of the region's monitoring. */
export interface SampleReads {
  readonly platform: Pick<Platform, 'queryRawMonitoring'>;
  readonly turns: ReadTurns;
}

/** One query asks for so many components at most. */
const mostComponents = 80;

/**
 * Reads one item of components at whole minutes, both ends included (epoch ms).
 * @throws PlatformError
 */
export async function readValues(
  { platform, turns }: SampleReads,
  item: WatchItem,
  { region }: Pick<Place, 'region'>,
  components: readonly ComponentSummary[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<ReadValues> {
  const found = new Map<string, Map<number, { readonly value: number; readonly of?: string }>>();
  const asked = monitorItem(item);
  if (asked === undefined) return found;
  const ids = components.map(({ serviceId }) => serviceId).toSorted();
  for (let first = 0; first < ids.length; first += mostComponents) {
    const componentIds = ids.slice(first, first + mostComponents);
    const bytes = await turns.take(() =>
      platform.queryRawMonitoring({
        ...{ region, componentIds, item: asked, start: from / 1_000, end: to / 1_000, step: sampleEvery / 1_000 },
      }),
    );
    const reply = bytes && parseRawMonitoring(bytes);
    if (reply?.kind !== 'read') continue;
    for (const { metric, values } of reply.series) {
      const id = metric.service_id;
      if (id === undefined || !Array.isArray(values)) continue;
      const known = found.get(id) ?? new Map<number, { readonly value: number; readonly of?: string }>();
      found.set(id, known);
      for (const pair of values) {
        const [time, value] = Array.isArray(pair) ? [toTime(pair[0]), toNumber(pair[1])] : [Number.NaN, Number.NaN];
        const at = Math.round((time * 1_000) / sampleEvery) * sampleEvery;
        if (Number.isFinite(value) && Number.isFinite(at)) known.set(at, { value: inPanelUnit(item, value) });
      }
    }
  }
  return found;
}

function monitorItem(item: WatchItem): MonitorItem | undefined {
  return MONITOR_ITEMS.find((each) => each === item);
}

/** Whether an item can be read. */
export function isReadable(item: WatchItem): boolean {
  return !isReadByRange(item) || monitorItem(item) !== undefined;
}

/** The samples of a component for a condition: one for each whole minute after `after`, to `to` (epoch ms). */
export function samplesOf(
  condition: WatchCondition,
  { serviceId, status }: Pick<ComponentSummary, 'serviceId' | 'status'>,
  values: ReadValues,
  { after, to }: { readonly after: number; readonly to: number },
): readonly WatchSample[] {
  const known = values.get(serviceId);
  const isIdle = needsTraffic(condition.item) || !isUp(statusKind(status));
  const samples: WatchSample[] = [];
  for (let at = after + sampleEvery; at <= to; at += sampleEvery) {
    const measured = known?.get(at);
    samples.push(
      measured
        ? { at, position: positionOf(condition, measured.value), ...measured }
        : { at, position: 'missing', ...(isIdle ? { idle: true as const } : {}) },
    );
  }
  return samples;
}
