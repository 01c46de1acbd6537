import type { ChartOrder } from '../core/command/answer.ts';
import type { Problem } from '../core/command/problem.ts';
import { noSamples, notMonitored } from '../operations/monitor/not-monitored.ts';
import { unknownItem } from '../operations/monitor/unknown-item.ts';
import { namesOfComponents, parseMonitoring } from '../platform/resources/monitoring.ts';

/** A reply without samples is small; a larger one is not read on the event loop. */
const mostBytes = 512 * 1024;

/** What a reply of 4.8 says of the components that were asked for, where it has nothing to draw. */
export interface EmptyReply {
  /** None of them is listed: they aren't monitored. */
  readonly unmonitored?: Problem;
  /** There are items, but not those that were asked for. */
  readonly unknownItem?: Problem;
  /** Listed without any item: there are no samples, or the monitoring is down (platform facts, continued, 23). */
  readonly isSilent: boolean;
  /** Names of those that are listed. */
  readonly names: readonly string[];
}

/** Why a reply has nothing to draw; undefined for a reply that is too large to be an empty one, or can't be read. */
export function readEmptyReply(body: Uint8Array, order: ChartOrder): EmptyReply | undefined {
  if (body.byteLength > mostBytes) return undefined;
  const reply = parseMonitoring(body);
  if (reply.kind === 'unreadable') return undefined;
  const names = namesOfComponents(reply.components);
  const all = reply.components.map(({ serviceId: id }) => ({ id, name: names.get(id) ?? id }));
  const wanted = order.components?.map(({ id }) => id);
  const listed = reply.components.filter(({ serviceId }) => wanted?.includes(serviceId) ?? true);
  if (listed.length === 0) {
    const asked = order.components?.map(({ name }) => name) ?? [];
    return { unmonitored: notMonitored(asked, all, order.outerOnly), isSilent: false, names: [] };
  }
  const items = listed.flatMap(({ monitors }) => monitors.map(({ item }) => item));
  const unknown = order.items && unknownItem(order.items, items);
  return {
    ...(unknown ? { unknownItem: unknown } : {}),
    isSilent: items.length === 0,
    names: listed.map(({ serviceId }) => names.get(serviceId) ?? serviceId),
  };
}

/** The problem of a chart without samples. @param isKnownToWork whether the platform's monitoring itself answered */
export function withoutSamples({ names }: Pick<EmptyReply, 'names'>, isKnownToWork: boolean): Problem {
  return noSamples(names, isKnownToWork);
}
