import { constants, crc32, deflateSync } from 'node:zlib';
import type { Palette, Rgb } from './palette.ts';

export interface IndexedPixels {
  /** For each row, one filter byte (0 = none), then one palette index per pixel. */
  readonly rows: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Size of a chunk's length, name and checksum together, in bytes. */
const AROUND = 12;
/** RLE is fastest for horizontal runs of one color. Less memory gives shorter blocks with separate codes. */
const RUNS = { level: 1, strategy: constants.Z_RLE, memLevel: 7 };
/** Output chunk size in bytes. Node's default is 16 KiB. */
const CHUNK_SIZE = 256 * 1024;
/** PNG filter: difference to the row above. */
const UP = 2;

/** Creates a PNG encoder for at most 256 colors. Overwrites the rows, so encode each picture once. */
export function createPngEncoder(colors: Palette['colors']): (pixels: IndexedPixels, isDark?: boolean) => Uint8Array {
  const light = Uint8Array.from(colors.flat());
  const dark = Uint8Array.from(colors.flatMap(darkOf));
  const filter = createFilter();
  return ({ rows, width, height }, isDark = false) => {
    const header = new Uint8Array(13);
    const sizes = new DataView(header.buffer);
    sizes.setUint32(0, width);
    sizes.setUint32(4, height);
    // Bit depth 8, indexed color.
    header.set([8, 3, 0, 0, 0], 8);
    filter(rows, width + 1);
    return fileOf([
      ['IHDR', header],
      ['PLTE', isDark ? dark : light],
      ['IDAT', deflateSync(rows, { ...RUNS, chunkSize: CHUNK_SIZE })],
      ['IEND', new Uint8Array(0)],
    ]);
  };
}

/** Lightness of a dark picture's background in OKLab, similar to Slack's dark messages. */
const darkest = 0.225;
/** Range for the other colors, so that the theme's darkest color becomes nearly white and pale colors stay visible. */
const contrast = 0.9;
const lift = 0.85;

/** Returns a color's counterpart on a dark background: same hue, about the same contrast. */
export function darkOf(color: Rgb): Rgb {
  const [lightness, a, b] = toLab(color);
  const turned = darkest + contrast * Math.max(0, 1 - lightness) ** lift;
  // Make a hue paler until a screen can show it with this lightness.
  for (let share = 1; share > 0; share -= 0.05) {
    const channels = toLinear([turned, a * share, b * share]);
    if (channels.every((each) => each >= -0.001 && each <= 1.001)) return toRgb(channels);
  }
  return toRgb(toLinear([Math.min(turned, 1), 0, 0]));
}

type Three = readonly [number, number, number];

/** OKLab by its definition, https://bottosson.github.io/posts/oklab. */
function toLab(color: Rgb): Three {
  const [red, green, blue] = [linear(color[0]), linear(color[1]), linear(color[2])];
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function toLinear([lightness, a, b]: Three): Three {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function toRgb(channels: Three): Rgb {
  const byte = (value: number) => {
    const share = Math.min(Math.max(value, 0), 1);
    return Math.round(255 * (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055));
  };
  return [byte(channels[0]), byte(channels[1]), byte(channels[2])];
}

/** Number of rows with one decision. Deciding for each row takes twice as long and saves only 1 % of the file size. */
const ROWS_ALIKE = 4;

/** Replaces rows by their differences to the row above if that gives longer runs. Compares four pixels at a time. */
function createFilter(): (rows: Uint8Array, stride: number) => void {
  let [length, row, above] = [0, emptyRow(0), emptyRow(0)];
  return (rows, stride) => {
    if (length !== stride) [length, row, above] = [stride, emptyRow(stride), emptyRow(stride)];
    let isShorter = false;
    for (let start = rows.length - stride, at = 0; start > 0; start -= stride, at += 1) {
      if (at % ROWS_ALIKE > 0 && !isShorter) continue;
      row.bytes.set(rows.subarray(start, start + stride));
      above.bytes.set(rows.subarray(start - stride, start));
      if (at % ROWS_ALIKE === 0) isShorter = hasLongerRuns(row.words, above.words);
      if (!isShorter) continue;
      subtract(row.words, above.words);
      rows.set(row.bytes.subarray(0, stride), start);
      rows[start] = UP;
    }
  };
}

function emptyRow(length: number): { readonly bytes: Uint8Array; readonly words: Int32Array } {
  const words = new Int32Array(Math.ceil(length / 4));
  return { bytes: new Uint8Array(words.buffer), words };
}

function hasLongerRuns(row: Int32Array, above: Int32Array): boolean {
  let [changes, before, differenceBefore] = [0, 0, 0];
  for (let at = 0; at < row.length; at += 1) {
    const word = row[at] ?? 0;
    // XOR changes at the same places as the difference, and is faster.
    const difference = word ^ (above[at] ?? 0);
    if (difference !== differenceBefore) changes += 1;
    if (word !== before) changes -= 1;
    before = word;
    differenceBefore = difference;
  }
  return changes < 0;
}

const HIGH_BITS = 0x80808080 | 0;

/** Subtracts byte by byte, modulo 256. Treats the highest bits separately, so that no byte borrows from the next. */
function subtract(row: Int32Array, above: Int32Array): void {
  for (let at = 0; at < row.length; at += 1) {
    const [one, other] = [row[at] ?? 0, above[at] ?? 0];
    row[at] = ((one | HIGH_BITS) - (other & ~HIGH_BITS)) ^ ((one ^ ~other) & HIGH_BITS);
  }
}

function fileOf(chunks: readonly (readonly [string, Uint8Array])[]): Uint8Array {
  const file = new Uint8Array(SIGNATURE.length + chunks.reduce((sum, [, bytes]) => sum + AROUND + bytes.length, 0));
  const view = new DataView(file.buffer);
  file.set(SIGNATURE);
  let at = SIGNATURE.length;
  for (const [name, bytes] of chunks) {
    view.setUint32(at, bytes.length);
    for (let index = 0; index < 4; index += 1) file[at + 4 + index] = name.charCodeAt(index);
    file.set(bytes, at + 8);
    view.setUint32(at + 8 + bytes.length, crc32(file.subarray(at + 4, at + 8 + bytes.length)));
    at += AROUND + bytes.length;
  }
  return file;
}
