import { type Palette, STEPS } from './palette.ts';
import type { Ink, Surface } from './surface.ts';

/** A picture in indexed color: one byte a pixel, its place in the palette. */
export interface Sheet extends Surface {
  readonly palette: Palette;
  readonly data: Uint8Array;
  /** The same memory as a PNG has it: before each row a byte for its filter, 0 for none. */
  readonly rows: Uint8Array;
}

/** Makes the function that hands out empty sheets; all of them share one piece of memory, so only the last is good. */
export function createSheets(palette: Palette): (width: number, height: number) => Sheet {
  let room = new Uint8Array(0);
  return (width, height) => {
    const stride = width + 1;
    if (room.length < stride * height) room = new Uint8Array(stride * height);
    const rows = room.subarray(0, stride * height);
    rows.fill(0);
    const data = rows.subarray(1);
    return { palette, data, rows, width, height, stride, ink: (color) => inkOf(data, stride, palette.mixes(color)) };
  };
}

/** Of the 256 parts of a share, two to the power of this make a step. */
const STEP_BITS = Math.log2(256 / STEPS);
const HALF_STEP = 128 / STEPS;

function inkOf(data: Uint8Array, stride: number, mixes: Uint8Array): Ink {
  return {
    coverDown(from, to, share) {
      const mix = ((share + HALF_STEP) >> STEP_BITS) << 8;
      for (let at = from; at < to; at += stride) data[at] = mixes[mix | (data[at] ?? 0)] ?? 0;
    },
    cover(at, share) {
      data[at] = mixes[(((share + HALF_STEP) >> STEP_BITS) << 8) | (data[at] ?? 0)] ?? 0;
    },
  };
}
