import {
  type ChartJob,
  ChartProblem,
  type ChartResult,
  type ChartSummary,
  type NumbersResult,
} from '../charts/charts.ts';
import type { RawSeriesBody } from '../charts/data/job.ts';
import type { ChartOrder } from '../core/command/answer.ts';
import { type Context, placeKey } from '../core/command/context.ts';
import { isProblem, type Problem, refused } from '../core/command/problem.ts';
import { type Lang, plain } from '../core/text/text.ts';
import type { Services } from '../operations/shared/services.ts';
import { PlatformError } from '../platform/errors/platform-error.ts';
import { MONITOR_ITEMS, type MonitorItem, type Platform } from '../platform/platform.ts';
import { namesOfComponents, parseMonitoring } from '../platform/resources/monitoring.ts';
import { placeProblem, platformErrorText } from './ask.ts';
import { changeMarks } from './change-marks.ts';
import { keepHues, readHues } from './component-hues.ts';
import { readEmptyReply, withoutSamples } from './empty-chart.ts';
import { msg } from './question-messages.ts';
import { asksForResources, readResources } from './read-resources.ts';

/** For whom a chart is drawn: its words and its time axis are theirs. */
export interface Viewer {
  readonly zone: string;
  readonly lang: Lang;
}

/** A viewer, and the hues that they know the context's components by. */
type ViewerWithHues = Viewer & Pick<ChartJob, 'hues'>;

/** A chart with where its samples came from. */
export interface DrawnChart {
  readonly result: ChartResult;
  /** `raw`: the platform lost the samples of 4.8, so they were read from its raw query endpoint. */
  readonly source: 'monitoring' | 'raw';
  /** Why there is nothing to draw, for the person who asks. */
  readonly nothing?: Problem;
}

const day = 86_400_000;
/** Seconds between the platform's own samples. */
const minute = 60;
/** The console's raw endpoint takes at most so many components in one query. */
const mostAtOnce = 80;
/** A reply without samples is small; a larger one is not read on the event loop. */
const mostBytes = 512 * 1024;

/** Reads the samples of an order and draws them, away from the event loop. */
export async function drawChart(
  services: Services,
  order: ChartOrder,
  context: Context,
  viewer: Viewer,
): Promise<DrawnChart | Problem> {
  return chartProblems(services, context, async () => {
    const hues = await readHues(services, context);
    const drawn = await drawFrom(services, order, context, { ...viewer, hues });
    if (isProblem(drawn)) return drawn;
    await keepHues(services, context, drawn.result);
    return { ...drawn, result: { ...drawn.result, summary: named(drawn.result.summary, order) } };
  });
}

async function drawFrom(
  services: Services,
  order: ChartOrder,
  context: Context,
  viewer: ViewerWithHues,
): Promise<DrawnChart | Problem> {
  if (asksForResources(order)) {
    const job = await resourceJob(services, order, context, viewer);
    return isProblem(job) ? job : { result: await services.charts.draw(job), source: 'monitoring' };
  }
  const { body, ...beside } = await readAll(services, order, context, viewer);
  const first = await services.charts.draw({ ...jobOf(body, order, context, viewer), ...beside });
  const empty = first.summary.empty === null ? undefined : readEmptyReply(body, order);
  if (!empty) return { result: first, source: 'monitoring' };
  const other = empty.unmonitored ?? empty.unknownItem;
  if (other) return { result: first, source: 'monitoring', nothing: other };
  const raw = await readRawOrWhy(services, body, order, context);
  if (isProblem(raw)) return { result: first, source: 'monitoring', nothing: raw };
  if (!raw) return { result: first, source: 'monitoring', nothing: withoutSamples(empty, !empty.isSilent) };
  services.world.log.info('the samples of a chart come from the raw query', { context: placeKey(context) });
  const job = await rawJob(services, order, context, viewer, { raw, body, beside });
  const result = await services.charts.draw(job);
  const isEmpty = result.summary.empty !== null;
  return { result, source: 'raw', ...(isEmpty ? { nothing: withoutSamples(empty, true) } : {}) };
}

/** The same as `readRaw`; a failure says that the monitoring is down, since 4.8 had already answered without samples. */
async function readRawOrWhy(
  services: Services,
  body: Uint8Array,
  order: ChartOrder,
  context: Context,
): Promise<readonly RawSeriesBody[] | Problem | undefined> {
  try {
    return await readRaw(services, body, order, context);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { problem: 'platform', why: msg.monitoringDown({ why: platformErrorText(error) }), canRetry: true };
  }
}

