import type { ChartOrder } from '../core/command/answer.ts';
import { type Context, placeKey } from '../core/command/context.ts';
import { type Problem, refused } from '../core/command/problem.ts';
import { type ChangeRequest, readRequests } from '../core/request/change-request.ts';
import { momentNear } from '../core/text/instant-text.ts';
import { verbatimList } from '../core/text/joined.ts';
import { join, type Text, verbatim } from '../core/text/text.ts';
import { sourceMsg } from '../operations/shared/chart/collected-item-messages.ts';
import { deletedRules, formerRules, unservedText } from '../operations/shared/chart/unserved-components.ts';
import {
  GATEWAY_ITEMS,
  type GatewayItem,
  type GatewayMetric,
  hostParts,
  hostsOf,
} from '../platform/monitoring/gateway-query.ts';
import { namesOfComponents } from '../platform/monitoring/monitoring-reply.ts';
import { isQueryName } from '../platform/monitoring/resource-query.ts';
import type { Platform, StepAggregate } from '../platform/platform.ts';
import type { Store } from '../store/store.ts';
import { type SampleRange, type SampleSource, sendQueries } from './chart-points.ts';
import { questionMsg } from './question-messages.ts';

export function asksForGateway({ items = [] }: Pick<ChartOrder, 'items'>): boolean {
  return GATEWAY_ITEMS.some((item) => items.includes(item));
}

interface ServedComponent {
  readonly id: string;
  readonly name: string;
  readonly hosts: readonly string[];
}

/** Maximum number of requests that are searched for rules that were deleted, or ports that were closed. */
const maxRequests = 200;

export interface GatewaySource extends SampleSource {
  /** Says why there are no samples. */
  readonly whyEmpty: Text;
}

interface GatewayReads {
  readonly platform: Pick<Platform, 'listComponents' | 'listRules' | 'readNamespace' | 'queryGateway'>;
  readonly requests: Pick<Store['requests'], 'ran'>;
}

/** Returns a problem if the gateway serves none of the components (docs/platform.md#gateway-metrics). */
export async function gatewaySource(
  { platform, requests }: GatewayReads,
  order: ChartOrder,
  { team, region, app }: Context,
  now: number,
): Promise<GatewaySource | Problem> {
  const place = { team, region, app };
  const [all, rules, namespace, stored] = await Promise.all([
    platform.listComponents(place),
    platform.listRules(place),
    platform.readNamespace({ team, region }),
    requests.ran(placeKey(place), maxRequests),
  ]);
  if (!all || !rules || !isQueryName(namespace)) return refused(questionMsg.noGateway());
  const ran = readRequests(stored);
  const start = Math.min(order.start, order.comparison?.start ?? order.start);
  const names = namesOfComponents(all);
  const former = formerRules(rules.http, ran, start * 1_000).filter(({ serviceId = '' }) => names.has(serviceId));
  const hosts = hostsOf([...rules.http, ...former]);
  const wanted = order.components?.map(({ id }) => id) ?? [...hosts.keys()];
  const components = wanted.map(
    (id): ServedComponent => ({ id, name: names.get(id) ?? id, hosts: hosts.get(id) ?? [] }),
  );
  const served = components.filter((each) => each.hosts.length > 0);
  const { components: asked } = order;
  const active = hostsOf(rules.http);
  const isUnserved = asked?.every(({ id }) => !active.has(id));
  const unserved = asked && isUnserved ? withDeletion(unservedText(asked, rules.http), wanted, ran, now) : undefined;
  if (served.length === 0) return refused(unserved ?? questionMsg.nothingServed());
  const measuredNothing = asked
    ? questionMsg.noRequestsTo({ names: verbatimList(asked.map(({ name }) => name)) })
    : questionMsg.noRequests();
  const lines = GATEWAY_ITEMS.filter((item) => order.items?.includes(item)).flatMap((item) =>
    linesOf(item, served.length),
  );
  return {
    whyEmpty: unserved ?? measuredNothing,
    linesOf: (only) => lines.length * served.filter(({ id }) => only?.includes(id) ?? true).length,
    async read(range, overStep, only) {
      const asked = components.filter(({ id }) => only?.includes(id) ?? true);
      return sendQueries(
        asked.flatMap((component) =>
          lines.map(({ metric, ...line }) => ({
            components: [{ id: component.id, name: component.name }],
            ...line,
            send: () => readLine(platform, { region, namespace }, component, metric, { ...range, overStep }),
          })),
        ),
      );
    },
  };
}

/** Adds the last known deletion of a rule of the components. */
function withDeletion(why: Text, components: readonly string[], ran: readonly ChangeRequest[], now: number): Text {
  const last = deletedRules(ran).find(({ serviceId = '' }) => components.includes(serviceId));
  if (!last) return why;
  return join([why, sourceMsg.ruleDeleted({ address: verbatim(last.address), at: momentNear(last.at, now) })]);
}

interface GatewayLine {
  readonly item: GatewayItem;
  readonly metric: GatewayMetric;
  readonly line?: string;
}

function linesOf(item: GatewayItem, components: number): readonly GatewayLine[] {
  if (item === 'gateway_requests') return [{ item, metric: 'requests' }];
  if (item === 'gateway_errors') return [{ item, metric: 'errors' }];
  const quantiles = components === 1 ? (['p50', 'p95', 'p99'] as const) : (['p95'] as const);
  return quantiles.map((metric) => ({ item, metric, line: metric }));
}

/** Empty reply for components that the gateway doesn't serve, so that their samples don't count as missing. */
const nothing = new TextEncoder().encode('{"status":"success","data":{"resultType":"matrix","result":[]}}');

async function readLine(
  platform: Pick<Platform, 'queryGateway'>,
  { region, namespace }: { readonly region: string; readonly namespace: string },
  { hosts }: ServedComponent,
  metric: GatewayMetric,
  range: SampleRange & { readonly overStep?: StepAggregate },
): Promise<Uint8Array | undefined> {
  // Omit hosts that don't fit into one query, because a quantile can't be combined from several queries.
  const [some] = hostParts(metric, { namespace, hosts });
  const routes = some && { namespace, hosts: some };
  return routes ? platform.queryGateway({ region, routes, metric, ...range }) : nothing;
}
