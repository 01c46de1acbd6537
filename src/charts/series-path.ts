import { type Spec, Transform, transforms } from 'vega';
import { dashed } from './dashed.ts';
import { decimate, type Frame, type PixelPath } from './decimate.ts';
import type { LineMark } from './picture.ts';

/** What a path is drawn with: Skia's context, or Vega's own that only measures. */
interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  arc(x: number, y: number, radius: number, from: number, to: number): void;
}

/** A pen that also paints. */
interface Brush extends Pen {
  strokeStyle: unknown;
  lineWidth: number;
  lineJoin: string;
  globalAlpha: number;
  beginPath(): void;
  stroke(): void;
  setLineDash(dash: number[]): void;
}

interface Item {
  readonly datum: LineMark;
  readonly stroke: string;
  readonly strokeWidth: number;
  shape?: Shape;
}

/** Vega's protocol for the `shape` mark: told a context, it answers with what draws there. */
interface Shape {
  (item: Item): void;
  context(pen: Pen): Shape;
}

interface Pulse {
  readonly ALL: number;
  readonly SOURCE: number;
  fork(flags: number): Pulse;
  visit(flags: number, visitor: (item: Item) => void): Pulse;
  modifies(field: string): Pulse;
}

/** A sample with gaps on both sides is a dot of this radius in logical pixels. */
const DOT = 1.4;
/** Samples that are stroked at once. */
const PIECE = 16;

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
      item.shape = shapeOf(decimate(item.datum.series, frame), item.datum.dash);
    });
    return out.modifies('shape');
  }
}

/** Makes the transform known to Vega's parser; once a thread. */
export function registerSeriesPath(): void {
  Object.assign(transforms, { seriespath: SeriesPath });
}

function shapeOf(path: PixelPath, dash: readonly number[]): Shape {
  const pieces = dash.length === 0 ? path : dashed(path, dash);
  let pen: Pen | undefined;
  const shape: Shape = Object.assign(
    (item: Item) => {
      if (!pen) return;
      if (isBrush(pen)) strokePieces(pieces, pen, item);
      else trace(path, 0, path.x.length, pen);
    },
    {
      context: (next: Pen) => {
        pen = next;
        return shape;
      },
    },
  );
  return shape;
}

function isBrush(pen: Pen): pen is Brush {
  return 'stroke' in pen && 'lineJoin' in pen;
}

/**
 * Strokes a line piece by piece: Skia needs a third less time for many short paths than for one that crosses itself
 * everywhere. Pieces share their ends, so that no seam shows. Nothing is left for Vega to stroke.
 */
function strokePieces(path: PixelPath, brush: Brush, item: Item): void {
  const { length } = path.x;
  brush.strokeStyle = item.stroke;
  brush.lineWidth = item.strokeWidth;
  brush.lineJoin = 'bevel';
  brush.globalAlpha = 1;
  brush.setLineDash([]);
  for (let from = 0; from < length - 1; from += PIECE) {
    brush.beginPath();
    trace(path, from, Math.min(length, from + PIECE + 1), brush);
    brush.stroke();
  }
  if (length === 1) {
    brush.beginPath();
    trace(path, 0, 1, brush);
    brush.stroke();
  }
  brush.beginPath();
}

/** Draws the samples from one index up to another; a lone sample is a dot. */
function trace({ x, y }: PixelPath, from: number, to: number, pen: Pen): void {
  let down = false;
  for (let index = from; index < to; index += 1) {
    const px = x[index] ?? Number.NaN;
    const py = y[index] ?? Number.NaN;
    if (Number.isNaN(px)) down = false;
    else if (down) pen.lineTo(px, py);
    else if (Number.isNaN(x[index - 1] ?? Number.NaN) && Number.isNaN(x[index + 1] ?? Number.NaN)) {
      pen.moveTo(px + DOT, py);
      pen.arc(px, py, DOT, 0, 2 * Math.PI);
    } else {
      pen.moveTo(px, py);
      down = true;
    }
  }
}

/**
 * Turns the marks that stand for lines into shapes with the transform above. The rest of the compiled chart stays what
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
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    value.type === 'symbol' &&
    'name' in value &&
    typeof value.name === 'string' &&
    /^lines\d+_marks$/.test(value.name)
  );
}