/** The job of a chart of what containers use. */
async function resourceJob(
  services: Services,
  order: ChartOrder,
  context: Context,
  viewer: ViewerWithHues,
): Promise<ChartJob | Problem> {
  const { comparison } = order;
  const [used, earlier, marks] = await Promise.all([
    readResources(services.platform, order, context),
    comparison && readResources(services.platform, { ...order, start: comparison.start, end: comparison.end }, context),
    changeMarks(services, order, context, viewer.lang),
  ]);
  if (isProblem(used)) return used;
  if (isProblem(earlier)) return earlier;
  return {
    ...jobOf(used.body, order, context, viewer),
    limits: used.limits,
    ...(marks.length > 0 ? { marks } : {}),
    ...(comparison && earlier
      ? { comparison: { ...comparison, body: earlier.body, label: plain(comparison.label, viewer.lang) } }
      : {}),
  };
}

/** What is drawn beside a chart's lines. */
type Beside = Pick<ChartJob, 'comparison' | 'marks'>;

/** Reads the samples of an order, of its earlier period, and the changes in its range, all at once. */
async function readAll(services: Services, order: ChartOrder, context: Context, viewer: Viewer) {
  const [body, comparison, marks] = await Promise.all([
    readSamples(services.platform, order, context),
    readComparison(services.platform, order, context, viewer),
    changeMarks(services, order, context, viewer.lang),
  ]);
  return { body, ...(comparison ? { comparison } : {}), ...(marks.length > 0 ? { marks } : {}) };
}

async function readComparison(
  platform: Platform,
  order: ChartOrder,
  context: Context,
  viewer: Viewer,
): Promise<ChartJob['comparison']> {
  if (!order.comparison) return undefined;
  const { start, end, label } = order.comparison;
  const body = await readSamples(platform, { ...order, start, end }, context);
  return { body, start, end, label: plain(label, viewer.lang) };
}

/** The job of raw samples. A console that loses the samples of a chart loses those of its earlier period too. */
async function rawJob(
  services: Services,
  order: ChartOrder,
  context: Context,
  viewer: ViewerWithHues,
  read: { readonly raw: readonly RawSeriesBody[]; readonly body: Uint8Array; readonly beside: Beside },
): Promise<ChartJob> {
  const { comparison, ...beside } = read.beside;
  const peaks = await readPeaks(services, order, context, read.raw);
  const job = { ...jobOf(read.raw, order, context, viewer), ...beside, ...(peaks ? { peaks } : {}) };
  if (!comparison) return job;
  const { start, end } = comparison;
  const raw = await readRaw(services, read.body, { ...order, start, end }, context);
  return { ...job, comparison: raw ? { ...comparison, body: raw } : comparison };
}

/**
 * The maximum of each line over the whole range, computed by the platform: with a long step, a spike between two samples
 * would be lost. A chart is worth more than its maxima: undefined where they can't be read.
 */
async function readPeaks(
  services: Services,
  order: ChartOrder,
  context: Context,
  raw: readonly RawSeriesBody[],
): Promise<readonly RawSeriesBody[] | undefined> {
  if (order.step <= minute) return undefined;
  const components = [...new Map(raw.flatMap((each) => each.components).map((each) => [each.id, each])).values()];
  const moment = { ...order, start: order.end, step: minute };
  try {
    return await queryAll(services.platform, moment, context.region, components, order.end - order.start);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    services.world.log.warn('the maxima of a chart could not be read', { error });
    return undefined;
  }
}

/** The numbers of an order: a table of the last steps, and all points as CSV. */
export async function readNumbers(
  services: Services,
  order: ChartOrder,
  context: Context,
  viewer: Viewer,
): Promise<NumbersResult | Problem> {
  return chartProblems(services, context, async () => {
    if (asksForResources(order)) {
      const job = await resourceJob(services, order, context, viewer);
      return isProblem(job) ? job : services.charts.numbers(job);
    }
    const { body, ...beside } = await readAll(services, order, context, viewer);
    const first = await services.charts.numbers({ ...jobOf(body, order, context, viewer), ...beside });
    const empty = first.summary.empty === null ? undefined : readEmptyReply(body, order);
    if (!empty || empty.unmonitored) return first;
    const raw = await readRawOrWhy(services, body, order, context);
    if (isProblem(raw)) return raw;
    if (!raw) return first;
    return services.charts.numbers(await rawJob(services, order, context, viewer, { raw, body, beside }));
  });
}

