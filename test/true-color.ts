import { theme } from '../src/charts/layout/theme.ts';
import { BAND_SHARE, mixOf, type Rgb, rgbOf, shownOf, stripeOf } from '../src/charts/raster/palette.ts';
import type { Surface } from '../src/charts/raster/surface.ts';

/** Surface with true colors, as exact as a canvas. Tests compare the surface with indexed colors to it. */
export function trueColorSurface(width: number, height: number): Surface & { readonly data: Uint8ClampedArray } {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  /** Index of the hue that a band left in each pixel, plus one; 0 if no band did. */
  const bands = new Uint8Array(width * height);
  const set = (at: number, color: Rgb) => data.set(color, at * 4);
  const colorAt = (at: number): Rgb => [data[at * 4] ?? 0, data[at * 4 + 1] ?? 0, data[at * 4 + 2] ?? 0];
  const surface = {
    data,
    width,
    height,
    stride: width,
    ink(color: string) {
      const over = rgbOf(color);
      const cover = (at: number, share: number) => {
        for (const channel of [0, 1, 2] as const) {
          const under = data[at * 4 + channel] ?? 0;
          data[at * 4 + channel] = under + ((over[channel] - under) * share) / 256;
        }
      };
      return {
        cover,
        coverAlong(from: number, to: number, share: number) {
          for (let at = from; at < to; at += 1) cover(at, share);
        },
      };
    },
    tint: (color: string) => ({
      coverDown(from: number, to: number) {
        const own = theme.hues.indexOf(color);
        for (let at = from; at < to; at += width) {
          const under = (bands[at] ?? 0) - 1;
          const shown = under < 0 ? own : shownOf(own, under, stripeOf(Math.floor(at / width)));
          if (shown === under) continue;
          const below = under < 0 ? colorAt(at) : rgbOf(theme.background);
          set(at, mixOf(below, rgbOf(theme.hues[shown] ?? color), BAND_SHARE));
          bands[at] = shown + 1;
        }
      },
    }),
    crossing: () => surface,
  };
  return surface;
}
