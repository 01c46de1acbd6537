import type { ChartJob, RawSeriesBody } from '../charts/data/job.ts';
import { finestStep } from '../charts/data/step.ts';
import type { ChartOrder } from '../core/command/answer.ts';
import type { Log } from '../core/world.ts';
import { PlatformError } from '../platform/errors/platform-error.ts';
import type { StepAggregate } from '../platform/platform.ts';

/** Times in epoch seconds, step in seconds. */
export interface SampleRange {
  readonly start: number;
  readonly end: number;
  readonly step: number;
}

/** A query that the platform refused, or didn't answer. */
export interface RefusedQuery extends Pick<RawSeriesBody, 'components' | 'item'> {
  readonly error: PlatformError;
}

/** What one query gave. */
export type SampleReply = Uint8Array | RawSeriesBody | RefusedQuery;

/** Where the samples of a chart come from. */
export interface SampleSource {
  /** How many lines it gives, about, also of some components: so that no more samples are read than a chart can hold. */
  linesOf(only?: readonly string[]): number;
  /**
   * Reads samples, or for each step its mean, lowest or highest value.
   * @param only ids of components; a source may give others as well
   * @returns undefined where the platform's API doesn't have it
   */
  read(
    range: SampleRange,
    overStep?: StepAggregate,
    only?: readonly string[],
  ): Promise<readonly SampleReply[] | undefined>;
}

/** The part of a job that is read. */
export interface ChartPoints extends Pick<ChartJob, 'sampled' | 'extremes'> {
  readonly body: readonly SampleReply[];
  /** Of the earlier period, where there is one. */
  readonly earlier?: readonly SampleReply[];
}

/** Seconds between the platform's own samples: with a longer step, what is between two of them is looked at too. */
const minute = 60;
/** Samples of all lines together, about 25 bytes each: the platform's replies are cut at 32 MiB. */
const mostSamples = 900_000;

/**
 * Reads what a chart is drawn from. A point of a long range stands for a whole step: the platform computes its mean, lowest
 * and highest value where it can; otherwise as many samples are read as it gives, and the chart computes them.
 * @returns undefined where the platform's API doesn't have it
 * @throws PlatformError where it answers nothing
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
  const sampled = Math.max(minute, finestStep(order, mostSamples / Math.max(1, lines)));
  return readSamples(sources, order, Math.min(sampled, order.step), log);
}

async function readSamples(
  sources: readonly SampleSource[],
  { start, end, step, comparison }: ChartOrder,
  sampled: number,
  log: Log,
): Promise<ChartPoints | undefined> {
  // A chart is worth more than its comparison.
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

/** Undefined where the platform doesn't compute them, or can't just now: many values are looked at for each point. */
async function readAggregates(
  sources: readonly SampleSource[],
  { start, end, step, comparison }: ChartOrder,
  log: Log,
): Promise<ChartPoints | undefined> {
  // A moment stands for the step before it, so the first one is a step after the start.
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
 * What all sources have; undefined where one of them hasn't. What each step holds is read wholly or not at all, as of less
 * there are still samples; otherwise a refused query stands beside the answered ones.
 * @throws PlatformError
 */
export async function readAllSources(
  sources: readonly SampleSource[],
  range: SampleRange,
  overStep?: StepAggregate,
  only?: readonly string[],
): Promise<readonly SampleReply[] | undefined> {
  const read = allOrNone(await Promise.all(sources.map((source) => source.read(range, overStep, only))))?.flat();
  const refused = read?.filter(isRefused) ?? [];
  const [first] = refused;
  if (first && (overStep || refused.length === read?.length)) throw first.error;
  return read;
}

export function isRefused(reply: SampleReply): reply is RefusedQuery {
  return 'error' in reply;
}

/** A query of a source: what it is for, and what sends it. */
interface SentQuery extends Omit<RawSeriesBody, 'body'> {
  send(): Promise<Uint8Array | undefined>;
}

/** Sends queries together; one that is refused leaves the others alone. @returns undefined where the API doesn't have one */
export async function sendQueries(queries: readonly SentQuery[]): Promise<readonly SampleReply[] | undefined> {
  const read = queries.map(async ({ send, ...of }) => {
    try {
      const body = await send();
      return body && { ...of, body };
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      return { ...of, error };
    }
  });
  return allOrNone(await Promise.all(read));
}

/** What was read; undefined where any of it is. */
function allOrNone<T>(read: readonly (T | undefined)[]): readonly T[] | undefined {
  const found = read.filter((each) => each !== undefined);
  return found.length < read.length ? undefined : found;
}
