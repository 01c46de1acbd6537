import * as z from 'zod';
import { type StatusKind, statusKind } from '../runs/component-status.ts';
import { isStuck } from '../runs/moving-status.ts';
import type { WatchSample } from './watch-state.ts';

/** The first items are measured. `_share`: relative to the component's limit; of errors, to its requests. */
export const watchItems = [
  'request_time',
  'request',
  'request_client',
  'gateway_latency',
  'gateway_requests',
  'gateway_errors',
  'cpu',
  'memory',
  'network',
  'memory_share',
  'cpu_share',
  'gateway_errors_share',
  'restarts',
  'oom',
  'abnormal',
  'certificates',
  'exposure',
] as const;
export type WatchItem = (typeof watchItems)[number];

/** The threshold is in the unit of the item's panel, a share from 0 to 1, a number of restarts, or ms. */
export const WatchCondition = z.object({
  item: z.enum(watchItems),
  side: z.enum(['above', 'below']),
  threshold: z.number(),
  /** Minimum time that the condition has to last, in ms. */
  for: z.number(),
});
export type WatchCondition = z.infer<typeof WatchCondition>;

/** Items that are counted or read as a state. All other items fluctuate, so they have a margin. */
const withoutMargin: readonly WatchItem[] = ['restarts', 'oom', 'abnormal', 'certificates', 'exposure'];

/** To recover, a measured item must be inside the threshold by this share of the threshold. */
const margin = 0.1;

/** Checks whether an item comes from the region's monitoring, so that a missed range can be read later. */
export function isReadByRange(item: WatchItem): boolean {
  return item !== 'abnormal' && item !== 'certificates' && item !== 'exposure';
}

/** Checks whether an item has a value that fluctuates, with a unit. */
export function isMeasured(item: WatchItem): boolean {
  return !withoutMargin.includes(item);
}

export function isOfGateway(item: string): boolean {
  return item.startsWith('gateway_');
}

export function positionOf(
  { item, side, threshold }: WatchCondition,
  value: number,
): Exclude<WatchSample['position'], 'missing'> {
  const beyond = side === 'above' ? value > threshold : value < threshold;
  if (beyond) return 'beyond';
  if (!isMeasured(item)) return 'inside';
  const recovery = recoveryAt({ side, threshold });
  const inside = side === 'above' ? value <= recovery : value >= recovery;
  return inside ? 'inside' : 'between';
}

/** Returns the value at which a measured item recovers. */
export function recoveryAt({ side, threshold }: Pick<WatchCondition, 'side' | 'threshold'>): number {
  return threshold * (side === 'above' ? 1 - margin : 1 + margin);
}

/**
 * Returns a sample of a component's status (docs/platform.md#component-status): stopped, never built and finished
 * aren't abnormal; an unknown status is missing. @param since time since which it is `waiting`, `starting` or
 * `upgrade`, epoch ms @param threshold severity that it must exceed
 */
export function statusSample(
  status: string | undefined,
  since: number | undefined,
  at: number,
  threshold = 0,
): WatchSample {
  switch (status) {
    case undefined:
    case '':
    case 'unknow':
    case 'unknown':
      return { at, position: 'missing' };
    default: {
      if (severityOf(statusKind(status)) > threshold) return { at, position: 'beyond' };
      const lasted = since === undefined ? 0 : at - since;
      return since !== undefined && isStuck(since, at)
        ? { at, position: 'beyond', lasted }
        : { at, position: 'inside' };
    }
  }
}

/** Returns the severity of a status, for comparing it with a baseline. */
export function severityOf(kind: StatusKind): number {
  return kind === 'abnormal' ? 2 : kind === 'degraded' ? 1 : 0;
}
