import { divisorOf, unitOf, valueText } from '../../charts/data/number-format.ts';
import { durationText } from '../../core/text/duration-messages.ts';
import { listText } from '../../core/text/joined.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import type { WatchCondition, WatchItem } from '../../core/watch/watch-condition.ts';
import { conditionMsg } from './condition-messages.ts';

const items: Readonly<Record<WatchItem, () => Text>> = {
  request_time: conditionMsg.requestTime,
  request: conditionMsg.request,
  request_client: conditionMsg.requestClient,
  gateway_latency: conditionMsg.gatewayLatency,
  gateway_requests: conditionMsg.gatewayRequests,
  gateway_errors: conditionMsg.gatewayErrors,
  cpu: conditionMsg.cpu,
  memory: conditionMsg.memory,
  network: conditionMsg.network,
  memory_share: conditionMsg.memory,
  restarts: conditionMsg.restarts,
  oom: conditionMsg.oom,
  abnormal: conditionMsg.abnormal,
  certificates: conditionMsg.certificates,
  exposure: conditionMsg.exposure,
};

const day = 86_400_000;
const [kilo, mega, giga] = [1e3, 1e6, 1e9];

/** Factor of each typed unit, by item. The empty unit is the default. */
export const limitUnits: Readonly<Record<WatchItem, Readonly<Record<string, number>>>> = {
  request_time: { '': 1, ms: 1, s: 1_000, min: 60_000 },
  request: { '': 1, '/s': 1, rps: 1, 'req/s': 1 },
  request_client: { '': 1 },
  gateway_latency: { '': 1, ms: 1, s: 1_000, min: 60_000 },
  gateway_requests: { '': 1, '/s': 1, rps: 1, 'req/s': 1 },
  gateway_errors: { '': 1, '/s': 1 },
  cpu: { '': 1, core: 1, cores: 1, 核: 1, m: 0.001 },
  memory: { '': 1, mi: 1, mib: 1, m: 1, mb: 1, gi: 1024, gib: 1024, g: 1024, gb: 1024 },
  network: { '': 1, 'b/s': 1, 'kb/s': kilo, kb: kilo, k: kilo, 'mb/s': mega, mb: mega, m: mega, 'gb/s': giga },
  memory_share: { '%': 0.01 },
  restarts: { '': 1, time: 1, times: 1, 次: 1 },
  oom: {},
  abnormal: {},
  certificates: {},
  exposure: {},
};

export type MeasuredItem = Exclude<WatchItem, 'restarts' | 'oom' | 'abnormal' | 'certificates' | 'exposure'>;

export const formUnits: Readonly<Record<MeasuredItem, () => Text>> = {
  request_time: conditionMsg.inMs,
  request: conditionMsg.perSecond,
  request_client: conditionMsg.inClients,
  gateway_latency: conditionMsg.inMs,
  gateway_requests: conditionMsg.perSecond,
  gateway_errors: conditionMsg.perSecond,
  cpu: conditionMsg.inCores,
  memory: conditionMsg.inMemory,
  network: conditionMsg.inTraffic,
  memory_share: conditionMsg.inMemory,
};

export const limitRanges: Readonly<Record<WatchItem, readonly [low: number, high: number]>> = {
  request_time: [1, 3_600_000],
  request: [0.01, 1_000_000],
  request_client: [1, 1_000_000],
  gateway_latency: [1, 60_000],
  gateway_requests: [0.01, 1_000_000],
  gateway_errors: [0.01, 1_000_000],
  cpu: [0.001, 1_024],
  memory: [1, 16 * 1024 * 1024],
  network: [1, 1e12],
  memory_share: [0.01, 0.99],
  restarts: [0, 1_000],
  oom: [0, 0],
  abnormal: [0, 0],
  certificates: [day, 365 * day],
  exposure: [0, 0],
};

export function itemText(item: WatchItem): Text {
  return items[item]();
}

/** Returns a condition in words, such as `response time above 500 ms`. */
export function conditionText({ item, side, threshold }: WatchCondition): Text {
  switch (item) {
    case 'abnormal':
    case 'oom':
    case 'exposure':
      return items[item]();
    case 'restarts':
      return conditionMsg.restartsAbove({ count: threshold });
    case 'certificates':
      return conditionMsg.certificatesBelow({ length: durationText(threshold) });
    default: {
      const value =
        item === 'memory_share'
          ? conditionMsg.ofLimit({ value: itemValue(item, threshold) })
          : itemValue(item, threshold);
      return conditionMsg[side]({ item: items[item](), value });
    }
  }
}

export function lastingText(condition: WatchCondition): Text {
  const what = conditionText(condition);
  return condition.for === 0 ? what : conditionMsg.lasting({ what, length: durationText(condition.for) });
}

/** Returns a value with its unit, or undefined. @param of name of the instance that has this value */
export function shownValue(item: WatchItem, value: number, of?: string): Text | undefined {
  switch (item) {
    case 'abnormal':
    case 'oom':
      return undefined;
    case 'restarts':
      return conditionMsg.timesRestarted({ count: Math.round(value) });
    case 'certificates':
    case 'exposure':
      return undefined;
    default: {
      const shown = itemValue(item, value);
      return of === undefined ? shown : conditionMsg.valueOf({ value: shown, of: verbatim(of) });
    }
  }
}

export function itemValue(item: WatchItem, value: number): Text {
  if (item === 'memory_share') return verbatim(`${Math.round(value * 1_000) / 10}%`);
  const unit = unitOf(item);
  return conditionMsg.value({ en: valueText(value, unit, 'en'), zh: valueText(value, unit, 'zh') });
}

/** Converts a platform value to its panel's unit. */
export function inPanelUnit(item: WatchItem, value: number): number {
  return value / divisorOf(item);
}

/** Returns a caveat for a condition, or undefined. @param isEstimated whether restarts are only estimated */
export function conditionNote({ item }: WatchCondition, isEstimated: boolean): Text | undefined {
  if (item === 'restarts' && isEstimated) return conditionMsg.restartsEstimated();
  return item === 'abnormal' ? conditionMsg.abnormalStays() : undefined;
}

/** Maximum number of other odd addresses that an incident names. */
const maxBeside = 2;

/**
 * Returns a note that nobody requested the addresses. Names other odd addresses, so that these aren't left open.
 * @param beside texts of the other odd addresses
 */
export function exposureNote(beside: readonly Text[]): Text {
  if (beside.length === 0) return conditionMsg.notAsked();
  const named = listText(beside.slice(0, maxBeside));
  const left = beside.length - maxBeside;
  const rows = left > 0 ? conditionMsg.andMore({ rows: named, count: left }) : named;
  return join([conditionMsg.notAsked(), conditionMsg.alsoToLookAt({ rows })]);
}

export function watchedCertificateText(name: string, condition: WatchCondition): Text {
  return conditionMsg.certificateOf({ name: verbatim(name), what: conditionText(condition) });
}

/** @param at epoch ms */
export function expiryValue(at: number): Text {
  return conditionMsg.expiresAt({ at: { at, show: 'day' } });
}
