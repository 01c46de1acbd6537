import {
  type ChartJob,
  ChartProblem,
  type ChartResult,
  type ChartSummary,
  type NumbersResult,
} from '../charts/charts.ts';
import type { ChartOrder } from '../core/command/answer.ts';
import { isProblem, type Problem, refused } from '../core/command/problem.ts';
import { defined } from '../core/defined.ts';
import type { Lang } from '../core/text/text.ts';
import { plain } from '../operations/operation-catalog.ts';
import type { Services } from '../operations/shared/services.ts';
import { PlatformError } from '../platform/errors/platform-error.ts';
import { placeProblem } from './answer-request.ts';
import { changeMarks, type MarkQuery } from './change-marks.ts';
import { readHistory } from './chart-history.ts';
import { readPoints } from './chart-points.ts';
import { keepHues, readHues } from './component-hues.ts';
import { monitoringSource } from './monitoring-source.ts';
import { questionMsg } from './question-messages.ts';
import { asksForMonitoring, asksForResources, resourceSource } from './read-resources.ts';

/** For whom a chart is drawn, and where it is shown: its words and its time axis are theirs. */
export interface Viewer {
  readonly zone: string;
  readonly lang: Lang;
  readonly channel: string;
}

/** A chart that is asked for. */
export interface ChartQuery extends MarkQuery {
  readonly viewer: Viewer;
}

/** A chart, and why there is nothing to draw, for the person who asks. */
export interface DrawnChart {
  readonly result: ChartResult;
  readonly nothing?: Problem;
}

/** Reads the samples of an order and draws them, away from the event loop. */
export async function drawChart(services: Services, query: ChartQuery): Promise<DrawnChart | Problem> {
  return withJob(services, query, async (read) => {
    const hues = await readHues(services, query.context);
    const result = await services.charts.draw({ ...read.job, hues });
    await keepHues(services, query.context, result);
    const nothing = read.whyEmpty(result.summary);
    const named = { ...result, summary: namingAbsent(result.summary, query.order) };
    return { result: named, ...defined({ nothing }) };
  });
}

/** The numbers of an order: a table of the last steps, and all points as CSV. */
export async function readNumbers(services: Services, query: ChartQuery): Promise<NumbersResult | Problem> {
  return withJob(services, query, async (read) => {
    const numbers = await services.charts.numbers(read.job);
    const why = read.whyEmpty(numbers.summary);
    return why?.problem === 'platform' ? why : numbers;
  });
}

/** What is drawn, and why there is nothing to draw where there isn't. */
interface ReadJob {
  readonly job: ChartJob;
  whyEmpty(summary: ChartSummary): Problem | undefined;
}

async function readJob(services: Services, query: ChartQuery): Promise<ReadJob | Problem> {
  const { order, context, viewer } = query;
  const changes = changeMarks(services, query);
  // Where the samples can't be read, nobody waits for the changes.
  changes.catch(() => undefined);
  const [monitoring, resources] = await Promise.all([
    asksForMonitoring(order) ? monitoringSource(services, query) : undefined,
    asksForResources(order) ? resourceSource(services.platform, order, context) : undefined,
  ]);
  if (isProblem(resources)) return resources;
  const sources = [monitoring, resources].filter((each) => each !== undefined);
  const { log } = services.world;
  const [points, found, history] = await Promise.all([
    readPoints(sources, order, log),
    changes,
    changes.then((known) => readHistory(sources, order, known, log)),
  ]);
  if (!points) return refused(questionMsg.noResources());
  const { earlier, ...samples } = points;
  const { comparison } = order;
  const job: ChartJob = {
    ...{ ...jobOf(query), ...samples },
    ...defined({ limits: resources?.limits, history }),
    ...(found.marks.length > 0 ? { marks: found.marks } : {}),
    ...(comparison && earlier
      ? { comparison: { ...comparison, body: earlier, label: plain(comparison.label, viewer.lang) } }
      : {}),
  };
  const bodies = points.body instanceof Uint8Array ? [points.body] : points.body;
  return { job, whyEmpty: ({ empty }) => (empty === null ? undefined : monitoring?.whyEmpty(bodies)) };
}

/** Components that the reply does not hold are told by the names that were asked for. */
function namingAbsent(summary: ChartSummary, order: ChartOrder): ChartSummary {
  const names = new Map(order.components?.map(({ id, name }) => [id, name]));
  const absent = summary.leftOut.absent.map((id) => names.get(id) ?? id);
  return { ...summary, leftOut: { ...summary.leftOut, absent } };
}

function jobOf({ order, context, viewer: { zone, lang } }: ChartQuery): Omit<ChartJob, 'body'> {
  const { start, end, step, items, thresholds } = order;
  const components = order.components?.map(({ id }) => id);
  const names = order.components?.map(({ name }) => name);
  const title = names?.join(', ') || context.appName || context.name || context.app;
  return { start, end, step, zone, lang, title, ...defined({ components, items, thresholds, names }) };
}

/** Uses what was read for a chart. Failures of the platform and of the drawing become problems. */
async function withJob<T>(
  services: Services,
  query: ChartQuery,
  use: (read: ReadJob) => Promise<T | Problem>,
): Promise<T | Problem> {
  try {
    const read = await readJob(services, query);
    return isProblem(read) ? read : await use(read);
  } catch (error) {
    if (error instanceof PlatformError) return placeProblem(services, query.context, error);
    if (error instanceof ChartProblem) {
      const retry = error.fault.fault === 'busy' || error.fault.fault === 'failed';
      return retry ? { problem: 'platform', why: error.text, canRetry: true } : refused(error.text);
    }
    throw error;
  }
}
