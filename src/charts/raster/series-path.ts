import { type Spec, Transform, transforms } from 'vega';
import { decimate, type Frame, heightsIn, type PixelPath, pathWriter } from '../data/decimate.ts';
import type { Series } from '../data/series.ts';
import type { LineMark } from '../layout/picture.ts';
import { theme } from '../layout/theme.ts';
import { createStroker } from './stroke.ts';
import type { Surface, Tint } from './surface.ts';

/** Paths in pixels. */
interface NoiseBand {
  readonly mean: PixelPath;
  /** Upper and lower edge, with the same `x`, those of the highest samples; NaN in `x` is a gap. */
  readonly top: PixelPath;
  readonly bottom: PixelPath;
}

/** Width of a bucket in pixels. A bucket is wider if it would have fewer than `LEAST_SAMPLES` samples. */
const BUCKET = 6;
/** Width of a bucket of a smooth line. */
const SMOOTH = 18;
const MIN_SAMPLES = 8;
/** Width of a bucket in pixels, if each point has its own minimum and maximum. */
const FINE = 3;

/** Returns undefined if the samples are few enough to draw each one. */
export function noiseBand(series: Series, frame: Frame, width = series.high ? FINE : BUCKET): NoiseBand | undefined {
  const { times, values, low: lowest = values, high: highest = values, breaks } = series;
  const perSecond = frame.width / (frame.end - frame.start);
  const yOf = heightsIn(frame);
  const span = ((times.at(-1) ?? 0) - (times[0] ?? 0)) * perSecond;
  const bucket = series.high ? width : Math.max(width, (span * MIN_SAMPLES) / times.length);
  if (!series.high && span < bucket * 6) return undefined;
  const size = Math.ceil(span / bucket) + breaks.length * 3 + 4;
  const [mean, top, bottom] = [pathWriter(size), pathWriter(size), pathWriter(size)];
  const xOf = (index: number) => ((times[index] ?? 0) - frame.start) * perSecond;
  for (let stretch = 0; stretch <= breaks.length; stretch += 1) {
    const from = stretch === 0 ? 0 : (breaks[stretch - 1] ?? 0);
    const to = breaks[stretch] ?? times.length;
    if (stretch > 0) for (const path of [mean, top, bottom]) path.lift();
    for (let index = from; index < to; ) {
      const [first, column] = [index, Math.floor(xOf(index) / bucket)];
      let [sum, low, high, peak] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, index];
      for (; index < to && Math.floor(xOf(index) / bucket) === column; index += 1) {
        sum += values[index] ?? 0;
        low = Math.min(low, lowest[index] ?? 0);
        if ((highest[index] ?? 0) > high) [high, peak] = [highest[index] ?? 0, index];
      }
      const middle = sum / (index - first);
      // The ends of a line are its first and last sample.
      const x = first === from ? xOf(from) : index === to ? xOf(to - 1) : (xOf(first) + xOf(index - 1)) / 2;
      // The mark of the highest value lies on the edge, also of a wide stretch.
      const edge = first === from || index === to ? x : xOf(peak);
      mean.add(x, yOf(middle));
      top.add(edge, yOf(high));
      bottom.add(edge, yOf(low));
    }
  }
  return { mean: mean.done(), top: top.done(), bottom: bottom.done() };
}

/**
 * A band that widens and narrows by this share of the plot's height per pixel of time is a thicket. If a chart is longer
 * than `range` in seconds, the band is then drawn smoother, because its reader looks for a trend and not for moments.
 */
const ROUGH = { moved: 0.04, range: 8 * 86_400 };

function isRough({ mean, top }: NoiseBand, { start, end, height }: Frame): boolean {
  if (end - start < ROUGH.range) return false;
  let [moved, before] = [0, Number.NaN];
  for (let index = 0; index < top.y.length; index += 1) {
    const width = (mean.y[index] ?? 0) - (top.y[index] ?? 0);
    moved += Math.abs(width - before) || 0;
    before = width;
  }
  const span = (top.x.at(-1) ?? 0) - (top.x[0] ?? 0);
  return moved > ROUGH.moved * height * span;
}

/** Returns a line's path, and its band if it has one. */
export function pathsOf({ series, form }: Pick<LineMark, 'series' | 'form'>, frame: Frame) {
  const width = form === 'smooth' ? SMOOTH : undefined;
  const fine = form === 'samples' || series.times.length === 0 ? undefined : noiseBand(series, frame, width);
  const band = fine && isRough(fine, frame) ? noiseBand(series, frame, SMOOTH) : fine;
  return { band, path: (form === 'max' ? fine?.top : fine?.mean) ?? decimate(series, frame) };
}

