import { valueText } from '../../charts/data/number-format.ts';
import type { Context } from '../../core/command/context.ts';
import type { Lang, Text } from '../../core/text/text.ts';
import type { GatewayRules } from '../../platform/gateway/gateway-endpoints.ts';
import { type GatewayMetric, hostParts, hostsOf, LATENCY_MINUTES } from '../../platform/monitoring/gateway-query.ts';
import { isQueryName } from '../../platform/monitoring/resource-query.ts';
import { hasSource } from '../shared/chart/collected-items.ts';
import type { Reads } from '../shared/define.ts';
import { componentMsg } from './component-messages.ts';
import { plausibleValues, sum } from './component-usage.ts';

/** Requests and 5xx errors in the last minutes, relative to each other. `latency`: 95th percentile in ms, if known. */
export interface ComponentTraffic {
  readonly requests: number;
  readonly errors: number;
  readonly latency: number | undefined;
}

const step = 60;

/**
 * Reads a component's requests through the gateway. Returns undefined if no HTTP rule leads to it alone, or if the
 * region collects no metrics of its gateway. @throws PlatformError
 */
export async function readTraffic(
  component: string,
  rules: GatewayRules | undefined,
  { team, region }: Pick<Context, 'team' | 'region'>,
  now: number,
  { platform }: Pick<Reads, 'platform'>,
): Promise<ComponentTraffic | undefined> {
  const hosts = rules && hostsOf(rules.http).get(component);
  if (!hosts) return undefined;
  const [namespace, sources] = await Promise.all([
    platform.readNamespace({ team, region }),
    platform.readSources({ region }),
  ]);
  if (!isQueryName(namespace) || !hasSource('gateway_latency', sources)) return undefined;
  const end = Math.floor(now / 1_000 / step) * step;
  const start = end - (LATENCY_MINUTES - 1) * step;
  const read = (metric: GatewayMetric) => {
    // Omit hosts that don't fit into one query, because a quantile can't be combined from several queries.
    const [some = []] = hostParts(metric, { namespace, hosts });
    return platform.queryGateway({ region, routes: { namespace, hosts: some }, metric, start, end, step });
  };
  const [requests, errors, latency] = await Promise.all([read('requests'), read('errors'), read('p95')]);
  const [rates = []] = plausibleValues(requests);
  if (rates.length === 0) return undefined;
  const [failed = []] = plausibleValues(errors);
  const [times = []] = plausibleValues(latency);
  return { requests: sum(rates), errors: sum(failed), latency: times.at(-1) };
}

/** Writes the traffic in one line. */
export function trafficText({ requests, errors, latency }: ComponentTraffic): Text {
  const minutes = LATENCY_MINUTES;
  if (requests === 0) return componentMsg.noTraffic({ minutes });
  const failed = errors === 0 ? componentMsg.noErrors() : componentMsg.errors({ share: shareText(errors / requests) });
  if (latency === undefined) return componentMsg.trafficErrors({ failed, minutes });
  const time = (lang: Lang) => valueText(latency, 'ms', lang);
  return componentMsg.traffic({ en: time('en'), zh: time('zh'), failed, minutes });
}

function shareText(share: number): string {
  const percent = 100 * share;
  if (percent < 0.1) return '<0.1%';
  return `${percent < 10 ? Number(percent.toFixed(1)) : Math.round(percent)}%`;
}
