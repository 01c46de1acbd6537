import { createCanvas, type SKRSContext2D } from 'canvas';
import { LRUCache } from 'lru-cache';
import { theme } from '../layout/theme.ts';
import { mixOf, type Palette, rgbOf, STEPS, TEXT_STEPS } from './palette.ts';
import type { Sheet } from './sheet.ts';

export interface TextRun {
  readonly text: string;
  readonly size: number;
  readonly weight: number;
  /** `#RRGGBB` */
  readonly color: string;
  /** Width of the outline; 0 means filled letters without an outline. */
  readonly outline: number;
}

interface Tile {
  readonly width: number;
  readonly height: number;
  /** Covered pixels, row by row: row times `STRIDE` plus column. */
  readonly pixels: Uint32Array;
  /** For each pixel, the offset into the color's mixes: covered steps (0 to `STEPS`) times 256. */
  readonly mixes: Uint16Array;
  /** The colors of a text that has its own (emoji), otherwise null. */
  readonly colors: Uint8Array | null;
  /** Origin within the tile: the left end of the baseline. */
  readonly x: number;
  readonly y: number;
  readonly length: number;
}

/** Draws texts through Skia and caches their coverage, so that a repeated text is only copied. */
export interface TextTiles {
  /** Draws all texts that aren't cached in one step, because each read-back of pixels is slow. */
  prepare(runs: readonly TextRun[]): void;
  /** @param x, y start, middle or end of the baseline, depending on `align` */
  paint(sheet: Sheet, run: TextRun, x: number, y: number, align: string): void;
}

/** Maps alpha to covered steps (0 to `STEPS`) times 256, as in `Tile.mixes`. */
const MIX_OF_ALPHA = Uint16Array.from(
  { length: 256 },
  (_, alpha) => (Math.round((alpha * TEXT_STEPS) / 255) * (STEPS / TEXT_STEPS)) << 8,
);
/** Maximum size of the cache, in bytes. A chart's tiles (about 100) take 0.5 MB in total; few are new each time. */
const MAX_BYTES = 8 * 2 ** 20;
/** Size of a tile without its pixels, in bytes: three typed arrays, their buffers and the key. */
const TILE_BYTES = 600;
const WIDTH = theme.width * theme.scale;
const HEIGHT = 512;
const STRIDE = WIDTH + 1;

interface TilePlace {
  readonly length: number;
  readonly key: string;
  readonly run: TextRun;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
}

export function createTextTiles(palette: Palette, measure: (run: TextRun) => number): TextTiles {
  const context = createCanvas(WIDTH, HEIGHT).getContext('2d');
  const tiles = new LRUCache<string, Tile>({ maxSize: MAX_BYTES, sizeCalculation: bytesOf });
  const roomFor = createRoom();

  function draw(places: readonly TilePlace[]): void {
    if (places.length === 0) return;
    // Read back as few pixels as possible, because that is the slow part.
    const width = Math.max(...places.map((place) => place.left + place.width));
    const height = Math.max(...places.map((place) => place.top + place.height));
    context.clearRect(0, 0, width, height);
    for (const place of places) drawRun(context, place);
    const { data } = context.getImageData(0, 0, width, height);
    const room = roomFor(Math.max(...places.map((place) => place.width * place.height)));
    for (const place of places) tiles.set(place.key, tileOf(data, width, place, palette, room));
  }

  function prepare(runs: readonly TextRun[]): void {
    const places = new Map<string, TilePlace>();
    let [left, top, tallest] = [0, 0, 0];
    for (const run of runs) {
      const key = keyOf(run);
      if (tiles.get(key) || places.has(key)) continue;
      // Letters can extend a little outside their width, and accents above their size.
      const around = Math.ceil(run.outline / 2) + 4;
      const [above, below] = [Math.ceil(run.size * 1.15) + around, Math.ceil(run.size * 0.4) + around];
      const length = measure(run);
      const width = Math.min(WIDTH, Math.ceil(length) + 2 * around);
      const height = above + below;
      if (left + width > WIDTH) [left, top, tallest] = [0, top + tallest, 0];
      if (top + height > HEIGHT) {
        draw([...places.values()]);
        places.clear();
        [left, top, tallest] = [0, 0, 0];
      }
      places.set(key, { key, run, left, top, width, height, x: around, y: above, length });
      left += width;
      tallest = Math.max(tallest, height);
    }
    draw([...places.values()]);
  }

  return {
    prepare,
    paint(sheet, run, x, y, align) {
      const key = keyOf(run);
      if (!tiles.get(key)) prepare([run]);
      const tile = tiles.get(key);
      if (!tile) return;
      const before = align === 'right' ? tile.length : align === 'center' ? tile.length / 2 : 0;
      copy(tile, sheet, palette.mixes(run.color), Math.round(x - before) - tile.x, Math.round(y) - tile.y);
    },
  };
}

