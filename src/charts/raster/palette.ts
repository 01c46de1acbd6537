import { theme } from '../layout/theme.ts';

/** Red, green and blue, 0 to 255 each. */
export type Rgb = readonly [number, number, number];

/** How many steps a color has towards another: between two steps, no channel is further than 8 from the true color. */
export const STEPS = 16;
const SIZE = 256;
/**
 * The last place of the palette has no color: in a table it says that the palette has no color close to the true one.
 */
export const UNSAID = SIZE - 1;
/** How far, in a channel of 255, a close color may be from the true one. */
const CLOSE = 10;

/** The 255 colors of a chart, and the result of painting one over another. */
export interface Palette {
  /** Index 0 is the background. */
  readonly colors: readonly Rgb[];
  /** The same as `0xRRGGBB`. */
  readonly packed: Int32Array;
  /** 1 for the index of a color that whole areas have: the background, hues, tints of bands. */
  readonly isPlain: Uint8Array;
  /** The index of the nearest color. */
  nearest(color: Rgb): number;
  /**
   * The same at once, for a color whose channels are told in steps of four.
   * @param color as `0xRRGGBB`
   */
  near(color: number): number;
  /**
   * What each index becomes under a color: entry `step * 256 + index`, where `step` of 16 is covered.
   * @param color `#RRGGBB`
   */
  mixes(color: string): Uint8Array;
  /** The same, with `UNSAID` for what has no close color. */
  closeMixes(color: string): Uint8Array;
  /**
   * What each index becomes under a band: the hue's tint, and in stripes wherever bands lie over one another, so that
   * each of them can still be seen. Entry `stripe * 256 + index`, see `stripeOf`.
   * @param color `#RRGGBB`
   */
  tints(color: string): Uint8Array;
}

export function rgbOf(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** The color as one number, `0xRRGGBB`. */
export function packed([red, green, blue]: Rgb): number {
  return (red << 16) | (green << 8) | blue;
}

/** A color over another. */
export function mixOf(under: Rgb, over: Rgb, share: number): Rgb {
  const part = (channel: 0 | 1 | 2) => Math.round(under[channel] + (over[channel] - under[channel]) * share);
  return [part(0), part(1), part(2)];
}

/** Steps of a letter's edge: fewer make smaller files, and at two pixels a point nobody sees more. */
export const TEXT_STEPS = 4;

/**
 * Colors that a chart needs: all of the theme exactly, each hue and text color in steps from the background on, and, with
 * what is left, colors between the hues, so that crossing lines find one near the true mix.
 * The steps of half of the colors follow the background, those of the others come before it, around the palette's end:
 * so the differences between neighbors, which files hold for many rows, are few (`png.ts`).
 */
export function createPalette(): Palette {
  const { background, ink, quietInk, hues } = theme;
  const white = rgbOf(background);
  const ramp = (color: string, steps: number) =>
    Array.from({ length: steps }, (_, step) => mixOf(white, rgbOf(color), (step + 1) / steps));
  const half = hues.length / 2;
  const after = [...ramp(ink, TEXT_STEPS), ...hues.slice(0, half).flatMap((hue) => ramp(hue, STEPS))];
  const before = [...ramp(quietInk, TEXT_STEPS), ...hues.slice(half).flatMap((hue) => ramp(hue, STEPS))].reverse();
  const { grid, zero, axis, band, beyond, rest } = theme;
  const known = [white, ...after, ...[grid, zero, axis, band, beyond, rest].map(rgbOf), ...before];
  const between = spreadOut(known, crossings(), UNSAID - known.length);
  return paletteOf([
    white,
    ...after,
    ...known.slice(1 + after.length, known.length - before.length),
    ...between,
    ...before,
  ]);
}

/** How much of a pixel a band covers; a step of the palette. */
export const BAND_SHARE = 3 / STEPS;
function bandTint(hue: string): Rgb {
  return mixOf(rgbOf(theme.background), rgbOf(hue), BAND_SHARE);
}

/**
 * Which of eight stripes a row of pixels belongs to. Stripes run along the rows: they cost the file almost nothing. Any
 * two bands share them equally, and none has more than two in a row.
 */
export function stripeOf(row: number): number {
  return STRIPES[(row >> STRIPE_BITS) & 7] ?? 0;
}
const STRIPES = [0, 7, 2, 5, 4, 3, 6, 1];
/** Two to the power of this are a stripe's rows. */
const STRIPE_BITS = 3;

/** The one of two hues, by their places, that a stripe shows where bands of both lie. */
export function shownOf(one: number, other: number, stripe: number): number {
  return (one ^ stripe) > (other ^ stripe) ? one : other;
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

/** Finds the color of a palette that is nearest to a given one. @param flat red, green and blue of each in turn */
function nearestIn(flat: Int32Array): (red: number, green: number, blue: number) => number {
  return (red, green, blue) => {
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
}

function paletteOf(colors: readonly Rgb[]): Palette {
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
    const known = cells[cell] ?? -1;
    if (known >= 0) return known;
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
      // Of what else lies under a band, such as a line of the grid, something is left.
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
    packed: Int32Array.from(colors, packed),
    isPlain,
    nearest: (color) => nearest(...color),
    near,
    mixes,
    closeMixes: once(closeTableOf),
    tints: once(tintsOf),
  };
}

/** Makes each color's table once. */
function once(tableOf: (color: string) => Uint8Array): (color: string) => Uint8Array {
  const tables = new Map<string, Uint8Array>();
  return (color) => {
    const table = tables.get(color) ?? tableOf(color);
    tables.set(color, table);
    return table;
  };
}

/** The color's place in a cube of 64 steps a channel. */
function cellOf(color: number): number {
  return ((color >> 6) & 0x3f000) | ((color >> 4) & 0xfc0) | ((color >> 2) & 0x3f);
}
