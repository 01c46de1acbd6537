import { type Spec, Transform, transforms } from 'vega';
import { decimate, type Frame, type PixelPath } from '../data/decimate.ts';
import type { LineMark } from '../layout/picture.ts';
import { theme } from '../layout/theme.ts';
import { dashed } from './dashed.ts';
import { type NoiseBand, noiseBand, paintBand } from './noise-band.ts';
import { createStroker } from './stroke.ts';
import type { Surface } from './surface.ts';

/** Vega's own context that only measures. */
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

/** Vega's protocol for the `shape` mark. */
interface Shape {
  /** Gives what draws an item with a pen, and says true when there is nothing left for Vega to do. */
  context(pen: Pen): (item: PathItem) => boolean;
}

interface Pulse {
  readonly ALL: number;
  readonly SOURCE: number;
  fork(flags: number): Pulse;
  visit(flags: number, visitor: (item: PathItem) => void): Pulse;
  modifies(field: string): Pulse;
}

/** A sample with gaps on both sides is a dot of this radius in logical pixels, and half the line's width. */
const DOT = 1.4;

/**
 * Vega's transform that gives a mark the whole line as one path: one tuple a line instead of one a sample, which is what
 * takes the dataflow out of the time that a chart needs.
 */
class SeriesPath extends Transform {
  static readonly Definition = {
    type: 'SeriesPath',
    metadata: { modifies: true },
    params: ['start', 'end', 'low', 'high', 'width', 'height'].map((name) => ({
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
      const { series, form } = item.datum;
      item.band = form === 'samples' || series.times.length === 0 ? undefined : noiseBand(series, frame);
      item.path = (form === 'max' ? item.band?.top : item.band?.mean) ?? decimate(series, frame);
      item.shape = shape;
    });
    return out.modifies('shape');
  }
}

/** Makes the transform known to Vega's parser; once a thread. */
export function registerSeriesPath(): void {
  Object.assign(transforms, { seriespath: SeriesPath });
}

/** Only measures; the scene's painter draws. */
const shape: Shape = {
  context: (pen) => (item) => {
    if (item.path) outline(item.path, pen);
    return true;
  },
};

const stroke = createStroker();

/** Paints the lines of a panel: bands of noise below all of them, so that none hides another's mean. */
export function paintLines(surface: Surface, items: readonly unknown[], dx: number, dy: number): void {
  const lines = items.filter(isLineItem);
  const place = { scale: theme.scale, dx, dy };
  const banded = lines.filter(({ band, datum }) => band && datum.banded);
  for (const { band, stroke: color } of banded) if (band) paintBand(surface, surface.tint(color), band, place);
  const crossing = surface.crossing();
  for (const { path, stroke: color, strokeWidth: width, datum } of lines) {
    if (!path) continue;
    const pencil = { color, width, dot: DOT + width / 2, ...place };
    // Of the gray ones, which are all one color, no mix is far from another.
    stroke(crossing, datum.dash.length === 0 ? path : dashed(path, datum.dash), pencil);
  }
}

function isLineItem(value: unknown): value is PathItem {
  return typeof value === 'object' && value !== null && 'datum' in value && 'strokeWidth' in value;
}

/** For measuring only: two corners of the box around the path. */
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

/**
 * Turns the marks that represent lines into shapes with the transform above. The rest of the compiled chart stays what
 * Vega-Lite made of it.
 */
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

/** True for the mark that represents a panel's lines, in the specification and in the scene. */
export function isLines(value: unknown): value is { readonly name: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    /^lines\d+_marks$/.test(value.name)
  );
}
