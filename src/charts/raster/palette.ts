import { present } from '../../core/defined.ts';
import { type ChartColors, theme } from '../layout/theme.ts';

/** Red, green and blue, 0 to 255 each. */
export type Rgb = readonly [number, number, number];

/** Number of steps from one color to another. Each channel of a color is at most 8 from that of the nearest step. */
export const STEPS = 16;
const SIZE = 256;
export const UNSAID = SIZE - 1;
/** Maximum channel difference (0 to 255) of a close color. */
const CLOSE = 10;

export interface Palette {
  /** Index 0 is the background. */
  readonly colors: readonly Rgb[];
  /** Counterparts of the colors in a dark picture. */
  readonly darkColors: readonly Rgb[];
  readonly packed: Int32Array;
  /** 1 for colors of whole areas: the background, hues, tints of bands. */
  readonly isPlain: Uint8Array;
  nearest(color: Rgb): number;
  /** Returns the nearest color to `0xRRGGBB`, cached, with channels in steps of four. */
  near(color: number): number;
  /** Returns `color` mixed over each palette color: entry `step * 256 + index`, for a coverage of `step` / 16. */
  mixes(color: string): Uint8Array;
  /** Returns the mixes of `color`, with `UNSAID` if no palette color is close enough. */
  closeMixes(color: string): Uint8Array;
  /** Returns a band over each palette color: entry `stripe * 256 + index`. Overlapping bands alternate by stripe. */
  tints(color: string): Uint8Array;
}