/** Paints a band with whole pixels, because the band is too pale for finer edges to be seen. */
function paintBand(
  { width, height, stride }: Surface,
  tint: Tint,
  { top, bottom }: NoiseBand,
  { scale, dx, dy }: { readonly scale: number; readonly dx: number; readonly dy: number },
): void {
  for (let index = 1; index < top.x.length; index += 1) {
    const left = (top.x[index - 1] ?? 0) * scale + dx;
    const right = (top.x[index] ?? 0) * scale + dx;
    const isGap = Number.isNaN(left) || Number.isNaN(right);
    if (isGap || right <= left) continue;
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

/** Cuts a path into dashes. The pattern starts again after each gap. `on` and `off` are in pixels. */
function dashed(path: PixelPath, [on = 1, off = 1]: readonly number[]): PixelPath {
  const out = pathWriter(path.x.length * 4);
  let drawing = true;
  let left = on;
  for (let index = 0; index < path.x.length; index += 1) {
    const toX = path.x[index] ?? Number.NaN;
    const toY = path.y[index] ?? Number.NaN;
    const fromX = path.x[index - 1] ?? Number.NaN;
    const fromY = path.y[index - 1] ?? Number.NaN;
    if (Number.isNaN(toX) || Number.isNaN(fromX)) {
      out.add(toX, toY);
      drawing = true;
      left = on;
      continue;
    }
    const length = Math.sqrt((toX - fromX) * (toX - fromX) + (toY - fromY) * (toY - fromY));
    let done = 0;
    while (length - done > left) {
      done += left;
      const share = done / length;
      out.add(fromX + (toX - fromX) * share, fromY + (toY - fromY) * share);
      if (drawing) out.lift();
      drawing = !drawing;
      left = drawing ? on : off;
    }
    left -= length - done;
    if (drawing) out.add(toX, toY);
  }
  return out.done();
}

interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
}

interface PathItem {
  readonly datum: LineMark;
  readonly stroke: string;
  readonly strokeWidth: number;
  path?: PixelPath;
  band?: NoiseBand | undefined;
  shape?: Shape;
}

interface Shape {
  /** Returns a function that draws an item and returns true, because Vega has nothing left to do. */
  context(pen: Pen): (item: PathItem) => boolean;
}

interface Pulse {
  readonly ALL: number;
  readonly SOURCE: number;
  fork(flags: number): Pulse;
  visit(flags: number, visitor: (item: PathItem) => void): Pulse;
  modifies(field: string): Pulse;
}

/** Radius of the dot for a sample with gaps on both sides, in logical pixels; half the line width is added. */
const DOT = 1.4;

/** Gives a mark the whole line as one path, because one tuple per sample would make Vega's dataflow slow. */
class SeriesPath extends Transform {
  static readonly Definition = {
    type: 'SeriesPath',
    metadata: { modifies: true },
    params: ['start', 'end', 'low', 'high', 'bend', 'width', 'height'].map((name) => ({
      name,
      type: 'number',
      required: true,
    })),
  };

  constructor(parameters: object) {
    super(null, parameters);
  }

  override transform(frame: Frame, pulse: Pulse): Pulse {
    const out = pulse.fork(pulse.ALL);
    out.visit(out.SOURCE, (item) => {
      Object.assign(item, { ...pathsOf(item.datum, frame), shape });
    });
    return out.modifies('shape');
  }
}

export function registerSeriesPath(): void {
  Object.assign(transforms, { seriespath: SeriesPath });
}

/** Only measures the path; the scene's painter draws it. */
const shape: Shape = {
  context: (pen) => (item) => {
    if (item.path) outline(item.path, pen);
    return true;
  },
};

/** Width of the thin line at a band's upper edge, in logical pixels. The band itself is too pale to be seen well. */
const EDGE = 0.5;

const stroke = createStroker();

/** Paints all noise bands below the lines, so that no band hides a line. */
export function paintLines(surface: Surface, items: readonly unknown[], dx: number, dy: number): void {
  const lines = items.filter(isLineItem);
  const place = { scale: theme.scale, dx, dy };
  const banded = lines.filter(({ datum }) => datum.band !== 'none');
  for (const { band, stroke: color, datum } of banded)
    if (band && datum.band === 'filled') paintBand(surface, surface.tint(color), band, place);
  const crossing = surface.crossing();
  for (const { band, stroke: color } of banded)
    if (band) stroke(crossing, band.top, { color, width: EDGE, dot: 0, ...place });
  for (const { path, stroke: color, strokeWidth: width, datum } of lines) {
    if (!path) continue;
    const pencil = { color, width, dot: DOT + width / 2, ...place };
    stroke(crossing, datum.dash.length === 0 ? path : dashed(path, datum.dash), pencil);
  }
}

function isLineItem(value: unknown): value is PathItem {
  return typeof value === 'object' && value !== null && 'datum' in value && 'strokeWidth' in value;
}

function outline({ x, y }: PixelPath, pen: Pen): void {
  let [left, right, top, bottom] = [Number.POSITIVE_INFINITY, 0, Number.POSITIVE_INFINITY, 0];
  for (let index = 0; index < x.length; index += 1) {
    const [px, py] = [x[index] ?? 0, y[index] ?? 0];
    if (px < left) left = px;
    if (px > right) right = px;
    if (py < top) top = py;
    if (py > bottom) bottom = py;
  }
  pen.moveTo(left, top);
  pen.lineTo(right, bottom);
}

/** Turns line marks into shapes drawn by the `SeriesPath` transform. */
export function withPaths(compiled: Spec): Spec {
  return JSON.parse(JSON.stringify(compiled), (_, value: unknown) => {
    if (!isLineMark(value)) return value;
    const panel = value.name.slice('lines'.length, -'_marks'.length);
    const { stroke, strokeWidth } = value.encode.update;
    return {
      ...value,
      type: 'shape',
      encode: { update: { stroke, strokeWidth } },
      transform: [
        {
          type: 'seriespath',
          start: { signal: 'timeDomain[0] / 1000' },
          end: { signal: 'timeDomain[1] / 1000' },
          low: { signal: `domain${panel}[0]` },
          high: { signal: `domain${panel}[1]` },
          bend: { signal: `bend${panel}` },
          width: { signal: 'width' },
          height: { signal: 'childHeight' },
        },
      ],
    };
  });
}

interface CompiledMark {
  readonly name: string;
  readonly encode: { readonly update: Readonly<Record<string, unknown>> };
}

function isLineMark(value: unknown): value is CompiledMark {
  return isLines(value) && 'type' in value && value.type === 'symbol';
}

function isLines(value: unknown): value is { readonly name: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    /^lines\d+_marks$/.test(value.name)
  );
}
