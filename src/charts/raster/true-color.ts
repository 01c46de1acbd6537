import { rgbOf } from './palette.ts';
import type { Surface } from './surface.ts';

/** A surface in true color, as exact as a canvas: what tests compare indexed color with. */
export function trueColorSurface(width: number, height: number): Surface & { readonly data: Uint8ClampedArray } {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  return {
    data,
    width,
    height,
    stride: width,
    ink(color) {
      const over = rgbOf(color);
      const cover = (at: number, share: number) => {
        for (const channel of [0, 1, 2] as const) {
          const under = data[at * 4 + channel] ?? 0;
          data[at * 4 + channel] = under + ((over[channel] - under) * share) / 256;
        }
      };
      return {
        cover,
        coverDown(from, to, share) {
          for (let at = from; at < to; at += width) cover(at, share);
        },
      };
    },
  };
}
