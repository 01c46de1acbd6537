import type { ChartJob, RawSeriesBody } from '../charts/data/job.ts';
import { finestStep } from '../charts/data/step.ts';
import type { ChartOrder } from '../core/command/answer.ts';
import { defined } from '../core/defined.ts';
import type { Log } from '../core/world.ts';
import { PlatformError } from '../platform/errors/platform-error.ts';
import type { StepAggregate } from '../platform/platform.ts';

/** Times in epoch seconds, step in seconds. */
export interface SampleRange {
  readonly start: number;
  readonly end: number;
  readonly step: number;
}

/** Where the samples of a chart come from. */
export interface SampleSource {
  /** How many lines it gives, about, also of some components: so that no more samples are read than a chart can hold. */
  linesOf(only?: readonly string[]): number;
  /**
   * Reads samples, or for each step its mean, lowest or highest value.
   * @param only ids of components; a source may give others as well
   * @returns undefined where the platform's API doesn't have it
   * @throws PlatformError
   */
  read(
    range: SampleRange,
    overStep?: StepAggregate,
    only?: readonly string[],
  ): Promise<readonly (Uint8Array | RawSeriesBody)[] | undefined>;
}

/** The part of a job that is read. */
export type ChartPoints = Pick<ChartJob, 'body' | 'sampled' | 'extremes'> & {
  /** Of the earlier period, where there is one. */
  readonly earlier?: ChartJob['body'];
};

/** Seconds between the platform's own samples: with a longer step, what is between two of them is looked at too. */
const minute = 60;
/** Samples of all lines together, about 25 bytes each: the platform's replies are cut at 32 MiB. */
const mostSamples = 900_000;

/**
 * Reads what a chart is drawn from. A point of a long range stands for a whole step: the platform computes its mean, lowest
 * and highest value where it can; otherwise as many samples are read as it gives, and the chart computes them.
 * @returns undefined where the platform's API doesn't have it
 */
export async function readPoints(
  sources: readonly SampleSource[],
  order: ChartOrder,
  log: Log,
): Promise<ChartPoints | undefined> {
  if (order.step <= minute) return readSamples(sources, order, order.step);
  const aggregated = await readAggregates(sources, order, log);
  if (aggregated) return aggregated;
  const lines = sources.reduce((sum, each) => sum + each.linesOf(), 0) * (order.comparison ? 2 : 1);
  const sampled = Math.max(minute, finestStep(order, mostSamples / Math.max(1, lines)));
  return readSamples(sources, order, Math.min(sampled, order.step));
}

async function readSamples(
  sources: readonly SampleSource[],
  { start, end, step, comparison }: ChartOrder,
  sampled: number,
): Promise<ChartPoints | undefined> {
  const [body, earlier] = await Promise.all([
    readAllSources(sources, { start, end, step: sampled }),
    comparison && readAllSources(sources, { start: comparison.start, end: comparison.end, step: sampled }),
  ]);
  if (!body || (comparison && !earlier)) return undefined;
  return { body, ...(sampled < step ? { sampled } : {}), ...defined({ earlier }) };
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
    return { body, extremes: { low: rawOf(low), high: rawOf(high) }, ...defined({ earlier }) };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    log.warn('the lowest and highest values of a chart’s steps could not be read', { error });
    return undefined;
  }
}

function rawOf(bodies: readonly (Uint8Array | RawSeriesBody)[]): readonly RawSeriesBody[] {
  return bodies.flatMap((each) => (each instanceof Uint8Array ? [] : [each]));
}

/** What all sources have; undefined where one of them hasn't. */
export async function readAllSources(
  sources: readonly SampleSource[],
  range: SampleRange,
  overStep?: StepAggregate,
  only?: readonly string[],
): Promise<readonly (Uint8Array | RawSeriesBody)[] | undefined> {
  return allOrNone(await Promise.all(sources.map((source) => source.read(range, overStep, only))))?.flat();
}

/** What was read; undefined where any of it is. */
export function allOrNone<T>(read: readonly (T | undefined)[]): readonly T[] | undefined {
  const found = read.filter((each) => each !== undefined);
  return found.length < read.length ? undefined : found;
}
