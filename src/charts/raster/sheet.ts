import { theme } from '../layout/theme.ts';
import { type Palette, packed, rgbOf, STEPS, stripeOf, UNSAID } from './palette.ts';
import type { Ink, Surface, Tint } from './surface.ts';

export interface Sheet extends Surface {
  readonly palette: Palette;
  readonly data: Uint8Array;
  /** PNG layout of the same memory: each row starts with a filter byte (0 = none). */
  readonly rows: Uint8Array;
}

/** Creates a function that returns empty sheets. All sheets share memory, so only the newest one is valid. */
export function createSheets(palette: Palette): (width: number, height: number) => Sheet {
  let room = new Uint8Array(0);
  const trueColors = createTrueColors();
  return (width, height) => {
    const stride = width + 1;
    if (room.length < stride * height) room = new Uint8Array(stride * height);
    const rows = room.subarray(0, stride * height);
    rows.fill(0);
    const data = rows.subarray(1);
    const sheet: Sheet = {
      palette,
      data,
      rows,
      width,
      height,
      stride,
      ink: (color) => inkOf(data, palette.mixes(color)),
      tint: (color) => tintOf(data, stride, palette.tints(color)),
      crossing() {
        const kept = trueColors(data.length);
        return { ...sheet, ink: (color) => crossingInkOf(sheet, kept, color) };
      },
    };
    return sheet;
  };
}

const STEP_BITS = Math.log2(256 / STEPS);
const HALF_STEP = 128 / STEPS;

function inkOf(data: Uint8Array, mixes: Uint8Array): Ink {
  return {
    coverAlong(from, to, share) {
      const mix = ((share + HALF_STEP) >> STEP_BITS) << 8;
      for (let at = from; at < to; at += 1) data[at] = mixes[mix | (data[at] ?? 0)] ?? 0;
    },
    cover(at, share) {
      data[at] = mixes[(((share + HALF_STEP) >> STEP_BITS) << 8) | (data[at] ?? 0)] ?? 0;
    },
  };
}

function tintOf(data: Uint8Array, stride: number, tints: Uint8Array): Tint {
  return {
    coverDown(from, to) {
      let row = Math.floor(from / stride);
      for (let at = from; at < to; at += stride, row += 1)
        data[at] = tints[(stripeOf(row) << 8) | (data[at] ?? 0)] ?? 0;
    },
  };
}

/** Colors as `0xRRGGBB`, each marked with the turn in which it was stored. */
interface TrueColors {
  readonly colors: Int32Array;
  /** 1 to 127, stored above the color bits. Colors of earlier turns are ignored, so they needn't be cleared. */
  readonly turn: number;
  /** 1 for each palette index with a stored color. Other indices don't need the lookup, which is expensive. */
  readonly mayBeKept: Uint8Array;
}

const LAST_TURN = 127;

function createTrueColors(): (size: number) => TrueColors {
  let colors = new Int32Array(0);
  let turn = 0;
  return (size) => {
    if (colors.length < size) colors = new Int32Array(size);
    turn = (turn % LAST_TURN) + 1;
    if (turn === 1) colors.fill(0);
    return { colors, turn, mayBeKept: new Uint8Array(256) };
  };
}

/** Creates an ink that takes most mixes from a table and computes the others from true colors. */
function crossingInkOf({ data, palette }: Sheet, { colors, turn, mayBeKept }: TrueColors, color: string): Ink {
  const over = packed(rgbOf(color));
  // All background lines have the same color, so the nearest mix is always good enough.
  const isBackground = color === theme.rest;
  const table = isBackground ? palette.mixes(color) : palette.closeMixes(color).slice();
  const lookCloser = (index: number) => {
    for (let step = 1; step < STEPS; step += 1) table[(step << 8) | index] = UNSAID;
  };
  if (!isBackground) for (const [index, is] of mayBeKept.entries()) if (is === 1) lookCloser(index);
  const coverExactly = (at: number, share: number) => {
    const index = data[at] ?? 0;
    const kept = colors[at] ?? 0;
    // The stored color is outdated if the pixel was fully covered after that.
    const isKept = kept >> 24 === turn && palette.near(kept & 0xffffff) === index;
    const mixed = blended(isKept ? kept : (palette.packed[index] ?? 0), over, share);
    const nearest = palette.near(mixed);
    data[at] = nearest;
    // A plain area's pixels need no true color, and looking up all of them would be slow.
    if (palette.isPlain[nearest] === 1) return;
    colors[at] = (turn << 24) | mixed;
    if (mayBeKept[nearest] === 0) {
      mayBeKept[nearest] = 1;
      lookCloser(nearest);
    }
  };
  const cover = (at: number, share: number) => {
    const index = table[(((share + HALF_STEP) >> STEP_BITS) << 8) | (data[at] ?? 0)] ?? 0;
    if (index !== UNSAID) data[at] = index;
    else coverExactly(at, share);
  };
  return {
    cover,
    coverAlong(from, to, share) {
      for (let at = from; at < to; at += 1) cover(at, share);
    },
  };
}

/** Mixes `0xRRGGBB` colors, ignoring higher bits. `share`: coverage by `over`, 0 to 256. */
function blended(under: number, over: number, share: number): number {
  const red = (under >> 16) & 255;
  const green = (under >> 8) & 255;
  const blue = under & 255;
  return (
    ((red + (((((over >> 16) & 255) - red) * share + 128) >> 8)) << 16) |
    ((green + (((((over >> 8) & 255) - green) * share + 128) >> 8)) << 8) |
    (blue + ((((over & 255) - blue) * share + 128) >> 8))
  );
}
