import type { PixelPath } from '../data/decimate.ts';
import type { Ink, Surface } from './surface.ts';

/** Lengths are in path units, multiplied by `scale`. */
export interface StrokeStyle {
  /** `#RRGGBB` */
  readonly color: string;
  readonly width: number;
  /** Radius of the dot for a sample with gaps on both sides; 0 means no dot. */
  readonly dot: number;
  readonly scale: number;
  readonly dx: number;
  readonly dy: number;
}

/** Covered range of each thin vertical slice of a picture; empty if `end` is before `start`. */
interface Slices {
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** First and last slice that were modified after the last `collect`. */
  first: number;
  last: number;
}

/**
 * Coverage of columns that aren't painted yet, stored as changes from row to row, in slices. Contains only the columns
 * that a line can still touch. The memory of painted columns is reused, so that it stays in the CPU cache. All values
 * are zero between two lines.
 */
interface Cover {
  changes: Float32Array;
  top: number;
  rows: number;
  first: Int32Array;
  last: Int32Array;
  oldest: number;
  newest: number;
}

/** Smaller differences, in pixels, are rounding errors and count as zero. */
const ROUNDING = 1e-9;
/** Slices per pixel column. */
const FINE = 4;

/**
 * Strokes lines with butt ends and beveled joins like a canvas, but faster. A line over time never turns back, so it
 * covers one range of each thin vertical slice. Edges are exact vertically and accurate to a quarter of a pixel
 * horizontally. `x` must not decrease between two gaps.
 */
export function createStroker(): (surface: Surface, path: PixelPath, pencil: StrokeStyle) => void {
  let slices = emptySlices(0);
  const cover: Cover = { ...noColumns(0), changes: new Float32Array(0), top: 0, rows: 0, oldest: 0, newest: -1 };
  return (surface, path, pencil) => {
    if (slices.start.length < surface.width * FINE) slices = emptySlices(surface.width * FINE);
    const { x, y } = path;
    const { scale, dx, dy } = pencil;
    const ink = surface.ink(pencil.color);
    frame(cover, y, pencil, surface.height);
    for (let from = 0; from < x.length; ) {
      let to = from;
      while (to < x.length && !Number.isNaN(x[to] ?? 0)) to += 1;
      if (to - from === 1)
        coverDot(slices, (x[from] ?? 0) * scale + dx, (y[from] ?? 0) * scale + dy, pencil.dot * scale);
      else if (to > from) coverStretch(slices, x, y, from, to, pencil);
      collect(slices, cover, surface, ink);
      from = to + 1;
    }
    paintUntil(cover, cover.newest + 1, surface, ink);
  };
}

function noColumns(columns: number): Pick<Cover, 'first' | 'last'> {
  return { first: new Int32Array(columns).fill(0x7fffffff), last: new Int32Array(columns).fill(-1) };
}

function frame(cover: Cover, y: Float64Array, { scale, dy, width, dot }: StrokeStyle, height: number): void {
  let [high, low] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let index = 0; index < y.length; index += 1) {
    const at = y[index] ?? 0;
    if (at < high) high = at;
    if (at > low) low = at;
  }
  const around = Math.max(width, dot) * scale + 1;
  cover.top = Math.max(0, Math.floor(high * scale + dy - around));
  cover.rows = Math.max(0, Math.min(height, Math.ceil(low * scale + dy + around)) - cover.top);
  // The ends of neighboring stretches may overlap in the gap between them.
  const columns = 2 * Math.ceil(around) + 2;
  if (cover.first.length < columns) Object.assign(cover, noColumns(columns));
  const size = cover.first.length * (cover.rows + 2);
  if (cover.changes.length < size) cover.changes = new Float32Array(size);
  cover.oldest = 0;
  cover.newest = -1;
}

function emptySlices(count: number): Slices {
  return {
    start: new Float64Array(count).fill(Number.POSITIVE_INFINITY),
    end: new Float64Array(count).fill(Number.NEGATIVE_INFINITY),
    first: count,
    last: -1,
  };
}

