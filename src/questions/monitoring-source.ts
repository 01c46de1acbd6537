import type { ChartOrder } from '../core/command/answer.ts';
import { placeKey } from '../core/command/context.ts';
import type { Problem } from '../core/command/problem.ts';
import { noSamples, notMonitored, unknownItem } from '../operations/monitor/nothing-to-draw.ts';
import type { Services } from '../operations/shared/services.ts';
import { PlatformError } from '../platform/errors/platform-error.ts';
import { GATEWAY_ITEMS } from '../platform/monitoring/gateway-query.ts';
import { namesOfComponents, parseMonitoring } from '../platform/monitoring/monitoring-reply.ts';
import { RESOURCE_ITEMS } from '../platform/monitoring/resource-query.ts';
import { MONITOR_ITEMS, type Platform, type StepAggregate } from '../platform/platform.ts';
import { platformErrorText } from './answer-request.ts';
import type { MarkQuery } from './change-marks.ts';
import { isRefused, type SampleRange, type SampleReply, type SampleSource, sendQueries } from './chart-points.ts';
import { questionMsg } from './question-messages.ts';

/** Maximum size of a reply that is parsed on the event loop, in bytes. A larger reply can't be empty. */
const maxBytes = 512 * 1024;

interface EmptyReply {
  /** The problem if the monitoring lists none of the requested components: they aren't monitored. */
  readonly unmonitored?: Problem;
  /** The problem if the monitoring has other items, but not the requested ones. */
  readonly unknownItem?: Problem;
  /** Whether components are listed without items: no samples, or monitoring is down (docs/platform.md#monitoring). */
  readonly isSilent: boolean;
  readonly components: readonly { readonly id: string; readonly name: string }[];
}

/** Returns undefined for a large or unreadable reply. */
function readEmptyReply(body: Uint8Array, order: ChartOrder): EmptyReply | undefined {
  if (body.byteLength > maxBytes) return undefined;
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

function withoutSamples({ components }: Pick<EmptyReply, 'components'>, isKnownToWork: boolean): Problem {
  return noSamples(
    components.map(({ name }) => name),
    isKnownToWork,
  );
}

const day = 86_400_000;
const minute = 60;
/** Maximum number of components per raw query of the console. */
const maxAtOnce = 80;

type SampleQuery = Pick<MarkQuery, 'order' | 'context'>;

export interface MonitoringSource extends SampleSource {
  /** Returns the reason for an empty chart; `bodies` is its data. */
  whyEmpty(bodies: readonly unknown[]): Problem | undefined;
}

/** Uses the raw query if possible, because the newest console loses samples (docs/platform.md#monitoring). */
export async function monitoringSource(services: Services, query: SampleQuery): Promise<MonitoringSource> {
  const { order } = query;
  const own = ownSource(services, query);
  if (services.platform.dialect() === 'document' && order.step <= minute) return own;
  // Query only components that the app's monitoring lists, because the raw endpoint doesn't check the team.
  const replies = await own.read({ start: order.end - minute, end: order.end, step: minute });
  const [listing] = replies ?? [];
  if (listing && isRefused(listing)) return { ...own, read: async () => replies };
  const listed = listing instanceof Uint8Array ? readEmptyReply(listing, order) : undefined;
  if (!listing || !listed) return own;
  const problem = listed.unmonitored ?? listed.unknownItem;
  if (problem) return { linesOf: () => 0, read: async () => [listing], whyEmpty: () => problem };
  return withRaw(services, query, own, listed);
}

/** Reads the app's monitoring, which can't aggregate and returns all components of the app. */
function ownSource({ platform }: Services, { order, context }: SampleQuery): MonitoringSource {
  const { team, region, app } = context;
  return {
    linesOf: () => MONITOR_ITEMS.length * Math.max(10, order.components?.length ?? 0),
    async read(range, overStep) {
      if (overStep) return undefined;
      const outerOnly = order.outerOnly ? { outerOnly: true } : {};
      try {
        return [await platform.queryMonitoring({ team, region, app, ...range, ...outerOnly })];
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        return itemsOf(order).map((item) => ({ item, components: order.components ?? [], error }));
      }
    },
    whyEmpty([body]) {
      const empty = body instanceof Uint8Array ? readEmptyReply(body, order) : undefined;
      return empty && (empty.unmonitored ?? empty.unknownItem ?? withoutSamples(empty, !empty.isSilent));
    },
  };
}

/** Uses the raw query, or the app's monitoring if the raw query is missing or fails. */
async function withRaw(
  { platform, store, world }: Services,
  query: SampleQuery,
  own: MonitoringSource,
  listed: EmptyReply,
): Promise<MonitoringSource> {
  const note = `raw-monitoring:${placeKey(query.context)}`;
  let isMissing = platform.dialect() === 'document' || (await store.notes.read(note, world.now())) === false;
  let failure: PlatformError | undefined;
  const raw = async (range: SampleRange, overStep?: StepAggregate, only?: readonly string[]) => {
    const components = listed.components.filter(({ id }) => only?.includes(id) ?? true);
    const bodies = await queryAll(platform, query, components, { ...range, overStep });
    if (bodies) return bodies;
    isMissing = true;
    await store.notes.keep(note, false, world.now() + day);
    return undefined;
  };
  return {
    linesOf: (only) => MONITOR_ITEMS.length * listed.components.filter(({ id }) => only?.includes(id) ?? true).length,
    async read(range, overStep, only) {
      if (isMissing) return own.read(range, overStep, only);
      const replies = await raw(range, overStep, only);
      if (overStep) return replies;
      if (replies && !replies.every(isRefused)) return replies;
      failure = replies?.find(isRefused)?.error;
      return own.read(range);
    },
    whyEmpty: () =>
      failure
        ? { problem: 'platform', why: questionMsg.monitoringDown({ why: platformErrorText(failure) }), canRetry: true }
        : withoutSamples(listed, !isMissing || !listed.isSilent),
  };
}

/** Queries all items. Returns undefined if the server has no endpoint for raw queries. */
async function queryAll(
  platform: Pick<Platform, 'queryRawMonitoring'>,
  { order, context: { region } }: SampleQuery,
  components: EmptyReply['components'],
  range: SampleRange & { readonly overStep?: StepAggregate },
): Promise<readonly SampleReply[] | undefined> {
  const parts = Array.from({ length: Math.ceil(components.length / maxAtOnce) }, (_, part) =>
    components.slice(part * maxAtOnce, (part + 1) * maxAtOnce),
  );
  return sendQueries(
    parts.flatMap((components) =>
      itemsOf(order).map((item) => {
        const componentIds = components.map(({ id }) => id);
        return { components, item, send: () => platform.queryRawMonitoring({ region, componentIds, item, ...range }) };
      }),
    ),
  );
}

function itemsOf({ items }: SampleQuery['order']) {
  return MONITOR_ITEMS.filter((item) => items?.includes(item) ?? true);
}
