import { type Spec, Transform, transforms } from 'vega';
import { dashed } from './dashed.ts';
import { decimate, type Frame, type PixelPath } from './decimate.ts';
import type { LineMark } from './picture.ts';
import { createStroker, type Pixels } from './stroke.ts';

/** What a path is handed to: Skia's context, or Vega's own that only measures. */
interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
}

/** Skia's context. */
interface Brush extends Pen {
  readonly canvas: { readonly width: number; readonly height: number; data(): Uint8Array };
  getTransform(): { readonly a: number; readonly e: number; readonly f: number };
}

interface Item {
  readonly datum: LineMark;
  readonly stroke: string;
  readonly strokeWidth: number;
  readonly mark: { readonly items: readonly Item[] };
  path?: PixelPath;
  shape?: Shape;
}

/** Vega's protocol for the `shape` mark: told a context, it answers with what draws there. */
interface Shape {
  /** @returns true when there is nothing left for Vega to do */
  (item: Item): boolean;
  context(pen: Pen): Shape;
}

interface Pulse {
  readonly ALL: number;
  readonly SOURCE: number;
  fork(flags: number): Pulse;
  visit(flags: number, visitor: (item: Item) => void): Pulse;
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
      item.path = decimate(item.datum.series, frame);
      item.shape = shape;
    });
    return out.modifies('shape');
  }
}

/** Makes the transform known to Vega's parser; once a thread. */
export function registerSeriesPath(): void {
  Object.assign(transforms, { seriespath: SeriesPath });
}

let pen: Pen | undefined;

/** Draws with the pen that it was told last; Vega always tells it right before. */
const shape: Shape = Object.assign(
  (item: Item) => {
    if (pen && isBrush(pen)) strokeAll(item, pen);
    else if (pen && item.path) outline(item.path, pen);
    return pen !== undefined && isBrush(pen);
  },
  {
    context: (next: Pen) => {
      pen = next;
      return shape;
    },
  },
);

const stroke = createStroker();

/** All lines of a panel at once, when the first of them is to be drawn: the way to the pixels has its price. */
function strokeAll(item: Item, brush: Brush): void {
  if (item.mark.items[0] !== item) return;
  const pixels = pixelsOf(brush);
  const { a: scale, e: dx, f: dy } = brush.getTransform();
  for (const { path, datum, stroke: colour, strokeWidth: width } of item.mark.items) {
    if (!path) continue;
    const drawn = datum.dash.length === 0 ? path : dashed(path, datum.dash);
    stroke(pixels, drawn, { colour, width, dot: DOT + width / 2, scale, dx, dy });
  }
}

function isBrush(pen: Pen): pen is Brush {
  return 'canvas' in pen && 'getTransform' in pen;
}

/**
 * The canvas' own memory, after everything drawn so far has arrived there; what is drawn later comes on top. It is
 * good until Skia draws again, so nobody keeps it.
 */
function pixelsOf({ canvas }: Brush): Pixels {
  const { width, height } = canvas;
  const { buffer, byteOffset } = canvas.data();
  return { data: new Int32Array(buffer, byteOffset, width * height), width, height };
}

/** For whoever only measures: two corners of the box around the path. */
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
