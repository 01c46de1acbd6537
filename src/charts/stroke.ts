import type { PixelPath } from './decimate.ts';

/** Opaque pixels to paint on, row by row, one 32-bit number each with red in its lowest byte. */
export interface Pixels {
  readonly data: Int32Array;
  readonly width: number;
  readonly height: number;
}

/** How a line is painted and where its path stands among the pixels. Lengths are the path's, times `scale`. */
export interface Pencil {
  /** `#RRGGBB` */
  readonly colour: string;
  readonly width: number;
  /** Radius of what stands for a sample with gaps on both sides; 0 paints nothing there. */
  readonly dot: number;
  readonly scale: number;
  readonly dx: number;
  readonly dy: number;
}

/** Thin vertical slices of a picture, and what a line covers of each: one stretch, empty where it ends above its start. */
interface Slices {
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** The slices that were touched since the last painting. */
  first: number;
  last: number;
}

/** Slices of one column of pixels. */
const FINE = 8;

/**
 * Makes the function that strokes lines with butt ends and bevelled joins, as a canvas does, at a fraction of its price.
 * A line over time never turns back, so whatever it covers of a thin vertical slice lies between a highest and a lowest
 * point, however often it goes up and down there: two numbers a slice say all. Edges are exact along a slice and to
 * an eighth of a pixel across. The function keeps its working memory.
 * @returns paints a path whose `x` never falls between two gaps
 */
export function createStroker(): (pixels: Pixels, path: PixelPath, pencil: Pencil) => void {
  let slices = emptySlices(0);
  let change = new Float64Array(0);
  return (pixels, path, pencil) => {
    if (slices.start.length < pixels.width * FINE) slices = emptySlices(pixels.width * FINE);
    if (change.length < pixels.height + 2) change = new Float64Array(pixels.height + 2);
    const { x, y } = path;
    const { scale, dx, dy } = pencil;
    const colour = pixelOf(pencil.colour);
    for (let from = 0; from < x.length; ) {
      let to = from;
      while (to < x.length && !Number.isNaN(x[to] ?? 0)) to += 1;
      if (to - from === 1)
        coverDot(slices, (x[from] ?? 0) * scale + dx, (y[from] ?? 0) * scale + dy, pencil.dot * scale);
      else if (to > from) coverStretch(slices, x, y, from, to, pencil);
      paint(slices, change, pixels, colour);
      from = to + 1;
    }
  };
}

function emptySlices(count: number): Slices {
  return {
    start: new Float64Array(count).fill(Number.POSITIVE_INFINITY),
    end: new Float64Array(count).fill(Number.NEGATIVE_INFINITY),
    first: count,
    last: -1,
  };
}

/** Covers the samples from one index up to another: a slanted rectangle for each pair, a triangle for each corner. */
function coverStretch(
  slices: Slices,
  x: Float64Array,
  y: Float64Array,
  from: number,
  to: number,
  pencil: Pencil,
): void {
  const { scale, dx, dy } = pencil;
  const half = (pencil.width * scale) / 2;
  let [oldX, oldY] = [(x[from] ?? 0) * scale + dx, (y[from] ?? 0) * scale + dy];
  let [turnX, turnY] = [0, 0];
  for (let index = from + 1; index < to; index += 1) {
    const newX = (x[index] ?? 0) * scale + dx;
    const newY = (y[index] ?? 0) * scale + dy;
    const length = Math.sqrt((newX - oldX) * (newX - oldX) + (newY - oldY) * (newY - oldY));
    if (length < 1e-6) continue;
    const alongX = (newX - oldX) / length;
    const alongY = (newY - oldY) / length;
    coverSegment(slices, oldX, oldY, alongX, alongY, length, half);
    // The corner's open side is the one away from the turn.
    const side = turnX * alongY - turnY * alongX > 0 ? half : -half;
    coverEdge(slices, oldX + turnY * side, oldY - turnX * side, oldX + alongY * side, oldY - alongX * side);
    [oldX, oldY, turnX, turnY] = [newX, newY, alongX, alongY];
  }
}

/** The rectangle around a segment, seen in each slice: between its two long edges, and between its two ends. */
function coverSegment(
  slices: Slices,
  x: number,
  y: number,
  alongX: number,
  alongY: number,
  length: number,
  half: number,
): void {
  const { start, end } = slices;
  const reach = Math.abs(alongY) * half;
  const from = firstSlice(slices, x - reach);
  const to = lastSlice(slices, x + alongX * length + reach);
  // A vertical segment has no long edge above or below, a level one no end there.
  const steep = alongX < 1e-9;
  const level = Math.abs(alongY) < 1e-9;
  const slope = steep ? 0 : alongY / alongX;
  const apart = steep ? Number.POSITIVE_INFINITY : half / alongX;
  const tilt = level ? 0 : alongX / alongY;
  const upper = level ? Number.NEGATIVE_INFINITY : Math.min(0, length / alongY);
  const lower = level ? Number.POSITIVE_INFINITY : Math.max(0, length / alongY);
  for (let slice = from; slice <= to; slice += 1) {
    const right = (slice + 0.5) / FINE - x;
    const middle = y + right * slope;
    const ends = y - right * tilt;
    const top = Math.max(middle - apart, ends + upper);
    const bottom = Math.min(middle + apart, ends + lower);
    if (top > bottom) continue;
    if (top < (start[slice] ?? 0)) start[slice] = top;
    if (bottom > (end[slice] ?? 0)) end[slice] = bottom;
  }
}