/** Components that the reply does not hold are told by the names that were asked for. */
function named(summary: ChartSummary, order: ChartOrder): ChartSummary {
  const names = new Map(order.components?.map(({ id, name }) => [id, name]));
  const absent = summary.leftOut.absent.map((id) => names.get(id) ?? id);
  return { ...summary, leftOut: { ...summary.leftOut, absent } };
}

function readSamples(platform: Platform, order: ChartOrder, { team, region, app }: Context): Promise<Uint8Array> {
  const { start, end, step, outerOnly } = order;
  return platform.queryMonitoring({ team, region, app, start, end, step, ...(outerOnly ? { outerOnly } : {}) });
}

function jobOf(body: ChartJob['body'], order: ChartOrder, context: Context, viewer: ViewerWithHues): ChartJob {
  const names = order.components?.map(({ name }) => name);
  return {
    body,
    start: order.start,
    end: order.end,
    step: order.step,
    ...(order.components ? { components: order.components.map(({ id }) => id) } : {}),
    ...(order.items ? { items: order.items } : {}),
    ...(order.thresholds ? { thresholds: order.thresholds } : {}),
    zone: viewer.zone,
    lang: viewer.lang,
    ...(viewer.hues ? { hues: viewer.hues } : {}),
    title: names?.join(', ') || context.appName || context.name || context.app,
    ...(names ? { names } : {}),
  };
}

/**
 * The samples from the console's raw endpoint, for a console that loses those of 4.8 (platform facts 3.8). Whether it
 * has that endpoint is found out once a day for each context. The query is made from the ids of the platform's own
 * reply alone, never from what people typed: that endpoint checks no team.
 */
async function readRaw(
  services: Services,
  body: Uint8Array,
  order: ChartOrder,
  context: Context,
): Promise<readonly RawSeriesBody[] | undefined> {
  if (services.platform.dialect() === 'document' || body.byteLength > mostBytes) return undefined;
  const note = `raw-monitoring:${placeKey(context)}`;
  const now = services.world.now();
  if ((await services.store.notes.read(note, now)) === false) return undefined;
  const wanted = order.components?.map(({ id }) => id);
  const reply = parseMonitoring(body);
  if (reply.kind === 'unreadable') return undefined;
  const names = namesOfComponents(reply.components);
  const components = reply.components
    .filter(({ serviceId }) => /^[a-z0-9]{1,64}$/.test(serviceId) && (wanted?.includes(serviceId) ?? true))
    .map(({ serviceId: id }) => ({ id, name: names.get(id) ?? id }));
  if (components.length === 0) return undefined;
  const bodies = await queryAll(services.platform, order, context.region, components);
  if (!bodies) await services.store.notes.keep(note, false, now + day);
  return bodies;
}

async function queryAll(
  platform: Platform,
  order: ChartOrder,
  region: string,
  components: readonly { readonly id: string; readonly name: string }[],
  peakOver?: number,
): Promise<readonly RawSeriesBody[] | undefined> {
  const bodies: RawSeriesBody[] = [];
  const items = MONITOR_ITEMS.filter((item) => order.items?.includes(item) ?? true);
  for (let at = 0; at < components.length; at += mostAtOnce) {
    const some = components.slice(at, at + mostAtOnce);
    const read = await Promise.all(items.map((item) => queryItem(platform, order, region, some, item, peakOver)));
    for (const each of read) {
      if (!each) return undefined;
      bodies.push(each);
    }
  }
  return bodies;
}

async function queryItem(
  platform: Platform,
  { start, end, step }: ChartOrder,
  region: string,
  components: readonly { readonly id: string; readonly name: string }[],
  item: MonitorItem,
  peakOver: number | undefined,
): Promise<RawSeriesBody | undefined> {
  const componentIds = components.map(({ id }) => id);
  const peak = peakOver === undefined ? {} : { peakOver };
  const body = await platform.queryRawMonitoring({ region, componentIds, item, start, end, step, ...peak });
  return body && { components, item, body };
}

async function chartProblems<T>(
  services: Services,
  context: Context,
  work: () => Promise<T | Problem>,
): Promise<T | Problem> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PlatformError) return placeProblem(services, context, error);
    if (error instanceof ChartProblem) {
      const retry = error.fault.fault === 'busy' || error.fault.fault === 'failed';
      return retry ? { problem: 'platform', why: error.text, canRetry: true } : refused(error.text);
    }
    throw error;
  }
}
