import { theme } from '../layout/theme.ts';

/** Red, green and blue, 0 to 255 each. */
export type Rgb = readonly [number, number, number];

/** How many steps a color has towards another: between two steps, no channel is further than 8 from the true color. */
export const STEPS = 16;
const SIZE = 256;

/** The 256 colors of a chart, and what comes of painting one over another. */
export interface Palette {
  /** Index 0 is the background. */
  readonly colors: readonly Rgb[];
  /** The index of the nearest color. */
  nearest(color: Rgb): number;
  /**
   * What each index becomes under a color: entry `step * 256 + index`, where `step` of 16 is covered.
   * @param color `#RRGGBB`
   */
  mixes(color: string): Uint8Array;
}

export function rgbOf(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** A color over another. */
export function mixOf(under: Rgb, over: Rgb, share: number): Rgb {
  const part = (channel: 0 | 1 | 2) => Math.round(under[channel] + (over[channel] - under[channel]) * share);
  return [part(0), part(1), part(2)];
}

/**
 * Colors that a chart needs: all of the theme exactly, each hue and text color in steps towards the background, and,
 * with what is left, colors between the hues, so that crossing lines find one near the true mix.
 */
export function createPalette(): Palette {
  const { background, ink, quietInk, hues } = theme;
  const white = rgbOf(background);
  const colors = new Map<number, Rgb>();
  const add = (color: Rgb) => {
    if (colors.size < SIZE) colors.set((color[0] << 16) | (color[1] << 8) | color[2], color);
  };
  const addRamp = (color: string, steps: number) => {
    for (let step = steps; step > 0; step -= 1) add(mixOf(white, rgbOf(color), step / steps));
  };
  add(white);
  for (const color of [ink, quietInk, theme.grid, theme.zero, theme.axis, theme.band, theme.rest]) add(rgbOf(color));
  for (const hue of hues) addRamp(hue, STEPS);
  for (const text of [ink, quietInk]) addRamp(text, STEPS / 2);
  for (const color of spreadOut([...colors.values()], crossings(), SIZE - colors.size)) add(color);
  return paletteOf([...colors.values()]);
}

/** What comes of two lines in part over one another and over the background, in coarse steps. */
function crossings(): Rgb[] {
  const white = rgbOf(theme.background);
  const hues = [...theme.hues, theme.rest].map(rgbOf);
  return hues.flatMap((one, first) =>
    hues
      .slice(first + 1)
      .flatMap((two) =>
        [1, 2, 3, 4, 5, 6, 7].flatMap((share) =>
          [4, 5, 6, 7, 8].map((strength) => mixOf(white, mixOf(one, two, share / 8), strength / 8)),
        ),
      ),
  );
}

/** Chooses from the candidates, one after another, the one that is furthest from every color so far. */
function spreadOut(known: readonly Rgb[], candidates: readonly Rgb[], count: number): Rgb[] {
  const far = candidates.map((color) => Math.min(...known.map((other) => apart(color, other))));
  const chosen: Rgb[] = [];
  while (chosen.length < count) {
    let furthest = 0;
    for (let index = 1; index < far.length; index += 1) if ((far[index] ?? 0) > (far[furthest] ?? 0)) furthest = index;
    const color = candidates[furthest];
    if (!color || far[furthest] === 0) break;
    chosen.push(color);
    for (const [index, other] of candidates.entries()) far[index] = Math.min(far[index] ?? 0, apart(color, other));
  }
  return chosen;
}

/** The largest difference of a channel. */
function apart(one: Rgb, two: Rgb): number {
  return Math.max(Math.abs(one[0] - two[0]), Math.abs(one[1] - two[1]), Math.abs(one[2] - two[2]));
}

function paletteOf(colors: readonly Rgb[]): Palette {
  const flat = Int32Array.from(colors.flat());
  const tables = new Map<string, Uint8Array>();
  const nearest = (red: number, green: number, blue: number): number => {
    let [best, least] = [0, Number.POSITIVE_INFINITY];
    for (let index = 0, at = 0; at < flat.length; index += 1, at += 3) {
      const r = Math.abs((flat[at] ?? 0) - red);
      const g = Math.abs((flat[at + 1] ?? 0) - green);
      const b = Math.abs((flat[at + 2] ?? 0) - blue);
      // The channel that is furthest off decides; of equals, all of them.
      const distance = Math.max(r, g, b) * 1024 + r + g + b;
      if (distance < least) [best, least] = [index, distance];
    }
    return best;
  };
  const tableOf = (color: string): Uint8Array => {
    const over = rgbOf(color);
    const table = new Uint8Array((STEPS + 1) * SIZE);
    for (let step = 0; step <= STEPS; step += 1)
      for (const [index, under] of colors.entries())
        table[step * SIZE + index] = step === 0 ? index : nearest(...mixOf(under, over, step / STEPS));
    return table;
  };
  return {
    colors,
    nearest: (color) => nearest(...color),
    mixes(color) {
      const table = tables.get(color) ?? tableOf(color);
      tables.set(color, table);
      return table;
    },
  };
}
