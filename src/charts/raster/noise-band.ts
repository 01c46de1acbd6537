import { type Frame, type PixelPath, pathWriter } from '../data/decimate.ts';
import type { Series } from '../data/series.ts';
import type { Surface, Tint } from './surface.ts';

/** The stretches of a line, a few pixels each: their range and their mean. In pixels, as paths. */
export interface NoiseBand {
  readonly mean: PixelPath;
  /** Upper and lower edge; both have the same `x`, and NaN there for a gap. */
  readonly top: PixelPath;
  readonly bottom: PixelPath;
}

/** Pixels that share one mean, one highest and one lowest value; more where so few samples fall into them. */
const BUCKET = 6;
const LEAST_SAMPLES = 8;
/** Pixels that share one mean where each point has a lowest and a highest value of its own. */
const FINE = 1;

/** The band of a line; undefined for one of so few samples that each can be drawn. */
export function noiseBand(series: Series, frame: Frame): NoiseBand | undefined {
  const { times, values, low: lowest = values, high: highest = values, breaks } = series;
  const perSecond = frame.width / (frame.end - frame.start);
  const perUnit = frame.height / (frame.high - frame.low);
  const span = ((times.at(-1) ?? 0) - (times[0] ?? 0)) * perSecond;
  const bucket = series.high ? FINE : Math.max(BUCKET, (span * LEAST_SAMPLES) / times.length);
  if (!series.high && span < bucket * 6) return undefined;
  const size = Math.ceil(span / bucket) + breaks.length * 3 + 4;
  const [mean, top, bottom] = [pathWriter(size), pathWriter(size), pathWriter(size)];
  const xOf = (index: number) => ((times[index] ?? 0) - frame.start) * perSecond;
  // What is above the frame is marked at its edge.
  const yOf = (value: number) => Math.max(0, frame.height - (value - frame.low) * perUnit);
  for (let stretch = 0; stretch <= breaks.length; stretch += 1) {
    const from = stretch === 0 ? 0 : (breaks[stretch - 1] ?? 0);
    const to = breaks[stretch] ?? times.length;
    if (stretch > 0) for (const path of [mean, top, bottom]) path.lift();
    for (let index = from; index < to; ) {
      const [first, column] = [index, Math.floor(xOf(index) / bucket)];
      let [sum, low, high] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (; index < to && Math.floor(xOf(index) / bucket) === column; index += 1) {
        sum += values[index] ?? 0;
        low = Math.min(low, lowest[index] ?? 0);
        high = Math.max(high, highest[index] ?? 0);
      }
      const middle = sum / (index - first);
      // A stretch reaches from its first sample to its last one.
      const x = first === from ? xOf(from) : index === to ? xOf(to - 1) : (xOf(first) + xOf(index - 1)) / 2;
      mean.add(x, yOf(middle));
      top.add(x, yOf(high));
      bottom.add(x, yOf(low));
    }
  }
  return { mean: mean.done(), top: top.done(), bottom: bottom.done() };
}

/** Covers the band column by column. Its edges are whole pixels: it is too pale for more to be seen. */
export function paintBand(
  { width, height, stride }: Surface,
  tint: Tint,
  { top, bottom }: NoiseBand,
  { scale, dx, dy }: { readonly scale: number; readonly dx: number; readonly dy: number },
): void {
  for (let index = 1; index < top.x.length; index += 1) {
    const left = (top.x[index - 1] ?? 0) * scale + dx;
    const right = (top.x[index] ?? 0) * scale + dx;
    // A comparison with NaN is false: gaps are left out.
    if (!(right > left)) continue;
    const [upper, lower] = [(top.y[index - 1] ?? 0) * scale + dy, (bottom.y[index - 1] ?? 0) * scale + dy];
    const upperSlope = ((top.y[index] ?? 0) * scale + dy - upper) / (right - left);
    const lowerSlope = ((bottom.y[index] ?? 0) * scale + dy - lower) / (right - left);
    const last = Math.min(width, right - 0.5);
    for (let column = Math.max(0, Math.ceil(left - 0.5)); column < last; column += 1) {
      const along = column + 0.5 - left;
      const first = Math.max(0, Math.round(upper + upperSlope * along));
      const end = Math.min(height, Math.max(Math.round(lower + lowerSlope * along), first + 1));
      tint.coverDown(first * stride + column, end * stride + column);
    }
  }
}
