import { type Palette, STEPS } from './palette.ts';
import type { Ink, Surface } from './surface.ts';

/** A picture in indexed color: one byte a pixel, its place in the palette. */
export interface Sheet extends Surface {
  readonly palette: Palette;
  readonly data: Uint8Array;
}

/** Makes the function that hands out empty sheets; all of them share one piece of memory, so only the last is good. */
export function createSheets(palette: Palette): (width: number, height: number) => Sheet {
  let room = new Uint8Array(0);
  return (width, height) => {
    if (room.length < width * height) room = new Uint8Array(width * height);
    const data = room.subarray(0, width * height);
    data.fill(0);
    return { palette, data, width, height, ink: (color) => inkOf(data, palette.mixes(color)) };
  };
}

/** Of the 256 parts of a share, how many make a step. */
const PER_STEP = 256 / STEPS;

function inkOf(data: Uint8Array, mixes: Uint8Array): Ink {
  return {
    cover(at, share) {
      data[at] = mixes[(((share + PER_STEP / 2) / PER_STEP) << 8) | (data[at] ?? 0)] ?? 0;
    },
  };
}
