import { type Bend, bentValue } from './number-format.ts';
import type { Series } from './series.ts';

/** Mapping of times and values to pixels; `y` grows downward. It is linear except for a bend. */
export interface Frame {
  readonly start: number;
  readonly end: number;
  readonly low: number;
  readonly high: number;
  readonly width: number;
  readonly height: number;
  readonly bend?: Bend | null | undefined;
}

/** Returns a function that maps a value to its distance from the top of the frame. */
export function heightsIn(frame: Omit<Frame, 'start' | 'end' | 'width'>): (value: number) => number {
  const { low, high, height, bend } = frame;
  const perUnit = height / (high - low);
  return (value) => height - (bentValue(value, bend) - low) * perUnit;
}

/** A path in pixels. NaN in `x` is a gap. */
export interface PixelPath {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Reduces a line to the extremes in each pixel column. Averaging or sampling would lose noise and peaks. */
export function decimate(series: Series, frame: Frame): PixelPath {
  const { times, values, breaks } = series;
  const perSecond = frame.width / (frame.end - frame.start);
  const yOf = heightsIn(frame);
  const columns = Math.min(times.length, frame.width + 2);
  const out = pathWriter(columns * 2 + breaks.length * 5 + 2);
  let nextBreak = 0;
  let index = 0;
  const point = (at: number) => out.add(((times[at] ?? 0) - frame.start) * perSecond, yOf(values[at] ?? 0));
  while (index < times.length) {
    const starts = index === 0 || breaks[nextBreak] === index;
    if (breaks[nextBreak] === index) {
      out.lift();
      nextBreak += 1;
    }
    const until = breaks[nextBreak] ?? times.length;
    const column = Math.floor(((times[index] ?? 0) - frame.start) * perSecond);
    const first = index;
    let low = index;
    let high = index;
    while (index < until && Math.floor(((times[index] ?? 0) - frame.start) * perSecond) === column) {
      if ((values[index] ?? 0) < (values[low] ?? 0)) low = index;
      if ((values[index] ?? 0) > (values[high] ?? 0)) high = index;
      index += 1;
    }
    const [one, two] = low < high ? [low, high] : [high, low];
    if (starts && first !== one) point(first);
    point(one);
    if (two !== one) point(two);
    if (index === until && index - 1 !== two) point(index - 1);
  }
  return out.done();
}

/** Minimum turns per pixel of a line that is a blur. If the line also moves far, the lower minimum applies. */
const DENSE = 0.5;
const TALL = { turns: 0.3, travel: 25 };
/** The minimum of turns if another noisy line is drawn beside this one. */
const DENSE_BESIDE = 0.15;
/** Smallest visible turn, in pixels. */
const VISIBLE = 1;

export function isBlur({ times, values }: Series, frame: Frame, isBeside = false): boolean {
  const span = (((times.at(-1) ?? 0) - (times[0] ?? 0)) * frame.width) / (frame.end - frame.start);
  const yOf = heightsIn(frame);
  let [turns, travel, before] = [0, 0, 0];
  for (let index = 1; index < values.length; index += 1) {
    const step = yOf(values[index] ?? 0) - yOf(values[index - 1] ?? 0);
    if (step * before < 0 && Math.abs(step) >= VISIBLE && Math.abs(before) >= VISIBLE) turns += 1;
    travel += Math.abs(step);
    before = step;
  }
  return turns > span * (isBeside ? DENSE_BESIDE : DENSE) || (turns > span * TALL.turns && travel > span * TALL.travel);
}

export function pathWriter(size: number) {
  let x = new Float64Array(size);
  let y = new Float64Array(size);
  let count = 0;
  const put = (px: number, py: number) => {
    if (count === x.length) {
      const [largerX, largerY] = [new Float64Array(count * 2), new Float64Array(count * 2)];
      largerX.set(x);
      largerY.set(y);
      x = largerX;
      y = largerY;
    }
    x[count] = px;
    y[count] = py;
    count += 1;
  };
  return {
    add: put,
    lift: () => put(Number.NaN, Number.NaN),
    done: (): PixelPath => ({ x: x.subarray(0, count), y: y.subarray(0, count) }),
  };
}