export function rgbOf(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

export function packed([red, green, blue]: Rgb): number {
  return (red << 16) | (green << 8) | blue;
}

export function mixOf(under: Rgb, over: Rgb, share: number): Rgb {
  const part = (channel: 0 | 1 | 2) => Math.round(under[channel] + (over[channel] - under[channel]) * share);
  return [part(0), part(1), part(2)];
}

/** Number of steps in texts. Fewer make smaller files; more aren't visible at two pixels per point. */
export const TEXT_STEPS = 4;

/**
 * Creates a palette of all theme colors, ramps from the background to each hue, and mixes for crossing lines. Half of
 * the ramps are at each end, which limits the number of different row differences in `png.ts`.
 */
export function createPalette(): Palette {
  const [light, dark] = [partsOf(theme), partsOf(theme.dark)];
  const fixed = [...light.first, ...light.last];
  const chosen = spreadOut(fixed, light.crossings, UNSAID - fixed.length);
  const colorsOf = ({ first, crossings, last }: typeof light) => [
    ...first,
    ...present(chosen.map((index) => crossings[index])),
    ...last,
  ];
  return paletteOf(colorsOf(light), colorsOf(dark));
}

/** Returns the colors of a palette in their order. The chosen mixes for crossing lines go between `first` and `last`. */
function partsOf(look: ChartColors) {
  const background = rgbOf(look.background);
  const ramp = (color: string, steps: number) =>
    Array.from({ length: steps }, (_, step) => mixOf(background, rgbOf(color), (step + 1) / steps));
  const half = look.hues.length / 2;
  const { ink, quietInk, grid, zero, axis, band, beyond, changing, rest } = look;
  const after = [...ramp(ink, TEXT_STEPS), ...look.hues.slice(0, half).flatMap((hue) => ramp(hue, STEPS))];
  const before = [...ramp(quietInk, TEXT_STEPS), ...look.hues.slice(half).flatMap((hue) => ramp(hue, STEPS))];
  return {
    first: [background, ...after, ...[grid, zero, axis, band, beyond, changing, rest].map(rgbOf)],
    crossings: crossingsOf(look),
    last: before.reverse(),
  };
}

/** Share of a pixel that a band covers; one of the palette's steps. */
export const BAND_SHARE = 2 / STEPS;
function bandTint(hue: string): Rgb {
  return mixOf(rgbOf(theme.background), rgbOf(hue), BAND_SHARE);
}

/** Returns the stripe of a row. Stripes run along the rows, because that hardly affects the file size. */
export function stripeOf(row: number): number {
  return STRIPES[(row >> STRIPE_BITS) & 7] ?? 0;
}
const STRIPES = [0, 7, 2, 5, 4, 3, 6, 1];
/** Height of a stripe in rows, as a power of two. */
const STRIPE_BITS = 3;

/** Returns which of two overlapping bands' hues is visible in a stripe. */
export function shownOf(one: number, other: number, stripe: number): number {
  return (one ^ stripe) > (other ^ stripe) ? one : other;
}

function crossingsOf(look: ChartColors): Rgb[] {
  const background = rgbOf(look.background);
  const hues = [...look.hues, look.rest].map(rgbOf);
  return hues.flatMap((one, first) =>
    hues
      .slice(first + 1)
      .flatMap((two) =>
        [1, 2, 3, 4, 5, 6, 7].flatMap((share) =>
          [4, 5, 6, 7, 8].map((strength) => mixOf(background, mixOf(one, two, share / 8), strength / 8)),
        ),
      ),
  );
}

/** Chooses candidates one by one. Each one is the farthest from all known and chosen colors. @returns their indexes */
function spreadOut(colors: readonly Rgb[], candidates: readonly Rgb[], count: number): readonly number[] {
  const far = candidates.map((color) => Math.min(...colors.map((other) => apart(color, other))));
  const chosen: number[] = [];
  while (chosen.length < count) {
    let furthest = 0;
    for (let index = 1; index < far.length; index += 1) if ((far[index] ?? 0) > (far[furthest] ?? 0)) furthest = index;
    const color = candidates[furthest];
    if (!color || far[furthest] === 0) break;
    chosen.push(furthest);
    for (const [index, other] of candidates.entries()) far[index] = Math.min(far[index] ?? 0, apart(color, other));
  }
  return chosen;
}

function apart(one: Rgb, two: Rgb): number {
  return Math.max(Math.abs(one[0] - two[0]), Math.abs(one[1] - two[1]), Math.abs(one[2] - two[2]));
}

/** @param flat red, green and blue of the first color, then of the next one, and so on */
function nearestIn(flat: Int32Array): (red: number, green: number, blue: number) => number {
  return (red, green, blue) => {
    let [best, min] = [0, Number.POSITIVE_INFINITY];
    for (let index = 0, at = 0; at < flat.length; index += 1, at += 3) {
      const r = Math.abs((flat[at] ?? 0) - red);
      const g = Math.abs((flat[at + 1] ?? 0) - green);
      const b = Math.abs((flat[at + 2] ?? 0) - blue);
      // The largest channel difference decides; if it is equal, the sum of the differences.
      const distance = Math.max(r, g, b) * 1024 + r + g + b;
      if (distance < min) [best, min] = [index, distance];
    }
    return best;
  };
}

function paletteOf(colors: readonly Rgb[], darkColors: readonly Rgb[]): Palette {
  const flat = Int32Array.from(colors.flat());
  const nearest = nearestIn(flat);
  const tableOf = (color: string): Uint8Array => {
    const over = rgbOf(color);
    const table = new Uint8Array((STEPS + 1) * SIZE);
    for (let step = 0; step <= STEPS; step += 1)
      for (const [index, under] of colors.entries())
        table[step * SIZE + index] = step === 0 ? index : nearest(...mixOf(under, over, step / STEPS));
    return table;
  };
  const cells = new Int16Array(1 << 18).fill(-1);
  for (const [index, color] of colors.entries()) cells[cellOf(packed(color))] = index;
  const near = (color: number): number => {
    const cell = cellOf(color);
    const cached = cells[cell] ?? -1;
    if (cached >= 0) return cached;
    const middle = (bits: number) => (((cell >> bits) & 63) << 2) + 2;
    const index = nearest(middle(12), middle(6), middle(0));
    cells[cell] = index;
    return index;
  };
  const white = rgbOf(theme.background);
  const tintsOf = (color: string): Uint8Array => {
    const own = theme.hues.indexOf(color);
    const hueTints = theme.hues.map((hue) => nearest(...bandTint(hue)));
    const table = new Uint8Array(8 * SIZE);
    for (let stripe = 0; stripe < 8; stripe += 1) {
      for (const [index, under] of colors.entries())
        table[stripe * SIZE + index] = nearest(...mixOf(under, rgbOf(color), BAND_SHARE));
      for (const [hue, tint] of hueTints.entries())
        table[stripe * SIZE + tint] = hueTints[shownOf(own, hue, stripe)] ?? tint;
    }
    return table;
  };
  const mixes = once(tableOf);
  const closeTableOf = (color: string): Uint8Array => {
    const over = rgbOf(color);
    return mixes(color).map((index, entry) => {
      const mix = mixOf(colors[entry & 255] ?? white, over, (entry >> 8) / STEPS);
      return apart(mix, colors[index] ?? white) > CLOSE ? UNSAID : index;
    });
  };
  const isPlain = new Uint8Array(SIZE);
  for (const color of [white, ...theme.hues.flatMap((hue) => [rgbOf(hue), bandTint(hue)])])
    isPlain[nearest(...color)] = 1;
  return {
    colors,
    darkColors,
    packed: Int32Array.from(colors, packed),
    isPlain,
    nearest: (color) => nearest(...color),
    near,
    mixes,
    closeMixes: once(closeTableOf),
    tints: once(tintsOf),
  };
}

function once(tableOf: (color: string) => Uint8Array): (color: string) => Uint8Array {
  const tables = new Map<string, Uint8Array>();
  return (color) => {
    const table = tables.get(color) ?? tableOf(color);
    tables.set(color, table);
    return table;
  };
}

/** Returns a color's index in a table with 64 steps per channel. */
function cellOf(color: number): number {
  return ((color >> 6) & 0x3f000) | ((color >> 4) & 0xfc0) | ((color >> 2) & 0x3f);
}