/** Covers a slanted rectangle for each pair of neighboring samples, and a triangle for each corner. */
function coverStretch(
  slices: Slices,
  x: Float64Array,
  y: Float64Array,
  from: number,
  to: number,
  pencil: StrokeStyle,
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
    // The open side of a corner is opposite to the turn.
    const side = turnX * alongY - turnY * alongX > 0 ? half : -half;
    coverEdge(slices, oldX + turnY * side, oldY - turnX * side, oldX + alongY * side, oldY - alongX * side);
    [oldX, oldY, turnX, turnY] = [newX, newY, alongX, alongY];
  }
}

/** Covers, in each slice, the range between the long edges and the ends of a segment's rectangle. */
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
  // A vertical segment has no long edges in a slice; a horizontal one has no ends.
  const steep = alongX < ROUNDING;
  const level = Math.abs(alongY) < ROUNDING;
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

/** Covers the open side of a corner, because the rest is already covered. */
function coverEdge(slices: Slices, x1: number, y1: number, x2: number, y2: number): void {
  const { start, end } = slices;
  const [left, right] = [Math.min(x1, x2), Math.max(x1, x2)];
  if (right - left < ROUNDING) return;
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

/** Returns the first slice with its middle at or right of `x`, and marks it as modified. */
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

/** Moves the slices' ranges into the cover. Paints the columns that the line can't touch again. */
function collect(slices: Slices, cover: Cover, surface: Surface, ink: Ink): void {
  const { start, end, first, last } = slices;
  const { changes, top, rows } = cover;
  const columns = cover.first.length;
  for (let column = Math.floor(first / FINE); column * FINE <= last; column += 1) {
    if (column > cover.newest) {
      paintUntil(cover, column - columns + 1, surface, ink);
      cover.newest = column;
    }
    const place = column % columns;
    const before = place * (rows + 2);
    for (let slice = column * FINE; slice < (column + 1) * FINE; slice += 1) {
      const from = Math.max(0, (start[slice] ?? 0) - top);
      const to = Math.min(rows, (end[slice] ?? 0) - top);
      start[slice] = Number.POSITIVE_INFINITY;
      end[slice] = Number.NEGATIVE_INFINITY;
      if (from >= to) continue;
      const [fromRow, toRow] = [Math.floor(from), Math.floor(to)];
      if (fromRow < (cover.first[place] ?? 0)) cover.first[place] = fromRow;
      if (toRow > (cover.last[place] ?? 0)) cover.last[place] = toRow;
      const upper = before + fromRow;
      const lower = before + toRow;
      changes[upper] = (changes[upper] ?? 0) + fromRow + 1 - from;
      changes[upper + 1] = (changes[upper + 1] ?? 0) + from - fromRow;
      changes[lower] = (changes[lower] ?? 0) - (toRow + 1 - to);
      changes[lower + 1] = (changes[lower + 1] ?? 0) - (to - toRow);
    }
  }
  slices.first = start.length;
  slices.last = -1;
}

/** Paints the columns before `end` by a running sum of the changes, and clears these changes. */
function paintUntil(cover: Cover, end: number, { stride }: Surface, ink: Ink): void {
  const { changes, top, rows } = cover;
  const columns = cover.first.length;
  for (let column = Math.max(cover.oldest, cover.newest - columns + 1); column < end; column += 1) {
    const place = column % columns;
    const last = cover.last[place] ?? -1;
    if (last < 0) continue;
    let covered = 0;
    for (let row = cover.first[place] ?? 0; row <= last + 1; row += 1) {
      const change = place * (rows + 2) + row;
      covered += changes[change] ?? 0;
      changes[change] = 0;
      // Fast rounding to an integer.
      const share = (covered * (256 / FINE) + 0.5) | 0;
      if (share > 0) ink.cover((top + row) * stride + column, share < 256 ? share : 256);
    }
    cover.first[place] = 0x7fffffff;
    cover.last[place] = -1;
  }
  cover.oldest = Math.max(cover.oldest, end);
}