function bytesOf({ pixels, mixes, colors }: Tile): number {
  return TILE_BYTES + pixels.byteLength + mixes.byteLength + (colors?.byteLength ?? 0);
}

function keyOf({ text, size, weight, color, outline }: TextRun): string {
  return `${weight} ${size} ${outline} ${color} ${text}`;
}

function drawRun(context: SKRSContext2D, { run, left, top, width, height, x, y }: TilePlace): void {
  context.save();
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
  context.font = `${run.weight} ${run.size}px ${theme.fonts}`;
  if (run.outline > 0) {
    context.strokeStyle = run.color;
    context.lineWidth = run.outline;
    context.lineJoin = 'round';
    context.strokeText(run.text, left + x, top + y);
  } else {
    context.fillStyle = run.color;
    context.fillText(run.text, left + x, top + y);
  }
  context.restore();
}

/** Scratch memory for a tile until its number of covered pixels is known. */
interface TileRoom {
  readonly pixels: Uint32Array;
  readonly mixes: Uint16Array;
}

function createRoom(): (size: number) => TileRoom {
  let room: TileRoom = { pixels: new Uint32Array(0), mixes: new Uint16Array(0) };
  return (size) => {
    if (room.pixels.length < size) room = { pixels: new Uint32Array(size), mixes: new Uint16Array(size) };
    return room;
  };
}

function tileOf(
  data: Uint8ClampedArray,
  stride: number,
  place: TilePlace,
  palette: Palette,
  { pixels, mixes }: TileRoom,
): Tile {
  const { left, top, width, height, run, x, y, length } = place;
  // Each pixel as one number, with alpha in the upper eight bits.
  const packedPixels = new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
  let colors: Uint8Array | null = null;
  let count = 0;
  const [red, green, blue] = rgbOf(run.color);
  for (let row = 0; row < height; row += 1) {
    const first = (top + row) * stride + left;
    for (let column = 0; column < width; column += 1) {
      const pixel = packedPixels[first + column] ?? 0;
      if (pixel === 0) continue;
      const alpha = pixel >>> 24;
      const mix = MIX_OF_ALPHA[alpha] ?? 0;
      if (mix === 0) continue;
      const [r, g, b] = [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
      pixels[count] = row * STRIDE + column;
      mixes[count] = mix;
      // At low alpha, the returned color is imprecise.
      const isOwn = alpha < 64 || (Math.abs(r - red) < 12 && Math.abs(g - green) < 12 && Math.abs(b - blue) < 12);
      if (!isOwn) {
        colors ??= new Uint8Array(width * height);
        colors[count] = palette.nearest(mixOf(rgbOf(theme.background), [r, g, b], alpha / 255));
      }
      count += 1;
    }
  }
  return {
    width,
    height,
    pixels: pixels.slice(0, count),
    mixes: mixes.slice(0, count),
    colors: colors?.slice(0, count) ?? null,
    x,
    y,
    length,
  };
}

function copy(
  { width, height, pixels, mixes, colors }: Tile,
  sheet: Sheet,
  table: Uint8Array,
  left: number,
  top: number,
): void {
  const { data, stride } = sheet;
  const isInside = left >= 0 && top >= 0 && left + width <= sheet.width && top + height <= sheet.height;
  if (stride !== STRIDE) throw new Error(`A text is painted on pictures of ${WIDTH} pixels alone.`);
  const first = top * STRIDE + left;
  // Fast path for almost all texts: one color, fully inside the picture.
  if (isInside && colors === null)
    for (let index = 0; index < pixels.length; index += 1) {
      const at = first + (pixels[index] ?? 0);
      data[at] = table[(mixes[index] ?? 0) | (data[at] ?? 0)] ?? 0;
    }
  else
    for (let index = 0; index < pixels.length; index += 1) {
      const pixel = pixels[index] ?? 0;
      if (!isInside && !isWithin(sheet, left + (pixel % STRIDE), top + Math.floor(pixel / STRIDE))) continue;
      const at = first + pixel;
      const color = colors?.[index] ?? 0;
      data[at] = color !== 0 ? color : (table[(mixes[index] ?? 0) | (data[at] ?? 0)] ?? 0);
    }
}

function isWithin({ width, height }: Sheet, x: number, y: number): boolean {
  return x >= 0 && y >= 0 && x < width && y < height;
}
