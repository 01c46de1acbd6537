import type { ChartOrder } from '../core/command/answer.ts';
import type { Problem } from '../core/command/problem.ts';
import { noSamples, notMonitored, unknownItem } from '../operations/monitor/nothing-to-draw.ts';
import { GATEWAY_ITEMS } from '../platform/monitoring/gateway-query.ts';
import { namesOfComponents, parseMonitoring } from '../platform/monitoring/monitoring-reply.ts';
import { RESOURCE_ITEMS } from '../platform/monitoring/resource-query.ts';

/** A reply without samples is small; a larger one is not read on the event loop. */
const mostBytes = 512 * 1024;

/** What a reply of the app's monitoring says of the components that were asked for, where it has nothing to draw. */
export interface EmptyReply {
  /** None of them is listed: they aren't monitored. */
  readonly unmonitored?: Problem;
  /** There are items, but not those that were asked for. */
  readonly unknownItem?: Problem;
  /** Listed without any item: there are no samples, or the monitoring is down (docs/platform.md#monitoring). */
  readonly isSilent: boolean;
  /** Those that are listed, of the ones asked for. */
  readonly components: readonly { readonly id: string; readonly name: string }[];
}

/** Why a reply has nothing to draw; undefined for a reply that is too large to be an empty one, or can't be read. */
export function readEmptyReply(body: Uint8Array, order: ChartOrder): EmptyReply | undefined {
  if (body.byteLength > mostBytes) return undefined;
  const monitored = parseMonitoring(body);
  if (!monitored) return undefined;
  const names = namesOfComponents(monitored);
  const all = monitored.map(({ serviceId: id }) => ({ id, name: names.get(id) ?? id }));
  const wanted = order.components?.map(({ id }) => id);
  const listed = monitored.filter(({ serviceId }) => wanted?.includes(serviceId) ?? true);
  if (listed.length === 0) {
    const asked = order.components?.map(({ name }) => name) ?? [];
    return { unmonitored: notMonitored(asked, all, order.outerOnly), isSilent: false, components: [] };
  }
  const items = listed.flatMap(({ monitors }) => monitors.map(({ item }) => item));
  const elsewhere: readonly string[] = [...RESOURCE_ITEMS, ...GATEWAY_ITEMS];
  const asked = order.items?.filter((item) => !elsewhere.includes(item));
  const unknown = asked && unknownItem(asked, items);
  return {
    unknownItem: unknown,
    isSilent: items.length === 0,
    components: listed.map(({ serviceId: id }) => ({ id, name: names.get(id) ?? id })),
  };
}

/** The problem of a chart without samples. @param isKnownToWork whether the platform's monitoring itself answered */
export function withoutSamples({ components }: Pick<EmptyReply, 'components'>, isKnownToWork: boolean): Problem {
  return noSamples(
    components.map(({ name }) => name),
    isKnownToWork,
  );
}
