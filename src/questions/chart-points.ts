import type { ChartJob, RawSeriesBody } from '../charts/data/job.ts';
import { finestStep } from '../charts/data/step.ts';
import type { ChartOrder } from '../core/command/answer.ts';
import type { Log } from '../core/world.ts';
import { PlatformError } from '../platform/errors/platform-error.ts';
import type { StepAggregate } from '../platform/platform.ts';

/** Range in epoch seconds; `step` in seconds. */
export interface SampleRange {
  readonly start: number;
  readonly end: number;
  readonly step: number;
}

export interface RefusedQuery extends Pick<RawSeriesBody, 'components' | 'item'> {
  readonly error: PlatformError;
}

export type SampleReply = Uint8Array | RawSeriesBody | RefusedQuery;

export interface SampleSource {
  linesOf(only?: readonly string[]): number;
  /** Returns undefined if the API doesn't support the query. May return more components than `only`. */
  read(
    range: SampleRange,
    overStep?: StepAggregate,
    only?: readonly string[],
  ): Promise<readonly SampleReply[] | undefined>;
}

export interface ChartPoints extends Pick<ChartJob, 'sampled' | 'extremes'> {
  readonly body: readonly SampleReply[];
  readonly earlier?: readonly SampleReply[];
}

/** Seconds between the platform's samples. For a longer step, the samples within the step are read too. */
const minute = 60;
/** Maximum number of samples. One takes about 25 bytes, and the platform cuts replies at 32 MiB. */
const maxSamples = 900_000;

/**
 * Reads the points of a chart. For long steps, the platform computes mean, minimum and maximum if possible; otherwise
 * the chart computes them. Returns undefined if the API doesn't support the queries.
 * @throws PlatformError if every query fails
 */
export async function readPoints(
  sources: readonly SampleSource[],
  order: ChartOrder,
  log: Log,
): Promise<ChartPoints | undefined> {
  if (order.step <= minute) return readSamples(sources, order, order.step, log);
  const aggregated = await readAggregates(sources, order, log);
  if (aggregated) return aggregated;
  const lines = sources.reduce((sum, each) => sum + each.linesOf(), 0) * (order.comparison ? 2 : 1);
  const sampled = Math.max(minute, finestStep(order, maxSamples / Math.max(1, lines)));
  return readSamples(sources, order, Math.min(sampled, order.step), log);
}

async function readSamples(
  sources: readonly SampleSource[],
  { start, end, step, comparison }: ChartOrder,
  sampled: number,
  log: Log,
): Promise<ChartPoints | undefined> {
  // The earlier period is unreadable, so draw the chart without its comparison.
  const noEarlier = (error: unknown) => {
    if (!(error instanceof PlatformError)) throw error;
    log.warn('the earlier period of a chart could not be read', { error });
    return [];
  };
  const [body, earlier] = await Promise.all([
    readAllSources(sources, { start, end, step: sampled }),
    comparison &&
      readAllSources(sources, { start: comparison.start, end: comparison.end, step: sampled }).catch(noEarlier),
  ]);
  if (!body || (comparison && !earlier)) return undefined;
  return { body, ...(sampled < step ? { sampled } : {}), earlier };
}

/** Returns undefined if the platform can't aggregate, or refuses it at the moment because it is expensive. */
async function readAggregates(
  sources: readonly SampleSource[],
  { start, end, step, comparison }: ChartOrder,
  log: Log,
): Promise<ChartPoints | undefined> {
  // The time of an aggregate is the end of its step, so the first one is one step after the start.
  if (start + step > end) return undefined;
  const steps = { start: start + step, end, step };
  try {
    const [body, low, high, earlier] = await Promise.all([
      readAllSources(sources, steps, 'avg'),
      readAllSources(sources, steps, 'min'),
      readAllSources(sources, steps, 'max'),
      comparison && readAllSources(sources, { start: comparison.start + step, end: comparison.end, step }, 'avg'),
    ]);
    if (!body || !low || !high || (comparison && !earlier)) return undefined;
    return { body, extremes: { low: rawOf(low), high: rawOf(high) }, earlier };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    log.warn('the lowest and highest values of a chart’s steps could not be read', { error });
    return undefined;
  }
}

function rawOf(bodies: readonly SampleReply[]): readonly RawSeriesBody[] {
  return bodies.flatMap((each) => ('body' in each ? [each] : []));
}

/**
 * Reads all sources. For aggregates, every query must succeed, because samples are the fallback. For samples, failed
 * queries are kept.
 * @throws PlatformError
 */
export async function readAllSources(
  sources: readonly SampleSource[],
  range: SampleRange,
  overStep?: StepAggregate,
  only?: readonly string[],
): Promise<readonly SampleReply[] | undefined> {
  const replies = allOrNone(await Promise.all(sources.map((source) => source.read(range, overStep, only))))?.flat();
  const refused = replies?.filter(isRefused) ?? [];
  const [first] = refused;
  if (first && (overStep || refused.length === replies?.length)) throw first.error;
  return replies;
}

export function isRefused(reply: SampleReply): reply is RefusedQuery {
  return 'error' in reply;
}

interface SentQuery extends Omit<RawSeriesBody, 'body'> {
  send(): Promise<Uint8Array | undefined>;
}

/** Sends queries in parallel and keeps failed ones as errors. Returns undefined if the API doesn't support a query. */
export async function sendQueries(queries: readonly SentQuery[]): Promise<readonly SampleReply[] | undefined> {
  const replies = queries.map(async ({ send, ...of }) => {
    try {
      const body = await send();
      return body && { ...of, body };
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      return { ...of, error };
    }
  });
  return allOrNone(await Promise.all(replies));
}

function allOrNone<T>(replies: readonly (T | undefined)[]): readonly T[] | undefined {
  const answered = replies.filter((each) => each !== undefined);
  return answered.length < replies.length ? undefined : answered;
}
