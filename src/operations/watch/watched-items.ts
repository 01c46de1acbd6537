import { divisorOf, unitOf, valueText } from '../../charts/data/number-format.ts';
import type { IncidentLine } from '../../core/incident/incident.ts';
import { durationText } from '../../core/text/duration-messages.ts';
import { listText } from '../../core/text/joined.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import { isMeasured, type WatchCondition, type WatchItem } from '../../core/watch/watch-condition.ts';
import { isLimitShare, isShare } from '../../platform/monitoring/resource-query.ts';
import { certificateDay } from '../shared/access/expiry-text.ts';
import type { LatestValue } from '../shared/watch/stored-watch.ts';
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
  cpu_share: conditionMsg.cpu,
  gateway_errors_share: conditionMsg.gatewayErrors,
  restarts: conditionMsg.restarts,
  oom: conditionMsg.oom,
  abnormal: conditionMsg.abnormal,
  certificates: conditionMsg.certificates,
  exposure: conditionMsg.exposure,
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
    default:
      return conditionMsg[side]({ item: items[item](), value: limitValueText(item, threshold) });
  }
}

function limitValueText(item: WatchItem, threshold: number): Text {
  const value = itemValue(item, threshold);
  if (isLimitShare(item)) return conditionMsg.ofLimit({ value });
  return isShare(item) ? conditionMsg.ofRequests({ value }) : value;
}

/** Returns a condition without its item, such as `above 500 ms`, or undefined if it isn't about a measured value. */
export function limitText({ item, side, threshold }: WatchCondition): Text | undefined {
  if (!isMeasured(item)) return undefined;
  const value = limitValueText(item, threshold);
  return side === 'above' ? conditionMsg.aboveAlone({ value }) : conditionMsg.belowAlone({ value });
}

/** Returns a threshold without its item and side, such as `500 ms`. */
export function limitAlone({ item, threshold }: WatchCondition): Text {
  if (item === 'certificates') return durationText(threshold);
  return item === 'restarts' ? verbatim(String(threshold)) : itemValue(item, threshold);
}

/** Returns a watched value as a list shows it, or undefined if the item has none. */
export function watchedValue(
  { item }: WatchCondition,
  { value }: Pick<LatestValue, 'value'>,
  now: number,
): Text | undefined {
  return item === 'certificates' ? expiryValue(value, now) : shownValue(item, value);
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
  if (isShare(item)) return verbatim(`${Math.round(value * 1_000) / 10}%`);
  const unit = unitOf(item);
  return conditionMsg.value({ en: valueText(value, unit, 'en'), zh: valueText(value, unit, 'zh') });
}

/** Converts a platform value to its panel's unit. */
export function inPanelUnit(item: WatchItem, value: number): number {
  return value / divisorOf(item);
}

/** Returns a caveat for a condition, or undefined. `isEstimated`: whether restarts are only estimated. */
export function conditionNote(
  { item }: WatchCondition,
  { isEstimated, state, component }: Pick<IncidentLine, 'state' | 'component'> & { readonly isEstimated: boolean },
): Text | undefined {
  if (item === 'restarts' && isEstimated) return conditionMsg.restartsEstimated();
  const hasPods = !component?.thirdParty;
  return item === 'abnormal' && state === 'firing' && hasPods ? conditionMsg.abnormalStays() : undefined;
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

/** @param expiresAt epoch ms @param now epoch ms */
export function expiryValue(expiresAt: number, now: number): Text {
  const at = certificateDay(expiresAt);
  const days = Math.floor((expiresAt - now) / 86_400_000);
  if (days > 0) return conditionMsg.expiresIn({ days, at });
  return expiresAt > now ? conditionMsg.expiresAt({ at }) : conditionMsg.expiredAt({ at });
}
