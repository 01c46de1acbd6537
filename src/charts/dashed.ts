import type { PixelPath } from './decimate.ts';

/**
 * Cuts a path into dashes by its length, as a canvas would, but once per line and in numbers: the pieces are then as
 * cheap to stroke as those of a solid line. Gaps of the data stay gaps and start the pattern anew.
 * @param dash lengths of a dash and of the space behind it, in pixels
 */
export function dashed(path: PixelPath, [on = 1, off = 1]: readonly number[]): PixelPath {
  const x: number[] = [];
  const y: number[] = [];
  let drawing = true;
  let left = on;
  for (let index = 0; index < path.x.length; index += 1) {
    const [toX, toY] = [path.x[index] ?? Number.NaN, path.y[index] ?? Number.NaN];
    const [fromX, fromY] = [path.x[index - 1] ?? Number.NaN, path.y[index - 1] ?? Number.NaN];
    if (Number.isNaN(toX) || Number.isNaN(fromX)) {
      x.push(toX);
      y.push(toY);
      drawing = true;
      left = on;
      continue;
    }
    const length = Math.hypot(toX - fromX, toY - fromY);
    let done = 0;
    while (length - done > left) {
      done += left;
      const share = done / length;
      const [atX, atY] = [fromX + (toX - fromX) * share, fromY + (toY - fromY) * share];
      if (drawing) {
        x.push(atX, Number.NaN);
        y.push(atY, Number.NaN);
      } else {
        x.push(atX);
        y.push(atY);
      }
      drawing = !drawing;
      left = drawing ? on : off;
    }
    left -= length - done;
    if (drawing) {
      x.push(toX);
      y.push(toY);
    }
  }
  return { x: Float64Array.from(x), y: Float64Array.from(y) };
}