/** The open side of a corner: what lies between it and the line is covered already. */
function coverEdge(slices: Slices, x1: number, y1: number, x2: number, y2: number): void {
  const { start, end } = slices;
  const [left, right] = [Math.min(x1, x2), Math.max(x1, x2)];
  if (right - left < 1e-9) return;
  const slope = (y2 - y1) / (x2 - x1);
  const to = lastSlice(slices, right);
  for (let slice = firstSlice(slices, left); slice <= to; slice += 1) {
    const y = y1 + ((slice + 0.5) / FINE - x1) * slope;
    if (y < (start[slice] ?? 0)) start[slice] = y;
    if (y > (end[slice] ?? 0)) end[slice] = y;
  }
}

function coverDot(slices: Slices, x: number, y: number, radius: number): void {
  const { start, end } = slices;
  const to = lastSlice(slices, x + radius);
  for (let slice = firstSlice(slices, x - radius); slice <= to; slice += 1) {
    const aside = (slice + 0.5) / FINE - x;
    const tall = Math.sqrt(Math.max(0, radius * radius - aside * aside));
    start[slice] = y - tall;
    end[slice] = y + tall;
  }
}

/** The first slice whose middle is not left of a place; it then counts as touched. */
function firstSlice(slices: Slices, x: number): number {
  const slice = Math.max(0, Math.ceil(x * FINE - 0.5));
  if (slice < slices.first) slices.first = slice;
  return slice;
}

function lastSlice(slices: Slices, x: number): number {
  const slice = Math.min(slices.start.length - 1, Math.floor(x * FINE - 0.5));
  if (slice > slices.last) slices.last = slice;
  return slice;
}

/** Paints what is covered, column by column, and clears the slices. */
function paint(slices: Slices, change: Float64Array, pixels: Pixels, colour: number): void {
  const { start, end, first, last } = slices;
  const lastColumn = Math.min(pixels.width - 1, Math.floor(last / FINE));
  for (let column = Math.floor(first / FINE); column <= lastColumn; column += 1)
    paintColumn(slices, column, change, pixels, colour);
  if (first <= last) {
    start.fill(Number.POSITIVE_INFINITY, first, last + 1);
    end.fill(Number.NEGATIVE_INFINITY, first, last + 1);
  }
  slices.first = start.length;
  slices.last = -1;
}

/**
 * Each slice adds to the rows from its start on, and takes away from its end on, so that a running sum down the column
 * is what is covered of each pixel. Between the lowest start and the highest end all of it is.
 */
function paintColumn(
  slices: Slices,
  column: number,
  change: Float64Array,
  { data, width, height }: Pixels,
  colour: number,
): void {
  const { start, end } = slices;
  let top = height;
  let bottom = 0;
  let fullFrom = 0;
  let fullTo = height;
  for (let slice = column * FINE; slice < (column + 1) * FINE; slice += 1) {
    const from = Math.min(height, Math.max(0, start[slice] ?? 0));
    const to = Math.min(height, Math.max(0, end[slice] ?? 0));
    if (from < top) top = from;
    if (to > bottom) bottom = to;
    if (from > fullFrom) fullFrom = from;
    if (to < fullTo) fullTo = to;
    if (from >= to) continue;
    const [fromRow, toRow] = [Math.floor(from), Math.floor(to)];
    change[fromRow] = (change[fromRow] ?? 0) + fromRow + 1 - from;
    change[fromRow + 1] = (change[fromRow + 1] ?? 0) + from - fromRow;
    change[toRow] = (change[toRow] ?? 0) - (toRow + 1 - to);
    change[toRow + 1] = (change[toRow + 1] ?? 0) - (to - toRow);
  }
  const firstFull = Math.ceil(fullFrom) + 1;
  const lastFull = Math.floor(fullTo) - 1;
  const lastRow = Math.min(height, Math.floor(bottom) + 1);
  let covered = 0;
  for (let row = Math.floor(top); row <= lastRow; row += 1) {
    if (row === firstFull) for (; row < lastFull; row += 1) data[row * width + column] = colour;
    covered += change[row] ?? 0;
    change[row] = 0;
    const at = row * width + column;
    if (covered > 0.004 * FINE && row < height)
      data[at] = blend(data[at] ?? 0, colour, Math.round((covered * 256) / FINE));
  }
  change[lastRow + 1] = 0;
}

/** A colour over another, `share` of 256. Red and blue are mixed in one go: there is room between them. */
function blend(under: number, over: number, share: number): number {
  const rest = 256 - share;
  const redBlue = (Math.imul(under & 0xff00ff, rest) + Math.imul(over & 0xff00ff, share) + 0x800080) >>> 8;
  const green = (Math.imul(under & 0xff00, rest) + Math.imul(over & 0xff00, share) + 0x8000) >>> 8;
  return (redBlue & 0xff00ff) | (green & 0xff00) | 0xff000000;
}

function pixelOf(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return ((blue ?? 0) << 16) | ((green ?? 0) << 8) | (red ?? 0) | 0xff000000;
}
