import { type PixelPath, pathWriter } from '../data/decimate.ts';

/**
 * Cuts a path into dashes by its length, as a canvas would. Gaps of the data stay gaps and restart the pattern.
 * `on` and `off` are the lengths of a dash and of the space behind it, in pixels.
 */
export function dashed(path: PixelPath, [on = 1, off = 1]: readonly number[]): PixelPath {
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
